/** Counters of performance logs over time. */
import { pointsOf, type Trace, type TraceSeries } from '../../analyse/traces.ts'
import type { Row } from '../../charts/layout.ts'
import { formatDigits, withUnit } from '../../locale/format.ts'
import type { Names } from '../compose.ts'
import { ChartInputError, titleWithUnit, type ChartInput, type ChartSource } from './source.ts'

/** `traces` names one trace or several of one unit; each series of each is a line. */
export function timeSeries(source: ChartSource): ChartInput {
  const { names } = source
  const known = source.data.traces
  const ids = source.attribute('traces', [...known.keys()][0] ?? '…').split(/[\s,]+/)
  const traces = ids.map((id) => {
    const trace = known.get(id)
    if (trace) return trace
    throw new ChartInputError(
      'unknown-trace',
      `Unexpected trace ${id}, expected one of: ${[...known.keys()].join(', ') || '(none)'}`,
      'Traces are declared in the front matter: traces: { cpu: { counter: … } }.',
    )
  })
  const units = new Set(traces.map(({ spec }) => spec.unit))
  if (units.size > 1)
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected units ${[...units].join(', ')} in one chart, expected one`,
      'Give the traces the same unit, or draw a chart each.',
    )
  const lines = traces.flatMap((trace) =>
    trace.series.map((series) => ({ label: seriesLabel(trace, series, traces.length > 1, names), series })),
  )
  const [unit = ''] = units
  const time = names.word('Time since the start (h:mm:ss)')
  return {
    rows: lines.flatMap(({ label, series }) => pointsOf(series).map((point): Row => ({ ...point, series: label }))),
    texts: {
      yTitle: titleWithUnit(traces.length === 1 ? names.label('trace', traces[0]!.id) : '', unit, names),
      xTitle: time,
    },
    described: lines.map(({ label, series }) => describe(label, series, unit, names)),
    download: [
      [time, '', titleWithUnit('', unit, names)],
      ...lines.flatMap(({ label, series }) =>
        Array.from(series.times, (at, index) => {
          const value = series.values[index]!
          return [String(at), label, Number.isNaN(value) ? '' : String(value)]
        }),
      ),
    ],
  }
}

function seriesLabel({ id, spec }: Trace, { keys }: TraceSeries, isOneOfSeveral: boolean, names: Names): string {
  const own = keys.map((key, index) => names.inCharts.label(spec.by[index]!, key)).filter((text) => text !== '')
  const label = names.label('trace', id)
  return own.length === 0 ? label : isOneOfSeveral ? `${label}, ${own.join(', ')}` : own.join(', ')
}

/** "G5: 2.1–98 %": a trace has too many values to read them out. */
function describe(label: string, { values }: TraceSeries, unit: string, names: Names): string {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (Number.isNaN(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return `${label}: –`
  const { language } = names
  const range = language.range
    .replace('{from}', formatDigits(low, 3, language))
    .replace('{to}', formatDigits(high, 3, language))
  return `${label}: ${withUnit(range, unit, language)}`
}
