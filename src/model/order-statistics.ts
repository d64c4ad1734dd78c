/** Values by their rank, without sorting all: of thousands of values a few are asked for. */

const buckets = 1024
/** Fewer are sorted. */
const sortBelow = 256
/** Values that are spread over hundreds of powers of ten would take a hundred rounds. */
const mostRounds = 6

/**
 * The values that would stand at `ranks` (0-based, rising) if `values` were sorted upwards. All values are finite, from `min`
 * to `max`; they are left as they are.
 */
export function orderStatistics(
  values: Float64Array,
  min: number,
  max: number,
  ranks: readonly number[],
  round = 0,
): number[] {
  if (min === max) return ranks.map(() => min)
  const { length } = values
  const scale = buckets / (max - min)
  if (length < sortBelow || round === mostRounds || !(scale > 0 && scale < Infinity)) {
    const sorted = values.toSorted()
    return ranks.map((rank) => sorted[rank]!)
  }
  const counts = countByBucket(values, min, scale)
  const groups = groupRanks(counts, ranks)
  const { found, ends } = gather(values, min, scale, counts, groups)
  return groups.flatMap(({ bucket, ranks: inBucket }) => {
    const end = ends[bucket]!
    const part = found.subarray(end - counts[bucket]!, end)
    const [low, high] = rangeOf(part)
    return orderStatistics(part, low, high, inBucket, round + 1)
  })
}

/** A larger value is never in a lower bucket, since neither rounding changes an order. */
function countByBucket(values: Float64Array, min: number, scale: number): Uint32Array {
  const counts = new Uint32Array(buckets + 1)
  const { length } = values
  for (let i = 0; i < length; i++) counts[((values[i]! - min) * scale) | 0]!++
  return counts
}

/**
 * Values of the buckets with ranks, one bucket after another, and where each bucket ends. All other values go to one place
 * behind them: a branch would be mispredicted too often.
 */
function gather(
  values: Float64Array,
  min: number,
  scale: number,
  counts: Uint32Array,
  groups: readonly BucketRanks[],
): { found: Float64Array; ends: Uint32Array } {
  let total = 0
  for (const { bucket } of groups) total += counts[bucket]!
  const found = new Float64Array(total + 1)
  const next = new Uint32Array(buckets + 1).fill(total)
  const steps = new Uint8Array(buckets + 1)
  let start = 0
  for (const { bucket } of groups) {
    next[bucket] = start
    steps[bucket] = 1
    start += counts[bucket]!
  }
  const { length } = values
  for (let i = 0; i < length; i++) {
    const value = values[i]!
    const bucket = ((value - min) * scale) | 0
    const place = next[bucket]!
    found[place] = value
    next[bucket] = place + steps[bucket]!
  }
  return { found, ends: next }
}

interface BucketRanks {
  bucket: number
  /** Within the bucket. */
  ranks: number[]
}

function groupRanks(counts: Uint32Array, ranks: readonly number[]): BucketRanks[] {
  const groups: BucketRanks[] = []
  let bucket = 0
  let before = 0
  for (const rank of ranks) {
    while (rank >= before + counts[bucket]!) before += counts[bucket++]!
    const last = groups.at(-1)
    if (last?.bucket === bucket) last.ranks.push(rank - before)
    else groups.push({ bucket, ranks: [rank - before] })
  }
  return groups
}

function rangeOf(values: Float64Array): [number, number] {
  const { length } = values
  let min = Infinity
  let max = -Infinity
  for (let i = 0; i < length; i++) {
    const value = values[i]!
    if (value < min) min = value
    if (value > max) max = value
  }
  return [min, max]
}
