/**
 * What a series amounts to while something was going on: the mean disk read rate during the copy. A performance log
 * starts before the work and stops after it; without the window the idle samples would pull the mean down.
 */
import { localSeconds } from '../model/builder.ts'
import { counterMayMatch, findCounters } from '../model/counter-path.ts'
import type { Observation, Results, Run, Series } from '../model/result.ts'
import { ProblemSink } from '../problems.ts'

export interface MeasureSpec {
  /** Counter as a person writes it; `*` stands for any text. */
  counter: string
  /** Benchmark whose run, of the same dimensions, gives the window; the whole series when left out. */
  window?: string | undefined
  statistic: 'mean' | 'max' | 'min'
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

/** Which series the measures may need, by name: all that are no counters, and those counters that one of them may mean. */
export function wantedSeries(measures: readonly MeasureSpec[]): (name: string) => boolean {
  return (name) => !name.startsWith('\\') || measures.some(({ counter }) => counterMayMatch(counter, name))
}

/** One observation for each run that has the counter. */
export function measure(results: Results, metric: string, spec: MeasureSpec, problems: DataProblems): RunObservation[] {
  const observations: RunObservation[] = []
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
    const samples = samplesIn(series[0]!, run, window)
    if (samples.length === 0) {
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
    observations.push({ run, observation: toObservation(metric, series[0]!, samples, spec.statistic) })
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

interface Window {
  /** Local clock, seconds. */
  start: number
  end: number
}

function windowOf(results: Results, run: Run, benchmark: string): Window | null {
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
function samplesIn(series: Series, run: Run, window: Window | null): number[] {
  const origin = run.start ? localSeconds(run.start) : 0
  const samples: number[] = []
  series.values.forEach((value, index) => {
    const time = origin + series.times[index]!
    if (!Number.isNaN(value) && (!window || (time > window.start && time <= window.end))) samples.push(value)
  })
  return samples
}

function toObservation(
  metric: string,
  series: Series,
  samples: number[],
  statistic: MeasureSpec['statistic'],
): Observation {
  const value =
    statistic === 'mean'
      ? samples.reduce((sum, sample) => sum + sample, 0) / samples.length
      : samples.reduce((a, b) => (statistic === 'max' ? Math.max(a, b) : Math.min(a, b)))
  return { metric, value, unit: series.unit, dimensions: {}, repetitions: 1, spread: null, origin: series.origin }
}
