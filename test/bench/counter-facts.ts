/** What the counters of a synthetic log amount to, worked out while it is written. */

/** What a reader must find in a counter. In the units of the log, which are canonical ones for the counters used here. */
export interface CounterFacts {
  name: string
  count: number
  missing: number
  sum: number
  min: number
  max: number
  /** For the wanted counters only: the middle value (the mean of two of an even number). */
  p50?: number
}

export interface PerfmonFacts {
  rows: number
  wanted: string[]
  counters: CounterFacts[]
}

/** NaN for a missing sample. */
export function addSample(counter: CounterFacts, value: number): void {
  counter.count++
  if (Number.isNaN(value)) {
    counter.missing++
    return
  }
  counter.sum += value
  if (value < counter.min) counter.min = value
  if (value > counter.max) counter.max = value
}

/** The middle value, NaN left out. */
export function middle(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
