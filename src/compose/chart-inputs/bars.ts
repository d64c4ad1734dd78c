/** Bars: rows of a view are categories, its measured columns series. */
import type { Cell, Member, View } from '../../analyse/view.ts'
import type { Row } from '../../charts/layout.ts'
import { formatNumber, formatQuantity, withUnit } from '../../locale/format.ts'
import type { Names } from '../compose.ts'
import { formatCell, memberLabel } from '../tables.ts'
import { downloadOf } from './download.ts'
import {
  axisTitle,
  cellLabel,
  ChartInputError,
  columnLabel,
  describeView,
  measuredColumns,
  metricTitle,
  printedValue,
  rowLabel,
  rowTitle,
  statusMark,
  valueTitle,
  weightOf,
  type ChartInput,
  type ChartSource,
} from './source.ts'

export function clusteredBars(source: ChartSource): ChartInput {
  const view = source.view()
  return { ...parts(view, source.names), rows: adjusted(barRows(view, source.names), source) }
}

/** `labels=none`: no values at the bars, where there are too many. `top=190`: the axis goes beyond that, whatever the values. */
function adjusted(rows: Row[], source: ChartSource): Row[] {
  const labels = source.optional('labels')
  const top = source.optional('top')
  if (labels !== null && labels !== 'none')
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected labels=${labels}, expected none`,
      'Leave it out to have them.',
    )
  if (top !== null && !/^\d+(\.\d+)?$/.test(top))
    throw new ChartInputError('chart-attribute', `Unexpected top=${top}, expected a number`, 'Write top=190.')
  const labelled = labels === 'none' ? rows.map((row) => ({ ...row, label: '' })) : rows
  return top === null ? labelled : labelled.map((row, index) => (index === 0 ? { ...row, room: Number(top) } : row))
}

/** As clustered bars; their only title is that of the values. */
export function horizontalBars(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  return { ...parts(view, names), rows: barRows(view, names), texts: { xTitle: valueTitle(view, names) } }
}

/** Parts of a whole, with their sum on top; where a part is missing there is no sum. */
export function stackedBars(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  const columns = measuredColumns(view)
  const rows = view.rows.flatMap((row, at) => {
    const cells = columns.map(({ index }) => view.cells[at]![index]!)
    if (cells.some(({ value }) => value !== null && value < 0))
      throw source.wrongView(view, `a value of ${row.key} is below 0`, 'Parts of a whole cannot be negative.')
    const total = totalOf(cells, names)
    return columns.map(({ member }, place) => ({
      ...barRow(view, row, member, cells[place]!, names),
      ...(place === columns.length - 1 && total !== null && { total }),
    }))
  })
  return { ...parts(view, names), rows }
}

function totalOf(cells: readonly Cell[], names: Names): string | null {
  if (cells.length < 2 || cells.some(({ value }) => value === null)) return null
  const sum = cells.reduce((total, { value }) => total + value!, 0)
  const status = cells.find((cell) => cell.status !== 'measured')?.status ?? 'measured'
  return `${formatCell(sum, cells[0]!.style, names.language)}${statusMark(status, names)}`
}

const panels = ['left', 'middle', 'right']

/** Charts side by side: the first dimension of the rows tells them apart, the others are categories. */
export function panelBars(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  const [dimension, ...axes] = view.spec.rows
  const keys = [...new Set(view.rows.map((row) => row.keys[0]!))]
  if (axes.length === 0 || keys.length !== panels.length)
    throw source.wrongView(
      view,
      `its rows have ${view.spec.rows.length} dimensions, the first one ${keys.length} values`,
      `Rows need two dimensions, the first one with ${panels.length} values: a chart each.`,
    )
  const unit = valueTitle({ ...view, spec: { ...view.spec, metrics: {} } }, names)
  const label = (row: Member): string => memberLabel(view, { ...row, keys: row.keys.slice(1) }, axes, names.inCharts)
  return {
    ...parts(view, names),
    rows: view.rows.flatMap((row, at) =>
      measuredColumns(view).map(({ member, index }) => ({
        panel: panels[keys.indexOf(row.keys[0]!)]!,
        category: label(row),
        series: columnLabel(view, member, names),
        value: printedValue(view.cells[at]![index]!),
      })),
    ),
    texts: {
      xTitle: axisTitle(axes, names),
      ...Object.fromEntries(
        panels.map((panel, at) => [
          `${panel}Title`,
          [names.inCharts.label(dimension!.dimension, keys[at]), unit === '' ? '' : `(${unit})`].join(' ').trim(),
        ]),
      ),
    },
  }
}

function parts(view: View, names: Names): Omit<ChartInput, 'rows'> {
  return {
    texts: { yTitle: valueTitle(view, names), xTitle: rowTitle(view, names) },
    described: describeView(view, names),
    download: downloadOf([view], names),
  }
}

export function barRows(view: View, names: Names): Row[] {
  return view.rows.flatMap((row, at) =>
    measuredColumns(view).map(({ member, index }) => barRow(view, row, member, view.cells[at]![index]!, names)),
  )
}

function barRow(view: View, row: Member, column: Member, cell: Cell, names: Names): Row {
  return {
    category: rowLabel(view, row, names),
    series: columnLabel(view, column, names),
    value: printedValue(cell),
    label: cellLabel(cell, names),
    ...weightOf(cell),
  }
}

/** `reference` is a column (each row has its own 100 %) or a row (each column has). */
export function relativeBars(source: ChartSource): ChartInput {
  const view = source.anyView()
  const { names } = source
  const decimals = source.wholeNumber('decimals', 0)
  const reference = source.attribute('reference', view.columns[0]?.key ?? '…')
  const isReference = (member: Member): boolean => isCalled(member, source.key(reference))
  const columns = measuredColumns(view)
  const column = columns.find(({ member }) => isReference(member))
  const row = view.rows.findIndex(isReference)
  if (!column && row === -1) {
    const known = [...columns.map(({ member }) => member.key), ...view.rows.map(({ key }) => key)]
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected reference ${reference}, expected a column or row of ${view.id}: ${known.join(', ')}`,
      'A system may be named by its role.',
    )
  }
  const rows = view.rows.flatMap((member, at) =>
    columns.map(({ member: own, index }) => {
      const cell = view.cells[at]![index]!
      const base = column ? view.cells[at]![column.index]! : view.cells[row]![index]!
      const isBase = column ? index === column.index : at === row
      const value =
        cell.value === null || base.value === null || base.value <= 0 ? null : (100 * cell.value) / base.value
      const label = value === null ? '' : isBase ? formatQuantity(100, 0, '%', names.language) : gain(value - 100)
      return {
        category: rowLabel(view, member, names),
        series: columnLabel(view, own, names),
        value,
        label: `${label}${value === null ? '' : statusMark(cell.status, names)}`,
      }
    }),
  )
  function gain(percent: number): string {
    return signedPercent(percent, decimals, names)
  }
  const label = column ? columnLabel(view, column.member, names) : rowLabel(view, view.rows[row]!, names)
  const hundred = `${label} = ${formatQuantity(100, 0, '%', names.language)}`
  const metric = metricTitle(view, names)
  return {
    ...parts(view, names),
    rows,
    texts: { yTitle: metric === '' ? hundred : `${metric} (${hundred})`, xTitle: rowTitle(view, names) },
  }
}

