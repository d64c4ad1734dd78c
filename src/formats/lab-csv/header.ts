/** The header line: which column means what. */
import type { ProblemSink } from '../../problems.ts'
import type { Cell } from './cells.ts'
import { fixedColumns, isId, requiredColumns, type RowValues } from './row.ts'

/** `null`: a column nobody understands, reported and left out. `padding`: no column, its cells must be empty. */
export type Column =
  | { kind: 'padding' }
  | { kind: 'fixed'; name: keyof RowValues }
  | { kind: 'setting'; name: string }
  | { kind: 'dimension'; name: string }
  | null

const settingPrefix = 'setting:'

/** Fails for a header that leaves the meaning of rows open: a column missing or there twice. */
export function readHeader(cells: Cell[], line: number, problems: ProblemSink): Column[] {
  const seen = new Map<string, Cell>()
  for (const cell of cells) {
    if (cell.text !== '' && seen.has(cell.text)) {
      problems.fail('duplicate-column', 'Unexpected second column of the same name, expected each once', {
        line,
        column: cell.column,
        actual: cell.text,
        hint: `Remove or rename one of the two columns ${cell.text}.`,
      })
    }
    seen.set(cell.text, cell)
  }
  const missing = requiredColumns.filter((name) => !seen.has(name))
  if (missing.length > 0) {
    problems.fail('missing-column', `Unexpected header without ${missing.join(', ')}, expected these columns`, {
      line,
      actual: cells.map(({ text }) => text).join(','),
      expected: requiredColumns.join(','),
      hint: 'The line after benchpaper-log,1 (and comments) must name the columns, spelt and capitalised like this.',
    })
  }
  // Spreadsheets pad every line to the same number of commas.
  const end = cells.findLastIndex(({ text }) => text !== '')
  return cells.map((cell, index) => (index > end ? { kind: 'padding' } : readColumn(cell, line, problems)))
}

function readColumn({ text, column }: Cell, line: number, problems: ProblemSink): Column {
  const fixed = fixedColumns.find((name) => name === text)
  if (fixed !== undefined) return { kind: 'fixed', name: fixed }
  const near = fixedColumns.find((name) => name.toLowerCase() === text.toLowerCase())
  const setting = text.startsWith(settingPrefix) ? text.slice(settingPrefix.length).trim() : ''
  if (/^[a-zA-Z][\w .-]*$/.test(setting)) return { kind: 'setting', name: setting }
  if (isId(text) && near === undefined) return { kind: 'dimension', name: text }
  problems.error('unexpected-column', 'Unexpected column name, expected a known one, setting:<name> or a dimension', {
    line,
    column,
    actual: text,
    expected: near ?? 'queueDepth, setting:seed, …',
    hint:
      near === undefined
        ? 'Name a dimension like queueDepth (letters, digits, hyphens). The column has been left out.'
        : `Write ${near} if that is meant, or choose another name. The column has been left out.`,
  })
  return null
}
