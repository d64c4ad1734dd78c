/** Answers a spec's hints for given rows and room: ends of axes, wrapped texts, columns of the legend, size of labels. */
import { measureText } from '../fonts/metrics.ts'
import { powersOfTwo, timeStep, valueAxis } from './axis.ts'
import { decimateRows } from './decimate.ts'
import type { AxisHint, Hints } from './hints.ts'
import { legendGap, smallestFontSize, type Theme } from './theme.ts'
import { wrapText } from './wrap.ts'

export type Row = Record<string, string | number | null>

/** The area between the axes, in px. */
export interface Plot {
  width: number
  height: number
}

export interface LayoutInput {
  hints: Hints
  rows: readonly Row[]
  plot: Plot
  /** Width of the whole chart. */
  widthPx: number
  theme: Theme
  locale: string
}

export interface Layout {
  /** Values for those of the spec's parameters that have these names. */
  params: Record<string, unknown>
  rows: Row[]
  /** There were labels but no room for them. */
  labelsHidden: boolean
}

export function layOut(input: LayoutInput): Layout {
  const { hints, plot } = input
  const params: Record<string, unknown> = {}
  for (const hint of hints.axes) Object.assign(params, axisParams(hint, input.rows))
  const rows = wrapFields(
    hints.thin === undefined ? [...input.rows] : decimateRows(input.rows, hints.thin, plot.width),
    input,
  )
  if (hints.legend !== undefined) params.legendColumns = legendColumns(distinct(rows, hints.legend), input)
  let labelsHidden = false
  if (hints.labels !== undefined && hints.categories !== undefined) {
    const fit = hints.categories.along === 'x' ? labelFit(rows, hints.labels, input) : labelFitBeside(rows, input)
    labelsHidden = fit.labelSize === 0
    Object.assign(params, fit)
    if (hints.categories.along === 'y' && !labelsHidden) makeRoomBeside(rows, params, input)
  }
  return { params, rows, labelsHidden }
}

function axisParams(
  { name, field, kind, stackBy, where, labels, ceiling, maxSteps }: AxisHint,
  rows: readonly Row[],
): Record<string, unknown> {
  const conditions = Object.entries(where ?? {})
  const chosen = rows.filter((row) => conditions.every(([key, value]) => row[key] === value))
  const values = [field]
    .flat()
    .flatMap((one) => (stackBy === undefined ? numbers(chosen, one) : sums(chosen, one, stackBy)))
  if (kind === 'log2') {
    const ticks = powersOfTwo(values)
    return {
      [`${name}Bottom`]: ticks[0],
      [`${name}Top`]: ticks.at(-1),
      [`${name}Ticks`]: ticks,
      [`${name}Labels`]: labels === undefined ? {} : textsByValue(chosen, [field].flat()[0]!, labels),
    }
  }
  if (kind === 'time') {
    const end = values.reduce<number>((latest, value) => Math.max(latest, value ?? 0), 0)
    const step = timeStep(end, maxSteps)
    const ticks = multiples(0, end, step)
    return {
      [`${name}Bottom`]: 0,
      [`${name}Top`]: end === 0 ? step : end,
      [`${name}Ticks`]: ticks,
      [`${name}Labels`]: Object.fromEntries(ticks.map((tick) => [tick, clock(tick)])),
    }
  }
  const { bottom, top, step, decimals } = valueAxis(values, { ceiling, maxSteps })
  return {
    [`${name}Bottom`]: bottom,
    [`${name}Top`]: top,
    [`${name}Ticks`]: multiples(bottom, top, step),
    [`${name}Format`]: `,.${decimals}f`,
  }
}

