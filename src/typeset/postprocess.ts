/**
 * Finishing: Chromium's PDF with the report's metadata and dates instead of the browser's and the clock's, XMP, page labels, an
 * identifier, repaired outline titles, and packed into object streams (a quarter of the size, since tags are plain text). The same
 * input gives the same bytes. PDF/UA is not claimed: nobody has checked the reading order.
 */
import { UserError } from '../problems.ts'
import {
  decodeString,
  encodeString,
  follow,
  readSkiaPdf,
  stringPattern,
  type PdfObject,
  type SkiaPdf,
} from './skia-pdf.ts'
import { writePacked } from './write-pdf.ts'
import { xmpPacket } from './xmp.ts'

export interface PdfMeta {
  title: string
  /** The document's language, BCP 47: `ja`, `en-GB`. */
  lang: string
  /** The report's date, never the build's: `2011-03-31` or a date and time in ISO 8601. */
  date: string
  /** The program that made the PDF, with its version. */
  producer: string
  /** The program that made the document; default: the producer. */
  creator?: string | undefined
  author?: string | undefined
  subject?: string | undefined
  keywords?: string[] | undefined
  /** The title in other languages, by BCP 47 tag. */
  titles?: Record<string, string> | undefined
  /** How a viewer names the pages; default: 1, 2, 3. */
  pageLabels?: PageLabels[] | undefined
}

/** Labels of the pages from `page` to the next entry's. */
interface PageLabels {
  /** First physical page, from 1. */
  page: number
  /** `none`: only the prefix, for a cover. */
  style: 'decimal' | 'roman-lower' | 'roman-upper' | 'letters-lower' | 'letters-upper' | 'none'
  prefix?: string | undefined
  /** Number of the first page of the range; default 1. */
  start?: number | undefined
}

/**
 * @param headings texts of the document's headings in order; outline titles that differ from them in blanks only are replaced
 * @returns the finished file; of a PDF that is not of Chromium's plain structure the same file with only its dates changed
 * @throws UserError when the date is none
 */
export function finishPdf(bytes: Uint8Array, meta: PdfMeta, headings: readonly string[] = []): Uint8Array {
  const date = utcDate(meta.date)
  const pdf = readSkiaPdf(bytes)
  if (!pdf) return patchDates(bytes, date)
  renumberTags(pdf)
  mapRoles(pdf)
  repairOutline(pdf, headings)
  const extra = new Additions(pdf)
  const info = setInfo(pdf, extra, meta, date)
  setCatalog(pdf, extra, meta, date)
  return writePacked(pdf, info)
}

