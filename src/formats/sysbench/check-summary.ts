/** The summary against itself: rates are counts by time, the mean latency is time by events. */
import { toCanonical } from '../../model/units.ts'
import type { ProblemSink } from '../../problems.ts'
import { checkAggregate, printPrecision } from '../aggregate.ts'
import type { Measure, Printed, SysbenchTest } from './reader.ts'

export function checkSummary(test: SysbenchTest, problems: ProblemSink): void {
  const { counts, rates, totalTime } = test
  checkQueries(test, problems)
  checkMean(test, problems)
  const seconds = totalTime ? secondsOf(totalTime) : null
  if (totalTime === null || seconds === null || seconds === 0) return
  for (const [label, rate] of rates) {
    const count = counts.get(label === 'events' ? 'total number of events' : label)
    if (!count) continue
    const recomputed = count.value / seconds
    checkAggregate(problems, {
      name: `${label} per second`,
      printed: rate.value,
      recomputed,
      // CPU and memory tests divide by a time that is some 0.1 % off the total.
      tolerance:
        printPrecision(rate.text) + (recomputed * printPrecision(totalTime.text)) / seconds + slack(test, recomputed),
      line: rate.line,
    })
  }
}

function slack({ kind }: SysbenchTest, rate: number): number {
  return kind === 'oltp' ? 0 : 0.005 * rate
}

/** Reads, writes and others make up the total. */
function checkQueries({ counts }: SysbenchTest, problems: ProblemSink): void {
  const total = counts.get('total')
  const parts = ['read', 'write', 'other'].map((name) => counts.get(name))
  if (!total || parts.includes(undefined)) return
  checkAggregate(problems, {
    name: 'total queries',
    printed: total.value,
    recomputed: parts.reduce((sum, part) => sum + part!.value, 0),
    tolerance: 0,
    line: total.line,
  })
}

function checkMean({ latency, eventTime, counts }: SysbenchTest, problems: ProblemSink): void {
  const [mean, events] = [latency.get('avg'), counts.get('total number of events')]
  const sum = latency.get('sum') ?? eventTime
  if (!mean || !sum || !events || events.value === 0) return
  const [printed, time] = [secondsOf(mean), secondsOf(sum)]
  if (printed === null || time === null) return
  checkAggregate(problems, {
    name: 'average latency in s',
    printed,
    recomputed: time / events.value,
    tolerance: precisionOf(mean) + precisionOf(sum) / events.value,
    line: mean.line,
  })
}

/** Half a digit of a printed time, in seconds. */
function precisionOf(measure: Measure): number {
  return secondsOf({ ...measure, value: printPrecision(measure.text) }) ?? 0
}

/** `null` when the unit is no time. */
export function secondsOf({ value, unit }: Pick<Printed & Measure, 'value' | 'unit'>): number | null {
  const seconds = toCanonical(value, unit)
  return seconds?.unit === 's' ? seconds.value : null
}
