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

const fixtures = 'test/fixtures/sysbench'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'sysbench')
}

test('reads an OLTP test of 0.5, milliseconds behind each number', async () => {
  const { runs, problems } = await check('oltp-0.5.txt')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({ toolVersion: '0.5', valid: null, dimensions: { test: 'oltp', threads: 4 } })
  expect(valueOf(run, 'transactions', {})).toBe(999.8)
  expect(valueOf(run, 'queries', { operation: 'readWrite' })).toBe(17_996.4)
  expect(valueOf(run, 'responseTime', {})).toBe(0.004)
  // Above the maximum: the upper end of its bucket.
  expect(valueOf(run, 'responseTimePercentile', { percentile: 99 })).toBe(0.0128)
  expect(valueOf(run, 'responseTimeMax', {})).toBe(0.0125)
  expect(valueOf(run, 'deadlocks', {})).toBe(3)
  expect(run!.series.map(({ metric, values }) => [metric, ...values])).toEqual([
    ['transactions', 990.1, 1010.3],
    ['responseTimePercentile', 6.1 / 1000, 5.9 / 1000],
  ])
})

test('reads several tests of 1.0, milliseconds in the head of the block', async () => {
  const { runs, problems } = await check('two-tests-1.0.txt')
  expect(runs.map(({ dimensions }) => dimensions.threads)).toEqual([2, 512])
  expect(valueOf(runs[0], 'transactions', {})).toBe(99.98)
  expect(valueOf(runs[0], 'queries', {})).toBe(1999.6)
  expect(valueOf(runs[0], 'responseTime', {})).toBe(0.02001)
  expect(valueOf(runs[0], 'responseTimePercentile', { percentile: 95 })).toBe(0.03624)
  expect(valueOf(runs[0], 'errors', { operation: 'all' })).toBe(2)
  expect(runs[0]!.reasons).toEqual(['2 events failed with errors that were ignored.'])
  // The end of the histogram.
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['percentile-capped'])
  expect(runs[1]!.reasons[1]).toContain('100 s or more')
})

test('reads CPU and memory tests', async () => {
  const { runs, problems } = await check('cpu-and-memory.txt')
  expect(problems).toEqual([])
  expect(runs.map(({ dimensions }) => dimensions.test)).toEqual(['cpu', 'memory'])
  expect(valueOf(runs[0], 'events', {})).toBe(8000.4)
  expect(valueOf(runs[1], 'throughput', { operation: 'all' })).toBe(999.9 * 2 ** 20)
})

test('reads a file test', async () => {
  const { runs, problems } = await check('fileio.txt')
  expect(problems).toEqual([])
  expect(valueOf(runs[0], 'iops', { operation: 'read' })).toBe(1920)
  expect(valueOf(runs[0], 'throughput', { operation: 'write' })).toBe(20 * 2 ** 20)
  expect(valueOf(runs[0], 'responseTimePercentile', { percentile: 99 })).toBe(0.012)
})

test('flags a test without summary and leaves out the interval that was cut', async () => {
  const { runs, problems } = await check('failed.txt')
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([
    ['tool-message', 14],
    ['missing-summary', 1],
    ['cell-count', 13],
  ])
  expect(runs[0]).toMatchObject({ valid: false, observations: [] })
  expect([...runs[0]!.series[0]!.times]).toEqual([10, 20])
})

test('reports a summary that contradicts itself', async () => {
  const { runs, problems } = await check('contradiction.txt')
  expect(problems.map(({ ruleId, actual, expected }) => [ruleId, actual, expected])).toEqual([
    ['aggregate-differs', '400001', '400000'],
    // 79.96 s by 20000 events; 20000 transactions by 20.004 s
    ['aggregate-differs', '0.0044', '0.003998'],
    ['aggregate-differs', '1999.8', '999.80004'],
  ])
  expect(runs[0]!.valid).toBe(false)
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/oltp-0.5.txt`)
  const whole = await readBytes(bytes, 's.txt')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 's.txt', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 20, max: bytes.indexOf('execution time') + 20 }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 's.txt')
      expectSafe(log)
      for (const run of log.runs) expect(run.valid).toBe(false)
    }),
    { numRuns: 60 },
  )
  const texts = ['oltp-0.5.txt', 'two-tests-1.0.txt', 'cpu-and-memory.txt', 'fileio.txt'].map((name) =>
    readFileSync(`${fixtures}/${name}`, 'utf8'),
  )
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

describe.skipIf(samples === null)('a real sweep of 0.5', () => {
  test.each([1, 2, 4, 8, 16, 32, 64, 128, 256])('%i threads', async (threads) => {
    const name = `sysbench/mariadb-series16/res01/sysbench.rw.${threads}.res`
    const { runs, problems } = await readBytes(readFileSync(join(samples!, 'archives', name)), name)
    expect(problems).toEqual([])
    const [run] = runs
    expect(run!.dimensions.threads).toBe(expectedNumber(name, 'threads'))
    expect(valueOf(run, 'transactions', {})).toBe(expectedNumber(name, 'tps'))
    expect(valueOf(run, 'responseTime', {})! * 1000).toBeCloseTo(expectedNumber(name, 'avg_ms'), 6)
    expect(valueOf(run, 'responseTimePercentile', { percentile: 99 })! * 1000).toBeCloseTo(
      expectedNumber(name, 'p99_ms'),
      6,
    )
    expect(run!.series[0]!.times).toHaveLength(240)
  })
})
