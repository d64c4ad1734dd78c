/** What a PDF says about itself, for tests: read by pdf.js, an implementation that shares nothing with ours. */
import type { Canvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfFacts {
  pages: PdfPage[]
  title: string | null
  author: string | null
  subject: string | null
  keywords: string | null
  creator: string | null
  producer: string | null
  lang: string | null
  /** PDF dates: `D:20110331000000+00'00'`. */
  created: string | null
  modified: string | null
  version: string
  /** Properties of the XMP packet by qualified name, lower case: `dc:title`. */
  xmp: Record<string, unknown>
  /** Titles with their depth from 1 and page from 1. */
  outline: { title: string; depth: number; page: number | null }[]
  /** Page from 1 of every named destination. */
  destinations: Record<string, number>
  pageLabels: string[] | null
  tagged: boolean
}

interface PdfPage {
  /** Width and height in points. */
  size: [number, number]
  /** Text in the order of the file, runs joined without blanks of our own. */
  text: string
  fonts: { name: string; type: string }[]
  /** Target of every link: an address, or `#` and a destination's name. */
  links: string[]
  /** Structure types with their alternative texts, depth first: `Figure(a bar chart)`. */
  structure: string[]
}

export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const pdf = await open(bytes)
  try {
    const { info, metadata } = await pdf.getMetadata()
    const entries = info as Record<string, string | undefined>
    const pages: PdfPage[] = []
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(pdf, number))
    const mark = (await pdf.getMarkInfo()) as { Marked?: boolean } | null
    return {
      pages,
      title: entries.Title ?? null,
      author: entries.Author ?? null,
      subject: entries.Subject ?? null,
      keywords: entries.Keywords ?? null,
      creator: entries.Creator ?? null,
      producer: entries.Producer ?? null,
      lang: entries.Language ?? null,
      created: entries.CreationDate ?? null,
      modified: entries.ModDate ?? null,
      version: entries.PDFFormatVersion ?? '',
      xmp: Object.fromEntries((metadata as Iterable<[string, unknown]> | undefined) ?? []),
      outline: await readOutline(pdf),
      destinations: await readDestinations(pdf),
      pageLabels: await pdf.getPageLabels(),
      tagged: mark?.Marked === true,
    }
  } finally {
    await pdf.destroy()
  }
}

/** The pixels of one page, RGBA. @param number from 1 */
export async function rasterise(
  bytes: Uint8Array,
  number: number,
  scale = 1,
): Promise<{ width: number; height: number; pixels: Uint8ClampedArray; png: () => Buffer }> {
  const pdf = await open(bytes)
  try {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale })
    // pdf.js's own factory: another copy of the canvas package would not know its paths.
    const factory = pdf.canvasFactory as { create(width: number, height: number): { canvas: Canvas } }
    const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
    const context = canvas.getContext('2d')
    // pdf.js is typed for browsers; this canvas has what it uses.
    await page.render({ canvas: null, canvasContext: context as never, viewport, background: 'white' }).promise
    const { width, height } = canvas
    const pixels = context.getImageData(0, 0, width, height).data
    return { width, height, pixels, png: () => canvas.toBuffer('image/png') }
  } finally {
    await pdf.destroy()
  }
}

/** How alike two rasters of the same size are: the share of channel values within 1, and the mean error of 255. */
export function comparePixels(a: Uint8ClampedArray, b: Uint8ClampedArray): { same: number; meanError: number } {
  if (a.length !== b.length) return { same: 0, meanError: 255 }
  let within = 0
  let sum = 0
  for (let index = 0; index < a.length; index++) {
    const error = Math.abs(a[index]! - b[index]!)
    sum += error
    if (error <= 1) within++
  }
  return { same: within / a.length, meanError: sum / a.length }
}

function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  // pdf.js takes the memory it is given away from its owner.
  return getDocument({
    data: Uint8Array.from(bytes),
    fontExtraProperties: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
}

async function readPage(pdf: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await pdf.getPage(number)
  const { items, styles } = await page.getTextContent()
  const [left, bottom, right, top] = page.view as [number, number, number, number]
  // Fonts arrive with the drawing instructions.
  await page.getOperatorList()
  const fonts = new Map<string, { name: string; type: string }>()
  for (const id of Object.keys(styles)) {
    if (!page.commonObjs.has(id)) continue
    const font = page.commonObjs.get(id) as { name?: string; type?: string; subtype?: string }
    const name = (font.name ?? '').replace(/^[A-Z]{6}\+/, '')
    fonts.set(name, { name, type: font.type ?? '' })
  }
  const annotations = (await page.getAnnotations()) as { url?: string; dest?: unknown }[]
  return {
    size: [right - left, top - bottom],
    text: items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    fonts: [...fonts.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    links: annotations.map(({ url, dest }) => url ?? (typeof dest === 'string' ? `#${destinationName(dest)}` : '')),
    structure: listStructure(await page.getStructTree()),
  }
}

function listStructure(node: unknown): string[] {
  if (typeof node !== 'object' || node === null || !('role' in node)) return []
  const { role, alt, children = [] } = node as { role: string; alt?: string; children?: unknown[] }
  return [alt === undefined ? role : `${role}(${alt})`, ...children.flatMap(listStructure)]
}

async function readOutline(pdf: PDFDocumentProxy): Promise<PdfFacts['outline']> {
  type Item = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]
  const flat: PdfFacts['outline'] = []
  const visit = async (items: Item[], depth: number): Promise<void> => {
    for (const item of items) {
      flat.push({ title: item.title, depth, page: await pageOf(pdf, item.dest) })
      await visit(item.items as Item[], depth + 1)
    }
  }
  // Null when there is none, which the types do not say.
  const top: unknown = await pdf.getOutline()
  await visit(Array.isArray(top) ? (top as Item[]) : [], 1)
  return flat
}

async function readDestinations(pdf: PDFDocumentProxy): Promise<Record<string, number>> {
  const found = (await pdf.getDestinations()) as Record<string, unknown[]>
  const pages: Record<string, number> = {}
  for (const [name, destination] of Object.entries(found))
    pages[destinationName(name)] = (await pageOf(pdf, destination)) ?? 0
  return pages
}

/** Chromium writes ids as they are in a URL. */
function destinationName(name: string): string {
  return decodeURIComponent(name)
}

async function pageOf(pdf: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  const explicit: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
  if (!Array.isArray(explicit)) return null
  return (await pdf.getPageIndex(explicit[0] as { num: number; gen: number })) + 1
}
