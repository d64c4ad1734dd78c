/**
 * Which rows belong to one interval. Iometer writes one row per target, all called by their worker's name, a few
 * milliseconds apart; nothing in the row says which target it is. So an interval ends where the clock jumps, where a
 * worker would have more rows than targets, or where workers begin again.
 */
import type { IntervalRows } from './intervals.ts'

/** A worker of the test. Two workers may have one name: they come in the same order in every interval. */
export interface Slot {
  name: string
  /** Rows in each interval. */
  targets: number
}

/** `slots[i]` of row `i`, and the first row of each interval. */
export interface Buckets {
  slotOf: Int32Array
  /** Row at which each interval begins; one more at the end. */
  starts: number[]
}

/**
 * Seconds. Update intervals are a second or more, the last one a part of that; within one, rows have been seen up to
 * 30 ms apart. An interval cut in two by a busy host has gaps; two taken for one would have wrong values.
 */
const jump = 0.15

/** Sorts rows into intervals. A row for which there is no slot gets -1. */
export function findBuckets(rows: IntervalRows, slots: readonly Slot[]): Buckets {
  const capacity = rows.names.map((name) =>
    sum(slots.filter((slot) => slot.name === name).map(({ targets }) => targets)),
  )
  const counts = new Int32Array(rows.names.length)
  const slotOf = new Int32Array(rows.length)
  const starts: number[] = []
  const slotsOf = rows.names.map((name) =>
    slots.flatMap((slot, i) => (slot.name === name ? Array<number>(slot.targets).fill(i) : [])),
  )
  // Workers always come in one order, which names show when they are unique.
  const isOrdered = new Set(slots.map(({ name }) => name)).size === slots.length
  for (let i = 0; i < rows.length; i++) {
    const worker = rows.worker(i)
    const isFull = counts[worker]! >= Math.max(1, capacity[worker]!)
    const isEarlier = isOrdered && i > 0 && worker < rows.worker(i - 1)
    if (i === 0 || isFull || isEarlier || Math.abs(rows.seconds(i) - rows.seconds(i - 1)) > jump) {
      starts.push(i)
      counts.fill(0)
    }
    slotOf[i] = slotsOf[worker]![counts[worker]!] ?? -1
    counts[worker]!++
  }
  starts.push(rows.length)
  return { slotOf, starts }
}

/**
 * Workers and their targets from the rows alone, for a test without whole-test rows: the number of rows that a name has
 * most often between two jumps of the clock.
 */
export function guessSlots(rows: IntervalRows): Slot[] {
  const votes = rows.names.map(() => new Map<number, number>())
  let counts = new Map<number, number>()
  const vote = (): void => {
    for (const [worker, count] of counts) votes[worker]!.set(count, (votes[worker]!.get(count) ?? 0) + 1)
    counts = new Map()
  }
  for (let i = 0; i < rows.length; i++) {
    if (i > 0 && Math.abs(rows.seconds(i) - rows.seconds(i - 1)) > jump) vote()
    counts.set(rows.worker(i), (counts.get(rows.worker(i)) ?? 0) + 1)
  }
  vote()
  return rows.names.map((name, i) => ({ name, targets: mostFrequent(votes[i]!) }))
}

function mostFrequent(votes: Map<number, number>): number {
  const [first] = [...votes].sort(([a, x], [b, y]) => y - x || a - b)
  return first?.[0] ?? 1
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
