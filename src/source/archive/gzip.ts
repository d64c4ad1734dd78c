/**
 * gzip (RFC 1952), including files of several members one after the other (`cat a.gz b.gz`, pigz, bgzip) and the zero
 * padding of tapes.
 */
import { crc32 } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { Damage } from './damage.ts'
import { inflateRaw } from './inflate.ts'
import type { Meter } from './limits.ts'

/** @throws Damage, after everything that could be decoded */
export async function* gunzip(input: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(input)
  let produced = 0
  try {
    for (let member = 0; ; member++) {
      if (!(await readHeader(reader, member))) return
      let crc = 0
      let size = 0
      const data = inflateRaw(reader)
      let next = await data.next()
      for (; next.done !== true; next = await data.next()) {
        const chunk = next.value
        crc = crc32(chunk, crc)
        size += chunk.length
        produced += chunk.length
        meter.reach(produced, reader.position)
        yield chunk
      }
      const trailer = await reader.read(8)
      if (!next.value || trailer.length < 8) throw reader.failure ?? cutOff(reader)
      if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size % 2 ** 32) {
        throw new Damage('bad-checksum', 'Unexpected content, expected the checksum stored with it to match', {
          byte: reader.position - 8,
          hint: 'The copy is damaged, and so may any number in it be: copy or pack the file again.',
        })
      }
    }
  } finally {
    await reader.close()
  }
}

/** False at the end of the file. */
async function readHeader(reader: ByteReader, member: number): Promise<boolean> {
  const start = reader.position
  const header = await reader.read(10)
  if (reader.failure) throw reader.failure
  if (member > 0) {
    if (header.length === 0 || header.every((byte) => byte === 0)) return false
    if (header[0] !== 0x1f || header[1] !== 0x8b) {
      throw new Damage(
        'trailing-data',
        'Unexpected data after the end of the compressed data, expected nothing',
        { byte: start, hint: 'What follows was not read. Pack the file again if something is missing.' },
        'warning',
      )
    }
  }
  if (header.length < 10) throw cutOff(reader)
  const flags = header[3]!
  if (header[2] !== 8 || (flags & 0xe0) !== 0) {
    throw new Damage('bad-archive-header', 'Unexpected method or flags, expected the header of gzip data', {
      byte: start + 2,
      actual: `method ${header[2]!}, flags ${flags}`,
      hint: 'The copy is damaged: copy or pack the file again.',
    })
  }
  if (flags & 4) {
    const length = await reader.read(2)
    if (length.length < 2 || !(await reader.skip(length.readUInt16LE()))) throw cutOff(reader)
  }
  if (flags & 8) await skipText(reader)
  if (flags & 16) await skipText(reader)
  if (flags & 2 && !(await reader.skip(2))) throw cutOff(reader)
  return true
}

async function skipText(reader: ByteReader): Promise<void> {
  for (;;) {
    const chunk = await reader.chunk(2 ** 16)
    if (chunk === null) throw cutOff(reader)
    const end = chunk.indexOf(0)
    if (end === -1) continue
    reader.unread(chunk.subarray(end + 1))
    return
  }
}

function cutOff(reader: ByteReader): Damage {
  return new Damage('truncated-archive', 'Unexpected end of the compressed data, expected more', {
    byte: reader.position,
    hint: 'The copy is cut off: copy the file again. What is there was read.',
  })
}
