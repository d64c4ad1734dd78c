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

const fixtures = 'test/fixtures/diskspd-text'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'diskspd-text')
}

// Two threads in 20 s, each 7000 reads and 3000 writes of 8 KiB: the run of the XML fixture, with the same results.
test('reads totals, percentiles, CPU and parameters of 2.2', async () => {
  const { runs, problems } = await check('mixed-2.2.txt')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    system: 'LAB-NODE2',
    valid: null,
    start: { local: '2023-02-28T23:59:59.000', offset: 0 },
    dimensions: { blockSize: 8192, readShare: 0.7, randomShare: 1, queueDepth: 4, threads: 2, targets: 1 },
    settings: { durationSeconds: 20, warmupSeconds: 5, paths: 'D:\\test.dat' },
  })
  expect(valueOf(run, 'iops', { operation: 'all' })).toBe(1000)
  expect(valueOf(run, 'throughput', { operation: 'all' })).toBe(7.81 * 2 ** 20)
  expect(valueOf(run, 'responseTime', { operation: 'all' })).toBeCloseTo(0.475e-3, 12)
  expect(valueOf(run, 'responseTimeStddev', { operation: 'write' })).toBeCloseTo(0.5e-3, 12)
  expect(valueOf(run, 'responseTimePercentile', { operation: 'read', percentile: 99.9 })).toBe(0.0015)
  expect(valueOf(run, 'responseTimePercentile', { operation: 'write', percentile: 99.9999999 })).toBe(0.012345)
  expect(valueOf(run, 'responseTimeMax', { operation: 'read' })).toBe(0.009)
  expect(valueOf(run, 'cpuUtilization', {})).toBeCloseTo(0.1251, 12)
})

test('reads what PowerShell redirects', async () => {
  const wide = await check('utf-16.txt')
  const plain = await check('mixed-2.2.txt')
  expect(wide.runs[0]!.observations.map(({ value }) => value)).toEqual(
    plain.runs[0]!.observations.map(({ value }) => value),
  )
})

test('finds columns by name and tells targets and timespans apart', async () => {
  const { runs, problems } = await check('two-timespans-2.0.txt')
  expect(problems).toEqual([])
  const [whole, short] = runs
  expect(whole).toMatchObject({ valid: null, dimensions: { blockSize: 65536, readShare: 1, randomShare: 0 } })
  expect(whole!.dimensions).not.toHaveProperty('queueDepth')
  expect(valueOf(whole, 'throughput', { operation: 'read' })).toBe(25 * 2 ** 20)
  expect(valueOf(whole, 'iops', { operation: 'read', target: 'E:\\b.dat' })).toBe(300)
  expect(whole!.observations.some(({ dimensions }) => dimensions.operation === 'write')).toBe(false)
  expect(whole!.observations.some(({ metric }) => metric.startsWith('responseTime'))).toBe(false)
  expect(short).toMatchObject({
    valid: false,
    reasons: ['The test ran 12.5 s of 30 s: it was stopped early.'],
    dimensions: { queueDepth: 1 },
  })
})

test('reads an excerpt that begins with the results', async () => {
  const text = readFileSync(`${fixtures}/mixed-2.2.txt`, 'utf8')
  const { runs, problems } = await readBytes(Buffer.from(text.slice(text.indexOf('Results for'))), 'excerpt.txt')
  expect(problems).toEqual([])
  expect(valueOf(runs[0], 'iops', { operation: 'all' })).toBe(1000)
  expect(runs[0]!.dimensions).toEqual({ threads: 2 })
})

test('flags results that break off', async () => {
  const { runs, problems } = await check('cut-off.txt')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['truncated-results'])
  expect(runs[0]).toMatchObject({ valid: false, reasons: ['The log breaks off inside this timespan.'] })
})

