/**
 * Iometer prints many numbers twice: totals and their parts, rates and counters, times and ticks. Each pair is compared;
 * a difference beyond what printing explains is reported with both numbers, since one of them is wrong.
 */
import type { ProblemSink } from '../../problems.ts'
import { at, binCount, firstBin, type Column } from '../iometer/columns.ts'
import { countOf, type PreciseTimes } from '../iometer/observe.ts'
import type { Row } from '../iometer/row.ts'
import { isSteady, type AccessSpec } from '../iometer/spec.ts'
import type { ResultBlock, WorkerGroup } from './block.ts'
import { compare, printed, type CheckContext } from './compare.ts'
import { preciseTimes, type BlockFacts } from './facts.ts'
import { checkRate, checkRow, checkTimes } from './row-checks.ts'

export function checkBlock(block: ResultBlock, facts: BlockFacts, isResaved: boolean, problems: ProblemSink): void {
  const context = { problems, relative: isResaved ? 2e-5 : 1e-9 }
  const specOf = (row: Row): readonly AccessSpec[] => {
    const own = block.specs?.byName.get(row.spec)
    return own ? [own] : facts.specs.length === 1 ? facts.specs : []
  }
  if (block.all) checkRow(block.all, facts.specs, context)
  if (facts.total && !block.series.isQt) checkLittle(facts, facts.total, context)
  if (block.isThinned) return
  const managers = block.managers.flatMap(({ row }) => row ?? [])
  checkCounts(block, facts, problems)
  if (block.all?.values[at.managers] === managers.length) {
    checkSums(block.all, managers, context)
    checkLoad(block.all, managers, context)
    checkSettings(block.all, managers, ['workers', 'disks'], context)
  }
  for (const { row, workers, processors } of block.managers) {
    if (row) {
      checkRow(row, specOf(row), context)
      checkTimes(row, context)
      if (processors.length > 0) {
        checkLoad(row, processors, context)
        checkInterrupts(row, processors, context)
      }
    }
    const rows = workers.flatMap((worker) => worker.row ?? [])
    const servers = workers.flatMap((worker) => (worker.row && !facts.clients.has(worker) ? worker.row : []))
    if (row && rows.length > 0 && servers.length === row.values[at.workers]) {
      checkSums(row, rows, context)
      checkSettings(row, servers, ['disks'], context)
    }
    for (const worker of workers) {
      if (!worker.row) continue
      checkRow(worker.row, specOf(worker.row), context)
      checkTimes(worker.row, context)
      checkRate(worker.row, context)
      for (const target of worker.targets) checkRow(target, specOf(worker.row), context)
      const disks = worker.targets.filter(({ kind }) => kind === 'DISK')
      if (disks.length > 0 && disks.length === worker.row.values[at.disks]) checkSums(worker.row, disks, context, false)
    }
  }
}

/** Rows that the row above counts and that are not there, although others of their kind are. */
function checkCounts(block: ResultBlock, facts: BlockFacts, problems: ProblemSink): void {
  // A log that breaks off has been reported.
  if (block.isCut) return
  const servers = (workers: WorkerGroup[]): number => workers.filter((one) => one.row && !facts.clients.has(one)).length
  const check = (row: Row | null, column: Column, kind: string, count: number): void => {
    const expected = row?.values[at[column]] ?? NaN
    if (!row || count === 0 || !(count < expected)) return
    problems.error(
      'missing-rows',
      `Unexpected ${count} ${kind} rows below ${row.kind} row "${row.name}", expected ${expected}`,
      {
        ...{ line: row.line, actual: String(count), expected: String(expected) },
        hint: 'Rows are lost or damaged; what is there is kept. Copy the log again.',
      },
    )
  }
  const managers = block.managers.flatMap(({ row }) => row ?? [])
  check(block.all, 'managers', 'MANAGER', managers.length)
  if (managers.length === 0)
    check(block.all, 'workers', 'WORKER', servers(block.managers.flatMap(({ workers }) => workers)))
  for (const { row, workers } of block.managers) {
    check(row, 'workers', 'WORKER', servers(workers))
    for (const worker of workers) {
      const disks = worker.targets.filter(({ kind }) => kind === 'DISK').length
      check(worker.row, 'disks', 'DISK', disks)
    }
  }
}

const sums: [Column, string][] = [
  ['iops', 'IOps'],
  ['readIops', 'Read IOps'],
  ['writeIops', 'Write IOps'],
  ['mib', 'MBps'],
  ['errors', 'errors'],
  ['bytesRead', 'bytes read'],
  ['bytesWritten', 'bytes written'],
  ['readIos', 'read I/Os'],
  ['writeIos', 'write I/Os'],
]
const machineSums: [Column, string][] = [
  ['interrupts', 'interrupts per second'],
  ['packets', 'packets per second'],
]

