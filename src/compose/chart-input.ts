/** What each kind of chart gets from a report's views and traces: rows and texts, as `docs/charts.md` lists them. */
import { clusteredBars, gainBars, horizontalBars, panelBars, relativeBars, stackedBars } from './chart-inputs/bars.ts'
import { distribution } from './chart-inputs/distribution.ts'
import { linesLog2, pairedLines, scaling } from './chart-inputs/lines.ts'
import type { ChartInput, ChartSource } from './chart-inputs/source.ts'
import { sweep } from './chart-inputs/sweep.ts'
import { timeSeries } from './chart-inputs/time-series.ts'

const inputs: Record<string, (source: ChartSource) => ChartInput> = {
  'clustered-bars': clusteredBars,
  'stacked-bars': stackedBars,
  'horizontal-bars': horizontalBars,
  'relative-bars': relativeBars,
  'gain-bars': gainBars,
  'panel-bars': panelBars,
  'lines-log2': linesLog2,
  'paired-lines': pairedLines,
  scaling,
  sweep,
  distribution,
  'time-series': timeSeries,
}

/** A specification of a lab's own gets the rows of clustered bars. @throws ChartInputError */
export function chartInput(source: ChartSource): ChartInput {
  const make = Object.hasOwn(inputs, source.chart) ? inputs[source.chart]! : clusteredBars
  return make(source)
}
