/** From the entries of a tar file to items that can be read. */
import { headBytes } from '../source.ts'
import { ByteReader } from './byte-reader.ts'
import { memoryContainer } from './container.ts'
import { Damage, reporting } from './damage.ts'
import type { ArchiveEntry, Expansion, Item } from './expansion.ts'
import { checkName, decodeTarName } from './names.ts'
import { tarEntries, type TarEntry } from './tar.ts'

/**
 * Each item is at its cheapest while it is the current one: a tar.gz is decompressed once for all of them.
 * @throws Damage when a limit of the whole file is passed
 */
export async function* tarMembers(archive: Item, expansion: Expansion): AsyncGenerator<Item | ArchiveEntry> {
  const { sink, member: parent } = archive
  const reader = new ByteReader(archive.open())
  try {
    for await (const entry of tarEntries(reader, sink)) {
      const { size } = entry
      const listed = expansion.admit(decodeTarName(entry.name), size, parent, sink)
      if (typeof listed !== 'string') {
        yield listed
        continue
      }
      const refused = judge(entry, listed, expansion, archive)
      if (refused) {
        yield refused
        continue
      }
      const name = expansion.claim(listed, sink)
      const current = new CurrentMember(archive, reader, entry)
      try {
        yield await openMember(current, name, expansion)
      } catch (error) {
        yield expansion.refuse(error, name, size, sink)
      }
      current.isOver = true
    }
  } finally {
    await reader.close()
  }
}

/** What is no file, or none that can be read. */
function judge(entry: TarEntry, name: string, expansion: Expansion, { sink }: Item): ArchiveEntry | null {
  const { size, type } = entry
  if (type === '5' || type === 'D') return { outcome: 'ignored', name, size, why: 'a folder' }
  if (type === 'V') return { outcome: 'ignored', name, size, why: 'the label of the archive' }
  if (type === '1' || type === '2') {
    const { name: target, unsafe } = checkName(decodeTarName(entry.linkTarget), expansion.limits.nameBytes)
    if (unsafe !== null) {
      sink.error('unsafe-path', `Unexpected ${unsafe} as the target of a link, expected a relative path: ${name}`, {
        actual: target,
        hint: 'The link was not followed. Pack the archive again with the file itself if it is wanted.',
      })
      return { outcome: 'refused', name, size, why: `a link with an unsafe path: ${unsafe}` }
    }
  }
  const special = specialTypes[type]
  if (special !== undefined) {
    sink.info('special-member', `Unexpected ${special}, expected a file, it was not followed: ${name}`)
    return { outcome: 'ignored', name, size, why: `a ${special}` }
  }
  if (entry.isSparse || type === 'M') {
    const what = entry.isSparse ? 'sparse file' : 'part of a file on another volume'
    const why = `Unexpected ${what}, expected a whole file`
    sink.error('unsupported-member', `${why}: ${name}`, {
      hint: 'Pack the archive again without --sparse and --multi-volume.',
    })
    return { outcome: 'refused', name, size, why }
  }
  return null
}

const specialTypes: Partial<Record<string, string>> = {
  1: 'hard link',
  2: 'symbolic link',
  3: 'device',
  4: 'device',
  6: 'named pipe',
}

async function openMember(current: CurrentMember, name: string, expansion: Expansion): Promise<Item> {
  const { size } = current
  expansion.budget.checkMember(size, null)
  const sink = expansion.memberSink(name)
  const open = reporting(() => current.data(), sink)
  if (size > expansion.limits.bufferBytes) {
    return { member: name, head: await current.peek(headBytes), size, open, container: null, sink }
  }
  const parts: Uint8Array[] = []
  for await (const chunk of open()) parts.push(chunk)
  const held = memoryContainer(Buffer.concat(parts))
  return { member: name, head: await held.read(0, headBytes), size, open: () => held.chunks(), container: held, sink }
}

/**
 * The data of a member: the first time out of the passing archive if that is still there, afterwards by going through
 * the archive again.
 */
class CurrentMember {
  /** The archive has moved on. */
  isOver = false
  readonly size: number
  readonly #archive: Item
  readonly #reader: ByteReader
  readonly #start: number
  #isTaken = false

  constructor(archive: Item, reader: ByteReader, entry: TarEntry) {
    this.size = entry.size
    this.#archive = archive
    this.#reader = reader
    this.#start = entry.start
  }

  async peek(length: number): Promise<Buffer> {
    const bytes = await this.#reader.read(length)
    this.#reader.unread(bytes)
    return Buffer.from(bytes)
  }

  /** @throws Damage when the archive ends before the member does */
  async *data(): AsyncGenerator<Uint8Array> {
    let at = 0
    if (!this.isOver && !this.#isTaken) {
      this.#isTaken = true
      for await (const chunk of this.#reader.take(this.size)) {
        at += chunk.length
        yield chunk
        if (this.#hasMovedOn()) break
      }
      if (!this.#hasMovedOn() && at < this.size) throw this.#cutOff(at)
    }
    if (at === this.size) return
    for await (const chunk of this.#again(at)) {
      at += chunk.length
      yield chunk
    }
    if (at < this.size) throw this.#cutOff(at)
  }

  #hasMovedOn(): boolean {
    return this.isOver
  }

  async *#again(at: number): AsyncGenerator<Uint8Array> {
    const { container, open } = this.#archive
    if (container) {
      yield* container.chunks(this.#start + at, Math.min(this.#start + this.size, container.size))
      return
    }
    const reader = new ByteReader(open())
    try {
      if (await reader.skip(this.#start + at)) yield* reader.take(this.size - at)
    } finally {
      await reader.close()
    }
  }

  #cutOff(at: number): Damage {
    return new Damage(
      'truncated-member',
      `Unexpected end of the archive after ${at} bytes of this member, expected ${this.size}`,
      {
        hint: 'The copy is cut off or damaged: copy the archive again. What is there was read.',
      },
    )
  }
}
