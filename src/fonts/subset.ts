/** Fonts inside the document: only the characters it uses, as `data:` addresses. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontFamily, fontVersion, fontWeights, readFontFile, sliceOf, type FontWeight } from './packaged.ts'

export interface FontFaceOptions {
  /** Text that is set in bold; default: all of it. Naming it saves up to half of the document's size. */
  boldText?: string | undefined
  /** Folder that keeps finished subsets between builds; default: none is kept. */
  cache?: string | undefined
}

/**
 * `@font-face` rules for every packaged character of the text, and for ASCII, since page numbers and generated content are not in
 * the text. The same characters give the same rules. Characters that no font has are left out: see `missingGlyphs`.
 */
export async function fontFaceCss(text: string, options: FontFaceOptions = {}): Promise<string> {
  const rules: string[] = []
  for (const weight of fontWeights) {
    for (const [slice, codePoints] of bySlice(weight === 700 ? (options.boldText ?? text) : text)) {
      const font = await cachedSubset(slice, weight, codePoints, options.cache)
      rules.push(
        `@font-face{font-family:"${fontFamily}";font-style:normal;font-weight:${weight};` +
          `src:url(data:font/woff2;base64,${font.toString('base64')}) format("woff2");unicode-range:${unicodeRange(codePoints)}}`,
      )
    }
  }
  return rules.join('\n')
}

const ascii = Array.from({ length: 0x7f - 0x20 }, (_none, index) => String.fromCharCode(0x20 + index)).join('')

/** Sorted code points by the file that has them, files in order of their names. */
function bySlice(text: string): [string, number[]][] {
  const groups = new Map<string, number[]>()
  const codePoints = Array.from(new Set(ascii + text), (char) => char.codePointAt(0)!).sort((a, b) => a - b)
  for (const codePoint of codePoints) {
    const slice = sliceOf(codePoint)
    if (slice === null) continue
    const group = groups.get(slice)
    if (group) group.push(codePoint)
    else groups.set(slice, [codePoint])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** `U+20-7E,U+A0`. */
function unicodeRange(codePoints: number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const codePoint of codePoints) {
    const range = ranges.at(-1)
    if (range?.last === codePoint - 1) range.last = codePoint
    else ranges.push({ first: codePoint, last: codePoint })
  }
  const hex = (codePoint: number): string => codePoint.toString(16).toUpperCase()
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(',')
}

async function cachedSubset(slice: string, weight: FontWeight, codePoints: number[], cache?: string): Promise<Buffer> {
  if (cache === undefined) return subset(slice, weight, codePoints)
  const key = JSON.stringify([subsetVersion, fontVersion(), slice, weight, codePoints])
  const file = join(cache, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.woff2`)
  const cached = await readFile(file).catch(() => null)
  const kept = cached && checked(cached)
  if (kept) return kept
  const font = await subset(slice, weight, codePoints)
  await mkdir(cache, { recursive: true })
  // Renamed into place: a build that is killed while writing must not leave half a font.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, Buffer.concat([digest(font), font]))
  await rename(draft, file)
  return font
}

/** A cached file is its own checksum and the font: a damaged one is made anew. */
function checked(cached: Buffer): Buffer | null {
  const font = cached.subarray(32)
  return digest(font).equals(cached.subarray(0, 32)) ? font : null
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Raise it when the subsets change for another reason than their characters. */
const subsetVersion = 2

/**
 * Layout features worth their bytes. Japanese: `palt` and `halt` (text-spacing-trim); all: kerning, composition, ligatures. The family
 * has no `tnum`: its figures all have one width. Without this list every variant form of an ideograph would come along.
 */
const features = ['palt', 'halt', 'chws', 'kern', 'ccmp', 'liga', 'locl', 'mark', 'mkmk', 'tnum', 'pnum']

async function subset(slice: string, weight: FontWeight, codePoints: number[]): Promise<Buffer> {
  // Brings half a megabyte of WebAssembly: only for builds that need a new subset.
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(readFontFile(slice, weight), String.fromCodePoint(...codePoints), {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
  })
}
