/** The data of a figure for a spreadsheet: that of its views, side by side. */
import type { Member, View } from '../../analyse/view.ts'
import type { Names } from '../compose.ts'
import { columnUnit, csvRows, memberLabel, shownColumns } from '../tables.ts'
import { metricTitle, titleWithUnit } from './source.ts'

/** One line a row key; the columns of each view in turn, their heads with metric and unit. Values are unrounded. */
export function downloadOf(views: readonly View[], names: Names): string[][] {
  if (views.length === 1) return csvRows(views[0]!, names)
  const rows = new Map(views.flatMap((view) => view.rows.map((row) => [row.key, { view, row }] as const)))
  const columns = views.flatMap((view) => shownColumns(view).map(({ member, index }) => ({ view, member, index })))
  const head = columns.map(({ view, member, index }) => {
    const metric = metricTitle(view, names)
    const label = memberLabel(view, member, view.spec.columns, names)
    return titleWithUnit(metric === '' ? label : `${metric}, ${label}`, columnUnit(view, index) ?? '', names)
  })
  return [
    [...views[0]!.spec.rows.map(({ dimension }) => names.label(dimension)), ...head],
    ...[...rows.values()].map(({ view, row }) => [
      ...row.keys.map((key, level) => names.label(view.spec.rows[level]!.dimension, key)),
      ...columns.map((column) => valueIn(column.view, row, column.index)),
    ]),
  ]
}

function valueIn(view: View, { key }: Member, column: number): string {
  const at = view.rows.findIndex((row) => row.key === key)
  return String(view.cells[at]?.[column]?.value ?? '')
}
