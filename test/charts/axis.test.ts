import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { powersOfTwo, timeStep, valueAxis } from '../../src/charts/axis.ts'

describe('valueAxis', () => {
  // The maxima and the printed axes of the published file-server report's five charts.
  it.each([
    ['transfer time', 10735, 12000, 2000],
    ['disk read speed', 93.4, 100, 20],
    ['disk queue length', 9, 10, 1],
    ['network rate', 100.6, 120, 20],
    ['CPU use', 8.2, 9, 1],
  ])('ends %s as the published chart does', (_, max, top, step) => {
    expect(valueAxis([1, max])).toMatchObject({ bottom: 0, top, step, decimals: 0 })
  })

  it('keeps decimal steps exact', () => {
    expect(valueAxis([0.7])).toEqual({ bottom: 0, top: 0.8, step: 0.1, decimals: 1 })
    expect(valueAxis([0.3])).toEqual({ bottom: 0, top: 0.35, step: 0.05, decimals: 2 })
    expect(valueAxis([0.0009])).toEqual({ bottom: 0, top: 0.001, step: 0.0001, decimals: 4 })
  })

  it('ends a percentage at its ceiling, unless a value is above it', () => {
    expect(valueAxis([100], { ceiling: 100 })).toMatchObject({ top: 100, step: 20 })
    expect(valueAxis([104], { ceiling: 100 })).toMatchObject({ top: 120, step: 20 })
  })

  it('goes below zero for losses', () => {
    expect(valueAxis([-12, 43])).toEqual({ bottom: -15, top: 45, step: 5, decimals: 0 })
    expect(valueAxis([-3])).toMatchObject({ bottom: -3.5, top: 0, step: 0.5 })
  })

  it('needs no values', () => {
    expect(valueAxis([])).toEqual({ bottom: 0, top: 1, step: 0.2, decimals: 1 })
    expect(valueAxis([null, 0, Number.NaN, Infinity])).toMatchObject({ top: 1 })
  })

  it('leaves room above every value and no more than a step', () => {
    const magnitudes = fc.double({ min: 1e-6, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(magnitudes, (max) => {
        const { top, step } = valueAxis([max])
        expect(top).toBeGreaterThan(max)
        expect(top - max).toBeLessThanOrEqual(step * 1.000001)
        expect(top / step).toBeLessThanOrEqual(10.000001)
        expect(top / step).toBeGreaterThanOrEqual(3.6)
      }),
    )
  })
})

describe('timeStep', () => {
  it.each([
    [8, 1],
    [60, 10],
    [600, 120],
    [3600, 600],
    [86_400, 10_800],
    [864_000, 172_800],
  ])('divides %d s by %d s', (duration, step) => {
    expect(timeStep(duration)).toBe(step)
  })
})

describe('powersOfTwo', () => {
  it('spans the values', () => {
    expect(powersOfTwo([1, 32, 8])).toEqual([1, 2, 4, 8, 16, 32])
    expect(powersOfTwo([3, 20])).toEqual([2, 4, 8, 16, 32])
    expect(powersOfTwo([null, 0, -1])).toEqual([1, 2])
  })
})
