/** What each kind of chart gets from a view: rows and texts, as `docs/charts.md` lists them. */
import type { Member, View } from '../analyse/view.ts'
import type { NumberStyle } from '../analyse/view-schema.ts'
import type { Row } from '../charts/layout.ts'
import { formatUnit } from '../locale/format.ts'
import type { Names } from './compose.ts'
import { columnUnit, formatCell, memberLabel } from './tables.ts'

export interface ChartInput {
  rows: Row[]
  texts: Record<string, string>
}

export interface ChartInputJob {
  view: View
  names: Names
}

/** Columns that come from logs; computed ones are compared in other charts. */
export function measuredColumns(view: View): { member: Member; index: number }[] {
  return view.columns.map((member, index) => ({ member, index })).filter(({ member }) => member.derived === null)
}

export function chartInput({ view, names }: ChartInputJob): ChartInput {
  return { rows: barRows(view, names), texts: { yTitle: valueTitle(view, names), xTitle: rowTitle(view, names) } }
}

/** Rows are categories, columns series. */
function barRows(view: View, names: Names): Row[] {
  return view.rows.flatMap((row, at) =>
    measuredColumns(view).map(({ member, index }) => {
      const { value, style } = view.cells[at]![index]!
      return {
        category: memberLabel(view, row, view.spec.rows, names),
        series: memberLabel(view, member, view.spec.columns, names.inCharts),
        // As printed, so that a bar, its label and the end of the axis agree with the table.
        value: value === null ? null : Number(formatPlain(value, style)),
        label: value === null ? '' : formatCell(value, style, names.language),
      }
    }),
  )
}

function formatPlain(value: number, style: NumberStyle): string {
  return style.digits === null ? value.toFixed(style.decimals) : value.toPrecision(style.digits)
}

/** "Transfer time (s)": the metric, when there is one, with its unit. */
function valueTitle(view: View, names: Names): string {
  const metrics = Object.keys(view.spec.metrics)
  const unit = columnUnit(view, 0) ?? ''
  const title = metrics.length === 1 ? names.label('metric', metrics[0]) : ''
  const shown = unit === '' || unit === '1' ? '' : formatUnit(unit, names.language)
  return title === '' || shown === '' ? title || shown : `${title} (${shown})`
}

function rowTitle(view: View, names: Names): string {
  return view.spec.rows.map(({ dimension }) => names.label(dimension)).join(', ')
}
