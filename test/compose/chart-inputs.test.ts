/** What authors write in a figure's directive, right and wrong. Expected numbers are worked out by hand from the gallery's logs. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../src/problems.ts'
import { numberOfKey } from '../../src/compose/chart-inputs/lines.ts'
import { remove, root, type BuiltLab } from '../helpers/build-lab.ts'
import { chartKinds } from '../helpers/charts.ts'
import { buildGallery, copyGallery, drawingsOf, galleryReport } from '../helpers/gallery.ts'
import { layoutOf } from '../helpers/svg-layout.ts'

let gallery: BuiltLab
/** Texts of the drawings by the order of the text. */
const texts: string[][] = []
let html = ''

beforeAll(async () => {
  gallery = await buildGallery(await copyGallery(), { formats: ['html'], languages: ['en'] })
  html = await gallery.text(`${galleryReport}/en/report.html`)
  texts.push(...drawingsOf(html).map((svg) => layoutOf(svg).texts.map(({ text }) => text.replaceAll('\u{a0}', ' '))))
}, 60_000)
afterAll(() => remove(gallery.folder))

function download(id: string): Promise<string[]> {
  return gallery
    .text(`${galleryReport}/en/data/${id}.csv`)
    .then((text) => text.replace('\u{feff}', '').trimEnd().split('\r\n'))
}

describe('what a figure shows', () => {
  test('clustered bars: estimates say so', () => {
    expect(texts[0]).toEqual(expect.arrayContaining(['4870', '5230 (est.)', 'Transactions (IO/s)', 'Model A']))
  })

  test('a published value is bold', () => {
    const bold = /<text[^>]*font-weight="(?:700|bold)"[^>]*>([^<]*)</g
    expect([...drawingsOf(html)[0]!.matchAll(bold)].map(([, text]) => text)).toEqual(['4870'])
  })

  test('stacked bars: the sum of all parts', () => {
    // 2140 + 1020
    expect(texts[2]).toContain('3160')
  })

  test('relative bars: gains against the column of reference', () => {
    // 4870 ÷ 3120 = 1.561, 3105 ÷ 2480 = 1.252, 3690 ÷ 4015 = 0.919; video streaming has no reference.
    expect(texts[3]!.filter((text) => text.endsWith('%')).sort()).toEqual(
      ['100 %', '100 %', '100 %', '+56 %', '+25 %', '\u{2212}8 %'].sort(),
    )
    expect(texts[3]).toContain('Transactions (Model A = 100 %)')
  })

  test('gain bars: the gain between the two', () => {
    // 2.12 ÷ 1 − 1
    expect(texts[4]).toContain('+112 %')
  })

  test('sizes stand as the labels say, without bare bytes', () => {
    expect(texts[5]).toEqual(expect.arrayContaining(['4 KB', '1 MB']))
    expect(texts[5]!.join(' ')).not.toContain('1048576')
  })

  test('sweep: the best point of each series within 40 ms', () => {
    // At queue depth 4, 8 and 16; the next step exceeds 40 ms in all three.
    expect(texts[8]!.filter((text) => text.includes('IO/s') && !text.includes('('))).toEqual([
      '122 IO/s',
      '298 IO/s',
      '472 IO/s',
    ])
    expect(texts[8]).toContain('Limit 40 ms')
  })

  test('distribution: classes of different width have their ends at the ticks', () => {
    expect(texts[11]).toEqual(expect.arrayContaining(['0.1', '0.2', '0.5', '50', '200', '∞', 'p99 46.0 ms']))
    expect(texts[10]).toEqual(expect.arrayContaining(['p50 4.4 ms', 'p95 8.1 ms', 'p99 11.6 ms']))
  })

  test('time series: missing samples and a pause of the log break the line', () => {
    const long = [...drawingsOf(html)[12]!.matchAll(/ d="(M[^"]{500,})"/g)].map(([, path]) => path!)
    expect(long.map((path) => path.match(/M/g)!.length)).toEqual([2, 2])
  })

  test('every figure says its values in words', () => {
    expect(html).toContain('Model B: Database 4870 IO/s'.replaceAll(' IO', '\u{a0}IO'))
  })
})

