/** Width of text in the packaged fonts, for charts: Vega's own measure in Node takes every letter for 0.8 em. */
import { advanceOf, type FontWeight } from './packaged.ts'

/**
 * Width in px of one line, as the sum of the characters' advances. Kerning is left out: it is below 1 % of a line and makes it
 * shorter, so nothing overlaps.
 */
export function measureText(text: string, fontSizePx: number, bold = false): number {
  return advanceWidth(text, fontSizePx, bold ? 700 : 400)
}

/** As `measureText`, by weight. */
export function advanceWidth(text: string, fontSizePx: number, weight: FontWeight): number {
  let em = 0
  for (const character of text) em += characterWidth(character, weight)
  return em * fontSizePx
}

const widths: Record<FontWeight, Map<string, number>> = { 400: new Map(), 700: new Map() }

/** In em. */
function characterWidth(character: string, weight: FontWeight): number {
  let width = widths[weight].get(character)
  if (width === undefined) {
    const codePoint = character.codePointAt(0)!
    width = isInvisible(character) ? 0 : (advanceOf(codePoint, weight) ?? (codePoint < 0x1100 ? 0.6 : 1))
    widths[weight].set(character, width)
  }
  return width
}

/** Characters that draw nothing themselves: controls, joiners, variation selectors, marks of direction. */
export function isInvisible(character: string): boolean {
  return /^(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector})$/u.test(character)
}
