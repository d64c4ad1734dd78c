import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { expectSafe, valueOf } from '../helpers/observations.ts'

const fixtures = 'test/fixtures/fio-text'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'fio-text')
}

test('reads a sweep of 3.x, the unit of each line', async () => {
  const { runs, problems } = await check('sweep-3.x.txt')
  expect(problems).toEqual([])
  const [low, high] = runs
  expect(low).toMatchObject({
    toolVersion: '3.1',
    valid: null,
    end: { local: '2017-10-06T05:21:27.000', offset: null },
    dimensions: { job: 'mix', blockSize: 4096, readShare: 0.5, randomShare: 1, queueDepth: 1 },
  })
  expect(high!.dimensions.queueDepth).toBe(16)
  expect(valueOf(low, 'iops', { operation: 'read' })).toBe(3000)
  expect(valueOf(high, 'iops', { operation: 'read' })).toBe(45_900)
  expect(valueOf(low, 'throughput', { operation: 'write' })).toBe(4000 * 1024)
  expect(valueOf(low, 'responseTime', { operation: 'read' })).toBeCloseTo(1294.12e-6, 12)
  expect(valueOf(low, 'responseTime', { operation: 'write' })).toBe(0.00425)
  // (60000 × 1.29412 + 20000 × 4.25) / 80000 ms
  expect(valueOf(low, 'responseTime', { operation: 'all' })).toBeCloseTo(2.03309e-3, 9)
  expect(valueOf(low, 'submissionTime', { operation: 'read' })).toBeCloseTo(2.0005e-6, 12)
  expect(valueOf(low, 'responseTimePercentile', { operation: 'write', percentile: 99.99 })).toBe(0.05)
  expect(valueOf(low, 'jobCpuUtilization', {})).toBeCloseTo(0.1, 12)
})

test('reads a group of 2.x, where KB is KiB', async () => {
  const { runs, problems } = await check('group-2.x.txt')
  expect(problems).toEqual([])
  expect(runs[0]).toMatchObject({
    dimensions: { blockSize: 2 ** 20, readShare: 0 },
    settings: { groupReporting: true, totalQueueDepth: 4 },
  })
  expect(valueOf(runs[0], 'throughput', { operation: 'write' })).toBe(183_725 * 1024)
  expect(valueOf(runs[0], 'responseTimePercentile', { operation: 'write', percentile: 99 })).toBe(0.027)
})

test('flags output that breaks off', async () => {
  const { runs, problems } = await check('cut-off.txt')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['truncated-results'])
  expect(runs[0]!.valid).toBe(false)
})

test('reports a rate that contradicts its counters', async () => {
  const { runs, problems } = await check('contradiction.txt')
  // 10240 in 57.073 s
  expect(problems).toMatchObject([{ ruleId: 'aggregate-differs', actual: '279', expected: '179.41934' }])
  expect(runs[0]!.valid).toBe(false)
})

test('output without results has none', async () => {
  const text = readFileSync(`${fixtures}/group-2.x.txt`, 'utf8')
  const { runs, problems } = await readBytes(Buffer.from(text.slice(0, 100)), 'fio.txt')
  expect(runs).toEqual([])
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-results'])
})

test('damage does no harm', async () => {
  const texts = ['sweep-3.x.txt', 'group-2.x.txt'].map((name) => readFileSync(`${fixtures}/${name}`, 'utf8'))
  await checkDamaged(texts, 'fio.txt', 200, expectSafe)
})
