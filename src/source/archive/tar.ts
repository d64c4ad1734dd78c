/** Walks through a tar file. Its grammar is in `tar-header.ts`; what may be read of a member is decided elsewhere. */
import type { ProblemSink } from '../../problems.ts'
import type { ByteReader } from './byte-reader.ts'
import { isTarHeader, parsePax, parseTarHeader, type TarHeader } from './tar-header.ts'

export interface TarEntry {
  name: Buffer
  size: number
  type: string
  linkTarget: Buffer
  /** A file with holes, stored in a way we do not read. */
  isSparse: boolean
  /** Where the data begins in the uncompressed tar file. */
  start: number
}

const blockBytes = 512
/** Extended headers hold names and dates. */
const extensionBytes = 2 ** 20

/**
 * The members in order. While one is being looked at, its data may be read from the reader, which stands at its start;
 * what is left of it is skipped.
 */
export async function* tarEntries(reader: ByteReader, sink: ProblemSink): AsyncGenerator<TarEntry> {
  const globals = new Map<string, Buffer>()
  let locals = new Map<string, Buffer>()
  let zeroBlocks = 0
  let isLost = false
  for (;;) {
    const at = reader.position
    const block = await reader.read(blockBytes)
    if (block.length < blockBytes) {
      reportEnd(reader, sink, at, block, zeroBlocks)
      return
    }
    if (block.every((byte) => byte === 0)) {
      zeroBlocks++
      continue
    }
    if (!isTarHeader(block)) {
      if (!isLost) reportLost(sink, at, zeroBlocks)
      isLost = true
      continue
    }
    if (zeroBlocks > 0 && !isLost) {
      sink.warning('trailing-data', 'Unexpected member after the end of the archive, expected nothing', {
        byte: at,
        hint: 'Several archives were joined; the members of all of them were read.',
      })
    }
    zeroBlocks = 0
    isLost = false
    const header = parseTarHeader(block)
    const extension = 'xgLK'.includes(header.type)
    if (!(header.size >= 0) || !Number.isSafeInteger(header.size) || (extension && header.size > extensionBytes)) {
      sink.error('bad-archive-header', 'Unexpected size in the header of a member, expected a number of bytes', {
        byte: at,
        actual: String(header.size),
        hint: 'The archive is damaged: copy or pack it again. Members after the damage were looked for.',
      })
      isLost = true
      continue
    }
    if (extension) {
      const data = await reader.read(header.size)
      await reader.skip(padding(header.size))
      if (!extend(header.type, data, globals, locals)) {
        sink.error(
          'bad-archive-header',
          'Unexpected content of an extended header, expected "length key=value" records',
          {
            byte: at + blockBytes,
            hint: 'Names or sizes of the next member may be wrong. Pack the archive again.',
          },
        )
      }
      continue
    }
    const entry = makeEntry(header, new Map([...globals, ...locals]), reader.position)
    locals = new Map()
    if (entry === null) {
      sink.error('bad-archive-header', 'Unexpected size in an extended header, expected a number of bytes', {
        byte: at,
        hint: 'The archive is damaged: copy or pack it again. Members after the damage were looked for.',
      })
      isLost = true
      continue
    }
    yield entry
    if (!hasData(entry)) continue
    await reader.skip(entry.start + entry.size + padding(entry.size) - reader.position)
  }
}

/** Only files have data, and types we do not know are read as files; a link's size is that of its target. */
function hasData(entry: TarEntry): boolean {
  return !'123456'.includes(entry.type)
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

function extend(type: string, data: Buffer, globals: Map<string, Buffer>, locals: Map<string, Buffer>): boolean {
  if (type === 'L' || type === 'K') {
    const zero = data.indexOf(0)
    locals.set(type === 'L' ? 'path' : 'linkpath', zero === -1 ? data : data.subarray(0, zero))
    return true
  }
  const records = parsePax(data)
  if (records === null) return false
  for (const [key, value] of records) (type === 'g' ? globals : locals).set(key, value)
  return true
}

function makeEntry(header: TarHeader, extended: Map<string, Buffer>, start: number): TarEntry | null {
  const size = extended.get('size')?.toString('latin1')
  if (size !== undefined && !(/^\d+$/.test(size) && Number.isSafeInteger(Number(size)))) return null
  const name = extended.get('path') ?? header.name
  // Before POSIX a folder was a file whose name ends with a slash.
  const isOldFolder = header.type === '0' && name.at(-1) === 0x2f
  return {
    name,
    size: size === undefined ? header.size : Number(size),
    type: isOldFolder ? '5' : header.type,
    linkTarget: extended.get('linkpath') ?? header.linkTarget,
    isSparse: header.type === 'S' || [...extended.keys()].some((key) => key.startsWith('GNU.sparse.')),
    start,
  }
}

function reportEnd(reader: ByteReader, sink: ProblemSink, byte: number, rest: Buffer, zeroBlocks: number): void {
  if (reader.failure) {
    reader.failure.report(sink)
  } else if (zeroBlocks === 0) {
    sink.error('truncated-archive', 'Unexpected end of the archive, expected its end mark', {
      byte,
      hint: 'The copy is cut off: copy the file again. What is there was read.',
    })
  } else if (rest.some((value) => value !== 0)) {
    reportLost(sink, byte, zeroBlocks)
  }
}

function reportLost(sink: ProblemSink, byte: number, zeroBlocks: number): void {
  if (zeroBlocks > 0) {
    sink.warning('trailing-data', 'Unexpected data after the end of the archive, expected nothing', {
      byte,
      hint: 'What follows is no tar data. Pack the archive again if something is missing.',
    })
  } else {
    sink.error('bad-archive-header', 'Unexpected checksum of a header, expected the next member', {
      byte,
      hint: 'The archive is damaged: copy or pack it again. Members after the damage were looked for.',
    })
  }
}
