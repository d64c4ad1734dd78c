import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fontFaceCss } from '../../src/fonts/subset.ts'
import { ProblemSink } from '../../src/problems.ts'
import { openBrowser, type PdfBrowser } from '../../src/typeset/browser.ts'
import { noPages, type PageMap } from '../../src/typeset/page-map.ts'
import { readFonts } from '../../src/typeset/pdf-fonts.ts'
import { printDocument, printPdf, typesetHtml, type TypesetPdf } from '../../src/typeset/pdf.ts'
import type { PdfMeta } from '../../src/typeset/postprocess.ts'
import { comparePixels, rasterise, readPdf, type PdfFacts } from '../helpers/pdf.ts'
import { sampleDocument, sampleHeadings, sampleText, sampleTitle, type SampleLanguage } from './sample-document.ts'

let browser: PdfBrowser
const css: Record<SampleLanguage, string> = { en: '', ja: '' }
/** Typeset in this order, each with the page map of none before. */
const first: Partial<Record<SampleLanguage, TypesetPdf>> = {}
const facts: Partial<Record<SampleLanguage, PdfFacts>> = {}
const problems = new ProblemSink('report')

const meta = (lang: SampleLanguage): PdfMeta => ({
  title: sampleTitle(lang),
  lang,
  date: '2011-03-31',
  producer: 'benchpaper 1.2.3',
  author: 'Test lab (a\\b)',
  keywords: ['disk', 'ディスク'],
  titles: { en: sampleTitle('en'), ja: sampleTitle('ja') },
  pageLabels: [
    { page: 1, style: 'none', prefix: 'Cover' },
    { page: 2, style: 'roman-lower' },
    { page: 3, style: 'decimal', start: 3 },
  ],
})

const typeset = (lang: SampleLanguage, previous?: PageMap): Promise<TypesetPdf> =>
  typesetHtml(browser, (pages) => sampleDocument(lang, css[lang], pages), { meta: meta(lang), previous, problems })

beforeAll(async () => {
  browser = await openBrowser()
  for (const lang of ['en', 'ja'] as const) {
    css[lang] = await fontFaceCss(sampleText(lang))
    first[lang] = await typeset(lang)
    facts[lang] = await readPdf(first[lang].pdf)
  }
}, 60_000)
afterAll(async () => {
  await browser.close()
})

