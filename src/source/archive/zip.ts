/** Members of a zip file: which can be read, and their bytes. */
import { crc32 } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import type { Container } from './container.ts'
import { Damage } from './damage.ts'
import { inflateRaw } from './inflate.ts'
import type { ZipEntry } from './zip-entry.ts'

/** APPNOTE.TXT 4.4.5. */
const methods: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  97: 'WavPack',
  98: 'PPMd',
  99: 'AES encryption',
}

/** @throws Damage when the member cannot be read at all */
export function checkReadable(entry: ZipEntry): void {
  if ((entry.flags & 0x2041) !== 0 || entry.method === 99) {
    throw new Damage(
      'encrypted-member',
      'Unexpected encrypted member, expected one that can be read without password',
      {
        byte: entry.offset,
        hint: 'Pack the archive again without a password.',
      },
    )
  }
  if ((entry.method !== 0 && entry.method !== 8) || (entry.flags & 0x20) !== 0) {
    const name = methods[entry.method] ?? `method ${entry.method}`
    throw new Damage('unsupported-compression', `Unexpected compression ${name}, expected deflate or none`, {
      byte: entry.offset,
      hint: 'Pack the archive again with the ordinary compression (deflate).',
    })
  }
  const sizes = [entry.size ?? 0, entry.compressedSize]
  if (!sizes.every(Number.isSafeInteger) || (entry.method === 0 && entry.size !== null && sizes[0] !== sizes[1])) {
    throw new Damage(
      'bad-archive-header',
      'Unexpected size in the list of members, expected numbers that fit each other',
      {
        byte: entry.offset,
        actual: `${String(entry.size)} bytes, ${entry.compressedSize} compressed`,
        hint: 'The archive is damaged: copy or pack it again.',
      },
    )
  }
}

/**
 * The bytes of a member whose data begins at `start`. Never more than its header says.
 * @throws Damage, after everything that could be read, when size or checksum are wrong
 */
export async function* zipMember(container: Container, entry: ZipEntry, start: number): AsyncGenerator<Uint8Array> {
  const end = start + entry.compressedSize
  const reader = new ByteReader(container.chunks(start, Math.min(end, container.size)))
  const expected = entry.size ?? Infinity
  let size = 0
  let crc = 0
  try {
    for await (const chunk of entry.method === 0 ? reader.take(entry.compressedSize) : inflateRaw(reader)) {
      if (size + chunk.length > expected) throw wrongSize(`more than ${expected}`, expected, entry)
      size += chunk.length
      crc = crc32(chunk, crc)
      yield chunk
    }
  } finally {
    await reader.close()
  }
  if (entry.size === null || end > container.size) {
    throw new Damage('truncated-member', 'Unexpected end of the archive inside this member, expected more', {
      hint: 'The copy is cut off: copy the archive again. What is there was read.',
    })
  }
  if (size < expected) throw wrongSize(String(size), expected, entry)
  if (crc !== entry.crc) {
    throw new Damage('bad-checksum', 'Unexpected content, expected the checksum stored with it to match', {
      actual: crc.toString(16).padStart(8, '0'),
      expected: entry.crc?.toString(16).padStart(8, '0'),
      hint: 'The copy is damaged, and so may any number in it be: copy or pack the archive again.',
    })
  }
}

function wrongSize(actual: string, expected: number, entry: ZipEntry): Damage {
  return new Damage('size-mismatch', `Unexpected ${actual} bytes of data, expected ${expected} as the archive says`, {
    byte: entry.offset,
    hint: 'The archive is damaged: copy or pack it again.',
  })
}

/**
 * Which entries lie over others. Honest writers never let members share bytes; bombs do, to count the same data many
 * times.
 */
export function findOverlaps(entries: readonly ZipEntry[]): Set<ZipEntry> {
  const overlaps = new Set<ZipEntry>()
  let end = 0
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) {
      overlaps.add(entry)
    } else {
      // At least the fixed part of the header, a name, and the data.
      end = entry.offset + 31 + entry.compressedSize
    }
  }
  return overlaps
}