/** "+23 %", "−13 %", and "0 %" for what rounds to it. */
function signedPercent(percent: number, decimals: number, names: Names): string {
  const text = withUnit(formatNumber(Math.abs(percent), decimals, names.language), '%', names.language)
  const isZero = Number(Math.abs(percent).toFixed(decimals)) === 0
  return `${isZero ? '' : percent < 0 ? '\u{2212}' : '+'}${text}`
}

/** A bar each, and an arrow from the level of one to that of another. */
export function gainBars(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  const columns = measuredColumns(view)
  if (columns.length !== 1 && view.rows.length !== 1) {
    throw source.wrongView(
      view,
      `it has ${view.rows.length} rows and ${columns.length} columns`,
      'One of them has to be single: narrow the view with "where", or choose relative-bars.',
    )
  }
  const bars =
    columns.length === 1
      ? view.rows.map((member, at) => ({
          member,
          label: rowLabel(view, member, names),
          cell: view.cells[at]![columns[0]!.index]!,
        }))
      : columns.map(({ member, index }) => ({
          member,
          label: columnLabel(view, member, names),
          cell: view.cells[0]![index]!,
        }))
  const find = (name: string, otherwise: number): (typeof bars)[number] => {
    const key = source.optional(name)
    const found = key === null ? bars.at(otherwise) : bars.find(({ member }) => isCalled(member, source.key(key)))
    if (found) return found
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected ${name} ${key ?? ''}, expected one of: ${bars.map(({ member }) => member.key).join(', ')}`,
      'A system may be named by its role.',
    )
  }
  const [from, to] = [find('from', 0), find('to', -1)]
  const percent = from.cell.value && to.cell.value !== null ? 100 * (to.cell.value / from.cell.value - 1) : null
  if (percent !== null && percent <= 0)
    source.warn(
      `Unexpected loss from ${from.member.key} to ${to.member.key}, expected a gain, no arrow is drawn`,
      'Choose relative-bars, or other ends with from= and to=.',
    )
  const arrow =
    percent === null || percent <= 0
      ? {}
      : {
          gainTo: to.label,
          gainValue: printedValue(to.cell),
          gain: signedPercent(percent, source.wholeNumber('decimals', 0), names),
        }
  return {
    rows: bars.map((bar) => ({
      category: bar.label,
      value: printedValue(bar.cell),
      label: cellLabel(bar.cell, names),
      ...weightOf(bar.cell),
      ...(bar === from && arrow),
    })),
    texts: {
      yTitle: valueTitle(view, names),
      xTitle: columns.length === 1 ? rowTitle(view, names) : '',
    },
    described: describeView(view, names),
    download: downloadOf([view], names),
  }
}

function isCalled(member: Member, key: string): boolean {
  return member.key === key || member.keys.includes(key)
}
