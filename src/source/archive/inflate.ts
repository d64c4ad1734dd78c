/**
 * Undoes deflate (RFC 1951) piece by piece. Node's zlib streams throw away what they have decoded when damage comes and
 * do not tell where the data ended; here every decoded byte comes out first, and the reader stands behind the last one.
 */
import { constants, createInflateRaw } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import { Damage } from './damage.ts'

/** Deflate can blow a piece up 1,032 times; this keeps the worst piece at 33 MB. */
const pieceBytes = 2 ** 15

/**
 * @returns whether the end of the data was seen. `false` when the input ended first, or with the very last byte: then
 * only size and checksum can tell.
 * @throws Damage at an impossible code
 */
export async function* inflateRaw(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  const start = reader.position
  const inflater = createInflateRaw({ chunkSize: 2 ** 16, finishFlush: constants.Z_SYNC_FLUSH })
  const output: Buffer[] = []
  const state: { failure: Error | null; ended: boolean; wake?: () => void } = { failure: null, ended: false }
  inflater.on('data', (chunk: Buffer) => output.push(chunk))
  inflater.on('error', (error) => {
    state.failure = error
    state.wake?.()
  })
  inflater.on('end', () => {
    state.ended = true
    state.wake?.()
  })
  try {
    for (;;) {
      const input = await reader.chunk(pieceBytes)
      if (input === null) return false
      const before = inflater.bytesWritten
      await new Promise<void>((resolve) => {
        state.wake = resolve
        inflater.write(input, () => {
          resolve()
        })
      })
      yield* output.splice(0)
      if (state.ended) {
        reader.unread(input.subarray(inflater.bytesWritten - before))
        return true
      }
      if (state.failure) {
        throw new Damage('bad-compressed-data', 'Unexpected code in the compressed data, expected valid deflate data', {
          byte: start + before,
          hint: 'The copy is damaged: copy or pack the file again. What came before the damage was read.',
          cause: state.failure,
        })
      }
    }
  } finally {
    inflater.destroy()
  }
}
