/**
 * A Vega-Lite spec and rows of data → SVG, without a browser. The only file that imports Vega; callers import it lazily.
 *
 * A spec stays plain Vega-Lite that draws in any editor. Here its data source `table` gets the rows; texts such as
 * `"$yTitle"` get the language's words; parameters named in its hints (hints.ts) get what fits the data.
 */
import { createHash } from 'node:crypto'
import * as vega from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { measureText } from '../fonts/metrics.ts'
import { ProblemSink } from '../problems.ts'
import { isObject, readHints, type Hints } from './hints.ts'
import { layOut, type Layout, type Plot, type Row } from './layout.ts'
import { numberLocale } from './number-locale.ts'
import { tidySvg } from './svg.ts'
import { placeTexts, textsFor, textsSignal } from './texts.ts'
import { vegaConfig, type Theme } from './theme.ts'

/** What a view gives, as plain data. Categories and series keep the order in which they first appear. */
interface ChartData {
  rows: Row[]
}

export interface ChartOptions {
  /** A parsed `templates/charts/<kind>.vl.json`. Not changed. */
  spec: unknown
  /** Bound to the spec's data source `table`. Not changed. */
  data: ChartData
  /** For each `"$name"` in the spec its words; an empty text leaves the title out. */
  texts: Record<string, string>
  /** Accessible name. */
  title: string
  /** What the chart shows, for those who cannot see it. */
  description: string
  /** BCP 47: decimal and grouping signs, line breaks. */
  locale: string
  theme: Theme
  /** Makes ids unique in a page of many charts. */
  idPrefix: string
  /** px at 96 dpi; 642 (a text block of 170 mm) when absent. */
  width?: number | undefined
  /** px at 96 dpi; the spec's own height when absent. */
  height?: number | undefined
  /** Gets what is odd about spec or data; when absent, that is thrown like an error. */
  problems?: ProblemSink | undefined
}

const defaultWidthPx = 642
const defaultHeightPx = 300

/**
 * @returns SVG text: same options, same bytes, whatever was drawn before or beside
 * @throws VFileMessage when nothing can be drawn, or, without `problems`, when anything is odd
 */
export async function renderChart(options: ChartOptions): Promise<string> {
  // A sink of its own, as others may write to the caller's while this chart is drawn.
  const sink = new ProblemSink(options.problems?.path ?? 'chart', 'charts')
  try {
    const svg = await draw(options, sink)
    const message = sink.messages.find((one) => options.problems === undefined || one.fatal === true)
    if (message !== undefined) throw message
    return svg
  } finally {
    for (const message of sink.messages) options.problems?.push(message)
  }
}

async function draw(options: ChartOptions, sink: ProblemSink): Promise<string> {
  const prepared = prepare(options, sink)
  const view = new vega.View(prepared.runtime, {
    renderer: 'none',
    logger: loggerInto((warning) => {
      report(sink, warning)
    }),
    loader: closedLoader,
    locale: { number: numberLocale(options.locale) } as unknown as vega.LocaleFormatters,
  })
  try {
    view.signal(textsSignal, textsFor(prepared.placeholders, options.texts, sink))
    await fit(view, prepared, options, sink)
    const svg = await view.toSVG()
    const { title, description, locale, idPrefix, theme } = options
    const size = sizeOf(svg)
    // Panels share whole pixels: what is left over stays empty at the right.
    const width = Math.max(size.width, options.width ?? defaultWidthPx)
    return tidySvg(svg, { title, description, locale, idPrefix, fontFamily: theme.fontFamily, ...size, width })
  } finally {
    view.finalize()
  }
}

/** The spec's height, or for horizontal bars what they need. */
function naturalHeight({ hints, height }: Prepared, { data }: ChartOptions): number {
  const { barHeight, categories, legend } = hints
  if (barHeight === undefined || categories === undefined) return height
  const count = (field: string): number => Math.max(1, new Set(data.rows.map((row) => row[field])).size)
  return Math.round(90 + count(categories.field) * (legend === undefined ? 1 : count(legend)) * barHeight * 1.25)
}

