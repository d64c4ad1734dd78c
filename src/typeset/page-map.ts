/**
 * Which page each element came to lie on. Chromium has no `target-counter()`, but it writes a named destination for every id that an
 * internal link points to: those are the page numbers for contents, lists of figures and "see page 12".
 */
import { follow, readSkiaPdf, type SkiaPdf } from './skia-pdf.ts'

export interface PageMap {
  /** Number of pages; 0 when nothing has been printed yet. */
  readonly count: number
  /** Physical page, from 1, of every id that is the target of a link in the document. */
  readonly pages: ReadonlyMap<string, number>
}

/** What to print with when no earlier print is known. */
export const noPages: PageMap = { count: 0, pages: new Map() }

/** @returns null when the file does not have the structure of Chromium's PDFs */
export function readPageMap(bytes: Uint8Array): PageMap | null {
  const pdf = readSkiaPdf(bytes)
  return pdf && pageMapOf(pdf)
}

function pageMapOf(pdf: SkiaPdf): PageMap | null {
  const order = pageOrder(pdf)
  if (order.length === 0) return null
  const numbers = new Map(order.map((id, index) => [id, index + 1]))
  const pages: [string, number][] = []
  const destinations = follow(pdf, pdf.catalog, 'Dests')
  for (const [, name, id] of destinations?.text.matchAll(/\/([^\s/[\]()<>]+) \[(\d+) 0 R /g) ?? []) {
    const page = numbers.get(Number(id))
    if (page !== undefined) pages.push([decodeName(name!), page])
  }
  // Skia's own order is that of a hash table.
  pages.sort(([a], [b]) => (a < b ? -1 : 1))
  return { count: order.length, pages: new Map(pages) }
}

/** Object numbers of the pages, first to last. Long documents have a tree of page nodes. */
function pageOrder(pdf: SkiaPdf): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  const visit = (id: number): void => {
    const object = pdf.objects.get(id)
    if (!object || seen.has(id)) return
    seen.add(id)
    const kids = /\/Kids \[([^\]]*)\]/.exec(object.text)
    if (!object.text.includes('/Type /Pages') || !kids) order.push(id)
    else for (const [, kid] of kids[1]!.matchAll(/(\d+) 0 R/g)) visit(Number(kid))
  }
  const root = follow(pdf, pdf.catalog, 'Pages')
  if (root) visit(root.id)
  return order
}

/** Chromium percent-encodes the id as in a URL, then escapes `%` and others as PDF names do. */
function decodeName(name: string): string {
  const encoded = name.replace(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

export function samePages(a: PageMap, b: PageMap): boolean {
  if (a.count !== b.count || a.pages.size !== b.pages.size) return false
  for (const [id, page] of a.pages) if (b.pages.get(id) !== page) return false
  return true
}

/** As JSON for the cache; `pageMapFromJson` gives it back. */
export function pageMapToJson(map: PageMap): unknown {
  return { count: map.count, pages: [...map.pages] }
}

/** @returns null for anything that `pageMapToJson` has not made: a cache is never trusted to be whole */
export function pageMapFromJson(json: unknown): PageMap | null {
  if (typeof json !== 'object' || json === null || !('count' in json) || !('pages' in json)) return null
  const { count, pages } = json
  if (!isPage(count) || !Array.isArray(pages) || !pages.every(isEntry)) return null
  return { count, pages: new Map(pages) }
}

function isPage(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && isPage(entry[1])
}