/** A row against the rows it sums up: rates and counters add, the longest response is the longest of all. */
function checkSums(total: Row, parts: Row[], context: CheckContext, hasBins = true): void {
  const tolerance = printed * (parts.length + 1)
  const sumOf = (column: number): number => parts.reduce((sum, { values }) => sum + values[column]!, 0)
  for (const [column, name] of [...sums, ...(total.kind === 'ALL' ? machineSums : [])]) {
    compare(total, 'check-row-sum', name, total.values[at[column]]!, sumOf(at[column]), tolerance, context)
  }
  const max = Math.max(...parts.map(({ values }) => values[at.maxTime]!))
  compare(total, 'check-row-max', 'maximum response time', total.values[at.maxTime]!, max, 2 * printed, context)
  if (!hasBins) return
  for (let i = firstBin; i < firstBin + binCount; i++) {
    compare(total, 'check-row-sum', `latency bin ${i - firstBin + 1}`, total.values[i]!, sumOf(i), 0.5, context)
  }
}

/** Counts add up, and a queue depth that a row has (it is -1 where they differ) is that of all its parts. */
function checkSettings(total: Row, parts: Row[], counts: Column[], context: CheckContext): void {
  for (const column of counts) {
    const sum = parts.reduce((all, { values }) => all + values[at[column]]!, 0)
    compare(total, 'check-row-sum', `# ${column}`, total.values[at[column]]!, sum, 0.5, context)
  }
  const depth = total.values[at.queueDepth]!
  if (!(depth >= 0)) return
  for (const part of parts) {
    compare(part, 'check-queue-depth', 'queue depth', part.values[at.queueDepth]!, depth, 0.5, context)
  }
}

const loads: [Column, string][] = [
  ['cpu', '% CPU utilization'],
  ['cpuUser', '% user time'],
  ['cpuPrivileged', '% privileged time'],
  ['cpuDpc', '% DPC time'],
  ['cpuInterrupt', '% interrupt time'],
]

/** The load of a machine is the plain mean of its processors, that of all the mean of the machines. */
function checkLoad(total: Row, parts: Row[], context: CheckContext): void {
  for (const [column, name] of loads) {
    const mean = parts.reduce((sum, { values }) => sum + values[at[column]]!, 0) / parts.length
    compare(total, 'check-cpu-mean', name, total.values[at[column]]!, mean, 2 * printed, context)
  }
}

function checkInterrupts(total: Row, processors: Row[], context: CheckContext): void {
  const sum = processors.reduce((all, { values }) => all + values[at.interrupts]!, 0)
  const tolerance = printed * (processors.length + 1)
  compare(total, 'check-row-sum', 'interrupts per second', total.values[at.interrupts]!, sum, tolerance, context)
}

/**
 * Little's law: rate times response time is the number of I/Os in flight, and Iometer keeps it at queue depth times
 * targets. More than that cannot be: a column has shifted, a unit is wrong, or a network test counts both ends.
 */
function checkLittle(facts: BlockFacts, total: Row, { problems }: CheckContext): void {
  const { outstanding, specs } = facts
  const inFlight = (total.values[at.iops]! * total.values[at.time]!) / 1000
  const ios = countOf(total.values, 'all')
  if (outstanding === null || outstanding === 0 || specs.length === 0 || !isSteady(specs) || !(ios > 0)) return
  const ratio = inFlight / outstanding
  // I/Os that began before the recording did weigh more the fewer there are.
  const margin = 0.02 + (2 * outstanding) / ios
  const [actual, expected] = [inFlight.toFixed(3), String(outstanding)]
  if (!facts.isNetwork && Math.abs(ratio - 2) <= margin && total.kind === 'ALL') {
    problems.warning(
      'network-double-count',
      `Unexpected ${actual} I/Os in flight, expected ${expected}: the totals may count both ends of a network test`,
      {
        ...{ line: total.line, actual, expected },
        hint: 'The rows of workers would tell. If this is a network test, half of IOps and MBps went over the wire.',
      },
    )
  } else if (ratio > 1 + margin) {
    problems.error(
      'littles-law',
      `Unexpected ${actual} I/Os in flight (IOps × response time), expected at most ${expected} (queue depth × targets)`,
      {
        ...{ line: total.line, actual, expected },
        hint: 'Rate, response time or queue depth is wrong: columns may have shifted, or the log was edited.',
      },
    )
  } else if (ratio < 0.9 - margin) {
    problems.info(
      'queue-not-filled',
      `Unexpected ${actual} I/Os in flight, expected ${expected} (queue depth × targets)`,
      {
        ...{ line: total.line, actual, expected },
        hint: 'The system did not take as many I/Os as configured. Quote the measured queue depth beside the configured one.',
      },
    )
  }
}

/** Times with more digits, where they agree with the printed ones; else those stay. */
export function agreeingTimes(row: Row, sources: Row[]): PreciseTimes | null {
  if (sources.length === 0) return null
  const precise = preciseTimes(sources)
  for (const column of Object.keys(precise) as (keyof PreciseTimes)[]) {
    const value = precise[column]
    if (value !== null && !(Math.abs(value * 1000 - row.values[at[column]]!) <= 3 * printed)) precise[column] = null
  }
  return precise
}
