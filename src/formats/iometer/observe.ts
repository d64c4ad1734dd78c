/**
 * From a row of Iometer's table to observations: canonical units, one observation a value. A blank cell gives none. The
 * mean of no I/Os is `null`, not the 0 that Iometer prints.
 */
import type { RunBuilder } from '../../model/builder.ts'
import type { Dimensions } from '../../model/result.ts'
import { toCanonical, type Unit } from '../../model/units.ts'
import { at, binCount, firstBin, type Column } from './columns.ts'
import { binHighs, binLows } from './histogram.ts'
import type { Row } from './row.ts'

/** Values of more digits than the table prints, in seconds; `null` where the table's own have to do. */
export interface PreciseTimes {
  time: number | null
  readTime: number | null
  writeTime: number | null
  maxTime: number | null
  maxReadTime: number | null
  maxWriteTime: number | null
}

type Operation = 'all' | 'read' | 'write'
const operations: Operation[] = ['all', 'read', 'write']

const iops: Column[] = ['iops', 'readIops', 'writeIops']
const mib: Column[] = ['mib', 'readMib', 'writeMib']
const mb: Column[] = ['mb', 'readMb', 'writeMb']
const means = ['time', 'readTime', 'writeTime'] as const
const maxima = ['maxTime', 'maxReadTime', 'maxWriteTime'] as const
const errors: Column[] = ['errors', 'readErrors', 'writeErrors']

/** What belongs to a processor or to the machine, as percent of one. */
const cpuParts: [string, Column][] = [
  ['cpuUtilization', 'cpu'],
  ['cpuUserTime', 'cpuUser'],
  ['cpuPrivilegedTime', 'cpuPrivileged'],
  ['cpuDpcTime', 'cpuDpc'],
  ['cpuInterruptTime', 'cpuInterrupt'],
]
const machineRates: [string, Column, Unit][] = [
  ['interruptsPerSecond', 'interrupts', '1/s'],
  // I/Os per second for each percent of CPU time, as Iometer defines it.
  ['cpuEffectiveness', 'cpuEffectiveness', '1/s'],
  ['packetsPerSecond', 'packets', '1/s'],
  ['packetErrors', 'packetErrors', '1'],
  ['segmentsRetransmittedPerSecond', 'retransmits', '1/s'],
]

/**
 * As `{ ...a, ...b }`; but of the objects that spreading makes, V8 gives each hidden tables of its own, which take several times
 * the memory of the object.
 */
export function joinDimensions(...parts: readonly Dimensions[]): Dimensions {
  const joined: Dimensions = {}
  for (const part of parts) for (const name of Object.keys(part)) joined[name] = part[name]!
  return joined
}

/** Totals: of the servers of a test, and as printed, where both ends of a network count. */
export const allScope: Dimensions = { scope: 'all' }
export const bothEnds: Dimensions = { scope: 'bothEnds' }

/** Of scopes that all tests have, made once: thousands of tests have a hundred thousand bins. */
const shared = new Map(
  [allScope, bothEnds].map((scope) => [scope, { ofOperations: ofOperations(scope), ofBins: ofBins(scope) }]),
)

function ofOperations(dimensions: Dimensions): Dimensions[] {
  return operations.map((operation) => joinDimensions(dimensions, { operation }))
}

function ofBins(dimensions: Dimensions): Dimensions[] {
  return binLows.map((binLow, i) => {
    const binHigh = binHighs[i] ?? null
    return joinDimensions(dimensions, { binLow }, binHigh === null ? {} : { binHigh })
  })
}

