/**
 * Boots of the report primergy/iscsi: the stop-watch log of each (Lab CSV), and of each iSCSI boot what the storage system's
 * Performance Monitor recorded, as a binary log or as the CSV that relog makes of one.
 */
import { europe, zoneOf, type BlgOptions } from '../helpers/blg-clock.ts'
import { countsFor } from '../helpers/blg-counts.ts'
import { writeBlg, type BlgCounter } from '../helpers/blg-writer.ts'
import { Random } from './random.ts'

/** A stretch of the boot in which the disks work. */
interface Stretch {
  /** Seconds from the boot menu. */
  from: number
  /** Whole seconds. */
  length: number
  /** 10⁶ bytes a second, mean. */
  rate: number
}

interface Boots {
  folder: string
  firstStart: string
  /** Seconds from power-on to the boot menu, and from there to the logon screen: means of the runs. */
  preBoot: number
  boot: number
  /** Of iSCSI boots: what the disks did. */
  disks: { stretches: Stretch[]; readShare: number } | null
}

const iscsi = (
  folder: string,
  firstStart: string,
  preBoot: number,
  boot: number,
  stretches: Stretch[],
  readShare: number,
): Boots => ({
  ...{ folder, firstStart, preBoot, boot, disks: { stretches, readShare } },
})
const local = (folder: string, firstStart: string, preBoot: number, boot: number): Boots => ({
  ...{ folder, firstStart, preBoot, boot, disks: null },
})
const stretch = (from: number, length: number, rate: number): Stretch => ({ from, length, rate })

const boots: Boots[] = [
  local('servers/bx620/local', '2008-07-01T08:41:20.000Z', 68.1, 34.07),
  // 33 + 57 = 90 MB in 17 s.
  iscsi(
    'servers/bx620/iscsi',
    '2008-07-01T10:02:11.000Z',
    68.4,
    51.07,
    [stretch(4, 7, 33 / 7), stretch(31, 10, 5.7)],
    0.97,
  ),
  local('servers/rx300/local', '2008-07-02T08:12:47.000Z', 79.9, 47.03),
  // 37 + 68 = 105 MB in 18 s.
  iscsi(
    'servers/rx300/iscsi',
    '2008-07-02T09:48:05.000Z',
    80.1,
    62.0,
    [stretch(5, 7, 37 / 7), stretch(36, 11, 68 / 11)],
    0.966,
  ),
  local('servers/tx200/local', '2008-07-03T08:20:31.000Z', 60.1, 41.97),
  // 41 + 64 = 105 MB in 20 s.
  iscsi(
    'servers/tx200/iscsi',
    '2008-07-03T10:11:52.000Z',
    60.2,
    81.07,
    [stretch(5, 8, 41 / 8), stretch(51, 12, 64 / 12)],
    0.964,
  ),
  local('64bit/local', '2008-07-08T08:33:09.000Z', 68.2, 49.03),
  // 49 + 84 = 133 MB in 30 s.
  iscsi(
    '64bit/iscsi',
    '2008-07-08T10:07:40.000Z',
    68.3,
    66.03,
    [stretch(5, 12, 49 / 12), stretch(33, 18, 84 / 18)],
    0.958,
  ),
  // 28 + 52 = 80 MB in 20 s.
  iscsi(
    'adapters/broadcom',
    '2008-07-10T08:50:18.000Z',
    60.3,
    80.97,
    [stretch(5, 8, 3.5), stretch(49, 12, 52 / 12)],
    0.965,
  ),
  // 29 + 67 = 96 MB in 40 s: the first stretch is slow.
  iscsi(
    'adapters/intel',
    '2008-07-10T13:15:26.000Z',
    60.2,
    79.03,
    [stretch(5, 28, 29 / 28), stretch(47, 12, 67 / 12)],
    0.962,
  ),
]

const runs = 3
const machine = 'FIBRECAT-NX40'
/** Central European time: two hours before UTC in July. */
const zone = zoneOf(60, 120, europe)
const summerOffsetMs = 7_200_000
/** Seconds recorded before the boot menu and after the logon screen. */
const lead = 22
const tail = 14

