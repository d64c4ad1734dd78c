import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localSeconds } from '../../src/model/builder.ts'
import type { ReadLog } from '../../src/formats/read.ts'
import { isDate, readTime } from '../../src/formats/lab-csv/time.ts'
import { splitCells } from '../../src/formats/lab-csv/cells.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'

const fixtures = 'test/fixtures/lab-csv'

function read(text: string): Promise<ReadLog> {
  return readBytes(Buffer.from(text), 'log.csv')
}

/** A file of one benchmark with the given further columns. */
function readRows(columns: string, ...rows: string[]): Promise<ReadLog> {
  return read(['benchpaper-log,1', `benchmark,metric,value,unit,${columns}`, ...rows].join('\n'))
}

test('reads runs, times and missing values', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/file-copy.csv`, 'lab-csv')
  expect(problems).toEqual([])
  expect(runs.map(({ settings }) => settings.run)).toEqual([1, 2, 3])
  expect(runs[0]).toMatchObject({
    system: 'FS1',
    tool: 'filecopy.vbs',
    toolVersion: '1.2',
    valid: true,
    settings: { seed: 4711, build: '007' },
    start: { local: '2013-08-05T13:02:11.250', offset: null },
  })
  expect(runs[0]!.observations.map(({ metric, value, unit, origin }) => [metric, value, unit, origin.line])).toEqual([
    ['transferTime', 421.9, 's', 4],
    ['bytesCopied', 16e9, 'B', 5],
  ])
  expect(runs[1]).toMatchObject({ valid: false, reasons: ['stopped, cable "B"'], observations: [{ value: null }] })
  expect(runs[1]!.start).toEqual({ local: '2013-08-05T09:20:40.000', offset: null })
  // 05:02:11 UTC is 14:02:11 in Tokyo, one hour after the start.
  expect(runs[2]!.end).toEqual({ local: '2013-08-05T14:02:11.000', offset: 540 })
  expect(runs[2]!.observations[0]!.value).toBe(3600)
})

test('reads what a spreadsheet saves: byte order mark, quotes, padding', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/spreadsheet.csv`, 'lab-csv')
  expect(problems).toEqual([])
  expect(runs).toHaveLength(1)
  expect(runs[0]!.observations.map(({ value, unit, dimensions }) => [value, unit, dimensions.queueDepth])).toEqual([
    [90, 's', 8],
    [0.125, 'ratio', 8],
    [3, '1', '1+0'],
  ])
})

test('reads UTF-16 as Windows saves "Unicode text"', async () => {
  const text = readFileSync(`${fixtures}/published.csv`, 'utf8')
  const wide = await readBytes(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'log.csv', {}, 7)
  expect(wide.runs).toEqual((await read(text)).runs)
  expect(wide.runs).toHaveLength(3)
})

test('reads CP932 with second bytes that look like backslashes', async () => {
  const bytes = readFileSync(`${fixtures}/cp932.csv`)
  const { runs, problems } = await readBytes(bytes, 'log.csv', { encoding: 'shift_jis' })
  expect(problems).toEqual([])
  expect(runs[0]!.observations[0]!.dimensions).toEqual({ disk: '表示, 性能' })
  expect(runs[0]!.reasons).toEqual(['ソフトウェア'])
})

test('reads what the copying script of the file-server report writes', async () => {
  // Undetected, the Japanese comments are damaged text; being comments, they must not matter.
  for (const encoding of ['shift_jis', 'utf-8']) {
    const bytes = readFileSync('data/proliant/file-server/logs/g5/40K/run5/copy.csv')
    const { runs, problems } = await readBytes(bytes, 'copy.csv', { encoding })
    expect(problems).toEqual([])
    expect(runs).toHaveLength(1)
    const { start, end, settings, observations } = runs[0]!
    expect(settings).toMatchObject({ run: 5, share: 'bench40K' })
    expect(observations.map(({ metric, unit }) => [metric, unit])).toEqual([
      ['transferTime', 's'],
      ['filesCopied', '1'],
      ['bytesCopied', 'B'],
    ])
    // The fifth run passes midnight.
    expect([start!.local.slice(0, 10), end!.local.slice(0, 10)]).toEqual(['2013-06-10', '2013-06-11'])
    expect(observations[0]!.value).toBeCloseTo(localSeconds(end!) - localSeconds(start!), 3)
  }
})

