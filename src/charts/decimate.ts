/**
 * Thins a long series to what a chart can show: of all points in one pixel column the lowest and the highest, in their
 * order. A gap stays a gap.
 */
import type { Row } from './layout.ts'

/** A point of a line; `value` null is a gap. */
export interface Point {
  x: number
  value: number | null
}

/**
 * @param xs ascending, finite
 * @param values of the same length; NaN is a missing sample
 * @param columns width of the plot in px
 * @returns at most two points and one gap for each column, x ascending; a series that is short enough is kept whole
 */
export function decimate(xs: ArrayLike<number>, values: ArrayLike<number>, columns: number): Point[] {
  const kept = decimateIndices(xs, values, columns)
  return Array.from(kept, (index) => ({ x: xs[index]!, value: Number.isNaN(values[index]!) ? null : values[index]! }))
}

function decimateIndices(xs: ArrayLike<number>, values: ArrayLike<number>, columns: number): number[] {
  const count = Math.min(xs.length, values.length)
  const width = Math.max(1, Math.floor(columns))
  if (count <= 2 * width) return Array.from({ length: count }, (_, index) => index)
  const start = xs[0]!
  const scale = width / (xs[count - 1]! - start || 1)
  const kept: number[] = []
  let column = -1
  let lowest = -1
  let highest = -1
  let gap = -1
  const flush = (): void => {
    const chosen = new Set([lowest, highest, gap].filter((index) => index >= 0))
    kept.push(...[...chosen].sort((a, b) => a - b))
  }
  for (let index = 0; index < count; index++) {
    const here = Math.min(width - 1, Math.floor((xs[index]! - start) * scale))
    if (here !== column) {
      flush()
      column = here
      lowest = highest = gap = -1
    }
    const value = values[index]!
    if (Number.isNaN(value)) gap = index
    else {
      if (lowest < 0 || value < values[lowest]!) lowest = index
      if (highest < 0 || value > values[highest]!) highest = index
    }
  }
  flush()
  return kept
}

/** The same for rows: each series (the rows with one text in `by`) is thinned by itself; rows keep their order. */
export function decimateRows(
  rows: readonly Row[],
  { x, y, by }: { x: string; y: string; by: string },
  columns: number,
): Row[] {
  const series = new Map<unknown, Row[]>()
  for (const row of rows) {
    const of = series.get(row[by])
    if (of === undefined) series.set(row[by], [row])
    else of.push(row)
  }
  return [...series.values()].flatMap((of) => {
    const xs = Float64Array.from(of, (row) => Number(row[x]))
    const values = Float64Array.from(of, (row) => (typeof row[y] === 'number' ? row[y] : Number.NaN))
    return decimateIndices(xs, values, columns).map((index) => of[index]!)
  })
}
