/**
 * The logs in a file: the file itself, or the members of a zip, tar, tar.gz or tar.xz archive and of archives inside
 * it, one level deep. What a file is, its content says. Nothing is unpacked to the disk.
 *
 * A log that is only compressed (`log.csv.gz`, `log.csv.xz`) is that log: it keeps its path, is no member of anything,
 * and lines, bytes and SHA-256 are those of the uncompressed text.
 */
import type { Problem } from '../../problems.ts'
import { openFile } from '../file.ts'
import { headBytes, Source, type ReadOptions } from '../source.ts'
import { fileContainer, memoryContainer, type Container } from './container.ts'
import { Damage, reporting } from './damage.ts'
import { detectContainer, detectUnsupported } from './detect.ts'
import { Expansion, type ArchiveEntry, type Item } from './expansion.ts'
import { gunzip } from './gzip.ts'
import { defaultLimits, Meter, raise, type ArchiveLimits } from './limits.ts'
import { readHead } from './read-bytes.ts'
import { tarMembers } from './tar-members.ts'
import { unxz } from './xz.ts'
import { zipMembers } from './zip-members.ts'

export type { ArchiveEntry } from './expansion.ts'
export type { ArchiveLimits } from './limits.ts'

export interface OpenOptions extends ReadOptions {
  /** Those left out have the values of `defaultLimits`. */
  limits?: Partial<ArchiveLimits> | undefined
}

export type ArchiveKind = 'zip' | 'tar' | 'unsupported'

export interface OpenedFile {
  /** `null`: the file is one log, compressed or not. */
  archive: ArchiveKind | null
  /**
   * Each member, in the order of the archive; once. A source may be read as often as wanted, most cheaply before the
   * next entry is taken. Members up to `bufferBytes` are held in memory by their source.
   */
  entries: AsyncGenerator<ArchiveEntry>
  /** What is wrong with the archive itself, as far as it has been read. Problems of a log are in its source. */
  problems: () => Problem[]
}

/**
 * @param file where the file is, or its bytes
 * @param path how problems and origins name it: workspace-relative, forward slashes
 * @throws UserError when there is no such file or it cannot be read
 */
export async function openSources(
  file: string | Uint8Array,
  path: string,
  options: OpenOptions = {},
): Promise<OpenedFile> {
  const { head, container } = await openStored(file, path)
  const expansion = new Expansion(path, options, { ...defaultLimits, ...options.limits })
  const { size } = container
  const sink = expansion.memberSink(null)
  const item = await unwrap({ member: null, head, size, open: () => container.chunks(), container, sink }, expansion)
  return {
    archive: item.kind === 'log' ? null : item.kind === 'too-deep' ? 'unsupported' : item.kind,
    entries: guarded(item, expansion),
    problems: () => expansion.sinks.flatMap((one) => one.toProblems()),
  }
}

async function openStored(
  file: string | Uint8Array,
  path: string,
): Promise<{ head: Uint8Array; container: Container }> {
  if (typeof file !== 'string') return { head: file.subarray(0, headBytes), container: memoryContainer(file) }
  const { head, size } = await openFile(file, path)
  return { head: head.bytes, container: fileContainer(file, size ?? 0) }
}

/** An item with its compression undone, and what then comes out. */
type Unwrapped = Item & { kind: 'log' | ArchiveKind | 'too-deep' }

async function unwrap(item: Item, expansion: Expansion): Promise<Unwrapped> {
  const kind = detectContainer(item.head)
  if (kind === null) return { ...item, kind: detectUnsupported(item.head) === null ? 'log' : 'unsupported' }
  if (kind === 'zip' || kind === 'tar') return { ...item, kind }
  const meter = new Meter(expansion.budget, kind === 'xz' ? 'xz' : 'deflate')
  const decompress = kind === 'xz' ? unxz : gunzip
  const open = () => decompress(item.open(), meter)
  // What is wrong at the very beginning is reported when the log is read.
  const head = await readHead(reporting(open, expansion.memberSink(item.member)))
  const inner = detectContainer(head)
  meter.isMember = inner === null
  const content: Item = { ...item, head, size: null, container: null, open }
  if (inner === null) return { ...content, open: reporting(open, item.sink), kind: 'log' }
  return { ...content, kind: inner === 'tar' ? 'tar' : 'too-deep' }
}

/** Limits of the whole file end the reading. */
async function* guarded(item: Unwrapped, expansion: Expansion): AsyncGenerator<ArchiveEntry> {
  try {
    yield* expand(item, expansion, 0)
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    expansion.adopt(item)
    error.report(item.sink)
  }
}

async function* expand(item: Unwrapped, expansion: Expansion, depth: number): AsyncGenerator<ArchiveEntry> {
  const name = item.member ?? expansion.path
  const { size, head, open, container } = item
  if (item.kind === 'log') {
    const { path, options } = expansion
    const source = new Source({ path, member: item.member, size, head, open, options, problems: item.sink })
    yield { outcome: 'source', name, size, source }
    return
  }
  expansion.adopt(item)
  if (depth > 0 && isDocument(head, name)) {
    yield { outcome: 'ignored', name, size, why: 'a document or program, not a result' }
    return
  }
  const refusal = refuse(item, expansion, depth)
  if (refusal) {
    refusal.report(item.sink)
    yield { outcome: 'refused', name, size, why: refusal.message }
    return
  }
  for await (const entry of members(item, container, expansion)) {
    if ('outcome' in entry) yield entry
    else yield* expand(await unwrap(entry, expansion), expansion, depth + 1)
  }
}

function members(
  item: Item & { kind: Unwrapped['kind'] },
  container: Container | null,
  expansion: Expansion,
): AsyncGenerator<Item | ArchiveEntry> {
  return item.kind === 'zip' && container ? zipMembers({ ...item, container }, expansion) : tarMembers(item, expansion)
}

function refuse(item: Unwrapped, expansion: Expansion, depth: number): Damage | null {
  if (item.kind === 'unsupported') {
    const kind = detectUnsupported(item.head) ?? 'unknown'
    return new Damage('unsupported-archive', `Unexpected ${kind} archive, expected zip, tar, gzip or xz`, {
      byte: 0,
      hint: 'Unpack it, or pack its content again as zip or tar.gz.',
    })
  }
  if (item.kind === 'too-deep') {
    return new Damage('nested-too-deep', 'Unexpected archive inside compressed data, expected a log or a tar file', {
      byte: 0,
      hint: 'Undo the outer compression.',
    })
  }
  if (depth > expansion.limits.depth) {
    return new Damage(
      'nested-too-deep',
      `Unexpected archive inside an archive, expected at most ${expansion.limits.depth} deep`,
      { byte: 0, hint: `Unpack the outer archive. ${raise('depth')}` },
    )
  }
  if (item.kind === 'zip' && item.container === null) {
    const { bufferBytes } = expansion.limits
    return new Damage(
      'nested-archive-too-large',
      `Unexpected zip file of more than ${bufferBytes} bytes inside an archive, expected a smaller one`,
      { byte: 0, hint: `Unpack the outer archive. ${raise('bufferBytes')}` },
    )
  }
  return null
}

/** Office documents and Java programs are zip files, too. */
function isDocument(head: Uint8Array, name: string): boolean {
  if (/\.(?:docx|xlsx|pptx|odt|ods|odp|jar|war|apk|epub)$/i.test(name)) return true
  const first = Buffer.from(head.subarray(30, 64)).toString('latin1')
  return first.startsWith('[Content_Types].xml') || first.startsWith('mimetype')
}
