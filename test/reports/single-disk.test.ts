import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'
import { missingFacts, readFacts, type Fact } from '../helpers/facts.ts'
import { readPdf, type PdfFacts } from '../helpers/pdf.ts'

let lab: BuiltLab
const report = 'primergy/single-disk'
const pdfs = new Map<string, PdfFacts>()
const languages = ['en', 'ja'] as const
const facts = readFacts('single-disk', ['table', 'claim', 'score'])

beforeAll(async () => {
  lab = await buildLab(await copyLab(), { reports: [report] })
  for (const tag of languages) pdfs.set(tag, await readPdf(await lab.read(`${report}/${tag}/report.pdf`)))
}, 120_000)
afterAll(() => remove(lab.folder))

/** Capacities of servers have one decimal; half of a rate is 0.5; the rest is whole. */
function decimals({ unit, value }: Fact): number {
  return unit === 'TB' || value === 0.5 ? 1 : 0
}

function only(chapter: string): Fact[] {
  return facts.filter((fact) => fact.chapter === chapter)
}

/** Rows of a download; commas inside quotes do not divide. */
async function readCsv(tag: string, id: string): Promise<string[][]> {
  const text = (await lab.text(`${report}/${tag}/data/${id}.csv`)).replace('\u{feff}', '').trimEnd()
  return text
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
      ),
    )
}

function readProperties({ value }: Fact): Record<string, string | number | null> {
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('expected properties')
  return value
}

const plain = (text: string): string => text.replaceAll(/\s/g, '')