describe.each(['en', 'ja'] as const)('a report in %s', (lang) => {
  const read = (): PdfFacts => facts[lang]!

  it('has its metadata from the report', () => {
    const { title, author, keywords, creator, producer, lang: language, created, modified, xmp, tagged } = read()
    expect({ title, author, keywords, creator, producer, language, created, modified, tagged }).toEqual({
      title: sampleTitle(lang),
      author: 'Test lab (a\\b)',
      keywords: 'disk, ディスク',
      creator: 'benchpaper 1.2.3',
      producer: 'benchpaper 1.2.3',
      language: lang,
      created: "D:20110331000000+00'00'",
      modified: "D:20110331000000+00'00'",
      tagged: true,
    })
    expect(xmp).toMatchObject({ 'pdf:producer': 'benchpaper 1.2.3', 'xmp:modifydate': '2011-03-31T00:00:00Z' })
    expect(xmp['dc:title']).toContain(sampleTitle('ja'))
  })

  it('has a running header and footer on all pages but the cover', () => {
    const { pages } = read()
    const [cover, ...rest] = pages
    const header = lang === 'en' ? 'Performance report' : '性能報告書'
    expect(cover!.text.trim()).toBe(sampleTitle(lang))
    for (const [index, page] of rest.entries()) {
      const number = index + 2
      expect(page.text).toContain(header)
      expect(page.text).toContain(
        lang === 'en' ? `Page ${number} of ${pages.length}` : `${number} / ${pages.length} ページ`,
      )
    }
  })

  it('lists the pages on which its headings are', () => {
    const { pages, destinations, outline } = read()
    const compact = pages.map(({ text }) => text.replace(/\s+/g, ''))
    const numbers = Array.from(compact[1]!.matchAll(/\[(\d+)\]/g), ([, number]) => Number(number))
    const targets = ['c0', '節 0', 'c1', '節 1'].map((id) => destinations[id]!)
    expect(numbers).toEqual(targets)
    expect([...first[lang]!.pages.pages.entries()].sort()).toEqual(Object.entries(destinations).sort())
    // The text of the page itself, found by another reader, is the judge.
    const headings = sampleHeadings(lang).slice(1)
    for (const [index, heading] of headings.entries())
      expect(compact[targets[index]! - 1]).toContain(heading.replace(/\s+/g, ''))
    expect(outline.map(({ page }) => page)).toEqual([2, ...targets])
  })

  it('has an outline with the headings as they are written, though they wrap', () => {
    const depths = [1, 1, 2, 1, 2]
    expect(read().outline.map(({ title, depth }) => ({ title, depth }))).toEqual(
      sampleHeadings(lang).map((title, index) => ({ title, depth: depths[index] })),
    )
  })

  it('names its pages', () => {
    const { pageLabels, pages } = read()
    expect(pageLabels).toHaveLength(pages.length)
    expect(pageLabels!.slice(0, 4)).toEqual(['Cover', 'i', '3', '4'])
  })

  it('is tagged: headings, tables with heads, figures with descriptions, links', () => {
    const structure = read().pages.flatMap((page) => page.structure)
    const figure = lang === 'en' ? 'A bar chart of two values' : '二つの値の棒グラフ'
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Link', 'Caption', `Figure(${figure})`]) {
      expect(structure).toContain(role)
    }
  })

  it('repeats the head of a long table', () => {
    const heads = read().pages.filter(({ text }) => text.replace(/\s+/g, '').includes('IO/sMB/s'))
    expect(heads.length).toBeGreaterThanOrEqual(3)
  })

  it('embeds TrueType fonts of ours only', () => {
    const fonts = read().pages.flatMap((page) => page.fonts)
    expect(fonts.length).toBeGreaterThan(0)
    for (const { name, type } of fonts) {
      expect(type).toBe('CIDFontType2')
      expect(name).toMatch(/^NotoSansJP/)
    }
    expect(problems.toProblems()).toEqual([])
  })

  it('links to the outside and to A4 pages', () => {
    const { pages } = read()
    expect(pages[1]!.links).toContain('https://example.com/')
    // 210 x 297 mm are 595.28 x 841.89 points; Chromium rounds to its pixels of 0.75 points.
    for (const { size } of pages) {
      expect(size[0]).toBeCloseTo(595.28, -0.5)
      expect(size[1]).toBeCloseTo(841.89, -0.5)
    }
  })

  it.skipIf(!hasTool('qpdf'))('passes qpdf --check', () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchpaper-'))
    writeFileSync(join(folder, 'report.pdf'), first[lang]!.pdf)
    const check = spawnSync('qpdf', ['--check', join(folder, 'report.pdf')], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(check.stdout + check.stderr).toContain('No syntax or stream encoding errors found')
    expect(check.status).toBe(0)
  })
})

it('has the same bytes in either order, and needs one print when the page numbers are known', async () => {
  const ja = await typeset('ja', first.ja!.pages)
  const en = await typeset('en', first.en!.pages)
  expect([first.en!.prints, first.ja!.prints, en.prints, ja.prints]).toEqual([2, 2, 1, 1])
  expect(Buffer.from(ja.pdf).equals(first.ja!.pdf)).toBe(true)
  expect(Buffer.from(en.pdf).equals(first.en!.pdf)).toBe(true)
})

it('prints again when the known page numbers are no longer right', async () => {
  const stale: PageMap = {
    count: first.en!.pages.count,
    pages: new Map([...first.en!.pages.pages].map(([id, page]) => [id, page + 1])),
  }
  const { pdf, prints } = await typeset('en', stale)
  expect(prints).toBe(2)
  expect(Buffer.from(pdf).equals(first.en!.pdf)).toBe(true)
})

it('says so when page numbers never settle', async () => {
  const sink = new ProblemSink('report')
  // On page 2 when told it is on page 1, and the other way round.
  const swing = (pages: PageMap): string =>
    `<style>@page { size: A5 }</style><a href="#x">x</a><p id="x" style="break-before: ${pages.pages.get('x') === 1 ? 'page' : 'auto'}">y</p>`
  const { prints, pages } = await typesetHtml(browser, swing, { meta: meta('en'), problems: sink })
  expect(prints).toBe(3)
  expect(pages.pages.has('x')).toBe(true)
  expect(sink.count('pdf-page-numbers-unsettled')).toBe(1)
})

