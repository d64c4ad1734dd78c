/** Numbers of one row that follow from others of the same row. */
import { at, binCount, firstBin, type Column } from '../iometer/columns.ts'
import { slowestBinned } from '../iometer/histogram.ts'
import { countOf } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import { blockSizeOf, type AccessSpec } from '../iometer/spec.ts'
import { compare, printed, type CheckContext } from './compare.ts'
import { preciseTimes, secondsOf } from './facts.ts'

const decimals: [Column, Column][] = [
  ['mb', 'mib'],
  ['readMb', 'readMib'],
  ['writeMb', 'writeMib'],
]

/** Totals, reads and writes; binary and decimal; rate, size and bytes; bins and I/Os. */
export function checkRow(row: Row, specs: readonly AccessSpec[], context: CheckContext): void {
  const value = (column: Column): number => row.values[at[column]]!
  compare(row, 'check-rate-sum', 'IOps', value('iops'), value('readIops') + value('writeIops'), 3 * printed, context)
  compare(row, 'check-rate-sum', 'MBps', value('mib'), value('readMib') + value('writeMib'), 3 * printed, context)
  for (const [decimal, binary] of decimals) {
    compare(row, 'check-decimal-binary', 'decimal MBps', value(decimal), value(binary) * 1.048576, 2 * printed, context)
  }
  compare(row, 'check-rate-sum', 'errors', value('errors'), value('readErrors') + value('writeErrors'), 0.5, context)
  checkMix(row, context)
  // With answers, bytes and transactions are of both.
  const hasReplies = specs.some((spec) => spec.lines.some((line) => line.reply > 0))
  if (specs.length > 0 && !hasReplies) checkWork(row, blockSizeOf(specs), context)
  // DISK and NETWORK rows repeat the bins of their worker.
  const hasBins = row.kind === 'ALL' || row.kind === 'MANAGER' || row.kind === 'WORKER'
  if (hasBins && value('maxTime') / 1000 < slowestBinned) checkBins(row, context)
}

function checkBins(row: Row, context: CheckContext): void {
  let binned = 0
  for (let i = 0; i < binCount; i++) binned += row.values[firstBin + i]!
  compare(row, 'check-histogram-sum', 'the sum of the latency bins', binned, countOf(row.values, 'all'), 0.5, context)
}

/** Without answers a transaction is an I/O; `size` is that of every I/O in bytes, if they have one. */
function checkWork(row: Row, size: number | null, context: CheckContext): void {
  const value = (column: Column): number => row.values[at[column]]!
  for (const [transaction, io] of transactions) {
    compare(row, 'check-transactions', 'transactions (rate or time)', value(transaction), value(io), printed, context)
  }
  if (size === null) return
  const rate = (value('iops') * size) / 2 ** 20
  compare(row, 'check-throughput', 'MBps', value('mib'), rate, printed * (2 + size / 2 ** 20), context)
  const bytes = countOf(row.values, 'all') * size
  compare(row, 'check-bytes', 'bytes', value('bytesRead') + value('bytesWritten'), bytes, 0.5, context)
}

const transactions: [Column, Column][] = [
  ['transactions', 'iops'],
  ['transactionTime', 'time'],
  ['maxTransactionTime', 'maxTime'],
]

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