describe('downloads', () => {
  test('paired lines: both views by row', async () => {
    const rows = await download('paired')
    expect(rows[0]).toBe(
      'Outstanding I/Os,"Transactions, SATA 7.2 krpm (IO/s)","Transactions, SAS 10 krpm (IO/s)","Transactions, SAS 15 krpm (IO/s)","Response time, SATA 7.2 krpm (ms)","Response time, SAS 10 krpm (ms)","Response time, SAS 15 krpm (ms)"',
    )
    expect(rows).toHaveLength(1 + 6)
  })

  test('time series: every sample, missing ones empty', async () => {
    const rows = await download('cpu-chart')
    expect(rows[0]).toBe('Time since the start (h:mm:ss),,%')
    // 110 records of one log (10 are not there) and 120 of the other, of which 8 are empty.
    expect(rows).toHaveLength(1 + 110 + 120)
    expect(rows.filter((row) => row.endsWith(','))).toHaveLength(8)
  })

  test('distribution: the ends of each class', async () => {
    const rows = await download('uneven')
    expect(rows[0]).toBe('≥ Response time (ms),< Response time (ms),Number of I/Os')
    expect(rows.slice(1, 3)).toEqual(['0.1,0.2,12', '0.2,0.5,160'])
    expect(rows.at(-1)).toBe('200,,4')
  })
})

describe('what is wrong with a figure', () => {
  const directives: [directive: string, ruleId: string, message: RegExp][] = [
    ['view=nothing', 'unknown-view', /Unexpected view nothing, expected one of: .*profiles/],
    ['chart=pie view=profiles', 'unknown-chart', new RegExp(chartKinds.join(', '))],
    ['chart=lines-log2', 'chart-attribute', /lines-log2 without "view"/],
    ['chart=paired-lines left=queueRate', 'chart-attribute', /paired-lines without "right"/],
    [
      'chart=lines-log2 view=profiles',
      'chart-view',
      /view profiles for lines-log2: its rows are profile, and database is no/,
    ],
    ['chart=scaling view=tiles second=queueTime', 'chart-view', /view queueTime for scaling: it has no column model-a/],
    [
      'chart=relative-bars view=profiles reference=middle',
      'chart-attribute',
      /reference middle, expected a column or row/,
    ],
    ['chart=relative-bars view=profiles reference=old decimals=x', 'chart-attribute', /decimals x/],
    ['view=mixed', 'chart-view', /view mixed for clustered-bars: its values are in IO\/s, ms/],
    ['chart=gain-bars view=profiles', 'chart-view', /it has 4 rows and 2 columns/],
    ['chart=panel-bars view=profiles', 'chart-view', /its rows have 1 dimensions, the first one 4 values/],
    ['chart=gain-bars view=scores from=cpu9', 'chart-attribute', /from cpu9, expected one of: cpu1/],
    ['chart=gain-bars view=scores from=cpu4 to=cpu1', 'chart-data', /loss from cpu4 to cpu1/],
    ['chart=sweep x=queueRate y=queueTime limit="20 MB/s"', 'chart-attribute', /limit "20 MB\/s"/],
    ['chart=sweep x=queueRate y=queueTime limit="1 ms"', 'chart-data', /no point keeps the limit of 1\s?ms/],
    ['chart=distribution view=profiles', 'chart-attribute', /2 columns in profiles/],
    ['chart=distribution view=scores', 'chart-view', /its rows are processor/],
    ['chart=distribution view=latency unit=hours', 'chart-attribute', /unit hours/],
    ['chart=distribution view=latency marks=latencyMarks', 'chart-view', /its unit ms is not of the kind of the axis/],
    [
      'chart=distribution view=overlapping unit=ms',
      'chart-view',
      /the class from 0[.1]* begins before the one below it ends/,
    ],
    ['chart=time-series', 'chart-attribute', /time-series without "traces"/],
    ['chart=time-series traces="cpu memory"', 'unknown-trace', /trace memory, expected one of: cpu, read, write/],
    ['chart=time-series traces="cpu read"', 'chart-attribute', /units %, MB\/s in one chart/],
  ]

  test('is said at its line, in words', async () => {
    let first = 0
    const problems = await problemsWith((text) => {
      const matter = /^---\n[\s\S]*?\n---\n/.exec(text)![0].replace('views:\n', `views:\n${mixed}\n`)
      first = matter.split('\n').length + 1
      const figures = directives.map(([attributes], index) => `::figure[Text]{#f${index} ${attributes}}\n\n`)
      return `${matter}\n${figures.join('')}`
    })
    directives.forEach(([attributes, ruleId, message], index) => {
      const found = problems.filter(({ line, path }) => line === first + 2 * index && path.endsWith('gallery.md'))
      expect([attributes, ...new Set(found.map((one) => one.ruleId))]).toEqual([attributes, ruleId])
      expect(found[0]!.message).toMatch(message)
      expect(found[0]!.hint).not.toBe('')
    })
  })

  test('views and traces without data are said once, and draw nothing wrong', async () => {
    // Every condition of a benchmark or a counter now finds nothing.
    const problems = await problemsWith((text) =>
      text.replaceAll(/benchmark: [\w-]+ \}/g, 'benchmark: none }').replaceAll('\\Processor', '\\None'),
    )
    const rules = new Set(problems.filter(({ severity }) => severity === 'error').map(({ ruleId }) => ruleId))
    expect([...rules].sort()).toEqual(['chart-attribute', 'chart-view', 'empty-trace', 'empty-view'])
  })

  test('traces that find nothing, or two of a name, or another kind of unit', async () => {
    const traces = [
      "  none: { counter: '\\Memory\\Available MBytes', unit: MB }",
      '  twice: { counter: \'\\Processor(_Total)\\% Processor Time\', unit: "%" }',
      "  kind: { counter: '\\Processor(_Total)\\% Processor Time', where: { system: new }, unit: MB/s }",
    ]
    const problems = await problemsWith((text) => text.replace('traces:\n', `traces:\n${traces.join('\n')}\n`))
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['empty-trace', 7],
      ['ambiguous-trace', 8],
      ['wrong-unit', 9],
    ])
  })
})

