/**
 * What fio says of one direction of I/O (`read`, `write`, `trim`) of one job, in canonical units. The unit of a field
 * depends on the field and the version (axboe/fio#378, #422, #487):
 *
 * | field | 2.x | 3.x |
 * | --- | --- | --- |
 * | `bw`, `bw_min` … | KiB/s | KiB/s |
 * | `bw_bytes` | – | B/s, from 3.2 |
 * | `io_bytes` | KiB, B from the version on that also has `io_kbytes` | B |
 * | `clat`, `slat`, `lat` | µs | – |
 * | `clat_ns`, `slat_ns`, `lat_ns` | – | ns |
 * | `runtime` | ms | ms |
 */
import type { ProblemSink } from '../../problems.ts'
import { memberOf, numberOf, type JsonNode } from '../../source/json.ts'
import { checkAggregate } from '../aggregate.ts'
import { plausibleLimit } from '../plausible.ts'
import { reportUnreadable } from '../unreadable.ts'

/** A value with the line it stands on. */
export interface Cell {
  value: number | null
  line: number
}

export interface Percentile {
  /** 0–100. */
  percentile: number
  /** Seconds. */
  value: number
  line: number
}

/** Times in seconds. */
export interface Latency {
  line: number
  min: number | null
  mean: number | null
  max: number | null
  stddev: number | null
  percentiles: Percentile[]
}

export interface Direction {
  operation: string
  line: number
  /** 1/s. */
  iops: Cell
  /** B/s. */
  throughput: Cell
  /** Finished I/Os; `null` before 2.2, which do not say. */
  ios: number | null
  bytes: number | null
  /** Seconds. */
  seconds: number | null
  /** From submission to completion (`clat`): what fio calls completion latency. */
  completion: Latency | null
  /** To submit (`slat`). */
  submission: Latency | null
  /** Both (`lat`). */
  total: Latency | null
}

/** `mixed` stands in place of the others under `unified_rw_reporting`. */
const operations = ['read', 'write', 'trim', 'mixed'] as const

/** Directions in which there was I/O: fio prints a block of zeros for each of the others (axboe/fio#430). */
export function readDirections(job: JsonNode, problems: ProblemSink): Direction[] {
  return operations.flatMap((operation) => {
    const node = memberOf(job, operation)
    // A block that broke off lacks what would tell whether its numbers agree.
    return node?.kind !== 'object' || !node.isComplete || isIdle(node) ? [] : readDirection(operation, node, problems)
  })
}

function isIdle(node: JsonNode): boolean {
  return ['total_ios', 'io_bytes', 'io_kbytes', 'iops'].every((name) => (numberOf(memberOf(node, name)) ?? 0) === 0)
}

function readDirection(operation: string, node: JsonNode, problems: ProblemSink): Direction {
  const at = (name: string): number => memberOf(node, name)?.line ?? node.line
  const read = (name: string): number | null => orNull(numberOf(memberOf(node, name)))
  const ms = read('runtime')
  const kibPerSecond = read('bw')
  const bytesPerSecond = read('bw_bytes')
  const bytes = bytesOf(read('io_bytes'), read('io_kbytes'), ms, kibPerSecond)
  const direction: Direction = {
    operation,
    line: node.line,
    iops: { value: read('iops'), line: at('iops') },
    throughput:
      bytesPerSecond !== null
        ? { value: bytesPerSecond, line: at('bw_bytes') }
        : { value: kibPerSecond === null ? null : kibPerSecond * 1024, line: at('bw') },
    ios: read('total_ios'),
    bytes,
    seconds: ms === null ? null : ms / 1000,
    completion: readLatency(node, 'clat', problems),
    submission: readLatency(node, 'slat', problems),
    total: readLatency(node, 'lat', problems),
  }
  for (const [name, { value, line }] of [
    ['iops', direction.iops],
    ['bandwidth', direction.throughput],
  ] as const) {
    if (value === null) reportUnreadable(problems, `${operation} ${name}`, 'no number', line)
  }
  checkRates(direction, kibPerSecond, problems)
  return direction
}

