/**
 * The lists of members of a zip file (PKWARE APPNOTE.TXT 6.3): the central directory at its end or, when the end is
 * missing, the local headers in front of each member.
 */
import type { ProblemSink } from '../../problems.ts'
import { ByteReader } from './byte-reader.ts'
import type { Container } from './container.ts'
import { Damage } from './damage.ts'
import type { Budget } from './limits.ts'
import { decodeZipName } from './names.ts'
import { Zip64, type ZipEntry } from './zip-entry.ts'
import { salvageZip } from './zip-salvage.ts'

interface EndRecord {
  entries: number
  directoryStart: number
  directorySize: number
  /** Bytes in front of the archive (a program that unpacks it), which offsets do not count. */
  shift: number
}

/** The members, in the order of the list; problems of the list as a whole go to `sink`. */
export async function* zipEntries(container: Container, sink: ProblemSink, budget: Budget): AsyncGenerator<ZipEntry> {
  const end = await findEnd(container, sink)
  if (end === null) {
    sink.error('no-central-directory', 'Unexpected end of the zip file, expected the list of its members', {
      byte: container.size,
      hint: 'The copy is cut off: copy the file again. Complete members before the end were read.',
    })
    yield* salvageZip(container, sink, budget)
    return
  }
  if (end === 'split') return
  const { directoryStart, directorySize, shift } = end
  const reader = new ByteReader(container.chunks(directoryStart, directoryStart + directorySize))
  try {
    let count = 0
    for (; ; count++) {
      const entry = await readEntry(reader, shift)
      if (entry === null) break
      yield entry
    }
    if (count === end.entries || count % 2 ** 16 === end.entries) return
    sink.error('bad-archive-header', `Unexpected ${count} entries in the list of members, expected ${end.entries}`, {
      byte: directoryStart + reader.position,
      hint: 'The archive is damaged: copy or pack it again. The members listed were read.',
    })
  } finally {
    await reader.close()
  }
}

async function readEntry(reader: ByteReader, shift: number): Promise<ZipEntry | null> {
  const fixed = await reader.read(46)
  if (fixed.length < 46 || fixed.readUInt32LE(0) !== 0x02014b50) return null
  const nameLength = fixed.readUInt16LE(28)
  const extraLength = fixed.readUInt16LE(30)
  const rest = await reader.read(nameLength + extraLength + fixed.readUInt16LE(32))
  if (rest.length < nameLength + extraLength) return null
  const extra = rest.subarray(nameLength, nameLength + extraLength)
  const flags = fixed.readUInt16LE(8)
  const zip64 = new Zip64(extra)
  const host = fixed[5]!
  return {
    name: decodeZipName(rest.subarray(0, nameLength), (flags & 0x800) !== 0, extra),
    flags,
    method: fixed.readUInt16LE(10),
    crc: fixed.readUInt32LE(16),
    size: zip64.resolve(fixed.readUInt32LE(24)),
    compressedSize: zip64.resolve(fixed.readUInt32LE(20)),
    offset: shift + zip64.resolve(fixed.readUInt32LE(42)),
    start: null,
    // 3 Unix, 19 Darwin: the only makers whose attributes are st_mode.
    unixType: host === 3 || host === 19 ? (fixed.readUInt32LE(38) >>> 16) & 0xf000 : 0,
  }
}

/** `null`: there is none. */
async function findEnd(container: Container, sink: ProblemSink): Promise<EndRecord | 'split' | null> {
  const tailLength = Math.min(container.size, 22 + 0xffff + 20)
  const tailStart = container.size - tailLength
  const tail = await container.read(tailStart, tailLength)
  for (let at = tail.lastIndexOf(endMark); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(endMark, at - 1)) {
    if (at + 22 > tail.length) continue
    const end = await readEnd(container, tail, tailStart, at)
    if (end === null) continue
    if (end === 'split') {
      sink.error('split-archive', 'Unexpected part of a split archive, expected the whole', {
        byte: tailStart + at,
        hint: 'Join the parts (`zip -s 0 parts.zip --out whole.zip`) and read the whole.',
      })
      return end
    }
    const rest = tail.length - at - 22 - tail.readUInt16LE(at + 20)
    if (rest > 0) {
      sink.warning('trailing-data', `Unexpected ${rest} bytes after the end of the zip file, expected nothing`, {
        byte: container.size - rest,
        hint: 'What follows was not read. Pack the file again if something is missing.',
      })
    }
    return end
  }
  return null
}

