import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'
import { expectContents, expectDemonstration, expectOwnFonts } from '../helpers/edition.ts'
import { missingFacts, readFacts, type Fact } from '../helpers/facts.ts'
import { readPdf, type PdfFacts } from '../helpers/pdf.ts'

let lab: BuiltLab
const pdfs = new Map<string, PdfFacts>()
const languages = ['en', 'ja'] as const

beforeAll(async () => {
  lab = await buildLab(await copyLab(), { reports: ['primergy/iscsi'] })
  for (const tag of languages) pdfs.set(tag, await readPdf(await lab.read(`primergy/iscsi/${tag}/report.pdf`)))
}, 120_000)
afterAll(() => remove(lab.folder))

const facts = readFacts('iscsi', ['table', 'claim', 'score'])
const isNumber = ({ value }: Fact): boolean => typeof value === 'number'

/** Decimals of the published figures: ratios of boot times have one, all others none. */
function decimalsOf({ what }: Fact): number {
  return what.startsWith('iSCSI boot relative to local boot') ? 1 : 0
}

function textOf(tag: string): string {
  return pdfs
    .get(tag)!
    .pages.map(({ text }) => text)
    .join('\n')
}

/** A row of a download: its head, then its numbers. */
async function rowsOf(tag: string, id: string): Promise<[head: string, ...values: number[]][]> {
  const csv = await lab.text(`primergy/iscsi/${tag}/data/${id}.csv`)
  return csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => {
      const cells = row.split(',')
      return [cells[0]!, ...cells.slice(1).map(Number)]
    })
}

test('builds without a problem', () => {
  expect(lab.problems).toEqual([])
  expect(lab.outputs.filter((file) => file.endsWith('.pdf'))).toEqual([
    'out/primergy/iscsi/en/report.pdf',
    'out/primergy/iscsi/ja/report.pdf',
  ])
})

describe.each(languages)('the %s edition', (tag) => {
  test('prints every published figure', async () => {
    expect(facts).toHaveLength(67)
    expect(missingFacts(facts.filter(isNumber), textOf(tag), decimalsOf)).toEqual([])
    const html = (await lab.text(`primergy/iscsi/${tag}/report.html`)).replaceAll(
      /<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g,
      '',
    )
    const text = html.replaceAll(/<[^>]*>/g, ' ')
    expect(missingFacts(facts.filter(isNumber), text, decimalsOf)).toEqual([])
    expect(text.replaceAll('\u{a0}', ' ')).toContain('24 × 365')
  })

  test('boot times, volumes and seconds of activity stand in the rows they belong to', async () => {
    const published = (what: string): number[] =>
      ['local boot time', 'iSCSI boot time', 'data volume of iSCSI boot', 'disk activity during iSCSI boot'].flatMap(
        (name) => facts.filter((fact) => fact.what === `${what}: ${name}`).map(({ value }) => Number(value)),
      )
    const tables: [boots: string, disks: string, cases: string[]][] = [
      ['boot-table', 'disk-table', ['BX620 S4', 'RX300 S4', 'TX200 S4']],
      ['os-table', 'os-disk-table', ['Windows Server 2003 32-bit', 'Windows Server 2003 64-bit']],
      ['adapter-table', 'adapter-disk-table', ['Broadcom adapter', 'Intel adapter']],
    ]
    for (const [boots, disks, cases] of tables) {
      const [times, volumes] = [await rowsOf(tag, boots), await rowsOf(tag, disks)]
      expect(times).toHaveLength(cases.length)
      cases.forEach((name, index) => {
        const [, ...seconds] = times[index]!
        const [, volume, activity] = volumes[index]!
        const expected = published(name)
        const shown = [...seconds.slice(0, expected.length - 2), volume, activity].map((one) => Math.round(one!))
        expect(shown, name).toEqual(expected)
      })
    }
  })

  test('nine tests for each of five measures', async () => {
    for (const id of ['throughput', 'response', 'cpu', 'per-io', 'effectiveness']) {
      const rows = await rowsOf(tag, `${id}-table`)
      expect(rows).toHaveLength(9)
      // Pattern and block size, then the attachments.
      for (const row of rows) expect(row.slice(2).filter((value) => Number(value) > 0)).toHaveLength(3)
    }
  })

  test('traces hold the time of the boot alone, read and write', async () => {
    const rows = await lab.text(`primergy/iscsi/${tag}/data/trace-tx200.csv`)
    const times = rows
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => Number(row.split(',')[0]))
    expect(Math.min(...times)).toBeGreaterThan(0)
    expect(Math.max(...times)).toBeLessThan(82)
    // The first run takes 81.5 s: its samples are those of 82 whole seconds.
    expect(times).toHaveLength(2 * 82)
  })

  test('has a title, a language, tags and an outline', () => {
    const pdf = pdfs.get(tag)!
    expect(pdf.pages).toHaveLength(22)
    expect(pdf.lang).toBe(tag)
    expect(pdf.title).toContain('PRIMERGY')
    expect(pdf.tagged).toBe(true)
    expect(pdf.outline.length).toBeGreaterThan(25)
    expect(pdf.created).toMatch(/^D:20091101/)
  })

  test('embeds fonts of its own only, none of them Type 3', () => {
    expectOwnFonts(pdfs.get(tag)!)
  })

  test('each page number in the contents is the page that its heading is on', async () => {
    expectContents(pdfs.get(tag)!, await lab.text(`primergy/iscsi/${tag}/report.html`), 27)
  })

  test('no page is nearly empty', () => {
    for (const [index, { text }] of pdfs.get(tag)!.pages.entries()) {
      if (index > 0) expect(text.replaceAll(/\s/g, '').length, `page ${index + 1}`).toBeGreaterThan(150)
    }
  })

  test('says that it is a demonstration, on the cover and in the legal lines', () => {
    expectDemonstration(pdfs.get(tag)!, tag)
  })
})
