/** What can be had of a zip file without its central directory, by going from local header to local header. */
import type { ProblemSink } from '../../problems.ts'
import { ByteReader } from './byte-reader.ts'
import type { Container } from './container.ts'
import { Damage } from './damage.ts'
import { inflateRaw } from './inflate.ts'
import { Meter, type Budget } from './limits.ts'
import { decodeZipName } from './names.ts'
import { Zip64, type ZipEntry } from './zip-entry.ts'

/** Members in the order of the file. Sizes unknown in the header are found by inflating. */
export async function* salvageZip(container: Container, sink: ProblemSink, budget: Budget): AsyncGenerator<ZipEntry> {
  for (let at = await skipSplitMark(container); ;) {
    const entry = await readLocal(container, at)
    if (entry === null) return
    const { start } = entry
    if ((entry.flags & 8) !== 0 && entry.compressedSize === 0) {
      if (entry.method !== 8) {
        sink.error(
          'bad-archive-header',
          `Unexpected member of unknown size, expected a size or deflate: ${entry.name}`,
          {
            byte: at,
            hint: 'Where the member ends cannot be found; what follows was not read. Copy the archive again.',
          },
        )
        return
      }
      await findSize(container, entry, new Meter(budget, 'deflate'))
    }
    at = start + entry.compressedSize
    if (entry.size !== null && (entry.flags & 8) !== 0) at = await skipDescriptor(container, at, entry)
    if (!(at <= container.size)) {
      entry.compressedSize = container.size - start
      entry.size = null
      entry.crc = null
    }
    yield entry
  }
}

async function skipSplitMark(container: Container): Promise<number> {
  const mark = await container.read(0, 4)
  return mark.length === 4 && [0x08074b50, 0x30304b50].includes(mark.readUInt32LE()) ? 4 : 0
}

async function readLocal(container: Container, at: number): Promise<(ZipEntry & { start: number }) | null> {
  const fixed = await container.read(at, 30)
  if (fixed.length < 30 || fixed.readUInt32LE(0) !== 0x04034b50) return null
  const nameLength = fixed.readUInt16LE(26)
  const length = nameLength + fixed.readUInt16LE(28)
  const rest = await container.read(at + 30, length)
  if (rest.length < length) return null
  const extra = rest.subarray(nameLength)
  const flags = fixed.readUInt16LE(6)
  const zip64 = new Zip64(extra)
  const size = zip64.resolve(fixed.readUInt32LE(22))
  return {
    name: decodeZipName(rest.subarray(0, nameLength), (flags & 0x800) !== 0, extra),
    flags,
    method: fixed.readUInt16LE(8),
    crc: fixed.readUInt32LE(14),
    size,
    compressedSize: zip64.resolve(fixed.readUInt32LE(18)),
    offset: at,
    start: at + 30 + length,
    unixType: 0,
  }
}

/** Inflates a member to its end, which tells its size, and reads the descriptor behind it. */
async function findSize(container: Container, entry: ZipEntry & { start: number }, meter: Meter): Promise<void> {
  const reader = new ByteReader(container.chunks(entry.start))
  let size = 0
  try {
    const data = inflateRaw(reader)
    let next = await data.next()
    for (; next.done !== true; next = await data.next()) {
      size += next.value.length
      meter.reach(size, reader.position)
    }
    const ended = next.value
    entry.compressedSize = reader.position
    const descriptor = await reader.read(8)
    if (ended && descriptor.length === 8) {
      // The signature is usual, not required.
      entry.crc = descriptor.readUInt32LE(descriptor.readUInt32LE(0) === 0x08074b50 ? 4 : 0)
      entry.size = size
      return
    }
  } catch (error) {
    if (!(error instanceof Damage)) throw error
  } finally {
    await reader.close()
  }
  entry.compressedSize = container.size - entry.start
  entry.size = null
  entry.crc = null
}

/** The descriptor is 12 to 24 bytes long; the next header tells how long. */
async function skipDescriptor(container: Container, at: number, entry: ZipEntry): Promise<number> {
  const bytes = await container.read(at, 28)
  for (const length of [16, 12, 24, 20]) {
    if (bytes.length < length) continue
    const isNext = bytes.length >= length + 4 && [0x04034b50, 0x02014b50].includes(bytes.readUInt32LE(length))
    if (isNext) return at + length
  }
  return at + Math.min(bytes.length, entry.compressedSize > 0xffffffff ? 24 : 16)
}
