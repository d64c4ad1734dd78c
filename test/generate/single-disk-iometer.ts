/**
 * Result files of Iometer 2006.07.27 with one manager, one worker and one target (a file on NTFS), whose numbers agree with
 * one another: rates and bytes follow from counts, response times from queue depth and rate (Little's law).
 */
import type { Random } from './random.ts'

export interface Spec {
  name: string
  /** Bytes. */
  size: number
  readPercent: number
  randomPercent: number
}

/** One test: what the disk did at one number of outstanding I/Os. */
export interface Point {
  spec: Spec
  depth: number
  iops: number
}

/** A series of tests, as one click on the green flag starts it. */
export interface Series {
  /** Iometer's number: 0 no cycling, 6 cycles the outstanding I/Os. */
  type: 0 | 6
  description: string
  points: Point[]
}

const host = 'PERFLAB-RX300S6'
const target = 'E: "TESTDATA"'
const ticksPerSecond = 2_533_423
const secondsPerTest = 60
const rampUpMs = 10_000

const header = [
  ...["'Target Type", 'Target Name', 'Access Specification Name', '# Managers', '# Workers', '# Disks'],
  ...['IOps', 'Read IOps', 'Write IOps', 'MBps', 'Read MBps', 'Write MBps'],
  ...['Transactions per Second', 'Connections per Second'],
  ...['Response', 'Read Response', 'Write Response', 'Transaction', 'Connection'].map((kind) => `Average ${kind} Time`),
  ...['Response', 'Read Response', 'Write Response', 'Transaction', 'Connection'].map((kind) => `Maximum ${kind} Time`),
  ...['Errors', 'Read Errors', 'Write Errors', 'Bytes Read', 'Bytes Written', 'Read I/Os', 'Write I/Os'],
  ...['Connections', 'Transactions per Connection'],
  ...['Read Response', 'Write Response', 'Transaction', 'Connection'].map((kind) => `Total Raw ${kind} Time`),
  ...['Read Response', 'Write Response', 'Transaction', 'Connection'].map((kind) => `Maximum Raw ${kind} Time`),
  ...['Total Raw Run Time', 'Starting Sector', 'Maximum Size', 'Queue Depth'],
  ...['% CPU Utilization', '% User Time', '% Privileged Time', '% DPC Time', '% Interrupt Time'],
  ...['Processor Speed', 'Interrupts per Second', 'CPU Effectiveness'],
  ...['Packets/Second', 'Packet Errors', 'Segments Retransmitted/Second'],
].join(',')

export interface FileOptions {
  startMs: number
  /** Of the measurement file, in sectors of 512 bytes. */
  sectors: number
  random: Random
}

/** A whole file, CRLF. A later series is appended to the first, as the tool does when asked to. */
export function writeResults(series: readonly Series[], { startMs, sectors, random }: FileOptions): string {
  let now = startMs
  const lines = series.flatMap(({ type, description, points }) => {
    const started = stamp(now)
    const head = [
      "'Test Type,Test Description",
      `${type},${description}`,
      "'Version",
      '2006.07.27 ',
      "'Time Stamp",
      started,
    ]
    const body = points.flatMap((point, index) => {
      const isNew = index === 0 || points[index - 1]!.spec !== point.spec
      now += rampUpMs + secondsPerTest * 1000 + random.integer(900, 2400)
      return [...(isNew ? writeSpec(point.spec) : []), ...writeTest(point, sectors, random), "'Time Stamp", stamp(now)]
    })
    now += random.integer(20_000, 90_000)
    return [...head, ...body]
  })
  return lines.map((line) => `${line}\r\n`).join('')
}

function writeSpec({ name, size, readPercent, randomPercent }: Spec): string[] {
  return [
    "'Access specifications",
    "'Access specification name,default assignment",
    `${name},0`,
    "'size,% of size,% reads,% random,delay,burst,align,reply",
    `${size},100,${readPercent},${randomPercent},0,1,0,0`,
    "'End access specifications",
  ]
}

interface Measured {
  spec: Spec
  depth: number
  reads: number
  writes: number
  maxReadTicks: number
  maxWriteTicks: number
  sectors: number
  cpuPercent: number
}

