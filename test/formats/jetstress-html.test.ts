import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findDecimalMark, readNumber } from '../../src/formats/jetstress-html/numbers.ts'
import { findDateOrder, readTime } from '../../src/formats/jetstress-html/times.ts'
import { readLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes, sourceOf } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'

const fixtures = 'test/fixtures/jetstress'
const two = readFileSync(`${fixtures}/2010-two-databases.html`, 'utf8')

function read(text: string) {
  return readBytes(Buffer.from(text), 'Performance_2012_3_2_12_12_38.html')
}

test('reads databases and logs of a report of 2010', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/2010-two-databases.html`, 'jetstress-html')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    benchmark: 'jetstress',
    toolVersion: '14.01.0225.017',
    system: 'EX01',
    valid: true,
    dimensions: { raid: '1+0', threads: 14 },
    settings: { generation: '2010', testType: 'Performance', threadsPer: 'database', readOperations: 0.35 },
    // 12:12 PM is noon, and the performance log says that the month comes first.
    start: { local: '2012-03-02T12:12:25.000', offset: null },
    end: { local: '2012-03-02T14:17:08.000', offset: null },
  })
  const first = { instance: 'Instance1932.1', volume: 'database' }
  expect(valueOf(run, 'responseTime', { ...first, operation: 'read' })).toBe(0.0125)
  expect(valueOf(run, 'iops', { ...first, operation: 'write' })).toBe(200)
  const all = { instance: 'all', volume: 'database' }
  // By hand: 300 + 200 + 340.5 + 209.5; the page prints 1,050.000.
  expect(valueOf(run, 'iops', { ...all, operation: 'all' })).toBe(1050)
  expect(valueOf(run, 'achievedIops', {})).toBe(1050)
  // By hand: (300 · 12.5 + 340.5 · 15) ms ÷ 640.5 = 8857.5 ÷ 640.5 = 13.829 ms.
  expect(valueOf(run, 'responseTime', { ...all, operation: 'read' })).toBeCloseTo(0.013829, 6)
  // By hand: (80 · 0.75 + 90 · 1.25) ms ÷ 170 = 1.01471 ms.
  expect(valueOf(run, 'responseTime', { instance: 'all', volume: 'log', operation: 'write' })).toBeCloseTo(
    0.00101471,
    8,
  )
  // The first log was never read; that is no measurement.
  expect(observationsOf(run!, 'iops', { volume: 'log', operation: 'read' })).toHaveLength(1)
})

test('reads drives, decimal commas and a failed test of 2007', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/2007-decimal-comma-fail.html`, 'jetstress-html')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    valid: false,
    // The read latency of G: is exactly on its limit, which has passed.
    reasons: ['average write latency of the log F: is 12 ms, limit 10 ms'],
    dimensions: { raid: '5', threads: 10 },
    settings: { generation: '2007', testType: 'Stress', threadsPer: 'storage group', logWriteLimit: 0.01 },
    start: { local: '2009-03-20T18:00:05.000' },
  })
  // By hand: 400.25 + 240.5 + 395.75 + 245 = 1281.5, printed as 1.281,500.
  expect(valueOf(run, 'iops', { instance: 'all', volume: 'database', operation: 'all' })).toBe(1281.5)
  expect(valueOf(run, 'achievedIops', {})).toBe(1281.5)
  expect(valueOf(run, 'responseTime', { instance: 'G:', volume: 'database', operation: 'read' })).toBe(0.02)
})

test('reads the summary of a backup test', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/2013-backup.html`, 'jetstress-html')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-transactional-io'])
  expect(runs[0]).toMatchObject({ valid: true, system: 'EX03', observations: [] })
})

test('reports what a page contradicts, with the worse verdict', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/contradictions.html`, 'jetstress-html')
  expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual([
    'ambiguous-date',
    'ambiguous-date',
    'cell-count',
    'no-thread-count',
    'verdict-differs',
  ])
  expect(runs[0]).toMatchObject({
    valid: false,
    start: null,
    reasons: ['average read latency of the database Instance1932.1 is 20.5 ms, limit 20 ms'],
  })
})

test('thresholds of the test log win over those of the version', async () => {
  const { runs } = await read(two.replace('average: 20 msec/read', 'average: 14.5 msec/read'))
  expect(runs[0]!.settings.databaseReadLimit).toBe(0.0145)
  expect(runs[0]!.reasons).toEqual(['average read latency of the database Instance1932.2 is 15 ms, limit 14.5 ms'])
})

test('a sum that its rows do not give is reported', async () => {
  const { problems } = await read(two.replace('<td>1,050.000</td>', '<td>1,050.100</td>'))
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['aggregate-differs', 62]])
})

test('a missed target fails', async () => {
  const { runs } = await read(two.replace('<td>1,000</td>', '<td>1,100</td>'))
  expect(runs[0]!.reasons).toEqual(['achieved 1050 transactional I/Os per second, target 1100'])
})