/** Text of the page without charts, a cell or paragraph a line. */
async function readText(tag: string): Promise<string> {
  const html = await lab.text(`${report}/${tag}/report.html`)
  return html
    .replaceAll(/<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g, '')
    .replaceAll(/<\/(?:td|th|p|li|h\d|figcaption)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u{a0}', ' ')
}

test('builds without a problem', () => {
  expect(lab.problems).toEqual([])
  expect(lab.outputs.filter((file) => file.endsWith('.pdf'))).toEqual(
    languages.map((tag) => `out/${report}/${tag}/report.pdf`),
  )
})

test('all surviving figures of tables and claims are looked for', () => {
  const chapters = [
    'contents',
    'basics',
    'drive classes',
    'measurement environment',
    'measurement method',
    'block size',
  ]
  const more = ['load intensity', 'server sizing', 'form factor', 'rotational speed', 'disk cache']
  expect([...new Set(facts.map(({ chapter }) => chapter))]).toEqual([...chapters, ...more])
  // Page numbers of the published edition are those of its own layout.
  expect(facts.length - only('contents').length).toBe(153)
})

describe.each(languages)('the %s edition', (tag) => {
  test('prints every published number', async () => {
    const numbers = facts.filter(({ value, chapter }) => typeof value === 'number' && chapter !== 'contents')
    expect(numbers).toHaveLength(103)
    const text = pdfs
      .get(tag)!
      .pages.map((page) => page.text)
      .join('\n')
    expect(missingFacts(numbers, text, decimals)).toEqual([])
    expect(missingFacts(numbers, await readText(tag), decimals)).toEqual([])
  })

  test('interfaces carry what the formula gives', async () => {
    const rows = [...(await readText(tag)).matchAll(/(SATA|SAS) ([\d.]+) G(?:bit\/s|bps)\n\s*(\d+)\n/g)]
    const printed = rows.map(([, name, rate, throughput]) => `${name!} ${Number(rate)} ${throughput!}`)
    const published = only('basics').map(({ what, value }) => {
      const [, name, rate] = /(SATA|SAS) ([\d.]+) Gbit/.exec(what)!
      return `${name!} ${Number(rate)} ${Number(value)}`
    })
    expect(printed).toEqual(published)
  })

  test('the tables of classes hold the published disks and no others', async () => {
    const printed: string[] = []
    for (const id of ['eco', 'bc', 'ep']) {
      const [, ...rows] = await readCsv(tag, `${id}-disks`)
      for (const [type, name, rate, size, speed, capacity] of rows) {
        const gb = capacity!.endsWith('TB') ? 1000 * Number.parseFloat(capacity!) : Number.parseFloat(capacity!)
        const rpm = speed === '–' ? null : Number.parseInt(speed!)
        printed.push(
          [id.toUpperCase(), type, name, Number.parseInt(rate!), Number.parseFloat(size!), rpm, gb].join(' '),
        )
      }
    }
    const published = only('measurement environment')
      .map(readProperties)
      .map((disk) => {
        const [name, rate] = String(disk.interface).split(' ')
        // Where the capacity is not certain, 500 GB was taken.
        const { class: kind, type, form_factor_inch: size, rpm, capacity_GB: capacity = 500 } = disk
        return [kind, type, name, rate, size, rpm, capacity].join(' ')
      })
    expect(published).toHaveLength(23)
    expect(printed.sort()).toEqual(published.sort())
  })

  test('load profiles are what the logs say, as published', async () => {
    const [, ...rows] = await readCsv(tag, 'profile-table')
    const published = only('measurement method').filter(({ what }) => what.startsWith('profile '))
    const names = ['Database', 'File server', 'File copy', 'Streaming', 'Restore']
    expect(rows).toHaveLength(names.length)
    names.forEach((name, at) => {
      const of = (property: string): Fact['value'] =>
        published.find(({ what }) => what === `profile ${name}: ${property}`)!.value
      const random = tag === 'en' ? 'random' : 'ランダム'
      expect(rows[at]![1] === random).toBe(of('access') === 'random')
      expect(rows[at]![2]).toBe((of('read/write') as number[]).join(' / '))
      expect(rows[at]![3]).toBe(`${Number(of('block size'))}\u{a0}KiB`)
    })
  })

  test('reference tables of access patterns have the published rows', async () => {
    const text = (await readText(tag)).replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    const random = tag === 'en' ? 'random' : 'ランダム'
    const sequential = tag === 'en' ? 'sequential' : 'シーケンシャル'
    const method = only('measurement method')
    for (const fact of method.filter(({ what }) => what.startsWith('typical'))) {
      const { access, read, write, block_KB: block } = readProperties(fact)
      const row = [access === 'random' ? random : sequential, read, write].join('\n+')
      expect(text, fact.what).toMatch(new RegExp(`${row}\\n+(?:≥ )?${Number(block)}\\n`))
    }
    for (const { what, value } of method.filter((fact) => fact.what.startsWith('general'))) {
      const row = [what.includes('sequential') ? sequential : random, ...(value as number[])].join('\n+')
      expect(text, what).toMatch(new RegExp(row, 'i'))
    }
  })

  test('bays and capacities of servers are the published ones, cell by cell', async () => {
    const cells = new Map<string, string>()
    for (const id of ['tower', 'rack', 'scale-out', 'blade', 'storage-blade']) {
      const [head, ...rows] = await readCsv(tag, `${id}-bays`)
      for (const [server, ...values] of rows)
        values.forEach((value, at) => {
          const [, size, quantity] = /^([\d.]+)", (\S+)/.exec(head![at + 1]!)!
          cells.set(`${server!} ${quantity!.replace('ベイ数', 'Bays')} ${size!}`, value)
        })
    }
    for (const { what, value } of only('server sizing')) {
      const [, server, quantity, size] = /^(.+): (bays|max SAS|max SATA)(?: capacity)? ([\d.]+) inch$/.exec(what)!
      const cell = cells.get(`${server!} ${quantity!.replace('max ', '').replace('bays', 'Bays')} ${size!}`)
      expect(Number(Number(cell).toFixed(1)), what).toBe(value)
    }
    expect(only('server sizing')).toHaveLength(75)
  })

  test('draws 59 figures and as many downloads, 45 of them two charts over one axis', async () => {
    const html = await lab.text(`${report}/${tag}/report.html`)
    expect(html.match(/<figure class="chart"/g)).toHaveLength(59)
    for (const id of [
      'load',
      'eco',
      'bc',
      'ep',
      'form-factor',
      'speed',
      'sata-capacity',
      'sas-capacity',
      'ssd-capacity',
    ])
      for (const profile of ['database', 'file-server', 'file-copy', 'streaming', 'restore']) {
        const [head, ...rows] = await readCsv(tag, `${id}-${profile}`)
        expect(rows).toHaveLength(['streaming', 'restore'].includes(profile) ? 4 : 6)
        // Rate and response time of each disk.
        expect(head!.length % 2, `${id}-${profile}`).toBe(1)
        expect(rows.flat()).not.toContain('')
      }
  })

  test('each page number in the contents is the page that its heading is on', async () => {
    const pdf = pdfs.get(tag)!
    const html = await lab.text(`${report}/${tag}/report.html`)
    const entries = [
      ...html.matchAll(
        /<li[^>]*><a href="#([\w-]+)"><span class="number">([^<]*)<\/span><span class="entry">([^<]*)<\/span>/g,
      ),
    ]
    // As many as the published contents have, and the data notes.
    expect(entries).toHaveLength(only('contents').length + 4)
    const contents = plain(pdf.pages[1]!.text)
    let from = 0
    for (const [, id, number, title] of entries) {
      const page = pdf.destinations[id!]!
      const heading = plain(number! + title!)
      from = contents.indexOf(`${heading}${page}`, from)
      expect(from, `${heading}${page} in ${contents}`).toBeGreaterThan(-1)
      expect(plain(pdf.pages[page - 1]!.text)).toContain(heading)
    }
  })

  test('has a title, a language, tags, fonts of its own, and says that it is a demonstration', () => {
    const pdf = pdfs.get(tag)!
    expect(pdf.pages.length).toBeGreaterThan(38)
    expect(pdf.pages.length).toBeLessThan(46)
    expect(pdf.lang).toBe(tag)
    expect(pdf.tagged).toBe(true)
    expect(pdf.created).toMatch(/^D:20110831/)
    for (const { name, type } of pdf.pages.flatMap((page) => page.fonts)) {
      expect(name).toMatch(/NotoSansJP/)
      expect(type).not.toBe('Type3')
    }
    const words = tag === 'en' ? 'Demonstration with reconstructed data' : '再構成したデータによるデモンストレーション'
    for (const page of [pdf.pages[0]!, pdf.pages.at(-1)!]) expect(page.text.replaceAll(/\s+/g, ' ')).toContain(words)
  })
})

test('sentences say what the published ones do', async () => {
  const text = (await readText('en')).replaceAll(/\s+/g, ' ')
  for (const sentence of [
    // L1 to L10, F1, R1 to R5 and the claims on the cache, in the order of the text; block sizes first.
    'the response time of hard disk drives becomes 2 times as long, and the number of transactions falls to 0.5 times',
    'a little faster still with blocks of more than 64 KiB',
    'every disk changes by less than 5 %',
    'the transaction rate of the SAS-HDD is 50 % above that of the SATA-HDD',
    'the SAS-HDD delivers about 2 times the rate of the SATA-HDD',
    'about equal when the SAS-HDD carries 2 times the load of the SATA-HDD',
    'the SAS-HDD has a throughput 40 % above that of the SATA-HDD, and the SSD about 30 % above the SAS-HDD',
    'just under 40 % above that of the SATA-HDD, its response time just under 30 % shorter',
    'With the sequential load profiles the 3.5-inch disk has the higher throughput',
    'with the random ones the 2.5-inch disk is ahead',
    'A speed that is 50 % higher does not bring 50 % more performance',
    'ahead by 30 %; its lead shrinks to 20 % with 32',
    'the lead shrinks from 30 % to 23 %',
    'the lead shrinks from 28 % to 18 %',
    'is ahead by 24 %, whatever the load',
    'at low or very high load about 0 %',
    'that of the class BC 33 to 53 %, the most of all',
    'and about 0 % at very heavy load',
    'The cache is of no benefit when data is only read',
  ])
    expect(text).toContain(sentence)
})
