/** From columns to a run: meaning, units, times. */
import { localTimestamp, RunBuilder } from '../../model/builder.ts'
import { counterMeaning } from '../../model/counter-meaning.ts'
import { formatCounterPath } from '../../model/counter-path.ts'
import type { Dimensions, Run, Timestamp } from '../../model/result.ts'
import type { Statistics } from '../../model/statistics.ts'
import type { Source } from '../../source/source.ts'
import type { Moment } from './clock.ts'
import type { CounterIdentity } from './columns.ts'
import type { PerformanceLog } from './parse.ts'
import { toUnixMs } from './time-zone.ts'

/** An interval of more than this many times the usual one is worth a note. */
const gapFactor = 2.5

/** One run, none when the log has no samples. */
export function normaliseLog(log: PerformanceLog, source: Source): Run[] {
  if (log.moments.length === 0) return []
  const times = log.moments.toSeconds()
  const interval = medianStep(times)
  const machines = new Set(
    [...log.catalog, ...log.columns.map(({ identity }) => identity)].map(({ machine }) => machine),
  )
  const [machine = ''] = machines
  const run = new RunBuilder(source, {
    benchmark: 'perfmon',
    tool: 'Performance Monitor',
    system: machines.size === 1 && machine !== '' ? machine : null,
    index: 0,
    byte: 0,
  })
  const { header } = log
  const kinds = new Set(log.catalog.map(({ kind }) => (kind === 'object' ? 'objects' : 'counters')))
  run
    .period(timestamp(log.moments.at(0)), timestamp(log.moments.at(times.length - 1)))
    .setting('mode', [...kinds].sort().join(' and '))
    .setting('osVersion', header?.osVersion ?? null)
    .setting('counters', log.columns.length)
    .setting('samples', times.length)
    .setting('interval', interval)
    .setting('closed', header === null ? null : header.endTime !== 0n)
    .setting('buffersLost', header?.buffersLost ?? null)
    .setting('eventsLost', header?.eventsLost ?? null)
  const withoutValues: string[] = []
  for (const [c, column] of log.columns.entries()) {
    const { object, counter } = column.identity
    const { metric, unit, factor, divisor } = counterMeaning(object, counter)
    const dimensions = dimensionsOf(column.identity, machines.size > 1)
    const head = { metric, name: column.name, unit, dimensions, byte: column.offset }
    if (log.summaries) {
      const summary = log.summaries[c]!
      if (times.length > 1 && summary.missing === summary.count) withoutValues.push(column.name)
      run.summarisedSeries({ ...head, summary: scaled(summary, factor, divisor), interval })
      continue
    }
    const values = column.toArray(times.length, log.places)
    if (times.length > 1 && values.every(Number.isNaN)) withoutValues.push(column.name)
    for (let i = 0; i < values.length; i++) values[i] = (values[i]! * factor) / divisor
    run.series({ ...head, times, values })
  }
  reportGaps(times, interval, log, source)
  reportEmpty(withoutValues, source)
  return [run.build()]
}

/** In canonical units; scales are positive, so that order and ranks stay. */
function scaled(summary: Statistics, factor: number, divisor: number): Statistics {
  const scale = (value: number | null): number | null => (value === null ? null : (value * factor) / divisor)
  const { count, missing, min, mean, max, stddev, p50, p95, p99 } = summary
  return {
    count,
    missing,
    min: scale(min),
    mean: scale(mean),
    max: scale(max),
    stddev: scale(stddev),
    p50: scale(p50),
    p95: scale(p95),
    p99: scale(p99),
  }
}

function dimensionsOf(identity: CounterIdentity, hasMachines: boolean): Dimensions {
  const { machine, object, instance, counter, logged } = identity
  return {
    ...(hasMachines && { machine }),
    object,
    ...(instance !== null && { instance }),
    counter,
    ...(logged !== null && { loggedName: formatCounterPath({ ...logged, instance }) }),
  }
}

function timestamp({ local, offset }: Moment): Timestamp {
  return localTimestamp(toUnixMs(local) / 1000, offset)
}

/** Median of the steps forward, `null` when there are none. */
function medianStep(times: Float64Array): number | null {
  const steps = times
    .subarray(1)
    .map((time, i) => time - times[i]!)
    .filter((step) => step > 0)
    .sort()
  return steps[steps.length >> 1] ?? null
}

function reportGaps(times: Float64Array, interval: number | null, log: PerformanceLog, source: Source): void {
  if (interval === null) return
  for (let i = 1; i < times.length; i++) {
    const seconds = times[i]! - times[i - 1]!
    if (seconds <= gapFactor * interval) continue
    source.problems.info(
      'gap',
      `Unexpected interval of ${seconds.toFixed(3)} s, expected about ${interval.toFixed(3)} s`,
      {
        byte: log.moments.at(i).byte,
        actual: `${timestamp(log.moments.at(i - 1)).local}, ${timestamp(log.moments.at(i)).local}`,
        hint: 'The machine slept or the log was interrupted. Rates of the first record after the gap are means over all of it.',
      },
    )
  }
}

function reportEmpty(names: readonly string[], source: Source): void {
  if (names.length === 0) return
  const shown = names.slice(0, 3).join(', ')
  source.problems.info(
    'counter-without-values',
    `Unexpected lack of values in ${names.length} counters, expected some`,
    {
      actual: names.length > 3 ? `${shown}, …` : shown,
      hint: 'Their instances were gone or the provider failed all the time. Their samples are missing, not zero.',
    },
  )
}
