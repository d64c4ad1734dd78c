/** Chapters and shared files: included where they stand, left out without data, translated and reported under their own name. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'

let folder: string
let lab: BuiltLab

const report = `---
title: Two chapters
description: A report made of chapters.
import: [copying]
labels: { fileSize: { 40K: Tiny } }
---

## First {#first}

See {{ref "copies-table"}} and {{ref "copies"}}.

::chapter{#copies}

::chapter{#storage}

## Last {#last}

Back to {{ref "first"}}; {{report "proliant/file-server"}}.
`

const copies = `---
needs: [file-copy]
views:
  seconds:
    metric: transferTime
    rows: { dimension: fileSize, order: [40K, 512K, 1M, 10M] }
    columns: [{ dimension: metric }, { dimension: system }]
    merge: mean
    unit: s
    decimals: 0
    footnotes: [{ rows: [40K], text: With folders of their own. }]
---

## Copies {#copies}

:claim[The new one is faster.]{if="at('seconds', '1M', 'new') < at('seconds', '1M', 'old')"}

::table[Times]{#copies-table view=seconds}
`

const storage = `---
needs: [iometer]
views:
  iops: { metric: iops, unit: IO/s, rows: queueDepth, columns: system }
---

## Storage {#storage}

::table[IOPS]{#iops-table view=iops}
`

beforeAll(async () => {
  folder = await copyLab(['data', 'templates'])
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(join(folder, 'templates', file, '..'), { recursive: true })
    await writeFile(join(folder, 'templates', file), text)
  }
  await write('reports/two-chapters.md', report)
  await write('chapters/copies.md', copies)
  await write('chapters/storage.md', storage)
  await write(
    'shared/copying.yaml',
    'labels:\n  fileSize: { name: Size of files, 40K: Small }\n  metric: { transferTime: Time }\n',
  )
  const config = join(folder, 'data/proliant/file-server/report.yaml')
  const second = (await readFile(config, 'utf8')).replace('template: file-server', 'template: two-chapters')
  await mkdir(join(folder, 'data/proliant/two-chapters'))
  await cp(join(folder, 'data/proliant/file-server/logs'), join(folder, 'data/proliant/two-chapters/logs'), {
    recursive: true,
  })
  await writeFile(join(folder, 'data/proliant/two-chapters/report.yaml'), second)
  lab = await buildLab(folder, {
    templates: join(folder, 'templates'),
    reports: ['proliant/two-chapters'],
    formats: ['html'],
  })
}, 60_000)
afterAll(() => remove(folder))

test('a chapter stands where it is included, references go both ways', async () => {
  const html = await lab.text('proliant/two-chapters/en/report.html')
  const headings = [...html.matchAll(/<h2 id="([\w-]+)"/g)].map((match) => match[1])
  expect(headings.filter((id) => id !== 'contents')).toEqual(['first', 'copies', 'last', 'data-notes'])
  expect(html).toMatch(/See <a href="#copies-table">Table 1<\/a> and <a href="#copies">Section 2<\/a>/)
  expect(html).toMatch(
    /Back to <a href="#first">Section 1<\/a>; <a href="[./]+proliant\/file-server\/en\/report.html">HP ProLiant Gen8/,
  )
})

test('a chapter without data is left out, and the data notes say so', async () => {
  const html = await lab.text('proliant/two-chapters/en/report.html')
  expect(html).not.toContain('IOPS')
  expect(html).toContain('Left out, since there are no measurements: iometer.')
})

test('labels of shared files add up, those of the report win', async () => {
  const html = await lab.text('proliant/two-chapters/en/report.html')
  expect(html).toContain('Size of files')
  expect(html).toContain('Tiny')
  expect(html).not.toContain('Small')
})

test('columns span their groups, cells have their footnotes', async () => {
  const html = await lab.text('proliant/two-chapters/en/report.html')
  expect(html).toMatch(/<th scope="colgroup" colspan="2" class="group">Time<\/th>/)
  expect(html).toMatch(/10735<sup>1\)<\/sup>/)
  expect(html).toContain('With folders of their own.')
})

test('problems name the chapter’s own file and line', () => {
  const missing = lab.problems.filter(({ ruleId }) => ruleId === 'missing-translation')
  const chapter = missing.find(({ message }) => message.includes('"Copies"'))
  expect(chapter).toMatchObject({ path: 'templates/chapters/copies.md', line: 14 })
  expect(chapter!.message).toContain('(chapters/copies)')
  expect(lab.problems.filter(({ severity }) => severity === 'error')).toEqual([])
})
