/** Characters that no packaged font has: they would print as boxes, or in a font that differs from machine to machine. */
import { isInvisible } from './metrics.ts'
import { sliceOf } from './packaged.ts'

export interface MissingGlyph {
  codePoint: number
  char: string
  /** What to write instead, where Unicode or practice knows an equivalent that the fonts have: `III` for `Ⅲ`. */
  instead: string | null
}

/** Each missing character once, in the order of the text. Controls, joiners and variation selectors need no glyph. */
export function missingGlyphs(text: string): MissingGlyph[] {
  const missing: MissingGlyph[] = []
  for (const char of new Set(text)) {
    const codePoint = char.codePointAt(0)!
    if (!isInvisible(char) && sliceOf(codePoint) === null) missing.push({ codePoint, char, instead: substitute(char) })
  }
  return missing
}

function substitute(char: string): string | null {
  const candidates = [char.normalize('NFKC'), lookalikes[char]]
  const isCovered = (text: string): boolean =>
    text !== char && Array.from(text).every((part) => sliceOf(part.codePointAt(0)!) !== null)
  return candidates.find((candidate) => candidate !== undefined && isCovered(candidate)) ?? null
}

/** Signs that are typed by mistake or by keyboard habit, and what the same thing is called in the fonts. */
const lookalikes: Record<string, string> = { μ: 'µ', '≒': '≈', '✔': '✓', '⁄': '/', '∙': '·', '‧': '·' }
