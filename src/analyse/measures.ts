/**
 * What a series amounts to while something was going on: the mean disk read rate during the copy, the bytes that a boot
 * has read. A performance log starts before the work and stops after it; without the window the idle samples would pull the
 * mean down.
 */
import { localSeconds } from '../model/builder.ts'
import { counterMayMatch, findCounters } from '../model/counter-path.ts'
import type { Observation, Results, Run, Series } from '../model/result.ts'
import type { Unit } from '../model/units.ts'
import { ProblemSink } from '../problems.ts'
import { activeSamples, longestPause, type Part, type Samples } from './activity.ts'
import { matches, type Conditions, type Roles } from './conditions.ts'

export interface MeasureSpec {
  /** Counter as a person writes it; `*` stands for any text. */
  counter: string
  /** Benchmark whose run, of the same dimensions, gives the window; the whole series when left out. */
  window?: string | undefined
  /** Conditions of the runs that are meant: dimension to value, or to a list of values. All runs when left out. */
  where?: Conditions | undefined
  /** `total` is what a rate adds up to; `active` the time above `above`, `pause` the longest time between two such samples. */
  statistic: 'mean' | 'max' | 'min' | 'total' | 'active' | 'pause'
  /** Only samples above this value count, in the unit of the log's results (bytes a second, ratio). */
  above?: number | undefined
  /** Of the samples above `above`, those of this side of the longest pause. */
  part?: Part | undefined
}

/** An observation and the dimensions of the run that it belongs to. */
export interface RunObservation {
  run: Run
  observation: Observation
}

/** Problems of logs that show only when they are analysed together, by log. */
export class DataProblems {
  readonly sinks = new Map<string, ProblemSink>()

  of({ origin: { path, member } }: Run): ProblemSink {
    const file = member === null ? path : `${path}/${member}`
    const sink = this.sinks.get(file) ?? new ProblemSink(file, 'analyse')
    this.sinks.set(file, sink)
    return sink
  }
}

/** Which series measures and traces may need, by name: all that are no counters, and those counters that one of them may mean. */
export function wantedSeries(measures: readonly Pick<MeasureSpec, 'counter'>[]): (name: string) => boolean {
  return (name) => !name.startsWith('\\') || measures.some(({ counter }) => counterMayMatch(counter, name))
}

/** One observation for each run that has the counter. */
export function measure(
  whole: Results,
  metric: string,
  spec: MeasureSpec,
  problems: DataProblems,
  roles: Roles = { systems: new Map() },
): RunObservation[] {
  const observations: RunObservation[] = []
  const results = { ...whole, runs: whole.runs.filter((run) => matches(run.dimensions, spec.where ?? {}, roles)) }
  for (const run of results.runs) {
    const found = findCounters(
      spec.counter,
      run.series.map(({ name }) => name),
    )
    const series = found.map((index) => run.series[index]!)
    if (series.length === 0) {
      if (spec.window !== undefined && run.series.length > 0) reportMissing(metric, spec, problems.of(run))
      continue
    }
    if (series.length > 1) {
      const names = series.map(({ name }) => name).join(', ')
      problems
        .of(run)
        .error(
          'ambiguous-counter',
          `Unexpected ${series.length} counters for ${spec.counter}: ${names}, expected one`,
          {
            hint: 'Write the instance out in the template.',
          },
        )
      continue
    }
    const window = spec.window === undefined ? null : windowOf(results, run, spec.window)
    if (spec.window !== undefined && !window) {
      problems
        .of(run)
        .error('no-window', `Unexpected absence of a valid ${spec.window} run of the same conditions, expected one`, {
          hint: 'Add the log of that run to the same folder, or check the path pattern in report.yaml.',
        })
      continue
    }
    const { samples, missing } = samplesIn(series[0]!, run, window)
    if (missing > 0 && ['total', 'active'].includes(spec.statistic))
      reportMissingSamples(metric, missing, problems.of(run))
    if (samples.values.length === 0) {
      problems
        .of(run)
        .error(
          'empty-window',
          `Unexpected ${series[0]!.name} without a sample while ${spec.window ?? 'anything'} was running, expected some`,
          {
            hint: 'Both logs carry local time; check the clocks of the two machines.',
          },
        )
      continue
    }
    const value = summarise(metric, series[0]!, samples, spec, problems.of(run))
    if (value === null) continue
    observations.push({ run, observation: { ...value, origin: series[0]!.origin } })
  }
  if (spec.window !== undefined) reportUncovered(results, metric, spec.window, observations, problems)
  return observations
}

function reportMissing(metric: string, { counter }: MeasureSpec, sink: ProblemSink): void {
  sink.error('missing-counter', `Unexpected performance log without ${counter}, expected it for ${metric}`, {
    line: 1,
    hint: 'The value is computed from the other runs. Record the counter in every run, or take the run out.',
  })
}

