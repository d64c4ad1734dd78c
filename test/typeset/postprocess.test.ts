import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/problems.ts'
import { finishPdf, type PdfMeta } from '../../src/typeset/postprocess.ts'
import { readPdf } from '../helpers/pdf.ts'
import { info, plainPdf, smallPdf } from './plain-pdf.ts'

const meta: PdfMeta = {
  title: 'Report (draft) <1> & 報告',
  lang: 'en',
  date: '2011-03-31T12:34:56+09:00',
  producer: 'benchpaper 1.0.0',
}

describe('finishing', () => {
  it('writes what the report says and keeps the rest', async () => {
    const facts = await readPdf(
      finishPdf(smallPdf(), { ...meta, creator: 'lab\\tool', subject: 'disks', author: '山田' }),
    )
    expect(facts).toMatchObject({
      title: meta.title,
      author: '山田',
      subject: 'disks',
      creator: 'lab\\tool',
      producer: 'benchpaper 1.0.0',
      lang: 'en',
      // 12:34:56 in UTC+9 is 03:34:56 in UTC.
      created: "D:20110331033456+00'00'",
      modified: "D:20110331033456+00'00'",
      version: '1.7',
      destinations: { intro: 1, 日: 2, 'a b(c': 2 },
      xmp: { 'xmp:createdate': '2011-03-31T03:34:56Z', 'xmp:creatortool': 'lab\\tool', 'dc:creator': ['山田'] },
    })
    expect(facts.xmp['dc:title']).toContain('Report (draft) <1> & 報告')
    expect(facts.pages).toHaveLength(2)
  })

  it('gives outline titles their blanks back and leaves unknown ones alone', async () => {
    const headings = ['hidden heading', 'endobj (8 0 R) /Next 3 0 R wrapped', 'another']
    const { outline } = await readPdf(finishPdf(smallPdf(), meta, headings))
    expect(outline.map(({ title }) => title)).toEqual(['endobj (8 0 R) /Next 3 0 R wrapped', '日本語'])
    const spaced = await readPdf(finishPdf(smallPdf(), meta, ['日 本語']))
    expect(spaced.outline.map(({ title }) => title)).toEqual(['endobj (8 0 R) /Next 3 0 Rwrapped', '日 本語'])
  })

  it('does not depend on what the browser printed before, nor on the clock', () => {
    const later = Buffer.from(smallPdf(71234)).toString('latin1').replaceAll('20261130155448', '20270101000000')
    expect(Buffer.from(finishPdf(smallPdf(34), meta)).equals(finishPdf(Buffer.from(later, 'latin1'), meta))).toBe(true)
  })

  it('has an identifier that tells different documents apart', () => {
    const identifier = (bytes: Uint8Array): string =>
      /\/ID \[<([0-9A-F]{32})> <\1>\]/.exec(Buffer.from(bytes).toString('latin1'))![1]!
    const one = identifier(finishPdf(smallPdf(), meta))
    expect(identifier(finishPdf(smallPdf(), meta))).toBe(one)
    expect(identifier(finishPdf(smallPdf(), { ...meta, title: 'Another' }))).not.toBe(one)
  })

  it('labels pages, the first ones too when only later ones are named', async () => {
    const roman = await readPdf(
      finishPdf(smallPdf(), { ...meta, pageLabels: [{ page: 1, style: 'roman-upper', prefix: 'A-', start: 4 }] }),
    )
    expect(roman.pageLabels).toEqual(['A-IV', 'A-V'])
    const later = await readPdf(finishPdf(smallPdf(), { ...meta, pageLabels: [{ page: 2, style: 'letters-lower' }] }))
    expect(later.pageLabels).toEqual(['1', 'a'])
  })

  it('writes text that neither XML nor a PDF string can hold as blanks', async () => {
    const { xmp, title } = await readPdf(finishPdf(smallPdf(), { ...meta, title: 'a\u0001b\ud800c ]]> "d"' }))
    expect(xmp['dc:title']).toContain('a b c ]]> "d"')
    expect(title).toBe('a b c ]]> "d"')
  })

  it('works without an information dictionary, an outline or tags', async () => {
    const bare = plainPdf([
      '<</Type /Pages\n/Count 1\n/Kids [2 0 R]>>',
      '<</Type /Page\n/Parent 1 0 R\n/MediaBox [0 0 9 9]>>',
      '<</Type /Catalog\n/Pages 1 0 R>>',
    ])
    const text = Buffer.from(bare).toString('latin1').replace('\n/Info 1 0 R', '')
    const facts = await readPdf(finishPdf(Buffer.from(text, 'latin1'), meta))
    expect(facts).toMatchObject({ title: meta.title, lang: 'en', outline: [] })
  })

  it('refuses a date that is none', () => {
    expect(() => finishPdf(smallPdf(), { ...meta, date: 'yesterday' })).toThrow(UserError)
  })
})

describe('a file of another structure', () => {
  it('only gets other dates, at the same places', () => {
    const updated = plainPdf([info.replace("448+00'00')>>", "448-05'00')>>"), '<</Type /Catalog>>'], '\n/Prev 9')
    const finished = Buffer.from(finishPdf(updated, meta))
    expect(finished).toHaveLength(updated.length)
    expect(finished.toString('latin1').match(/D:[^)]*/g)).toEqual([
      "D:20110331033456+00'00'",
      "D:20110331033456+00'00'",
    ])
  })

  it('is left alone when its dates are packed away, as in our own output', () => {
    const finished = finishPdf(smallPdf(), meta)
    expect(Buffer.from(finishPdf(finished, { ...meta, date: '2000-01-01' })).equals(finished)).toBe(true)
  })

  it('never makes finishing crash', () => {
    const whole = smallPdf()
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), fc.boolean(), (at, byte, cut) => {
        const damaged = cut ? whole.slice(0, at) : Uint8Array.from(whole)
        if (!cut) damaged[at] = byte
        const finished = finishPdf(damaged, meta, ['日 本語'])
        if (cut && at < whole.length - 8) expect(finished).toHaveLength(damaged.length)
      }),
      { numRuns: 300, seed: 2 },
    )
  })
})