it('looks the same as what was printed before finishing', async () => {
  const printed = await printPdf(browser, sampleDocument('ja', css.ja, first.ja!.pages))
  const [before, after] = [await rasterise(printed, 3), await rasterise(first.ja!.pdf, 3)]
  expect(after.pixels.some((value) => value < 100)).toBe(true)
  const { same, meanError } = comparePixels(before.pixels, after.pixels)
  expect(same).toBeGreaterThanOrEqual(0.95)
  expect(meanError).toBeLessThan(0.1)
})

it('prints a draft without tags in the same layout', async () => {
  const html = sampleDocument('en', css.en, noPages)
  const draft = await readPdf(await printPdf(browser, html, { tagged: false }))
  expect(draft.tagged).toBe(false)
  expect(draft.destinations).toEqual(facts.en!.destinations)
})

it('has what Japanese line layout needs, in the browser and in the subset fonts', async () => {
  const text = '日本語、「評価」（日本）。ファイルシステムについて'
  const fontCss = await fontFaceCss(`${text}きゃっきゅの性能`)
  /** Width in px of one line at 20 px. */
  const width = (style: string, line = text): Promise<number> =>
    browser.withPage(async (page) => {
      await page.setContent(
        `<!doctype html><html lang="ja"><style>${fontCss} span { font: 20px "Noto Sans JP"; white-space: nowrap; ${style} }</style><span>${line}</span>`,
      )
      return Number(
        await page.evaluate(
          'Promise.all([...document.fonts].map((face) => face.load())).then(() => document.querySelector("span").getBoundingClientRect().width)',
        ),
      )
    })
  const full = await width('text-spacing-trim: space-all; font-kerning: none')
  // 25 characters of one em.
  expect(full).toBe(500)
  // Three pairs of marks lose half an em each: 、「 and 」（ and ）。
  expect(await width('text-spacing-trim: normal; font-kerning: none')).toBe(full - 30)
  expect(await width('font-feature-settings: "palt"')).toBeLessThan(full - 60)
  // An eighth of an em on either side of Latin letters within Japanese.
  expect(await width('text-autospace: normal', '日本abc日本')).toBeCloseTo(
    (await width('text-autospace: no-autospace', '日本abc日本')) + 5,
    1,
  )
})

it('runs no script and loads nothing', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hostile = `<!doctype html><html lang="en"><head><title>kept</title>
    <meta http-equiv="refresh" content="0;url=${at}/refresh">
    <link rel="stylesheet" href="${at}/style.css"><link rel="preload" as="image" href="${at}/preload.png">
    <link rel="dns-prefetch" href="//example.com"><link rel="preconnect" href="${at}">
    <style>@import "${at}/import.css"; body { background: url(${at}/background.png) } @font-face { font-family: x; src: url(${at}/font.woff2) }</style>
    <script src="${at}/script.js"></script><script>document.body.innerHTML = 'scripted'; fetch('${at}/fetch')</script></head>
    <body onload="document.body.textContent = 'scripted'"><h1>survived</h1>
    <img src="${at}/image.png" onerror="document.body.textContent = 'scripted'"><iframe src="file:///etc/passwd"></iframe>
    <iframe srcdoc="<script>parent.document.body.textContent = 'scripted'</script>"></iframe><object data="${at}/object"></object>
    <video src="${at}/video.mp4" poster="${at}/poster.png" autoplay></video><a href="javascript:alert(1)" ping="${at}/ping">link</a>
    <svg><image href="${at}/svg.png"/><script>document.title = 'scripted'</script></svg></body></html>`
  try {
    const { bytes, blocked } = await printDocument(browser, hostile)
    const { pages, title } = await readPdf(bytes)
    expect(requests).toEqual([])
    expect(title).toBe('kept')
    expect(pages[0]!.text).toContain('survived')
    expect(JSON.stringify(pages)).not.toMatch(/scripted|root:/)
    expect(blocked).toContain(`${at}/image.png`)
    expect(readFonts(bytes).every(({ name }) => !name.startsWith('NotoSansJP'))).toBe(true)
  } finally {
    server.close()
  }
})

it('reports fonts that are not embedded and addresses that are refused', async () => {
  const sink = new ProblemSink('report')
  const render = (): string =>
    '<p style="font-family: serif">text <img src="picture.png" alt=""><img src="http://example.com/a.png" alt=""></p>'
  await typesetHtml(browser, render, { meta: meta('en'), previous: noPages, problems: sink })
  expect(sink.count('pdf-foreign-font')).toBe(1)
  expect(sink.count('pdf-request-refused')).toBe(1)
})

function hasTool(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0
}