/** A run whose performance log is missing would drop out of a mean without a word. */
function reportUncovered(
  results: Results,
  metric: string,
  window: string,
  observations: readonly RunObservation[],
  problems: DataProblems,
): void {
  const conditions = (run: Run): string => JSON.stringify(Object.entries(run.dimensions).sort())
  const covered = new Set(observations.map(({ run }) => conditions(run)))
  const logged = new Set(results.runs.filter(({ series }) => series.length > 0).map(conditions))
  for (const run of results.runs) {
    if (run.benchmark !== window || run.valid === false || covered.has(conditions(run)) || logged.has(conditions(run)))
      continue
    problems
      .of(run)
      .error('missing-performance-log', `Unexpected ${window} run without a performance log of the same conditions`, {
        line: run.origin.line ?? undefined,
        expected: `a log with the counter of ${metric}`,
        hint: 'The values are computed from the other runs. Add the log to the same folder, or take the run out.',
      })
  }
}

export interface Window {
  /** Local clock, seconds. */
  start: number
  end: number
}

/** The valid run of the same conditions: when it began and ended. */
export function windowOf(results: Results, run: Run, benchmark: string): Window | null {
  const match = results.runs.find(
    (other) =>
      other.benchmark === benchmark &&
      other.start &&
      other.end &&
      Object.entries(run.dimensions).every(([name, value]) => other.dimensions[name] === value),
  )
  return match?.start && match.end ? { start: localSeconds(match.start), end: localSeconds(match.end) } : null
}

/** A sample at t stands for the time before t, so that one at the very start of the window is not yet part of it. */
function samplesIn(series: Series, run: Run, window: Window | null): { samples: Samples; missing: number } {
  const origin = run.start ? localSeconds(run.start) : 0
  const samples: Samples = { times: [], spans: [], values: [] }
  let missing = 0
  series.values.forEach((value, index) => {
    const time = origin + series.times[index]!
    if (window && (time <= window.start || time > window.end)) return
    if (Number.isNaN(value)) {
      // The first sample of a rate has nothing before it.
      if (index > 0) missing++
      return
    }
    const before = index === 0 ? time - (series.interval ?? 0) : origin + series.times[index - 1]!
    samples.times.push(time)
    samples.spans.push(time - Math.max(before, window?.start ?? before))
    samples.values.push(value)
  })
  return { samples, missing }
}

/** A mean leaves them out; a sum without them is too small. */
function reportMissingSamples(metric: string, count: number, sink: ProblemSink): void {
  sink.warning('missing-samples', `Unexpected lack of ${count} samples for ${metric}, expected all to add up`, {
    hint: 'The value is too small by what went on meanwhile. Repeat the run.',
  })
}

type Value = Omit<Observation, 'origin'>

/** `null` when there is nothing to sum up; the problem says why. */
function summarise(
  metric: string,
  series: Series,
  all: Samples,
  spec: MeasureSpec,
  problems: ProblemSink,
): Value | null {
  const { statistic, above, part = 'all' } = spec
  const made = (value: number, unit: Unit): Value => ({
    ...{ metric, value, unit, dimensions: {}, repetitions: 1, spread: null },
  })
  const level = above ?? Number.NEGATIVE_INFINITY
  const samples = activeSamples(all, level, part)
  if (statistic === 'pause') return made(longestPause(all, level), 's')
  if (statistic === 'active') return made(sum(samples.spans), 's')
  if (statistic === 'total') {
    const unit = amountUnit(series.unit)
    if (unit !== null) return made(sum(samples.values.map((value, index) => value * samples.spans[index]!)), unit)
    problems.error('no-rate', `Unexpected ${series.name} in ${series.unit} for a total, expected a rate`, {
      hint: 'Only counters that end in "/sec" add up over time. Choose mean, max or min.',
    })
    return null
  }
  const { values } = samples
  if (values.length === 0) {
    problems.error(
      'empty-window',
      `Unexpected ${series.name} without a sample above ${above ?? 0} for ${metric}, expected some`,
      { hint: 'Lower "above" in the template, or check that the right log lies in the folder.' },
    )
    return null
  }
  if (statistic === 'mean') return made(sum(values) / values.length, series.unit)
  return made(
    values.reduce((a, b) => (statistic === 'max' ? Math.max(a, b) : Math.min(a, b))),
    series.unit,
  )
}

/** What a rate adds up to over time; `null` for what is no rate. */
function amountUnit(rate: Unit): Unit | null {
  const amounts: Partial<Record<Unit, Unit>> = { 'B/s': 'B', '1/s': '1', W: 'J' }
  return amounts[rate] ?? null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
