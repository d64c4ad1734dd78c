/**
 * The committed logs of primergy/iscsi are what their generator writes, and hold the published figures. Values are recomputed here
 * with readers of their own, for Iometer and for the text of Performance Monitor; the binary logs are read by the program.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../helpers/check-format.ts'
import { readFacts } from '../helpers/facts.ts'
import { iscsiLogs } from '../generate/iscsi-logs.ts'

const folder = 'data/primergy/iscsi/logs'
const logs = iscsiLogs()

test('the committed logs are what the generator writes, byte for byte', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
  expect(files.sort()).toEqual([...logs.keys()].sort())
  expect(files).toHaveLength(63)
  expect(files.filter((file) => !logs.get(file)!.equals(readFileSync(join(folder, file))))).toEqual([])
})

interface Result {
  megabytes: number
  ms: number
  cpu: number
  iops: number
}

/** By attachment, pattern and position: 4, 8, 64 KB. */
function results(path: string): Result[] {
  const lines = logs.get(path)!.toString('latin1').split('\r\n')
  const heads = lines.find((line) => line.startsWith("'Target Type"))!.split(',')
  const at = (cells: string[], head: string): number => Number(cells[heads.indexOf(head)])
  return lines
    .filter((line) => line.startsWith('ALL,'))
    .map((line) => line.split(','))
    .map((cells) => ({
      megabytes: (at(cells, 'MBps') * 2 ** 20) / 1e6,
      ms: at(cells, 'Average Response Time'),
      cpu: at(cells, '% CPU Utilization'),
      iops: at(cells, 'IOps'),
    }))
}

const attachments = ['das', 'fc', 'iscsi'] as const
const patterns = ['sequential-read', 'sequential-write', 'random'] as const

/** [das, fc, iscsi] for each block size. */
function compare(pattern: (typeof patterns)[number], value: (result: Result) => number): number[][] {
  const [das, fc, iscsi] = attachments.map((attachment) => results(`throughput/${attachment}/${pattern}.csv`).map(value))
  return das!.map((one, index) => [one, fc![index]!, iscsi![index]!])
}

const perIo = ({ cpu, iops }: Result): number => (1000 * cpu) / iops
/** Places of the smallest and the largest of three. */
const extremes = (three: number[]): string =>
  [Math.min(...three), Math.max(...three)].map((one) => attachments[three.indexOf(one)]).join(' < ')

describe('throughput tests', () => {
  test.each(patterns)('%s: 7 ms, 10 %% and 3 %% for a thousand I/Os are not reached', (pattern) => {
    for (const attachment of attachments) {
      for (const result of results(`throughput/${attachment}/${pattern}.csv`)) {
        expect(result.ms).toBeLessThan(6.8)
        expect(result.cpu).toBeLessThan(9)
        expect(perIo(result)).toBeLessThan(2.7)
      }
    }
  })

  test('rankings of the published text, at every block size', () => {
    for (const pattern of ['sequential-read', 'sequential-write'] as const) {
      expect(new Set(compare(pattern, ({ megabytes }) => megabytes).map(extremes))).toEqual(new Set(['iscsi < das']))
      expect(new Set(compare(pattern, ({ ms }) => ms).map(extremes))).toEqual(new Set(['das < iscsi']))
    }
    for (const three of compare('random', ({ megabytes }) => megabytes)) {
      expect(Math.max(...three) / Math.min(...three)).toBeLessThan(1.05)
    }
    expect(compare('random', ({ ms }) => ms).map(extremes)).toEqual(['fc < iscsi', 'fc < das', 'fc < iscsi'])
    expect(new Set(compare('random', ({ cpu }) => cpu).map(extremes))).toEqual(new Set(['das < fc']))
    expect(new Set(compare('sequential-write', ({ cpu }) => cpu).map(extremes))).toEqual(new Set(['iscsi < das']))
    expect(compare('sequential-read', ({ cpu }) => cpu).map((three) => extremes(three).split(' ')[0])).toEqual([
      'das',
      'iscsi',
      'das',
    ])
    expect(new Set(compare('sequential-read', perIo).map(extremes))).toEqual(new Set(['das < iscsi']))
    for (const pattern of ['sequential-write', 'random'] as const) {
      expect(new Set(compare(pattern, perIo).map(extremes))).toEqual(new Set(['das < fc']))
    }
  })

  test('links carry 117 MB/s one way, 170 MB/s both ways, two of them nearly twice as much', () => {
    const rate = (links: number, direction: string): number => results(`links/${links}/${direction}.csv`)[0]!.megabytes
    expect(Math.max(rate(1, 'read'), rate(1, 'write'))).toBeCloseTo(117, 0)
    expect(rate(1, 'mixed')).toBeCloseTo(170, 0)
    for (const direction of ['read', 'write', 'mixed']) {
      expect(rate(2, direction) / rate(1, direction)).toBeGreaterThan(1.94)
      expect(rate(2, direction) / rate(1, direction)).toBeLessThan(2)
    }
  })
})

