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

const fixtures = 'test/fixtures/fio-json'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'fio-json')
}

function rulesOf({ problems }: ReadLog): string[] {
  return problems.map(({ ruleId }) => ruleId)
}

// 30000 reads and 10000 writes of 8 KiB in 10 s, completed in 200 µs and 400 µs on average.
test('reads both directions, their sum, options and time zone', async () => {
  const { runs, problems } = await check('mixed.json')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({
    toolVersion: '3.35',
    valid: null,
    // 23:13:20 on the local clock is 22:13:20 UTC; fio had been running for 11 s.
    end: { local: '2023-11-14T23:13:20.250', offset: 60 },
    start: { local: '2023-11-14T23:13:09.250', offset: 60 },
    dimensions: { blockSize: 8192, readShare: 0.75, randomShare: 1, queueDepth: 4 },
    settings: { ioengine: 'libaio', runtime: '10', totalQueueDepth: 4 },
  })
  expect(JSON.stringify(run)).not.toContain('not-shown')
  expect(valueOf(run, 'iops', { operation: 'read' })).toBe(3000)
  expect(valueOf(run, 'iops', { operation: 'write' })).toBe(1000)
  expect(valueOf(run, 'iops', { operation: 'all' })).toBe(4000)
  expect(valueOf(run, 'throughput', { operation: 'all' })).toBe(4000 * 8192)
  expect(valueOf(run, 'responseTime', { operation: 'read' })).toBeCloseTo(200e-6, 12)
  // (30000 × 200 + 10000 × 400) / 40000
  expect(valueOf(run, 'responseTime', { operation: 'all' })).toBeCloseTo(250e-6, 12)
  expect(valueOf(run, 'totalResponseTime', { operation: 'write' })).toBeCloseTo(404e-6, 12)
  expect(valueOf(run, 'responseTimeMax', { operation: 'all' })).toBe(0.005)
  expect(valueOf(run, 'responseTimePercentile', { operation: 'read', percentile: 99.99 })).toBe(0.0025)
  // Percentiles of two directions cannot be merged.
  expect(run!.observations.some(({ dimensions }) => 'percentile' in dimensions && dimensions.operation === 'all')).toBe(
    false,
  )
  expect(run!.observations.some(({ dimensions }) => dimensions.operation === 'trim')).toBe(false)
  expect(valueOf(run, 'jobCpuUtilization', {})).toBeCloseTo(0.1, 12)
})

test('reads microseconds and KiB of version 2', async () => {
  const { runs, problems } = await check('version-2.json')
  expect(problems).toEqual([])
  const [run] = runs
  expect(valueOf(run, 'responseTime', { operation: 'write' })).toBeCloseTo(800.25e-6, 12)
  expect(valueOf(run, 'responseTimePercentile', { operation: 'write', percentile: 95 })).toBeCloseTo(0.001288, 12)
  // 1600 MiB in 8.003 s are 204723.22 KiB/s, printed without decimals.
  expect(valueOf(run, 'throughput', { operation: 'write' })).toBe(204_723 * 1024)
  expect(valueOf(run, 'bytes', { operation: 'write' })).toBe(1600 * 2 ** 20)
  expect(run!.end).toEqual({ local: '2017-07-14T11:40:00.000', offset: 540 })
})

test('passes over prompts and messages and counts a repeated document once', async () => {
  const log = await check('prompts-and-twice.txt')
  expect(log.runs).toHaveLength(1)
  expect(rulesOf(log)).toEqual(['text-around-json', 'text-around-json', 'repeated-document', 'text-around-json'])
  expect(log.problems.map(({ severity, line }) => [severity, line])).toEqual([
    ['warning', 1],
    ['info', 139],
    ['info', 140],
    ['info', 276],
  ])
})

test('reads on behind a message inside the document', async () => {
  const { runs } = await check('message-inside.json')
  expect(valueOf(runs[0], 'iops', { operation: 'read' })).toBe(2000)
  // By grep -n; one line further down than without the message.
  expect(runs[0]!.observations[0]!.origin.line).toBe(23)
})

