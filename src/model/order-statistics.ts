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
  const memory = (memories[round] ??= newMemory())
  const { counts, next } = memory
  countByBucket(values, min, scale, counts)
  const groups = groupRanks(counts, ranks)
  const found = gather(values, min, scale, memory, groups)
  return groups.flatMap(({ bucket, ranks: inBucket }) => {
    const end = next[bucket]!
    const part = found.subarray(end - counts[bucket]!, end)
    const [low, high] = rangeOf(part)
    return orderStatistics(part, low, high, inBucket, round + 1)
  })
}

/** Used again by every call of the same round: new memory would cost more than the work. */
interface Memory {
  counts: Uint32Array
  /** Where the next value of a bucket goes. */
  next: Uint32Array
  /** 1 for buckets that are wanted. */
  steps: Uint8Array
  found: Float64Array
}

const memories: Memory[] = []

function newMemory(): Memory {
  return {
    counts: new Uint32Array(buckets + 1),
    next: new Uint32Array(buckets + 1),
    steps: new Uint8Array(buckets + 1),
    found: new Float64Array(1024),
  }
}

/** Longer arrays are not kept. */
const longestKept = 2 ** 16

/** A larger value is never in a lower bucket, since neither rounding changes an order. */
function countByBucket(values: Float64Array, min: number, scale: number, counts: Uint32Array): void {
  counts.fill(0)
  const { length } = values
  for (let i = 0; i < length; i++) counts[((values[i]! - min) * scale) | 0]!++
}

/**
 * Values of the buckets with ranks, one bucket after another; `next` is where each bucket ends then. All other values go to
 * one place behind them: a branch would be mispredicted too often.
 */
function gather(
  values: Float64Array,
  min: number,
  scale: number,
  memory: Memory,
  groups: readonly BucketRanks[],
): Float64Array {
  const { counts, next, steps } = memory
  let total = 0
  for (const { bucket } of groups) total += counts[bucket]!
  let { found } = memory
  if (found.length <= total) {
    found = new Float64Array(Math.max(total + 1, 2 * found.length))
    if (found.length <= longestKept) memory.found = found
  }
  next.fill(total)
  steps.fill(0)
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
  return found
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
