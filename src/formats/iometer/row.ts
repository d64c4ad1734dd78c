/** One row of a result table: which columns its cells belong to, repaired where Iometer is known to get it wrong. */
import type { ProblemSink } from '../../problems.ts'
import type { Cells } from './cells.ts'
import { at, signedColumns, valueCount, type Layout } from './columns.ts'

export type RowKind = 'ALL' | 'MANAGER' | 'PROCESSOR' | 'WORKER' | 'DISK' | 'NETWORK' | 'UNKNOWN'

export const rowKinds: readonly RowKind[] = ['ALL', 'MANAGER', 'PROCESSOR', 'WORKER', 'DISK', 'NETWORK', 'UNKNOWN']

export interface Row {
  /** 1-based. */
  line: number
  kind: RowKind
  /** `All`, a manager's or worker's name, a target's label, `CPU 0`. Not unique. */
  name: string
  /** The access specification; blank when the workers below do not share one, and sometimes when they do. */
  spec: string
  /** Time stamp of a row in an `inst` file. */
  stamp: string | null
  /** As written, one for each column (`at`); NaN for a blank cell. */
  values: Float64Array
}

/** Reads the row, or reports why it cannot be trusted and returns `null`. */
export function readRow(cells: Cells, layout: Layout, isResaved: boolean, problems: ProblemSink): Row | null {
  const kind = cells.count > layout.type ? (cells.text(layout.type).trim() as RowKind) : ('' as RowKind)
  if (!rowKinds.includes(kind)) {
    problems.error(
      'unknown-row',
      `Unexpected row of type "${kind.slice(0, 40)}", expected one of ${rowKinds.join(', ')}`,
      {
        line: cells.line,
        actual: kind.slice(0, 120),
        hint: 'The row is left out. Names with line breaks and damaged lines look like this.',
      },
    )
    return null
  }
  const shift = kind === 'PROCESSOR' ? processorShift(cells, layout) : targetShift(cells, layout, kind, isResaved)
  if (shift === null) {
    reportWidth(cells, layout, kind, problems)
    return null
  }
  let name = cells.text(layout.name)
  if (kind !== 'PROCESSOR' && shift > 0) {
    for (let i = 1; i <= shift; i++) name += `,${cells.text(layout.name + i)}`
    problems.info(
      'comma-in-name',
      `Unexpected comma in the name of a ${kind.toLowerCase()}, expected none; read as one name`,
      {
        line: cells.line,
        column: cells.column(layout.name),
        actual: name,
      },
    )
  }
  const row: Row = {
    line: cells.line,
    kind,
    // Old names may hold control characters.
    name: name.replaceAll(/\p{Cc}+/gu, ' ').trim(),
    spec: kind === 'PROCESSOR' || layout.spec === -1 ? '' : cells.text(layout.spec + shift).trim(),
    stamp: layout.stamp === -1 ? null : cells.text(layout.stamp).trim(),
    values: (freeValues.pop() ?? new Float64Array(valueCount)).fill(NaN),
  }
  for (let i = layout.name + 1; i < layout.width; i++) {
    const field = layout.fields[i]!
    // A PROCESSOR row that sits too far left is read at `i - shift`, a row with a long name at `i + shift`.
    const cell = kind === 'PROCESSOR' ? i - shift : i + shift
    if (field === -1 || cell <= layout.name || cell >= cells.count || cells.isBlank(cell)) continue
    row.values[field] = readValue(cells, cell, field, problems)
  }
  return row
}

/** Of rows that are not needed any more: new memory for each of a million rows costs as much as reading them. */
const freeValues: Float64Array[] = []
const mostFree = 4096

/** Leaves in `row` only the columns up to `last`, and gives back the memory of the others. */
export function shortenRow(row: Row, last: number): void {
  const { values } = row
  row.values = values.slice(0, last + 1)
  if (values.length === valueCount && freeValues.length < mostFree) freeValues.push(values)
}

/** Gives back the memory of a row that nobody uses any more. */
export function releaseRow({ values }: Row): void {
  if (values.length === valueCount && freeValues.length < mostFree) freeValues.push(values)
}

/** More than any column can hold, and small enough that products stay finite. */
const largest = 1e30
/** More commas than this are no name. */
const mostCommas = 64

