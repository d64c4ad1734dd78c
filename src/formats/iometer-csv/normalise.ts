/** From blocks to runs: one run per test. */
import { RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { at } from '../iometer/columns.ts'
import { allScope, bothEnds, joinDimensions, observeCpu, observeHistogram, observeIos } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import { blockSizeOf, contentOf, randomShareOf, readShareOf } from '../iometer/spec.ts'
import { stampBefore } from '../iometer/stamp.ts'
import { testTypes } from '../iometer/test-types.ts'
import type { ManagerGroup, ResultBlock } from './block.ts'
import { agreeingTimes } from './checks.ts'
import type { BlockFacts } from './facts.ts'
import { findDeviantTests, findPerhapsPartial, type Deviation, type JudgedBlock } from './validity.ts'

/** Takes `tests` apart: each is let go when its run has been made, since a long log has no room for both. */
export function normaliseTests(tests: JudgedBlock[], source: Source): Run[] {
  const deviant = findDeviantTests(tests)
  const perhapsPartial = findPerhapsPartial(tests)
  const runs: Run[] = []
  tests.reverse()
  for (let test = tests.pop(); test; test = tests.pop()) {
    const { block, facts } = test
    const builder = new RunBuilder(source, {
      benchmark: 'iometer',
      tool: 'Iometer',
      toolVersion: block.series.version,
      system: findSystem(block),
      index: runs.length,
      line: block.line,
    })
    setPeriod(builder, block, facts)
    setSettings(builder, block, facts)
    setDimensions(builder, facts)
    judge(builder, test, deviant.get(block) ?? null, source)
    if (perhapsPartial.has(block)) {
      builder.invalid('The series was aborted and no other test of it shows whether this one is complete.')
    }
    observeBlock(builder, block, facts)
    runs.push(builder.build())
  }
  return runs
}

/** The host, when there is only one. */
function findSystem({ managers }: ResultBlock): string | null {
  return managers.length === 1 ? (managers[0]!.row?.name ?? null) : null
}

/** The log has the end of a test only; the recording began its run time earlier. */
function setPeriod(builder: RunBuilder, { end, series }: ResultBlock, { seconds }: BlockFacts): void {
  if (series.isQt) builder.period(series.start, null)
  else builder.period(end && seconds !== null ? stampBefore(end, seconds) : null, end)
}

function setSettings(builder: RunBuilder, block: ResultBlock, facts: BlockFacts): void {
  const { series, layout, all } = block
  const count = (column: number): number | null => nullIfAbsent(all?.values[column])
  const sector = (column: number): number | null => {
    const value = facts.total?.values[column] ?? NaN
    // -1 as a signed or an unsigned number, which a spreadsheet rounds: workers differ.
    return value >= 0 && value < 2 ** 63 ? value : null
  }
  builder
    .setting('testType', series.testType === null ? null : (testTypes[series.testType] ?? null))
    .setting('testTypeCode', series.testType)
    .setting('description', series.description)
    .setting('accessSpecs', facts.specNames.join(' | '))
    .setting('specLines', facts.specs.length === 0 ? null : contentOf(facts.specs))
    .setting('queueDepth', facts.queueDepth)
    .setting('outstandingIos', facts.outstanding)
    .setting('managers', count(at.managers))
    .setting('workers', count(at.workers))
    .setting('targets', count(at.disks))
    .setting('startingSector', sector(at.startingSector))
    .setting('maximumSizeSectors', sector(at.maximumSize))
    .setting('isNetwork', facts.isNetwork)
    .setting('runSeconds', facts.seconds ?? series.runSeconds)
    .setting('rampUpSeconds', series.rampUpSeconds)
    .setting('startIs', series.isQt ? 'as logged' : facts.seconds === null ? null : 'computed: end minus run time')
    .setting('seriesStart', series.start?.local ?? null)
    .setting('layout', layout.id)
}

function setDimensions(builder: RunBuilder, facts: BlockFacts): void {
  const { specNames, specs, queueDepth, total } = facts
  const set = (name: string, value: number | null): void => {
    if (value !== null) builder.dimension(name, value)
  }
  if (specNames.length > 0) builder.dimension('accessSpec', specNames.join(' | '))
  if (specs.length > 0) {
    set('blockSize', blockSizeOf(specs))
    set('readShare', readShareOf(specs))
    set('randomShare', randomShareOf(specs))
  }
  set('queueDepth', queueDepth)
  set('managers', nullIfAbsent(total?.values[at.managers]))
  set('workers', nullIfAbsent(total?.values[at.workers]))
  set('targets', nullIfAbsent(total?.values[at.disks]))
}

function nullIfAbsent(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) || value < 0 ? null : value
}

