/** Answers a spec's hints for given rows and room: ends of axes, wrapped texts, columns of the legend, size of labels. */
import { measureText } from '../fonts/metrics.ts'
import { axisParams } from './axis-params.ts'
import { axisTicks } from './axis.ts'
import { decimateRows } from './decimate.ts'
import type { Hints } from './hints.ts'
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
  /** Room for the legend, which stands centred below the plot. */
  legendPx: number
  theme: Theme
  locale: string
}

export interface Layout {
  /** Values for those of the spec's parameters that have these names. */
  params: Record<string, unknown>
  rows: Row[]
  /** There were labels at the bars but no room for them. */
  labelsHidden: boolean
  /** There are too many categories for each to have its text. */
  categoriesHidden: boolean
}

export function layOut(input: LayoutInput): Layout {
  const { hints, plot, theme } = input
  const params: Record<string, unknown> = {}
  for (const hint of hints.axes) Object.assign(params, axisParams(hint, input))
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
    if (!labelsHidden && hints.categories.along === 'y') makeRoomBeside(rows, params, input)
    else if (!labelsHidden) makeRoomBelow(rows, params, input)
  }
  return { params, rows, labelsHidden, categoriesHidden: categoryWidth(input) < narrowest(theme) }
}

/** Room for the text of one category in px. */
function categoryWidth({
  hints,
  rows,
  plot,
  widthPx,
}: Pick<LayoutInput, 'hints' | 'rows' | 'plot' | 'widthPx'>): number {
  if (hints.categories?.along !== 'x') return widthPx * 0.3
  const count = new Set(rows.map((row) => row[hints.categories!.field])).size
  return plot.width / Math.max(count, 1) - 8
}

/** Below three characters a line, wrapping makes towers: Vega then leaves out the texts that would overlap. */
function narrowest({ fontSize }: Theme): number {
  return 3 * fontSize
}

/** Texts of a field in the order of their first appearance. */
function distinct(rows: readonly Row[], field: string): string[] {
  const values = rows.map((row) => row[field] ?? null).filter((value) => value !== null)
  return [...new Set(values.map(String))]
}

function wrapFields(rows: Row[], { hints, plot, widthPx, legendPx, theme, locale }: LayoutInput): Row[] {
  const widths = new Map<string, number>()
  if (hints.legend !== undefined) widths.set(hints.legend, legendPx - legendSymbol - 4)
  if (hints.categories !== undefined) {
    const width = Math.max(categoryWidth({ hints, rows, plot, widthPx }), narrowest(theme))
    for (const field of [hints.categories.field, ...hints.categories.also]) widths.set(field, width)
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

function widest(widths: number[]): number {
  return widths.reduce((a, b) => Math.max(a, b), 0)
}

/** As many columns as fit: each is as wide as its widest entry. */
function legendColumns(entries: string[], { legendPx, theme }: LayoutInput): number {
  const widths = entries.map(
    (entry) => legendSymbol + widest(entry.split('\n').map((line) => measureText(line, theme.fontSize, false))),
  )
  for (let columns = entries.length; columns > 1; columns--) {
    let total = legendGap * (columns - 1)
    for (let column = 0; column < columns; column++) {
      total += widest(widths.filter((_, index) => index % columns === column))
    }
    if (total <= legendPx) return columns
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
  const bold = rows.some((row) => row.weight === 'bold')
  const sizes = [theme.fontSize, smallestFontSize]
  const candidates = sizes.flatMap((labelSize) => [0.3, 0.18, 0.1].map((bandPadding) => ({ labelSize, bandPadding })))
  for (const candidate of candidates) {
    const slot = ((plot.width / Math.max(categories, 1)) * (1 - candidate.bandPadding)) / Math.max(series, 1)
    const needed = widest(labels.map((label) => measureText(label, candidate.labelSize, bold)))
    if (needed + 2 <= slot) return candidate
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

/** A value axis that can be moved out to make room for labels. */
interface MovableAxis {
  field: string
  bottom: number
  top: number
  step: number
}

function movableAxis({ axes }: Hints, params: Record<string, unknown>): MovableAxis | undefined {
  const [hint] = axes
  if (hint?.kind !== 'value') return undefined
  const ticks = params[`${hint.name}Ticks`] as number[]
  return {
    field: [hint.field].flat()[0]!,
    bottom: params[`${hint.name}Bottom`] as number,
    top: params[`${hint.name}Top`] as number,
    step: ticks[1]! - ticks[0]!,
  }
}

function moveAxis({ axes }: Hints, params: Record<string, unknown>, { bottom, top, step }: MovableAxis): void {
  const { name } = axes[0]!
  Object.assign(params, { [`${name}Bottom`]: bottom, [`${name}Top`]: top })
  params[`${name}Ticks`] = axisTicks({ bottom, top, step })
}

/** Steps out until the label of the longest bar stands within the plot. */
function makeRoomBeside(
  rows: readonly Row[],
  params: Record<string, unknown>,
  { hints, plot, theme }: LayoutInput,
): void {
  const axis = movableAxis(hints, params)
  if (axis === undefined) return
  const fits = (row: Row): boolean => {
    const value = row[axis.field]
    const end = (Math.max(0, typeof value === 'number' ? value : 0) - axis.bottom) / (axis.top - axis.bottom)
    const label = measureText(String(row[hints.labels!.field] ?? ''), theme.fontSize, row.weight === 'bold')
    return end * plot.width + label + 8 <= plot.width
  }
  for (let steps = 0; steps < 20 && !rows.every(fits); steps++) {
    axis.top = Number((axis.top + axis.step).toPrecision(12))
  }
  moveAxis(hints, params, axis)
}

/** The labels of losses stand below their bars: one step more where they would meet the categories. */
function makeRoomBelow(
  rows: readonly Row[],
  params: Record<string, unknown>,
  { hints, plot, theme }: LayoutInput,
): void {
  const axis = movableAxis(hints, params)
  if (axis === undefined || axis.bottom >= 0) return
  const lowest = rows.reduce((low, row) => Math.min(low, Number(row[axis.field] ?? 0)), 0)
  const room = ((lowest - axis.bottom) / (axis.top - axis.bottom)) * plot.height
  if (room < theme.fontSize * 1.5) axis.bottom = Number((axis.bottom - axis.step).toPrecision(12))
  moveAxis(hints, params, axis)
}
