import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { expectedNumber } from '../helpers/expected.ts'
import { expectSafe, valueOf } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = 'test/fixtures/hammerdb'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'hammerdb')
}

test('reads a sweep behind two byte order marks, without what must not be shown', async () => {
  const log = await check('sweep-4.5.txt')
  expect(log.problems).toEqual([])
  expect(log.runs.map(({ dimensions }) => dimensions)).toEqual([
    { workload: 'TPROC-C', database: 'PostgreSQL', virtualUsers: 1, warehouses: 100 },
    { workload: 'TPROC-C', database: 'PostgreSQL', virtualUsers: 4, warehouses: 100 },
  ])
  const [, best] = log.runs
  expect(best).toMatchObject({ toolVersion: '4.5', valid: null, settings: { rampupMinutes: 2, durationMinutes: 5 } })
  expect(best!.observations[0]).toMatchObject({ metric: 'score', value: 21_000 })
  // Per minute to per second.
  expect(valueOf(best, 'newOrders', {})).toBe(350)
  expect(valueOf(best, 'transactions', {})).toBe(800)
  expect(JSON.stringify(log.runs)).not.toMatch(/hunter|secret/)
})

test('finds NOPM and TPM by their labels in the order of 3.x', async () => {
  const { runs, problems } = await check('result-order-3.x.txt')
  expect(problems).toEqual([])
  expect(runs[0]!.dimensions).toMatchObject({ database: 'SQL Server', virtualUsers: 2 })
  expect(valueOf(runs[0], 'score', {})).toBe(1_465_149)
  expect(valueOf(runs[0], 'transactions', {})).toBe(3_370_315 / 60)
})

test('gives no number without TEST RESULT', async () => {
  const { runs, problems } = await check('no-result.txt')
  expect(runs[0]).toMatchObject({ valid: false, observations: [] })
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['missing-result'])
})

test('flags a result line that breaks off', async () => {
  const text = 'Vuser 1:TEST RESULT : System achieved 8153 NOPM from 247'
  const { runs, problems } = await readBytes(Buffer.from(text), 'hammerdb.log')
  expect(runs[0]).toMatchObject({ valid: false, reasons: ['The result line breaks off.'] })
  expect(runs[0]!.observations.map(({ value }) => value)).toEqual([8153, 8153 / 60, null])
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['truncated-results'])
})

test('flags a result of zero, users that ended early, users that failed', async () => {
  const { runs, problems } = await check('zero-and-early.txt')
  expect(runs.map(({ valid }) => valid)).toEqual([false, false, false])
  expect(runs.map(({ reasons }) => reasons[0])).toEqual([
    'No transactions were counted: the virtual users ended before the test period did.',
    '1 virtual users ended before the test period did.',
    'Virtual user 3 failed.',
  ])
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-transactions', 'job-failed'])
})

// Eleven queries of 0.5 s and eleven of 2 s: their geometric mean is 1 s.
test('tells users and passes of interleaved query times apart', async () => {
  const log = await check('tproc-h.txt')
  expect(log.problems).toEqual([])
  const [run] = log.runs
  expect(run).toMatchObject({ valid: null, dimensions: { workload: 'TPROC-H', virtualUsers: 2, scaleFactor: 1 } })
  expect(valueOf(run, 'queryTime', { virtualUser: 2, querySet: 2, query: 21 })).toBe(0.5)
  expect(valueOf(run, 'querySetTime', { virtualUser: 2, querySet: 1 })).toBe(29)
  expect(valueOf(run, 'queryTimeGeometricMean', { virtualUser: 1, querySet: 2 })).toBe(1)
  expect(JSON.stringify(run)).not.toContain('hunter')
})

test('reports a mean that differs from the query times', async () => {
  const { runs, problems } = await check('tproc-h-contradiction.txt')
  expect(problems).toMatchObject([{ ruleId: 'aggregate-differs', actual: '1.2', expected: '1' }])
  expect(runs[0]!.valid).toBe(false)
})

test('flags a query test that breaks off', async () => {
  const { runs, problems } = await check('tproc-h-cut-off.txt')
  expect(runs[0]!.reasons[0]).toBe('0 of 2 virtual users completed their queries.')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['missing-result'])
})

test('reads the transaction counter over midnight', async () => {
  const { runs, problems } = await check('counter.log')
  expect(problems).toEqual([])
  expect(runs[0]).toMatchObject({
    start: { local: '2022-06-30T23:59:58.000', offset: 0 },
    end: { local: '2022-07-01T00:00:01.000', offset: 0 },
    dimensions: { database: 'PostgreSQL' },
  })
  const [series] = runs[0]!.series
  expect([[...series!.times], [...series!.values]]).toEqual([
    [0, 1, 3],
    [0, 1000, 1100],
  ])
})

test('a log that only builds a schema has no result', async () => {
  const { problems } = await check('build-only.txt')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-results'])
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/result-order-3.x.txt`)
  const whole = await readBytes(bytes, 'h.txt')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 'h.txt', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60, max: bytes.length }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 'h.txt')
      expectSafe(log)
      const isCut = length < bytes.indexOf('1465149 NOPM') + 12
      for (const run of log.runs) if (isCut) expect(run.observations.map(({ value }) => value)).not.toContain(146_514)
    }),
    { numRuns: 60 },
  )
  const texts = ['sweep-4.5.txt', 'result-order-3.x.txt', 'tproc-h.txt', 'counter.log'].map((name) =>
    readFileSync(`${fixtures}/${name}`, 'utf8'),
  )
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

describe.skipIf(samples === null)('real logs', () => {
  const folder = 'hammerdb/virtualclient'
  const read = (name: string): Promise<ReadLog> => readBytes(readFileSync(join(samples!, 'archives', name)), name)

  test('4.12, TPROC-C', async () => {
    const name = `${folder}/HammerDBMySQL.txt`
    const { runs, problems } = await read(name)
    expect(problems).toEqual([])
    expect(runs[0]!.dimensions).toMatchObject({ database: 'MySQL', virtualUsers: expectedNumber(name, 'vusers') })
    expect(valueOf(runs[0], 'score', {})).toBe(expectedNumber(name, 'nopm'))
    expect(valueOf(runs[0], 'transactions', {})! * 60).toBeCloseTo(expectedNumber(name, 'tpm'), 9)
  })

  test('4.5, cut before its result', async () => {
    const { runs } = await read(`${folder}/HammerDBIncorrectResultsExample.txt`)
    expect(runs[0]).toMatchObject({ toolVersion: '4.5', valid: false, observations: [] })
  })

  test('4.12, TPROC-H with eight users and two passes', async () => {
    const { runs, problems } = await read(`${folder}/HammerDBMySQLTPCH.txt`)
    expect(problems).toEqual([])
    expect(runs[0]!.valid).toBe(null)
    expect(runs[0]!.observations.filter(({ metric }) => metric === 'queryTime')).toHaveLength(8 * 2 * 22)
    // As printed on the second line of that kind of this user.
    const dimensions = { virtualUser: 6, querySet: 2 }
    expect(valueOf(runs[0], 'queryTimeGeometricMean', dimensions)).toBe(1.70073)
  })
})