const endMark = Buffer.from([0x50, 0x4b, 5, 6])

async function readEnd(
  container: Container,
  tail: Buffer,
  tailStart: number,
  at: number,
): Promise<EndRecord | 'split' | null> {
  let disk = tail.readUInt16LE(at + 4)
  let directoryDisk = tail.readUInt16LE(at + 6)
  let entries = tail.readUInt16LE(at + 10)
  let size = tail.readUInt32LE(at + 12)
  let offset = tail.readUInt32LE(at + 16)
  let endStart = tailStart + at
  // The locator of the zip64 record stands right in front.
  if (at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50) {
    const long = await findLongEnd(container, Number(tail.readBigUInt64LE(at - 12)), endStart - 20)
    if (long) {
      disk = long.record.readUInt32LE(16)
      directoryDisk = long.record.readUInt32LE(20)
      entries = Number(long.record.readBigUInt64LE(32))
      size = Number(long.record.readBigUInt64LE(40))
      offset = Number(long.record.readBigUInt64LE(48))
      endStart = long.start
    }
  }
  if ((disk !== 0 && disk !== 0xffff) || disk !== directoryDisk) return 'split'
  const shift = endStart - size - offset
  if (!Number.isSafeInteger(shift) || shift < 0 || size > endStart) return null
  return { entries, directoryStart: endStart - size, directorySize: size, shift }
}

/** Where the locator says, or, with a program in front of the archive, 56 bytes before the locator. */
async function findLongEnd(
  container: Container,
  offset: number,
  locatorStart: number,
): Promise<{ record: Buffer; start: number } | null> {
  for (const start of [offset, locatorStart - 56]) {
    if (!Number.isSafeInteger(start) || start < 0 || start > locatorStart - 56) continue
    const record = await container.read(start, 56)
    if (record.length === 56 && record.readUInt32LE(0) === 0x06064b50) return { record, start }
  }
  return null
}

/** Reads the header in front of a member: it must agree with the list, or one of them lies. Returns where the data is. */
export async function locate(container: Container, entry: ZipEntry): Promise<number> {
  if (entry.start !== null) return entry.start
  const fixed = Number.isSafeInteger(entry.offset) ? await container.read(entry.offset, 30) : Buffer.alloc(0)
  if (fixed.length < 30 || fixed.readUInt32LE(0) !== 0x04034b50) {
    throw new Damage('bad-archive-header', 'Unexpected bytes where the list of members points, expected a member', {
      byte: entry.offset,
      hint: 'The archive is damaged or cut off: copy or pack it again.',
    })
  }
  const nameLength = fixed.readUInt16LE(26)
  const extraLength = fixed.readUInt16LE(28)
  const rest = await container.read(entry.offset + 30, nameLength + extraLength)
  const isUtf8 = (fixed.readUInt16LE(6) & 0x800) !== 0
  const name = decodeZipName(rest.subarray(0, nameLength), isUtf8, rest.subarray(nameLength))
  if (name !== entry.name || fixed.readUInt16LE(8) !== entry.method) {
    throw new Damage(
      'header-mismatch',
      'Unexpected name or method in the header of a member, expected the same as in the list of members',
      { byte: entry.offset, hint: 'Different programs would read different things here: pack the archive again.' },
    )
  }
  return entry.offset + 30 + nameLength + extraLength
}
