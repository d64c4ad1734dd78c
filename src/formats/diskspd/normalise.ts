/** From a timespan to a run: shared by both forms of output. */
import { RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import type { Cell, Measured, PercentileRow, Target, Totals } from './measured.ts'

export function buildRun(measured: Measured, index: number, source: Source): Run {
  const builder = new RunBuilder(source, {
    benchmark: 'diskspd',
    tool: 'diskspd',
    toolVersion: measured.version,
    system: measured.computer,
    index,
    line: measured.line,
  })
  builder.period(measured.start, null)
  describe(builder, measured)
  judge(builder, measured, source)
  observeTotals(builder, measured.totals, measured.seconds, {})
  observePercentiles(builder, measured.percentiles, measured.totals, {})
  if (measured.cpu) builder.observe('cpuUtilization', measured.cpu.value, 'ratio', { line: measured.cpu.line })
  for (const [target, totals] of measured.targetTotals) {
    observeTotals(builder, totals, measured.seconds, { target })
    observePercentiles(builder, measured.targetPercentiles.get(target) ?? [], totals, { target })
  }
  for (const { operation, times, values, line } of measured.series) {
    const name = operation === 'all' ? 'I/O per s' : operation === 'read' ? 'Reads per s' : 'Writes per s'
    builder.series({ metric: 'iops', name, unit: '1/s', dimensions: { operation }, times, values, line })
  }
  return builder.build()
}

function describe(builder: RunBuilder, measured: Measured): void {
  const { targets } = measured
  builder
    .setting('startIs', measured.start ? 'start of diskspd, before warm-up' : null)
    .setting('commandLine', measured.commandLine)
    .setting('durationSeconds', measured.duration)
    .setting('warmupSeconds', measured.warmup)
    .setting('cooldownSeconds', measured.cooldown)
    .setting('measuredSeconds', measured.seconds.value)
    .setting('threads', measured.threads)
    .setting('targets', targets.length === 0 ? null : targets.length)
    .setting('paths', targets.length === 0 ? null : targets.map(({ path }) => path).join(' | '))
  const caching = new Set(targets.map((target) => target.caching))
  builder.setting('caching', caching.size === 1 ? targets[0]!.caching : null)
  const common = (name: string, read: (target: Target) => number | null): void => {
    const values = new Set(targets.map(read))
    const [value] = values
    if (values.size === 1 && value !== undefined && value !== null) builder.dimension(name, value)
  }
  common('blockSize', ({ blockSize }) => blockSize)
  common('readShare', ({ writeShare }) => (writeShare === null ? null : 1 - writeShare))
  common('randomShare', ({ randomShare }) => randomShare)
  common('queueDepth', ({ queueDepth }) => queueDepth)
  if (measured.threads !== null) builder.dimension('threads', measured.threads)
  if (targets.length > 0) builder.dimension('targets', targets.length)
}

function judge(builder: RunBuilder, measured: Measured, source: Source): void {
  for (const fault of measured.faults) builder.invalid(fault)
  for (const remark of measured.remarks) builder.remark(remark)
  const { seconds, duration } = measured
  if (seconds.value !== null && duration !== null && seconds.value < 0.95 * duration) {
    builder.invalid(`The test ran ${seconds.value} s of ${duration} s: it was stopped early.`)
  }
  if (measured.totals.length > 0 || measured.faults.length > 0) return
  builder.invalid('No I/O was done.')
  source.problems.warning('no-io', 'Unexpected timespan without any I/O, expected reads or writes', {
    line: measured.line,
    hint: 'The test failed or was stopped before it began. Look at the messages of diskspd and run it again.',
  })
}

function observeTotals(builder: RunBuilder, totals: Totals[], seconds: Cell, dimensions: Dimensions): void {
  const perSecond = ({ value, line }: Cell): Cell => {
    // A rate over less than a millisecond is none.
    return {
      value: value === null || seconds.value === null || seconds.value < 1e-3 ? null : value / seconds.value,
      line,
    }
  }
  for (const { operation, ios, bytes, iops, throughput, responseTime, responseTimeStddev, iopsStddev } of totals) {
    const own = { ...dimensions, operation }
    const rate = iops ?? perSecond(ios)
    const bandwidth = throughput ?? perSecond(bytes)
    builder.observe('iops', rate.value, '1/s', { dimensions: own, line: rate.line })
    builder.observe('throughput', bandwidth.value, 'B/s', { dimensions: own, line: bandwidth.line })
    if (responseTime) {
      builder.observe('responseTime', responseTime.value, 's', { dimensions: own, line: responseTime.line })
    }
    if (responseTimeStddev) {
      const { value, line } = responseTimeStddev
      builder.observe('responseTimeStddev', value, 's', { dimensions: own, line })
    }
    if (iopsStddev) builder.observe('iopsStddev', iopsStddev.value, '1/s', { dimensions: own, line: iopsStddev.line })
    builder.observe('ioCount', ios.value, '1', { dimensions: own, line: ios.line })
    builder.observe('bytes', bytes.value, 'B', { dimensions: own, line: bytes.line })
  }
}

function observePercentiles(
  builder: RunBuilder,
  rows: PercentileRow[],
  totals: Totals[],
  dimensions: Dimensions,
): void {
  for (const { operation } of totals) {
    const own = { ...dimensions, operation }
    for (const { percentile, values, line } of rows) {
      const value = values.get(operation) ?? null
      if (value === null) continue
      if (percentile === 0) builder.observe('responseTimeMin', value, 's', { dimensions: own, line })
      else if (percentile === 100) builder.observe('responseTimeMax', value, 's', { dimensions: own, line })
      else builder.observe('responseTimePercentile', value, 's', { dimensions: { ...own, percentile }, line })
    }
  }
}
