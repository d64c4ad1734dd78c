/** What charts are made from: the attributes of a directive, the views they name, the words of the language. */
import type { AxisSpec } from '../../analyse/view-schema.ts'
import { onlyDerived, onlyWith } from '../../analyse/narrow-view.ts'
import type { Cell, Member, View } from '../../analyse/view.ts'
import type { Row } from '../../charts/layout.ts'
import { formatUnit, withUnit } from '../../locale/format.ts'
import type { Names } from '../compose.ts'
import type { ReportData } from '../report-data.ts'
import { columnUnit, formatCell, memberLabel } from '../tables.ts'

export interface ChartInput {
  rows: Row[]
  /** By the names that the chart's specification has for them. */
  texts: Record<string, string>
  /** Every value in words, a sentence part a series: for those who cannot see the chart. */
  described: string[]
  /** The same data for a spreadsheet: a line of heads, then the values. */
  download: string[][]
}

/** What is wrong with a directive; the message is for the author. */
export class ChartInputError extends Error {
  readonly ruleId: 'unknown-view' | 'unknown-trace' | 'chart-attribute' | 'chart-view' | 'table-attribute'
  readonly hint: string

  constructor(ruleId: ChartInputError['ruleId'], message: string, hint: string) {
    super(message)
    this.ruleId = ruleId
    this.hint = hint
  }
}

export class ChartSource {
  /** Kind of chart, for messages. */
  readonly chart: string
  readonly data: ReportData
  readonly names: Names
  /** Gets what is odd, but no reason not to draw. */
  readonly warn: (message: string, hint: string) => void
  readonly #attributes: Record<string, string | null | undefined>

  constructor(options: {
    chart: string
    attributes: Record<string, string | null | undefined>
    data: ReportData
    names: Names
    warn: ChartSource['warn']
  }) {
    this.chart = options.chart
    this.data = options.data
    this.names = options.names
    this.warn = options.warn
    this.#attributes = options.attributes
  }

  optional(name: string): string | null {
    return this.#attributes[name] ?? null
  }

  /** @throws ChartInputError when the directive lacks it */
  attribute(name: string, example: string): string {
    const value = this.optional(name)
    if (value === null || value === '') {
      throw new ChartInputError(
        'chart-attribute',
        `Unexpected ${this.chart} without "${name}", expected one`,
        `Write ${name}=${example}.`,
      )
    }
    return value
  }

  wholeNumber(name: string, otherwise: number): number {
    const text = this.optional(name)
    if (text === null) return otherwise
    if (!/^[0-6]$/.test(text))
      throw new ChartInputError(
        'chart-attribute',
        `Unexpected ${name} ${text}, expected a whole number from 0 to 6`,
        `Write ${name}=1.`,
      )
    return Number(text)
  }

