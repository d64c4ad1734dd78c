/** Counters of performance logs over time, as a report shows them: chosen by conditions, told apart by a dimension. */
import { z } from 'zod'
import { localSeconds } from '../model/builder.ts'
import { findCounters, parseCounterPath } from '../model/counter-path.ts'
import type { Origin, Run, Series } from '../model/result.ts'
import { fromCanonical, namedUnits } from '../model/units.ts'
import { matches } from './conditions.ts'
import { reportNotKept, windowOf, type Window } from './measures.ts'
import type { ViewContext } from './view.ts'

const scalar = z.union([z.string(), z.number()])

export const traceSchema = z.strictObject({
  counter: z.string().describe('Counter path; * stands for any text'),
  where: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .default({})
    .describe('Conditions of the run: dimension to value, or to a list of values'),
  by: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .transform((value) => (value === undefined ? [] : [value].flat()))
    .describe('Dimensions that tell the runs apart; "instance" tells instances of one log apart'),
  window: z
    .string()
    .optional()
    .describe('Benchmark whose run of the same conditions is shown, from its start; the whole log when left out'),
  unit: z
    .string()
    .refine((name) => namedUnits.has(name), { error: 'unknown unit' })
    .describe('The unit shown'),
})
export type TraceSpec = z.output<typeof traceSchema>

/** One line of a chart. */
export interface TraceSeries {
  /** Values of the dimensions in `by`. */
  keys: string[]
  /** Seconds from the start of the log, or of the window. */
  times: Float64Array
  /** In the unit of the trace; NaN is a missing sample. */
  values: Float64Array
  /** Median distance of two samples in seconds; `null` with fewer than two. */
  interval: number | null
  origin: Origin
}

export interface Trace {
  id: string
  spec: TraceSpec
  series: TraceSeries[]
}

type TraceContext = Pick<ViewContext, 'results' | 'systems' | 'problems' | 'placeOf'>

/** Series stand in the order of the report's systems, else in that of the logs. */
export function evaluateTrace(id: string, spec: TraceSpec, context: TraceContext): Trace {
  const found = context.results.runs
    .filter((run) => run.valid !== false && run.series.length > 0)
    .filter((run) => matches(conditionsOf(run), spec.where, context))
    .flatMap((run) => seriesOf(run, spec).map((series) => ({ run, series })))
  const place = context.placeOf(['traces', id])
  if (found.length === 0) {
    const known = [...new Set(context.results.runs.flatMap(({ series }) => series.map(({ name }) => name)))]
    context.problems.error('empty-trace', `Unexpected absence of counter ${spec.counter}, expected one in the logs`, {
      ...place,
      hint:
        known.length === 0
          ? 'benchpaper inspect lists the counters that a log has. Or no run meets "where".'
          : `Counters of the logs: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}. Or no run meets "where".`,
    })
  }
  const series = found.flatMap(({ run, series: one }) => {
    if (one.summary) {
      reportNotKept(one, context.problems)
      return []
    }
    const converted = convert(one, spec.unit)
    if (converted === null) {
      context.problems.error(
        'wrong-unit',
        `Unexpected unit ${spec.unit} for ${one.name}, expected one that measures ${one.unit}`,
        { ...context.placeOf(['traces', id, 'unit']), hint: 'See docs/lab-csv.md for the units.' },
      )
      return []
    }
    const keys = keysOf(run, one, spec)
    if (spec.window === undefined) return [{ ...converted, keys }]
    const window = windowOf(context.results, run, spec.window)
    if (window) return [{ ...within(converted, run, window), keys }]
    context.problems.error(
      'no-window',
      `Unexpected absence of a valid ${spec.window} run of the conditions of ${run.id}, expected one`,
      { ...context.placeOf(['traces', id, 'window']), hint: 'Add the log of that run to the same folder.' },
    )
    return []
  })
  const names = series.map(({ keys }) => keys.join(', '))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    context.problems.error(
      'ambiguous-trace',
      `Unexpected second series ${twice || id} of ${spec.counter}, expected names that differ`,
      { ...place, hint: 'Narrow the trace with "where", or name in "by" what tells the runs apart.' },
    )
  }
  return { id, spec, series: inReportOrder(series, spec, context) }
}

/** The counters of a run that are meant; several only where the instance tells them apart. */
function seriesOf(run: Run, spec: TraceSpec): Series[] {
  const found = findCounters(
    spec.counter,
    run.series.map(({ name }) => name),
  )
  return found.map((index) => run.series[index]!)
}

function conditionsOf(run: Run): Record<string, string | number> {
  return { benchmark: run.benchmark, status: run.status, ...run.dimensions }
}

function keysOf(run: Run, series: Series, { by }: TraceSpec): string[] {
  const conditions = { instance: parseCounterPath(series.name)?.instance ?? '', ...conditionsOf(run) }
  return by.map((dimension) => String((conditions as Record<string, string | number>)[dimension] ?? ''))
}

function convert({ times, values, unit, interval, origin }: Series, wanted: string): Omit<TraceSeries, 'keys'> | null {
  const factor = fromCanonical(1, unit, wanted)
  return factor === null ? null : { times, values: values.map((value) => value * factor), interval, origin }
}

/** The samples of the window: one that starts before it is not yet part of it. Times count from its start. */
function within<T extends Omit<TraceSeries, 'keys'>>(series: T, run: Run, { start, end }: Window): T {
  const offset = (run.start ? localSeconds(run.start) : 0) - start
  const inside = [...series.times.keys()].filter(
    (index) => series.times[index]! + offset > 0 && series.times[index]! + offset <= end - start,
  )
  return {
    ...series,
    times: Float64Array.from(inside, (index) => series.times[index]! + offset),
    values: Float64Array.from(inside, (index) => series.values[index]!),
  }
}

function inReportOrder(series: TraceSeries[], { by }: TraceSpec, { systems }: TraceContext): TraceSeries[] {
  const at = by.indexOf('system')
  const order = [...systems.values()]
  const rank = ({ keys }: TraceSeries): number => order.indexOf(keys[at]!)
  return at === -1 ? series : series.toSorted((a, b) => rank(a) - rank(b))
}

/** How many sampling intervals may lie between two samples before the line breaks. */
const longestGap = 2.5

/** Points of a line: a missing sample, and the middle of a pause in the log, is a point without value. */
export function pointsOf({ times, values, interval }: TraceSeries): { time: number; value: number | null }[] {
  const points: { time: number; value: number | null }[] = []
  times.forEach((time, index) => {
    const before = times[index - 1]
    if (before !== undefined && interval !== null && time - before > longestGap * interval)
      points.push({ time: (before + time) / 2, value: null })
    const value = values[index]!
    points.push({ time, value: Number.isNaN(value) ? null : value })
  })
  return points
}
