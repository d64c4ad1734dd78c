/**
 * What a test was: read from its own rows, since the file says it nowhere else. The ALL row leaves blank (or -1) what its
 * workers do not share, and sometimes what they do; then the rows below and the specification block have the answer.
 */
import { at, type Column } from '../iometer/columns.ts'
import { countOf, type PreciseTimes } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import type { AccessSpec } from '../iometer/spec.ts'
import { isClientName, sumRows } from '../iometer/sum-rows.ts'
import type { ManagerGroup, ResultBlock, WorkerGroup } from './block.ts'

export interface BlockFacts {
  /** Names of the access specifications that ran. */
  specNames: string[]
  /** Their content; empty when the file does not hold it. */
  specs: AccessSpec[]
  /** I/Os in flight per target; `null` when workers differ. */
  queueDepth: number | null
  /** Configured I/Os in flight over all targets; `null` when unknown. */
  outstanding: number | null
  /** Recording time of the test, from raw ticks; `null` when no row has them. */
  seconds: number | null
  /** Some workers talk over a network: totals count both ends. */
  isNetwork: boolean
  /** Network clients: the far ends of the connections. */
  clients: ReadonlySet<WorkerGroup>
  /** What the test moved, each transfer once: the ALL row, or the sum of the servers of a network test. */
  total: Row | null
  /** No worker was active. */
  isIdle: boolean
}

export function findFacts(block: ResultBlock): BlockFacts {
  const workers = block.managers.flatMap((manager) => manager.workers)
  const clients = findClients(workers)
  const servers = workers.filter((worker) => !clients.has(worker))
  const isNetwork = clients.size > 0 || workers.some(({ targets }) => targets.some(({ kind }) => kind === 'NETWORK'))
  const serverRows = servers.flatMap(({ row }) => row ?? [])
  const specNames = findSpecNames(block, serverRows)
  const specs = findSpecs(block, specNames)
  const total = isNetwork && serverRows.length > 0 ? sumRows(serverRows, block.all) : block.all
  const queueDepth = findQueueDepth(total, serverRows)
  return {
    specNames,
    specs,
    queueDepth,
    isNetwork,
    clients,
    total,
    outstanding: findOutstanding(total, serverRows, queueDepth),
    seconds: findSeconds(block.managers, workers),
    isIdle: block.all !== null && block.all.values[at.workers] === 0,
  }
}

/** All of them or none. */
function findSpecs({ specs }: ResultBlock, names: string[]): AccessSpec[] {
  if (!specs) return []
  const found = names.flatMap((name) => specs.byName.get(name) ?? [])
  if (found.length !== names.length) return []
  // One array for all tests of a block that has no others.
  return found.every((spec, i) => spec === specs.specs[i]) && found.length === specs.specs.length ? specs.specs : found
}

/** `[Worker 9]` is the client of the server `Worker 9`. Somebody may also call a disk worker so: that one has disks. */
function findClients(workers: WorkerGroup[]): ReadonlySet<WorkerGroup> {
  const names = new Set(workers.map(({ row }) => row?.name))
  const clients = workers.filter(({ row, targets }) => {
    return row !== null && isClientName(row.name, names) && !targets.some(({ kind }) => kind === 'DISK')
  })
  return clients.length === 0 ? nobody : new Set(clients)
}

const nobody: ReadonlySet<WorkerGroup> = new Set()

function findSpecNames(block: ResultBlock, workers: Row[]): string[] {
  const listed = (block.specs?.specs ?? []).map(({ name }) => name)
  const managers = block.managers.flatMap(({ row }) => row ?? [])
  for (const rows of [block.all ? [block.all] : [], workers.filter(isActive), managers]) {
    const names = new Set(rows.map(({ spec }) => spec))
    // One blank name among several means that the rows below differ.
    if (names.size > 0 && ![...names].some((name) => name === '' || name === '***ERROR***')) return [...names]
  }
  return listed
}

function isActive(row: Row): boolean {
  return row.values[at.iops] !== 0 || row.spec !== ''
}

function findQueueDepth(total: Row | null, workers: Row[]): number | null {
  const depth = total?.values[at.queueDepth] ?? NaN
  if (depth >= 0) return depth
  const depths = new Set(workers.filter(isActive).map(({ values }) => values[at.queueDepth]!))
  const [first = NaN] = depths
  return depths.size === 1 && first >= 0 ? first : null
}

function findOutstanding(total: Row | null, workers: Row[], queueDepth: number | null): number | null {
  let sum = 0
  for (const { values } of workers) sum += values[at.queueDepth]! * values[at.disks]!
  if (workers.length > 0 && !Number.isNaN(sum)) {
    return workers.every(({ values }) => values[at.queueDepth]! >= 0) ? sum : null
  }
  const product = (queueDepth ?? NaN) * (total?.values[at.disks] ?? NaN)
  return Number.isNaN(product) ? null : product
}

function findSeconds(managers: ManagerGroup[], workers: WorkerGroup[]): number | null {
  const seconds = [...managers, ...workers].flatMap(({ row }) => (row ? (secondsOf(row) ?? []) : []))
  return seconds.length === 0 ? null : Math.max(...seconds)
}

/** Recording time of a MANAGER or WORKER row: ticks over ticks per second. */
export function secondsOf({ values }: Row): number | null {
  const seconds = values[at.rawRunTime]! / values[at.processorSpeed]!
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** Response times from raw ticks, in seconds: the table prints 6 decimals of a millisecond. */
export function preciseTimes(rows: Row[]): PreciseTimes {
  const seconds = (column: Column): number =>
    sum(rows.map(({ values }) => values[at[column]]! / values[at.processorSpeed]!))
  const count = (operation: 'read' | 'write'): number => sum(rows.map(({ values }) => countOf(values, operation)))
  const max = (column: Column): number =>
    Math.max(...rows.map(({ values }) => values[at[column]]! / values[at.processorSpeed]!))
  const [read, write, reads, writes] = [seconds('rawReadTime'), seconds('rawWriteTime'), count('read'), count('write')]
  const [maxRead, maxWrite] = [max('rawMaxReadTime'), max('rawMaxWriteTime')]
  return {
    time: finite((read + write) / (reads + writes)),
    readTime: finite(read / reads),
    writeTime: finite(write / writes),
    maxTime: finite(Math.max(maxRead, maxWrite)),
    maxReadTime: finite(maxRead),
    maxWriteTime: finite(maxWrite),
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