/** Path below the folder of boots, such as `servers/rx300/iscsi/run1/stopwatch.csv`, and content. */
export function bootLogs(): Map<string, Buffer> {
  const logs = new Map<string, Buffer>()
  for (const [index, { folder, firstStart, preBoot, boot, disks }] of boots.entries()) {
    const random = new Random(20080800 + index)
    const times = [preBoot, boot].map((mean) =>
      tenths(
        random.centred(runs, 0.35).map((one) => mean + one),
        mean,
      ),
    )
    for (let run = 0; run < runs; run++) {
      const [early, length] = [times[0]![run]!, times[1]![run]!]
      // Between two boots the server is shut down and switched off.
      const powerOn = Date.parse(firstStart) + run * 11 * 60_000 + random.integer(0, 90_000)
      const menu = powerOn + Math.round(early * 1000)
      const path = `${folder}/run${run + 1}`
      logs.set(`${path}/stopwatch.csv`, writeStopwatch(powerOn, early, length))
      if (!disks) continue
      const trace = drawTrace(disks.stretches, disks.readShare, length, run, random)
      if (run === 0) logs.set(`${path}/storage.blg`, writeBinary(trace, menu))
      else logs.set(`${path}/storage.csv`, writeText(trace, menu, random))
    }
  }
  return logs
}

/** To tenths of a second, as the thumb stops the watch; the last one makes the mean good. */
function tenths(values: number[], mean: number): number[] {
  const rounded = values.map((value) => Math.round(value * 10) / 10)
  const rest = Math.round(mean * runs * 10) / 10 - rounded.slice(0, -1).reduce((sum, one) => sum + one, 0)
  return [...rounded.slice(0, -1), Math.round(rest * 10) / 10]
}

function writeStopwatch(powerOn: number, early: number, length: number): Buffer {
  const menu = powerOn + Math.round(early * 1000)
  const ends = [menu, menu + Math.round(length * 1000)].map(localTime)
  const events = [
    ['powerOn', 0],
    ['bootMenu', early],
    ['logonScreen', early + length],
  ] as const
  const rows = events.map(([event, seconds]) =>
    ['boot-time', ...ends, event, 'eventTime', seconds.toFixed(1), 's', 'stop-watch'].join(','),
  )
  const lines = ['benchpaper-log,1', 'benchmark,start,end,event,metric,value,unit,tool', ...rows]
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'ascii')
}

/** `2008-07-01 10:02:11.000`, local. */
function localTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ')
}

/** What happened in one second of the log; the first one is that which ends with the first sample. */
interface Second {
  reads: number
  writes: number
  readBytes: number
  writeBytes: number
}

const idle: Second = { reads: 0, writes: 0, readBytes: 0, writeBytes: 0 }
const page = 4096

/** Seconds of the log; second `lead` begins with the boot menu (but for parts of a second). */
function drawTrace(stretches: Stretch[], readShare: number, length: number, run: number, random: Random): Second[] {
  const seconds: Second[] = Array.from({ length: lead + Math.ceil(length) + tail }, () => flush(random))
  // Of three runs one has the disks busy a second longer, and one a second shorter.
  const change = [0, 1, -1][run]!
  stretches.forEach(({ from, length: usual, rate }, index) => {
    const isLast = index === stretches.length - 1
    const count = usual + (isLast ? change : 0)
    const bytes = usual * rate * 1e6 * (1 + 0.004 * change)
    const shape = Array.from(
      { length: count },
      (_, at) => (at === 0 || at === count - 1 ? 0.6 : 1) * random.between(0.6, 1.4),
    )
    const whole = shape.reduce((sum, one) => sum + one, 0)
    shape.forEach((part, at) => {
      seconds[lead + from + at] = busy((bytes * part) / whole, readShare, random)
    })
  })
  // Services go on starting after the logon screen has appeared; that is no part of the boot.
  for (let at = lead + Math.ceil(length) + 3; at < seconds.length - 2; at++) {
    if (random.next() < 0.6) seconds[at] = busy(random.between(0.4, 2.2) * 1e6, 0.8, random)
  }
  return seconds
}

/** The storage system's own housekeeping. */
function flush(random: Random): Second {
  return random.next() < 0.25 ? { ...idle, writes: 1, writeBytes: page * random.integer(1, 2) } : idle
}

