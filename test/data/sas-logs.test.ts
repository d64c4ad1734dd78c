/**
 * The logs of proliant/sas say what the published paper says. Computed here by readers of its own, a few lines each that know nothing
 * of src/.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { sasLogs } from '../generate/sas-logs.ts'

const folder = 'data/proliant/sas/logs'
const arrays = ['u320-15k', 'sas-10k', 'u320-10k'] as const
const raids = ['0', '1+0', '5', '6'] as const
type Raid = (typeof raids)[number]
type ArrayName = (typeof arrays)[number]

const facts = new Map(
  (JSON.parse(readFileSync('test/facts/sas.json', 'utf8')) as { id: string; value: number }[]).map((fact) => [
    Number(fact.id.slice(3)),
    fact.value,
  ]),
)

function read(file: string): Uint8Array {
  return readFileSync(join(folder, file))
}

/** Members of a zip or a tar.gz, by name. */
function members(array: ArrayName, raid: Raid): Map<string, string> {
  if (array !== 'sas-10k') {
    const files = unzipSync(read(`jetstress/${array}/raid${raid}.zip`))
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]))
  }
  const tar = Buffer.from(gunzipSync(read(`jetstress/${array}/raid${raid}.tar.gz`)))
  const found = new Map<string, string>()
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, at + 100).replaceAll('\0', '')
    const size = parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    found.set(name, tar.toString('latin1', at + 512, at + 512 + size))
    at += 512 + 512 * Math.ceil(size / 512)
  }
  return found
}

interface Point {
  threads: number
  transfers: number
  read: number
  write: number
  readShare: number
  verdict: string
}

function pointOf(page: string): Point {
  const field = (label: string): string => new RegExp(`>${label}</td><td>([^<]*)<`).exec(page)![1]!
  const cells = />Database \(E:\)<\/td>(.*)<\/tr>/.exec(page)![1]!
  const [read, write, reads, writes] = [...cells.matchAll(/<td>([\d.]+)<\/td>/g)].map((match) => Number(match[1]))
  expect(Number(field('Achieved I/O per Second'))).toBeCloseTo(reads! + writes!, 6)
  return {
    threads: parseInt(field('Thread count'), 10),
    transfers: reads! + writes!,
    read: read!,
    write: write!,
    readShare: reads! / (reads! + writes!),
    verdict: field('Overall Test Result'),
  }
}

const sweeps = new Map(
  arrays.flatMap((array) =>
    raids.map((raid): [string, Point[]] => [
      `${array} ${raid}`,
      [...members(array, raid).values()].map(pointOf).sort((a, b) => a.threads - b.threads),
    ]),
  ),
)
const sweepOf = (array: ArrayName, raid: Raid): Point[] => sweeps.get(`${array} ${raid}`)!
const passing = (sweep: Point[]): number[] =>
  sweep.filter(({ read, write }) => read <= 0.02 && write <= 0.02).map(({ threads }) => threads)

/** RAID 0 and 1+0: the highest count at which all three pass; RAID 5 and 6: the highest of each. */
function operatingPoint(array: ArrayName, raid: Raid): Point {
  const own = passing(sweepOf(array, raid))
  const isCommon = raid === '0' || raid === '1+0'
  const shared = own.filter((threads) => arrays.every((one) => passing(sweepOf(one, raid)).includes(threads)))
  const threads = Math.max(...(isCommon ? shared : own))
  return sweepOf(array, raid).find((point) => point.threads === threads)!
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}

describe.each(raids)('Jetstress, RAID %s', (raid) => {
  test.each(arrays)('the operating point of %s is the published one', (array) => {
    const point = operatingPoint(array, raid)
    // Four facts for each array and level, from hs-078 on.
    const first = 78 + 12 * raids.indexOf(raid) + 4 * arrays.indexOf(array)
    const { threads, transfers, read, write } = point
    ;[threads, transfers, read, write].forEach((value, index) => {
      const published = facts.get(first + index)!
      // A sum in another order may differ in the last digits; no value may sit so near to an edge.
      for (const factor of [1 - 1e-6, 1, 1 + 1e-6])
        expect(round(value * factor, decimalsOf(published))).toBe(published)
    })
  })

  test('the leads of one array over the next are the published ones', () => {
    const [fast, sas, slow] = arrays.map((array) => operatingPoint(array, raid).transfers)
    const first = 126 + 2 * raids.indexOf(raid)
    expect(round(100 * (fast! / sas! - 1), 1)).toBe(facts.get(first))
    expect(round(100 * (sas! / slow! - 1), 1)).toBe(facts.get(first + 1))
  })

  test.each(arrays)('the sweep of %s is whole, and reads cross the limit first', (array) => {
    const sweep = sweepOf(array, raid)
    expect(sweep.map(({ threads }) => threads)).toEqual(sweep.map((_, index) => 2 * (index + 1)))
    expect(sweep.at(-1)!.read).toBeGreaterThan(0.02)
    for (const { read, write, readShare, verdict } of sweep) {
      expect(write).toBeLessThan(0.02)
      expect(verdict).toBe(read <= 0.02 ? 'Pass' : 'Fail')
      expect(Math.abs(readShare - 0.65)).toBeLessThan(0.005)
    }
    for (let at = 1; at < sweep.length; at++) expect(sweep[at]!.read).toBeGreaterThan(sweep[at - 1]!.read)
    // Saturation: some number of threads below the highest carries most.
    const most = Math.max(...sweep.map(({ transfers }) => transfers))
    expect(sweep.at(-1)!.transfers).toBeLessThan(most)
  })
})

