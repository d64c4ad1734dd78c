/** What a table directive makes of a view: `::table[Caption]{#id view=support only=ECO as=sets}`. */
import type { Element } from 'hast'
import { onlyWith } from '../analyse/narrow-view.ts'
import { ChartInputError } from './chart-inputs/source.ts'
import type { ReportData } from './report-data.ts'
import { setRows, setTable } from './set-table.ts'
import { csvRows, csvText, sharedUnit, tableOf, type TableWords } from './tables.ts'

export interface ViewTable {
  element: Element
  csv: string
  /** The unit of all values, for the caption; `null` when the heads say it. */
  unit: string | null
}

/** @throws ChartInputError, whose message is for the author */
export function viewTable(
  attributes: Record<string, string | null | undefined>,
  data: ReportData,
  words: TableWords,
): ViewTable {
  const id = attributes.view ?? ''
  const whole = data.views.get(id)
  if (!whole) {
    throw new ChartInputError(
      'unknown-view',
      `Unexpected view ${id}, expected one of: ${[...data.views.keys()].join(', ')}`,
      'Views are declared in the front matter.',
    )
  }
  const { only, as: form } = attributes
  const view = only ? onlyWith(whole, data.scope.columnKey(only)) : whole
  if (!view) {
    throw new ChartInputError(
      'table-attribute',
      `Unexpected only=${only ?? ''}, expected a value of a row or column of ${id}`,
      `Rows: ${whole.rows.map(({ key }) => key).join(', ')}; columns: ${whole.columns.map(({ key }) => key).join(', ')}.`,
    )
  }
  if (form === 'sets') return { element: setTable(view, words), csv: csvText(setRows(view, words)), unit: null }
  if (form)
    throw new ChartInputError(
      'table-attribute',
      `Unexpected as=${form}, expected sets`,
      'Leave it out for a table of numbers.',
    )
  return { element: tableOf(view, words), csv: csvText(csvRows(view, words)), unit: sharedUnit(view, words) }
}