  /** @throws ChartInputError when no row or column of the view has what `only` and `derived` ask for */
  #narrowed(view: View): View {
    const only = this.optional('only')
    const derived = this.optional('derived')
    const part = only === null ? view : onlyWith(view, this.key(only))
    if (!part)
      throw new ChartInputError(
        'chart-attribute',
        `Unexpected only=${only ?? ''}, expected a value of a row or column of ${view.id}`,
        `Rows: ${view.rows.map(({ key }) => key).join(', ')}; columns: ${view.columns.map(({ key }) => key).join(', ')}.`,
      )
    const chosen = derived === null ? part : onlyDerived(part, derived)
    if (chosen) return chosen
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected derived=${derived ?? ''}, expected a computed column of ${view.id}`,
      `Its "derive" has: ${view.spec.derive.map(({ id }) => id).join(', ') || 'nothing'}.`,
    )
  }

  /** A view to draw along an axis. @throws ChartInputError as `anyView`, and when its values have several units */
  view(name = 'view'): View {
    const view = this.anyView(name)
    const units = new Set(
      view.cells.flatMap((row) => measuredColumns(view).map(({ index }) => row[index]!.style.unit || '(none)')),
    )
    if (units.size > 1)
      throw this.wrongView(
        view,
        `its values are in ${[...units].join(', ')}`,
        'One axis has one unit: draw a metric each, or choose relative-bars.',
      )
    return view
  }

  /** @throws ChartInputError when the directive names no view, or one that there is not */
  anyView(name = 'view'): View {
    const id = this.attribute(name, [...this.data.views.keys()][0] ?? '…')
    const view = this.data.views.get(id)
    if (!view) {
      throw new ChartInputError(
        'unknown-view',
        `Unexpected view ${id}, expected one of: ${[...this.data.views.keys()].join(', ')}`,
        'Views are declared in the front matter.',
      )
    }
    return this.#narrowed(view)
  }

  /** Column, row or value of a dimension as authors name it: a system also by its role. */
  key(name: string): string {
    return this.data.scope.columnKey(name)
  }

  wrongView(view: View, what: string, hint: string): ChartInputError {
    return new ChartInputError('chart-view', `Unexpected view ${view.id} for ${this.chart}: ${what}`, hint)
  }
}

/** Columns that come from logs; where there are none, as an author has asked for it, computed ones. */
export function measuredColumns(view: View): { member: Member; index: number }[] {
  const columns = view.columns.map((member, index) => ({ member, index }))
  return isDerived(view) ? columns : columns.filter(({ member }) => member.derived === null)
}

function isDerived(view: View): boolean {
  return view.columns.length > 0 && view.columns.every(({ derived }) => derived !== null)
}

export function rowLabel(view: View, row: Member, names: Names): string {
  return memberLabel(view, row, view.spec.rows, names.inCharts)
}

export function columnLabel(view: View, column: Member, names: Names): string {
  return memberLabel(view, column, view.spec.columns, names.inCharts)
}

/** The number as the table prints it; what has not been measured says so. */
export function cellLabel({ value, style, status }: Cell, names: Names): string {
  return value === null ? '' : `${formatCell(value, style, names.language)}${statusMark(status, names)}`
}

/** As `columnLabel`; a series of which nothing has been measured says so, as points have no label that could. */
export function lineLabel(view: View, { member, index }: { member: Member; index: number }, names: Names): string {
  const cells = view.cells.map((row) => row[index]!).filter(({ value }) => value !== null)
  const [status] = cells.map((cell) => cell.status)
  const mark = status && cells.every((cell) => cell.status === status) ? statusMark(status, names) : ''
  return `${columnLabel(view, member, names)}${mark}`
}

export function statusMark(status: Cell['status'], names: Names): string {
  if (status === 'measured') return ''
  return `\u{a0}${names.word(status === 'estimated' ? '(est.)' : '(calc.)')}`
}

/** As printed, so that a bar, its label and the end of the axis agree with the table. */
export function printedValue({ value, style }: Cell): number | null {
  if (value === null) return null
  return Number(style.digits === null ? value.toFixed(style.decimals) : value.toPrecision(style.digits))
}

/** Published values stand out. */
export function weightOf({ published }: Cell): { weight: 'bold' } | object {
  return published ? { weight: 'bold' } : {}
}

/** "Transfer time (s)": the metric, when there is one, with its unit. */
export function valueTitle(view: View, names: Names): string {
  return titleWithUnit(metricTitle(view, names), columnUnit(view, measuredColumns(view)[0]?.index ?? 0) ?? '', names)
}

export function metricTitle(view: View, names: Names): string {
  const rule = view.columns[0]?.derived
  if (rule && isDerived(view)) return names.derivedLabel(view, rule.id)
  const metrics = Object.keys(view.spec.metrics)
  return metrics.length === 1 ? names.label('metric', metrics[0]) : ''
}

export function titleWithUnit(title: string, unit: string, names: Names): string {
  const shown = unit === '' || unit === '1' ? '' : formatUnit(unit, names.language)
  return title === '' || shown === '' ? title || shown : `${title} (${shown})`
}

export function rowTitle(view: View, names: Names): string {
  return axisTitle(view.spec.rows, names)
}

export function axisTitle(axes: readonly AxisSpec[], names: Names): string {
  return axes.map(({ dimension }) => names.label(dimension)).join(', ')
}

/** "G5: 40 KB 10735 s, 512 KB 1257 s" for each measured column. */
export function describeView(view: View, names: Names): string[] {
  const { list, pair } = names.language.marks
  return measuredColumns(view).map(({ member, index }) => {
    const values = view.rows.map((row, at) => {
      const cell = view.cells[at]![index]!
      const text =
        cell.value === null
          ? '–'
          : withUnit(formatCell(cell.value, cell.style, names.language), cell.style.unit, names.language)
      return `${rowLabel(view, row, names)} ${text}${statusMark(cell.status, names)}`
    })
    return `${columnLabel(view, member, names)}${pair}${values.join(list)}`
  })
}
