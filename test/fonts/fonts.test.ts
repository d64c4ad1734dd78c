import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { afterAll, describe, expect, it } from 'vitest'
import { missingGlyphs } from '../../src/fonts/coverage.ts'
import { measureText, advanceWidth } from '../../src/fonts/metrics.ts'
import { readFontFile } from '../../src/fonts/packaged.ts'
import { fontFaceCss } from '../../src/fonts/subset.ts'
import { readMetrics } from '../../src/fonts/woff2.ts'

const scratch = mkdtempSync(join(tmpdir(), 'benchpaper-fonts-'))
afterAll(() => {
  rmSync(scratch, { recursive: true })
})

/** fontkit takes the table's end mark, U+FFFF, for a character. */
const characters = (font: fontkit.Font): number[] =>
  font.characterSet.filter((codePoint) => codePoint !== 0xffff).sort((a, b) => a - b)

const openFont = (bytes: Buffer): fontkit.Font => fontkit.create(bytes) as fontkit.Font

describe('readMetrics', () => {
  it.each([
    ['latin', 400],
    ['latin-ext', 700],
    ['japanese', 400],
    ['107', 700],
  ] as const)('reads %s %i as fontkit does', (slice, weight) => {
    const bytes = readFontFile(slice, weight)
    const { advances } = readMetrics(bytes)
    const font = openFont(bytes)
    expect([...advances.keys()].sort((a, b) => a - b)).toEqual(characters(font))
    // Every seventh is enough: fontkit builds each glyph.
    for (const codePoint of characters(font).filter((_one, index) => index % 7 === 0)) {
      expect(advances.get(codePoint)).toBe(font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm)
    }
  })

  it('refuses what is no font', () => {
    expect(() => readMetrics(Buffer.from('<svg/>'))).toThrow('not a WOFF2 font')
  })
})

describe('measureText', () => {
  it('adds the advances of the font', () => {
    // Chromium measures 243.375 px for this line at 20 px without kerning.
    expect(measureText('File server (random) AV Ta', 20)).toBeCloseTo(243.36, 1)
    // Japanese characters are one em wide: 14 of them at 10 px.
    expect(measureText('日本語の文字列を十四文字で測る', 10)).toBe(150)
    expect(measureText('日本', 10, true)).toBe(20)
    expect(measureText('', 12)).toBe(0)
    // Figures have one width: 0.555 em, bold 0.59 em.
    expect(measureText('1111111111', 100)).toBeCloseTo(555, 5)
    expect(measureText('0123456789', 100)).toBeCloseTo(555, 5)
    expect(advanceWidth('0', 100, 700)).toBeCloseTo(59, 5)
  })

  it('gives blanks their width and marks that draw nothing none', () => {
    expect(measureText('\u2003\u3000', 10)).toBe(20)
    expect(measureText('\u2009', 10)).toBeCloseTo(2, 5)
    expect(measureText('\u200b\u00ad\ufe0f\u200d\u0007', 10)).toBe(0)
  })

  it('takes half to one em for what no font has', () => {
    expect(measureText('α', 10)).toBe(6)
    expect(measureText('😀', 10)).toBe(10)
  })
})

describe('missingGlyphs', () => {
  it('finds what no packaged font has, once, with a way out where there is one', () => {
    expect(missingGlyphs('α 日本 Ⅲ α 😀 μ')).toEqual([
      { codePoint: 0x3b1, char: 'α', instead: null },
      { codePoint: 0x2162, char: 'Ⅲ', instead: 'III' },
      { codePoint: 0x1f600, char: '😀', instead: null },
      { codePoint: 0x3bc, char: 'μ', instead: 'µ' },
    ])
  })

  it('finds nothing in what reports are written with', () => {
    const text =
      'Ünïcödé – “quotes” … × ± ≤ ≥ → ● ■ ▲ ① ㎡ ％ 「日本語」（注）ｱｲｳ 々〆ヶ 髙﨑 \u00a0\u202f\u2009\u200b\ufe0f\r\n\t µs °C ² ³ ™'
    expect(missingGlyphs(text)).toEqual([])
  })
})

describe('fontFaceCss', () => {
  it('embeds the characters of the text and ASCII, and their layout features', async () => {
    const css = await fontFaceCss('日本語「性能」→')
    const faces = [
      ...css.matchAll(
        /font-weight:(\d+);src:url\(data:font\/woff2;base64,([^)]+)\) format\("woff2"\);unicode-range:([^}]+)}/g,
      ),
    ]
    expect(faces.map(([, weight, , range]) => `${weight} ${range}`)).toEqual([
      '400 U+2192',
      '400 U+300C-300D,U+6027,U+65E5,U+672C,U+80FD,U+8A9E',
      '400 U+20-7E',
      '700 U+2192',
      '700 U+300C-300D,U+6027,U+65E5,U+672C,U+80FD,U+8A9E',
      '700 U+20-7E',
    ])
    const japanese = openFont(Buffer.from(faces[1]![2]!, 'base64'))
    expect(characters(japanese)).toEqual(
      Array.from('「」性日本能語', (char) => char.codePointAt(0)!).sort((a, b) => a - b),
    )
    expect(japanese.availableFeatures).toEqual(expect.arrayContaining(['palt', 'halt']))
    expect(openFont(Buffer.from(faces[2]![2]!, 'base64')).availableFeatures).toContain('kern')
  })

  it('gives the same bytes with and without its cache, whatever the order of the text', async () => {
    const plain = await fontFaceCss('ab能性', { boldText: 'a' })
    const cold = await fontFaceCss('性能ba', { boldText: 'a', cache: scratch })
    const files = readdirSync(scratch)
    const warm = await fontFaceCss('能性ab', { boldText: 'a', cache: scratch })
    expect([cold, warm]).toEqual([plain, plain])
    expect(readdirSync(scratch)).toEqual(files)
    // Latin and Japanese in regular, Latin in bold.
    expect(files).toHaveLength(3)
    expect(files.every((name) => /^[0-9a-f]{32}\.woff2$/.test(name))).toBe(true)
  })

  it('leaves out what no font has', async () => {
    expect(await fontFaceCss('😀')).toBe(await fontFaceCss(''))
  })
})
