import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readLog } from '../../src/formats/read.ts'
import { minimumStreams, tpchScores, type TpchTest } from '../../src/model/tpch.ts'
import { checkFormat, readBytes, sourceOf } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = 'test/fixtures/tpch'
const names = [...Array.from({ length: 22 }, (_, i) => String(i + 1)), 'RF1', 'RF2']

function powerTest(times: number[], more: Partial<TpchTest> = {}): TpchTest {
  return {
    scale: 300,
    powerTimes: new Map(names.map((name, i) => [name, times[i % times.length]!])),
    streams: 0,
    throughputSeconds: null,
    failedInStreams: [],
    price: null,
    ...more,
  }
}

describe('the metrics of TPC-H', () => {
  it('are those of the specification', () => {
    // By hand: twelve times 18 s and twelve times 72 s have the geometric mean √(18 · 72) = 36 s; 3600 · 300 ÷ 36 = 30,000.
    const power = tpchScores(powerTest([18, 72]))
    expect(power.power).toBeCloseTo(30_000, 6)
    expect(power).toMatchObject({ throughput: null, composite: null, reasons: [] })
    // By hand: 6 · 22 · 3600 · 300 ÷ 19,008 = 7500; √(30,000 · 7500) = 15,000; 900,000 ÷ 15,000 = 60.
    const all = tpchScores(powerTest([18, 72], { streams: 6, throughputSeconds: 19_008, price: 900_000 }))
    expect(all.throughput).toBeCloseTo(7500, 6)
    expect(all.composite).toBeCloseTo(15_000, 6)
    expect(all.pricePerformance).toBeCloseTo(60, 6)
  })

  it('raise very short times to a thousandth of the longest', () => {
    // By hand: 0.001 s becomes 0.1 s; (0.1 · 100^23)^(1/24) = 100 · 0.001^(1/24) = 100 · e^(−6.907755 ÷ 24) = 74.98942.
    const times = [0.001, ...Array.from({ length: 23 }, () => 100)]
    expect(tpchScores(powerTest(times)).power).toBeCloseTo((3600 * 300) / 74.98942, 2)
  })

  it('are missing without all times, with the reason', () => {
    const failed = powerTest([10])
    const powerTimes = new Map<string, number | null>([...failed.powerTimes, ['5', null], ['7', 0], ['RF1', null]])
    expect(tpchScores({ ...failed, powerTimes })).toEqual({
      power: null,
      throughput: null,
      composite: null,
      pricePerformance: null,
      reasons: ['no power score: 21 of 22 queries have a time, missing: 5, RF1', 'no power score: not above zero: 7'],
    })
    expect(tpchScores(powerTest([10], { streams: 2 })).reasons).toEqual([
      '2 query streams, at least 6 at scale factor 300',
      'no throughput score: the length of the throughput test is not known',
    ])
    expect(tpchScores(powerTest([10], { scale: 7, streams: 2, throughputSeconds: 10 })).reasons).toEqual([
      'scale factor 7 is none of the specification',
    ])
    expect(tpchScores(powerTest([10], { scale: null }))).toMatchObject({ power: null, reasons: [] })
  })

  it('stay finite for huge and tiny times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), { minLength: 24, maxLength: 24 }),
        (times) => {
          const { power } = tpchScores(powerTest(times))
          expect(power === null || power >= 0).toBe(true)
        },
      ),
      { numRuns: 200, seed: 1 },
    )
  })

  it('want more streams for larger databases', () => {
    expect([1, 300, 100_000].map(minimumStreams)).toEqual([2, 6, 11])
  })
})

test('reads a whole test and computes its scores', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/whole-test.csv`, 'tpch-csv')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    benchmark: 'tpc-h',
    dimensions: { scale: 1 },
    settings: { currency: 'EUR' },
    reasons: [],
  })
  expect(valueOf(run, 'queryTime', { phase: 'power', query: 2 })).toBe(72)
  // By hand, as above: 3600 · 1 ÷ 36 = 100; 2 · 22 · 3600 ÷ 240 = 660; √66,000 = 256.9047; 25,690 ÷ 256.9047 = 99.998.
  expect(valueOf(run, 'throughputTime', {})).toBe(240)
  expect(valueOf(run, 'qpph', {})).toBeCloseTo(100, 9)
  expect(valueOf(run, 'qthh', {})).toBe(660)
  expect(valueOf(run, 'qphh', {})).toBeCloseTo(256.9047, 4)
  expect(valueOf(run, 'pricePerQphh', {})).toBeCloseTo(99.998, 3)
})

test('a power test with a failed query has no score, and says why', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/power-faults.csv`, 'tpch-csv')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['unknown-query', 'broken-quotes', 'cell-count'])
  expect(observationsOf(runs[0]!, 'qpph')).toEqual([])
  expect(runs[0]!.reasons).toEqual([
    'no power score: 21 of 22 queries have a time, missing: 5',
    'no power score: not above zero: 7',
  ])
})

