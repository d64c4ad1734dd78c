/** Series of one worker, or of all together: per interval the sum over its targets. */
import type { Unit } from '../../model/units.ts'
import type { Buckets } from './buckets.ts'
import type { IntervalRows, Kept } from './intervals.ts'

export interface IntervalSeries {
  metric: string
  operation: 'all' | 'read' | 'write'
  unit: Unit
  values: Float64Array
}

/** How targets make a worker: rates add, times are weighted by I/Os, the longest is the longest. */
const added: [string, IntervalSeries['operation'], Unit, Kept, number][] = [
  ['iops', 'all', '1/s', 'iops', 1],
  ['iops', 'read', '1/s', 'readIops', 1],
  ['iops', 'write', '1/s', 'writeIops', 1],
  ['throughput', 'all', 'B/s', 'mib', 2 ** 20],
  ['throughput', 'read', 'B/s', 'readMib', 2 ** 20],
  ['throughput', 'write', 'B/s', 'writeMib', 2 ** 20],
  ['errors', 'all', '1', 'errors', 1],
]
const weighted: [IntervalSeries['operation'], Kept, Kept[]][] = [
  ['all', 'time', ['readIos', 'writeIos']],
  ['read', 'readTime', ['readIos']],
  ['write', 'writeTime', ['writeIos']],
]

/**
 * The series of `members`: rows in order, of which an interval is whole when it has `expected`. In others values are
 * missing, since the sum of some targets would look like a drop in speed.
 */
export function makeSeries(
  rows: IntervalRows,
  buckets: Buckets,
  expected: number,
  members: Iterable<number>,
): IntervalSeries[] {
  const whole = wholeIntervals(buckets, expected, members)
  const collect = (value: (rows: number[]) => number): Float64Array =>
    Float64Array.from(whole, (bucket) => (bucket === null ? NaN : value(bucket)))
  const sumOf = (column: Kept, bucket: number[]): number => bucket.reduce((sum, i) => sum + rows.value(column, i), 0)
  const series: IntervalSeries[] = added.map(([metric, operation, unit, column, factor]) => ({
    ...{ metric, operation, unit },
    values: collect((bucket) => sumOf(column, bucket) * factor),
  }))
  for (const [operation, column, weights] of weighted) {
    const weight = (i: number): number => weights.reduce((sum, name) => sum + rows.value(name, i), 0)
    const mean = (bucket: number[]): number => {
      const total = bucket.reduce((sum, i) => sum + weight(i), 0)
      const product = bucket.reduce((sum, i) => sum + (weight(i) === 0 ? 0 : weight(i) * rows.value(column, i)), 0)
      // Nothing was answered: there is no time, not a time of 0.
      return total === 0 ? NaN : product / total / 1000
    }
    series.push({ metric: 'responseTime', operation, unit: 's', values: collect(mean) })
  }
  const longest = (bucket: number[]): number =>
    bucket.reduce((max, i) => Math.max(max, rows.value('maxTime', i)), 0) / 1000
  series.push({ metric: 'responseTimeMax', operation: 'all', unit: 's', values: collect(longest) })
  // I/Os over I/Os per second: the weight of an interval, short for the first and the last.
  const duration = (bucket: number[]): number => {
    const rate = sumOf('iops', bucket)
    return rate === 0 ? NaN : (sumOf('readIos', bucket) + sumOf('writeIos', bucket)) / rate
  }
  series.push({ metric: 'intervalDuration', operation: 'all', unit: 's', values: collect(duration) })
  return series
}

/** The rows of each interval; `null` when some are missing. */
function wholeIntervals({ starts }: Buckets, expected: number, members: Iterable<number>): (number[] | null)[] {
  const intervals: number[][] = Array.from({ length: starts.length - 1 }, () => [])
  let bucket = 0
  for (const row of members) {
    while (row >= starts[bucket + 1]!) bucket++
    intervals[bucket]!.push(row)
  }
  return intervals.map((interval) => (interval.length === expected ? interval : null))
}
