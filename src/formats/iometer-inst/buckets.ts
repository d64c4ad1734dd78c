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

export interface Buckets {
  /** Index of the worker of each row; -1 for a row that no worker has a place for. */
  slotOf: Int32Array
  /** Row at which each interval begins; one more at the end. */
  starts: number[]
}

/**
 * Seconds. Update intervals are a second or more, the last one a part of that; within one, rows have been seen up to
 * 30 ms apart. An interval cut in two by a busy host has gaps; two taken for one would have wrong values.
 */
const jump = 0.15

/** The workers of one name. */
interface Namesakes {
  /** Indexes of their slots. */
  slots: number[]
  /** Rows in each interval up to and with each slot. */
  ends: number[]
  /** Rows seen in interval `bucket`, and the place in `slots` of the next one. */
  count: number
  next: number
  bucket: number
}

function newNamesakes(): Namesakes {
  return { slots: [], ends: [], count: 0, next: 0, bucket: -1 }
}

export function findBuckets(rows: IntervalRows, slots: readonly Slot[]): Buckets {
  const byName = groupByName(slots)
  const namesakes = rows.names.map((name) => byName.get(name) ?? newNamesakes())
  // Workers always come in one order, which names show when they are unique.
  const isOrdered = byName.size === slots.length
  const slotOf = new Int32Array(rows.length)
  const starts: number[] = []
  for (let i = 0; i < rows.length; i++) {
    const worker = rows.worker(i)
    const own = namesakes[worker]!
    if (own.bucket !== starts.length) own.count = own.next = 0
    const isFull = own.count >= Math.max(1, own.ends.at(-1) ?? 0)
    const isEarlier = isOrdered && i > 0 && worker < rows.worker(i - 1)
    if (i === 0 || isFull || isEarlier || Math.abs(rows.seconds(i) - rows.seconds(i - 1)) > jump) {
      starts.push(i)
      own.count = own.next = 0
    }
    own.bucket = starts.length
    while (own.next < own.ends.length && own.count >= own.ends[own.next]!) own.next++
    slotOf[i] = own.slots[own.next] ?? -1
    own.count++
  }
  starts.push(rows.length)
  return { slotOf, starts }
}

function groupByName(slots: readonly Slot[]): Map<string, Namesakes> {
  const byName = new Map<string, Namesakes>()
  for (const [i, { name, targets }] of slots.entries()) {
    const known = byName.get(name)
    const group = known ?? newNamesakes()
    if (!known) byName.set(name, group)
    group.slots.push(i)
    group.ends.push((group.ends.at(-1) ?? 0) + targets)
  }
  return byName
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
