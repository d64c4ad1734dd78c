/** Checks the cells of a row one by one, by the schema, and together. */
import type { Dimensions, Scalar } from '../../model/result.ts'
import { toCanonical } from '../../model/units.ts'
import type { ProblemSink } from '../../problems.ts'
import type { Cell } from './cells.ts'
import type { Column } from './header.ts'
import { rowSchema, type CellFault, type RowValues } from './row.ts'
import { secondsBetween } from './time.ts'

/** A row as written, its cells checked one by one and together. */
export interface LabRow extends RowValues {
  /** 1-based. */
  line: number
  dimensions: Dimensions
  /** Cells left empty are not in it. */
  settings: Record<string, Scalar>
}

/** `cells` are as many as `columns`. `null`: a fault has been reported and the row cannot be used. */
export function checkRow(cells: Cell[], line: number, columns: Column[], problems: ProblemSink): LabRow | null {
  const texts: Record<string, string> = { ...emptyRow }
  const places = new Map<string, Cell>()
  const dimensions: Dimensions = {}
  const settings: Record<string, Scalar> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!
    if (column?.kind === 'padding') {
      if (cell.text === '') continue
      problems.error('cell-count', 'Unexpected text behind the last column, expected an empty cell', {
        line,
        column: cell.column,
        actual: cell.text,
        hint: 'Give the column a name in the header, or remove the text.',
      })
      return null
    }
    if (column?.kind === 'fixed') {
      texts[column.name] = cell.text
      places.set(column.name, cell)
    } else if (column && cell.text !== '') {
      const target = column.kind === 'setting' ? settings : dimensions
      target[column.name] = readScalar(cell.text)
    }
  }
  const report = (name: string, fault: CellFault) => {
    const cell = places.get(name)
    const { ruleId, message, expected, hint } = fault
    problems.error(ruleId, message, { line, column: cell?.column, actual: cell?.text, expected, hint })
  }
  const parsed = rowSchema.safeParse(texts)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      if (issue.code === 'custom') report(String(issue.path[0]), issue.params as CellFault)
    }
    return null
  }
  const row: LabRow = { ...parsed.data, line, dimensions, settings }
  const faults = crossCheck(row)
  for (const [name, fault] of faults) report(name, fault)
  return faults.length > 0 ? null : row
}

const emptyRow = Object.fromEntries(Object.keys(rowSchema.shape).map((name) => [name, '']))

/** What the cells of one row must fulfil together. */
function crossCheck(row: LabRow): [keyof RowValues, CellFault][] {
  const faults: [keyof RowValues, CellFault][] = []
  if (row.value !== null && !Number.isFinite(toCanonical(row.value, row.unit)?.value)) {
    faults.push([
      'value',
      {
        ruleId: 'invalid-number',
        message: 'Unexpected value, expected one within the range of numbers in its canonical unit',
        expected: 'a number below 10³⁰⁸',
        hint: 'Check the value and its unit.',
      },
    ])
  }
  if (row.start && row.end) {
    const seconds = secondsBetween(row.start, row.end)
    if (seconds === null) {
      faults.push([
        'end',
        {
          ruleId: 'invalid-time',
          message: 'Unexpected offset on one of start and end, expected it on both or on none',
          expected: 'offsets on both or none',
          hint: 'Add the offset, such as +09:00, to both times.',
        },
      ])
    } else if (seconds < 0) {
      faults.push([
        'end',
        {
          ruleId: 'start-after-end',
          message: 'Unexpected end before the start of a run, expected it later',
          expected: `a time after ${row.start.local}`,
          hint: 'Check both times; over midnight the date changes as well.',
        },
      ])
    }
  }
  if ((row.publishedIn === null) !== (row.publishedOn === null)) {
    faults.push([
      row.publishedIn === null ? 'publishedIn' : 'publishedOn',
      {
        ruleId: 'incomplete-publication',
        message: 'Unexpected publication without place or date, expected both or none',
        expected: 'publishedIn and publishedOn',
        hint: 'Fill both cells, or leave both empty for a result that is not published.',
      },
    ])
  }
  return faults
}

/** A number only where nothing of the text is lost: `8` is, `1.10` and `007` are not. */
export function readScalar(text: string): string | number {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}
