/** Tables of the text as `Measured`: units, the printed totals, and their comparison with the rows. */
import { toCanonical, type Unit } from '../../model/units.ts'
import type { ProblemSink } from '../../problems.ts'
import type { Cell, Measured, Operation, PercentileRow, Totals } from '../diskspd/measured.ts'
import { operations } from '../diskspd/measured.ts'
import { totalsByTarget } from './by-target.ts'
import { checkTables, hasAllThreads } from './check-tables.ts'
import type { Row, Table, TextReport, TextTimespan } from './report.ts'
import { parsePlausible } from '../plausible.ts'
import { reportUnreadable } from '../unreadable.ts'

export function measure(report: TextReport, timespan: TextTimespan, problems: ProblemSink): Measured {
  const profile = report.profiles.get(timespan.number) ?? report.profiles.get(1)
  const before = countFaults(problems)
  const totals = operations.flatMap((operation) =>
    readTotals(operation, timespan.tables.get(operation)?.total, problems),
  )
  const targets = [...timespan.percentiles].filter(([name]) => name !== 'total')
  const measured: Measured = {
    line: timespan.line,
    version: null,
    computer: report.computer,
    start: report.start,
    commandLine: report.commandLine,
    duration: profile?.duration ?? null,
    warmup: profile?.warmup ?? null,
    cooldown: profile?.cooldown ?? null,
    seconds: readSeconds(timespan),
    threads: timespan.threads,
    targets: profile?.targets ?? [],
    cpu: readCpu(timespan.cpu?.total ?? null),
    totals,
    targetTotals: hasAllThreads(timespan.tables.get('all'), timespan.threads)
      ? totalsByTarget(timespan.tables)
      : new Map(),
    percentiles: readPercentiles(timespan.percentiles.get('total'), problems),
    targetPercentiles: new Map(targets.map(([name, table]) => [name, readPercentiles(table, problems)])),
    series: [],
    faults: [],
    remarks: [],
  }
  checkTables(timespan, report.processors ?? timespan.processors, measured, problems)
  if (countFaults(problems) > before) {
    measured.faults.push('Numbers contradict each other or cannot be read.')
  }
  checkEnd(timespan, profile?.measuresLatency ?? false, measured, problems)
  return measured
}

function countFaults(problems: ProblemSink): number {
  return problems.count('aggregate-differs') + problems.count('latency-order') + problems.count('unreadable-number')
}

/** A cell of a row; `N/A` and cells that are not there are `null`. */
export function numberAt(row: Row | null | undefined, column: string): number | null {
  const value = parsePlausible(row?.cells.get(column)?.replace(/%$/, '') ?? '')
  // diskspd never writes a negative number: one is damage.
  return value >= 0 ? value : null
}

function readTotals(operation: Operation, total: Row | null | undefined, problems: ProblemSink): Totals[] {
  if (!total) return []
  for (const [column, text] of total.cells) {
    if (text !== 'N/A' && numberAt(total, column) === null) {
      reportUnreadable(problems, `${operation} ${column}`, text, total.line)
    }
  }
  const bare = (column: string): Cell => ({ value: numberAt(total, column), line: total.line })
  const scaled = (column: string, unit: string): Cell | null => {
    const value = numberAt(total, column)
    if (!total.cells.has(column)) return null
    return { value: value === null ? null : toCanonical(value, unit)!.value, line: total.line }
  }
  const ios = bare('i/os')
  // A table of zeros stands for a direction that was not used.
  if (ios.value === 0) return []
  return [
    {
      operation,
      ios,
      bytes: bare('bytes'),
      iops: bare('i/o per s'),
      // Older versions write MB/s and mean the same.
      throughput: scaled('mib/s', 'MiB/s') ?? scaled('mb/s', 'MiB/s'),
      responseTime: scaled('avglat', 'ms'),
      responseTimeStddev: scaled('latstddev', 'ms'),
      iopsStddev: scaled('iopsstddev', '1/s'),
    },
  ]
}

function readSeconds({ seconds, line }: TextTimespan): Cell {
  const value = parsePlausible(/^([\d.]+)s$/.exec(seconds?.text ?? '')?.[1] ?? '')
  return { value: Number.isNaN(value) ? null : value, line: seconds?.line ?? line }
}

function readCpu(average: Row | null): Cell | null {
  const percent = numberAt(average, 'usage')
  return average && percent !== null ? { value: percent / 100, line: average.line } : null
}

/** `25th`, `3-nines` (99.9), `min`, `max`. */
function readPercentile(name: string): number | null {
  if (name === 'min') return 0
  if (name === 'max') return 100
  const nines = /^([1-9])-nines$/.exec(name)
  // By text, since 100 - 10 ** -1 is not quite 99.9.
  if (nines) return Number(`${'9'.repeat(2)}.${'9'.repeat(Number(nines[1]) - 2)}`)
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(name)
  return ordinal ? Number(ordinal[1]) : null
}

function readPercentiles(table: Table | undefined, problems: ProblemSink): PercentileRow[] {
  if (!table) return []
  const rows = table.rows.flatMap((row) => {
    const percentile = readPercentile(row.cells.get('%-ile') ?? '')
    if (percentile === null) return []
    const values = new Map(operations.map((operation) => [operation, timeAt(row, operation)] as const))
    return { percentile, line: row.line, values }
  })
  for (const operation of operations) checkOrder(rows, operation, problems)
  return rows
}

/** The column names its unit: `Read (ms)`. */
function timeAt(row: Row, operation: Operation): number | null {
  const name = operation === 'all' ? 'total' : operation
  for (const column of row.cells.keys()) {
    const unit = new RegExp(`^${name} \\((\\w+)\\)$`).exec(column)?.[1]
    if (unit === undefined) continue
    const value = numberAt(row, column)
    const seconds = value === null ? null : toCanonical(value, unit)
    return seconds?.unit === ('s' satisfies Unit) ? seconds.value : null
  }
  return null
}

function checkOrder(rows: PercentileRow[], operation: Operation, problems: ProblemSink): void {
  let last = 0
  for (const { values, line } of rows) {
    const value = values.get(operation) ?? last
    if (value < last) {
      problems.error(
        'latency-order',
        `Unexpected ${operation} percentile below the one before, expected them to rise`,
        {
          line,
          hint: 'The log may be damaged or cut off. Compare it with the original.',
        },
      )
      return
    }
    last = value
  }
}

/** diskspd writes all three tables and, if it measured latency, percentiles up to `max`. What is missing was cut off. */
function checkEnd(timespan: TextTimespan, hasLatency: boolean, measured: Measured, problems: ProblemSink): void {
  const isWhole =
    timespan.seconds !== null &&
    operations.every((operation) => timespan.tables.get(operation)?.total) &&
    (!hasLatency || measured.percentiles.some(({ percentile }) => percentile === 100))
  if (isWhole) return
  measured.faults.push('The log breaks off inside this timespan.')
  problems.error('truncated-results', 'Unexpected end of the results, expected totals of all tables and percentiles', {
    line: timespan.line,
    hint: 'diskspd was stopped or the file was cut off. Copy it again, or repeat the run.',
  })
}
