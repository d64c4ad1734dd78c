/**
 * From the stamps of a log to seconds since its start. A log has one offset from UTC, that of its start, and stamps by the
 * wall clock: where summer time ends they go back an hour, where it begins an hour is missing.
 */
import { localTimestamp } from '../../model/builder.ts'
import type { ProblemSink } from '../../problems.ts'
import type { Segment } from './read-log.ts'

export interface Clock {
  /** Seconds since the first record, in the order of the file. */
  times: Float64Array
  /** Of the first and last record: seconds since 1970 by the machine's clock, as logged. `null` without records. */
  start: number | null
  end: number | null
  /** Usual distance of two records in seconds; `null` when there is none. */
  interval: number | null
  /** Minutes by which the wall clock was behind that of the start when the log ended: 60 after the end of summer time. */
  setBack: number
}

/** An interval this many times the usual one is a gap: two samples in a row are missing. */
const gapFactor = 2.5

const hour = 3600

export function readClock(segment: Segment, problems: ProblemSink): Clock {
  const stamps = chooseStamps(segment, problems)
  const times = new Float64Array(stamps.length)
  const median = medianInterval(stamps)
  const first = stamps[0] ?? 0
  let correction = 0
  for (let i = 0; i < stamps.length; i++) {
    const step = i === 0 ? 0 : stamps[i]! - stamps[i - 1]!
    if (step < 0) {
      if (isEndOfSummerTime(step, median)) {
        correction += hour
        reportSummerTime(segment, stamps, i, problems)
      } else reportSetBack(segment, stamps, i, problems)
    } else if (median > 0 && step > gapFactor * median) reportGap(segment, stamps, i, median, problems)
    times[i] = wholeMilliseconds(stamps[i]! - first + correction)
  }
  return {
    times,
    start: stamps[0] ?? null,
    end: stamps.at(-1) ?? null,
    interval: median === 0 ? null : wholeMilliseconds(median),
    setBack: correction / 60,
  }
}

/** Stamps are whole milliseconds; their differences as doubles would not be. */
function wholeMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Back by an hour, less the time that passed: one interval, or a few if samples are missing around the change. */
function isEndOfSummerTime(step: number, median: number): boolean {
  return step >= -hour - 1 && step <= -hour + Math.min(hour / 2, 3 * median + 1)
}

/** Where a spreadsheet has written 3/4/2024, month and day are told apart by the whole log: by what is a date at all, and is shorter. */
function chooseStamps(segment: Segment, problems: ProblemSink): Float64Array {
  const { times, dayFirstTimes } = segment
  if (isSame(times, dayFirstTimes)) return times
  const isMonthFirst = times.every((time) => !Number.isNaN(time))
  const isDayFirst = dayFirstTimes.every((time) => !Number.isNaN(time))
  if (isMonthFirst !== isDayFirst) return isMonthFirst ? times : dayFirstTimes
  if (!isMonthFirst) {
    problems.error('invalid-time', 'Unexpected dates, expected all with the month first or all with the day first', {
      line: segment.lines[0],
      hint: 'Another program has mixed up days and months. Use the original log.',
    })
    // Where one reading is no date the other must be right.
    return times.map((time, i) => (Number.isNaN(time) ? dayFirstTimes[i]! : time))
  }
  const difference = span(times) - span(dayFirstTimes)
  if (difference === 0) {
    problems.warning('ambiguous-date', 'Unexpected form of the dates, expected one that tells month and day apart', {
      line: segment.lines[0],
      hint: 'The month is taken to come first, as Performance Monitor writes it.',
    })
  }
  return difference <= 0 ? times : dayFirstTimes
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function span(times: Float64Array): number {
  return Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0))
}

/** Median of the steps forward, of some thousand spread over the log if it is long; 0 when there are none. */
function medianInterval(stamps: Float64Array): number {
  const stride = Math.ceil(stamps.length / 4096)
  const steps: number[] = []
  for (let i = 1; i < stamps.length; i += stride) {
    const step = stamps[i]! - stamps[i - 1]!
    if (step > 0) steps.push(step)
  }
  steps.sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

function reportSummerTime(segment: Segment, stamps: Float64Array, i: number, problems: ProblemSink): void {
  problems.info('summer-time-end', 'Unexpected step of the clock by an hour back, expected it to go on', {
    ...place(segment, stamps, i),
    hint: 'Taken for the end of summer time: the series go on without a break, and the log ends with the offset of winter time.',
  })
}

function reportSetBack(segment: Segment, stamps: Float64Array, i: number, problems: ProblemSink): void {
  const seconds = stamps[i - 1]! - stamps[i]!
  problems.warning(
    'clock-set-back',
    `Unexpected step of the clock by ${seconds.toFixed(3)} s back, expected it to go on`,
    {
      ...place(segment, stamps, i),
      hint: 'The clock was set or logs were joined. The records keep their order and their times.',
    },
  )
}

function reportGap(segment: Segment, stamps: Float64Array, i: number, median: number, problems: ProblemSink): void {
  const seconds = stamps[i]! - stamps[i - 1]!
  const isSpring = Math.abs(seconds - hour - median) < 0.5 * median + 1
  problems.info('gap', `Unexpected interval of ${seconds.toFixed(3)} s, expected about ${median.toFixed(3)} s`, {
    ...place(segment, stamps, i),
    hint: isSpring
      ? 'Either samples are missing or summer time began. Rates of the first record after it are means over the whole interval.'
      : 'The machine slept or the log was interrupted. Rates of the first record after the gap are means over all of it.',
  })
}

function place(segment: Segment, stamps: Float64Array, i: number): { line: number; column: number; actual: string } {
  return {
    line: segment.lines[i]!,
    column: 1,
    actual: `${localTimestamp(stamps[i - 1]!, null).local}, ${localTimestamp(stamps[i]!, null).local}`,
  }
}
