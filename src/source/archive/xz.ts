/** xz, by the WebAssembly build of XZ Embedded in the package `xz-decompress`, which this file alone imports. */
import { ReadableStream } from 'node:stream/web'
import xz from 'xz-decompress'
import { Damage } from './damage.ts'
import type { Meter } from './limits.ts'

/**
 * The package lets one stream at a time decompress, all others wait: a log in xz inside a tar.xz, or a member that is
 * read again while the archive is still open, would wait for ever. Its contexts do not share anything that needs this,
 * and how many are open here is limited by the nesting depth.
 */
const freeForAll = { acquire: () => Promise.resolve(), release: () => undefined }
Object.assign(xz.XzReadableStream, { _contextMutex: freeForAll })

/** @throws Damage, after everything that could be decoded */
export async function* unxz(input: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]()
  let consumed = 0
  const failure: { error?: unknown } = {}
  const compressed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next()
          if (next.done === true) {
            controller.close()
          } else {
            consumed += next.value.length
            controller.enqueue(next.value)
          }
        } catch (error) {
          // Damage of an outer layer: end here, and tell once everything decoded is out.
          failure.error = error
          controller.close()
        }
      },
    },
    { highWaterMark: 0 },
  )
  const stream = new xz.XzReadableStream(compressed)
  let produced = 0
  try {
    for await (const chunk of stream) {
      if (chunk.length === 0) continue
      produced += chunk.length
      meter.reach(produced, consumed)
      yield chunk
    }
    if (failure.error instanceof Error) throw failure.error
  } catch (error) {
    if (failure.error instanceof Error) throw failure.error
    throw error instanceof Damage ? error : explain(error, consumed)
  } finally {
    await iterator.return?.()
  }
}

/** Error codes of XZ Embedded (xz.h, `enum xz_ret`). */
function explain(error: unknown, byte: number): Error {
  const code = error instanceof Error ? /error code (\d+)/.exec(error.message)?.[1] : undefined
  const cause = error instanceof Error ? error : undefined
  if (code === '2' || code === '6') {
    return new Damage('unsupported-compression', 'Unexpected option of xz, expected LZMA2 with CRC32 or CRC64', {
      byte,
      hint: 'Pack the file again with the default settings of xz.',
      cause,
    })
  }
  if (code === '3' || code === '4') {
    return new Damage('unsupported-compression', 'Unexpected dictionary size, expected one that fits into memory', {
      byte,
      hint: 'Pack the file again with the default settings of xz.',
      cause,
    })
  }
  if (code === '5' || code === '7') {
    return new Damage('bad-compressed-data', 'Unexpected bytes in the compressed data, expected valid xz data', {
      byte,
      hint: 'The copy is damaged: copy or pack the file again. What came before the damage was read.',
      cause,
    })
  }
  return new Damage('truncated-archive', 'Unexpected end of the compressed data, expected more', {
    byte,
    hint: 'The copy is cut off: copy the file again. What is there was read.',
    cause,
  })
}
