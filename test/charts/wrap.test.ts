import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapText } from '../../src/charts/wrap.ts'
import { measureText } from '../../src/fonts/metrics.ts'

describe('wrapText', () => {
  it('breaks Latin text at spaces', () => {
    expect(wrapText('Windows Server 2012 Standard', { widthPx: 90, fontSizePx: 10, locale: 'en' })).toEqual([
      'Windows Server',
      '2012 Standard',
    ])
  })

  it('breaks Japanese between words, never before closing punctuation or a prolonged sound', () => {
    const lines = wrapText('ファイルサーバー、データベース', { widthPx: 80, fontSizePx: 10, locale: 'ja' })
    expect(lines.join('')).toBe('ファイルサーバー、データベース')
    for (const line of lines) expect(line).not.toMatch(/^[、ー]/)
  })

  it('keeps numbers and their units together', () => {
    for (const line of wrapText('E5-2630 2.3GHz 10K 67 %', { widthPx: 46, fontSizePx: 10, locale: 'ja' }))
      expect(['E5-2630', '2.3GHz', '10K 67 %', '10K', '67 %']).toContain(line)
  })

  it('keeps a text that fits, and its line breaks', () => {
    expect(wrapText('a b', { widthPx: 100, fontSizePx: 10, locale: 'en' })).toEqual(['a b'])
    expect(wrapText('a\nb', { widthPx: 100, fontSizePx: 10, locale: 'en' })).toEqual(['a', 'b'])
    expect(wrapText('', { widthPx: 0, fontSizePx: 10, locale: 'en' })).toEqual([''])
  })

  it('loses nothing but spaces and is never wider than asked, down to single characters', () => {
    const text = fc.array(fc.constantFrom('サーバー', 'X5570', ' ', '、', '(', ')', 'ストレージ', 'a', '-', '2.5'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 200 }), (parts, widthPx) => {
        const whole = parts.join('')
        const lines = wrapText(whole, { widthPx, fontSizePx: 11, locale: 'ja' })
        expect(lines.join('').replaceAll(' ', '')).toBe(whole.replaceAll(' ', ''))
        for (const line of lines)
          if (line.length > 1) expect(measureText(line.trim(), 11, false)).toBeLessThanOrEqual(widthPx)
      }),
    )
  })
})
