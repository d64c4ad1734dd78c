/**
 * Widths of text in the report's font, Noto Sans JP, from the font files themselves: charts are laid out without a
 * browser. Sums of advance widths; kerning is left out, so a width errs by 1–3 % to the wide, safe side.
 */
import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

type Weight = 400 | 700

/** Opened at first use and kept: Latin text never loads the 1 MB Japanese file. */
const fonts = new Map<string, Font>()
const advances: Record<Weight, Map<number, number>> = { 400: new Map(), 700: new Map() }

/**
 * @param fontSizePx any size; the result is in the same unit
 * @returns the width of one line; of several lines (`\n`) the width of the widest
 */
export function measureText(text: string, fontSizePx: number, bold: boolean): number {
  let widest = 0
  for (const line of text.split('\n')) widest = Math.max(widest, measureLine(line, bold ? 700 : 400))
  return widest * fontSizePx
}

function measureLine(line: string, weight: Weight): number {
  let width = 0
  for (const character of line) width += advance(character.codePointAt(0)!, weight)
  return width
}

/** Advance width as a part of the font size. */
function advance(codePoint: number, weight: Weight): number {
  const known = advances[weight].get(codePoint)
  if (known !== undefined) return known
  const set = ['latin', 'japanese'].find((name) => open(name, weight).hasGlyphForCodePoint(codePoint))
  const font = set === undefined ? undefined : open(set, weight)
  // A browser falls back to some other font for what this one lacks; a full em is the widest it will commonly be.
  const width = font === undefined ? 1 : font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm
  advances[weight].set(codePoint, width)
  return width
}

function open(set: string, weight: Weight): Font {
  const name = `${set}-${weight}`
  let font = fonts.get(name)
  if (font === undefined) {
    const file = require.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${name}-normal.woff2`)
    const opened = openSync(file)
    if (!('glyphForCodePoint' in opened)) throw new TypeError(`${name} is a font collection`)
    font = opened
    fonts.set(name, font)
  }
  return font
}