function judge(builder: RunBuilder, { block, facts }: JudgedBlock, deviation: Deviation | null, source: Source): void {
  if (block.isCut) builder.invalid('The log breaks off inside this test; only its complete rows are here.')
  if (!block.all) builder.invalid('The row of totals is missing or damaged.')
  if (facts.isIdle) {
    builder.invalid('No worker was active.')
    source.problems.warning('no-active-worker', 'Unexpected test without an active worker, expected at least one', {
      line: block.line,
      hint: 'All its values are 0 and mean nothing. Assign targets and specifications to the workers and run it again.',
    })
  }
  if (deviation) judgeRunTime(builder, block, facts.seconds!, deviation, source)
  const errors = block.all?.values[at.errors] ?? 0
  if (errors > 0) builder.remark(`${errors} I/Os failed; rates and times do not include them.`)
  if (facts.isNetwork) {
    source.problems.info(
      'network-both-ends',
      'Unexpected network test, expected disks: Iometer counts both ends in its totals',
      {
        line: block.line,
        hint: 'Observations of scope "all" count the servers only, which is what went over the wire.',
      },
    )
    builder.remark(
      'Network test: totals count each transfer once (servers only); scope bothEnds has what Iometer prints.',
    )
  }
}

function judgeRunTime(
  builder: RunBuilder,
  { line, series }: ResultBlock,
  seconds: number,
  { usual, isSeries }: Deviation,
  source: Source,
): void {
  const [actual, expected] = [seconds.toFixed(1), usual.toFixed(1)]
  const cause = seconds > usual ? '' : series.isAborted ? ': it was aborted' : ': it was stopped early'
  if (isSeries) builder.invalid(`The test ran ${actual} s, others of its series ${expected} s${cause}.`)
  else builder.remark(`The test ran ${actual} s, its repetitions in other series ${expected} s.`)
  source.problems.warning(
    'run-time-differs',
    `Unexpected run time of ${actual} s, expected ${expected} s as the other tests`,
    {
      ...{ line, actual, expected },
      hint: 'Iometer does not mark a test that was stopped. Leave the run out or run it again.',
    },
  )
}

function observeBlock(builder: RunBuilder, block: ResultBlock, facts: BlockFacts): void {
  const { all, managers } = block
  const managerRows = managers.flatMap(({ row }) => row ?? [])
  if (facts.total) {
    const servers = managers.flatMap(({ workers }) =>
      workers.flatMap((worker) => (worker.row && !facts.clients.has(worker) ? worker.row : [])),
    )
    const isWhole = managerRows.length === all?.values[at.managers]
    const sources = facts.total === all ? (isWhole ? managerRows : []) : servers
    observeIos(builder, facts.total, allScope, agreeingTimes(facts.total, sources), block.isBrief)
    if (!block.isBrief) observeHistogram(builder, facts.total, allScope)
    if (!block.isBrief) observeInFlight(builder, facts.total)
  }
  if (all) {
    observeCpu(builder, all, allScope, block.isBrief)
    if (facts.total !== all && !block.isBrief) {
      observeIos(builder, all, bothEnds, agreeingTimes(all, managerRows))
      observeHistogram(builder, all, bothEnds)
    }
  }
  for (const [index, manager] of managers.entries()) observeManager(builder, manager, index, facts)
}

/** Little's law: how many I/Os were in flight on average. */
function observeInFlight(builder: RunBuilder, row: Row): void {
  const value = (row.values[at.iops]! * row.values[at.time]!) / 1000
  if (!Number.isNaN(value)) {
    builder.observe('outstandingIos', value, '1', { dimensions: allScope, line: row.line })
  }
}

/** Names are not unique, so each also has its place: 1-based, within what it belongs to. */
function observeManager(builder: RunBuilder, manager: ManagerGroup, index: number, facts: BlockFacts): void {
  const { row, processors, workers } = manager
  const own: Dimensions = row ? { manager: row.name, managerIndex: index + 1 } : {}
  if (row) {
    const clients = workers.filter((worker) => facts.clients.has(worker)).length
    const end = clients === 0 ? 'server' : clients === workers.length ? 'client' : 'both'
    const dimensions = joinDimensions({ scope: 'manager' }, own, facts.isNetwork ? { end } : {})
    observeIos(builder, row, dimensions, agreeingTimes(row, [row]))
    observeHistogram(builder, row, dimensions)
    observeCpu(builder, row, joinDimensions({ scope: 'manager' }, own))
  }
  for (const processor of processors) {
    observeCpu(builder, processor, joinDimensions({ scope: 'processor' }, own, { processor: processor.name }))
  }
  for (const [i, group] of workers.entries()) {
    const end: Dimensions = facts.isNetwork ? { end: facts.clients.has(group) ? 'client' : 'server' } : {}
    const name: Dimensions = group.row ? { worker: group.row.name, workerIndex: i + 1 } : {}
    const worker = joinDimensions(own, name, end)
    if (group.row) {
      const spec: Dimensions = group.row.spec === '' ? {} : { spec: group.row.spec }
      const dimensions = joinDimensions({ scope: 'worker' }, worker, spec)
      observeIos(builder, group.row, dimensions, agreeingTimes(group.row, [group.row]))
      observeHistogram(builder, group.row, dimensions)
    }
    for (const [k, target] of group.targets.entries()) {
      const scope = target.kind === 'NETWORK' ? 'network' : target.kind === 'DISK' ? 'disk' : 'target'
      const name: Dimensions = scope === 'network' ? { connection: target.name } : { disk: target.name }
      // Raw ticks and bins of these rows are the worker's.
      observeIos(builder, target, joinDimensions({ scope }, worker, name, { targetIndex: k + 1 }), null)
    }
  }
}