/** ISO 8601 in UTC with seconds: `2011-03-31T00:00:00Z`. */
function utcDate(text: string): string {
  const time = Date.parse(text)
  if (!Number.isFinite(time)) {
    throw new UserError(`the report's date is no date: ${text}`, {
      hint: 'Write it as 2011-03-31 or 2011-03-31T12:00:00Z.',
    })
  }
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** `D:20110331000000+00'00'`, as long as what Chromium writes. */
function pdfDate(date: string): string {
  return `D:${date.replace(/\D/g, '')}+00'00'`
}

/** For files of unknown structure: only replacements of the same length, so that nothing in the file moves. */
function patchDates(bytes: Uint8Array, date: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const patched = Uint8Array.from(bytes)
  for (const found of text.matchAll(/\/(?:CreationDate|ModDate) ?\(D:(\d{14})(?:Z|[+-]\d\d'\d\d'?)?\)/g)) {
    const start = found.index + found[0].indexOf('D:') + 2
    const zone = found[0].slice(found[0].indexOf('D:') + 16, -1).replace(/^[+-]\d\d'\d\d/, "+00'00")
    patched.set(Buffer.from(date.replace(/\D/g, '') + zone, 'latin1'), start)
  }
  return patched
}

/**
 * Table cells carry ids from a counter of the renderer, which go on from document to document. Counting from 1 keeps their order
 * (the id tree is sorted) and their length.
 */
function renumberTags(pdf: SkiaPdf): void {
  const pattern = /\(node(\d{8})\)/g
  const tagged = [...pdf.objects.values()].filter(
    ({ text }) => text.startsWith('<</Type /StructElem') || text.startsWith('<</Limits ['),
  )
  let smallest = Infinity
  for (const { text } of tagged)
    for (const [, number] of text.matchAll(pattern)) smallest = Math.min(smallest, Number(number))
  for (const object of tagged) {
    object.text = object.text.replace(
      pattern,
      (_all, number: string) => `(node${String(Number(number) - smallest + 1).padStart(8, '0')})`,
    )
  }
}

/** An outline title is the heading's lines run together: "nineten" for "nine ten". The headings themselves say where blanks belong. */
function repairOutline(pdf: SkiaPdf, headings: readonly string[]): void {
  const squeezed = headings.map((heading) => heading.replace(/\s+/g, ''))
  let next = 0
  for (const item of outlineItems(pdf)) {
    const start = item.text.indexOf('/Title ') + '/Title '.length
    const token = stringPattern.exec(item.text.slice(start))?.[0]
    if (token === undefined) continue
    // Hidden headings are in no outline, so some may have to be passed over.
    const match = squeezed.indexOf(decodeString(token).replace(/\s+/g, ''), next)
    if (match === -1) continue
    next = match + 1
    item.text = item.text.slice(0, start) + encodeString(headings[match]!) + item.text.slice(start + token.length)
  }
}

/** Outline items in reading order. */
function outlineItems(pdf: SkiaPdf): PdfObject[] {
  const items: PdfObject[] = []
  const seen = new Set<PdfObject>()
  // A stack instead of recursion: siblings are a chain as long as the outline.
  const stack = [follow(pdf, follow(pdf, pdf.catalog, 'Outlines'), 'First')]
  while (stack.length > 0) {
    const item = stack.pop()
    if (!item || seen.has(item)) continue
    seen.add(item)
    items.push(item)
    const rest = { ...item, text: item.text.replace(/\/Title (?:\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f]*>)/, '') }
    stack.push(follow(pdf, rest, 'Next'), follow(pdf, rest, 'First'))
  }
  return items
}

/** Hands out numbers for new objects. */
class Additions {
  readonly #pdf: SkiaPdf
  #next: number

  constructor(pdf: SkiaPdf) {
    this.#pdf = pdf
    this.#next = Math.max(...pdf.objects.keys()) + 1
  }

  add(text: string, stream: Uint8Array | null = null): number {
    const id = this.#next++
    this.#pdf.objects.set(id, { id, text, stream })
    return id
  }
}

function setInfo(pdf: SkiaPdf, extra: Additions, meta: PdfMeta, date: string): number {
  const entries: [string, string | undefined][] = [
    ['Title', meta.title],
    ['Author', meta.author],
    ['Subject', meta.subject],
    ['Keywords', meta.keywords?.join(', ')],
    ['Creator', meta.creator ?? meta.producer],
    ['Producer', meta.producer],
    ['CreationDate', pdfDate(date)],
    ['ModDate', pdfDate(date)],
  ]
  const text = `<<${entries.map(([key, value]) => (value ? `/${key} ${encodeString(value)}` : '')).join('')}>>`
  const info = pdf.info === null ? undefined : pdf.objects.get(pdf.info)
  if (!info) return extra.add(text)
  info.text = text
  return info.id
}

/** Chromium tags <strong> and <em> with types that PDF 1.7 does not know. */
function mapRoles(pdf: SkiaPdf): void {
  for (const object of pdf.objects.values()) {
    if (!object.text.includes('/Type /StructTreeRoot') || object.text.includes('/RoleMap')) continue
    object.text = object.text.replace(/>>\s*$/, '/RoleMap <</Strong /Span/Em /Span>>>>')
  }
}

function setCatalog(pdf: SkiaPdf, extra: Additions, meta: PdfMeta, date: string): void {
  const xmp = Buffer.from(xmpPacket(meta, date), 'utf8')
  // Not compressed, so that tools that know nothing of PDF find it.
  const metadata = extra.add(`<</Type /Metadata/Subtype /XML/Length ${xmp.length}>>`, xmp)
  const kept = pdf.catalog.text.replace(/\/Lang \((?:\\[^]|[^\\()])*\)/, '').replace(/>>$/, '')
  const outline = kept.includes('/Outlines ') ? '/PageMode /UseOutlines' : ''
  const labels = meta.pageLabels?.length ? `/PageLabels ${pageLabels(meta.pageLabels)}` : ''
  const viewer = kept.includes('/ViewerPreferences') ? '' : '/ViewerPreferences <</DisplayDocTitle true>>'
  pdf.catalog.text = `${kept}/Lang ${encodeString(meta.lang)}/Metadata ${metadata} 0 R${outline}${labels}${viewer}>>`
}

function pageLabels(ranges: PageLabels[]): string {
  const styles = {
    decimal: 'D',
    'roman-lower': 'r',
    'roman-upper': 'R',
    'letters-lower': 'a',
    'letters-upper': 'A',
    none: null,
  }
  const sorted = [...ranges].sort((a, b) => a.page - b.page)
  // The tree must begin with the first page.
  if (sorted[0]!.page > 1) sorted.unshift({ page: 1, style: 'decimal' })
  const entries = sorted.map(({ page, style, prefix, start }) => {
    const code = styles[style]
    const parts = [
      code && `/S /${code}`,
      prefix && `/P ${encodeString(prefix)}`,
      start !== undefined && start > 1 && `/St ${start}`,
    ]
    return `${page - 1} <<${parts.filter(Boolean).join('')}>>`
  })
  return `<</Nums [${entries.join(' ')}]>>`
}
