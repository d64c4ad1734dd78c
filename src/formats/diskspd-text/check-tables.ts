/** Printed totals against rows, reads and writes, and the clock. */
import type { ProblemSink } from '../../problems.ts'
import { checkAggregate, printPrecision } from '../aggregate.ts'
import type { Measured, Operation } from '../diskspd/measured.ts'
import { numberAt } from './measure.ts'
import type { Row, Table, TextTimespan } from './report.ts'

const columns = ['bytes', 'i/os', 'mib/s', 'mb/s', 'i/o per s'] as const

export function checkTables(
  timespan: TextTimespan,
  processors: number | null,
  measured: Measured,
  problems: ProblemSink,
): void {
  checkCpu(timespan.cpu, processors, problems)
  for (const [operation, { rows, total }] of timespan.tables) {
    if (!total) continue
    if (hasAllThreads({ rows, total }, timespan.threads)) checkTotal(operation, rows, total, problems)
    checkRates(operation, total, measured.seconds.value, problems)
  }
  const all = timespan.tables.get('all')
  if (all && !hasAllThreads(all, timespan.threads)) reportMissing(all, timespan, measured, problems)
  const parts = [timespan.tables.get('read')?.total, timespan.tables.get('write')?.total]
  if (all?.total && parts[0] && parts[1]) checkTotal('all', [parts[0], parts[1]], all.total, problems)
}

/** Whether a table has rows of all threads that ran. */
export function hasAllThreads(table: Table | undefined, threads: number | null): boolean {
  const rows = table?.rows ?? []
  return threads === null || new Set(rows.map(({ cells }) => cells.get('thread'))).size === threads
}

function checkTotal(operation: Operation, rows: Row[], total: Row, problems: ProblemSink): void {
  for (const column of columns) {
    const printed = numberAt(total, column)
    const values = rows.map((row) => numberAt(row, column))
    if (printed === null || values.includes(null)) continue
    checkAggregate(problems, {
      name: `${operation} ${column}`,
      printed,
      recomputed: values.reduce((sum: number, value) => sum + value!, 0),
      tolerance: (rows.length + 1) * precisionOf(total, column),
      line: total.line,
    })
  }
  checkLatency(operation, rows, total, problems)
}

/** The mean time, weighted with the I/Os of each row. */
function checkLatency(operation: Operation, rows: Row[], total: Row, problems: ProblemSink): void {
  const printed = numberAt(total, 'avglat')
  let sum = 0
  let weights = 0
  for (const row of rows) {
    const [ios, mean] = [numberAt(row, 'i/os'), numberAt(row, 'avglat')]
    if (ios === null || (mean === null && ios > 0)) return
    sum += ios * (mean ?? 0)
    weights += ios
  }
  if (printed === null || weights === 0) return
  checkAggregate(problems, {
    name: `${operation} AvgLat in ms`,
    printed,
    recomputed: sum / weights,
    tolerance: 2.02 * precisionOf(total, 'avglat'),
    line: total.line,
  })
}

/** The printed time has two decimals, the rates were computed with all. */
function checkRates(operation: Operation, total: Row, seconds: number | null, problems: ProblemSink): void {
  if (seconds === null || seconds < 0.1) return
  for (const [rate, count, unit] of [
    ['i/o per s', 'i/os', 1],
    ['mib/s', 'bytes', 2 ** 20],
    ['mb/s', 'bytes', 2 ** 20],
  ] as const) {
    const [printed, counted] = [numberAt(total, rate), numberAt(total, count)]
    if (printed === null || counted === null) continue
    const recomputed = counted / unit / seconds
    checkAggregate(problems, {
      name: `${operation} ${rate}`,
      printed,
      recomputed,
      tolerance: precisionOf(total, rate) + (recomputed * 0.0051) / seconds,
      line: total.line,
    })
  }
}

function checkCpu(cpu: Table | null, processors: number | null, problems: ProblemSink): void {
  const printed = numberAt(cpu?.total, 'usage')
  const values = cpu?.rows.map((row) => numberAt(row, 'usage')) ?? []
  if (!cpu?.total || printed === null || values.length === 0 || values.includes(null)) return
  if (processors !== null && values.length !== processors) {
    problems.info('missing-rows', `Unexpected ${values.length} processors in the table, expected ${processors}`, {
      line: cpu.total.line,
      actual: String(values.length),
      expected: String(processors),
      hint: 'Their mean could not be compared with the printed one, which was used.',
    })
    return
  }
  checkAggregate(problems, {
    name: 'average CPU usage in %',
    printed,
    recomputed: values.reduce((sum: number, value) => sum + value!, 0) / values.length,
    tolerance: 2.02 * precisionOf(cpu.total, 'usage'),
    line: cpu.total.line,
  })
}

function reportMissing(
  { rows, total }: Table,
  timespan: TextTimespan,
  measured: Measured,
  problems: ProblemSink,
): void {
  if (!total) return
  const found = new Set(rows.map(({ cells }) => cells.get('thread'))).size
  measured.remarks.push(
    `The log has rows of ${found} threads, ${timespan.threads!} ran: totals are as printed, unchecked.`,
  )
  problems.warning('missing-rows', `Unexpected ${found} threads in the table, expected ${timespan.threads!}`, {
    line: total.line,
    actual: String(found),
    expected: String(timespan.threads),
    hint: 'Rows were taken out. The printed totals were used and could not be checked.',
  })
}

function precisionOf(row: Row, column: string): number {
  const text = row.cells.get(column) ?? ''
  return text.includes('.') ? printPrecision(text.replace('%', '')) : 0
}
