/** From the tests of an `inst` file to runs: series per worker, and observations of the whole-test rows. */
import { localSeconds, localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run, Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { at } from '../iometer/columns.ts'
import { countOf, observeCpu, observeHistogram, observeIos } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import { blockSizeOf, randomShareOf, readShareOf, specContent, type AccessSpec } from '../iometer/spec.ts'
import { stampBefore } from '../iometer/stamp.ts'
import { isClientName, sumRows } from '../iometer/sum-rows.ts'
import { testTypes } from '../iometer/test-types.ts'
import { findBuckets, guessSlots, type Buckets, type Slot } from './buckets.ts'
import type { InstTest } from './parse.ts'
import { makeSeries } from './series.ts'

export function normaliseInst(tests: InstTest[], source: Source): Run[] {
  return tests.map((test, index) => {
    const slots = test.workers.length > 0 ? test.workers.map(slotOf) : guessSlots(test.intervals)
    const buckets = findBuckets(test.intervals, slots)
    const builder = new RunBuilder(source, {
      benchmark: 'iometer-inst',
      tool: 'Iometer',
      toolVersion: test.series.version,
      index,
      line: test.line,
    })
    const offset = source.options.offset ?? null
    const start = startOf(test, buckets, offset)
    builder.period(start, test.end ?? lastStamp(test, offset))
    const clients = findClients(slots)
    describe(
      builder,
      test,
      slots.filter(({ name }) => !clients.has(name)),
    )
    if (test.isCut) builder.invalid('The log breaks off inside this test; only its complete rows are here.')
    observeTest(builder, test, clients)
    if (start !== null && test.intervals.length > 0) {
      addSeries(builder, test, { slots, clients, buckets, start: localSeconds(start) }, source)
    }
    checkSum(test, source)
    return builder.build()
  })
}

function slotOf({ name, values }: Row): Slot {
  const disks = values[at.disks]!
  // A damaged count must not ask for memory.
  return { name, targets: disks >= 1 && disks <= 10_000 ? Math.floor(disks) : 1 }
}

/** When the recording began: its length is in the whole-test rows; without them the first interval tells. */
function startOf(test: InstTest, { starts }: Buckets, offset: number | null): Timestamp | null {
  const seconds = test.workers.map(({ values }) => values[at.rawRunTime]! / values[at.processorSpeed]!)
  const longest = seconds.reduce((max, value) => (value > max ? value : max), 0)
  const { intervals, end } = test
  const start = end && longest > 0 ? stampBefore(end, longest) : null
  if (start) return start
  if (intervals.length === 0) return null
  const first = (intervals.value('readIos', 0) + intervals.value('writeIos', 0)) / intervals.value('iops', 0)
  const last = (starts[1] ?? 1) - 1
  const stamp = localTimestamp(intervals.seconds(last), offset)
  return (Number.isFinite(first) ? stampBefore(stamp, first) : null) ?? stamp
}

function lastStamp({ intervals }: InstTest, offset: number | null): Timestamp | null {
  return intervals.length === 0 ? null : localTimestamp(intervals.seconds(intervals.length - 1), offset)
}

function describe(builder: RunBuilder, test: InstTest, slots: Slot[]): void {
  const { series, all, layout } = test
  const names = findSpecNames(test)
  const specs = names.flatMap((name) => test.specs?.specs.find((spec) => spec.name === name) ?? [])
  builder
    .setting('testType', series.testType === null ? null : (testTypes[series.testType] ?? null))
    .setting('testTypeCode', series.testType)
    .setting('description', series.description)
    .setting('accessSpecs', names.join(' | '))
    .setting('specLines', specs.length === 0 ? null : specs.map(specContent).join(' | '))
    .setting('seriesStart', series.start?.local ?? null)
    .setting('startIs', 'computed: end minus run time')
    .setting('layout', layout.id)
  if (names.length > 0) builder.dimension('accessSpec', names.join(' | '))
  setShares(builder, specs)
  const depth = all?.values[at.queueDepth] ?? test.workers[0]?.values[at.queueDepth] ?? NaN
  if (depth >= 0) builder.dimension('queueDepth', depth)
  builder.dimension('workers', slots.length)
  builder.dimension(
    'targets',
    slots.reduce((sum, { targets }) => sum + targets, 0),
  )
}

function findSpecNames({ all, workers, specs }: InstTest): string[] {
  if (all && all.spec !== '') return [all.spec]
  const names = [...new Set(workers.map(({ spec }) => spec))].filter((name) => name !== '')
  return names.length > 0 ? names : (specs?.specs ?? []).map(({ name }) => name)
}

function setShares(builder: RunBuilder, specs: AccessSpec[]): void {
  if (specs.length === 0) return
  const shares = { blockSize: blockSizeOf(specs), readShare: readShareOf(specs), randomShare: randomShareOf(specs) }
  for (const [name, value] of Object.entries(shares)) if (value !== null) builder.dimension(name, value)
}

/** Network tests count both ends of a connection: then "all" is the servers alone, "bothEnds" what Iometer prints. */
function observeTest(builder: RunBuilder, { all, workers }: InstTest, clients: ReadonlySet<string>): void {
  const servers = workers.filter(({ name }) => !clients.has(name))
  if (clients.size > 0) {
    builder.remark('Network test: totals count each transfer once (servers only).')
    if (servers.length > 0) observeTotal(builder, sumRows(servers, all), 'all')
  }
  if (all) {
    observeTotal(builder, all, clients.size > 0 ? 'bothEnds' : 'all')
    observeCpu(builder, all, { scope: 'all' })
  }
  for (const [i, row] of workers.entries()) {
    const end = clients.size === 0 ? {} : { end: clients.has(row.name) ? 'client' : 'server' }
    const dimensions = { scope: 'worker', worker: row.name, workerIndex: i + 1, ...end }
    observeIos(builder, row, dimensions, null)
    observeHistogram(builder, row, dimensions)
  }
}

function observeTotal(builder: RunBuilder, row: Row, scope: string): void {
  observeIos(builder, row, { scope }, null)
  observeHistogram(builder, row, { scope })
}

function findClients(slots: readonly Slot[]): Set<string> {
  const names = new Set(slots.map(({ name }) => name))
  return new Set([...names].filter((name) => isClientName(name, names)))
}

interface Timing {
  slots: Slot[]
  clients: ReadonlySet<string>
  buckets: Buckets
  /** Seconds on the clock of the log. */
  start: number
}

function addSeries(builder: RunBuilder, test: InstTest, timing: Timing, source: Source): void {
  const { slots, clients, buckets, start } = timing
  const { intervals } = test
  const { starts } = buckets
  const times = new Float64Array(starts.length - 1)
  let incomplete = 0
  const expected = slots.reduce((sum, { targets }) => sum + targets, 0)
  for (let i = 0; i < times.length; i++) {
    // The last row's stamp: an interval is over when its last target has been read.
    times[i] = Math.round((intervals.seconds(starts[i + 1]! - 1) - start) * 1000) / 1000
    if (starts[i + 1]! - starts[i]! !== expected) incomplete++
  }
  const { wants } = source.options
  const add = (label: string, dimensions: Dimensions, count: number, members: number[]): void => {
    for (const { metric, operation, unit, values } of makeSeries(intervals, buckets, count, members)) {
      const name = `${label} ${metric}${operation === 'all' ? '' : ` ${operation}`}`
      if (wants && !wants(name)) continue
      builder.series({
        metric,
        name,
        unit,
        dimensions: { ...dimensions, operation },
        times,
        values,
        line: intervals.line,
      })
    }
  }
  const isServer = slots.map(({ name }) => !clients.has(name))
  const servers = slots.reduce((sum, { targets }, i) => sum + (isServer[i] ? targets : 0), 0)
  const members: number[][] = slots.map(() => [])
  const ofServers: number[] = []
  for (const [row, slot] of buckets.slotOf.entries()) {
    members[slot]?.push(row)
    if (isServer[slot] ?? true) ofServers.push(row)
  }
  add('All', { scope: 'all' }, servers, ofServers)
  // With more workers and intervals than rows most values would be missing; a damaged log could ask for any memory.
  if (slots.length * times.length > 4 * intervals.length + 10_000) {
    source.problems.error('too-many-workers', `Unexpected ${slots.length} workers, expected each in every interval`, {
      line: intervals.line ?? test.line,
      hint: 'Only the series of all workers is kept. Names may be damaged.',
    })
    return
  }
  for (const [i, { name, targets }] of slots.entries()) {
    add(name, { scope: 'worker', worker: name, workerIndex: i + 1 }, targets, members[i]!)
  }
  if (incomplete > 0) {
    source.problems.warning(
      'interval-incomplete',
      `Unexpected ${incomplete} intervals without a row for every target, expected ${expected} rows`,
      {
        line: intervals.line ?? test.line,
        hint: 'Their values are missing in the series. Rows may have been lost, or a target stopped answering.',
      },
    )
  }
}

/** The intervals leave out at most what was in flight when they were cut: 0.05 % has been seen. */
function checkSum({ intervals, all }: InstTest, source: Source): void {
  if (!all || intervals.length === 0) return
  let sum = 0
  for (let i = 0; i < intervals.length; i++) sum += intervals.value('readIos', i) + intervals.value('writeIos', i)
  const total = countOf(all.values, 'all')
  const missing = total - sum
  if (missing >= -0.5 && missing <= Math.max(20, total * 0.002)) return
  const details = {
    ...{ line: all.line, actual: String(sum), expected: String(total) },
    hint: 'Rows may be missing, or "Results Since" was not "Last Update": then intervals overlap. Do not add them up.',
  }
  source.problems.error(
    'interval-sum',
    `Unexpected ${sum} I/Os in all intervals, expected ${total} as in the ALL row`,
    details,
  )
}
