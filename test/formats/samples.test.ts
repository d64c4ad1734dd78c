/**
 * Every real log: the right format reads it, nothing crashes, and the values of the run archives are those of
 * `archives/expected.json`, which were recomputed from the rows by other programs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { combineLogs } from '../../src/formats/combine.ts'
import { readLogs, type ReadLogs } from '../../src/formats/read-logs.ts'
import type { Dimensions, Run } from '../../src/model/result.ts'
import { samplesFolder } from '../helpers/samples.ts'

const root = samplesFolder() ?? ''
const archives = join(root, 'archives')

/** What reads what; the first line that fits counts. `null`: no log, left out with a reason. */
const readers: [RegExp, string | null][] = [
  [/\.decoded\.csv$/, 'perfmon-text'],
  [/^perfmon\/.*\.blg$/, 'perfmon-blg'],
  [/^perfmon\//, 'perfmon-text'],
  [/^iometer\/.*\.icf$/, 'iometer-icf'],
  [/^iometer\/.*inst/, 'iometer-inst'],
  [/^iometer\/.*\.csv$/, 'iometer-csv'],
  [/\.rsf$/, 'spec-cpu-rsf'],
  [/^archives\/speccpu.*\.csv$/, 'spec-cpu-csv'],
  [/^archives\/speccpu.*\.txt$/, 'spec-cpu-txt'],
  [/^archives\/specjbb2005\/.*\.raw$/, 'specjbb2005-raw'],
  [/^archives\/diskspd\/.*\.xml$/, 'diskspd-xml'],
  [/^archives\/diskspd\//, 'diskspd-text'],
  [/\.job$|_clat_hist\.1\.log$/, null],
  [/^archives\/fio\//, 'fio-json'],
  [/^archives\/hammerdb\//, 'hammerdb'],
  [/^archives\/sysbench\/.*\.res$/, 'sysbench'],
  [/^archives\/vdbench\/.*summary\.html$/, 'vdbench'],
  [/^archives\/tpch\/.*(?:\.dat|innodb_s30\/.*\.txt)$/, 'dbt3-times'],
  [/^archives\/(?:speccpu|specjbb|specpower|sysbench|tpch|vdbench)/, null],
  [/^(?:README\.md|archives\/expected\.json)$/, null],
]

function files(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const loose = files(root).filter((file) => !file.startsWith('archives/packs/'))

describe.skipIf(loose.length === 0)('every sample', () => {
  test.each(loose)('%s', async (file) => {
    const { logs, members } = await readLogs(join(root, file), file, { beside: 'unknown' })
    const expected = readers.find(([pattern]) => pattern.test(file))
    if (expected?.[1] === null) {
      expect(members).toMatchObject([{ outcome: 'ignored' }])
      expect(members[0]!.why).toBeTruthy()
    } else {
      expect(logs.map(({ format }) => format?.id)).toEqual([expected?.[1]])
      expect(logs[0]!.runs.length).toBeGreaterThan(0)
    }
  })
})

/** Metric, dimensions and value. */
type Fact = [metric: string, dimensions: Dimensions, value: number | null]
type Record_ = Record<string, unknown>

function check(run: Run, facts: readonly Fact[]): void {
  for (const [metric, dimensions, value] of facts) {
    const found = run.observations.filter(
      (one) => one.metric === metric && Object.entries(dimensions).every(([name, it]) => one.dimensions[name] === it),
    )
    const label = `${metric} ${JSON.stringify(dimensions)}`
    expect(found.length, label).toBeGreaterThan(0)
    if (value === null) expect(found[0]!.value, label).toBeNull()
    else expect(Math.abs(found[0]!.value! - value), label).toBeLessThanOrEqual(tolerance(value))
  }
}

/** Values of expected.json have at least two decimals; the worst of them, 189.39, is within this of 189.394. */
function tolerance(value: number): number {
  return Math.abs(value) * 5e-5
}

async function runsOf(file: string): Promise<Run[]> {
  return (await readLogs(join(archives, file), file)).logs.flatMap(({ runs }) => runs)
}

const expected = existsSync(join(archives, 'expected.json'))
  ? (JSON.parse(readFileSync(join(archives, 'expected.json'), 'utf8')) as Record<string, Record_>)
  : {}

interface Mean {
  failed_or_absent: number
  geomean: number | null
}

const suites = Object.entries(expected).filter(([file, { recomputed }]) => file.startsWith('speccpu') && recomputed)

test.skipIf(suites.length === 0).each(suites)('means of %s', async (file, { means_in_file: means, recomputed }) => {
  const [run] = await runsOf(file)
  const [base, peak] = Object.keys(means as Record_)
  const of = recomputed as { base: Mean; peak: Mean }
  const facts = (name: string, tuning: 'base' | 'peak'): Fact[] => {
    const { failed_or_absent: absent, geomean } = of[tuning]
    if (geomean === null) return []
    return [[absent > 0 ? 'partialScore' : 'score', { name, tuning }, geomean]]
  }
  check(run!, [...facts(base!, 'base'), ...facts(peak!, 'peak')])
  if (of.base.failed_or_absent > 0) check(run!, [['score', { tuning: 'base' }, null]])
  if (of.peak.geomean === null) {
    const scores = run!.observations.filter((one) => one.metric === 'score' && one.dimensions.tuning === 'peak')
    expect(scores.every(({ value }) => value === null)).toBe(true)
  }
})

const MiB = 2 ** 20
const single: [string, (it: never) => Fact[]][] = [
  ['specjbb2005/kit-docs/output.raw', jbb],
  ['diskspd/pkb/diskspd_result.xml', (it) => diskspdPart('all', it)],
  ['diskspd/virtualclient/DiskSpdExample-ReadWrite.txt', diskspd],
  ['diskspd/virtualclient/DiskSpdExample-WriteOnly-v2.2.0.txt', diskspd],
  ['diskspd/virtualclient/Write8k.txt', diskspd],
  ['fio/virtualclient/FIOExample.txt', fioWrite],
  ['fio/arau/t1-rand_out-rand-50rw32k.fio-0', fioMixed],
  ['fio/arau/t1-writes_writes-100-0', (it: { write_iops: number }) => [['iops', { operation: 'all' }, it.write_iops]]],
  ...Object.keys(expected)
    .filter((file) => file.startsWith('sysbench/'))
    .map((file): [string, (it: never) => Fact[]] => [file, sysbench]),
  ['hammerdb/virtualclient/HammerDBMySQL.txt', hammerdb],
]

test.skipIf(!existsSync(archives)).each(single)('values of %s', async (file, factsOf) => {
  const runs = await runsOf(file)
  expect(runs).toHaveLength(1)
  check(runs[0]!, factsOf(expected[file] as never))
})

function jbb({ points, bops }: { points: Record<string, number>; bops: number }): Fact[] {
  const facts = Object.entries(points).map(([warehouses, value]): Fact => [
    'throughput',
    { warehouses: Number(warehouses), jvm: 'all' },
    value,
  ])
  return [...facts, ['score', { name: 'SPECjbb2005 bops' }, bops], ['score', { name: 'SPECjbb2005 bops/JVM' }, bops]]
}

interface DiskspdPart {
  iops: number
  MiB_per_s?: number
  avg_lat_ms?: number
}

function diskspd(it: Record<'total' | 'read' | 'write', DiskspdPart | undefined>): Fact[] {
  return (['total', 'read', 'write'] as const).flatMap((part) =>
    it[part] ? diskspdPart(part === 'total' ? 'all' : part, it[part]) : [],
  )
}

function diskspdPart(operation: string, { iops, MiB_per_s: rate, avg_lat_ms: latency }: DiskspdPart): Fact[] {
  return [
    ['iops', { operation }, iops],
    ...(rate === undefined ? [] : [['throughput', { operation }, rate * MiB] as Fact]),
    ...(latency === undefined ? [] : [['responseTime', { operation }, latency / 1000] as Fact]),
  ]
}

function fioWrite({ write }: { write: { iops: number; bytes_per_s: number; clat_mean_ms: number } }): Fact[] {
  return [
    ['iops', { operation: 'all' }, write.iops],
    ['throughput', { operation: 'all' }, write.bytes_per_s],
    ['responseTime', { operation: 'all' }, write.clat_mean_ms / 1000],
  ]
}

function fioMixed(it: Record<'read_iops' | 'write_iops' | 'read_clat_ms' | 'write_clat_ms', number>): Fact[] {
  return [
    ['iops', { operation: 'read' }, it.read_iops],
    ['iops', { operation: 'write' }, it.write_iops],
    ['responseTime', { operation: 'read' }, it.read_clat_ms / 1000],
    ['responseTime', { operation: 'write' }, it.write_clat_ms / 1000],
  ]
}

function sysbench({ tps, avg_ms: mean, p99_ms: p99 }: { tps: number; avg_ms: number; p99_ms: number }): Fact[] {
  return [
    ['transactions', {}, tps],
    ['responseTime', {}, mean / 1000],
    ['responseTimePercentile', { percentile: 99 }, p99 / 1000],
  ]
}

function hammerdb({ nopm, tpm }: { nopm: number; tpm: number }): Fact[] {
  return [
    ['score', {}, nopm],
    ['newOrders', {}, nopm / 60],
    ['transactions', {}, tpm / 60],
  ]
}

describe.skipIf(!existsSync(archives))('samples without a single value', () => {
  test('fio 2.x counts microseconds', async () => {
    const file = 'fio/pkb/pkb-7fb0c9d8-0_fio.json'
    const { jobs } = expected[file] as { jobs: { iops: number; KiB_per_s: number; clat_mean_ms: number }[] }
    const runs = await runsOf(file)
    expect(runs).toHaveLength(jobs.length)
    jobs.forEach(({ iops, KiB_per_s: rate, clat_mean_ms: latency }, index) => {
      check(runs[index]!, [
        ['iops', { operation: 'all' }, iops],
        ['throughput', { operation: 'all' }, rate * 1024],
        ['responseTime', { operation: 'all' }, latency / 1000],
      ])
    })
  })

  test('a HammerDB log without a result has none', async () => {
    const [run] = await runsOf('hammerdb/virtualclient/HammerDBIncorrectResultsExample.txt')
    expect(run).toMatchObject({ valid: false, observations: [] })
  })

  test('a SPEC CPU raw file of one benchmark has no mean', async () => {
    const [run] = await runsOf('speccpu2006/invalid-fp-speed/CFP2006.002.rsf')
    expect(run!.valid).toBe(false)
    check(run!, [['score', { name: 'SPECfp_base2006' }, null]])
  })
})

describe.skipIf(!existsSync(archives))('packs', () => {
  async function inspect(name: string): Promise<ReadLogs & { runs: Run[] }> {
    const { read } = combineLogs([await readLogs(join(archives, 'packs', name), name)])
    return { ...read[0]!, runs: read[0]!.logs.flatMap(({ runs }) => runs) }
  }

  test('of several benchmarks: each run once, the rest left out for a reason', async () => {
    const { runs, members } = await inspect('mixed-lab-run.zip')
    // Counted in the list of members: 3 renderings of one CPU2017 result, 1 raw file, 5 fio documents (of which one file
    // holds two equal ones), 4 logs and counters of HammerDB, 9 sysbench files, 1 diskspd result.
    const counts = new Map<string, number>()
    for (const { benchmark } of runs) counts.set(benchmark, (counts.get(benchmark) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toEqual({
      'spec-cpu2017': 1,
      diskspd: 1,
      fio: 5,
      hammerdb: 4,
      specjbb2005: 1,
      sysbench: 9,
    })
    expect(members).toHaveLength(32)
    const left = members.filter(({ outcome }) => outcome !== 'read').map(({ name }) => name.replace(/.*\//, ''))
    expect(left).toEqual([
      'CPU2017.001.log',
      'lock.CPU2017',
      'hammerdbcli_tpcc_timeprofile_4_3.log',
      'SPECjbb.props',
      'SPECjbb_config.props',
      'output.html',
      'output.results',
      'output.txt',
      'version',
    ])
    expect(members.filter(({ why }) => why === 'not a log of a known format')).toEqual([])
  })

  test('of a SPEC result folder: two results of three renderings each, the worst verdict wins', async () => {
    const { runs, members } = await inspect('speccpu2006-result-folder.tar.gz')
    expect(runs.map(({ valid, settings }) => [valid, settings.rendering])).toEqual([
      [false, 'rsf'],
      [false, 'rsf'],
    ])
    check(runs[0]!, [['score', { name: 'SPECfp_rate_base2006' }, 383.111525]])
    check(runs[1]!, [['score', { name: 'SPECint_rate_base2006' }, 420.859521]])
    expect(members.filter(({ outcome }) => outcome === 'ignored')).toHaveLength(7)
  })

  test('of a Phoronix run: the results are read, system logs are not', async () => {
    const { runs, members } = await inspect('phoronix-test-results.tar.xz')
    expect(runs).toHaveLength(1)
    expect(members).toHaveLength(19)
    expect(members[0]).toMatchObject({ outcome: 'read', format: 'phoronix' })
    expect(
      members.filter(({ name }) => name.includes('system-logs')).every(({ outcome }) => outcome === 'ignored'),
    ).toBe(true)
  })
})
