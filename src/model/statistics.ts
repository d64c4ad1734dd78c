/** Summary statistics of a series. */
import { orderStatistics } from './order-statistics.ts'

/** All in the unit of the values; `null` where there are too few values. */
export interface Statistics {
  /** Samples, missing ones included. */
  count: number
  /** Samples without a value: NaN in the series. */
  missing: number
  min: number | null
  /** Of the samples, each with the same weight: where sampling had gaps this is not the mean over time. */
  mean: number | null
  max: number | null
  /** Sample standard deviation (n − 1); `null` with fewer than two values. */
  stddev: number | null
  /** Percentiles by linear interpolation between closest ranks. */
  p50: number | null
  p95: number | null
  p99: number | null
}

/** Statistics of `values`, in which NaN (and anything else that is not finite) is a missing sample. */
export function statistics(values: Float64Array): Statistics {
  return takeStatistics(values.slice())
}

/** Statistics of a series, whether its samples were kept or not. */
export function summaryOf(series: { values: Float64Array; summary: Statistics | null }): Statistics {
  return series.summary ?? statistics(series.values)
}

/** As `statistics`, using the memory of `values`, whose content is lost. */
export function takeStatistics(values: Float64Array): Statistics {
  const { length, min, max, sum } = moveFiniteToFront(values)
  const count = values.length
  const missing = count - length
  if (length === 0) {
    return { count, missing, min: null, mean: null, max: null, stddev: null, p50: null, p95: null, p99: null }
  }
  const present = values.subarray(0, length)
  const places = percentiles.map((part) => part * (length - 1))
  const ranks = [...new Set(places.flatMap((place) => [Math.floor(place), Math.ceil(place)]))]
  const found = orderStatistics(present, min, max, ranks)
  const at = (rank: number): number => found[ranks.indexOf(rank)]!
  const [p50 = null, p95 = null, p99 = null] = places.map((place) => {
    return interpolate(at(Math.floor(place)), at(Math.ceil(place)), place - Math.floor(place))
  })
  return { count, missing, min, ...moments(present, sum / length), max, p50, p95, p99 }
}

/** A loop of its own, without closures around it: V8 keeps what a closure uses in memory. */
function moveFiniteToFront(values: Float64Array): { length: number; min: number; max: number; sum: number } {
  const { length: count } = values
  let length = 0
  let min = Infinity
  let max = -Infinity
  let sum = 0
  for (let i = 0; i < count; i++) {
    const value = values[i]!
    // Infinite numbers and NaN give NaN here.
    if (value - value !== 0) continue
    values[length++] = value
    sum += value
    if (value < min) min = value
    if (value > max) max = value
  }
  return { length, min, max, sum }
}

const percentiles = [0.5, 0.95, 0.99]

/**
 * Linear interpolation between the closest ranks: definition 7 of Hyndman and Fan (1996), which is also `PERCENTILE.INC` of
 * Excel and the default of NumPy and R.
 */
function interpolate(below: number, above: number, part: number): number | null {
  return finite(below + part * (above - below))
}

/**
 * Mean and standard deviation by the corrected two-pass algorithm (Chan, Golub and LeVeque 1983): large values with a small
 * spread keep their digits. `roughMean` is the mean as a plain sum gives it. `null` where a double cannot hold the result.
 */
function moments(values: Float64Array, roughMean: number): { mean: number | null; stddev: number | null } {
  const { length } = values
  let differences = 0
  let squares = 0
  for (let i = 0; i < length; i++) {
    const difference = values[i]! - roughMean
    differences += difference
    squares += difference * difference
  }
  const mean = roughMean + differences / values.length
  const variance = (squares - (differences * differences) / values.length) / (values.length - 1)
  return { mean: finite(mean), stddev: finite(Math.sqrt(Math.max(0, variance))) }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
