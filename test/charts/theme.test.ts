import { describe, expect, it } from 'vitest'
import { lightness, withLightness } from '../../src/charts/colour.ts'
import { defaultTheme, makeTheme } from '../../src/charts/theme.ts'

describe('lightness', () => {
  // CIE L* of sRGB corners, from Bruce Lindbloom's CIE colour calculator.
  it.each([
    ['#000000', 0],
    ['#ffffff', 100],
    ['#fff', 100],
    ['#ff0000', 53.24],
    ['#00ff00', 87.73],
    ['#0000ff', 32.3],
    ['#777777', 50.03],
  ])('of %s is %d', (colour, expected) => {
    expect(lightness(colour)).toBeCloseTo(expected, 1)
  })

  it('can be set', () => {
    for (const colour of ['#1f4e79', '#e0a030', '#b3261e', '#808080'])
      for (const target of [10, 35, 60, 85]) expect(lightness(withLightness(colour, target))).toBeCloseTo(target, 0)
    expect(withLightness('#1f4e79', lightness('#1f4e79'))).toBe('#1f4e79')
  })

  it('wants a colour', () => {
    expect(() => lightness('blue')).toThrow(/Unexpected colour "blue"/)
  })
})

describe('makeTheme', () => {
  const themes = [defaultTheme, makeTheme({ primary: '#e60012' }), makeTheme({ primary: '#0096d6', accent: '#ff8800' })]

  it.each(themes)('of $primary can be told apart in grey', ({ series }) => {
    const greys = series.map(lightness)
    for (const [index, grey] of greys.entries()) {
      if (index > 0) expect(Math.abs(grey - greys[index - 1]!)).toBeGreaterThan(23)
      for (const other of greys.slice(index + 1)) expect(Math.abs(grey - other)).toBeGreaterThan(4.5)
    }
  })

  it.each(themes)('of $primary has lines and texts with enough contrast on white', ({ lines, text, mutedText }) => {
    // WCAG: L* 61.65 has a contrast of 3:1 on white, L* 48.6 of 4.5:1.
    for (const line of lines) expect(lightness(line)).toBeLessThan(61.6)
    for (const one of [text, mutedText]) expect(lightness(one)).toBeLessThan(48)
  })

  it('keeps series colours that are given', () => {
    expect(makeTheme({ primary: '#e60012', series: ['#111111'] }).series).toEqual(['#111111'])
  })
})