test('reports totals that differ from their rows and percentiles that fall', async () => {
  const { runs, problems } = await check('contradiction.txt')
  expect(problems.map(({ ruleId, actual, expected }) => [ruleId, actual, expected])).toEqual([
    ['latency-order', null, null],
    ['aggregate-differs', '21.51', '12.505'],
    ['aggregate-differs', '20100', '20000'],
    // 20100 I/Os in 20.00 s
    ['aggregate-differs', '1000', '1005'],
    ['aggregate-differs', '20100', '20000'],
  ])
  expect(runs[0]!.valid).toBe(false)
})

test('says what diskspd said instead of results', async () => {
  const log = await check('no-results.txt')
  expect(log.runs).toEqual([])
  expect(log.problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([
    ['tool-message', 34],
    ['no-results', 1],
  ])
})

test('an empty file is called empty', async () => {
  const { problems } = await readBytes(Buffer.alloc(0), 'diskspd.xml')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['empty-file'])
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/mixed-2.2.txt`)
  const whole = await readBytes(bytes, 'd.txt')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 'd.txt', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    // Up to the last row: a cut inside its last digits shows only if they fall.
    fc.asyncProperty(fc.integer({ min: 200, max: bytes.lastIndexOf('9.000') }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 'd.txt')
      expectSafe(log)
      expect(log.problems.some(({ severity }) => severity === 'error')).toBe(true)
      for (const run of log.runs) expect(run.valid).toBe(false)
    }),
    { numRuns: 60 },
  )
  const texts = ['mixed-2.2.txt', 'two-timespans-2.0.txt'].map((name) => readFileSync(`${fixtures}/${name}`, 'utf8'))
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

describe.skipIf(samples === null)('real logs', () => {
  const read = (name: string): Promise<ReadLog> => readBytes(readFileSync(join(samples!, 'archives', name)), name)

  test.each([
    ['diskspd/virtualclient/DiskSpdExample-ReadWrite.txt', ['all', 'read', 'write']],
    ['diskspd/virtualclient/DiskSpdExample-WriteOnly-v2.2.0.txt', ['all']],
    ['diskspd/virtualclient/Write8k.txt', ['all']],
  ])('%s', async (name, operations) => {
    const { runs, problems } = await read(name)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    for (const operation of operations) {
      const key = operation === 'all' ? 'total' : operation
      expect(valueOf(runs[0], 'iops', { operation })).toBeCloseTo(expectedNumber(name, key, 'iops'), 2)
      expect(valueOf(runs[0], 'responseTime', { operation })! * 1000).toBeCloseTo(
        expectedNumber(name, key, 'avg_lat_ms'),
        6,
      )
    }
    const throughput = valueOf(runs[0], 'throughput', { operation: 'all' })! / 2 ** 20
    expect(throughput).toBeCloseTo(expectedNumber(name, 'total', 'MiB_per_s'), 6)
  })

  test('five targets, each with its percentiles', async () => {
    const { runs } = await read('diskspd/virtualclient/Write8k.txt')
    const targets = new Set(runs[0]!.observations.flatMap(({ dimensions }) => dimensions.target ?? []))
    expect(targets.size).toBe(5)
    // 24.265 ms is the 99th percentile in the table below this path.
    const dimensions = { operation: 'write', target: 'E:\\diskspd-test.dat', percentile: 99 }
    expect(valueOf(runs[0], 'responseTimePercentile', dimensions)).toBeCloseTo(0.024265, 9)
  })

  test('CPU tables with sockets, nodes and groups', async () => {
    for (const [name, percent] of [
      ['MultiNumaMultiGroup', 0.72],
      ['MultiSocketSingleGroup', 0.09],
      ['SingleGroup', 1.13],
    ]) {
      const { runs } = await read(`diskspd/virtualclient/DiskSpdExample-WriteOnly-v2.2.0-${name!}.txt`)
      expect(valueOf(runs[0], 'cpuUtilization', {})! * 100).toBeCloseTo(Number(percent), 6)
    }
  })
})