test('parts rows of different status or publication', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/published.csv`, 'lab-csv')
  expect(problems).toEqual([])
  expect(runs.map(({ status, published, observations }) => [status, published?.when, observations.length])).toEqual([
    ['measured', '2009-03', 2],
    ['estimated', undefined, 2],
    ['measured', undefined, 1],
  ])
})

test('reports each fault with its place and keeps the rest', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/faults.csv`, 'lab-csv')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({
    tool: 'harness',
    settings: { seed: 5 },
    observations: [{ value: 13 }, { value: 14 }],
  })
  expect(problems.map(({ ruleId, line, column }) => [ruleId, line, column])).toEqual([
    ['unexpected-column', 2, 85],
    ['decimal-comma', 3, 18],
    ['invalid-number', 4, 18],
    ['unknown-unit', 5, 21],
    ['invalid-time', 6, 10],
    ['start-after-end', 7, 30],
    ['invalid-time', 8, 36],
    ['unknown-word', 9, 22],
    ['unknown-word', 9, 30],
    ['incomplete-publication', 10, 29],
    ['cell-count', 11, 12],
    ['cell-count', 12, 31],
    ['invalid-id', 13, 1],
    ['broken-quotes', 14, 18],
    ['broken-quotes', 15, 19],
    ['invalid-number', 16, 18],
    ['invalid-number', 17, 18],
    ['contradictory-value', 19, 1],
    ['contradictory-value', 19, 1],
    ['repeated-value', 19, 1],
  ])
})

test.each([
  [readFileSync(`${fixtures}/semicolons.csv`, 'utf8'), 'wrong-separator'],
  ['benchpaper-log,2\nbenchmark,metric,value,unit\n', 'unsupported-log-version'],
  ['benchpaper-log\n', 'unsupported-log-version'],
  ['benchpaper-log,1\n', 'missing-column'],
  ['benchpaper-log,1\nBenchmark,metric,value,unit\n', 'missing-column'],
  ['benchpaper-log,1\nbenchmark,metric,value,unit,a,a\n', 'duplicate-column'],
  ['benchpaper-log,1\nbenchmark,metric,value,unit,"a\n', 'broken-quotes'],
  [`benchpaper-log,1\nbenchmark,metric,value,unit${',x'.repeat(2000)}\n`, 'cell-count'],
])('cannot use %j', async (text, ruleId) => {
  const { format, runs, problems } = await read(text)
  expect(format?.id).toBe('lab-csv')
  expect(runs).toEqual([])
  expect(problems.map((problem) => [problem.ruleId, problem.severity])).toEqual([[ruleId, 'error']])
  expect(problems[0]!.hint).toBeTruthy()
})

