/** What holds for the PDF of every report, in every language. */
import { expect } from 'vitest'
import type { PdfFacts } from './pdf.ts'

const plain = (text: string): string => text.replaceAll(/\s/g, '')

/** The contents, on page 2, list so many headings, each with the page that it is on. @param html of the same edition */
export function expectContents(pdf: PdfFacts, html: string, count: number): void {
  const entries = [
    ...html.matchAll(
      /<li[^>]*><a href="#([\w-]+)"><span class="number">([^<]*)<\/span><span class="entry">([^<]*)<\/span>/g,
    ),
  ]
  expect(entries).toHaveLength(count)
  const contents = plain(pdf.pages[1]!.text)
  let from = 0
  for (const [, id, number, title] of entries) {
    const page = pdf.destinations[id!]!
    const heading = plain(number! + title!)
    const line = `${heading}${page}`
    from = contents.indexOf(line, from)
    expect(from, `${line} in ${contents}`).toBeGreaterThan(-1)
    expect(plain(pdf.pages[page - 1]!.text)).toContain(heading)
  }
}

/** Fonts of its own only, none of them Type 3. */
export function expectOwnFonts({ pages }: PdfFacts): void {
  const fonts = pages.flatMap((page) => page.fonts)
  expect(fonts.length).toBeGreaterThan(0)
  for (const { name, type } of fonts) {
    expect(name).toMatch(/NotoSansJP/)
    expect(type).not.toBe('Type3')
  }
}

/** On the cover and in the legal lines. */
export function expectDemonstration({ pages }: PdfFacts, tag: string): void {
  const words = tag === 'en' ? 'Demonstration with reconstructed data' : '再構成したデータによるデモンストレーション'
  for (const page of [pages[0]!, pages.at(-1)!]) expect(page.text.replaceAll(/\s+/g, ' ')).toContain(words)
}
