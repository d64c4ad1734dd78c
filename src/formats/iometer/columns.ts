/**
 * The columns of Iometer's result tables. Three released layouts and several interim builds exist; versions do not tell
 * them apart (1.1.0-rc1 and 1.1.0 both say `1.1.0`), so columns are found by the text of their header:
 *
 * - A, 56 columns, to 2010.02.07: `MBps` (which is binary, 2^20, although it does not say so)
 * - B, 59 columns, 1.1.0-rc1: `MBps (Binary)` and `MBps (Decimal)`; rows of processors sit three columns too far left
 * - interim, 59 columns, builds of 2011 to 2013: `MiBps (Binary)`, rows of processors where they belong
 * - C, 80 columns, 1.1.0: `MiBps (Binary)` and 21 latency bins
 */
import type { ProblemSink } from '../../problems.ts'
import type { Cells } from './cells.ts'

/** Columns that hold numbers, in the order in which a row keeps its values. Times in ms, raw times in ticks. */
const namedColumns = [
  'managers',
  'workers',
  'disks',
  'iops',
  'readIops',
  'writeIops',
  'mib',
  'readMib',
  'writeMib',
  'mb',
  'readMb',
  'writeMb',
  'transactions',
  'connectionRate',
  'time',
  'readTime',
  'writeTime',
  'transactionTime',
  'connectionTime',
  'maxTime',
  'maxReadTime',
  'maxWriteTime',
  'maxTransactionTime',
  'maxConnectionTime',
  'errors',
  'readErrors',
  'writeErrors',
  'bytesRead',
  'bytesWritten',
  'readIos',
  'writeIos',
  'connections',
  'transactionsPerConnection',
  'rawReadTime',
  'rawWriteTime',
  'rawTransactionTime',
  'rawConnectionTime',
  'rawMaxReadTime',
  'rawMaxWriteTime',
  'rawMaxTransactionTime',
  'rawMaxConnectionTime',
  'rawRunTime',
  'startingSector',
  'maximumSize',
  'queueDepth',
  'cpu',
  'cpuUser',
  'cpuPrivileged',
  'cpuDpc',
  'cpuInterrupt',
  'processorSpeed',
  'interrupts',
  'cpuEffectiveness',
  'packets',
  'packetErrors',
  'retransmits',
] as const

export type Column = (typeof namedColumns)[number]

/** Where a row keeps the value of a column. */
export const at = Object.fromEntries(namedColumns.map((column, i) => [column, i])) as Record<Column, number>
/** The 21 latency bins follow the named columns. */
export const firstBin = namedColumns.length
export const binCount = 21
export const valueCount = firstBin + binCount

/** Columns in which -1 has a meaning: ambiguous, or not this kind of test. */
export const signedColumns: ReadonlySet<number> = new Set([
  at.transactionsPerConnection,
  at.startingSector,
  at.maximumSize,
  at.queueDepth,
])

type LayoutId = 'A' | 'B' | 'interim' | 'C'

export interface Layout {
  id: LayoutId
  /** Cells of a whole row. */
  width: number
  /** 0-based positions of the columns that are no numbers; -1 where there is none. */
  type: number
  name: number
  spec: number
  stamp: number
  /** Position of `% CPU Utilization`: where the first value of a PROCESSOR row belongs. */
  cpu: number
  /** For each cell where its value goes in a row; -1 for a cell that is no number. */
  fields: Int16Array
}

const times = ['', 'Read ', 'Write ']
const kinds = ['Response', 'Read Response', 'Write Response', 'Transaction', 'Connection']
const timeColumns: Column[] = ['time', 'readTime', 'writeTime', 'transactionTime', 'connectionTime']
const maxColumns: Column[] = ['maxTime', 'maxReadTime', 'maxWriteTime', 'maxTransactionTime', 'maxConnectionTime']
const rawColumns: Column[] = ['rawReadTime', 'rawWriteTime', 'rawTransactionTime', 'rawConnectionTime']
const rawMaxColumns: Column[] = ['rawMaxReadTime', 'rawMaxWriteTime', 'rawMaxTransactionTime', 'rawMaxConnectionTime']
const bins = [
  ...['0 to 50 uS', '50 to 100 uS', '100 to 200 uS', '200 to 500 uS', '0.5 to 1 mS', '1 to 2 mS', '2 to 5 mS'],
  ...['5 to 10 mS', '10 to 15 mS', '15 to 20 mS', '20 to 30 mS', '30 to 50 mS', '50 to 100 mS', '100 to 200 mS'],
  ...['200 to 500 mS', '0.5 to 1 S', '1 to 2 s', '2 to 4.7 s', '4.7 to 5 s', '5 to 10 s', '>= 10 s'],
]

type TextColumn = 'type' | 'name' | 'spec' | 'stamp' | 'ignored'

