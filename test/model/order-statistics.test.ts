import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStatistics } from '../../src/model/order-statistics.ts'

function select(values: Float64Array, ranks: readonly number[]): number[] {
  const sorted = values.toSorted()
  return orderStatistics(values, sorted[0]!, sorted.at(-1)!, ranks)
}

function bySorting(values: Float64Array, ranks: readonly number[]): number[] {
  const sorted = values.toSorted()
  return ranks.map((rank) => sorted[rank]!)
}

test.each<[string, (i: number) => number]>([
  ['evenly spread', (i) => (i * 7919) % 10_007],
  ['all the same', () => 3.5],
  ['zero but for a few', (i) => (i % 100 === 7 ? i : 0)],
  ['over all powers of ten', (i) => 10 ** ((i % 600) - 300)],
  ['one far away', (i) => (i === 4711 ? 1e300 : i % 13)],
  ['from the lowest to the highest double', (i) => (i % 2 === 0 ? -1 : 1) * Number.MAX_VALUE * (i / 10_000)],
  ['neighbouring doubles', (i) => 1 + (i % 3) * Number.EPSILON],
  ['negative', (i) => -((i * 31) % 977)],
])('%s', (_, at) => {
  const values = Float64Array.from({ length: 10_000 }, (_, i) => at(i))
  const copy = values.slice()
  const ranks = [0, 1, 99, 4999, 5000, 5001, 9500, 9899, 9999]
  expect(select(values, ranks)).toEqual(bySorting(values, ranks))
  expect(values).toEqual(copy)
})

test('property: the same as sorting', () => {
  const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 3 }))
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 2000, size: 'max' }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (list, picks) => {
        const values = Float64Array.from(list, (value) => value + 0)
        const ranks = [...new Set(picks.map((pick) => pick % values.length))].sort((a, b) => a - b)
        const expected = bySorting(values, ranks)
        select(values, ranks).forEach((value, i) => {
          expect(value === expected[i]).toBe(true)
        })
      },
    ),
    { numRuns: 200 },
  )
})
