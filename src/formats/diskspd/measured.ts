/** What diskspd measured in one timespan, whether it was written as XML or as text. Canonical units. */
import type { Timestamp } from '../../model/result.ts'

export type Operation = 'all' | 'read' | 'write'

export const operations: readonly Operation[] = ['all', 'read', 'write']

/** A value with the line it stands on. */
export interface Cell {
  value: number | null
  line: number
}

export interface Target {
  path: string
  /** Bytes. */
  blockSize: number | null
  /** 0–1. */
  writeShare: number | null
  /** 0–1. */
  randomShare: number | null
  /** Outstanding I/Os of one thread on this target. */
  queueDepth: number | null
  threads: number | null
  /** For people: `software cache disabled; writethrough on`. */
  caching: string | null
}

export interface Totals {
  operation: Operation
  ios: Cell
  bytes: Cell
  /** As printed in text; XML has counters only. */
  iops: Cell | null
  throughput: Cell | null
  responseTime: Cell | null
  responseTimeStddev: Cell | null
  iopsStddev: Cell | null
}

export interface PercentileRow {
  /** 0 is the minimum, 100 the maximum. */
  percentile: number
  line: number
  /** Seconds; `null` where nothing was measured. */
  values: ReadonlyMap<Operation, number | null>
}

export interface IntervalSeries {
  line: number
  operation: Operation
  /** Seconds since measuring began, at the end of each interval. */
  times: Float64Array
  /** 1/s. */
  values: Float64Array
}

export interface Measured {
  line: number
  version: string | null
  computer: string | null
  /** When diskspd was started; warm-up comes first. */
  start: Timestamp | null
  commandLine: string | null
  /** Seconds wanted, without warm-up and cool-down. */
  duration: number | null
  warmup: number | null
  cooldown: number | null
  /** Seconds measured. */
  seconds: Cell
  /** Threads that ran. */
  threads: number | null
  targets: Target[]
  /** Mean over all processors, 0–1. */
  cpu: Cell | null
  /** Those with I/O. */
  totals: Totals[]
  /** By path, when there are several. */
  targetTotals: ReadonlyMap<string, Totals[]>
  percentiles: PercentileRow[]
  targetPercentiles: ReadonlyMap<string, PercentileRow[]>
  series: IntervalSeries[]
  /** Why the results are incomplete or wrong. */
  faults: string[]
  remarks: string[]
}
