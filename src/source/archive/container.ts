/** Where an archive's own bytes are: a file, or a member of another archive that is held in memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

export interface Container {
  readonly size: number
  /** At most `length` bytes from `start`; fewer at the end, none outside. */
  read(start: number, length: number): Promise<Buffer>
  /** The bytes from `start` to before `end`. Unlike those of a `Source`, chunks are never used again. */
  chunks(start?: number, end?: number): AsyncIterable<Uint8Array>
}

export function fileContainer(file: string, size: number): Container {
  return {
    size,
    async read(start, length) {
      if (!(start >= 0 && start < size)) return Buffer.alloc(0)
      const handle = await open(file)
      try {
        const buffer = Buffer.alloc(Math.min(length, size - start))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    chunks(start = 0, end = size) {
      // The end of a read stream is inclusive, so that it cannot say "nothing".
      if (end <= start) return nothing()
      return createReadStream(file, { start, end: end - 1, highWaterMark: 2 ** 18 })
    },
  }
}

export function memoryContainer(bytes: Uint8Array): Container {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return {
    size: buffer.length,
    read: (start, length) => Promise.resolve(start >= 0 ? buffer.subarray(start, start + length) : Buffer.alloc(0)),
    chunks: (start = 0, end = buffer.length) => (end <= start ? nothing() : once(buffer.subarray(start, end))),
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- an empty stream has nothing to wait for
async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* []
}

// eslint-disable-next-line @typescript-eslint/require-await -- bytes in memory need no waiting
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
