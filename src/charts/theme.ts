/** How charts and diagrams look: colours, font and the Vega configuration made of them. Sizes suit 170 mm wide print. */
import { withLightness } from './colour.ts'

export interface Theme {
  /** The brand's main colour: block diagrams, marked points, arrows. */
  primary: string
  /** Supporting colour: frames and links of diagrams. */
  secondary: string
  /** What must be noticed: limit lines, the best value. */
  accent: string
  /** Fill colours of the series, in order. Neighbours differ in lightness, so that they differ in grey, too. */
  series: readonly string[]
  /** Colours of lines and points, in order: dark enough for thin strokes on white. */
  lines: readonly string[]
  text: string
  /** Axis titles, notes: quieter than `text`, still dark enough for small print. */
  mutedText: string
  axis: string
  grid: string
  /** `transparent` leaves the page's own. */
  background: string
  fontFamily: string
  /** Pixels at 96 dpi of ticks, legend, axis titles. 10 px are 7.5 pt, the smallest that prints well. */
  fontSize: number
}

export interface BrandColours {
  primary: string
  secondary?: string | undefined
  accent?: string | undefined
  /** Replaces the colours derived from the others; kept as given. */
  series?: readonly string[] | undefined
}

/** L* of the series in order: any two differ by 6 at least, neighbours by 24: told apart in black and white. */
const fillLightness = [75, 33, 63, 21, 83, 45, 69, 27]
/** The same for lines: below 62 a stroke has a contrast of 3:1 on white; points differ in shape as well. */
const lineLightness = [33, 59, 21, 47, 27, 53, 40, 15, 57, 36, 50, 24]

/**
 * A theme of a brand's colours. Series take the hues of primary, accent and a few neutral companions in turn and the
 * lightness of their place.
 * @throws RangeError when a colour is not `#rrggbb` or `#rgb`
 */
export function makeTheme({ primary, secondary = '#5f7186', accent = '#b3261e', series }: BrandColours): Theme {
  const hues = [primary, primary, '#e0a030', '#8a3b66', '#4fa08f', '#66707a', '#b59ad6', '#8a5a14']
  const lineHues = [
    primary,
    '#d9822b',
    '#8a3b66',
    '#2f8f7f',
    '#66707a',
    '#8f7bd1',
    '#8a5a14',
    '#333333',
    '#5b9bd5',
    '#b03a9c',
    '#7a9a01',
    '#004d5c',
  ]
  // A tint of a strong colour glares on a whole bar: light fills are quieter.
  const shade = (colours: string[], steps: number[]): string[] =>
    colours.map((colour, index) => withLightness(colour, steps[index]!, steps[index]! > 70 ? 0.55 : 1))
  return {
    primary,
    secondary,
    accent,
    series: series ?? shade(hues, fillLightness),
    lines: shade(lineHues, lineLightness),
    text: '#1d252d',
    mutedText: '#46525e',
    axis: '#7d8894',
    grid: '#dbe0e6',
    background: 'transparent',
    fontFamily: "'Noto Sans JP', sans-serif",
    fontSize: 11,
  }
}

/** For a product line without colours of its own. */
export const defaultTheme: Theme = makeTheme({ primary: '#1f4e79' })

/** Smallest size of any text in a chart, in pixels at 96 dpi: 7.5 pt in print. */
export const smallestFontSize = 10

/** The theme as a Vega-Lite configuration. A spec's own settings go before it. */
export function vegaConfig(theme: Theme): object {
  const { primary, accent, text, mutedText, axis, grid, fontSize, series, lines } = theme
  const title = { color: mutedText, fontSize, fontWeight: 400 }
  return {
    background: theme.background,
    font: theme.fontFamily,
    lineBreak: '\n',
    aria: false,
    padding: 2,
    autosize: { type: 'fit', contains: 'padding' },
    view: { stroke: null },
    range: { category: series, ordinal: lines },
    mark: { color: primary },
    // A bar without value keeps its place, a line its gap.
    bar: { invalid: 'show' },
    title: { ...title, anchor: 'start', frame: 'bounds', offset: 12 },
    axis: {
      labelColor: text,
      labelFontSize: fontSize,
      labelLineHeight: Math.round(fontSize * 1.25),
      labelLimit: 0,
      labelPadding: 5,
      labelAngle: 0,
      labelOverlap: false,
      labelFlush: false,
      titleColor: mutedText,
      titleFontSize: fontSize,
      titleFontWeight: 400,
      titleLimit: 0,
      titlePadding: 8,
      domainColor: axis,
      domainWidth: 1,
      tickColor: axis,
      tickSize: 4,
      // Zero stands out where an axis goes below it.
      gridColor: { condition: { test: 'datum.value === 0', value: axis }, value: grid },
      gridWidth: 1,
    },
    axisBand: { ticks: false },
    axisYQuantitative: { grid: true, domain: false, ticks: false },
    axisXQuantitative: { grid: false },
    legend: {
      orient: 'bottom',
      direction: 'horizontal',
      title: null,
      labelColor: text,
      labelFontSize: fontSize,
      labelLimit: 0,
      labelOffset: 5,
      symbolType: 'square',
      symbolSize: 110,
      symbolStrokeWidth: 0,
      columnPadding: legendGap,
      rowPadding: 5,
      offset: 12,
      layout: { bottom: { anchor: 'middle' } },
    },
    text: { color: text, fontSize, invalid: 'show' },
    rule: { color: axis },
    style: {
      limit: { color: accent, strokeWidth: 1.5, strokeDash: [6, 4] },
      limitLabel: { color: accent, fontSize },
      best: { color: accent, strokeWidth: 2, filled: false, size: 190 },
      bestRule: { color: accent, strokeWidth: 1 },
      bestLabel: { color: accent, fontSize, fontWeight: 700 },
      gain: { color: accent, strokeWidth: 2 },
      gainHead: { color: accent, size: 80 },
      reference: { color: text, strokeWidth: 1, strokeDash: [4, 3] },
      axisTitle: { color: mutedText, fontSize },
      note: { color: mutedText, fontSize: smallestFontSize },
    },
    line: { invalid: 'break-paths-show-domains', strokeWidth: 2, strokeJoin: 'round', strokeCap: 'round' },
    point: { filled: true, size: 52, opacity: 1 },
    scale: { bandPaddingInner: 0.3, offsetBandPaddingInner: 0.06, offsetBandPaddingOuter: 0 },
  }
}

/** Pixels between two entries of a legend. */
export const legendGap = 20