/** Two rounds: the first tells how much room axes and legend leave, the second fits texts and labels into it. */
async function fit(view: vega.View, prepared: Prepared, options: ChartOptions, sink: ProblemSink): Promise<void> {
  const { hints, panels } = prepared
  const { theme, locale } = options
  const widthPx = options.width ?? defaultWidthPx
  const heightPx = options.height ?? naturalHeight(prepared, options)
  const signals = signalNames(view)
  let plot: Plot = { width: (widthPx * 0.9) / Math.max(1, panels), height: heightPx * 0.75 }
  let layout: Layout | undefined
  let last = ''
  if (panels === 0) view.width(widthPx).height(heightPx)
  for (let round = 0; round < 3; round++) {
    const legendPx = panels === 0 ? plot.width : widthPx - 8
    layout = layOut({ hints, rows: options.data.rows, plot, widthPx, legendPx, theme, locale })
    const state = JSON.stringify([layout.params, layout.rows])
    if (state === last) break
    last = state
    for (const [name, value] of Object.entries(layout.params)) if (signals.has(name)) view.signal(name, value)
    // Vega keeps the place of a category that it knows from the round before: without the empty table between them, one
    // whose wrapped text has stayed the same would move before those whose text has changed.
    if (round > 0) await view.data('table', []).runAsync()
    view.data('table', layout.rows)
    await view.resize().runAsync()
    plot =
      panels === 0
        ? { width: Number(view.signal('width')), height: Number(view.signal('height')) }
        : await fitPanels(view, panels, widthPx, options.height)
  }
  if (layout?.labelsHidden === true) {
    sink.info(
      'chart-labels-hidden',
      'Unexpected width of value labels, expected no more than their bars have, left out',
      { hint: 'Choose horizontal bars, a wider chart or fewer series if the values must stand in the chart.' },
    )
  }
  if (layout?.categoriesHidden === true) {
    sink.warning(
      'chart-categories-crowded',
      'Unexpected number of categories, expected no more than fit side by side',
      {
        hint: 'Choose horizontal bars, or split the chart: some categories stand without their name.',
      },
    )
  }
}

/** Vega fits a single plot to a size, but not panels side by side: what they lack or exceed is shared between them. */
async function fitPanels(
  view: vega.View,
  panels: number,
  widthPx: number,
  heightPx: number | undefined,
): Promise<Plot> {
  let panel = { width: Number(view.signal('childWidth')), height: view.height() }
  // A narrower panel can have other overhanging labels: a second look.
  for (let look = 0; look < 3; look++) {
    const size = sizeOf(await view.toSVG())
    const missing = { width: widthPx - size.width, height: heightPx === undefined ? 0 : heightPx - size.height }
    if (missing.width >= 0 && missing.width < panels && missing.height === 0) break
    panel = {
      width: Math.max(60, panel.width + Math.floor(missing.width / panels)),
      height: Math.max(60, panel.height + missing.height),
    }
    view.signal('childWidth', panel.width).height(panel.height)
    await view.resize().runAsync()
  }
  return panel
}

function signalNames(view: vega.View): Set<string> {
  const state = view.getState({ signals: () => true, data: () => false }) as { signals: Record<string, unknown> }
  return new Set(Object.keys(state.signals))
}

interface Prepared {
  runtime: vega.Runtime
  hints: Hints
  height: number
  /** Plots side by side, 0 for a single one. */
  panels: number
  /** What the compiler had to say: said again for each chart. */
  warnings: string[]
  /** Names of the texts the spec refers to. */
  placeholders: string[]
}

/** Compiling takes most of a chart's time and depends on spec, theme and which texts are empty only. */
const prepared = new Map<string, Prepared>()

