/** Compares two numbers that have to agree, and tells both when they do not. */
import type { ProblemSink } from '../../problems.ts'
import type { Row } from '../iometer/row.ts'

/** Six decimals are printed. */
export const printed = 1e-6

export interface CheckContext {
  problems: ProblemSink
  /** Relative precision of the file's numbers: a spreadsheet keeps 6 digits. */
  relative: number
}

/** `tolerance` is what printing explains; the file's own precision comes on top. */
export function compare(
  row: Row,
  rule: string,
  what: string,
  actual: number,
  expected: number,
  tolerance: number,
  { problems, relative }: CheckContext,
): void {
  // A missing value has been reported where it is missing.
  if (Number.isNaN(actual) || Number.isNaN(expected)) return
  if (Math.abs(actual - expected) <= tolerance + relative * Math.abs(expected)) return
  problems.error(
    rule,
    `Unexpected ${what} ${actual} in ${row.kind} row "${row.name}", expected ${round(expected)}: ${laws[rule]!}`,
    {
      line: row.line,
      actual: String(actual),
      expected: String(round(expected)),
      hint: 'Both numbers are from the log and one is wrong: it may be damaged or edited. The printed one is used.',
    },
  )
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(10))
}

const laws: Record<string, string> = {
  'check-rate-sum': 'total is read plus write',
  'check-decimal-binary': 'binary times 1.048576',
  'check-throughput': 'IOps times block size',
  'check-bytes': 'I/Os times block size',
  'check-histogram-sum': 'each I/O is in one bin',
  'check-ticks': 'raw ticks over processor speed',
  'check-counter-rate': 'I/Os over run time',
  'check-row-sum': 'the sum of the rows below',
  'check-transactions': 'those of I/Os',
  'check-queue-depth': 'that of the row above',
  'check-time-mix': 'reads and writes together',
  'check-effectiveness': 'IOps over % CPU',
  'check-cpu-mean': 'the mean of the rows below',
  'check-row-max': 'the maximum of the rows below',
}
