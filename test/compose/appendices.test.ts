/** Appendices, figures of several charts, settings quoted from logs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'

let folder: string
afterEach(() => remove(folder))

const front = `---
title: Copies
description: A report with appendices.
views:
  seconds: { metric: transferTime, unit: s, decimals: 0, rows: fileSize, columns: system, merge: mean }
labels: { metric: { transferTime: Time } }
---
`

/** A report on the copies of the file-server report. */
async function build(body: string): Promise<BuiltLab> {
  folder = await copyLab(['data'])
  await mkdir(join(folder, 'templates/reports'), { recursive: true })
  await writeFile(join(folder, 'templates/reports/copies.md'), front + body)
  const report = join(folder, 'data/proliant/file-server/report.yaml')
  const text = (await readFile(report, 'utf8')).replace('file-server', 'copies').replace('[en, ja]', '[en]')
  await writeFile(report, text)
  return buildLab(folder, {
    templates: join(folder, 'templates'),
    reports: ['proliant/file-server'],
    formats: ['html'],
  })
}

const rules = (lab: BuiltLab): string[] => lab.problems.map(({ ruleId }) => ruleId)
const page = (lab: BuiltLab): Promise<string> => lab.text('proliant/file-server/en/report.html')
const figure = (id: string): string => `::figure[Times]{#${id} view=seconds chart=clustered-bars}\n`

test('appendices have letters, and figures of their own; the main text goes on behind them', async () => {
  const lab = await build(`
## Main {#main}

See {{ref "data"}}, {{ref "more"}}, {{ref "a1"}} and {{ref "b1"}}.

${figure('first')}

## Data {#data .appendix}

${figure('a1')}

### More {#more}

${figure('a2')}

## Other {#other .appendix}

${figure('b1')}

## Later {#later}

${figure('second')}

## End {#end .unnumbered}

### Below {#below}
`)
  expect(rules(lab)).toEqual([])
  const html = await page(lab)
  expect(html).toMatch(
    /Appendix A<\/a>, <a href="#more">Section A\.1<\/a>, <a href="#a1">Figure A-1<\/a> and <a href="#b1">Figure B-1</,
  )
  const captions = [...html.matchAll(/<span class="label">([^<]*)</g)].map((match) => match[1])
  expect(captions).toEqual(['Figure 1', 'Figure A-1', 'Figure A-2', 'Figure B-1', 'Figure 2'])
  const contents = [...html.matchAll(/<span class="number">([^<]*)<\/span><span class="entry">([^<]*)</g)]
  expect(contents.map(([, number, title]) => `${number!} ${title!}`)).toEqual([
    ...['1 Main', 'A Data', 'A.1 More', 'B Other', '2 Later', ' End', ' Below', ' Data notes'],
  ])
  expect(html).toContain('<span class="number">Appendix A\u{2002}</span>Data')
  expect(html).toMatch(/<h2 id="end">End</)
}, 60_000)

test('a section without number cannot be referred to', async () => {
  expect(rules(await build('\n## A {#a}\n\n{{ref "b"}}\n\n## B {#b .unnumbered}\n'))).toEqual(['placeholder'])
}, 60_000)

test('a figure may hold several charts, with titles or without, and their data in one file', async () => {
  const lab = await build(`
## A {#a}

:::figure[Two charts]{#two}
::chart[Left]{view=seconds chart=clustered-bars width=half height=200}

::chart[]{view=seconds chart=horizontal-bars}
:::
`)
  expect(rules(lab)).toEqual([])
  const html = await page(lab)
  expect(html.match(/<div class="panel (half|full)">/g)).toHaveLength(2)
  expect(html.match(/<p class="panel-title">([^<]*)/g)).toEqual(['<p class="panel-title">Left'])
  expect(html).toMatch(/<svg[^>]*width="311"[^>]*height="200"|<svg[^>]*viewBox="0 0 311 200"/)
  const csv = await lab.text('proliant/file-server/en/data/two.csv')
  expect(csv.split('\r\n').filter((row) => row.startsWith('40K,'))).toHaveLength(2)
  expect(csv.startsWith('\u{feff}Left\r\n')).toBe(true)
  expect(csv.slice(1)).not.toContain('\u{feff}')
}, 60_000)

test('a chart stands in a figure, and its height is a number', async () => {
  expect(rules(await build('\n## A {#a}\n\n::chart[Alone]{view=seconds}\n'))).toEqual(['chart-outside-figure'])
  await remove(folder)
  const lab = await build('\n## A {#a}\n\n::figure[High]{#high view=seconds chart=clustered-bars height=tall}\n')
  expect(rules(lab)).toEqual(['chart-attribute'])
}, 60_000)

test('a setting is quoted when all runs share it', async () => {
  const lab = await build('\n## A {#a}\n\n{{setting "file-copy" "script"}}; {{setting "file-copy" "loadGenerator"}}\n')
  expect(rules(lab)).toEqual([])
  expect(await page(lab)).toContain('filecopy.vbs /total:16GB; LG-BL460CG7')
  await remove(folder)
  const differing = await build('\n## A {#a}\n\n{{setting "file-copy" "seed"}} {{setting "file-copy" "colour"}}\n')
  expect(differing.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('runs of file-copy differ in seed'),
    expect.stringContaining('no setting colour of file-copy'),
  ])
}, 60_000)
