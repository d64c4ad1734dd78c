/**
 * The container: a trace file is a row of buffers of one size, the first of which holds the file header. Only one buffer
 * is in memory at a time. Structure: the public ETW_BUFFER_HEADER, and bytes of real logs.
 */
import type { Source } from '../../source/source.ts'
import { Bytes } from './bytes.ts'

export interface TraceBuffer {
  /** Valid until the visit ends. */
  bytes: Bytes
  /** Of the buffer in the file. */
  offset: number
  /** Where the events of the buffer end. */
  end: number
  /** Buffers are numbered from 0 as they are written. */
  sequence: bigint
  /** The buffer before this one in the file could be used. */
  followsUsable: boolean
  isHeader: boolean
}

/** Length of a buffer's own header, which is where its events begin. */
export const bufferHeaderBytes = 0x48

/** Windows writes 4 KiB to 16 MiB. */
const largestBuffer = 16 * 2 ** 20

const headerBuffer = 4
const knownFlags = { eventsLost: 2, buffersLost: 4, compressed: 0x40 }
const compressedStates = [4, 5]

/** Whether `head` begins like a trace file. */
export function isTraceFile(head: Uint8Array): boolean {
  if (head.length < bufferHeaderBytes + 32) return false
  const bytes = new Bytes(head)
  const kind = bytes.view.getUint8(bufferHeaderBytes + 2)
  const marker = bytes.view.getUint8(bufferHeaderBytes + 3)
  return isBufferSize(bytes.u32(0)) && bytes.u16(0x36) === headerBuffer && (kind === 1 || kind === 2) && marker === 0xc0
}

function isBufferSize(size: number): boolean {
  return size >= 512 && size <= largestBuffer && size % 8 === 0
}

/**
 * Calls `visit` for each buffer that can be used, the header included; `false` ends the reading.
 * @returns how many buffers the file has, usable or not; `null` when the reading was ended.
 */
export async function readBuffers(source: Source, visit: (buffer: TraceBuffer) => boolean): Promise<number | null> {
  const size = source.head.bytes.length < 4 ? 0 : new Bytes(source.head.bytes).u32(0)
  if (!isBufferSize(size)) {
    source.problems.fail('blg-buffer-damaged', `Unexpected buffer size ${size}, expected 512 to ${largestBuffer}`, {
      byte: 0,
      hint: 'The beginning of the file is damaged. Copy the log again from where it was recorded.',
    })
  }
  const reader = new BufferReader(source, size)
  const partial = new Uint8Array(size)
  let filled = 0
  for await (const chunk of source.chunks()) {
    let at = 0
    while (at < chunk.length) {
      if (filled === 0 && chunk.length - at >= size) {
        // A whole buffer inside the chunk needs no copy.
        if (!reader.take(chunk.subarray(at, at + size), visit)) return null
        at += size
        continue
      }
      const part = chunk.subarray(at, at + size - filled)
      partial.set(part, filled)
      filled += part.length
      at += part.length
      if (filled === size) {
        filled = 0
        if (!reader.take(partial, visit)) return null
      }
    }
  }
  if (filled > 0) reader.take(partial.subarray(0, filled), visit)
  return reader.count
}

/** Judges buffers by their headers. */
class BufferReader {
  readonly #source: Source
  readonly #size: number
  #offset = 0
  #followsUsable = false
  count = 0

  constructor(source: Source, size: number) {
    this.#source = source
    this.#size = size
  }

  take(array: Uint8Array, visit: (buffer: TraceBuffer) => boolean): boolean {
    const offset = this.#offset
    this.#offset += array.length
    this.count++
    const isCut = array.length < this.#size
    if (isCut) this.#reportCut(offset, array.length)
    const bytes = new Bytes(array)
    const end = this.#judge(bytes, offset, isCut)
    if (end === null) {
      this.#followsUsable = false
      return true
    }
    const isHeader = bytes.u16(0x36) === headerBuffer
    const buffer = { bytes, offset, end, sequence: bytes.i64(0x18), followsUsable: this.#followsUsable, isHeader }
    this.#followsUsable = true
    return visit(buffer)
  }

  /** Where the events of a buffer end, `null` when it cannot be used. */
  #judge(bytes: Bytes, offset: number, isCut: boolean): number | null {
    const { problems } = this.#source
    const hint =
      'The samples in this part of the log are missing. Copy the log again if it has been damaged on the way.'
    if (bytes.length < bufferHeaderBytes) return null
    const size = bytes.u32(0)
    if (size !== this.#size) {
      problems.error('blg-buffer-damaged', `Unexpected buffer of ${size} bytes, expected ${this.#size}`, {
        byte: offset,
        hint: size === 0 ? 'Windows reserved this part of the file and never filled it.' : hint,
      })
      return null
    }
    const state = bytes.u32(0x2c)
    const flags = bytes.u16(0x34)
    if (compressedStates.includes(state) || (flags & knownFlags.compressed) !== 0) {
      problems.error('blg-buffer-compressed', 'Unexpected compressed buffer, expected a plain one', {
        byte: offset,
        hint: 'Convert the log on Windows with: relog log.blg -f bin -o plain.blg',
      })
      return null
    }
    const kind = bytes.u16(0x36)
    if (kind !== 0 && kind !== headerBuffer) {
      problems.error('blg-buffer-unknown', `Unexpected buffer of kind ${kind}, expected 0 or ${headerBuffer}`, {
        byte: offset + 0x36,
        hint,
      })
      return null
    }
    // Windows leaves the first of the two lengths at 0 in some header buffers.
    const length = bytes.u32(0x30)
    if (length < bufferHeaderBytes || length > size) {
      problems.error('blg-buffer-damaged', `Unexpected length ${length} of a buffer, expected 72 to ${size}`, {
        byte: offset + 0x30,
        hint,
      })
      return null
    }
    if ((flags & (knownFlags.eventsLost | knownFlags.buffersLost)) !== 0) {
      problems.warning('blg-data-lost', 'Unexpected mark of lost samples, expected none', {
        byte: offset + 0x34,
        hint: 'The machine was too busy to write all samples. Record fewer counters or less often.',
      })
    }
    return isCut ? Math.min(length, bytes.length) : length
  }

  #reportCut(offset: number, length: number): void {
    this.#source.problems.error(
      'blg-cut-off',
      `Unexpected end of the file after ${length} bytes of a buffer, expected ${this.#size}`,
      {
        byte: offset + length,
        hint: 'All complete samples before this place are used. Copy the log again to get the rest.',
      },
    )
  }
}
