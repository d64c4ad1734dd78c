/** The average row against the intervals it covers. */
import type { ProblemSink } from '../../problems.ts'
import { checkAggregate, printPrecision } from '../aggregate.ts'
import { meaningOf, type Meaning } from './columns.ts'
import type { VdbenchRow, VdbenchRun } from './reader.ts'
import { parsePlausible } from '../plausible.ts'

/** Nothing is compared when an interval is missing, as in totals.html, which has averages only. */
export function checkAverage({ average, intervals }: VdbenchRun, problems: ProblemSink): void {
  if (!average || average.last < average.first) return
  const count = average.last - average.first + 1
  const rows = [...intervals].filter(([n]) => n >= average.first && n <= average.last).map(([, row]) => row)
  if (rows.length !== count) return
  for (const [column, text] of average.cells) {
    const meaning = meaningOf(column)
    const printed = parsePlausible(text)
    const values = rows.map((row) => parsePlausible(row.cells.get(column) ?? ''))
    if (!meaning || Number.isNaN(printed) || values.some(Number.isNaN)) continue
    const recomputed = recompute(meaning, values, rows)
    if (recomputed === null) continue
    // Small rates are printed with few digits: each interval is off by half a digit, so is their mean, and the average.
    const tolerance = Math.max(...rows.map((row) => printPrecision(row.cells.get(column)!))) + printPrecision(text)
    checkAggregate(problems, { name: `average ${column}`, printed, recomputed, tolerance, line: average.line })
  }
}

function recompute({ metric, operation }: Meaning, values: number[], rows: VdbenchRow[]): number | null {
  switch (metric) {
    case 'iops':
    case 'throughput':
    case 'cpuUtilization':
      return values.reduce((a, b) => a + b, 0) / values.length
    case 'responseTimeMax':
      return values.reduce((a, b) => Math.max(a, b))
    case 'responseTime':
      return weightedMean(values, rows, operation ?? 'all')
    case 'responseTimeStddev':
      return null
  }
}

/** Each interval counts with its operations: the plain mean would be another number. */
function weightedMean(values: number[], rows: VdbenchRow[], operation: string): number | null {
  let sum = 0
  let weights = 0
  for (const [i, row] of rows.entries()) {
    const weight = rateOf(row, operation)
    if (weight === null) return null
    sum += values[i]! * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

function rateOf(row: VdbenchRow, operation: string): number | null {
  for (const [column, text] of row.cells) {
    const meaning = meaningOf(column)
    if (meaning?.metric !== 'iops' || meaning.operation !== operation) continue
    const value = parsePlausible(text)
    return Number.isNaN(value) ? null : value
  }
  // Block workloads have one rate and the share of reads.
  const rate = operation === 'all' ? null : rateOf(row, 'all')
  const percent = parsePlausible(row.cells.get('read pct') ?? row.cells.get('read%') ?? '')
  if (rate === null || Number.isNaN(percent)) return null
  if (operation === 'read') return (rate * percent) / 100
  return operation === 'write' ? (rate * (100 - percent)) / 100 : null
}
