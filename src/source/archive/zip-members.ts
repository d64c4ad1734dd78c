/** From the list of a zip file to items that can be read. */
import { headBytes, type Open } from '../source.ts'
import { memoryContainer, type Container } from './container.ts'
import { reporting } from './damage.ts'
import type { ArchiveEntry, Expansion, Item } from './expansion.ts'
import { Meter } from './limits.ts'
import { readAll, readHead } from './read-bytes.ts'
import { locate, zipEntries } from './zip-directory.ts'
import type { ZipEntry } from './zip-entry.ts'
import { checkReadable, findOverlaps, zipMember } from './zip.ts'

/** @throws Damage when a limit of the whole file is passed */
export async function* zipMembers(
  archive: Item & { container: Container },
  expansion: Expansion,
): AsyncGenerator<Item | ArchiveEntry> {
  const { container, sink, member: parent } = archive
  const entries: ZipEntry[] = []
  for await (const entry of zipEntries(container, sink, expansion.budget)) {
    entries.push(entry)
    // One more than allowed is enough to say so.
    if (entries.length > expansion.limits.entries) break
  }
  const overlaps = findOverlaps(entries)
  for (const entry of entries) {
    const { size } = entry
    const listed = expansion.admit(entry.name, size, parent, sink)
    if (typeof listed !== 'string') {
      yield listed
      continue
    }
    const refused = judge(entry, listed, overlaps, archive)
    if (refused) {
      yield refused
      continue
    }
    const name = expansion.claim(listed, sink)
    try {
      yield await openMember(entry, name, container, expansion)
    } catch (error) {
      yield expansion.refuse(error, name, size, sink)
    }
  }
}

/** What is no file, or none that can be read. */
function judge(entry: ZipEntry, name: string, overlaps: Set<ZipEntry>, { sink }: Item): ArchiveEntry | null {
  const { size } = entry
  const special = specialTypes[entry.unixType]
  if (special !== undefined) {
    if (special !== 'folder') {
      sink.info('special-member', `Unexpected ${special}, expected a file, it was not followed: ${name}`)
    }
    return { outcome: 'ignored', name, size, why: `a ${special}` }
  }
  if (!overlaps.has(entry)) return null
  const why = 'Unexpected member in the place of another one, expected a place of its own'
  sink.error('overlapping-members', `${why}: ${name}`, {
    byte: entry.offset,
    hint: 'The archive is damaged or made to deceive: pack it again.',
  })
  return { outcome: 'refused', name, size, why }
}

const specialTypes: Partial<Record<number, string>> = {
  0x1000: 'named pipe',
  0x2000: 'device',
  0x4000: 'folder',
  0x6000: 'device',
  0xa000: 'symbolic link',
  0xc000: 'socket',
}

async function openMember(entry: ZipEntry, name: string, container: Container, expansion: Expansion): Promise<Item> {
  const { budget, limits } = expansion
  const { size } = entry
  checkReadable(entry)
  if (size !== null) budget.checkMember(size, entry.compressedSize)
  const start = await locate(container, entry)
  if (size !== null) budget.spend(size)
  const sink = expansion.memberSink(name)
  const meter = new Meter(budget, 'deflate')
  meter.isMember = true
  const raw: Open = () => zipMember(container, entry, start)
  const open = reporting(size === null ? () => metered(raw(), meter, entry.compressedSize) : raw, sink)
  if (size !== null && size <= limits.bufferBytes) {
    const held = memoryContainer(await readAll(open()))
    return { member: name, head: await held.read(0, headBytes), size, open: () => held.chunks(), container: held, sink }
  }
  return { member: name, head: await readHead(open), size, open, container: null, sink }
}

/** A member whose size is not known, since the archive is cut off. */
async function* metered(
  chunks: AsyncIterable<Uint8Array>,
  meter: Meter,
  compressed: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    meter.reach(size, compressed)
    yield chunk
  }
}
