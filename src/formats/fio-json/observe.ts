/** Directions and their sums as observations. */
import type { RunBuilder } from '../../model/builder.ts'
import type { Dimensions } from '../../model/result.ts'
import { groupBy } from '../group-by.ts'
import type { Direction, Latency } from './direction.ts'
import type { Job } from './job.ts'

export function observeDirection(builder: RunBuilder, direction: Direction, dimensions: Dimensions): void {
  const { operation, iops, throughput, ios, bytes, completion, submission, total, line } = direction
  const own = { ...dimensions, operation: operation === 'mixed' ? 'all' : operation }
  if (iops.value !== null) builder.observe('iops', iops.value, '1/s', { dimensions: own, line: iops.line })
  if (throughput.value !== null) {
    builder.observe('throughput', throughput.value, 'B/s', { dimensions: own, line: throughput.line })
  }
  if (completion) observeCompletion(builder, completion, own)
  if (submission) observeMean(builder, 'submissionTime', submission, own)
  if (total) observeMean(builder, 'totalResponseTime', total, own)
  if (ios !== null) builder.observe('ioCount', ios, '1', { dimensions: own, line })
  if (bytes !== null) builder.observe('bytes', bytes, 'B', { dimensions: own, line })
}

function observeCompletion(builder: RunBuilder, latency: Latency, dimensions: Dimensions): void {
  const { line, min, mean, max, stddev, percentiles } = latency
  builder.observe('responseTime', mean, 's', { dimensions, line })
  builder.observe('responseTimeMax', max, 's', { dimensions, line })
  builder.observe('responseTimeMin', min, 's', { dimensions, line })
  builder.observe('responseTimeStddev', stddev, 's', { dimensions, line })
  for (const { percentile, value, line } of percentiles) {
    builder.observe('responseTimePercentile', value, 's', { dimensions: { ...dimensions, percentile }, line })
  }
}

function observeMean(builder: RunBuilder, metric: string, { mean, line }: Latency, dimensions: Dimensions): void {
  builder.observe(metric, mean, 's', { dimensions, line })
}

/**
 * What the whole group did: `all` over directions, then each direction, summed over jobs. Rates add up; mean
 * times are weighted with the I/Os behind them; percentiles cannot be merged and are left out.
 */
export function observeTotals(builder: RunBuilder, jobs: Job[]): void {
  const sums = sumDirections(jobs)
  if (sums.length > 0 && sums.every(({ operation }) => operation !== 'mixed')) {
    observeDirection(builder, mergeDirections(sums, 'all'), {})
  }
  for (const sum of sums) observeDirection(builder, sum, {})
}

/** What fio says of a job as such. */
export function observeJob(builder: RunBuilder, { cpu, failedIos, steady }: Job, dimensions: Dimensions): void {
  // Not `cpuUtilization`: that is the machine's, this the share of one processor that fio's own process took.
  if (cpu.value !== null) builder.observe('jobCpuUtilization', cpu.value, 'ratio', { dimensions, line: cpu.line })
  if (failedIos.value !== null) {
    const own = { ...dimensions, operation: 'all' }
    builder.observe('errors', failedIos.value, '1', { dimensions: own, line: failedIos.line })
  }
  if (!steady?.isAttained) return
  builder.observe('steadyStateIops', steady.iops.value, '1/s', { dimensions, line: steady.iops.line })
  builder.observe('steadyStateThroughput', steady.throughput.value, 'B/s', { dimensions, line: steady.throughput.line })
}

/** One for each direction, over all jobs. */
export function sumDirections(jobs: Job[]): Direction[] {
  const byOperation = groupBy(
    jobs.flatMap(({ directions }) => directions),
    ({ operation }) => operation,
  )
  return [...byOperation].map(([operation, directions]) => mergeDirections(directions, operation))
}

function mergeDirections(directions: Direction[], operation: string): Direction {
  const [first] = directions
  if (directions.length === 1) return { ...first!, operation }
  const sum = (read: (direction: Direction) => number | null): number | null => {
    const values = directions.map(read)
    return values.includes(null) ? null : values.reduce((a, b) => a! + b!, 0)
  }
  return {
    operation,
    line: first!.line,
    iops: { value: sum(({ iops }) => iops.value), line: first!.iops.line },
    throughput: { value: sum(({ throughput }) => throughput.value), line: first!.throughput.line },
    ios: sum(({ ios }) => ios),
    bytes: sum(({ bytes }) => bytes),
    seconds: null,
    completion: mergeLatencies(directions, ({ completion }) => completion),
    submission: mergeLatencies(directions, ({ submission }) => submission),
    total: mergeLatencies(directions, ({ total }) => total),
  }
}

function mergeLatencies(directions: Direction[], read: (direction: Direction) => Latency | null): Latency | null {
  const parts = directions.map((direction) => ({ latency: read(direction), weight: weightOf(direction) }))
  let sum = 0
  let weights = 0
  let min = Infinity
  let max = 0
  for (const { latency, weight } of parts) {
    // One part unknown makes the whole unknown.
    if (!latency || weight === null) return null
    if (latency.mean === null || latency.min === null || latency.max === null) return null
    sum += latency.mean * weight
    weights += weight
    min = Math.min(min, latency.min)
    max = Math.max(max, latency.max)
  }
  const mean = weights > 0 ? sum / weights : null
  return { line: parts[0]!.latency!.line, min, mean, max, stddev: null, percentiles: [] }
}

/** Finished I/Os; 2.1 gives only their rate and the time. */
function weightOf({ ios, iops, seconds }: Direction): number | null {
  return ios ?? (iops.value === null || seconds === null ? null : iops.value * seconds)
}