const mixed =
  '  overlapping: { metric: histogramCount, unit: "", where: { benchmark: [latency, latency-classes] }, rows: [binLow, binHigh], columns: metric }\n' +
  '  mixed: { metrics: { iops: { unit: IO/s }, responseTime: { unit: ms } }, where: { benchmark: queue, disk: sata }, rows: queueDepth, columns: metric }'

/** Checks the gallery with another template. */
async function problemsWith(change: (template: string) => string): Promise<Problem[]> {
  const folder = await copyGallery()
  try {
    const file = join(folder, 'templates/reports/gallery.md')
    await writeFile(file, change(await readFile(file, 'utf8')))
    return (await buildGallery(folder, { checkOnly: true, languages: ['en'] })).problems
  } finally {
    await remove(folder)
  }
}

test('a kind of a lab’s own stands beside those of the program', async () => {
  const folder = await copyGallery()
  try {
    await mkdir(join(folder, 'templates/charts'))
    await copyFile(join(root, 'templates/charts/clustered-bars.vl.json'), join(folder, 'templates/charts/own.vl.json'))
    const file = join(folder, 'templates/reports/gallery.md')
    await writeFile(file, (await readFile(file, 'utf8')).replace('chart=clustered-bars', 'chart=own'))
    const built = await buildGallery(folder, { formats: ['html'], languages: ['en'] })
    expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const [own] = drawingsOf(await built.text(`${galleryReport}/en/report.html`))
    expect(own).toBe(drawingsOf(html)[0])
  } finally {
    await remove(folder)
  }
})

test('numbers in the keys of rows', () => {
  expect(['8', '0.5', '64 KB', '64K', '4 KiB', '1 MB', '512 B', 'all', '4 krpm', ''].map(numberOfKey)).toEqual([
    8,
    0.5,
    65536,
    65536,
    4096,
    1048576,
    512,
    null,
    null,
    null,
  ])
})
