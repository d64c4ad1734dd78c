/** From tests to runs. */
import { RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run } from '../../model/result.ts'
import { toCanonical } from '../../model/units.ts'
import type { Source } from '../../source/source.ts'
import { reportUnreadable } from '../unreadable.ts'
import { checkSummary, secondsOf } from './check-summary.ts'
import type { Interval, Measure, SysbenchTest } from './reader.ts'

/** Where sysbench's histogram ends: a percentile here may be anything above (akopytov/sysbench#242). */
const percentileCapMs = 100_000

export function normaliseTests(tests: SysbenchTest[], source: Source): Run[] {
  return tests.map((test, index) => {
    const builder = new RunBuilder(source, {
      benchmark: 'sysbench',
      tool: 'sysbench',
      toolVersion: test.version,
      index,
      line: test.line,
    })
    builder
      .setting('test', test.kind)
      .setting('totalSeconds', test.totalTime === null ? null : secondsOf(test.totalTime))
      .setting('percentile', test.percentile?.level ?? null)
    if (test.kind !== null) builder.dimension('test', test.kind)
    if (test.threads !== null) builder.dimension('threads', test.threads)
    judge(builder, test, source)
    observe(builder, test)
    addSeries(builder, test.intervals)
    return builder.build()
  })
}

function judge(builder: RunBuilder, test: SysbenchTest, source: Source): void {
  const { problems } = source
  for (const { text, line } of test.messages) {
    builder.invalid('sysbench reported a fatal error.')
    problems.warning('tool-message', 'Unexpected message of sysbench among the results, expected none', {
      line,
      actual: text,
      hint: 'Read it: the test failed or was stopped.',
    })
  }
  if (test.totalTime === null) {
    builder.invalid('There is no summary: the test failed, was stopped, or the log breaks off.')
    problems.warning(
      'missing-summary',
      'Unexpected end of a test without its summary, expected total time and latency',
      {
        line: test.line,
        hint: 'Let the test run to its end, or copy the file again. Intervals are there as series.',
      },
    )
  } else if (!test.isWhole) {
    builder.invalid('The summary breaks off.')
    problems.error('truncated-results', 'Unexpected end of the summary, expected latencies and fairness of threads', {
      line: test.totalTime.line,
      hint: 'The file is cut off or damaged. Copy it again.',
    })
  }
  for (const line of test.damaged) {
    problems.error('cell-count', 'Unexpected interval without the numbers of the first one, expected the same', {
      line,
      hint: 'It was left out. The file may be cut off or damaged here.',
    })
  }
  if (test.isWhole) checkPresence(builder, test, source)
  const events = test.counts.get('total number of events')
  if (events?.value === 0) builder.invalid('No event finished.')
  const before = problems.count('aggregate-differs')
  checkSummary(test, problems)
  if (problems.count('aggregate-differs') > before) builder.invalid('The summary contradicts itself.')
  const errors = test.counts.get('ignored errors')?.value ?? 0
  if (errors > 0) builder.remark(`${errors} events failed with errors that were ignored.`)
  const { percentile } = test
  if (percentile && (secondsOf(percentile.measure) ?? 0) * 1000 >= percentileCapMs) {
    builder.remark(`The ${percentile.level}th percentile is at the end of the histogram: it is 100 s or more.`)
    problems.warning(
      'percentile-capped',
      'Unexpected percentile of 100 s, expected one below the end of the histogram',
      {
        line: percentile.measure.line,
        hint: 'Read it as "100 s or more".',
      },
    )
  }
}

/** What every summary has: a line that could not be read would otherwise pass for one that was not printed. */
function checkPresence(builder: RunBuilder, test: SysbenchTest, source: Source): void {
  const names = ['min', 'avg', 'max'].filter((name) => !test.latency.has(name))
  if (test.kind === 'oltp' && !test.rates.has('transactions')) names.push('transactions')
  if (!test.counts.has('total number of events')) names.push('total number of events')
  for (const name of names) {
    builder.invalid('A number of the summary is missing or cannot be read.')
    reportUnreadable(source.problems, name, 'no number', test.totalTime?.line ?? test.line)
  }
}

const rateMetrics: readonly [label: string, metric: string, dimensions: Dimensions][] = [
  ['transactions', 'transactions', {}],
  ['queries', 'queries', {}],
  ['read/write requests', 'queries', { operation: 'readWrite' }],
  ['other operations', 'queries', { operation: 'other' }],
  ['events', 'events', {}],
  ['Total operations', 'events', {}],
  ['reads', 'iops', { operation: 'read' }],
  ['writes', 'iops', { operation: 'write' }],
  ['fsyncs', 'iops', { operation: 'sync' }],
]

const countMetrics: readonly [label: string, metric: string, dimensions: Dimensions][] = [
  ['ignored errors', 'errors', { operation: 'all' }],
  // These were tried again and are in no rate.
  ['deadlocks', 'deadlocks', {}],
  ['reconnects', 'reconnects', {}],
  ['total number of events', 'eventCount', {}],
]

function observe(builder: RunBuilder, test: SysbenchTest): void {
  for (const [label, metric, dimensions] of rateMetrics) {
    const rate = test.rates.get(label)
    if (rate) builder.observe(metric, rate.value, '1/s', { dimensions, line: rate.line })
  }
  const time = (metric: string, measure: Measure | undefined, dimensions: Dimensions = {}): void => {
    if (measure) builder.observe(metric, secondsOf(measure), 's', { dimensions, line: measure.line })
  }
  time('responseTime', test.latency.get('avg'))
  time('responseTimeMin', test.latency.get('min'))
  time('responseTimeMax', test.latency.get('max'))
  // A level of 0 stands for "no percentile".
  const { percentile } = test
  if (percentile && percentile.level > 0) {
    time('responseTimePercentile', percentile.measure, { percentile: percentile.level })
  }
  for (const [operation, { value, unit, line }] of test.throughput) {
    const throughput = toCanonical(value, `${unit}/s`)?.value ?? null
    builder.observe('throughput', throughput, 'B/s', { dimensions: { operation }, line })
  }
  for (const [label, metric, dimensions] of countMetrics) {
    const count = test.counts.get(label)
    if (count) builder.observe(metric, count.value, '1', { dimensions, line: count.line })
  }
}

const seriesRates: readonly [name: string, metric: string][] = [
  ['tps', 'transactions'],
  ['qps', 'queries'],
  ['eps', 'events'],
  ['err/s', 'errorRate'],
]

function addSeries(builder: RunBuilder, intervals: Interval[]): void {
  const [first] = intervals
  if (!first || intervals.length < 2) return
  const { line } = first
  const times = Float64Array.from(intervals, ({ seconds }) => seconds)
  for (const [name, metric] of seriesRates) {
    if (!first.rates.has(name)) continue
    const values = Float64Array.from(intervals, ({ rates }) => rates.get(name) ?? NaN)
    builder.series({ metric, name, unit: '1/s', times, values, line })
  }
  if (!first.percentile) return
  const { level } = first.percentile
  const values = Float64Array.from(intervals, ({ percentile }) => {
    return percentile?.level === level ? percentile.ms / 1000 : NaN
  })
  const name = `response time (${level} %)`
  builder.series({
    metric: 'responseTimePercentile',
    name,
    unit: 's',
    dimensions: { percentile: level },
    times,
    values,
    line,
  })
}
