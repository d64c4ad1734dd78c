import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statistics } from '../../src/model/statistics.ts'

test('agrees with NumPy', () => {
  // numpy.mean, std(ddof=1), percentile([50, 95, 99]).
  const found = statistics(Float64Array.of(3, 1, NaN, 4, 1, 5, 9, 2, NaN, 6, 5, 3, 5))
  expect(found).toMatchObject({ count: 13, missing: 2, min: 1, max: 9, mean: 4, p50: 4, p95: 7.5 })
  expect(found.p99).toBeCloseTo(8.7, 14)
  expect(found.stddev).toBeCloseTo(2.3664319132398464, 14)
})

test('keeps the digits of a small spread around a large value', () => {
  // The classic example of Chan, Golub and LeVeque: mean 1e9 + 10, variance 30 by hand.
  const found = statistics(Float64Array.of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16))
  expect(found.mean).toBe(1e9 + 10)
  expect(found.stddev).toBeCloseTo(Math.sqrt(30), 12)
})

test('few or no values', () => {
  const none = { min: null, mean: null, max: null, stddev: null, p50: null, p95: null, p99: null }
  expect(statistics(new Float64Array())).toEqual({ count: 0, missing: 0, ...none })
  expect(statistics(Float64Array.of(NaN, NaN))).toEqual({ count: 2, missing: 2, ...none })
  expect(statistics(Float64Array.of(7))).toMatchObject({ min: 7, mean: 7, max: 7, stddev: null, p50: 7, p99: 7 })
})

test('property: order does not matter, and min ≤ p50 ≤ p95 ≤ p99 ≤ max', () => {
  const number = fc.double({ noDefaultInfinity: true, min: -1e12, max: 1e12 })
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (values) => {
      const found = statistics(Float64Array.from(values))
      const { mean, stddev, ...exact } = statistics(Float64Array.from(values.toSorted()))
      // Sums depend on the order in their last digits.
      expect(found).toMatchObject(exact)
      const tolerance = 1e-9 * Math.max(...values.map((value) => Math.abs(value) || 0))
      expect(Math.abs((found.mean ?? 0) - (mean ?? 0))).toBeLessThanOrEqual(tolerance)
      expect(Math.abs((found.stddev ?? 0) - (stddev ?? 0))).toBeLessThanOrEqual(tolerance)
      if (found.min === null) return
      const order = [found.min, found.p50!, found.p95!, found.p99!, found.max!]
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }),
  )
})