/** Elapsed time as h:mm:ss, which cannot be mistaken for m:ss or h:mm. */
function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`
}

function textsByValue(rows: readonly Row[], field: string, labels: string): Record<string, string> {
  return Object.fromEntries(
    rows.filter((row) => typeof row[labels] === 'string').map((row) => [String(row[field]), String(row[labels])]),
  )
}

function numbers(rows: readonly Row[], field: string): (number | null)[] {
  return rows.map((row) => numberIn(row, field))
}

function numberIn(row: Row, field: string): number | null {
  const value = row[field]
  return typeof value === 'number' ? value : null
}

function sums(rows: readonly Row[], field: string, by: string): number[] {
  const totals = new Map<unknown, number>()
  for (const row of rows) totals.set(row[by], (totals.get(row[by]) ?? 0) + (numberIn(row, field) ?? 0))
  return [...totals.values()]
}

function multiples(bottom: number, top: number, step: number): number[] {
  const first = Math.round(bottom / step)
  const count = Math.floor(top / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** Texts of a field in the order of their first appearance. */
function distinct(rows: readonly Row[], field: string): string[] {
  return [...new Set(rows.map((row) => row[field]).filter((value) => typeof value === 'string'))]
}

function wrapFields(rows: Row[], { hints, plot, widthPx, theme, locale }: LayoutInput): Row[] {
  const widths = new Map<string, number>()
  if (hints.legend !== undefined) widths.set(hints.legend, widthPx - legendSymbol - 10)
  if (hints.categories !== undefined) {
    const { field, along } = hints.categories
    const count = new Set(rows.map((row) => row[field])).size
    widths.set(field, along === 'x' ? plot.width / Math.max(count, 1) - 8 : widthPx * 0.3)
  }
  const wrapped = new Map<string, string>()
  const wrap = (text: string, widthOfLine: number): string => {
    const key = `${widthOfLine} ${text}`
    const known =
      wrapped.get(key) ?? wrapText(text, { widthPx: widthOfLine, fontSizePx: theme.fontSize, locale }).join('\n')
    wrapped.set(key, known)
    return known
  }
  return rows.map((row) => {
    const copy = { ...row }
    for (const [field, width] of widths) {
      const text = copy[field]
      if (typeof text === 'string') copy[field] = wrap(text, width)
    }
    return copy
  })
}

/** Room for a legend's symbol and the gap to its text. */
const legendSymbol = 20

/** As many columns as fit: each is as wide as its widest entry. */
function legendColumns(entries: string[], { widthPx, theme }: LayoutInput): number {
  const widths = entries.map((entry) => legendSymbol + measureText(entry, theme.fontSize, false))
  for (let columns = entries.length; columns > 1; columns--) {
    let total = legendGap * (columns - 1)
    for (let column = 0; column < columns; column++) {
      total += widths.filter((_, index) => index % columns === column).reduce((a, b) => Math.max(a, b), 0)
    }
    if (total <= widthPx - 8) return columns
  }
  return 1
}

/**
 * Labels above clustered bars must not meet: first the clusters move together, then the labels shrink to the smallest
 * size that prints well, and when even that is too wide there are none: the grid and the table tell the values.
 */
function labelFit(
  rows: readonly Row[],
  { field, stacked }: NonNullable<Hints['labels']>,
  { hints, plot, theme }: LayoutInput,
): LabelFit {
  const labels = distinct(rows, field)
  const categories = new Set(rows.map((row) => row[hints.categories!.field])).size
  const series = stacked ? 1 : seriesCount(rows, hints)
  const sizes = [theme.fontSize, smallestFontSize]
  const candidates = sizes.flatMap((labelSize) => [0.3, 0.18, 0.1].map((bandPadding) => ({ labelSize, bandPadding })))
  for (const candidate of candidates) {
    const slot = ((plot.width / Math.max(categories, 1)) * (1 - candidate.bandPadding)) / Math.max(series, 1)
    const widest = labels.reduce((width, label) => Math.max(width, measureText(label, candidate.labelSize, false)), 0)
    if (widest + 2 <= slot) return candidate
  }
  return { labelSize: 0, bandPadding: 0.3 }
}

interface LabelFit {
  labelSize: number
  bandPadding: number
}

/** Labels beside horizontal bars need a bar's height each. */
function labelFitBeside(rows: readonly Row[], { hints, plot, theme }: LayoutInput): LabelFit {
  const categories = new Set(rows.map((row) => row[hints.categories!.field])).size
  const bar = ((plot.height / Math.max(categories, 1)) * 0.8) / Math.max(seriesCount(rows, hints), 1)
  const labelSize = [theme.fontSize, smallestFontSize].find((size) => size <= bar) ?? 0
  return { labelSize, bandPadding: 0.2 }
}

function seriesCount(rows: readonly Row[], { legend }: Hints): number {
  return legend === undefined ? 1 : new Set(rows.map((row) => row[legend])).size
}

/** Moves the end of the axis out, step by step, until the label of the longest bar stands within the plot. */
function makeRoomBeside(
  rows: readonly Row[],
  params: Record<string, unknown>,
  { hints, plot, theme }: LayoutInput,
): void {
  const hint = hints.axes[0]
  if (hint?.kind !== 'value') return
  const { name, field } = hint
  const ticks = params[`${name}Ticks`] as number[]
  const step = ticks[1]! - ticks[0]!
  let top = params[`${name}Top`] as number
  const fits = (row: Row): boolean => {
    const room = plot.width - measureText(String(row[hints.labels!.field] ?? ''), theme.fontSize, false) - 8
    return (Math.max(0, numberIn(row, [field].flat()[0]!) ?? 0) / top) * plot.width <= room
  }
  for (let steps = 0; steps < 20 && !rows.every(fits); steps++) top = Number((top + step).toPrecision(12))
  params[`${name}Top`] = top
  params[`${name}Ticks`] = multiples(params[`${name}Bottom`] as number, top, step)
}
