import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDate,
  formatDigits,
  formatList,
  formatNumber,
  formatQuantity,
  formatRange,
} from '../../src/locale/format.ts'
import { findLanguage } from '../../src/locale/language.ts'

const [en, ja, de] = ['en', 'ja', 'de'].map(findLanguage) as [
  ReturnType<typeof findLanguage>,
  ReturnType<typeof findLanguage>,
  ReturnType<typeof findLanguage>,
]

/** No-break spaces shown as _, word joiners left out. */
function plain(text: string): string {
  return text.replaceAll('\u{a0}', '_').replaceAll('\u{2060}', '')
}

test.each([
  [10735, 0, '10735', '10735', '10735'],
  [123456, 0, '123,456', '123,456', '123.456'],
  [8.25, 1, '8.3', '8.3', '8,3'],
  [-1.5, 1, '−1.5', '−1.5', '−1,5'],
  [-0.04, 1, '0.0', '0.0', '0,0'],
  [9, 1, '9.0', '9.0', '9,0'],
])('%d with %i decimals', (value, decimals, ...expected) => {
  expect([en, ja, de].map((language) => formatNumber(value, decimals, language))).toEqual(expected)
})

test('units stand as each language sets them', () => {
  expect([en, ja, de].map((language) => plain(formatQuantity(13.9, 1, 'MB/s', language)))).toEqual([
    '13.9_MB/s',
    '13.9_MB/秒',
    '13,9_MB/s',
  ])
  expect([en, ja, de].map((language) => plain(formatQuantity(8.2, 1, '%', language)))).toEqual([
    '8.2_%',
    '8.2%',
    '8,2_%',
  ])
  expect(plain(formatQuantity(4, 0, '', en))).toBe('4')
})

test('ranges, lists and dates', () => {
  expect([en, ja, de].map((language) => plain(formatRange(35.21, 44.83, 1, '%', language)))).toEqual([
    '35.2 to 44.8_%',
    '35.2～44.8%',
    '35,2 bis 44,8_%',
  ])
  expect(plain(formatRange(5, 5.01, 0, '', en))).toBe('5')
  expect([en, ja, de].map((language) => formatList(['40 KB', '512 KB', '1 MB'], language))).toEqual([
    '40 KB, 512 KB and 1 MB',
    '40 KB、512 KB、1 MB',
    '40 KB, 512 KB und 1 MB',
  ])
  expect([en, ja, de].map((language) => formatDate('2013-08', language))).toEqual([
    'August 2013',
    '2013年8月',
    'August 2013',
  ])
  expect(formatDate('2013-08-05', ja)).toBe('2013年8月5日')
})

test.each([
  // As SPEC prints three significant digits.
  [32.449, '32.4'],
  [255.4, '255'],
  [1240.4, '1240'],
  [9.996, '10.0'],
  [99.96, '100'],
  [0.5, '0.500'],
  [0, '0.00'],
])('%d has three significant digits: %s', (value, text) => {
  expect(formatDigits(value, 3, en)).toBe(text)
})

test('property: a formatted number is within half of its last digit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -99999, max: 99999, noNaN: true }),
      fc.integer({ min: 0, max: 4 }),
      (value, decimals) => {
        const read = Number(formatNumber(value, decimals, en).replace('−', '-'))
        expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
      },
    ),
  )
})