test('sums jobs that ran together and keeps groups apart', async () => {
  const log = await check('clones.json')
  expect(log.runs).toHaveLength(2)
  const [rand, late] = log.runs
  expect(valueOf(rand, 'iops', { operation: 'read' })).toBe(4000)
  // (20000 × 100 + 60000 × 300) / 80000
  expect(valueOf(rand, 'responseTime', { operation: 'read' })).toBeCloseTo(250e-6, 12)
  expect(valueOf(rand, 'iops', { operation: 'read', job: 'rand', jobNumber: 2 })).toBe(3000)
  expect(rand!.settings.totalQueueDepth).toBe(2)
  expect(rand!.valid).toBe(null)
  expect(late).toMatchObject({ valid: false, observations: [{ metric: 'jobCpuUtilization' }] })
  expect(late!.reasons).toEqual(['Job late ended with error 28.', 'No I/O was done.'])
  expect(rulesOf(log)).toEqual(['job-failed', 'no-io'])
})

test('labels a group entry and does not take the options of its last job as fact', async () => {
  const { runs, problems } = await check('group-reporting.json')
  expect(problems).toEqual([])
  expect(runs[0]!.reasons).toHaveLength(2)
  expect(runs[0]!.dimensions).toEqual({ job: 'first' })
  expect(runs[0]!.settings).toMatchObject({ groupReporting: true, totalQueueDepth: null })
  expect(valueOf(runs[0], 'iops', { operation: 'write' })).toBe(6000)
  // Bytes per second here, KiB/s everywhere else.
  expect(valueOf(runs[0], 'steadyStateThroughput', {})).toBe(24_576_000)
})

test('keeps the last of a status series and a separate run behind it', async () => {
  const log = await check('status-interval.json')
  expect(log.runs.map((run) => valueOf(run, 'ioCount', { operation: 'read' }))).toEqual([150_000, 150_001])
  expect(rulesOf(log)).toEqual(['interim-documents'])
})

test('sums clients itself and reports a total that differs', async () => {
  const log = await check('client-mode.json')
  const [run] = log.runs
  expect(valueOf(run, 'iops', { operation: 'read' })).toBe(400)
  expect(valueOf(run, 'iops', { operation: 'read', job: 'net', host: 'beta' })).toBe(300)
  expect(log.problems).toMatchObject([
    { ruleId: 'aggregate-differs', actual: '300', expected: '400' },
    { ruleId: 'aggregate-differs', actual: '314572800', expected: '419430400' },
  ])
})

test('keeps complete jobs of a document that breaks off', async () => {
  const log = await check('cut-off.json')
  expect(log.runs.map(({ dimensions, valid }) => [dimensions.job, valid])).toEqual([['kept', false]])
  expect(rulesOf(log)).toEqual(['broken-json'])
})

test('reports a rate that contradicts its counters', async () => {
  const log = await check('contradiction.json')
  expect(log.problems).toMatchObject([{ ruleId: 'aggregate-differs', actual: '3100', expected: '3000', line: 22 }])
  expect(log.runs[0]).toMatchObject({
    valid: false,
    reasons: ['Job odd: numbers contradict each other or cannot be read.'],
  })
})

test('flags a time-based job that was stopped early', async () => {
  const text = readFileSync(`${fixtures}/mixed.json`, 'utf8').replace('"runtime" : "10"', '"runtime" : "1m"')
  const { runs } = await readBytes(Buffer.from(text), 'fio.json')
  expect(runs[0]).toMatchObject({ valid: false, reasons: ['Job oltp ran 10 s of 60 s: it was stopped early.'] })
})

test('refuses what no document is complete in', async () => {
  const log = await readBytes(
    Buffer.from('{ "fio version" : "fio-3.1", "jobs" : [ { "jobname" : "a", "gro'),
    'fio.json',
  )
  expect(log.runs).toEqual([])
  expect(rulesOf(log)).toEqual(['broken-json'])
})

