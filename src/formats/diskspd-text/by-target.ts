/** Rows of the thread tables summed by target: text has no totals of single targets. */
import { groupBy } from '../group-by.ts'
import type { Cell, Operation, Totals } from '../diskspd/measured.ts'
import { operations } from '../diskspd/measured.ts'
import { numberAt } from './measure.ts'
import type { Row, Table } from './report.ts'

/** By path; empty with a single target. */
export function totalsByTarget(tables: ReadonlyMap<Operation, Table>): Map<string, Totals[]> {
  const paths = new Set([...tables.values()].flatMap(({ rows }) => rows.map(pathOf)))
  const totals = new Map<string, Totals[]>()
  if (paths.size < 2) return totals
  for (const path of paths) totals.set(path, [])
  for (const operation of operations) {
    const byPath = groupBy(tables.get(operation)?.rows ?? [], pathOf)
    for (const [path, rows] of byPath) {
      const sum = sumRows(operation, rows)
      if (sum.ios.value !== 0) totals.get(path)!.push(sum)
    }
  }
  return totals
}

/** `E:\test.dat (496GiB)` without the size. */
function pathOf(row: Row): string {
  return (row.cells.get('file') ?? '').replace(/ \(\d+\w*\)$/, '')
}

function sumRows(operation: Operation, rows: Row[]): Totals {
  const { line } = rows[0]!
  const sum = (column: string, factor = 1): Cell => {
    const values = rows.map((row) => numberAt(row, column))
    const value = values.includes(null) ? null : values.reduce((total: number, one) => total + one! * factor, 0)
    return { value, line }
  }
  const mib = rows[0]!.cells.has('mib/s') ? 'mib/s' : 'mb/s'
  return {
    operation,
    ios: sum('i/os'),
    bytes: sum('bytes'),
    iops: sum('i/o per s'),
    throughput: sum(mib, 2 ** 20),
    responseTime: rows[0]!.cells.has('avglat') ? { value: meanTime(rows), line } : null,
    responseTimeStddev: null,
    iopsStddev: null,
  }
}

/** In seconds, each row with its I/Os as weight. */
function meanTime(rows: Row[]): number | null {
  let sum = 0
  let weights = 0
  for (const row of rows) {
    const [ios, mean] = [numberAt(row, 'i/os'), numberAt(row, 'avglat')]
    if (ios === null || (mean === null && ios > 0)) return null
    sum += (ios * (mean ?? 0)) / 1000
    weights += ios
  }
  return weights === 0 ? null : sum / weights
}
