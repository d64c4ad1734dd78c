/** The Performance Monitor log of one run, as a Japanese Windows Server writes it. */
import { encodeCp932 } from './cp932.ts'
import type { Random } from './random.ts'

export interface Server {
  host: string
  /** The first one carries the copy; the others are idle. */
  adapters: string[]
  /** Of the collector set; Performance Monitor adds it as a last column. `null`: none was given. */
  description: string | null
  /** Significant digits that this Windows version prints. */
  digits: number
  availableMb: number
  /** Relative standard deviation of the rates from sample to sample. */
  unevenness: number
  /** How much more than the mean of all processors the one does that serves the interrupts. */
  busiestProcessor: number
}

/** One copy: local times in milliseconds and the means that its samples shall have. Bytes a second, %. */
export interface Load {
  startMs: number
  endMs: number
  read: number
  sent: number
  cpu: number
  queue: number
}

/** A column of the log; `null` is a blank cell. Every cell but that of the first record when `needsTwo`. */
interface Column {
  path: string
  needsTwo: boolean
  values: (number | null)[]
}

interface Sampling {
  intervalMs: number
  /** One sample without network counters. */
  hasGap: boolean
  random: Random
}

/** Logged before the copy starts and after it has ended. */
const marginMs = 60_000

export function writePerfmon(server: Server, load: Load, sampling: Sampling): Buffer {
  const times = drawTimes(load, sampling)
  const columns = drawColumns(server, load, times, sampling)
  const comment = server.description === null ? [] : [server.description]
  // Where the name of the time zone is not ASCII, Performance Monitor cuts the first cell off: 東京 (標準時) is gone.
  const head = ['(PDH-CSV 4.0) (', ...columns.map(({ path }) => `\\\\${server.host}\\${path}`), ...comment]
  const records = times.map((time, index) => [
    pdhTime(time),
    ...columns.map(({ values, needsTwo }) =>
      printValue(needsTwo && index === 0 ? null : values[index]!, server.digits),
    ),
    ...comment.map(() => ' '),
  ])
  const lines = [head, ...records].map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`)
  return encodeCp932(lines.join(''))
}

/** Sampling is never exact: some milliseconds early or late, without drift. */
function drawTimes({ startMs, endMs }: Load, { intervalMs, random }: Sampling): number[] {
  const first = startMs - marginMs - random.integer(0, intervalMs - 1)
  const count = Math.ceil((endMs + marginMs - first) / intervalMs) + 1
  return Array.from({ length: count }, (_, index) => first + index * intervalMs + random.integer(-15, 15))
}

function drawColumns(server: Server, load: Load, times: number[], sampling: Sampling): Column[] {
  const { random, hasGap } = sampling
  const count = times.length
  /** The part of each sample's interval in which the copy ran. */
  const busy = times.map((time, index) => {
    const before = times[index - 1] ?? time - sampling.intervalMs
    return Math.max(0, Math.min(time, load.endMs) - Math.max(before, load.startMs)) / (time - before)
  })
  const isInside = times.map((time) => time > load.startMs && time <= load.endMs)
  const gap = hasGap ? isInside.indexOf(true) + 20 : -1

  const shared = random.wander(count)
  const own = () => random.wander(count).map((one, index) => 0.8 * shared[index]! + 0.6 * one)
  const rate = (mean: number, unevenness: number, idle: () => number, skip = -1) => {
    const shape = own().map((one, index) => busy[index]! * Math.max(0.1, 1 + unevenness * clamp(one, 2)))
    const rest = busy.map((part) => (1 - part) * idle())
    const counted = isInside.map((inside, index) => inside && index !== skip)
    const factor = (mean - meanOf(rest, counted)) / meanOf(shape, counted)
    return shape.map((one, index) => (index === skip ? null : factor * one + rest[index]!))
  }
  const seldom = (part: number, high: number) => (random.next() < part ? random.between(0.01, 1) * high : 0)

  const read = rate(load.read, server.unevenness, () => seldom(0.3, 24_000))
  const sent = rate(load.sent, server.unevenness, () => random.between(40, 900), gap)
  const cpu = rate(load.cpu, 0.25, () => seldom(0.6, 0.2))
  const queue = drawQueue(load.queue, shared, isInside, random)
  const writes = times.map(() => seldom(0.7, 60_000))
  const processor = (share: number) => cpu.map((one) => one! * share * random.between(0.85, 1.15))

  const disk = (counter: string, values: Column['values'], needsTwo = true): Column[] =>
    ['0 C:', '_Total'].map((instance) => ({ path: `PhysicalDisk(${instance})\\${counter}`, needsTwo, values }))
  return [
    { path: 'Memory\\Available MBytes', needsTwo: false, values: drawMemory(server.availableMb, count, random) },
    ...server.adapters.map((adapter, index) => ({
      path: `Network Interface(${adapter})\\Bytes Sent/sec`,
      needsTwo: true,
      values: index === 0 ? sent : times.map((_, at) => (at === gap ? null : index === 1 ? seldom(0.02, 12) : 0)),
    })),
    ...disk('Current Disk Queue Length', queue, false),
    ...disk('Disk Read Bytes/sec', read),
    { path: 'PhysicalDisk(_Total)\\Disk Write Bytes/sec', needsTwo: true, values: writes },
    { path: 'Processor(0)\\% Processor Time', needsTwo: true, values: processor(server.busiestProcessor) },
    { path: 'Processor(1)\\% Processor Time', needsTwo: true, values: processor(0.7) },
    { path: 'Processor(_Total)\\% Processor Time', needsTwo: true, values: cpu },
  ]
}

/** Whole numbers: the length at the moment of sampling. Their mean inside is as near to `mean` as whole numbers allow. */
function drawQueue(mean: number, shared: number[], isInside: boolean[], random: Random): number[] {
  const inside = isInside.flatMap((one, index) => (one ? [index] : []))
  const lengths = isInside.map((one, index) => {
    const spread = 0.4 * shared[index]! + 0.5 * random.normal()
    return one ? Math.max(0, Math.round(mean * (1 + 0.6 * spread))) : 0
  })
  let missing = Math.round(mean * inside.length) - inside.reduce((sum, index) => sum + lengths[index]!, 0)
  while (missing !== 0) {
    const index = inside[random.integer(0, inside.length - 1)]!
    const step = missing > 0 ? 1 : -1
    if (lengths[index]! + step < 0) continue
    lengths[index]! += step
    missing -= step
  }
  return lengths
}

function drawMemory(availableMb: number, count: number, random: Random): number[] {
  let value = availableMb + random.integer(-20, 20)
  return Array.from({ length: count }, () => (value += random.integer(-2, 2)))
}

function meanOf(values: number[], counted: boolean[]): number {
  const chosen = values.filter((_, index) => counted[index])
  return chosen.reduce((sum, one) => sum + one, 0) / chosen.length
}

function clamp(value: number, reach: number): number {
  return Math.min(reach, Math.max(-reach, value))
}

function printValue(value: number | null, digits: number): string {
  if (value === null) return ' '
  return Number.isInteger(value) ? String(value) : value.toPrecision(digits)
}

/** `06/10/2013 09:12:41.218`: month first, whatever the locale. */
function pdhTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 23)}`
}