describe('whatever happens to a file', () => {
  const bytes = readFileSync(`${fixtures}/mixed.json`)

  test('chunks of any size give the same', async () => {
    const whole = await readBytes(bytes, 'fio.json')
    for (const size of [1, 7, 4096]) expect((await readBytes(bytes, 'fio.json', {}, size)).runs).toEqual(whole.runs)
  })

  test('a cut file gives the jobs before the cut, or an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: bytes.length - 3 }), async (length) => {
        const log = await readBytes(bytes.subarray(0, length), 'fio.json')
        expectSafe(log)
        expect(log.problems.some(({ severity }) => severity === 'error')).toBe(true)
        for (const run of log.runs) expect(run.valid).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('flipped bytes and absurd numbers never crash', async () => {
    const names = ['mixed.json', 'version-2.json', 'clones.json', 'client-mode.json', 'status-interval.json']
    const texts = names.map((name) => readFileSync(`${fixtures}/${name}`, 'utf8'))
    await checkDamaged(texts, 'fio.json', 200, expectSafe)
  })

  test('deep nesting and endless starts end soon', async () => {
    const start = '{"fio version":'
    for (const text of [
      start.repeat(100_000),
      `${start}${'['.repeat(100_000)}`,
      `${start}"x","jobs":[${'{},'.repeat(50_000)}`,
    ]) {
      expectSafe(await readBytes(Buffer.from(text), 'fio.json'))
    }
  }, 5000)
})

const samples = samplesFolder()

describe.skipIf(samples === null)('real logs', () => {
  const read = (name: string): Promise<ReadLog> => readBytes(readFileSync(join(samples!, 'archives', name)), name)

  test('3.26 in a text file', async () => {
    const name = 'fio/virtualclient/FIOExample.txt'
    const { runs, problems } = await read(name)
    expect(problems).toEqual([])
    const value = (metric: string): number => valueOf(runs[0], metric, { operation: 'write' })!
    expect(value('iops')).toBeCloseTo(expectedNumber(name, 'write', 'iops'), 2)
    expect(value('throughput')).toBe(expectedNumber(name, 'write', 'bytes_per_s'))
    expect(value('responseTime') * 1000).toBeCloseTo(expectedNumber(name, 'write', 'clat_mean_ms'), 6)
  })

  test('2.17 with microseconds', async () => {
    const name = 'fio/pkb/pkb-7fb0c9d8-0_fio.json'
    const { runs, problems } = await read(name)
    expect(problems).toEqual([])
    for (const [i, operation] of ['read', 'write'].entries()) {
      const value = (metric: string): number => valueOf(runs[i], metric, { operation })!
      expect(value('iops')).toBeCloseTo(expectedNumber(name, 'jobs', i, 'iops'), 2)
      expect(value('throughput')).toBe(expectedNumber(name, 'jobs', i, 'KiB_per_s') * 1024)
      expect(value('responseTime') * 1000).toBeCloseTo(expectedNumber(name, 'jobs', i, 'clat_mean_ms'), 6)
    }
  })

  test('2.1.4: five jobs, one direction each', async () => {
    const { runs, problems } = await read('fio/pkb/fio-parser-sample-result.json')
    expect(problems).toEqual([])
    expect(runs).toHaveLength(5)
    for (const run of runs) {
      expect(new Set(run.observations.flatMap(({ dimensions }) => dimensions.operation ?? [])).size).toBe(2)
    }
  })

  test('3.12, with the document twice', async () => {
    const name = 'fio/arau/t1-writes_writes-100-0'
    const { runs, problems } = await read(name)
    expect(runs).toHaveLength(expectedNumber(name, 'runs_after_dedupe'))
    expect(valueOf(runs[0], 'iops', { operation: 'write' })).toBeCloseTo(expectedNumber(name, 'write_iops'), 2)
    expect(problems.map(({ ruleId }) => ruleId)).toContain('repeated-document')
  })

  test('3.12, reads and writes', async () => {
    const name = 'fio/arau/t1-rand_out-rand-50rw32k.fio-0'
    const { runs, problems } = await read(name)
    expect(problems).toEqual([])
    for (const operation of ['read', 'write']) {
      const value = (metric: string): number => valueOf(runs[0], metric, { operation })!
      expect(value('iops')).toBeCloseTo(expectedNumber(name, `${operation}_iops`), 2)
      expect(value('responseTime') * 1000).toBeCloseTo(expectedNumber(name, `${operation}_clat_ms`), 3)
    }
  })
})
