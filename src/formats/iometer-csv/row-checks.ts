/** Numbers of one row that follow from others of the same row. */
import { at, binCount, firstBin, type Column } from '../iometer/columns.ts'
import { slowestBinned } from '../iometer/histogram.ts'
import { countOf } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import { blockSizeOf, type AccessSpec } from '../iometer/spec.ts'
import { compare, printed, type CheckContext } from './compare.ts'
import { preciseTimes, secondsOf } from './facts.ts'

/** Totals, reads and writes; binary and decimal; rate, size and bytes; bins and I/Os. */
export function checkRow(row: Row, specs: readonly AccessSpec[], context: CheckContext): void {
  const value = (column: Column): number => row.values[at[column]]!
  compare(row, 'check-rate-sum', 'IOps', value('iops'), value('readIops') + value('writeIops'), 3 * printed, context)
  compare(row, 'check-rate-sum', 'MBps', value('mib'), value('readMib') + value('writeMib'), 3 * printed, context)
  compare(row, 'check-decimal-binary', 'decimal MBps', value('mb'), value('mib') * 1.048576, 2 * printed, context)
  compare(row, 'check-rate-sum', 'errors', value('errors'), value('readErrors') + value('writeErrors'), 0.5, context)
  checkMix(row, context)
  const ios = countOf(row.values, 'all')
  const size = specs.length === 0 ? null : blockSizeOf(specs)
  if (size !== null && specs.every((spec) => spec.lines.every((line) => line.reply === 0))) {
    const rate = (value('iops') * size) / 2 ** 20
    compare(row, 'check-throughput', 'MBps', value('mib'), rate, printed * (2 + size / 2 ** 20), context)
    compare(row, 'check-bytes', 'bytes', value('bytesRead') + value('bytesWritten'), ios * size, 0.5, context)
  }
  // DISK and NETWORK rows repeat the bins of their worker.
  if (
    row.kind === 'DISK' ||
    row.kind === 'NETWORK' ||
    row.kind === 'UNKNOWN' ||
    value('maxTime') / 1000 >= slowestBinned
  )
    return
  let binned = 0
  for (let i = 0; i < binCount; i++) binned += row.values[firstBin + i]!
  compare(row, 'check-histogram-sum', 'the sum of the latency bins', binned, ios, 0.5, context)
}

/** Times of all I/Os against those of reads and writes; work against the load it makes. */
function checkMix(row: Row, context: CheckContext): void {
  const value = (column: Column): number => row.values[at[column]]!
  const [reads, writes] = [value('readIos'), value('writeIos')]
  const mean = (reads * value('readTime') + writes * value('writeTime')) / (reads + writes)
  compare(row, 'check-time-mix', 'average response time', value('time'), mean, 2 * printed, context)
  const max = Math.max(value('maxReadTime'), value('maxWriteTime'))
  compare(row, 'check-time-mix', 'maximum response time', value('maxTime'), max, printed, context)
  const effectiveness = value('iops') / value('cpu')
  // A load of 0.01 % is printed with two digits only.
  const tolerance = printed + effectiveness * (printed / value('cpu'))
  if (value('cpu') > 0)
    compare(
      row,
      'check-effectiveness',
      'CPU effectiveness',
      value('cpuEffectiveness'),
      effectiveness,
      tolerance,
      context,
    )
}

/** Printed times against raw ticks, and rates against counters. */
export function checkTimes(row: Row, context: CheckContext): void {
  const precise = preciseTimes([row])
  for (const column of ['time', 'readTime', 'writeTime', 'maxTime', 'maxReadTime', 'maxWriteTime'] as const) {
    if (precise[column] === null) continue
    compare(
      row,
      'check-ticks',
      `${column} in ms`,
      row.values[at[column]]!,
      precise[column] * 1000,
      2 * printed,
      context,
    )
  }
}

export function checkRate(row: Row, context: CheckContext): void {
  const seconds = secondsOf(row)
  if (seconds === null) return
  compare(
    row,
    'check-counter-rate',
    'IOps',
    row.values[at.iops]!,
    countOf(row.values, 'all') / seconds,
    2 * printed,
    context,
  )
}
