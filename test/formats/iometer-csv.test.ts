/**
 * The fixtures come from test/helpers/iometer-log.ts with round numbers, so that expected values can be worked out in the
 * head: a disk with 30,000 reads and 10,000 writes of 4 KiB in 10 s makes 4,000 I/Os per second, 16,384,000 B/s, and at
 * queue depth 4 answers in 4 / 4,000 s = 1 ms.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'

const folder = join(import.meta.dirname, '../fixtures/iometer')
const all = { scope: 'all', operation: 'all' }

function check(name: string): Promise<ReadLog> {
  return checkFormat(join(folder, name), 'iometer-csv')
}

function ruleIds(log: ReadLog): string[] {
  return [...new Set(log.problems.map(({ ruleId }) => ruleId))].sort()
}

describe('layouts', () => {
  it.each(['layout-b-processors-too-far-left.csv', 'layout-interim.csv'])('reads %s alike', async (name) => {
    const log = await check(name)
    expect(log.problems).toEqual([])
    const run = log.runs[0]!
    expect(run.settings.layout).toBe(name.includes('interim') ? 'interim' : 'B')
    expect(valueOf(run, 'iops', all)).toBe(4000)
    expect(valueOf(run, 'throughput', all)).toBe(16_384_000)
    expect(valueOf(run, 'responseTime', all)).toBe(0.001)
    // Three columns too far left in B, where they belong in the interim builds: the second CPU is at 30 %.
    expect(valueOf(run, 'cpuUtilization', { scope: 'processor', processor: 'CPU 1' })).toBe(0.3)
    expect(valueOf(run, 'interruptsPerSecond', { scope: 'processor', processor: 'CPU 1' })).toBe(500)
  })

  it('reads layout A: one specification, two queue depths, MBps as MiB/s', async () => {
    const log = await check('layout-a-qd-cycling.csv')
    expect(log.problems).toEqual([])
    expect(log.runs.map(({ dimensions }) => dimensions.queueDepth)).toEqual([1, 4])
    const [first, second] = log.runs
    // 2 managers × 2 workers × (4,000 + 8,000) I/Os in 10 s = 4,800 I/Os per second of 4,096 bytes.
    expect(valueOf(first, 'iops', all)).toBe(4800)
    expect(valueOf(first, 'throughput', all)).toBe(4800 * 4096)
    expect(valueOf(second, 'iops', all)).toBe(14_400)
    expect(first!.settings).toMatchObject({
      testType: 'cycle outstanding I/Os',
      description: 'Array A- RAID 10',
      specLines: '4096,100,75,100,0,1,0,0',
      outstandingIos: 8,
      managers: 2,
      workers: 4,
      targets: 8,
      runSeconds: 10,
    })
    expect(first!.dimensions).toMatchObject({
      accessSpec: '4K 75% read',
      blockSize: 4096,
      readShare: 0.75,
      randomShare: 1,
    })
    // Both managers have a "Worker 1": their places tell them apart.
    const workers = observationsOf(first!, 'iops', { scope: 'worker', operation: 'all', worker: 'Worker 1' })
    expect(workers.map(({ dimensions }) => dimensions.manager)).toEqual(['HOST1', 'HOST2'])
    expect(first!.system).toBeNull()
  })

  it('reads layout C: appended series, one name for two specifications', async () => {
    const log = await check('layout-c-appended-same-name.csv')
    expect(ruleIds(log)).toEqual(['specification-name-reused'])
    expect(log.runs.map(({ settings }) => settings.description)).toEqual(['0,4K Random', 'second, with a comma'])
    expect(log.runs.map(({ dimensions }) => dimensions.blockSize)).toEqual([4096, 8192])
    expect(log.runs.map(({ dimensions }) => dimensions.randomShare)).toEqual([1, 0])
  })

  it('computes the start of a test from its end and run time', async () => {
    const { runs } = await check('layout-interim.csv')
    expect(runs[0]!.start).toEqual({ local: '2020-05-04T10:00:00.500', offset: null })
    expect(runs[0]!.end).toEqual({ local: '2020-05-04T10:00:10.500', offset: null })
    expect(runs[0]!.settings.startIs).toBe('computed: end minus run time')
  })

  it('reads the time stamps of 2001', async () => {
    const { runs, problems } = await check('ctime-2001.csv')
    expect(problems).toEqual([])
    expect(runs[0]!.end?.local).toBe('2001-11-01T14:03:34.000')
    expect(runs[0]!.settings.seriesStart).toBe('2001-11-01T14:03:22.000')
  })

  it('gives latency bins their true edges, for totals, managers and workers only', async () => {
    const { runs } = await check('layout-c-appended-same-name.csv')
    const bins = observationsOf(runs[0]!, 'histogramCount', { scope: 'all' })
    expect(bins).toHaveLength(21)
    expect(bins.map(({ dimensions }) => dimensions.binHigh)).toEqual([
      ...[5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 1 / 67, 0.02, 1 / 33, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 5, 10],
      undefined,
    ])
    expect(bins[20]!.dimensions.binLow).toBe(10)
    expect(bins.reduce((sum, { value }) => sum + value!, 0)).toBe(40_000)
    const scopes = new Set(observationsOf(runs[0]!, 'histogramCount').map(({ dimensions }) => dimensions.scope))
    expect([...scopes]).toEqual(['all', 'manager', 'worker'])
  })
})

describe('names', () => {
  it('glues names that commas have split, counting from the right', async () => {
    const log = await check('commas-in-names.csv')
    expect(ruleIds(log)).toEqual(['comma-in-name'])
    const run = log.runs[0]!
    expect(run.system).toBe('SRV,1')
    const disk = { scope: 'disk', operation: 'all', worker: 'a, b, c', disk: 'D: "Data, Logs"' }
    expect(valueOf(run, 'iops', disk)).toBe(4000)
    expect(valueOf(run, 'errors', all)).toBe(3)
    expect(run.reasons).toEqual(['3 I/Os failed; rates and times do not include them.'])
  })

  it('joins a row that a line break in a name has split', async () => {
    const log = await check('line-break-in-name.csv')
    expect(ruleIds(log)).toEqual(['line-break-in-name'])
    expect(valueOf(log.runs[0], 'iops', { scope: 'disk', operation: 'all', disk: 'D: "Data Logs"' })).toBe(4000)
  })

  it.each([
    ['cp932-names.csv', '性能', '能力'],
    ['gbk-names.csv', '随机读写性能测试', '工作线程'],
    ['cp1252-names.csv', 'Größe à vérifier', 'Prüfer'],
  ])('decodes %s without being told its code page', async (name, description, worker) => {
    const { runs, problems } = await check(name)
    expect(problems).toEqual([])
    expect(runs[0]!.settings.description).toBe(description)
    expect(valueOf(runs[0], 'iops', { scope: 'worker', operation: 'all', worker })).toBe(4000)
  })

  it('decodes names as told: 能 ends with the byte of a backslash', async () => {
    const bytes = readFileSync(join(folder, 'cp932-names.csv'))
    const { runs } = await readBytes(bytes, 'results.csv', { encoding: 'shift_jis' })
    expect(runs[0]!.settings.description).toBe('性能')
    expect(valueOf(runs[0], 'iops', { scope: 'worker', operation: 'all', worker: '能力' })).toBe(4000)
  })
})

describe('specifications', () => {
  it('looks up what ALL leaves blank: two specifications at once', async () => {
    const log = await check('two-specs-at-once.csv')
    expect(log.problems).toEqual([])
    const run = log.runs[0]!
    expect(run.dimensions.accessSpec).toBe('Mixed | Log')
    expect(run.settings.specLines).toBe('4096,80,100,100,0,1,0,0; 65536,20,50,0,0,1,0,0 | 16384,100,0,0,0,1,0,0')
    // They differ in size and reads: no value would be true.
    expect(run.dimensions).not.toHaveProperty('blockSize')
    expect(run.dimensions).not.toHaveProperty('readShare')
  })

  it('keeps a test without workers apart, and a specification without a test', async () => {
    const log = await check('specs-orphan-and-empty.csv')
    expect(ruleIds(log)).toEqual(['no-active-worker', 'no-end-test', 'orphan-specification'])
    const [idle, real] = log.runs
    expect(idle).toMatchObject({ valid: false, reasons: ['No worker was active.'] })
    expect(idle!.settings).toMatchObject({ startingSector: null, maximumSizeSectors: null, queueDepth: null })
    // The mean of no I/Os is no time at all.
    expect(valueOf(idle, 'responseTime', all)).toBeNull()
    expect(real!.valid).toBeNull()
    expect(real!.settings.seriesStart).toBe('2020-05-04T11:00:00.000')
  })
})

describe('network tests', () => {
  it('counts what went over the wire once, and keeps what Iometer prints as bothEnds', async () => {
    const log = await check('network-both-ends.csv')
    expect(ruleIds(log)).toEqual(['network-both-ends'])
    const run = log.runs[0]!
    expect(valueOf(run, 'iops', all)).toBe(4000)
    expect(valueOf(run, 'iops', { scope: 'all', operation: 'read' })).toBe(3000)
    expect(valueOf(run, 'iops', { scope: 'bothEnds', operation: 'all' })).toBe(8000)
    expect(valueOf(run, 'iops', { scope: 'manager', operation: 'all', end: 'both' })).toBe(8000)
    expect(valueOf(run, 'iops', { scope: 'worker', operation: 'all', end: 'client' })).toBe(4000)
    expect(valueOf(run, 'bytesRead', { scope: 'all' })).toBe(30_000 * 4096)
    expect(valueOf(run, 'outstandingIos', { scope: 'all' })).toBe(4)
    expect(run.settings.isNetwork).toBe(true)
    // ALL is blank although there is one specification.
    expect(run.dimensions.accessSpec).toBe('4K 75% read')
    // The far end is a worker of its own and no target of the near one.
    expect(observationsOf(run, 'histogramCount', { scope: 'all' }).reduce((sum, { value }) => sum + value!, 0)).toBe(
      40_000,
    )
  })
})

describe('tests that did not run as they should', () => {
  it('finds the partial test of an abort by its run time', async () => {
    const log = await check('aborted-partial.csv')
    expect(ruleIds(log)).toEqual(['aborted-test', 'run-time-differs'])
    expect(log.runs.map(({ valid }) => valid)).toEqual([null, false])
    expect(log.runs[1]!.reasons[0]).toBe('The test ran 3.0 s, others of its series 10.0 s: it was aborted.')
  })

  it('leaves a complete test before an abort valid', async () => {
    const log = await check('aborted-in-ramp-up.csv')
    expect(ruleIds(log)).toEqual(['aborted-test'])
    expect(log.runs.map(({ valid }) => valid)).toEqual([null, null])
  })

  it('finds a stopped test, which has no mark at all', async () => {
    const log = await check('stopped-early.csv')
    expect(log.runs.map(({ valid }) => valid)).toEqual([null, false, null])
    expect(log.runs[1]!.reasons[0]).toContain('it was stopped early')
  })

  it('keeps complete rows of a log that breaks off, and never the last line', async () => {
    const log = await check('truncated-in-row.csv')
    expect(ruleIds(log)).toEqual(['log-cut-off', 'no-end-test'])
    const problem = log.problems.find(({ ruleId }) => ruleId === 'log-cut-off')!
    expect(problem).toMatchObject({ line: 29, severity: 'error' })
    expect(problem.hint).not.toBeNull()
    const [whole, cut] = log.runs
    expect(whole!.valid).toBeNull()
    expect(cut!.valid).toBe(false)
    expect(valueOf(cut, 'iops', all)).toBe(4000)
    expect(observationsOf(cut!, 'iops', { scope: 'worker' })).toEqual([])
    expect(cut!.end).toBeNull()
  })

  it('passes on the messages of batch mode', async () => {
    const log = await check('batch-error.csv')
    expect(ruleIds(log)).toEqual(['iometer-error'])
    expect(log.problems[0]!.actual).toBe('ERROR: Could not connect to manager HOST2')
    expect(log.runs).toHaveLength(1)
  })

  it('reads totals alone', async () => {
    const log = await check('no-managers.csv')
    expect(log.problems).toEqual([])
    const run = log.runs[0]!
    expect(valueOf(run, 'iops', all)).toBe(4000)
    // Without raw ticks the table's own 1.000000 ms has to do, and nothing tells when the test began.
    expect(valueOf(run, 'responseTime', all)).toBe(0.001)
    expect(run.start).toBeNull()
    expect(run.settings.testTypeCode).toBe(7)
  })
})

describe('other writers', () => {
  it.each(['decimal-comma.csv', 'spreadsheet-quoted.csv'])('reads %s with an error', async (name) => {
    const log = await check(name)
    expect(ruleIds(log)).toEqual(
      name === 'decimal-comma.csv' ? ['decimal-comma', 'spreadsheet-resave'] : ['spreadsheet-resave'],
    )
    expect(log.problems.every(({ severity }) => severity === 'error')).toBe(true)
    const run = log.runs[0]!
    expect(valueOf(run, 'iops', all)).toBe(4000)
    expect(valueOf(run, 'throughput', all)).toBe(16_384_000)
    expect(valueOf(run, 'cpuUtilization', { scope: 'processor', processor: 'CPU 1' })).toBe(0.3)
    expect(valueOf(run, 'iops', { scope: 'disk', operation: 'all', disk: 'D: "Data"' })).toBe(4000)
    // 1.84467E+19 is the rounded form of -1.
    expect(run.settings.startingSector).toBeNull()
    expect(run.end?.local).toBe('2020-05-04T10:00:10.500')
  })

  it('takes 0 of the Qt rewrite for "not measured"', async () => {
    const log = await check('qt-writer.csv')
    expect(log.problems).toEqual([])
    const run = log.runs[0]!
    expect(run.settings).toMatchObject({ description: 'qt run', runSeconds: 90, rampUpSeconds: 5 })
    expect(run.start).toEqual({ local: '2026-01-02T10:11:12.000', offset: null })
    expect(valueOf(run, 'iops', all)).toBe(1000)
    expect(valueOf(run, 'responseTime', all)).toBe(0.004)
    expect(observationsOf(run, 'responseTime', { scope: 'all', operation: 'write' })).toEqual([])
    expect(observationsOf(run, 'bytesRead')).toEqual([])
    expect(valueOf(run, 'errors', all)).toBe(0)
  })
})
