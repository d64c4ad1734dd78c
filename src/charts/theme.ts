/** How charts and diagrams look: colours, font and the Vega configuration made of them. Sizes suit 170 mm wide print. */

export interface Theme {
  /** The brand's main colour: block diagrams, marked points, arrows. */
  primary: string
  /** Supporting colour: frames and links of diagrams. */
  secondary: string
  /** What must be noticed: limit lines, the best value. */
  accent: string
  /** Fill colours of the series, in order. Neighbours differ in lightness, so that they differ in grey, too. */
  series: readonly string[]
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

export const defaultTheme: Theme = {
  primary: '#1f4e79',
  secondary: '#5f7186',
  accent: '#b3261e',
  series: ['#9db8d2', '#1f4e79', '#e0a030', '#7a3b5e', '#6fb7a8', '#4d5660', '#c9b8dc', '#8a5a14'],
  text: '#1d252d',
  mutedText: '#46525e',
  axis: '#7d8894',
  grid: '#dbe0e6',
  background: 'transparent',
  fontFamily: "'Noto Sans JP', sans-serif",
  fontSize: 11,
}

/** Smallest size of any text in a chart, in pixels at 96 dpi: 7.5 pt in print. */
export const smallestFontSize = 10

/** The theme as a Vega-Lite configuration. A spec's own settings go before it. */
export function vegaConfig(theme: Theme): object {
  const { text, mutedText, axis, grid, fontSize, series } = theme
  const title = { color: mutedText, fontSize, fontWeight: 400 }
  return {
    background: theme.background,
    font: theme.fontFamily,
    lineBreak: '\n',
    aria: false,
    padding: 2,
    autosize: { type: 'fit', contains: 'padding' },
    view: { stroke: null },
    range: { category: series },
    title: { ...title, anchor: 'start', frame: 'bounds', offset: 12 },
    axis: {
      labelColor: text,
      labelFontSize: fontSize,
      labelLineHeight: Math.round(fontSize * 1.25),
      labelLimit: 0,
      labelPadding: 5,
      labelAngle: 0,
      labelOverlap: false,
      titleColor: mutedText,
      titleFontSize: fontSize,
      titleFontWeight: 400,
      titleLimit: 0,
      titlePadding: 8,
      domainColor: axis,
      domainWidth: 1,
      tickColor: axis,
      tickSize: 4,
      gridColor: grid,
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
    text: { color: text, fontSize },
    rule: { color: axis },
    line: { strokeWidth: 2, strokeJoin: 'round', strokeCap: 'round' },
    point: { filled: true, size: 52, opacity: 1 },
    scale: { bandPaddingInner: 0.3, offsetBandPaddingInner: 0.06, offsetBandPaddingOuter: 0 },
  }
}

/** Pixels between two entries of a legend. */
export const legendGap = 20
