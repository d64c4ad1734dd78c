import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimate, decimateRows } from '../../src/charts/decimate.ts'

const series = fc
  .array(
    fc.tuple(
      fc.double({ min: 0.001, max: 100, noNaN: true }),
      fc.option(fc.integer({ min: -50, max: 50 }), { freq: 6 }),
    ),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((steps) => {
    let x = 0
    const xs = steps.map(([step]) => (x += step))
    return { xs, values: steps.map(([, value]) => value ?? Number.NaN) }
  })

describe('decimate', () => {
  it('keeps the lowest and the highest of each pixel column, in their order', () => {
    // Columns of x 0–4 and 5–9: lowest 1 at 1, highest 9 at 3; lowest 0 at 8, highest 7 at 5.
    const values = [5, 1, 4, 9, 5, 7, 5, 5, 0, 5]
    expect(decimate([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], values, 2)).toEqual([
      { x: 1, value: 1 },
      { x: 3, value: 9 },
      { x: 5, value: 7 },
      { x: 8, value: 0 },
    ])
  })

  it('keeps at most two points and one gap a column, all of them real, ascending', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 60 }), ({ xs, values }, columns) => {
        const points = decimate(xs, values, columns)
        expect(points.filter((point) => point.value !== null).length).toBeLessThanOrEqual(2 * columns)
        expect(points.length).toBeLessThanOrEqual(3 * columns)
        let last = -Infinity
        for (const { x, value } of points) {
          expect(x).toBeGreaterThan(last)
          last = x
          expect(values[xs.indexOf(x)]).toEqual(value ?? Number.NaN)
        }
      }),
    )
  })

  it('keeps both extremes and shows a gap wherever there is one', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 60 }), ({ xs, values }, columns) => {
        const kept = decimate(xs, values, columns)
        const real = values.filter((value) => !Number.isNaN(value))
        const shown = kept.flatMap((point) => point.value ?? [])
        if (real.length > 0) {
          expect(Math.max(...shown)).toBe(Math.max(...real))
          expect(Math.min(...shown)).toBe(Math.min(...real))
        }
        expect(kept.some((point) => point.value === null)).toBe(real.length < values.length)
      }),
    )
  })

  it('leaves short series and single moments alone', () => {
    expect(decimate([], [], 10)).toEqual([])
    expect(decimate([3, 3, 3], [1, 2, 3], 1)).toHaveLength(2)
    expect(decimate([1, 2], [4, Number.NaN], 600)).toEqual([
      { x: 1, value: 4 },
      { x: 2, value: null },
    ])
  })
})

describe('decimateRows', () => {
  it('thins each series by itself and keeps the order of the series', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      time: Math.floor(index / 2),
      series: index % 2 === 0 ? 'write' : 'read',
      value: index % 7 === 3 ? null : index,
    }))
    const kept = decimateRows(rows, { x: 'time', y: 'value', by: 'series' }, 100)
    expect(kept.length).toBeLessThanOrEqual(600)
    expect([...new Set(kept.map((row) => row.series))]).toEqual(['write', 'read'])
    // The highest values: the last of each series that is not a gap (2998 % 7 = 2, 2999 % 7 = 3 is one, 2997 % 7 = 1).
    expect(kept.filter((row) => row.series === 'write').map((row) => row.value)).toContain(2998)
    expect(kept.filter((row) => row.series === 'read').map((row) => row.value)).toContain(2997)
  })
})
