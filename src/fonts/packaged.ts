/**
 * The fonts that come with benchpaper: Noto Sans JP 400 and 700 as static TrueType files. (Chromium writes variable and CFF fonts into
 * PDFs as Type 3.) The family is cut into files by script; 120 small ones hold what the large Japanese file lacks: arrows, geometric
 * shapes, mathematical signs, rare ideographs. Two characters of one word may so come from two files: there is no kerning between them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readMetrics } from './woff2.ts'

/** The family's name in style sheets. */
export const fontFamily = 'Noto Sans JP'

export const fontWeights = [400, 700] as const
export type FontWeight = (typeof fontWeights)[number]

const require = createRequire(import.meta.url)

/** Name of the file (its script or slice) that draws a character in every weight, or null when no packaged font has it. */
export function sliceOf(codePoint: number): string | null {
  let slice = slices.get(codePoint)
  if (slice === undefined) {
    slice = candidates(codePoint).find((name) => advances(name, 400).has(codePoint)) ?? null
    if (slice === null && blanks.has(codePoint)) slice = 'latin'
    slices.set(codePoint, slice)
  }
  return slice
}

/** Advance in em, or null when no packaged font has the character. */
export function advanceOf(codePoint: number, weight: FontWeight): number | null {
  const slice = sliceOf(codePoint)
  if (slice === null) return null
  return advances(slice, weight).get(codePoint) ?? blanks.get(codePoint) ?? null
}

/**
 * Blanks that the fonts lack and the browser makes from the ordinary one, with their widths in em: some languages group digits
 * with U+202F. Figure and punctuation space (U+2007, U+2008) as in weight 400.
 */
const blanks = new Map([
  [0x2000, 1 / 2],
  [0x2001, 1],
  [0x2002, 1 / 2],
  [0x2003, 1],
  [0x2004, 1 / 3],
  [0x2005, 1 / 4],
  [0x2006, 1 / 6],
  [0x2007, 0.555],
  [0x2008, 0.278],
  [0x2009, 1 / 5],
  [0x200a, 1 / 16],
  [0x202f, 0.1125],
  [0x205f, 4 / 18],
])

/** The bytes of a font file (WOFF2). */
export function readFontFile(slice: string, weight: FontWeight): Buffer {
  return readFileSync(require.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${slice}-${weight}-normal.woff2`))
}

/** Version of the font package: part of cache keys. */
export function fontVersion(): string {
  const { version } = require('@fontsource/noto-sans-jp/package.json') as { version: string }
  return version
}

const slices = new Map<number, string | null>()
const opened = new Map<string, ReadonlyMap<number, number>>()

/** Advances of one file, read when first asked for: a Latin text never unpacks the megabyte of Japanese. */
function advances(slice: string, weight: FontWeight): ReadonlyMap<number, number> {
  const key = `${slice} ${weight}`
  let known = opened.get(key)
  if (!known) {
    known = readMetrics(readFontFile(slice, weight)).advances
    opened.set(key, known)
  }
  return known
}

function candidates(codePoint: number): string[] {
  // Scripts first, in this order, since the Japanese file repeats Latin; then the one small file that lists the character.
  if (codePoint < 0x2e80) return ['latin', 'latin-ext', 'cyrillic', 'vietnamese', 'japanese', ...smallFiles(codePoint)]
  return ['japanese', ...smallFiles(codePoint)]
}

let ranges: { first: number; last: number; slice: string }[] | undefined

function smallFiles(codePoint: number): string[] {
  ranges ??= readRanges()
  return ranges.filter(({ first, last }) => first <= codePoint && codePoint <= last).map(({ slice }) => slice)
}

/** The package's own list of what is in which file: `"[107]": "U+2190-2193,U+21d2"`. */
function readRanges(): { first: number; last: number; slice: string }[] {
  const lists = require('@fontsource/noto-sans-jp/unicode.json') as Record<string, string>
  return Object.entries(lists)
    .filter(([name]) => name.startsWith('['))
    .flatMap(([name, list]) =>
      list.split(',').map((range) => {
        const [first, last = first] = range.replace('U+', '').split('-')
        return { first: parseInt(first!, 16), last: parseInt(last!, 16), slice: name.slice(1, -1) }
      }),
    )
}
