import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'
import { expectContents, expectDemonstration, expectOwnFonts } from '../helpers/edition.ts'
import { missingFacts, readFacts, type Fact } from '../helpers/facts.ts'
import { readPdf, type PdfFacts } from '../helpers/pdf.ts'

let lab: BuiltLab
const pdfs = new Map<string, PdfFacts>()
const languages = ['en', 'ja'] as const

beforeAll(async () => {
  lab = await buildLab(await copyLab(), { reports: ['proliant/file-server'] })
  for (const tag of languages) pdfs.set(tag, await readPdf(await lab.read(`proliant/file-server/${tag}/report.pdf`)))
}, 120_000)
afterAll(() => remove(lab.folder))

/** Decimals of the published tables: times whole, ratios of time and CPU one, other ratios none, the rest one. */
function decimals({ what, unit }: Fact): number {
  if (unit === 's') return 0
  if (what.includes('ratio')) return /time|CPU/.test(what) ? 1 : 0
  return 1
}

test('builds without a problem', () => {
  expect(lab.problems).toEqual([])
  expect(lab.outputs.filter((file) => file.endsWith('.pdf'))).toEqual([
    'out/proliant/file-server/en/report.pdf',
    'out/proliant/file-server/ja/report.pdf',
  ])
})

describe.each(languages)('the %s edition', (tag) => {
  const facts = readFacts('file-server', ['table', 'score'])

  test('prints every published figure', async () => {
    expect(facts).toHaveLength(60)
    const text = pdfs
      .get(tag)!
      .pages.map((page) => page.text)
      .join('\n')
    expect(missingFacts(facts, text, decimals)).toEqual([])
    const html = (await lab.text(`proliant/file-server/${tag}/report.html`)).replaceAll(
      /<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g,
      '',
    )
    expect(missingFacts(facts, html.replaceAll(/<[^>]*>/g, ' '), decimals)).toEqual([])
  })

  test('each result table holds exactly the published values, row by row', async () => {
    // Ids of facts run by metric, then size: old, new, ratio. The download has them unrounded.
    const values = facts.map(({ value }) => Number(value))
    for (const [index, id] of ['time', 'read', 'queue', 'network', 'cpu'].entries()) {
      const csv = await lab.text(`proliant/file-server/${tag}/data/${id}-table.csv`)
      const rows = csv
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').slice(1).map(Number))
      const published = values.slice(index * 12, index * 12 + 12)
      rows.forEach((row, at) => {
        row.forEach((value, column) => {
          const fact = facts[index * 12 + at * 3 + column]!
          expect(Number(value.toFixed(decimals(fact))), fact.what).toBe(published[at * 3 + column])
        })
      })
      expect(rows.flat()).toHaveLength(12)
    }
  })

  test('has eleven pages, a title, a language, tags and an outline', () => {
    const pdf = pdfs.get(tag)!
    expect(pdf.pages).toHaveLength(11)
    expect(pdf.lang).toBe(tag)
    expect(pdf.title).toContain('HP ProLiant Gen8')
    expect(pdf.tagged).toBe(true)
    expect(pdf.outline.length).toBeGreaterThan(15)
    expect(pdf.created).toMatch(/^D:20130801/)
  })

  test('embeds fonts of its own only, none of them Type 3', () => {
    expectOwnFonts(pdfs.get(tag)!)
  })

  test('each page number in the contents is the page that its heading is on', async () => {
    expectContents(pdfs.get(tag)!, await lab.text(`proliant/file-server/${tag}/report.html`), 17)
  })

  test('the cover has neither header nor footer, every other page has both', () => {
    const { pages, title } = pdfs.get(tag)!
    const footer = (number: number): string => (tag === 'en' ? `Page ${number} of 11` : `${number} / 11 ページ`)
    const plain = (text: string): string => text.replaceAll(/\s/g, '')
    expect(plain(pages[0]!.text)).not.toContain(plain(footer(1)))
    pages.slice(1).forEach((page, index) => {
      expect(plain(page.text)).toContain(plain(footer(index + 2)))
      expect(plain(page.text)).toContain(plain(title!))
    })
  })

  test('says that it is a demonstration, on the cover and in the legal lines', () => {
    expectDemonstration(pdfs.get(tag)!, tag)
  })
})

test('the same input gives the same bytes, in another folder and without the first build’s cache', async () => {
  const again = await buildLab(await copyLab(), { reports: ['proliant/file-server'] })
  try {
    const files = lab.outputs.map((file) => file.replace(/^out\//, ''))
    expect(again.outputs).toEqual(lab.outputs)
    for (const file of files) expect(Buffer.from(await again.read(file)).equals(await lab.read(file)), file).toBe(true)
  } finally {
    await remove(again.folder)
  }
}, 120_000)
