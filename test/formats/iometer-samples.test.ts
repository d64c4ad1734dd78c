/**
 * Real logs, where this checkout has them. Expected values were worked out from the raw rows with a few lines of Python
 * (split at commas, columns counted by hand), not with this program.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { readBytes } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const samples = samplesFolder()
const folder = join(samples ?? '', 'iometer')
const all = { scope: 'all', operation: 'all' }

function read(name: string): Promise<ReadLog> {
  return readBytes(readFileSync(join(folder, name)), name)
}

function ruleIds(log: ReadLog): string[] {
  return [...new Set(log.problems.map(({ ruleId }) => ruleId))].sort()
}

function sum(log: ReadLog, metric: string): number {
  return log.runs.reduce((total, run) => total + valueOf(run, metric, all)!, 0)
}

describe.skipIf(samples === null)('Iometer samples', () => {
  it('are all recognised, by content alone, without an error', async () => {
    for (const part of ['.', 'synthetic', 'icf']) {
      for (const name of readdirSync(join(folder, part)).filter((file) => /\.(csv|icf)$/.test(file))) {
        const log = await readBytes(readFileSync(join(folder, part, name)), 'unknown')
        const format = part === 'icf' ? 'iometer-icf' : name.includes('inst') ? 'iometer-inst' : 'iometer-csv'
        expect(log.format?.id, name).toBe(format)
        expect(log.runs.length, name).toBeGreaterThan(0)
        expect(
          log.problems.filter(({ severity }) => severity === 'error'),
          name,
        ).toEqual([])
      }
    }
  })

  it('2008.06.18, queue depth cycling: 64 tests under 8 specification blocks', async () => {
    const log = await read('sqlserverio_iometeroutput.csv')
    expect(log.problems).toEqual([])
    expect(log.runs).toHaveLength(64)
    expect(sum(log, 'iops')).toBeCloseTo(509550.580451, 5)
    const bytes = log.runs.reduce(
      (total, run) =>
        total + valueOf(run, 'bytesRead', { scope: 'all' })! + valueOf(run, 'bytesWritten', { scope: 'all' })!,
      0,
    )
    expect(bytes).toBe(551_793_696_768)
    expect(log.runs.slice(0, 8).map(({ dimensions }) => dimensions.queueDepth)).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    const [first, last] = [log.runs[0]!, log.runs[63]!]
    // 139,877,354,904 ticks / 2.333 GHz / 71,803 writes; the table prints 0.835007 ms.
    expect(valueOf(first, 'responseTime', all)).toBeCloseTo(0.0008350069350762489, 17)
    expect(valueOf(first, 'throughput', all)).toBeCloseTo(9.347576 * 2 ** 20, 6)
    expect(first.settings.runSeconds).toBeCloseTo(60.01138296870982, 12)
    expect(first.start?.local).toBe('2010-07-26T09:28:04.234')
    expect(first.dimensions).toMatchObject({ accessSpec: '8k 0% Read; 100% Random 8k', blockSize: 8192, readShare: 0 })
    expect(last.dimensions).toMatchObject({ accessSpec: '64k 100% Read; 100% Random 64k', queueDepth: 128 })
    expect(valueOf(last, 'iops', all)).toBe(4206.196928)
    expect(valueOf(first, 'iops', { scope: 'disk', operation: 'all', disk: '8: "Pliant LS300S P10"' })).toBe(
      1196.489673,
    )
    expect(valueOf(first, 'cpuUtilization', { scope: 'processor', processor: 'CPU 3' })).toBeCloseTo(0.04929064, 12)
  })

  it('1.1.0, 59 appended runs that share one specification name', async () => {
    const log = await read('quarch_testfile_CRLF.csv')
    expect(ruleIds(log)).toEqual(['specification-name-reused'])
    expect(log.runs).toHaveLength(59)
    expect(sum(log, 'iops')).toBeCloseTo(1215131.973093, 5)
    expect(sum(log, 'ioCount')).toBe(18_234_843)
    const kinds = new Map<string, number>()
    for (const { dimensions } of log.runs) {
      const kind = `${dimensions.blockSize} ${dimensions.randomShare}`
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    expect(Object.fromEntries(kinds)).toEqual({
      ...{ '512 1': 13, '4096 1': 11, '16384 1': 10, '32768 1': 5 },
      ...{ '512 0': 5, '4096 0': 5, '16384 0': 5, '32768 0': 5 },
    })
    expect(log.runs.map(({ settings }) => settings.description)).toContain('512B Random Read')
    // 708 PROCESSOR rows, 59 wide under a header of 80.
    const cpus = log.runs.flatMap((run) => observationsOf(run, 'cpuUtilization', { scope: 'processor' }))
    expect(cpus).toHaveLength(708)
    expect(cpus.reduce((total, { value }) => total + value!, 0) / 708).toBeCloseTo(0.6724344418785313, 12)
  })

  it('1.1.0 network test: both ends, blank names, a killed series, tests without workers', async () => {
    const log = await read('maluramichael_results.csv')
    expect(ruleIds(log)).toEqual(['network-both-ends', 'no-active-worker', 'no-end-test', 'orphan-specification'])
    expect(log.runs).toHaveLength(13)
    expect(log.runs.slice(0, 2).map(({ valid }) => valid)).toEqual([false, false])
    const email = log.runs[2]!
    expect(valueOf(email, 'iops', all)).toBe(124318.346146)
    expect(valueOf(email, 'iops', { scope: 'bothEnds', operation: 'all' })).toBe(248636.698001)
    expect(valueOf(email, 'bytesRead', { scope: 'all' })).toBe(18_331_512_832)
    // 593,697,338 ticks / 10 MHz / 7,460,643 I/Os; the table prints 0.007958 ms.
    expect(valueOf(email, 'responseTime', all)).toBeCloseTo(59.3697338 / 7_460_643, 17)
    expect(email.dimensions.accessSpec).toBe('Email Server - R60 W40- RND- 4K')
    expect(email.dimensions.readShare).toBe(0.6)
    expect(email.settings.startingSector).toBeNull()
    const web = log.runs[4]!
    expect(web.dimensions).not.toHaveProperty('blockSize')
    // (20 + 19 + 18 + 17 + 16 + 10) × 95 % / 100
    expect(web.dimensions.readShare).toBeCloseTo(0.95, 12)
    expect(valueOf(web, 'iops', all)).toBe(113393.922069)
    expect(log.runs.every(({ dimensions }) => dimensions.accessSpec !== '')).toBe(true)
  })

  it('1.1.0, one run of an hour', async () => {
    const log = await read('adisireesha_results.csv')
    expect(log.problems).toEqual([])
    const run = log.runs[0]!
    expect(valueOf(run, 'iops', all)).toBe(3364.250468)
    expect(valueOf(run, 'bytesWritten', { scope: 'all' })).toBe(1_587_452_968_960)
    expect(run.settings.runSeconds).toBe(3600.0009851)
    expect(valueOf(run, 'responseTime', { scope: 'all', operation: 'write' })).toBeCloseTo(
      115189.2207075 / 12_111_305,
      15,
    )
    expect(valueOf(run, 'responseTime', { scope: 'all', operation: 'read' })).toBeNull()
    expect(valueOf(run, 'histogramCount', { scope: 'all', binLow: 0.01 })).toBe(1_143_221)
    expect(valueOf(run, 'histogramCount', { scope: 'all', binHigh: 0.01 })).toBe(10_416_304)
    expect(valueOf(run, 'cpuUtilization', { scope: 'all' })).toBeCloseTo(0.0664983, 12)
  })

  it('inst files: intervals alone, as many as there are', async () => {
    const hour = await read('adisireesha_instresults.csv')
    expect(hour.problems).toEqual([])
    const iops = hour.runs[0]!.series.find(({ name }) => name === 'Worker 1 iops')!
    expect(iops.values).toHaveLength(3528)
    expect([iops.values[0], iops.values.at(-1), Math.max(...iops.values)]).toEqual([3580.33, 3209.7, 3626.92])
    // 12,108,823 I/Os in all intervals: I/Os per second times seconds.
    const weights = hour.runs[0]!.series.find(({ name }) => name === 'Worker 1 intervalDuration')!.values
    const ios = iops.values.reduce((total, value, i) => total + value * weights[i]!, 0)
    expect(ios).toBeCloseTo(12_108_823, 3)
    const eight = await read('quarch_inst_2018-08-24_8workers.csv')
    expect(eight.problems).toEqual([])
    const run = eight.runs[0]!
    expect(run.dimensions).toMatchObject({ workers: 8, targets: 8 })
    // 120 rows of 8 workers: 15 intervals.
    expect(run.series.filter(({ metric }) => metric === 'errors').map(({ values }) => values.length)).toEqual(
      Array<number>(9).fill(15),
    )
    expect(run.series.find(({ name }) => name === 'Worker 1 iops')!.values[0]).toBe(38.3142)
    const first = [38.3142, 41.1602, 43.0146, 40.9467, 40.8295, 39.7624, 43.5205, 40.5193]
    expect(run.series[0]!.values[0]).toBeCloseTo(
      first.reduce((total, value) => total + value),
      9,
    )
  })

  it('1.1.0-rc1: processors three columns too far left', async () => {
    const { runs } = await read('synthetic/syn_1.1.0-rc1_processor_rows_short.csv')
    const cpu = { scope: 'processor', processor: 'CPU 3' }
    expect(valueOf(runs[0], 'cpuUtilization', cpu)).toBe(0.125)
    expect(valueOf(runs[0], 'interruptsPerSecond', cpu)).toBe(9000)
    expect(runs[0]!.settings.layout).toBe('B')
    // 3,436,361,052 ticks / 960 µs … = 32 × 30 s in flight / 1,066,666 reads.
    expect(valueOf(runs[0], 'responseTime', all)).toBeCloseTo(3_436_361_052 / 3_579_545 / 1_066_666, 12)
  })

  it('2004.07.30: commas, errors, an abort, midnight', async () => {
    const log = await read('synthetic/syn_2004.07.30_commas_errors_aborted.csv')
    expect(ruleIds(log)).toEqual(['aborted-test', 'comma-in-name', 'run-time-differs'])
    expect(log.runs[0]!.settings.description).toBe('Dell PE2850, PERC4, 6 disks')
    expect(valueOf(log.runs[0], 'iops', { scope: 'disk', operation: 'all', disk: 'D: "Data, Logs"' })).toBe(133.333333)
    expect(valueOf(log.runs[0], 'errors', { scope: 'all', operation: 'read' })).toBe(3)
    expect(log.runs.map(({ valid }) => valid)).toEqual([null, false])
  })

  it('2006.07.27: two managers, two specifications at once', async () => {
    const log = await read('synthetic/syn_2006.07.27_two_managers_qd_cycling.csv')
    expect(log.problems).toEqual([])
    expect(log.runs.map(({ dimensions }) => dimensions.queueDepth)).toEqual([1, 4, 16])
    expect(log.runs.map(({ settings }) => settings.outstandingIos)).toEqual([8, 32, 128])
    expect(log.runs[0]!.dimensions.accessSpec).toBe('8K OLTP; 70% Read | 64K Log')
    expect(valueOf(log.runs[0], 'outstandingIos', { scope: 'all' })).toBeCloseTo(8, 2)
  })

  it('totals alone, queue depth and targets cycled', async () => {
    const log = await read('synthetic/syn_1.1.0_no_managers_qd_and_targets.csv')
    expect(log.problems).toEqual([])
    expect(log.runs.map(({ dimensions }) => [dimensions.queueDepth, dimensions.targets])).toEqual([
      ...[
        [1, 1],
        [2, 1],
        [1, 2],
        [2, 2],
      ],
    ])
    // (33 × 100 + 33 × 50 + 34 × 0) / 10,000
    expect(log.runs[0]!.dimensions.readShare).toBeCloseTo(0.495, 12)
  })

  it('configurations', async () => {
    const { runs } = await read('icf/kunyi0605_RND4K_Q32T8_READ.icf')
    expect(runs[0]!.settings).toMatchObject({
      ...{ runSeconds: 60, rampUpSeconds: 0, managers: 1, workers: 8, updateFrequency: 3 },
      ...{ 'manager 1 worker 8 queueDepth': 32, 'manager 1 worker 1 targets': 1 },
      'manager 1 worker 8 accessSpecs': '4 KiB; 100% Read; 100% random',
    })
    const specs = await read('icf/kochaika_iometer_2008.06.18.icf')
    expect(specs.runs[0]!.settings).toMatchObject({ accessSpecs: 13, 'accessSpec 13': 'OS Paging' })
    const managers = await read('icf/eilerjc_two_managers.icf')
    expect(managers.runs[0]!.settings).toMatchObject({ managers: 2, workers: 2, runSeconds: 8 })
  })
})