/** How many columns too far left the values are: three in 1.1.0-rc1 (bug 3141400), else none. */
function processorShift(cells: Cells, layout: Layout): number | null {
  if (layout.cpu === -1) return 0
  let first = layout.name + 1
  while (first < cells.count && cells.isBlank(first)) first++
  const shift = layout.cpu - first
  const isKnown = shift === 0 || (shift === 3 && layout.id !== 'A' && layout.id !== 'C')
  // More values than a processor has: decimal commas in a file with commas.
  let last = cells.count - 1
  while (last > first && cells.isBlank(last)) last--
  const end = layout.fields.indexOf(at.interrupts)
  return isKnown && (end === -1 || last + shift <= end) ? shift : null
}

/** How many commas the name holds. The numbers are counted from the right: they are never missing. */
function targetShift(cells: Cells, layout: Layout, kind: RowKind, isResaved: boolean): number | null {
  const surplus = cells.count - layout.width
  if (surplus === 0) return 0
  if (surplus < 0 || surplus > (isResaved ? layout.width + mostCommas : mostCommas)) return null
  if (!isResaved) return fits(cells, layout, kind, surplus) ? surplus : null
  // A spreadsheet has padded the row: the right end is no anchor any more.
  for (let shift = 0; shift <= Math.min(surplus, mostCommas); shift++)
    if (fits(cells, layout, kind, shift)) return shift
  return null
}

/** Whether the cells after the name are blank and filled as this kind of row has them. */
function fits(cells: Cells, layout: Layout, kind: RowKind, shift: number): boolean {
  if (kind === 'ALL' && shift > 0) return false
  const isFilled = (column: number): boolean => {
    const i = layout.fields.indexOf(column)
    return i !== -1 && !cells.isBlank(i + shift)
  }
  const hasCounts = kind === 'MANAGER' ? 1 : kind === 'WORKER' ? 2 : 3
  if (kind !== 'ALL') {
    const counts = [at.managers, at.workers, at.disks]
    if (counts.some((column, i) => isFilled(column) !== i >= hasCounts)) return false
    if (hasCounts === 3 && layout.spec !== -1 && !cells.isBlank(layout.spec + shift)) return false
  }
  for (let i = layout.name + 1; i < layout.width; i++) {
    const cell = i + shift
    if (layout.fields[i] !== -1 && !cells.isBlank(cell) && Number.isNaN(cells.number(cell))) return false
  }
  return isFilled(at.iops)
}

function reportWidth(cells: Cells, layout: Layout, kind: RowKind, problems: ProblemSink): void {
  const isShort = cells.count < layout.width
  problems.error(
    'cell-count',
    `Unexpected ${cells.count} cells in ${kind} row, expected ${layout.width} as in its header; the row is left out`,
    {
      line: cells.line,
      actual: String(cells.count),
      expected: String(layout.width),
      hint: isShort
        ? 'The line may be cut off. Copy the log again from the machine that wrote it.'
        : 'The numbers may have decimal commas in a file separated by commas. Use the file as Iometer wrote it.',
    },
  )
}

function readValue(cells: Cells, cell: number, field: number, problems: ProblemSink): number {
  const value = cells.number(cell)
  const isNegative = value < 0 && !signedColumns.has(field)
  if (Number.isNaN(value) || isNegative || Math.abs(value) > largest) {
    const actual = cells.text(cell).slice(0, 60)
    problems.error('invalid-number', `Unexpected "${actual}", expected a number${isNegative ? ' of 0 or more' : ''}`, {
      line: cells.line,
      column: cells.column(cell),
      actual,
      hint: 'The value is taken as missing. The log may be damaged; copy it again.',
    })
    return NaN
  }
  if (value > Number.MAX_SAFE_INTEGER && !signedColumns.has(field)) reportRounding(cells, cell, value, problems)
  return value
}

/** Iometer counts in 64 bits, the model in 53: what is lost is one part in 10^16, but counts are to stay exact or say so. */
function reportRounding(cells: Cells, cell: number, value: number, problems: ProblemSink): void {
  const text = cells.text(cell).trim()
  if (!/^\d+$/.test(text) || BigInt(text) === BigInt(value)) return
  problems.info('counter-rounded', `Unexpected counter above 2^53, expected a smaller one; read as ${value}`, {
    line: cells.line,
    column: cells.column(cell),
    actual: text,
  })
}
