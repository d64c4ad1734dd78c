import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noPages, pageMapFromJson, pageMapToJson, readPageMap, samePages } from '../../src/typeset/page-map.ts'
import { info, plainPdf, smallPdf } from './plain-pdf.ts'

it('gives the page of every destination', () => {
  const map = readPageMap(smallPdf())!
  expect(map.count).toBe(2)
  expect([...map.pages]).toEqual([
    ['a b(c', 2],
    ['intro', 1],
    ['日', 2],
  ])
})

it('follows a tree of pages', () => {
  const pdf = plainPdf([
    info,
    '<</Type /Pages\n/Count 3\n/Kids [6 0 R 3 0 R]>>',
    '<</Type /Pages\n/Count 2\n/Parent 2 0 R\n/Kids [5 0 R 4 0 R]>>',
    '<</Type /Page\n/Parent 3 0 R>>',
    '<</Type /Page\n/Parent 3 0 R>>',
    '<</Type /Page\n/Parent 2 0 R>>',
    '<</last [4 0 R /XYZ 0 0 0]\n/first [6 0 R /XYZ 0 0 0]>>',
    '<</Type /Catalog\n/Pages 2 0 R\n/Dests 7 0 R>>',
  ])
  expect([...readPageMap(pdf)!.pages]).toEqual([
    ['first', 1],
    ['last', 3],
  ])
})

it('has pages without destinations, and nothing for a tree that bites its tail', () => {
  const plain = plainPdf([
    info,
    '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>',
    '<</Type /Page>>',
    '<</Type /Catalog\n/Pages 2 0 R>>',
  ])
  expect(readPageMap(plain)).toEqual({ count: 1, pages: new Map() })
  const loop = plainPdf([info, '<</Type /Pages\n/Count 1\n/Kids [2 0 R]>>', '<</Type /Catalog\n/Pages 2 0 R>>'])
  expect(readPageMap(loop)).toBeNull()
})

it.each([
  ['nothing', new Uint8Array()],
  ['no PDF', Buffer.from('hello')],
  ['an encrypted file', plainPdf([info, '<</Type /Catalog>>'], '\n/Encrypt 3 0 R')],
  ['a file with an update', plainPdf([info, '<</Type /Catalog>>'], '\n/Prev 9')],
  ['a file whose catalog is none', plainPdf([info, '<</Type /Page>>'])],
])('reads no page map of %s', (_name, bytes) => {
  expect(readPageMap(bytes)).toBeNull()
})

it('never crashes or hangs on a damaged file', () => {
  const whole = smallPdf()
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), fc.boolean(), (at, byte, cut) => {
      const damaged = cut ? whole.slice(0, at) : Uint8Array.from(whole)
      if (!cut) damaged[at] = byte
      const map = readPageMap(damaged)
      for (const page of map?.pages.values() ?? []) expect(page).toBeLessThanOrEqual(map!.count)
      // A cut file has lost its table.
      if (cut && at < whole.length - 8) expect(map).toBeNull()
    }),
    { numRuns: 500, seed: 1 },
  )
})

it('compares and survives JSON', () => {
  const map = readPageMap(smallPdf())!
  const copy = pageMapFromJson(JSON.parse(JSON.stringify(pageMapToJson(map))))!
  expect(copy).toEqual(map)
  expect(samePages(map, copy)).toBe(true)
  expect(samePages(map, { count: 2, pages: new Map([...map.pages, ['intro', 2]]) })).toBe(false)
  expect(samePages(map, { ...map, count: 3 })).toBe(false)
  expect(samePages(map, noPages)).toBe(false)
})

it.each([
  null,
  1,
  'x',
  [],
  {},
  { count: 1 },
  { count: -1, pages: [] },
  { count: 1, pages: [['a']] },
  { count: 1, pages: [['a', 1.5]] },
])('takes no page map from %j', (json) => {
  expect(pageMapFromJson(json)).toBeNull()
})
