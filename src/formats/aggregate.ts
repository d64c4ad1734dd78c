/** Tools print sums and means beside the rows they come from. Both are compared; a difference means one of them is wrong. */
import type { ProblemSink } from '../problems.ts'

export interface Aggregate {
  /** For people: `total I/O per s`. */
  name: string
  /** As the log has it, in its own unit. */
  printed: number
  /** From the rows, in the same unit. */
  recomputed: number
  /** What printing may take away: half a unit of the last digit, times the numbers that were rounded. */
  tolerance: number
  line: number
}

/** Reports `aggregate-differs` beyond print precision. True when the two agree. */
export function checkAggregate(problems: ProblemSink, aggregate: Aggregate): boolean {
  const { name, printed, recomputed, tolerance, line } = aggregate
  // Sums of doubles are off by some last bits, whatever was printed.
  const slack = tolerance + 1e-9 * Math.max(Math.abs(printed), Math.abs(recomputed))
  if (Math.abs(printed - recomputed) <= slack) return true
  problems.error(
    'aggregate-differs',
    `Unexpected ${name} ${digits(printed)}, expected ${digits(recomputed)} from the rows`,
    {
      line,
      actual: digits(printed),
      expected: digits(recomputed),
      hint: 'The log contradicts itself: it was edited, damaged or mixed with another. Compare it with the original.',
    },
  )
  return false
}

/** Half a unit of the last digit of a number as printed: 0.005 for `12.34`. */
export function printPrecision(text: string): number {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  return 0.5 * 10 ** -decimals
}

function digits(value: number): string {
  return String(Number(value.toPrecision(9)))
}