/** Header text in lower case → column. The second half are the names of the Qt rewrite's first builds. */
const headers = new Map<string, Column | TextColumn | number>([
  ['timestamp', 'stamp'],
  ["'target type", 'type'],
  ['target name', 'name'],
  ['access specification name', 'spec'],
  ['# managers', 'managers'],
  ['# workers', 'workers'],
  ['# disks', 'disks'],
  ...times.flatMap((time, i): [string, Column][] => [
    [`${time}iops`.toLowerCase(), (['iops', 'readIops', 'writeIops'] as const)[i]!],
    [`${time}mbps`.toLowerCase(), (['mib', 'readMib', 'writeMib'] as const)[i]!],
    [`${time}mbps (binary)`.toLowerCase(), (['mib', 'readMib', 'writeMib'] as const)[i]!],
    [`${time}mibps (binary)`.toLowerCase(), (['mib', 'readMib', 'writeMib'] as const)[i]!],
    [`${time}mbps (decimal)`.toLowerCase(), (['mb', 'readMb', 'writeMb'] as const)[i]!],
  ]),
  ['transactions per second', 'transactions'],
  ['connections per second', 'connectionRate'],
  ...kinds.flatMap((kind, i): [string, Column][] => [
    [`average ${kind} time`.toLowerCase(), timeColumns[i]!],
    [`maximum ${kind} time`.toLowerCase(), maxColumns[i]!],
    [`average ${i === 0 ? 'i/o response' : kind} time (ms)`.toLowerCase(), timeColumns[i]!],
    [`maximum ${i === 0 ? 'i/o response' : kind} time (ms)`.toLowerCase(), maxColumns[i]!],
  ]),
  ['errors', 'errors'],
  ['read errors', 'readErrors'],
  ['write errors', 'writeErrors'],
  ['bytes read', 'bytesRead'],
  ['bytes written', 'bytesWritten'],
  ['read i/os', 'readIos'],
  ['write i/os', 'writeIos'],
  ['connections', 'connections'],
  ['transactions per connection', 'transactionsPerConnection'],
  ...kinds.slice(1).flatMap((kind, i): [string, Column][] => [
    [`total raw ${kind} time`.toLowerCase(), rawColumns[i]!],
    [`maximum raw ${kind} time`.toLowerCase(), rawMaxColumns[i]!],
  ]),
  ['total raw run time', 'rawRunTime'],
  ['starting sector', 'startingSector'],
  ['maximum size', 'maximumSize'],
  ['queue depth', 'queueDepth'],
  ['% cpu utilization', 'cpu'],
  ['% user time', 'cpuUser'],
  ['% privileged time', 'cpuPrivileged'],
  ['% dpc time', 'cpuDpc'],
  ['% interrupt time', 'cpuInterrupt'],
  ['processor speed', 'processorSpeed'],
  ['interrupts per second', 'interrupts'],
  ['cpu effectiveness', 'cpuEffectiveness'],
  ['packets/second', 'packets'],
  ['packet errors', 'packetErrors'],
  ['segments retransmitted/second', 'retransmits'],
  ...bins.map((bin, i): [string, number] => [bin.toLowerCase(), firstBin + i]),
  ['manager', 'ignored'],
  ['workers', 'workers'],
  ['managers', 'managers'],
  ['targets', 'disks'],
  ['cpu % utilization (total)', 'cpu'],
  ['cpu % user', 'cpuUser'],
  ['cpu % privileged', 'cpuPrivileged'],
  ['cpu % dpc', 'cpuDpc'],
  ['cpu % interrupt', 'cpuInterrupt'],
  ['cpu interrupts/sec', 'interrupts'],
])

/** Columns that every layout since 2001 has. */
const required: Column[] = ['iops', 'mib', 'time', 'maxTime', 'errors']

/**
 * The layout of a table from its header. A column without a known name is reported and left unread, and so is a
 * missing one; `null` when the row is no header at all.
 */
export function readLayout(cells: Cells, problems: ProblemSink): Layout | null {
  let width = cells.count
  // A spreadsheet pads all rows to the widest.
  while (width > 0 && cells.isBlank(width - 1)) width--
  const layout: Layout = {
    ...{ id: 'A', width, type: -1, name: -1, spec: -1, stamp: -1, cpu: -1 },
    fields: new Int16Array(width).fill(-1),
  }
  const seen = new Set<number>()
  const names = new Set<string>()
  for (let i = 0; i < width; i++) {
    const name = cells.text(i).trim().toLowerCase()
    names.add(name)
    const column = headers.get(name)
    if (column === undefined) {
      reportUnknownColumn(cells, i, problems)
    } else if (column === 'ignored') {
      continue
    } else if (column === 'type' || column === 'name' || column === 'spec' || column === 'stamp') {
      layout[column] = i
    } else {
      const field = typeof column === 'number' ? column : at[column]
      if (seen.has(field)) reportUnknownColumn(cells, i, problems)
      else layout.fields[i] = field
      seen.add(field)
    }
  }
  if (layout.type === -1 || layout.name === -1) return null
  layout.cpu = layout.fields.indexOf(at.cpu)
  layout.id = seen.has(firstBin) ? 'C' : names.has('mibps (binary)') ? 'interim' : seen.has(at.mb) ? 'B' : 'A'
  for (const column of required) {
    if (seen.has(at[column]) || (column === 'mib' && seen.has(at.mb))) continue
    problems.error('missing-column', `Unexpected header without the column of ${column}, expected it in every layout`, {
      line: cells.line,
      expected: column,
      hint: 'The header may be damaged. Compare it with another result file of the same Iometer version.',
    })
  }
  return layout
}

function reportUnknownColumn(cells: Cells, i: number, problems: ProblemSink): void {
  const actual = cells.text(i).trim()
  problems.error(
    'unknown-column',
    `Unexpected column "${actual}", expected one of Iometer's; its values are not read`,
    {
      line: cells.line,
      column: cells.column(i),
      actual,
      hint: 'The header may be damaged, or a new version has renamed the column.',
    },
  )
}
