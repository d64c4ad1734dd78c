/** Which fonts a printed PDF uses: anything but the packaged ones is a character that they lack. */
import { readSkiaPdf } from './skia-pdf.ts'

export interface PdfFont {
  /** PostScript name without the subset's prefix; of a Type 3 font the family's. */
  name: string
  type: 'TrueType' | 'CFF' | 'Type3' | 'unknown'
}

/** Sorted by name, each once. Empty when the file's structure is not Chromium's. */
export function readFonts(bytes: Uint8Array): PdfFont[] {
  const pdf = readSkiaPdf(bytes)
  const fonts = new Map<string, PdfFont>()
  for (const { text } of pdf?.objects.values() ?? []) {
    if (!text.startsWith('<</Type /Font\n')) continue
    const type = fontTypes[/\/Subtype \/(\w+)/.exec(text)?.[1] ?? '']
    // A composite font is named by its descendant, which has its kind.
    if (type === null) continue
    const descriptor = pdf?.objects.get(Number(/\/FontDescriptor (\d+) 0 R/.exec(text)?.[1]))?.text ?? ''
    const full = /\/(?:BaseFont|FontName) \/([^\s/<>[\]()]+)/.exec(`${text}\n${descriptor}`)?.[1] ?? 'without a name'
    const name = full.replace(/^[A-Z]{6}\+/, '')
    fonts.set(`${name} ${type ?? 'unknown'}`, { name, type: type ?? 'unknown' })
  }
  return [...fonts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, font]) => font)
}

const fontTypes: Record<string, PdfFont['type'] | null> = {
  Type0: null,
  CIDFontType2: 'TrueType',
  TrueType: 'TrueType',
  CIDFontType0: 'CFF',
  Type1: 'CFF',
  Type3: 'Type3',
}
