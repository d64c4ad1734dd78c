/**
 * Reading the PDFs that Chromium writes (its library is Skia): a PDF 1.4 with plain numbered objects, one after the other, a classic
 * cross-reference table and no encryption. That is all that is read here; other structures give `null`, never a guess.
 */

export interface PdfObject {
  id: number
  /** The object's value, one character per byte; of a stream its dictionary. */
  text: string
  /** A stream's bytes as they are in the file. */
  stream: Uint8Array | null
}

export interface SkiaPdf {
  objects: Map<number, PdfObject>
  catalog: PdfObject
  /** Number of the information dictionary, when there is one. */
  info: number | null
}

/** @returns null when the file is not of this plain structure, whole and undamaged */
export function readSkiaPdf(bytes: Uint8Array): SkiaPdf | null {
  // Latin-1 keeps positions: character n is byte n.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const tail = /trailer\s*<<([^<>]*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-2048))
  if (!text.startsWith('%PDF-1.') || !tail) return null
  const [, trailer, xref] = tail as unknown as [string, string, string]
  const root = /\/Root (\d+) 0 R/.exec(trailer)
  const info = /\/Info (\d+) 0 R/.exec(trailer)
  if (!root || trailer.includes('/Encrypt') || trailer.includes('/Prev')) return null

  const table = Number(xref)
  const offsets = readTable(text, table)
  if (!offsets) return null
  const objects = new Map<number, PdfObject>()
  for (const [index, { id, offset }] of offsets.entries()) {
    const object = readObject(bytes, text, id, offset, offsets[index + 1]?.offset ?? table)
    if (!object) return null
    objects.set(id, object)
  }
  const catalog = objects.get(Number(root[1]))
  if (!catalog?.text.includes('/Type /Catalog')) return null
  return { objects, catalog, info: info ? Number(info[1]) : null }
}

/** Entries of the cross-reference table in the order of the file. */
function readTable(text: string, start: number): { id: number; offset: number }[] | null {
  const head = /^xref\s+0 (\d+)\s+/.exec(text.slice(start, start + 64))
  if (!head) return null
  const count = Number(head[1])
  const first = start + head[0].length
  // The last byte of the last entry may be the one before the word "trailer".
  if (first + count * 20 > text.length) return null
  const entries: { id: number; offset: number }[] = []
  for (let id = 1; id < count; id++) {
    const entry = /^(\d{10}) 00000 n/.exec(text.slice(first + id * 20, first + id * 20 + 20))
    if (!entry) return null
    entries.push({ id, offset: Number(entry[1]) })
  }
  return entries.sort((a, b) => a.offset - b.offset)
}

/**
 * Objects follow each other without gaps, so an object's end is known from the next one's start. Searching for "endobj" would stop at
 * that word in a heading or in compressed bytes.
 */
function readObject(bytes: Uint8Array, text: string, id: number, start: number, end: number): PdfObject | null {
  const head = `${id} 0 obj\n`
  if (!text.startsWith(head, start)) return null
  const from = start + head.length
  const streamEnd = '\nendstream\nendobj\n'
  const plainEnd = '\nendobj\n'
  if (text.startsWith(streamEnd, end - streamEnd.length)) {
    const dataEnd = end - streamEnd.length
    const keyword = ' stream\n'
    for (let at = text.indexOf(keyword, from); at !== -1 && at < dataEnd; at = text.indexOf(keyword, at + 1)) {
      const dictionary = text.slice(from, at)
      const length = /\/Length (\d+)[^()]*>>$/.exec(dictionary)
      const dataStart = at + keyword.length
      if (length && dataStart + Number(length[1]) === dataEnd) {
        return { id, text: dictionary, stream: bytes.subarray(dataStart, dataEnd) }
      }
    }
    return null
  }
  if (!text.startsWith(plainEnd, end - plainEnd.length)) return null
  return { id, text: text.slice(from, end - plainEnd.length), stream: null }
}

/** The object a dictionary refers to under a key: `/Dests 18 0 R`. Skia writes such keys once and at the top level. */
export function follow(pdf: SkiaPdf, object: PdfObject | undefined, key: string): PdfObject | undefined {
  const found = object && new RegExp(`/${key} (\\d+) 0 R`).exec(object.text)
  return found ? pdf.objects.get(Number(found[1])) : undefined
}

/** A literal or hexadecimal string at the start of `text`, or null. */
export const stringPattern = /^(?:\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f]*>)/

/** The text of a PDF string token: UTF-16BE with a mark, else one character per byte. */
export function decodeString(token: string): string {
  const bytes = token.startsWith('<')
    ? Buffer.from(token.slice(1, -1), 'hex')
    : Buffer.from(unescapeLiteral(token.slice(1, -1)), 'latin1')
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  return bytes.toString('latin1')
}

function unescapeLiteral(text: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  return text.replace(/\\([0-7]{1,3}|[^])/g, (_all, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(parseInt(code, 8) & 255) : (escapes[code] ?? code),
  )
}

/** A PDF string token: plain ASCII as a literal, anything else as UTF-16BE. Controls and halves of surrogate pairs become blanks. */
export function encodeString(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
  if (/^[\x20-\x7e]*$/.test(clean)) return `(${clean.replace(/[\\()]/g, '\\$&')})`
  return `<${Buffer.from(`\ufeff${clean}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}
