/** Whatever is done to an archive: problems, no exception, no hang, and never more out of it than was in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { list } from '../../helpers/open-bytes.ts'
import { samplesFolder } from '../../helpers/samples.ts'
import { pax, tar } from '../../helpers/tar.ts'
import { zip } from '../../helpers/zip.ts'

const log = Array.from({ length: 300 }, (_, i) => `${i},${(i * 7919) % 1009}\n`).join('')
const content: Record<string, string> = { 'a/log.csv': log, 'b.csv': 'two', 'inner.zip/c.csv': log.slice(0, 900) }
const inner = zip([{ name: 'c.csv', bytes: log.slice(0, 900) }])
const members = [
  { name: 'a/log.csv', bytes: log },
  { name: 'b.csv', bytes: 'two' },
  { name: 'inner.zip', bytes: inner },
]
const plainTar = tar([pax({ comment: 'x' }), ...members])
const archives: Record<string, Buffer> = {
  zip: zip(members),
  'zip with descriptors': zip(members.map((member) => ({ ...member, descriptor: true }))),
  'zip64, stored': zip(
    members.map((member) => ({ ...member, zip64: true, method: 0 })),
    { zip64: true },
  ),
  tar: plainTar,
  'tar.gz': gzipSync(plainTar),
}
const folder = samplesFolder()
const tarXz = folder === null ? null : readFileSync(join(folder, 'archives/packs/phoronix-test-results.tar.xz'))

test.each(Object.entries(archives))('%s, whole, holds what was put in', async (_, bytes) => {
  expect(await list(bytes)).toMatchObject({ texts: content, rules: [] })
})

test.each(Object.entries(archives))('property: %s, cut anywhere', async (_, bytes) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
      const { archive, texts, problems } = await list(bytes.subarray(0, length))
      // Before the first mark it is no archive yet; the last zeros of a tar are only padding.
      if (archive === null || length > bytes.length - 512) return
      expect(problems).not.toEqual([])
      for (const [name, text] of Object.entries(texts)) {
        if (name in content) expect(content[name]!.startsWith(text)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

test.each(Object.entries(archives))('property: %s, with any bytes changed', async (_, bytes) => {
  const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.integer({ min: 1, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const damaged = Buffer.from(bytes)
      for (const { at, value } of changes) damaged[at]! ^= value
      const { texts, problems } = await list(damaged)
      // A checksum guards each member of a zip and each gzip: a wrong text without an error must not be.
      if (bytes === plainTar) return
      const isQuiet = problems.every(({ severity }) => severity !== 'error')
      if (!isQuiet) return
      for (const [name, text] of Object.entries(texts)) if (name in content) expect(text).toBe(content[name])
    }),
    { numRuns: 150 },
  )
})

test.skipIf(tarXz === null)('property: tar.xz, cut anywhere or with a byte changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(tarXz!.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
      const damaged = value === 0 ? tarXz!.subarray(0, at) : Buffer.from(tarXz!)
      if (value !== 0) damaged[at]! ^= value
      const { archive, problems } = await list(damaged)
      if (archive === 'tar') expect(problems).not.toEqual([])
    }),
    { numRuns: 40 },
  )
})

test('property: noise behind the mark of each kind', async () => {
  const marks = ['504b0304', '504b0506', '1f8b08', 'fd377a585a00'].map((mark) => Buffer.from(mark, 'hex'))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 300 }), async (mark, noise) => {
      const { problems } = await list(Buffer.concat([mark, noise]))
      expect(problems).not.toEqual([])
    }),
    { numRuns: 100 },
  )
})