/** Blocks of 4 to 16 KB, in sectors; most are read. */
function busy(bytes: number, readShare: number, random: Random): Second {
  const size = random.between(4.4, 15.9) * 1024
  const transfers = Math.max(12, Math.round(bytes / size))
  const writes = Math.round(transfers * (1 - readShare) * random.between(0.8, 1.2))
  const sectors = Math.round(bytes / 512)
  const writeSectors = Math.min(writes * 16, Math.round((sectors * writes) / transfers))
  const reads = transfers - writes
  return { reads, writes, readBytes: (sectors - writeSectors) * 512, writeBytes: writeSectors * 512 }
}

/** A counter and what it counts: a rate, or bytes for each transfer. */
interface Counter {
  path: string
  type: 'BULK_COUNT' | 'COUNTER' | 'AVERAGE_BULK' | '100NSEC_TIMER_INV'
  value: (second: Second) => number
  base?: (second: Second) => number
}

const transfers = ({ reads, writes }: Second): number => reads + writes
const bytesOf = ({ readBytes, writeBytes }: Second): number => readBytes + writeBytes
const disk = '\\PhysicalDisk(_Total)\\'
const counters: Counter[] = [
  { path: `${disk}Disk Bytes/sec`, type: 'BULK_COUNT', value: bytesOf },
  { path: `${disk}Disk Read Bytes/sec`, type: 'BULK_COUNT', value: ({ readBytes }) => readBytes },
  { path: `${disk}Disk Write Bytes/sec`, type: 'BULK_COUNT', value: ({ writeBytes }) => writeBytes },
  { path: `${disk}Disk Transfers/sec`, type: 'COUNTER', value: transfers },
  { path: `${disk}Disk Reads/sec`, type: 'COUNTER', value: ({ reads }) => reads },
  { path: `${disk}Disk Writes/sec`, type: 'COUNTER', value: ({ writes }) => writes },
  {
    path: `${disk}Avg. Disk Bytes/Transfer`,
    type: 'AVERAGE_BULK',
    value: (second) => (transfers(second) === 0 ? 0 : bytesOf(second) / transfers(second)),
    base: transfers,
  },
  {
    path: '\\Network Interface(Intel[R] PRO_1000 MT Network Connection)\\Bytes Sent/sec',
    type: 'BULK_COUNT',
    value: (second) => Math.round(second.readBytes * 1.042 + second.writes * 240 + 180),
  },
  {
    path: '\\Processor(_Total)\\% Processor Time',
    type: '100NSEC_TIMER_INV',
    value: (second) => Math.min(60, 0.4 + transfers(second) / 90),
  },
]

/** One sample a second; the seconds lie so that none of a stretch is cut by the ends of the boot. */
function writeBinary(trace: Second[], menu: number): Buffer {
  const first = Math.round(menu / 1000) * 1000 - lead * 1000
  const options: BlgOptions = {
    ...{ machine, zone, interval: 1, osVersion: [5, 2, 3790], pointerBytes: 4 },
    start: new Date(first - summerOffsetMs).toISOString(),
  }
  // The first sample has no value for what needs two.
  const seconds = [idle, ...trace]
  const columns = counters.map(({ path, type, value, base }): BlgCounter => {
    const bases = base ? seconds.map(base) : []
    return { path, type, samples: countsFor(type, seconds.map(value), options, bases) }
  })
  return Buffer.from(writeBlg(options, columns))
}

function writeText(trace: Second[], menu: number, random: Random): Buffer {
  const first = Math.round(menu / 1000) * 1000 - lead * 1000
  const head = ['(PDH-CSV 4.0) (W. Europe Daylight Time)(-120)', ...counters.map(({ path }) => `\\\\${machine}${path}`)]
  let before = first + random.integer(-9, 9)
  const rows = trace.map((second, index) => {
    const time = first + (index + 1) * 1000 + random.integer(-9, 9)
    const elapsed = (time - before) / 1000
    before = time
    const cells = counters.map(({ type, value }) => {
      const rate = type === 'BULK_COUNT' || type === 'COUNTER' ? value(second) / elapsed : value(second)
      return Number.isInteger(rate) ? String(rate) : rate.toPrecision(17)
    })
    return [pdhTime(time), ...cells]
  })
  const blank = [pdhTime(first), ...counters.map(() => ' ')]
  return Buffer.from(
    [head, blank, ...rows].map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`).join(''),
    'latin1',
  )
}

/** `07/01/2008 10:02:11.000` */
function pdhTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 23)}`
}
