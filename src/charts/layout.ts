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
  if (hints.labels !== undefined && hints.categories?.along === 'x') {
    const fit = labelFit(rows, hints.labels, input)
    labelsHidden = fit.labelSize === 0
    Object.assign(params, fit)
  }
  return { params, rows, labelsHidden }
}

function axisParams(
  { name, field, kind, stackBy, where, ceiling, maxSteps }: AxisHint,
  rows: readonly Row[],
): Record<string, unknown> {
  const conditions = Object.entries(where ?? {})
  const chosen = rows.filter((row) => conditions.every(([key, value]) => row[key] === value))
  const values = stackBy === undefined ? chosen.map((row) => numberIn(row, field)) : sums(chosen, field, stackBy)
  if (kind === 'log2') {
    const ticks = powersOfTwo(values)
    return { [`${name}Bottom`]: ticks[0], [`${name}Top`]: ticks.at(-1), [`${name}Ticks`]: ticks }
  }
  if (kind === 'time') {
    const end = values.reduce<number>((latest, value) => Math.max(latest, value ?? 0), 0)
    const step = timeStep(end, maxSteps)
    return { [`${name}Bottom`]: 0, [`${name}Top`]: end === 0 ? step : end, [`${name}Ticks`]: multiples(0, end, step) }
  }
  const { bottom, top, step, decimals } = valueAxis(values, { ceiling, maxSteps })
  return {
    [`${name}Bottom`]: bottom,
    [`${name}Top`]: top,
    [`${name}Ticks`]: multiples(bottom, top, step),
    [`${name}Format`]: `,.${decimals}f`,
  }
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
  field: string,
  { hints, plot, theme }: LayoutInput,
): { labelSize: number; bandPadding: number } {
  const labels = distinct(rows, field)
  const categories = new Set(rows.map((row) => row[hints.categories!.field])).size
  const series = hints.legend === undefined ? 1 : new Set(rows.map((row) => row[hints.legend!])).size
  const sizes = [theme.fontSize, smallestFontSize]
  const candidates = sizes.flatMap((labelSize) => [0.3, 0.18, 0.1].map((bandPadding) => ({ labelSize, bandPadding })))
  for (const candidate of candidates) {
    const slot = ((plot.width / Math.max(categories, 1)) * (1 - candidate.bandPadding)) / Math.max(series, 1)
    const widest = labels.reduce((width, label) => Math.max(width, measureText(label, candidate.labelSize, false)), 0)
    if (widest + 2 <= slot) return candidate
  }
  return { labelSize: 0, bandPadding: 0.3 }
}