test('reads refresh functions in a file of their own', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/refresh.csv`, 'tpch-csv')
  // 40 s by the clock, 60 s in the column.
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['duration-differs', 4]])
  expect(runs[0]).toMatchObject({
    start: { local: '2005-08-01T10:00:00.000' },
    end: { local: '2005-08-01T12:00:40.000' },
  })
  expect(valueOf(runs[0], 'refreshTime', { phase: 'power', refresh: 'RF2' })).toBe(27.9)
})

test('a stream with a query twice has no power score', async () => {
  const text = readFileSync(`${fixtures}/whole-test.csv`, 'utf8').replace('power,0,RF2,,,72', 'power,0,14,,,72')
  const { runs } = await readBytes(Buffer.from(text), 'log.csv')
  expect(runs[0]!.reasons).toEqual([
    'no power score: 21 of 22 queries have a time, missing: 14, RF2',
    'more than one time in the power test: 14',
  ])
})

test('reads tables of DBT-3 with all runs', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/dbt3-runs.txt`, 'dbt3-times')
  expect(problems).toEqual([])
  expect(runs[0]!.reasons).toEqual(['21 of 22 queries have a time, missing: 20'])
  const [first] = observationsOf(runs[0]!, 'queryTime', { query: 1 })
  // 10, 11 and 14 s: deviations from 11.667 are −1.667, −0.667, 2.333; √(8.667 ÷ 2) = 2.0817.
  expect(first).toMatchObject({ value: 11, repetitions: 3, spread: { min: 10, max: 14 } })
  expect(first!.spread!.stddev).toBeCloseTo(2.0817, 4)
  expect(valueOf(runs[0], 'queryTime', { query: 9, variant: 'opt' })).toBe(55)
  expect(valueOf(runs[0], 'queryTime', { query: 20 })).toBe(null)
})

test('reads summaries of DBT-3 with data sets side by side', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/dbt3-summary.dat`, 'dbt3-times')
  expect(problems).toEqual([])
  expect(runs.map(({ dimensions }) => dimensions.dataSet)).toEqual(['a.txt', 'b.txt'])
  expect(valueOf(runs[1], 'queryTime', { query: 3 })).toBe(62)
  expect(valueOf(runs[1], 'queryTimeMax', { query: 3 })).toBe(68)
  expect(runs[1]!.reasons).toEqual(['20 of 22 queries have a time, missing: 9, 18'])
  // The percentages below are no times.
  expect(observationsOf(runs[0]!, 'queryTime')).toHaveLength(22)
})

test('reads minima and maxima of DBT-3 by version', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/dbt3-extremes.dat`, 'dbt3-times')
  expect(problems).toEqual([])
  expect(runs.map(({ settings }) => settings.databaseVersion)).toEqual(['5.3.5-MariaDB-ga', '5.5.21'])
  expect(runs[1]!.reasons).toEqual(['20 of 22 queries have a time, missing: 14, 18'])
  expect(valueOf(runs[1], 'queryTimeMin', { query: 18, variant: 'opt' })).toBe(133)
})

test('a median that its runs do not have is reported', async () => {
  const text = readFileSync(`${fixtures}/dbt3-runs.txt`, 'utf8').replace('31\t30', '33\t30')
  const { problems } = await readBytes(Buffer.from(text), 'log.txt')
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['aggregate-differs', 3]])
})

const samples = samplesFolder()
test.skipIf(samples === null)('reads the real tables', async () => {
  const folder = join(samples!, 'archives/tpch/mariadb-dbt3')
  const tables = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    /innodb_s30\/.*\.(?:txt|dat)$|results\.dat$/.test(name),
  )
  expect(tables).toHaveLength(15)
  const counts = new Map<string, number[]>()
  for (const name of tables) {
    const log = await readBytes(readFileSync(join(folder, name)), name)
    expect(log.format?.id, name).toBe('dbt3-times')
    expect(log.problems, name).toEqual([])
    counts.set(
      name,
      log.runs.map(({ reasons }) => Number(/^\d+/.exec(reasons[0] ?? '22')![0])),
    )
  }
  // Counted by hand in the files: rows of whole queries that are not −1.
  expect(counts.get('innodb_s30/maria-5.5.23-exact-stats.txt')).toEqual([22])
  expect(counts.get('innodb_s30/mysql-5.6.5-exact-stats.txt')).toEqual([17])
  expect(counts.get('innodb_s30/summary_mysql.dat')).toEqual([19, 18, 18])
  expect(counts.get('myisam_test_2012-03-07_140110/results.dat')).toEqual([21, 20, 15, 16])
})

describe('damage', () => {
  const files = readdirSync(fixtures)
    .filter((name) => /\.(?:csv|txt|dat)$/.test(name) && !name.includes('golden'))
    .map((name) => ({
      name,
      bytes: readFileSync(`${fixtures}/${name}`),
      format: name.endsWith('.csv') ? 'tpch-csv' : 'dbt3-times',
    }))
  const part = fc.double({ min: 0, max: 1, noNaN: true })

  it('of any bytes is read to its end, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        part,
        fc.array(fc.tuple(part, fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
        fc.integer({ min: 1, max: 500 }),
        async ({ bytes: file, format }, end, changes, chunk) => {
          const bytes = Buffer.from(file.subarray(0, Math.ceil(end * file.length)))
          for (const [at, value] of changes) if (bytes.length > 0) bytes[Math.floor(at * (bytes.length - 1))] = value
          const options = { encoding: 'windows-1252' }
          const whole = await readLog(sourceOf(bytes, 'log', options), format)
          expect(await readLog(sourceOf(bytes, 'log', options, chunk), format)).toEqual(whole)
        },
      ),
      { numRuns: 300, seed: 1 },
    )
  })

  it('by cutting a table of DBT-3 makes no other number', async () => {
    for (const { name, bytes } of files.filter(({ format }) => format === 'dbt3-times')) {
      const whole = await readBytes(bytes, name)
      const known = new Set(whole.runs.flatMap((run) => run.observations.map((one) => JSON.stringify(one))))
      for (let end = bytes.length - 1; end > 300; end -= 7) {
        const cut = await readLog(sourceOf(bytes.subarray(0, end), name), 'dbt3-times')
        for (const one of cut.runs.flatMap(({ observations }) => observations)) {
          expect(known.has(JSON.stringify(one)), `${name} cut at ${end}: ${JSON.stringify(one)}`).toBe(true)
        }
      }
    }
  })
})
