import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createHasher } from '../../src/source/hashing.ts'

const chunk = Buffer.alloc(1_500_000, 'benchpaper ')

function hashOf(chunks: number): string {
  const hash = createHash('sha256')
  for (let i = 0; i < chunks; i++) hash.update(chunk)
  return hash.digest('hex')
}

describe.each([
  ['in this thread', null],
  ['in another thread', 60e6],
])('%s', (_, size) => {
  test('gives the hash of all chunks', async () => {
    const hasher = createHasher(size)
    for (let i = 0; i < 40; i++) await hasher.update(chunk)
    expect(await hasher.digest()).toBe(hashOf(40))
    await hasher.close()
  })

  test('the memory of a chunk may be used again', async () => {
    const hasher = createHasher(size)
    const reused = Buffer.from(chunk)
    await hasher.update(reused)
    reused.fill(0)
    expect(await hasher.digest()).toBe(hashOf(1))
    await hasher.close()
  })

  test('may be given up', async () => {
    const hasher = createHasher(size)
    await hasher.update(chunk)
    await expect(hasher.close()).resolves.toBeUndefined()
  })
})