test('warns of a file without rows', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/header-only.csv`, 'lab-csv')
  expect(runs).toEqual([])
  expect(problems.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
    ['no-rows', 'warning'],
    ['no-runs', 'error'],
  ])
})

test('stops at a file that is far too long', async () => {
  const rows = 'boot-time,bootTime,1,s\n'.repeat(100_001)
  const { runs, problems } = await read(`benchpaper-log,1\nbenchmark,metric,value,unit\n${rows}`)
  expect(runs).toEqual([])
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['too-many-rows', 100_003]])
})

test('a decimal comma that only lengthens its row is not taken for a unit', async () => {
  const { runs, problems } = await readRows('reason', 'boot-time,bootTime,12,1,,')
  expect(runs).toEqual([])
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['cell-count'])
})

test('text behind the named columns is not dropped in silence', async () => {
  const { runs, problems } = await readRows('', 'a,b,1,s,', 'a,c,1,s,lost')
  expect(runs[0]!.observations).toHaveLength(1)
  expect(problems.map(({ ruleId, line, column }) => [ruleId, line, column])).toEqual([['cell-count', 4, 9]])
})

test('names of objects’ own properties are names like others', async () => {
  const { runs, problems } = await readRows(
    'constructor,setting:toString,setting:__proto__',
    'boot-time,bootTime,1,s,a,b,c',
  )
  expect(runs[0]!.observations[0]!.dimensions).toEqual({ constructor: 'a' })
  expect(runs[0]!.settings).toEqual({ toString: 'b' })
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['unexpected-column'])
})

test('an offset asked for holds where the log has none', async () => {
  const bytes = Buffer.from('benchpaper-log,1\nbenchmark,metric,value,unit,start\na,b,1,s,2013-08-05 13:00:00\n')
  const { runs } = await readBytes(bytes, 'log.csv', { offset: 540 })
  expect(runs[0]!.start).toEqual({ local: '2013-08-05T13:00:00.000', offset: 540 })
})

test('one invalid row makes the run invalid', async () => {
  const { runs } = await readRows('valid,reason', 'a,b,1,s,yes,warm', 'a,c,1,s,no,', 'a,d,1,s,yes,')
  expect(runs[0]).toMatchObject({ valid: false, reasons: ['warm', 'marked as not valid in the log'] })
})

test('text that the encoding cannot explain is marked', async () => {
  const bytes = Buffer.from('benchpaper-log,1\nbenchmark,metric,value,unit,disk\na,b,1,s,\xff\n', 'latin1')
  const { problems } = await readBytes(bytes, 'log.csv', { encoding: 'utf-8' })
  expect(problems.map(({ ruleId, line, column }) => [ruleId, line, column])).toEqual([['damaged-text', 3, 9]])
})

test.each([
  ['2013-08-05 13:02:11', '2013-08-05T13:02:11.000', null],
  ['2013/8/5 9:02:11', '2013-08-05T09:02:11.000', null],
  ['2013-08-05T23:59:59.9996', '2013-08-06T00:00:00.000', null],
  ['2012-02-29 00:00:00.25-0330', '2012-02-29T00:00:00.250', -210],
  ['2012-02-29 00:00:00 Z', '2012-02-29T00:00:00.000', 0],
])('reads the time %s', (text, local, offset) => {
  expect(readTime(text)).toEqual({ local, offset })
})

test.each([
  '2013-02-29 10:00:00',
  '2013-08/05 10:00:00',
  '2013-13-01 10:00:00',
  '2013-01-01 24:00:00',
  '2013-01-01 10:60:00',
  '2013-01-01 10:00:60',
  '2013-01-01 10:00',
  '2013-01-01',
  '05.08.2013 10:00:00',
  '2013-01-01 10:00:00+15:00',
  '2013-01-01 10:00:00 JST',
])('refuses the time %s', (text) => {
  expect(readTime(text)).toBeNull()
})

test('knows dates by their precision', () => {
  expect(['2013', '2013-08', '2013/8/5', '2012-02-29'].map(isDate)).toEqual([true, true, true, true])
  expect(['13', '2013-13', '2013-02-29', 'August 2013', ''].map(isDate)).toEqual([false, false, false, false, false])
})

test('splitting undoes quoting', () => {
  const cell = fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ').trim())
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 9 }), (texts) => {
      const line = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
      const cells = splitCells(line, 9)
      expect(Array.isArray(cells) && cells.map(({ text }) => text)).toEqual(texts)
    }),
  )
})

const complete = readFileSync(`${fixtures}/file-copy.csv`)

test('the size of chunks does not matter', async () => {
  const whole = await readBytes(complete, 'log.csv')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 700 }), async (chunkBytes) => {
      expect(await readBytes(complete, 'log.csv', {}, chunkBytes)).toEqual(whole)
    }),
    { numRuns: 40 },
  )
})

test('a file cut off keeps only what was in it', async () => {
  const whole = (await readBytes(complete, 'log.csv')).runs.flatMap(({ observations }) => observations)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: complete.length - 1 }), async (length) => {
      const log = await readBytes(complete.subarray(0, length), 'log.csv')
      for (const { observations } of log.runs) {
        for (const one of observations) {
          const same = whole.find(({ origin, metric }) => origin.line === one.origin.line && metric === one.metric)
          expect([same?.value, same?.unit]).toEqual([one.value, one.unit])
        }
      }
      // 16 columns: a last line with fewer commas has lost cells. (One cut within its last cell cannot be told.)
      const lastLine = complete.toString('utf8', length === 0 ? 0 : complete.lastIndexOf(10, length - 1) + 1, length)
      const commas = lastLine.replaceAll(/"[^"]*"/g, '').split(',').length - 1
      if (length === 0 || (lastLine !== '' && commas < 15)) expect(log.problems.length).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
})

test('flipped bytes never throw', async () => {
  const faults = readFileSync(`${fixtures}/faults.csv`)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(complete, faults),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 }),
      async (bytes, flips) => {
        const damaged = Buffer.from(bytes)
        for (const [at, byte] of flips) damaged[at % damaged.length] = byte
        const { runs } = await readBytes(damaged, 'log.csv', {}, 64)
        for (const { observations } of runs) {
          for (const { value } of observations) expect(value === null || Number.isFinite(value)).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('the example in the documentation is what it says', async () => {
  const example = /```csv\n([^`]+)```/.exec(readFileSync('docs/lab-csv.md', 'utf8'))![1]!
  const { runs, problems } = await read(example)
  expect(problems).toEqual([])
  expect(runs.map(({ valid }) => valid)).toEqual([true, false])
  expect(runs[0]!.observations.map(({ value }) => value)).toEqual([421.9, 16e9])
})

test('every rule is documented', () => {
  const files = ['../lab-csv.ts', 'check-row.ts', 'header.ts', 'row.ts', 'runs.ts']
  const code = files.map((file) => readFileSync(`src/formats/lab-csv/${file}`, 'utf8')).join('\n')
  const used = [...code.matchAll(/(?:ruleId: |(?:fail|error|warning)\(|return \[)\s*'([a-z-]+)'/g)].map(
    (match) => match[1]!,
  )
  const [own, shared] = ['lab-csv', 'logs'].map((list) =>
    [...readFileSync(`docs/problems/${list}.md`, 'utf8').matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1]!),
  )
  expect(used.filter((rule) => !own!.includes(rule) && !shared!.includes(rule))).toEqual([])
  expect(own!.filter((rule) => !used.includes(rule))).toEqual([])
})
