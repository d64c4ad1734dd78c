/** The tables of I/O in the page as measurements: rates and times of each database and log, with how precisely they are printed. */
import type { Source } from '../../source/source.ts'
import { printPrecisionOf, readNumber, type DecimalMark } from './numbers.ts'
import type { JetstressPage, MeasuredTable } from './page.ts'

type Operation = 'read' | 'write'
type Volume = 'database' | 'log'
type Quantity = 'rate' | 'time'

/** What a database or a log did in one direction. */
export interface Measurement {
  /** The name of the instance, or the drive of Jetstress 2007: `Instance1932.1`, `E:`. */
  instance: string
  volume: Volume
  operation: Operation
  /** Operations per second; `null` when the page has none. */
  rate: Printed | null
  /** Mean response time in seconds. */
  time: Printed | null
  line: number
}

export interface Printed {
  value: number
  /** Half a unit of the last digit, in the unit of the value. */
  precision: number
}

interface Meaning {
  volume: Volume | null
  operation: Operation
  quantity: Quantity
  /** Canonical units in one printed. */
  factor: number
}

/** From 2010: one row for each instance of the database engine. Before: one row for each drive, seconds. */
const meanings: [RegExp, Omit<Meaning, 'factor'>][] = [
  [/^I\/O Database Reads Average Latency/i, { volume: 'database', operation: 'read', quantity: 'time' }],
  [/^I\/O Database Writes Average Latency/i, { volume: 'database', operation: 'write', quantity: 'time' }],
  [/^I\/O Database Reads\/sec/i, { volume: 'database', operation: 'read', quantity: 'rate' }],
  [/^I\/O Database Writes\/sec/i, { volume: 'database', operation: 'write', quantity: 'rate' }],
  [/^I\/O Log Reads Average Latency/i, { volume: 'log', operation: 'read', quantity: 'time' }],
  [/^I\/O Log Writes Average Latency/i, { volume: 'log', operation: 'write', quantity: 'time' }],
  [/^I\/O Log Reads\/sec/i, { volume: 'log', operation: 'read', quantity: 'rate' }],
  [/^I\/O Log Writes\/sec/i, { volume: 'log', operation: 'write', quantity: 'rate' }],
  [/^Avg\. Disk sec\/Read/i, { volume: null, operation: 'read', quantity: 'time' }],
  [/^Avg\. Disk sec\/Write/i, { volume: null, operation: 'write', quantity: 'time' }],
  [/^Disk Reads\/sec/i, { volume: null, operation: 'read', quantity: 'rate' }],
  [/^Disk Writes\/sec/i, { volume: null, operation: 'write', quantity: 'rate' }],
]

function meaningOf(head: string): Meaning | null {
  const meaning = meanings.find(([pattern]) => pattern.test(head))?.[1]
  if (!meaning) return null
  // The counters of the database engine count milliseconds, those of disks seconds.
  const isMilli = /\((?:msec|ms)\)/i.test(head) || (meaning.volume !== null && !/\(s(?:ec)?\)/i.test(head))
  return { ...meaning, factor: meaning.quantity === 'time' && isMilli ? 1e-3 : 1 }
}

/** The table of the test's own I/O. Those of maintenance, replication and all I/O together hold other work as well. */
export function transactionalTable(page: JetstressPage): MeasuredTable | null {
  const tables = page.tables.filter(({ columns }) => columns.some((head) => meaningOf(head)?.quantity === 'time'))
  return (
    tables.find(({ title }) => /transactional|disk subsystem/i.test(title)) ??
    tables.find(({ title }) => !/total|maintenance|replication/i.test(title)) ??
    null
  )
}

/** `isComplete` is false when a row was left out. */
export function readMeasurements(
  table: MeasuredTable,
  mark: DecimalMark,
  source: Source,
): { measurements: Measurement[]; isComplete: boolean } {
  const measurements: Measurement[] = []
  let isComplete = true
  const columns = table.columns.map(meaningOf)
  for (const { line, cells } of table.rows) {
    if (cells.length !== table.columns.length) {
      source.problems.error(
        'cell-count',
        `Unexpected ${cells.length} cells in a row, expected ${table.columns.length} as in the head on line ${table.line}`,
        { line, hint: 'The row was left out. The page may be damaged; copy it again.' },
      )
      isComplete = false
      continue
    }
    const { name, volume } = nameOf(cells[0]!)
    const byKey = new Map<string, Measurement>()
    for (const [index, meaning] of columns.entries()) {
      if (!meaning) continue
      const kind = meaning.volume ?? volume
      if (kind === null) {
        reportVolume(cells[0]!, line, source)
        isComplete = false
        break
      }
      const { operation } = meaning
      const key = `${kind} ${operation}`
      const measurement = byKey.get(key) ?? { instance: name, volume: kind, operation, rate: null, time: null, line }
      measurement[meaning.quantity] = readCell(cells[index]!, meaning, mark, line, source)
      byKey.set(key, measurement)
    }
    measurements.push(...[...byKey.values()].filter(isUsed))
  }
  return { measurements, isComplete }
}

/** `Database (E:)`, `Log (F:)`: what is on a drive; instances of the database engine have names of their own. */
function nameOf(text: string): { name: string; volume: Volume | null } {
  const match = /^(Database|Log)\b\s*(?:\((.*)\))?$/i.exec(text)
  if (!match) return { name: text, volume: null }
  return { name: match[2] ?? text, volume: match[1]!.toLowerCase() === 'log' ? 'log' : 'database' }
}

function readCell(text: string, { factor }: Meaning, mark: DecimalMark, line: number, source: Source): Printed | null {
  if (/^\(?(?:n\/a|-*)\)?$/i.test(text)) return null
  const value = readNumber(text, mark)
  if (value === null || value < 0) {
    source.problems.error('invalid-number', 'Unexpected text in a table of I/O, expected a number', {
      line,
      actual: text.slice(0, 60),
      hint: 'The value was left out. If the page mixes decimal commas and points, it was edited: use the original.',
    })
    return null
  }
  const scale = (number: number): number => (factor === 1 ? number : number / Math.round(1 / factor))
  return { value: scale(value), precision: scale(printPrecisionOf(text, mark)) }
}

/** Logs are read only when they are replicated. */
function isUsed({ volume, operation, rate }: Measurement): boolean {
  return !(volume === 'log' && operation === 'read' && (rate === null || rate.value === 0))
}

function reportVolume(name: string, line: number, source: Source): void {
  source.problems.warning('unknown-volume', 'Unexpected name of a drive, expected Database (…) or Log (…)', {
    line,
    actual: name.slice(0, 60),
    hint: 'Whether it holds a database or a log is not known, so the row was left out.',
  })
}
