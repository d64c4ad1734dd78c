import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'
import { missingFacts, readFacts, type Fact } from '../helpers/facts.ts'
import { readPdf, type PdfFacts } from '../helpers/pdf.ts'

let lab: BuiltLab
const pdfs = new Map<string, PdfFacts>()
const languages = ['en', 'ja'] as const

beforeAll(async () => {
  lab = await buildLab(await copyLab(), { reports: ['proliant/sas'] })
  for (const tag of languages) pdfs.set(tag, await readPdf(await lab.read(`proliant/sas/${tag}/report.pdf`)))
}, 120_000)
afterAll(() => remove(lab.folder))

/** As published: leads and factors with one decimal, all else with the decimals of the fact, trailing zeros dropped. */
function decimals({ what, value, unit }: Fact): number {
  if (/lead of|share of the SA-P600/.test(what) || unit === 'x') return 1
  return JSON.stringify(value).split('.')[1]?.length ?? 0
}

test('builds without a problem', () => {
  expect(lab.problems).toEqual([])
  expect(lab.outputs.filter((file) => file.endsWith('.pdf'))).toEqual([
    'out/proliant/sas/en/report.pdf',
    'out/proliant/sas/ja/report.pdf',
  ])
})

/** Fields of a table's download, without its head. */
async function tableOf(tag: string, id: string): Promise<string[][]> {
  const csv = await lab.text(`proliant/sas/${tag}/data/${id}.csv`)
  const rows = csv.trimEnd().split('\r\n').slice(1)
  return rows.map((row) => row.split(','))
}

describe.each(languages)('the %s edition', (tag) => {
  const facts = readFacts('sas', ['table', 'claim', 'score'])
  const numeric = facts.flatMap((fact) =>
    [fact.value].flat().flatMap((value) => (typeof value === 'number' ? [{ ...fact, value }] : [])),
  )
  const textOf = (): string =>
    pdfs
      .get(tag)!
      .pages.map(({ text }) => text)
      .join('\n')

  test('prints every published figure', async () => {
    // 16 table values, 48 of the operating points, 19 claims (one of two numbers) and the LoadSim rate; three facts are words.
    expect(numeric.length).toBeGreaterThan(80)
    expect(missingFacts(numeric, textOf(), decimals)).toEqual([])
    const html = (await lab.text(`proliant/sas/${tag}/report.html`)).replaceAll(
      /<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g,
      '',
    )
    expect(missingFacts(numeric, html.replaceAll(/<[^>]*>/g, ' '), decimals)).toEqual([])
  })

  test('prints the published facts that are words', () => {
    const words = facts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    expect(words).toEqual(['Variable', '1/n', '15k U320', '10k U320'])
    const printed = tag === 'ja' ? words.with(0, '可変') : words
    for (const word of printed) expect(textOf()).toContain(word)
  })

  test('the common rule gives one number of threads a level, each array’s own maximum three', async () => {
    const rows = await tableOf(tag, 'rules-table')
    expect(rows).toHaveLength(12)
    const threads = (column: number): number[] => rows.map((row) => Number(row[column]))
    // By hand from the published points: RAID 0 and 1+0 quote the common count, RAID 5 and 6 each array's own.
    expect(threads(2)).toEqual([16, 16, 16, 14, 14, 14, 8, 8, 8, 6, 6, 6])
    expect(threads(4).slice(6)).toEqual([16, 10, 8, 10, 6, 6])
    for (const [common, own] of rows.map((row) => [Number(row[2]), Number(row[4])]))
      expect(own).toBeGreaterThanOrEqual(common!)
  })

  test('sweeps are drawn beyond the limit', async () => {
    const csv = (await lab.text(`proliant/sas/${tag}/data/sweep-raid6.csv`)).split('\r\n')
    // Three tables of seven tests each, with title, head and a blank line between them.
    expect(csv.filter((row) => row.startsWith('14,'))).toHaveLength(3)
    const last = csv.findLast((row) => row.startsWith('14,'))!
    for (const latency of last.split(',').slice(1)) expect(Number(latency)).toBeGreaterThan(0.02)
  })

  test('numbers tables and figures by appendix', () => {
    const plain = textOf().replaceAll(/\s/g, '')
    const [figure, table] = tag === 'en' ? ['Figure', 'Table'] : ['図', '表']
    const found = (word: string): string[] => [
      ...new Set([...plain.matchAll(new RegExp(`${word}([A-C]-\\d)`, 'g'))].map((match) => match[1]!)),
    ]
    expect(found(figure).sort()).toEqual([
      ...['A-1', 'A-2'],
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `B-${number}`),
      ...[1, 2, 3, 4, 5, 6].map((number) => `C-${number}`),
    ])
    expect(found(table).sort()).toEqual(['A-1', 'B-1', 'B-2', 'B-3', 'B-4', 'B-5'])
  })

  test('has twenty pages, a title, a language, tags and an outline', () => {
    const pdf = pdfs.get(tag)!
    expect(pdf.pages).toHaveLength(20)
    expect(pdf.lang).toBe(tag)
    expect(pdf.title).toContain('HP SAS')
    expect(pdf.tagged).toBe(true)
    expect(pdf.outline.length).toBeGreaterThan(20)
    expect(pdf.created).toMatch(/^D:20050901/)
  })

  test('embeds fonts of its own only, none of them Type 3', () => {
    const fonts = pdfs.get(tag)!.pages.flatMap((page) => page.fonts)
    expect(fonts.length).toBeGreaterThan(0)
    for (const { name, type } of fonts) {
      expect(name).toMatch(/NotoSansJP/)
      expect(type).not.toBe('Type3')
    }
  })

  test('each page number in the contents is the page that its heading is on', async () => {
    const pdf = pdfs.get(tag)!
    const html = await lab.text(`proliant/sas/${tag}/report.html`)
    const entries = [
      ...html.matchAll(
        /<li[^>]*><a href="#([\w-]+)"><span class="number">([^<]*)<\/span><span class="entry">([^<]*)<\/span>/g,
      ),
    ]
    expect(entries).toHaveLength(23)
    const contents = pdf.pages[1]!.text.replaceAll(/\s/g, '')
    let from = 0
    for (const [, id, number, title] of entries) {
      const page = pdf.destinations[id!]!
      const line = `${number!}${title!}${page}`.replaceAll(/\s/g, '')
      from = contents.indexOf(line, from)
      expect(from, `${line} in ${contents}`).toBeGreaterThan(-1)
      expect(pdf.pages[page - 1]!.text.replaceAll(/\s/g, '')).toContain(`${number!}${title!}`.replaceAll(/\s/g, ''))
    }
  })

  test('says that it is a demonstration, on the cover and in the legal lines', () => {
    const { pages } = pdfs.get(tag)!
    const words = tag === 'en' ? 'Demonstration with reconstructed data' : '再構成したデータによるデモンストレーション'
    for (const page of [pages[0]!, pages.at(-1)!]) expect(page.text.replaceAll(/\s+/g, ' ')).toContain(words)
  })
})

test('no run counts as unused: those beyond the limit have their place in a sweep', async () => {
  const html = await lab.text('proliant/sas/en/report.html')
  expect(html).toContain('id="data-notes"')
  expect(html).not.toContain('Runs not used')
})