/** I/O rates, times, counters of one row. `dimensions` say whose they are; if brief, only those of reads and writes together. */
export function observeIos(
  builder: RunBuilder,
  row: Row,
  dimensions: Dimensions,
  precise: PreciseTimes | null,
  isBrief = false,
): void {
  const { values, line } = row
  const observe = (metric: string, value: number | null, unit: Unit, own: Dimensions): void => {
    if (value === null || !Number.isNaN(value)) builder.observe(metric, value, unit, { dimensions: own, line })
  }
  const byOperation = shared.get(dimensions)?.ofOperations ?? ofOperations(dimensions)
  for (const [i, operation] of operations.entries()) {
    const own = byOperation[i]!
    const rate = values[at[iops[i]!]]!
    observe('iops', rate, '1/s', own)
    observe('throughput', throughputOf(values, i), 'B/s', own)
    const mean = values[at[means[i]!]]!
    const max = values[at[maxima[i]!]]!
    if (!Number.isNaN(mean))
      observe('responseTime', rate === 0 ? null : (precise?.[means[i]!] ?? mean / 1000), 's', own)
    if (!Number.isNaN(max))
      observe('responseTimeMax', rate === 0 ? null : (precise?.[maxima[i]!] ?? max / 1000), 's', own)
    observe('errors', values[at[errors[i]!]]!, '1', own)
    if (isBrief) return
    observe('ioCount', countOf(values, operation), '1', own)
  }
  observe('bytesRead', values[at.bytesRead]!, 'B', dimensions)
  observe('bytesWritten', values[at.bytesWritten]!, 'B', dimensions)
  observeTransactions(values, (metric, value, unit) => {
    observe(metric, value, unit, dimensions)
  })
}

/** Bytes per second. `MBps` is 2^20 in every version; the decimal columns serve where the binary ones are missing. */
function throughputOf(values: Float64Array, i: number): number {
  const binary = values[at[mib[i]!]]!
  return Number.isNaN(binary) ? values[at[mb[i]!]]! * 1e6 : binary * 2 ** 20
}

export function countOf(values: Float64Array, operation: Operation): number {
  const reads = values[at.readIos]!
  const writes = values[at.writeIos]!
  return operation === 'all' ? reads + writes : operation === 'read' ? reads : writes
}

/** A transaction is a request with its answer; a connection is counted only in connection-rate tests. */
function observeTransactions(
  values: Float64Array,
  observe: (metric: string, value: number | null, unit: Unit) => void,
): void {
  const rate = values[at.transactions]!
  observe('transactionsPerSecond', rate, '1/s')
  const orNull = (rate: number, ms: number): number | null => (Number.isNaN(ms) ? NaN : rate === 0 ? null : ms / 1000)
  observe('transactionTime', orNull(rate, values[at.transactionTime]!), 's')
  observe('transactionTimeMax', orNull(rate, values[at.maxTransactionTime]!), 's')
  if (!(values[at.connections]! > 0) && !(values[at.transactionsPerConnection]! >= 0)) return
  const connections = values[at.connectionRate]!
  observe('connectionsPerSecond', connections, '1/s')
  observe('connectionTime', orNull(connections, values[at.connectionTime]!), 's')
  observe('connectionTimeMax', orNull(connections, values[at.maxConnectionTime]!), 's')
  observe('connectionCount', values[at.connections]!, '1')
}

/** Load of a processor or of a machine; percent become a ratio. If brief, only its utilization. */
export function observeCpu(builder: RunBuilder, row: Row, dimensions: Dimensions, isBrief = false): void {
  const { values, line } = row
  for (const [metric, column] of cpuParts) {
    const value = toCanonical(values[at[column]]!, '%')!.value
    if (!Number.isNaN(value)) builder.observe(metric, value, 'ratio', { dimensions, line })
    if (isBrief) return
  }
  for (const [metric, column, unit] of machineRates) {
    const value = values[at[column]]!
    if (!Number.isNaN(value)) builder.observe(metric, value, unit, { dimensions, line })
  }
}

/**
 * I/Os by response time: `histogramCount` with `binLow` and `binHigh` in seconds. Rows of targets repeat their
 * worker's bins and must not come here.
 */
export function observeHistogram(builder: RunBuilder, row: Row, dimensions: Dimensions): void {
  const byBin = shared.get(dimensions)?.ofBins ?? ofBins(dimensions)
  for (let i = 0; i < binCount; i++) {
    const value = row.values[firstBin + i]!
    if (Number.isNaN(value)) continue
    builder.observe('histogramCount', value, '1', { dimensions: byBin[i]!, line: row.line })
  }
}
