/** Summary statistics of a series. */

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
  /** Percentiles by linear interpolation between closest ranks: see `percentile`. */
  p50: number | null
  p95: number | null
  p99: number | null
}

/** Statistics of `values`, in which NaN (and anything else that is not finite) is a missing sample. */
export function statistics(values: Float64Array): Statistics {
  const present = values.filter(Number.isFinite).sort()
  const count = values.length
  const missing = count - present.length
  if (present.length === 0) {
    return { count, missing, min: null, mean: null, max: null, stddev: null, p50: null, p95: null, p99: null }
  }
  const { mean, variance } = moments(present)
  return {
    count,
    missing,
    min: present[0]!,
    mean,
    max: present.at(-1)!,
    stddev: variance === null ? null : Math.sqrt(variance),
    p50: percentile(present, 0.5),
    p95: percentile(present, 0.95),
    p99: percentile(present, 0.99),
  }
}

/**
 * The `part` (0–1) percentile of values sorted upwards, by linear interpolation between the closest ranks: definition 7 of
 * Hyndman and Fan (1996), which is also `PERCENTILE.INC` of Excel and the default of NumPy and R. NaN without values.
 */
export function percentile(sorted: Float64Array, part: number): number {
  const rank = part * (sorted.length - 1)
  const low = Math.floor(rank)
  const below = sorted[low]
  if (below === undefined) return NaN
  const above = sorted[low + 1] ?? below
  return below + (rank - low) * (above - below)
}

/** Welford's method (1962): no sum of squares, so large values with a small spread keep their digits. */
function moments(values: Float64Array): { mean: number; variance: number | null } {
  let mean = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const difference = values[i]! - mean
    mean += difference / (i + 1)
    squares += difference * (values[i]! - mean)
  }
  return { mean, variance: values.length < 2 ? null : squares / (values.length - 1) }
}