function prepare({ spec, theme: given, texts, data }: ChartOptions, sink: ProblemSink): Prepared {
  // The first colour is the light one of a pair: alone it would look pale.
  const alone = data.rows.every((row) => row.series === data.rows[0]!.series)
  const theme = alone ? { ...given, series: [given.primary] } : given
  if (!isObject(spec)) {
    return sink.fail(
      'chart-spec-invalid',
      `Unexpected ${spec === null ? 'null' : typeof spec} as chart, expected an object`,
    )
  }
  const empty = Object.keys(texts).filter((name) => texts[name] === '')
  const key = createHash('sha256')
    .update(JSON.stringify([spec, theme, empty.sort()]))
    .digest('hex')
  const made = prepared.get(key) ?? compileSpec(structuredClone(spec), theme, new Set(empty), sink)
  // The one used last stands last; the first goes when an author's many edits have filled the memory.
  prepared.delete(key)
  prepared.set(key, made)
  if (prepared.size > 64) prepared.delete(prepared.keys().next().value!)
  for (const warning of made.warnings) report(sink, warning)
  return made
}

function compileSpec(
  spec: Record<string, unknown>,
  theme: Theme,
  empty: ReadonlySet<string>,
  sink: ProblemSink,
): Prepared {
  if (!isObject(spec.data) || spec.data.name !== 'table' || 'url' in spec.data) {
    sink.fail('chart-spec-invalid', 'Unexpected data of chart, expected {"name": "table"} with sample values', {
      hint: 'The rows of the report replace the sample values.',
    })
  }
  const height = typeof spec.height === 'number' ? spec.height : defaultHeightPx
  const panels = Array.isArray(spec.hconcat) ? spec.hconcat.length : 0
  const warnings: string[] = []
  const logger = loggerInto((warning) => warnings.push(warning))
  try {
    const hints = readHints(spec)
    const bare = {
      ...(panels === 0 && { width: defaultWidthPx, height }),
      ...spec,
      data: { name: 'table' },
    } as unknown as TopLevelSpec
    const { spec: compiled } = compile(bare, { config: vegaConfig(theme), logger })
    const placeholders = new Set<string>()
    const withTexts = placeTexts(compiled, placeholders, empty) as vega.Spec
    const signals = [...(withTexts.signals ?? []), { name: textsSignal, value: {} }]
    const runtime = vega.parse({ ...withTexts, signals }, {}, { logger } as object)
    return { runtime, hints, height, panels, warnings, placeholders: [...placeholders] }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return sink.fail('chart-spec-invalid', `Unexpected chart specification: ${reason}`, {
      hint: 'Compare the spec with the Vega-Lite documentation, open it in a Vega-Lite editor.',
      ...(cause instanceof Error && { cause }),
    })
  }
}

/** Vega's warnings are problems like any other. */
function report(sink: ProblemSink, warning: string): void {
  sink.warning('chart-spec-warning', `Unexpected part of chart: ${warning}`, {
    hint: 'Open the spec with these rows in a Vega-Lite editor, which shows the same warning.',
  })
}

function loggerInto(add: (warning: string) => void): vega.LoggerInterface {
  const say = (parts: unknown[]): void => {
    add(parts.map(String).join(' '))
  }
  const logger = {
    level: () => logger,
    error: (...parts: unknown[]) => (say(parts), logger),
    warn: (...parts: unknown[]) => (say(parts), logger),
    info: () => logger,
    debug: () => logger,
  }
  return logger
}

/** A chart reads nothing but its rows. */
const closedLoader = {
  options: {},
  load: () => Promise.reject(new Error('a chart loads no files')),
  sanitize: () => Promise.reject(new Error('a chart links to nothing')),
  http: () => Promise.reject(new Error('a chart loads no files')),
  file: () => Promise.reject(new Error('a chart loads no files')),
} as unknown as vega.Loader

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /<svg[^>]*\swidth="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  return { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
}

interface TextItem {
  fontSize?: number
  fontWeight?: number | string
  limit?: number
}

/** Vega's own guess is wrong by half for Japanese; see `docs/dependencies.md`. */
function useRealFont(): void {
  const { textMetrics } = vega as unknown as { textMetrics: { width: (item: TextItem, text: unknown) => number } }
  textMetrics.width = (item, text) => {
    const bold = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600
    const width = measureText(
      typeof text === 'string' || typeof text === 'number' ? String(text) : '',
      item.fontSize ?? 11,
      bold,
    )
    return item.limit !== undefined && item.limit > 0 ? Math.min(width, item.limit) : width
  }
}

useRealFont()