/** `io_bytes` in bytes, whichever of its two units it has. */
function bytesOf(
  bytes: number | null,
  kbytes: number | null,
  ms: number | null,
  kibPerSecond: number | null,
): number | null {
  if (bytes === null || kbytes !== null) return bytes
  if (ms === null || ms === 0 || kibPerSecond === null || kibPerSecond === 0) return null
  // Versions between 2.16 and 3.0 changed the unit without a new name: the rate tells which.
  return bytes / ms > kibPerSecond / 10 ? bytes : bytes * 1024
}

function checkRates(direction: Direction, kibPerSecond: number | null, problems: ProblemSink): void {
  const { operation, iops, throughput, ios, bytes, seconds } = direction
  if (seconds !== null && seconds > 0) {
    if (iops.value !== null && ios !== null) {
      // 2.1 cuts the decimals off.
      const tolerance = Number.isInteger(iops.value) ? 1 : 1e-6
      const recomputed = ios / seconds
      checkAggregate(problems, {
        name: `${operation} iops`,
        printed: iops.value,
        recomputed,
        tolerance,
        line: iops.line,
      })
    }
    if (throughput.value !== null && bytes !== null) {
      const recomputed = bytes / seconds
      // Whole bytes, or whole KiB of a rate whose bytes are whole KiB themselves.
      const tolerance = throughput.value === (kibPerSecond ?? NaN) * 1024 ? 1024 * (1 + 1 / seconds) : 1
      checkAggregate(problems, {
        name: `${operation} bandwidth in B/s`,
        printed: throughput.value,
        recomputed,
        tolerance,
        line: throughput.line,
      })
    }
  }
  if (throughput.value !== null && kibPerSecond !== null) {
    checkAggregate(problems, {
      name: `${operation} bw in KiB/s`,
      printed: kibPerSecond,
      recomputed: throughput.value / 1024,
      tolerance: 1,
      line: throughput.line,
    })
  }
}

function readLatency(direction: JsonNode, name: string, problems: ProblemSink): Latency | null {
  const nanoseconds = memberOf(direction, `${name}_ns`)
  const node = nanoseconds ?? memberOf(direction, name)
  if (node?.kind !== 'object') return null
  const perSecond = nanoseconds ? 1e9 : 1e6
  const read = (key: string): number | null => {
    const value = orNull(numberOf(node.members.get(key)))
    return value === null ? null : value / perSecond
  }
  const latency: Latency = {
    line: node.line,
    min: read('min'),
    mean: read('mean'),
    max: read('max'),
    stddev: read('stddev'),
    percentiles: readPercentiles(node.members.get('percentile'), perSecond),
  }
  if (latency.mean === null) reportUnreadable(problems, `mean of ${name}`, 'no number', node.line)
  // Not recorded (disable_clat=1, a synchronous engine's slat): zeros stand for nothing.
  if (latency.mean === null || (latency.mean === 0 && !latency.max)) return null
  checkOrder(name, latency, problems)
  return latency
}

function readPercentiles(node: JsonNode | undefined, perSecond: number): Percentile[] {
  if (node?.kind !== 'object') return []
  return [...node.members].flatMap(([key, member]) => {
    const percentile = Number(key)
    const value = orNull(numberOf(member))
    // 2.1 fills its table of percentiles up with "0.00" : 0.
    if (!(percentile > 0 && percentile <= 100) || value === null) return []
    return { percentile, value: value / perSecond, line: member.line }
  })
}

function checkOrder(name: string, { min, mean, max, percentiles, line }: Latency, problems: ProblemSink): void {
  const isOrdered =
    (min === null || mean === null || min <= mean) &&
    (max === null || mean === null || mean <= max) &&
    percentiles.every(({ value }, i) => i === 0 || percentiles[i - 1]!.value <= value)
  if (isOrdered) return
  problems.error(
    'latency-order',
    `Unexpected order of ${name} values, expected minimum, mean, maximum and percentiles to rise`,
    {
      line,
      hint: 'The log may be damaged or edited. Compare it with the original.',
    },
  )
}

function orNull(value: number | null): number | null {
  return value === null || value < 0 || value > plausibleLimit ? null : value
}