interface Boot {
  preBoot: number
  seconds: number
  /** Local, milliseconds. */
  start: number
  end: number
}

function boot(path: string): Boot {
  const rows = logs.get(`boot/${path}/stopwatch.csv`)!.toString('ascii').trimEnd().split('\r\n').slice(2)
  const [menu, logon] = ['bootMenu', 'logonScreen'].map((event) =>
    Number(rows.find((row) => row.includes(`,${event},`))!.split(',')[5]),
  )
  const [start, end] = rows[0]!
    .split(',')
    .slice(1, 3)
    .map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  return { preBoot: menu!, seconds: logon! - menu!, start: start!, end: end! }
}

/** Disk bytes a second by local time in milliseconds. */
async function trace(path: string): Promise<[time: number, rate: number][]> {
  const text = logs.get(`boot/${path}/storage.csv`)
  if (text) {
    return text
      .toString('latin1')
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .map((line) => line.split('","'))
      .map(([stamp, rate]) => {
        const [, month, day, year, time] = /^"(..)\/(..)\/(....) (.*)$/.exec(stamp!)!
        return [Date.parse(`${year!}-${month!}-${day!}T${time!}Z`), Number(rate)]
      })
  }
  const { runs } = await readBytes(logs.get(`boot/${path}/storage.blg`)!, 'storage.blg')
  const { times, values } = runs[0]!.series.find(({ name }) => name.endsWith('\\Disk Bytes/sec'))!
  const start = Date.parse(`${runs[0]!.start!.local}Z`)
  return Array.from(times, (time, index): [number, number] => [start + time * 1000, values[index]!])
}

const runs = [1, 2, 3]
const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

describe('boots', () => {
  const facts = readFacts('iscsi', ['table'])
  const cases: [what: string, folder: string][] = [
    ['BX620 S4', 'servers/bx620'],
    ['RX300 S4', 'servers/rx300'],
    ['TX200 S4', 'servers/tx200'],
    ['Windows Server 2003 32-bit', 'servers/bx620'],
    ['Windows Server 2003 64-bit', '64bit'],
    ['Broadcom adapter', 'adapters/broadcom'],
    ['Intel adapter', 'adapters/intel'],
  ]

  test.each(cases)('%s: the published times, volumes and seconds of activity', async (what, path) => {
    const published = (name: string): number => Number(facts.find((fact) => fact.what === `${what}: ${name}`)?.value)
    const iscsi = path.startsWith('adapters') ? path : `${path}/iscsi`
    const boots = runs.map((run) => boot(`${iscsi}/run${run}`))
    expect(Math.round(mean(boots.map(({ seconds }) => seconds)))).toBe(published('iSCSI boot time'))
    if (iscsi !== path) {
      const local = runs.map((run) => boot(`${path}/local/run${run}`))
      expect(Math.round(mean(local.map(({ seconds }) => seconds)))).toBe(published('local boot time'))
    }
    const traces = await Promise.all(runs.map((run) => trace(`${iscsi}/run${run}`)))
    const inside = traces.map((samples, index) =>
      samples.filter(([time]) => time > boots[index]!.start && time <= boots[index]!.end),
    )
    const volumes = inside.map((samples) => samples.reduce((sum, [, rate]) => sum + rate, 0) / 1e6)
    expect(mean(volumes)).toBeGreaterThan(published('data volume of iSCSI boot') - 0.4)
    expect(mean(volumes)).toBeLessThan(published('data volume of iSCSI boot') + 0.4)
    const active = inside.map((samples) => samples.filter(([, rate]) => rate > 50_000).length)
    expect(mean(active)).toBe(published('disk activity during iSCSI boot'))
    expect(new Set(active).size).toBe(3)
    // What goes on after the logon screen is no part of it.
    for (const [index, samples] of traces.entries()) {
      const late = samples.filter(([time, rate]) => time > boots[index]!.end && rate > 50_000)
      expect(late.length).toBeGreaterThan(0)
      expect(late.every(([time]) => time > boots[index]!.end + 1500)).toBe(true)
    }
  })

  test('before the boot menu it takes 60 to 80 s, as long locally as over iSCSI', () => {
    const of = (path: string): number => mean(runs.map((run) => boot(`${path}/run${run}`).preBoot))
    const servers = ['bx620', 'rx300', 'tx200'].map((name) => of(`servers/${name}/iscsi`))
    expect([Math.min(...servers), Math.max(...servers)].map(Math.round)).toEqual([60, 80])
    for (const [index, name] of ['bx620', 'rx300', 'tx200'].entries()) {
      expect(Math.abs(of(`servers/${name}/local`) - servers[index]!)).toBeLessThan(0.5)
    }
  })
})
