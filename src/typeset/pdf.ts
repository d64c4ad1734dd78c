/** From a self-contained HTML document to a finished PDF. */
import type { Page } from 'puppeteer-core'
import type { ProblemSink } from '../problems.ts'
import type { PdfBrowser } from './browser.ts'
import { noPages, readPageMap, samePages, type PageMap } from './page-map.ts'
import { finishPdf, type PdfMeta } from './postprocess.ts'
import { readFonts } from './pdf-fonts.ts'

export interface PrintOptions {
  /** Structure tags and outline; false prints a quick draft with the same layout. Default true. */
  tagged?: boolean | undefined
}

/** What the browser made, before finishing. */
export interface PrintedPdf {
  bytes: Uint8Array
  /** Text of every h1-h6 in document order, blanks collapsed: the outline loses them where a heading wraps. */
  headings: string[]
  /** Addresses the document wanted to load. None was loaded. */
  blocked: string[]
}

/** The browser's own PDF. No script of the document runs and nothing but `data:` addresses is loaded. */
export async function printPdf(browser: PdfBrowser, html: string, options: PrintOptions = {}): Promise<Uint8Array> {
  return (await printDocument(browser, html, options)).bytes
}

export function printDocument(browser: PdfBrowser, html: string, options: PrintOptions = {}): Promise<PrintedPdf> {
  const tagged = options.tagged ?? true
  return browser.withPage(async (page) => {
    const blocked = await isolate(page)
    await page.emulateMediaType('print')
    await page.setContent(html, { waitUntil: 'load', timeout: 0 })
    const headings = await page.evaluate(settle)
    const bytes = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged,
      outline: tagged,
      // Waits for a frame that a page in the background never paints; `settle` has waited already.
      waitForFonts: false,
      timeout: 0,
    })
    return { bytes, headings, blocked }
  })
}

/** Cuts the page off: no script, no network, no file. Returns the list that refused addresses are added to. */
async function isolate(page: Page): Promise<string[]> {
  const blocked: string[] = []
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('data:')) {
      void request.continue().catch(() => undefined)
      return
    }
    if (blocked.length < 100) blocked.push(url.slice(0, 200))
    // An aborted navigation (meta refresh) would replace the document with an error page; one without content leaves it.
    const refusal = request.isNavigationRequest() ? request.respond({ status: 204 }) : request.abort()
    void refusal.catch(() => undefined)
  })
  return blocked
}

/**
 * Runs in the page. Every face is loaded, not only those in use: text in page margins exists only in print, too late for a font to arrive.
 */
/* v8 ignore next -- runs in the browser */
async function settle(): Promise<string[]> {
  const { document } = globalThis as unknown as { document: BrowserDocument }
  await Promise.allSettled(Array.from(document.fonts, (face) => face.load()))
  await document.fonts.ready
  return Array.from(document.querySelectorAll('h1, h2, h3, h4, h5, h6'), (heading) =>
    heading.innerText.replace(/\s+/g, ' ').trim(),
  )
}

/** The little of the DOM that `settle` needs; the project's types are Node's. */
interface BrowserDocument {
  fonts: Iterable<{ load(): Promise<unknown> }> & { ready: Promise<unknown> }
  querySelectorAll(selector: string): Iterable<{ innerText: string }>
}

export interface TypesetOptions {
  /** Metadata, dates, page labels. */
  meta: PdfMeta
  /** Page map of the last build. When it still holds, one print is enough. */
  previous?: PageMap | null | undefined
  /** Where trouble goes: page numbers that do not settle, fonts that are not ours, refused addresses. */
  problems: ProblemSink
}

export interface TypesetPdf {
  pdf: Uint8Array
  /** Keep it for the next build. */
  pages: PageMap
  /** How often the browser printed, the quick draft included. */
  prints: number
}

/** Page numbers change the layout only where they change the length of a line; more rounds than this mean a swing. */
const maximalPrints = 3

/**
 * Prints with the page numbers of last time and again only if they have moved. Without a previous map a quick untagged print finds
 * them first.
 * @param render the document for given page numbers; `count` is 0 while none are known. Pure: it may be called several times
 */
export async function typesetHtml(
  browser: PdfBrowser,
  render: (pages: PageMap) => string,
  options: TypesetOptions,
): Promise<TypesetPdf> {
  const { problems } = options
  let assumed = options.previous ?? null
  let prints = 0
  if (!assumed) {
    prints++
    assumed = readPageMap((await printDocument(browser, render(noPages), { tagged: false })).bytes) ?? noPages
  }
  for (;;) {
    prints++
    const printed = await printDocument(browser, render(assumed))
    const pages = readPageMap(printed.bytes)
    const settled = pages === null || samePages(pages, assumed)
    if (!settled && prints < maximalPrints) {
      assumed = pages
      continue
    }
    if (!settled) reportUnsettled(problems, assumed, pages)
    if (!pages) {
      problems.warning('pdf-unknown-structure', 'Unexpected structure of the printed PDF, expected that of Chromium', {
        hint: 'Page numbers in the contents and metadata are missing. Use the packaged browser: unset BENCHPAPER_BROWSER.',
      })
    }
    reportBlocked(problems, printed.blocked)
    reportFonts(problems, printed.bytes)
    const pdf = finishPdf(printed.bytes, options.meta, printed.headings)
    return { pdf, pages: pages ?? noPages, prints }
  }
}

function reportUnsettled(problems: ProblemSink, assumed: PageMap, found: PageMap): void {
  const moved = [...found.pages].filter(([id, page]) => assumed.pages.get(id) !== page).map(([id]) => id)
  problems.warning(
    'pdf-page-numbers-unsettled',
    `Unexpected change of page numbers after ${maximalPrints} prints, expected none, move a page break near ${moved[0] ?? 'the end'}`,
    { actual: moved.join(', '), hint: 'A page number that gets longer pushes its own target to the next page.' },
  )
}

function reportBlocked(problems: ProblemSink, blocked: string[]): void {
  for (const url of new Set(blocked)) {
    problems.warning(
      'pdf-request-refused',
      `Unexpected reference to ${url}, expected a self-contained document, embed it`,
      {
        actual: url,
        expected: 'a data: address',
      },
    )
  }
}

function reportFonts(problems: ProblemSink, bytes: Uint8Array): void {
  for (const { name, type } of readFonts(bytes)) {
    if (type !== 'Type3' && name.startsWith(embeddedFamily)) continue
    problems.error(
      'pdf-foreign-font',
      `Unexpected font ${name} (${type}) in the PDF, expected Noto Sans JP only, embed a font with these characters`,
      {
        actual: name,
        hint: 'A character or a style that the embedded fonts lack was drawn with whatever the system had.',
      },
    )
  }
}

/** PostScript names of the packaged fonts start with this. */
const embeddedFamily = 'NotoSansJP'
