import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from '../../src/source/lines.ts'
import { sourceOf } from '../helpers/check-format.ts'

async function lines(bytes: Uint8Array, chunkBytes?: number): Promise<string[]> {
  const found: string[] = []
  await readLines(sourceOf(bytes, 'log.csv', {}, chunkBytes), (line) => {
    expect(line.number).toBe(found.length + 1)
    found.push(line.text())
    return undefined
  })
  return found
}

test('LF, CRLF and CR CR LF end a line; a last line needs no end', async () => {
  expect(await lines(Buffer.from('a\nb\r\nc\r\r\n\nd'))).toEqual(['a', 'b', 'c', '', 'd'])
  expect(await lines(Buffer.from(''))).toEqual([])
})

test('byte order marks are removed and UTF-16 is read', async () => {
  expect(await lines(Buffer.from('\u{feff}é,能\r\nb', 'utf8'))).toEqual(['é,能', 'b'])
  expect(await lines(Buffer.from('\u{feff}é,能\r\nb', 'utf16le'))).toEqual(['é,能', 'b'])
})

test('property: the size of the chunks does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const bytes = Buffer.from(text.replaceAll('\u{feff}', ''))
      if (bytes[0] === 0xff || bytes[0] === 0xfe) return
      expect(await lines(bytes, size)).toEqual(await lines(bytes))
    }),
  )
})

test('reading ends when the visitor says so', async () => {
  let count = 0
  await readLines(sourceOf(Buffer.from('1\n2\n3\n'), 'log.txt'), () => ++count < 2)
  expect(count).toBe(2)
})
