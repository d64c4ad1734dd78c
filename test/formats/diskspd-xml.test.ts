import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { expectedNumber } from '../helpers/expected.ts'
import { expectSafe, valueOf } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = 'test/fixtures/diskspd-xml'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'diskspd-xml')
}

// Two threads in 20 s, each 7000 reads and 3000 writes of 8 KiB.
test('sums threads, computes rates and reads latencies', async () => {
  const { runs, problems } = await check('mixed-latency.xml')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    system: 'LAB-NODE1',
    toolVersion: '2.1.0',
    valid: null,
    start: { local: '2022-03-31T23:59:58.000', offset: 0 },
    dimensions: { blockSize: 8192, readShare: 0.7, randomShare: 1, queueDepth: 4, threads: 2, targets: 1 },
    settings: { paths: 'D:\\a & b\\test.dat', caching: 'software cache disabled; writethrough on' },
  })
  expect(valueOf(run, 'iops', { operation: 'all' })).toBe(1000)
  expect(valueOf(run, 'iops', { operation: 'read' })).toBe(700)
  expect(valueOf(run, 'iops', { operation: 'write' })).toBe(300)
  expect(valueOf(run, 'throughput', { operation: 'all' })).toBe(1000 * 8192)
  expect(valueOf(run, 'responseTime', { operation: 'read' })).toBeCloseTo(0.25e-3, 12)
  expect(valueOf(run, 'responseTime', { operation: 'all' })).toBeCloseTo(0.475e-3, 12)
  expect(valueOf(run, 'responseTimeMin', { operation: 'write' })).toBeCloseTo(0.4e-3, 12)
  expect(valueOf(run, 'responseTimeMax', { operation: 'all' })).toBeCloseTo(12.345e-3, 12)
  expect(valueOf(run, 'responseTimePercentile', { operation: 'read', percentile: 99.9 })).toBeCloseTo(1.5e-3, 12)
  expect(valueOf(run, 'cpuUtilization', {})).toBeCloseTo(0.1251, 12)
  expect(run!.series.map(({ dimensions, values }) => [dimensions.operation, ...values])).toEqual([
    ['all', 990, 1010],
    ['read', 690, 710],
    ['write', 300, 300],
  ])
  expect([...run!.series[0]!.times]).toEqual([1, 2])
})

test('makes a run of each timespan and tells targets apart', async () => {
  const log = await check('two-timespans.xml')
  const [whole, short] = log.runs
  expect(whole!.dimensions).not.toHaveProperty('queueDepth')
  expect(valueOf(whole, 'iops', { operation: 'read' })).toBe(400)
  expect(valueOf(whole, 'iops', { operation: 'read', target: 'E:\\b.dat' })).toBe(300)
  expect(whole!.observations.some(({ dimensions }) => dimensions.operation === 'write')).toBe(false)
  expect(whole!.observations.some(({ metric }) => metric.startsWith('responseTime'))).toBe(false)
  expect(short).toMatchObject({
    valid: false,
    observations: [{ metric: 'cpuUtilization' }],
    reasons: ['Results of 1 threads are there, 2 ran.', 'The test ran 12.5 s of 30 s: it was stopped early.'],
  })
  expect(log.problems.map(({ ruleId }) => ruleId)).toEqual(['missing-rows'])
})

test('does not make a total of what is left of a file that breaks off', async () => {
  const log = await check('cut-off.xml')
  expect(log.problems.map(({ ruleId }) => ruleId)).toEqual(['broken-xml'])
  expect(log.runs[0]!.valid).toBe(false)
  expect(valueOf(log.runs[0], 'iops', { operation: 'write' })).toBe(null)
  expect(valueOf(log.runs[0], 'iops', { operation: 'read' })).toBe(700)
})

test('reports sums and means that differ from their rows', async () => {
  const log = await check('contradiction.xml')
  expect(log.problems.map(({ ruleId, actual, expected }) => [ruleId, actual, expected])).toEqual([
    // (10.00 + 15.01) / 2
    ['aggregate-differs', '21.51', '12.505'],
    ['aggregate-differs', '10010', '10000'],
    ['aggregate-differs', '0.35', '0.25'],
  ])
  expect(log.runs[0]).toMatchObject({ valid: false, reasons: ['Numbers contradict each other or cannot be read.'] })
})

test('says that there are no results', async () => {
  const log = await check('no-results.xml')
  expect(log.problems).toMatchObject([{ ruleId: 'no-results', line: 10 }])
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/mixed-latency.xml`)
  const whole = await readBytes(bytes, 'd.xml')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 'd.xml', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 30, max: bytes.indexOf('</TimeSpan>\n</Results>') - 1 }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 'd.xml')
      expectSafe(log)
      expect(log.problems.some(({ severity }) => severity === 'error')).toBe(true)
      for (const run of log.runs) expect(run.valid).toBe(false)
    }),
    { numRuns: 60 },
  )
  const texts = ['mixed-latency.xml', 'two-timespans.xml'].map((name) => readFileSync(`${fixtures}/${name}`, 'utf8'))
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

test.skipIf(samples === null)('a real log of 2.0.21a', async () => {
  const name = 'diskspd/pkb/diskspd_result.xml'
  const { runs, problems } = await readBytes(readFileSync(join(samples!, 'archives', name)), name)
  expect(problems).toEqual([])
  const value = (metric: string): number => valueOf(runs[0], metric, { operation: 'all' })!
  expect(value('ioCount')).toBe(expectedNumber(name, 'ios'))
  expect(value('iops')).toBeCloseTo(expectedNumber(name, 'iops'), 2)
  expect(value('throughput') / 2 ** 20).toBeCloseTo(expectedNumber(name, 'MiB_per_s'), 2)
  expect(runs[0]!.observations.some(({ metric }) => metric === 'responseTime')).toBe(false)
})
