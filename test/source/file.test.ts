import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFile } from '../../src/source/file.ts'

const folder = mkdtempSync(join(tmpdir(), 'file-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Longer than one piece, and long enough for the hash to be made in another thread. */
const bytes = Buffer.from(Uint32Array.from({ length: 5_000_000 }, (_, i) => Math.imul(i, 2654435761)).buffer)
const file = join(folder, 'log')
writeFileSync(file, bytes)

test('gives all bytes in order, and their hash', async () => {
  const source = await openFile(file, 'log')
  const seen = createHash('sha256')
  let length = 0
  for await (const chunk of source.chunks()) {
    // Time for the next piece to be read, which must not touch this one.
    await new Promise((resolve) => setImmediate(resolve))
    seen.update(chunk)
    length += chunk.length
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(length).toBe(bytes.length)
  expect(seen.digest('hex')).toBe(sha256)
  expect(await source.identity()).toEqual({ sha256, bytes: bytes.length })
})

test('a reading that was ended early does not count for the hash', async () => {
  const source = await openFile(file, 'log')
  for await (const chunk of source.chunks()) {
    expect(chunk.length).toBeGreaterThan(0)
    break
  }
  const { sha256 } = await source.identity()
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('an empty file has no chunks', async () => {
  const empty = join(folder, 'empty')
  writeFileSync(empty, '')
  const source = await openFile(empty, 'empty')
  expect((await source.bytes()).length).toBe(0)
  expect((await source.identity()).bytes).toBe(0)
})