test('writing takes at least nine times as long on SCSI, at every operating point', () => {
  const factors = raids.flatMap((raid) => {
    const sas = operatingPoint('sas-10k', raid).write
    return (['u320-15k', 'u320-10k'] as const).map((array) => operatingPoint(array, raid).write / sas)
  })
  expect(round(Math.min(...factors), 1)).toBe(facts.get(134))
  expect(Math.max(...factors)).toBeLessThan(35)
})

describe.each(arrays.flatMap((array) => (['1+0', '5'] as const).map((raid) => [array, raid] as const)))(
  'LoadSim, %s, RAID %s',
  (array, raid) => {
    const lines = Buffer.from(read(`loadsim/${array}/raid${raid}/lslog.txt`)).toString('latin1').split('\r\n')

    test('prints the weighted mean of its rows', () => {
      const rows = lines.flatMap((line) => {
        const match = /^[A-Z ]+?\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+\s+\d+\s+\d+$/.exec(line)
        return match ? [match.slice(1).map(Number) as [number, number, number]] : []
      })
      expect(rows).toHaveLength(13)
      const used = rows.filter(([, hits]) => hits > 0)
      const weights = used.reduce((sum, [weight]) => sum + weight, 0)
      const score = used.reduce((sum, [weight, , time]) => sum + weight * time, 0) / weights
      expect(Number(/^Weighted Avg\s+(\d+)$/m.exec(lines.join('\n'))![1])).toBe(Math.round(score))
    })

    test('does 580 transfers a second on average', () => {
      const rows = Buffer.from(read(`loadsim/${array}/raid${raid}/perfmon.csv`)).toString('latin1').trimEnd().split('\r\n')
      expect(rows[0]).toContain('\\LogicalDisk(E:)\\Disk Transfers/sec","')
      const values = rows.slice(1).map((row) => Number(row.split('","')[1]))
      expect(values).toHaveLength(240)
      expect(round(values.reduce((sum, value) => sum + value, 0) / 240, 0)).toBe(facts.get(144))
    })
  },
)

test('TPC-H: every stream has the 22 queries once, in an order of its own', () => {
  const orders = [1, 2, 3, 4, 5, 6].map((stream) => {
    const rows = Buffer.from(read(`tpch/streams/stream0${stream}.csv`)).toString('latin1').trimEnd().split('\r\n').slice(2)
    expect(rows.map((row) => row.split(',')[1])).toEqual(Array(22).fill(String(stream)))
    return rows.map((row) => Number(row.split(',')[2]))
  })
  expect(new Set(orders.map(String)).size).toBe(6)
  for (const order of orders) expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1))
})

/** Totals of Iometer by access specification and queue depth. */
function iometer(array: string, kind: 'random' | 'sequential'): Map<string, { iops: number; mbps: number }> {
  const rows = Buffer.from(read(`iometer/${array}/${kind}.csv`)).toString('latin1').split('\r\n')
  const totals = rows.filter((row) => row.startsWith('ALL,')).map((row) => row.split(','))
  const depth = rows.find((row) => row.startsWith("'Target Type"))!.split(',').indexOf('Queue Depth')
  return new Map(totals.map((row) => [`${row[2]!} ${row[depth]!}`, { iops: Number(row[6]), mbps: Number(row[9]) }]))
}

test('Iometer: eight 10k SAS drives beat six 15k SCSI drives from queue depth 32 on, not before', () => {
  const [sas, fast] = [iometer('sas-10k-8', 'random'), iometer('u320-15k-6', 'random')]
  for (const spec of ['OLTP', 'Web server']) {
    const ahead = [1, 2, 4, 8, 16, 32, 64].filter(
      (depth) => sas.get(`${spec} ${depth}`)!.iops > fast.get(`${spec} ${depth}`)!.iops,
    )
    expect(ahead).toEqual(facts.get(168))
  }
})

test('Iometer: the SAS controller has twice the bandwidth', () => {
  const most = (array: string): number => iometer(array, 'sequential').get('Sequential read 1 MB 64')!.mbps
  expect(round(most('sas-10k-8') / most('u320-10k-6'), 1)).toBe(facts.get(169))
  expect(round(most('sas-10k-8') / most('u320-15k-6'), 1)).toBe(facts.get(169))
})

test('the committed logs are what the generator writes, byte for byte', () => {
  const logs = sasLogs()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
  expect(files.sort()).toEqual([...logs.keys()].sort())
  expect(files.filter((file) => !logs.get(file)!.equals(readFileSync(join(folder, file))))).toEqual([])
})