test('a page of another version or without a result says so', async () => {
  const other = await read(two.replaceAll('14.01.0225.017', '16.00.0001.000'))
  expect(other.problems.map(({ ruleId }) => ruleId)).toEqual(['unknown-version'])
  const empty = await read('<html><body><h1>Jetstress</h1></body></html>')
  expect(empty.problems.map(({ ruleId }) => ruleId)).toEqual(['no-jetstress-result'])
  expect(empty.runs).toEqual([])
})

test('a page of two halves with different decimal marks gives no doubtful number', async () => {
  const mixed = two.replace('<td>12.500</td>', '<td>12,5</td>')
  const { runs, problems } = await read(mixed)
  expect(problems.map(({ ruleId }) => ruleId)).toContain('mixed-decimal-marks')
  const times = observationsOf(runs[0]!, 'responseTime', { volume: 'database', operation: 'read' })
  expect(times.map(({ value }) => value)).toEqual([0.0125, null, null])
})

describe('numbers', () => {
  it('find the decimal mark of a page', () => {
    expect(findDecimalMark(['14.213', '0.689'])).toBe('.')
    expect(findDecimalMark(['14,213', '0,689'])).toBe(',')
    expect(findDecimalMark(['14.213', '7'])).toBe('.')
    expect(findDecimalMark(['14,213', '1,068'])).toBe(null)
    expect(findDecimalMark(['1,068.36', '0,5'])).toBe('contradiction')
    expect(findDecimalMark(['966,451,200'])).toBe('.')
  })

  it('are read by it', () => {
    expect(readNumber('1,068.36', '.')).toBe(1068.36)
    expect(readNumber('1.068,36', ',')).toBe(1068.36)
    expect(readNumber('1\u00a0068,36', ',')).toBe(1068.36)
    expect(readNumber('40%', '.')).toBe(40)
    expect(readNumber('14 (per database)', '.')).toBe(14)
    expect(readNumber('14,213', null)).toBe(null)
    expect(readNumber('1.2.3', ',')).toBe(123)
    expect(readNumber('12:30', '.')).toBe(null)
  })
})

describe('times', () => {
  it('have their order from the name of the log, else from the numbers', () => {
    expect(findDateOrder(['3/2/2012 1:00:00 PM'], ['Performance_2012_3_2_13_0_0.blg'])).toBe('month-first')
    expect(findDateOrder(['3/2/2012 13:00:00'], ['Performance_2012_2_3_13_0_0.blg'])).toBe('day-first')
    expect(findDateOrder(['3/2/2012 13:00:00', '3/20/2012 13:00:00'], [])).toBe('month-first')
    expect(findDateOrder(['3/2/2012 13:00:00'], [])).toBe(null)
  })

  it('are read with twelve and with twenty-four hours', () => {
    expect(readTime('3/2/2012 12:05:06 AM', 'month-first', null)?.local).toBe('2012-03-02T00:05:06.000')
    expect(readTime('2012/03/02 午後 1:05:06', null, 540)).toEqual({ local: '2012-03-02T13:05:06.000', offset: 540 })
    expect(readTime('30/2/2012 13:05:06', 'day-first', null)).toBe(null)
  })
})

describe('damage', () => {
  const files = ['2010-two-databases', '2007-decimal-comma-fail', '2013-backup', 'contradictions'].map((name) =>
    readFileSync(`${fixtures}/${name}.html`),
  )
  const part = fc.double({ min: 0, max: 1, noNaN: true })

  it('by cutting leaves only values of the whole page, or is reported', async () => {
    const whole = await read(two)
    const known = new Map(whole.runs[0]!.observations.map((one) => [JSON.stringify([one.metric, one.dimensions]), one]))
    await fc.assert(
      fc.asyncProperty(part, async (at) => {
        const cut = Buffer.from(two).subarray(0, Math.floor(at * (two.trimEnd().length - 1)))
        const { runs, problems } = await readLog(sourceOf(cut, 'log'), 'jetstress-html')
        expect(problems.length).toBeGreaterThan(0)
        for (const { metric, dimensions, value } of runs.flatMap(({ observations }) => observations)) {
          expect(value).toBe(known.get(JSON.stringify([metric, dimensions]))!.value)
        }
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it('of any bytes is read to its end, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(part, fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5000 }),
        async (file, changes, chunk) => {
          const bytes = Buffer.from(file)
          for (const [at, value] of changes) bytes[Math.floor(at * (bytes.length - 1))] = value
          const [whole, chunked] = [
            await readLog(sourceOf(bytes, 'log'), 'jetstress-html'),
            await readLog(sourceOf(bytes, 'log', {}, chunk), 'jetstress-html'),
          ]
          expect(chunked).toEqual(whole)
        },
      ),
      { numRuns: 100, seed: 2 },
    )
  })

  it('by endless nesting or rows is stopped', async () => {
    const deep = `<html>Jetstress${'<div>'.repeat(50_000)}`
    expect((await read(deep)).problems.map(({ ruleId }) => ruleId)).toContain('html-too-large')
    const wide = `<html>Jetstress<table><tr>${'<td>1'.repeat(5000)}`
    expect((await read(wide)).problems.map(({ ruleId }) => ruleId)).toContain('html-too-large')
  })
})
