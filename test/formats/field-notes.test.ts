/**
 * What users of other tools have reported about reading logs, as far as no test of a format is named for it:
 * `owner/repository number` is the thread. Others stand with their formats: perfmon-text.test.ts, iometer-symptoms.test.ts, …
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFolder } from '../../src/formats/read-folder.ts'
import { readLogs } from '../../src/formats/read-logs.ts'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Dimensions, Run } from '../../src/model/result.ts'
import { readBytes } from '../helpers/check-format.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

function fixture(name: string): string {
  return readFileSync(join(fixtures, name), 'utf8')
}

function read(text: string, name = 'log'): Promise<ReadLog> {
  return readBytes(new TextEncoder().encode(text), name)
}

function rules({ problems }: Pick<ReadLog, 'problems'>): string[] {
  return problems.map(({ ruleId }) => ruleId)
}

function valueOf(run: Run, metric: string, dimensions: Dimensions = {}): number | null | undefined {
  return run.observations.find(
    (one) => one.metric === metric && Object.entries(dimensions).every(([name, it]) => one.dimensions[name] === it),
  )?.value
}

function perfmon(paths: readonly string[], rows: readonly string[][]): string {
  const cells = [['(PDH-CSV 4.0) (GMT Standard Time)(0)', ...paths]]
  rows.forEach((row, second) => cells.push([`06/18/2022 13:04:0${second}.000`, ...row]))
  return cells.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`).join('')
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'field-notes-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('Iometer', () => {
  test('IometerParser: a starting sector of 18446744073709551615 is no overflow but "to the end"', async () => {
    const log = await readBytes(readFileSync(join(fixtures, 'iometer/specs-orphan-and-empty.csv')), 'log')
    expect(log.runs.length).toBeGreaterThan(0)
    expect(JSON.stringify(log.runs)).not.toMatch(/1844674407370955\d{4}/)
    expect(rules(log)).not.toContain('invalid-number')
  })

  test('iometer 3141394: files of an older or newer version scheme are read alike', async () => {
    const text = fixture('iometer/layout-c-appended-same-name.csv')
    const [plain, renamed] = await Promise.all([text, text.replaceAll('1.1.0', '2003.12.16')].map((one) => read(one)))
    const values = ({ runs }: ReadLog) => runs.flatMap((run) => run.observations.map(({ value }) => value))
    expect(values(renamed!)).toEqual(values(plain!))
  })
})

describe('Windows performance logs', () => {
  test('PAL 74: a path with other letters than ASCII is read', async () => {
    const name = '測定/Größe/ログ.csv'
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), perfmon(['\\\\A\\Memory\\Pages/sec'], [['1'], ['2']]))
    const { logs, problems } = await readLogs(join(folder, name), name)
    expect(problems).toEqual([])
    expect(logs[0]!.runs[0]!.series).toHaveLength(1)
    expect(logs[0]!.record.path).toBe(name)
  })

  test('PAL 80: counters of an instance of SQL Server keep the name of their object', async () => {
    const path = '\\MSSQL$INST1:Buffer Manager\\Page life expectancy'
    const { runs } = await read(perfmon([`\\\\A${path}`], [['300'], ['301']]), 'log.csv')
    expect(runs[0]!.series.map(({ name }) => name)).toEqual([path])
    expect([...runs[0]!.series[0]!.values]).toEqual([300, 301])
  })

  test('PAL 82: LogicalDisk and PhysicalDisk are both there, none is left out in silence', async () => {
    const paths = ['\\LogicalDisk(C:)\\Disk Reads/sec', '\\PhysicalDisk(0 C:)\\Disk Reads/sec']
    const { runs, problems } = await read(
      perfmon(
        paths.map((path) => `\\\\A${path}`),
        [
          ['1', '2'],
          ['3', '4'],
        ],
      ),
    )
    expect(runs[0]!.series.map(({ name }) => name)).toEqual(paths)
    expect(problems).toEqual([])
  })

  test('telegraf 3303: names of instances are shown as logged, process numbers and underscores too', async () => {
    const paths = ['\\Process(w3wp_4711)\\Thread Count', '\\Process(my_app#1)\\Thread Count']
    const { runs } = await read(
      perfmon(
        paths.map((path) => `\\\\A${path}`),
        [['1', '2']],
      ),
    )
    expect(runs[0]!.series.map(({ name }) => name)).toEqual(paths)
  })

  test('nets-tip 563: a binary log of 0 bytes, still being recorded, is called empty', async () => {
    const log = await readBytes(new Uint8Array(), 'server.blg')
    expect(rules(log)).toEqual(['empty-file'])
    expect(log.problems[0]!.hint).toContain('still')
  })
})

describe('fio', () => {
  const mixed = (change: (text: string) => string): Promise<ReadLog> => read(change(fixture('fio-json/mixed.json')))

  test('fio 430: a direction without I/O is left out, not 0', async () => {
    const { runs } = await mixed((text) => text)
    const operations = new Set(runs[0]!.observations.map(({ dimensions }) => dimensions.operation))
    expect([...operations].sort()).toEqual(['all', 'read', 'write', undefined].sort())
  })

  test('fio 422: bw_bytes is preferred to bw, which is KiB/s cut to whole numbers', async () => {
    // 24576000 B/s is 24000 KiB/s; one byte more is the same in KiB/s.
    const { runs } = await mixed((text) =>
      text
        .replace('"bw_bytes" : 24576000', '"bw_bytes" : 24576001')
        .replace('"io_bytes" : 245760000', '"io_bytes" : 245760010'),
    )
    expect(valueOf(runs[0]!, 'throughput', { operation: 'read' })).toBe(24576001)
  })

  test('fio-plot 2, 149: options that are global only, or nowhere, are no error', async () => {
    const global = await mixed((text) =>
      text.replace(/"job options" : \{[^}]*\}/, '"job options" : {"rw" : "randread"}'),
    )
    expect(global.runs[0]!.dimensions).toMatchObject({ blockSize: 8192, queueDepth: 4 })
    const none = await mixed((text) =>
      text.replace(/"global options" : \{[^}]*\},/, '').replace(/"job options" : \{[^}]*\},/, ''),
    )
    expect(none.runs).toHaveLength(1)
    expect(valueOf(none.runs[0]!, 'iops', { operation: 'read' })).toBe(3000)
    expect(rules(none)).not.toContain('broken-json')
  })

  test('fio-plot 155: client_stats without job options are read', async () => {
    const text = fixture('fio-json/client-mode.json').replaceAll(/"job options" : \{[^}]*\},/g, '')
    const { runs } = await read(text)
    expect(runs.length).toBeGreaterThan(0)
    expect(runs[0]!.observations.some(({ metric, value }) => metric === 'iops' && value !== null && value > 0)).toBe(
      true,
    )
  })

  test('fio 272: zeros in bw_min, bw_max and bw_dev of a short run do not touch its mean', async () => {
    const { runs, problems } = await mixed((text) =>
      text.replace('"bw" : 24000,', '"bw" : 24000, "bw_min" : 0, "bw_max" : 0, "bw_mean" : 0.0, "bw_dev" : 0.0,'),
    )
    expect(valueOf(runs[0]!, 'throughput', { operation: 'read' })).toBe(24576000)
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  test.each([
    ['B/s', 'BW=2048B/s (2048B/s)(40.0KiB/20000msec)', 2048],
    ['KiB/s', 'BW=4000KiB/s (4096kB/s)(78.1MiB/20000msec)', 4096000],
    ['GiB/s', 'BW=1.50GiB/s (1611MB/s)(30.0GiB/20000msec)', 1.5 * 2 ** 30],
  ])('phoronix-test-suite 113, PiBenchmarks 28: %s in the text of fio is not taken for KB/s', async (_, text, rate) => {
    const { runs } = await read(
      fixture('fio-text/sweep-3.x.txt').replace('BW=4000KiB/s (4096kB/s)(78.1MiB/20000msec)', text),
    )
    const throughput = valueOf(runs[0]!, 'throughput', { operation: 'write' })!
    // Printed with three digits.
    expect(Math.abs(throughput / rate - 1)).toBeLessThan(0.01)
  })
})

describe('other tools', () => {
  test('diskspd 93: an empty file or a text given as XML is called what it is', async () => {
    expect(rules(await readBytes(new Uint8Array(), 'result.xml'))).toEqual(['empty-file'])
    const text = await read(fixture('diskspd-text/mixed-2.2.txt'), 'result.xml')
    expect(text.format?.id).toBe('diskspd-text')
  })

  test('HammerDB 732: the statistic is named, percentiles and means do not share a metric', async () => {
    const { runs } = await read(fixture('sysbench/oltp-0.5.txt'))
    const { observations } = runs[0]!
    expect(observations.filter(({ metric }) => metric === 'responseTime')).toHaveLength(1)
    expect(observations.find(({ metric }) => metric === 'responseTimePercentile')?.dimensions).toHaveProperty(
      'percentile',
    )
  })

  test('sysbench 242: a percentile of 100 s is said to be "or more"', async () => {
    const { problems } = await read(fixture('sysbench/two-tests-1.0.txt'))
    expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['percentile-capped', 74]])
  })

  test('fio-plot 64, VirtualClient 194: of many files the content tells which are results, and why others are not', async () => {
    const files: Record<string, string> = {
      'result.json': fixture('fio-json/mixed.json'),
      'options.json': '{"bs": "8k"}',
      'mix.job': '[global]\nbs=8k\n',
      'results.old/output': fixture('fio-json/version-2.json'),
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { members } = await readFolder(folder, 'runs', Object.keys(files))
    expect(members.map(({ name, format, why }) => [name, format ?? why])).toEqual([
      ['result.json', 'fio-json'],
      ['options.json', 'not a log of a known format'],
      ['mix.job', 'a configuration file'],
      ['results.old/output', 'fio-json'],
    ])
  })

  test('benchmark-runner 389: each log of a run leads to its archive, member and SHA-256', async () => {
    const { logs } = await readLogs(Buffer.from(fixture('sysbench/oltp-0.5.txt')), 'run.res')
    expect(logs[0]!.record).toMatchObject({ path: 'run.res', member: null, format: 'sysbench' })
    expect(logs[0]!.record.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(logs[0]!.runs[0]!.observations.every(({ origin }) => origin.line !== null)).toBe(true)
  })
})
