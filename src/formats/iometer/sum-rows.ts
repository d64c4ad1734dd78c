/** The sum of WORKER rows as Iometer makes it, and which workers to leave out of it. */
import { at, type Column } from './columns.ts'
import type { Row } from './row.ts'

/** Whether `name` is the client of a network server: `[Worker 9]` beside `Worker 9`. */
export function isClientName(name: string, names: ReadonlySet<string | undefined>): boolean {
  const inner = /^\[(.*)\]$/.exec(name)?.[1]
  return inner !== undefined && names.has(inner)
}

const summed: Column[] = [
  ...(['disks', 'iops', 'readIops', 'writeIops', 'mib', 'readMib', 'writeMib', 'mb', 'readMb', 'writeMb'] as const),
  ...(['transactions', 'connectionRate', 'errors', 'readErrors', 'writeErrors', 'bytesRead', 'bytesWritten'] as const),
  ...(['readIos', 'writeIos', 'connections'] as const),
]
const largest: Column[] = ['maxTime', 'maxReadTime', 'maxWriteTime', 'maxTransactionTime', 'maxConnectionTime']
const weighted: [Column, Column][] = [
  ['time', 'iops'],
  ['readTime', 'readIops'],
  ['writeTime', 'writeIops'],
  ['transactionTime', 'transactions'],
  ['connectionTime', 'connectionRate'],
]

/** The sum of workers as Iometer makes it; processors and network counters stay those of the machines (`all`). */
export function sumRows(rows: Row[], all: Row | null): Row {
  const values = all ? all.values.slice() : rows[0]!.values.slice().fill(NaN)
  const of = (column: number): number[] => rows.map((row) => row.values[column]!)
  for (let i = 0; i < values.length; i++) if (i > at.retransmits) values[i] = sum(of(i))
  for (const column of summed) values[at[column]] = sum(of(at[column]))
  for (const column of largest) values[at[column]] = Math.max(...of(at[column]))
  for (const [column, weight] of weighted) {
    const total = sum(of(at[weight]))
    const product = sum(rows.map((row) => row.values[at[column]]! * row.values[at[weight]]!))
    values[at[column]] = total === 0 ? 0 : product / total
  }
  return { ...rows[0]!, kind: 'ALL', name: 'All', spec: all?.spec ?? '', values }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
