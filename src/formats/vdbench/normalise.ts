/** From run definitions to runs: the average row, and the intervals as series. */
import { localSeconds, localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import { toCanonical } from '../../model/units.ts'
import type { Source } from '../../source/source.ts'
import { checkAverage } from './check-average.ts'
import { meaningOf, type Meaning } from './columns.ts'
import { describe } from './describe.ts'
import type { VdbenchLog, VdbenchRow, VdbenchRun } from './reader.ts'
import { parsePlausible } from '../plausible.ts'
import { reportUnreadable } from '../unreadable.ts'

export function normaliseLog(log: VdbenchLog, source: Source): Run[] {
  return log.runs.map((run, index) => {
    const builder = new RunBuilder(source, {
      benchmark: 'vdbench',
      tool: 'vdbench',
      toolVersion: log.version,
      index,
      line: run.line,
    })
    const clock = clockOf(run)
    setPeriod(builder, run, clock, log, source)
    describe(builder, run, log)
    const before = source.problems.count('aggregate-differs')
    checkAverage(run, source.problems)
    if (source.problems.count('aggregate-differs') > before) {
      builder.invalid('The printed average contradicts the intervals.')
    }
    judge(builder, run, log, index, source)
    observeAverage(builder, run, source)
    addSeries(builder, run, clock)
    return builder.build()
  })
}

interface Clock {
  /** Seconds from the start of the first row's day to the start of the run: below 0 when midnight lies between. */
  start: number
  /** Seconds since the start, by interval. */
  times: Float64Array
}

/** Rows have a time of day only: it is counted on over midnight. */
function clockOf({ intervals, tod }: VdbenchRun): Clock | null {
  const rows = [...intervals.values()]
  const start = tod === null ? null : secondsOfDay(tod)
  if (rows.length === 0) return start === null ? null : { start, times: new Float64Array() }
  const seconds = rows.map((row) => secondsOfDay(row.tod))
  let day = 0
  for (let i = 0; i < seconds.length; i++) {
    const previous = i === 0 ? (start ?? seconds[0]!) : seconds[i - 1]!
    if (seconds[i]! + day < previous - 43_200) day += 86_400
    seconds[i]! += day
  }
  // flatfile.html has no start: it is one interval before the first.
  const step = seconds.length > 1 ? seconds[1]! - seconds[0]! : 1
  const origin = start ?? seconds[0]! - step
  const firstDay = Math.floor(seconds[0]! / 86_400) * 86_400
  return { start: origin - firstDay, times: Float64Array.from(seconds, (value) => round(value - origin)) }
}

function secondsOfDay(tod: string): number {
  const [hours, minutes, seconds] = tod.split(':').map(Number)
  return hours! * 3600 + minutes! * 60 + seconds!
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function setPeriod(builder: RunBuilder, run: VdbenchRun, clock: Clock | null, log: VdbenchLog, source: Source): void {
  const offset = log.zone === 'UTC' || log.zone === 'GMT' ? 0 : (source.options.offset ?? null)
  const midnight = run.date === null ? NaN : localSeconds({ local: `${run.date}T00:00:00.000`, offset })
  builder.setting('zone', log.zone)
  if (!clock || !Number.isFinite(midnight)) return
  const last = clock.times.at(-1)
  const end = last === undefined ? null : localTimestamp(midnight + clock.start + last, offset)
  builder.period(localTimestamp(midnight + clock.start, offset), end)
}

function judge(builder: RunBuilder, run: VdbenchRun, log: VdbenchLog, index: number, source: Source): void {
  const { problems } = source
  if (/^(?:format_for_|SD_format)/.test(run.name)) {
    builder.invalid('Formats the files before a test: no measurement.')
  }
  if (!run.average) {
    builder.invalid('The run has no average: it was stopped, or the log breaks off.')
    problems.warning('missing-average', `Unexpected end of run ${run.name} without an average, expected one`, {
      line: run.line,
      hint: 'vdbench was stopped or the file is cut off. The intervals are there as series; repeat the run.',
    })
  } else if (run.average.last < run.average.first) {
    builder.invalid('The run was over before the first interval that counts.')
    problems.warning('empty-average', `Unexpected average of no interval for run ${run.name}, expected some`, {
      line: run.average.line,
      hint: 'The run was shorter than its warm-up. Let it run longer.',
    })
  }
  const missing = missingIntervals(run)
  if (missing > 0) {
    builder.remark(`${missing} intervals are missing in the log.`)
    problems.warning('missing-rows', `Unexpected gap of ${missing} intervals in run ${run.name}, expected all`, {
      line: run.line,
      hint: 'The file may be damaged; the average could not be compared with its intervals.',
    })
  }
  if (log.ending === 'failed' && index === log.runs.length - 1) builder.invalid('vdbench was stopped or failed.')
}

function missingIntervals({ intervals }: VdbenchRun): number {
  let last = 0
  for (const number of intervals.keys()) last = Math.max(last, number)
  return last - intervals.size
}

function observeAverage(builder: RunBuilder, { average }: VdbenchRun, source: Source): void {
  if (!average) return
  const isEmpty = average.last < average.first
  for (const [column, text] of average.cells) {
    const meaning = meaningOf(column)
    if (!meaning) continue
    const { metric, operation, unit } = meaning
    const printed = parsePlausible(text)
    if (Number.isNaN(printed) && !/^(?:n\/a|NaN)$/i.test(text)) {
      builder.invalid('A number of the average cannot be read.')
      reportUnreadable(source.problems, `average ${column}`, text, average.line)
    }
    const value = isEmpty || Number.isNaN(printed) || printed < 0 ? null : toCanonical(printed, unit)!.value
    // An operation that was not used: zeros stand for nothing.
    if (operation !== null && operation !== 'all' && isUnused(average, operation)) continue
    const dimensions = operation === null ? {} : { operation }
    builder.observe(metric, value, canonicalUnit(unit), { dimensions, line: average.line })
  }
}

function isUnused(row: VdbenchRow, operation: string): boolean {
  return [...row.cells].every(
    ([column, text]) => meaningOf(column)?.operation !== operation || !(parsePlausible(text) > 0),
  )
}

function canonicalUnit(unit: Meaning['unit']): '1/s' | 'B/s' | 's' | 'ratio' {
  return toCanonical(0, unit)!.unit as '1/s' | 'B/s' | 's' | 'ratio'
}

const seriesMetrics = new Set(['iops', 'throughput', 'responseTime', 'cpuUtilization'])

function addSeries(builder: RunBuilder, { intervals }: VdbenchRun, clock: Clock | null): void {
  const rows = [...intervals.values()]
  const [first] = rows
  if (!first || !clock || rows.length < 2) return
  for (const column of first.cells.keys()) {
    const meaning = meaningOf(column)
    if (!meaning || !seriesMetrics.has(meaning.metric)) continue
    const values = Float64Array.from(rows, (row) => {
      const value = parsePlausible(row.cells.get(column) ?? '')
      return toCanonical(value, meaning.unit)!.value
    })
    const { metric, operation, unit } = meaning
    if (operation !== 'all' && operation !== null && values.every((value) => value === 0)) continue
    builder.series({
      metric,
      name: column,
      unit: canonicalUnit(unit),
      dimensions: operation === null ? {} : { operation },
      times: clock.times,
      values,
      line: first.line,
    })
  }
}