function writeTest({ spec, depth, iops }: Point, sectors: number, random: Random): string[] {
  const ios = Math.round(iops * secondsPerTest)
  const reads = Math.round((ios * spec.readPercent) / 100)
  const slowest = () => Math.round((depth / iops) * ticksPerSecond * random.between(3, 9))
  const measured: Measured = {
    spec,
    depth,
    reads,
    writes: ios - reads,
    maxReadTicks: reads > 0 ? slowest() : 0,
    maxWriteTicks: ios > reads ? slowest() : 0,
    sectors,
    // Small blocks cost as much as large ones, here some 12 µs of one of eight cores, beside what Windows does anyway.
    cpuPercent: 0.08 + iops * 0.00015 + random.between(0, 0.03),
  }
  return [
    "'Results",
    header,
    writeRow('ALL', 'All', spec.name, ['1', '1', '1'], measured),
    writeRow('MANAGER', host, spec.name, ['', '1', '1'], measured),
    writeProcessor(measured),
    writeRow('WORKER', 'Worker 1', spec.name, ['', '', '1'], measured),
    writeRow('DISK', target, '', ['', '', ''], measured),
  ]
}

function writeRow(kind: string, name: string, spec: string, counts: string[], measured: Measured): string {
  const { reads, writes, depth, maxReadTicks, maxWriteTicks, sectors, cpuPercent } = measured
  const { size } = measured.spec
  const ios = reads + writes
  const rates = [ios, reads, writes].map((count) => count / secondsPerTest)
  const raw = depth * secondsPerTest * ticksPerSecond
  const rawReads = Math.round((raw * reads) / ios)
  const rawWrites = Math.round((raw * writes) / ios)
  const ms = (ticks: number, count = 1): number => (count === 0 ? 0 : (ticks / count / ticksPerSecond) * 1000)
  const means = [ms(rawReads + rawWrites, ios), ms(rawReads, reads), ms(rawWrites, writes)]
  const maxima = [Math.max(maxReadTicks, maxWriteTicks), maxReadTicks, maxWriteTicks].map((ticks) => ms(ticks))
  const isAll = kind === 'ALL'
  const hasCpu = isAll || kind === 'MANAGER'
  const blanks = (count: number): string[] => Array<string>(count).fill('')
  return [
    ...[kind, name, spec, ...counts],
    ...rates.map(fixed),
    ...rates.map((rate) => fixed((rate * size) / 2 ** 20)),
    ...[fixed(rates[0]!), fixed(0)],
    ...[...means, means[0]!, 0].map(fixed),
    ...[...maxima, maxima[0]!, 0].map(fixed),
    ...[0, 0, 0, reads * size, writes * size, reads, writes, 0, -1],
    ...(isAll
      ? blanks(9)
      : [
          ...[rawReads, rawWrites, rawReads + rawWrites, 0],
          ...[maxReadTicks, maxWriteTicks, Math.max(maxReadTicks, maxWriteTicks), 0],
          secondsPerTest * ticksPerSecond,
        ]),
    ...[0, sectors, depth],
    ...(hasCpu ? cpuOf(cpuPercent).map(fixed) : blanks(5)),
    isAll ? '' : fixed(ticksPerSecond),
    ...(hasCpu ? [900 + rates[0]! * 1.02, rates[0]! / cpuPercent, 0, 0, 0].map(fixed) : blanks(5)),
  ].join(',')
}

/** All, user, privileged, DPC and interrupt time in per cent. */
function cpuOf(percent: number): number[] {
  return [percent, percent * 0.2, percent * 0.8, percent * 0.12, percent * 0.05]
}

/** Rows of processors are some columns wider in this version than their values need. */
function writeProcessor({ cpuPercent, reads, writes }: Measured): string {
  const values = [...cpuOf(cpuPercent), ticksPerSecond, 900 + ((reads + writes) / secondsPerTest) * 1.02]
  return ['PROCESSOR', 'CPU 0', ...Array<string>(43).fill(''), ...values.map(fixed), '', '', '', ''].join(',')
}

function fixed(value: number): string {
  return value.toFixed(6)
}

/** `2011-07-04 09:00:00:015` */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ').replace('.', ':')
}
