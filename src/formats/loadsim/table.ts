/** Tables of response times in the output of `lslog answer`: columns by their heads, tasks with blanks in their names. */
import { readLines } from '../../source/lines.ts'
import { parseNumber } from '../../source/numbers.ts'
import type { Source } from '../../source/source.ts'

/** What a column holds; a number is a percentile. */
export type Column = 'weight' | 'hits' | 'mean' | 'stddev' | number

export interface TaskRow {
  line: number
  /** `SEND`, `READ`, …; as written. */
  task: string
  /** In the order of the columns; `null` for `n/a` and dashes. */
  values: (number | null)[]
  /** Most decimals of the row's numbers. */
  decimals: number
}

export interface AnswerTable {
  line: number
  columns: Column[]
  rows: TaskRow[]
  /** The row of weighted averages: those of the percentiles, means and deviations that it has. */
  weighted: TaskRow | null
  /** Seconds in one unit of the times. */
  factor: number
}

export interface Answer {
  tables: AnswerTable[]
  users: number | null
  /** `MMB3`, as the output spells it but without hyphen and blank. */
  profile: string | null
}

const rowLimit = 1000
/** Longer lines are none of lslog's. */
const lineLimit = 1000

const heads =
  /\b(?:(weights?)|(hits|count)|(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)?[ -]*(?:percentile|pctile|pct|%)|(std\.? *dev\w*\.?|standard deviation|deviation)|(mean|average|avg\.?))(?![a-z])/gi

export function readHeads(line: string): Column[] | null {
  if (line.length > lineLimit) return null
  const columns = [...line.matchAll(heads)].map(([, weight, hits, percentile, deviation]): Column => {
    if (weight !== undefined) return 'weight'
    if (hits !== undefined) return 'hits'
    if (percentile !== undefined) return Number(percentile)
    return deviation === undefined ? 'mean' : 'stddev'
  })
  const isAnswer = columns.includes('hits') && columns.some((column) => typeof column === 'number')
  return isAnswer && new Set(columns).size === columns.length ? columns : null
}

export async function readAnswer(source: Source): Promise<Answer> {
  const answer: Answer = { tables: [], users: null, profile: null }
  let rows = 0
  await readLines(source, (view) => {
    const text = view.end - view.start > lineLimit ? '' : view.text().trim()
    const columns = readHeads(text)
    if (columns) {
      const factor = /\((?:s|sec|seconds)\)/i.test(text) ? 1 : 1e-3
      answer.tables.push({ line: view.number, columns, rows: [], weighted: null, factor })
      return true
    }
    const table = answer.tables.at(-1)
    const row = readRow(text, view.number)
    if (table && row && view.isEnded && ++rows <= rowLimit) addRow(table, row, source)
    else if (table && row && !view.isEnded) reportCut(view.number, source)
    else readSetting(text, answer)
    return true
  })
  return answer
}

/** A name, then at least one number to the end of the line. */
function readRow(text: string, line: number): TaskRow | null {
  const cells = text.split(/[\s|,;]+/).filter((cell) => cell !== '')
  let first = cells.length
  while (first > 0 && isValue(cells[first - 1]!)) first--
  const values = cells.slice(first)
  if (first === 0 || !values.some((cell) => /\d|n\/a/i.test(cell))) return null
  return {
    line,
    task: cells.slice(0, first).join(' ').replace(/:$/, ''),
    values: values.map((cell) => (/\d/.test(cell) ? parseNumber(cell) : null)),
    decimals: Math.max(...values.map((cell) => /\.(\d+)$/.exec(cell)?.[1]?.length ?? 0)),
  }
}

function isValue(cell: string): boolean {
  return /^(?:n\/a|-{1,3})$/i.test(cell) || Number.isFinite(parseNumber(cell))
}

function addRow(table: AnswerTable, row: TaskRow, source: Source): void {
  if (/^(?:weighted|score\b)/i.test(row.task)) {
    table.weighted ??= row
    return
  }
  if (row.values.length === table.columns.length) {
    table.rows.push(row)
    return
  }
  source.problems.error(
    'cell-count',
    `Unexpected ${row.values.length} numbers after ${row.task.slice(0, 40)}, expected ${table.columns.length} as in the head on line ${table.line}`,
    { line: row.line, hint: 'The row was left out, and so was the score. The output may be damaged.' },
  )
}

function readSetting(text: string, answer: Answer): void {
  const users =
    /\b(?:users|clients)\s*[:=]\s*(\d{1,7})\b/i.exec(text) ?? /\b(\d{1,7}) (?:simulated )?users\b/i.exec(text)
  if (users) answer.users ??= Number(users[1])
  const profile = /\bMMB[- ]?(\d)?\b/i.exec(text)
  if (profile) answer.profile ??= `MMB${profile[1] ?? ''}`
}

function reportCut(line: number, source: Source): void {
  source.problems.error('log-cut-off', 'Unexpected end within a line, expected a line end', {
    line,
    hint: 'The last row was left out, since its numbers may lack digits. Copy the file again.',
  })
}
