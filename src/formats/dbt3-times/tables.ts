/** The three layouts of query times that scripts around DBT-3 leave, as rows of cells under the name of their data set. */
import { readLines } from '../../source/lines.ts'
import { parseNumber } from '../../source/numbers.ts'
import type { Source } from '../../source/source.ts'

export interface QueryRow {
  line: number
  /** `1`, `9-opt`: a number of TPC-H, and a name when a rewritten form of the query ran. */
  query: string
  /** Seconds; `null`: failed, timed out or not run. */
  median: number | null
  min: number | null
  max: number | null
  /** Of the single runs; empty when the file does not have them. */
  runs: number[]
}

export interface DataSet {
  /** `maria-5.5.23-exact-stats.txt`; `null` in a file of one. */
  name: string | null
  version: string | null
  engine: string | null
  line: number
  rows: QueryRow[]
}

/** Fields of a row: `1`, `1.sql`, `18-opt.sql`, then tab and numbers. */
export const queryPattern = /^(\d{1,2}(?:-[a-z][a-z0-9]{0,20})?)(?:\.sql)?$/
const rowLimit = 10_000
/** What the scripts write for a query that was stopped. */
const timeoutMark = 100_000

export async function readDataSets(source: Source): Promise<DataSet[]> {
  const sets: DataSet[] = []
  const names: { name: string; line: number }[] = []
  let isSummary = false
  let isOver = false
  let rows = 0
  await readLines(source, (view) => {
    const text = view.text().trimEnd()
    const line = view.number
    if (text.startsWith('#')) {
      const set = /^#data set \d+\s*:\s*(.{1,200})$/.exec(text)
      if (set) names.push({ name: set[1]!.replace(/ \(reference\)$/, ''), line })
      const version = /^#Version:([^;]{0,100});\s*StorageEngine:([^;]{0,100});\s*Keyword:\s*(.{0,100})$/.exec(text)
      if (version) {
        const [, number, engine, keyword] = version
        sets.push({ name: keyword!.trim(), version: number!.trim(), engine: engine!.trim(), line, rows: [] })
      }
      if (/^#query\b/.test(text)) {
        isSummary = true
        for (const { name, line } of names) sets.push({ name, version: null, engine: null, line, rows: [] })
      }
      return true
    }
    // A summary repeats its rows as percentages of the first data set, after blank lines.
    if (text === '') {
      if (isSummary && sets.some((set) => set.rows.length > 0)) isOver = true
      return true
    }
    if (isOver) return false
    if (!view.isEnded) {
      source.problems.error('log-cut-off', 'Unexpected end within a line, expected a line end', {
        line,
        hint: 'The last row was left out, since its numbers may lack digits. Copy the file again.',
      })
      return true
    }
    const cells = text.split('\t')
    const query = queryPattern.exec(cells[0]!)?.[1]
    if (query === undefined || ++rows > rowLimit) {
      reportLine(text, line, source)
      return rows <= rowLimit
    }
    if (isSummary) readSummaryRow(query, cells, line, sets, source)
    else if (typeof sets.at(-1)?.version === 'string') sets.at(-1)!.rows.push(readExtremes(query, cells, line, source))
    else {
      if (sets.length === 0) sets.push({ name: null, version: null, engine: null, line, rows: [] })
      sets[0]!.rows.push(readRuns(query, cells, line, source))
    }
    return true
  })
  return sets
}

/** `query, min, median, max` of each data set side by side. */
function readSummaryRow(query: string, cells: string[], line: number, sets: DataSet[], source: Source): void {
  if (cells.length < 1 + 3 * sets.length) {
    reportWidth(cells.length, 1 + 3 * sets.length, line, source)
    return
  }
  for (const [index, set] of sets.entries()) {
    const [min, median, max] = cells.slice(1 + 3 * index, 4 + 3 * index).map((cell) => seconds(cell, line, source))
    set.rows.push({ line, query, min: min!, median: median!, max: max!, runs: [] })
  }
}

/** `query.sql, min, max` and ratios to the first data set; a query alone on its line has no time. */
function readExtremes(query: string, cells: string[], line: number, source: Source): QueryRow {
  const min = seconds(cells[1] ?? '', line, source)
  const max = seconds(cells[2] ?? '', line, source)
  return { line, query, min, max, median: null, runs: [] }
}

/** `query, median, min, max, all runs`. */
function readRuns(query: string, cells: string[], line: number, source: Source): QueryRow {
  if (cells.length < 4) {
    reportWidth(cells.length, 5, line, source)
    return { line, query, median: null, min: null, max: null, runs: [] }
  }
  const [median, min, max] = cells.slice(1, 4).map((cell) => seconds(cell, line, source))
  const list = /^-?\d/.test(cells[4] ?? '') ? cells[4]!.split(',').slice(0, 1000) : []
  const runs = list.flatMap((cell) => seconds(cell, line, source) ?? [])
  return { line, query, median: median!, min: min!, max: max!, runs }
}

/** -1 and 100000 stand for a query that failed or was stopped. */
function seconds(text: string, line: number, source: Source): number | null {
  if (text === '') return null
  const value = parseNumber(text)
  if (value === -1 || value === timeoutMark) return null
  if (Number.isFinite(value) && value >= 0) return value
  source.problems.error('invalid-number', 'Unexpected time of a query, expected seconds', {
    line,
    actual: text.slice(0, 60),
    hint: 'The value was left out.',
  })
  return null
}

function reportLine(text: string, line: number, source: Source): void {
  source.problems.error('unexpected-line', 'Unexpected line, expected a query with its times, separated by tabs', {
    line,
    actual: text.slice(0, 60),
    hint: 'The line was left out. The file may be damaged, or hold more than one table.',
  })
}

function reportWidth(actual: number, expected: number, line: number, source: Source): void {
  source.problems.error('cell-count', `Unexpected ${actual} cells, expected ${expected}`, {
    line,
    hint: 'The row has no time. The file may be cut off.',
  })
}
