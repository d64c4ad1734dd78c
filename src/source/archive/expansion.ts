/** What opening one file has in common for all its members, nested ones included. */
import { ProblemSink } from '../../problems.ts'
import type { Open, ReadOptions, Source } from '../source.ts'
import type { Container } from './container.ts'
import { Damage } from './damage.ts'
import { Budget, type ArchiveLimits } from './limits.ts'
import { checkName, UniqueNames } from './names.ts'

/** One member of an archive, or the file itself when it is no archive. */
export type ArchiveEntry =
  | { outcome: 'source'; name: string; size: number | null; source: Source }
  /** Not a log by what it is (`ignored`), or not safe or not possible to read (`refused`: a problem says so, too). */
  | { outcome: 'ignored' | 'refused'; name: string; size: number | null; why: string }

/** Bytes that may be a log or an archive. */
export interface Item {
  /** Name inside the file; `null` for the file itself. */
  member: string | null
  head: Uint8Array
  size: number | null
  /** Throws `Damage` when the bytes end early. */
  open: Open
  /** For random access; `null` when there is only a stream. */
  container: Container | null
  sink: ProblemSink
}

export class Expansion {
  readonly path: string
  readonly options: ReadOptions
  readonly limits: ArchiveLimits
  readonly budget: Budget
  readonly #names = new UniqueNames()
  readonly #sinks: ProblemSink[] = []

  constructor(path: string, options: ReadOptions, limits: ArchiveLimits) {
    this.path = path
    this.options = options
    this.limits = limits
    this.budget = new Budget(limits)
  }

  /** The problems of the item belong to the archive as a whole: no log will show them. */
  adopt({ sink }: Item): void {
    if (!this.#sinks.includes(sink)) this.#sinks.push(sink)
  }

  memberSink(member: string | null): ProblemSink {
    return new ProblemSink(member === null ? this.path : `${this.path}/${member}`, 'archive')
  }

  get sinks(): readonly ProblemSink[] {
    return this.#sinks
  }

  /**
   * Judges a name. A member gets its name with the folders and the nested archive before it, not yet a unique one.
   * @throws Damage for too many members
   */
  admit(text: string, size: number | null, parent: string | null, sink: ProblemSink): ArchiveEntry | string {
    this.budget.countEntry()
    const { name, unsafe, isFolder } = checkName(text, this.limits.nameBytes)
    const member = parent === null ? name : `${parent}/${name}`
    if (unsafe !== null) {
      sink.error('unsafe-path', `Unexpected ${unsafe} as the name of a member, expected a relative path: ${name}`, {
        actual: name,
        hint: 'The member was not read. Pack the archive again with relative paths if it is wanted.',
      })
      return { outcome: 'refused', name: member, size, why: `unsafe path: ${unsafe}` }
    }
    if (isFolder) return { outcome: 'ignored', name: member, size, why: 'a folder' }
    const noise = desktopNoise(name)
    if (noise !== null) return { outcome: 'ignored', name: member, size, why: noise }
    return member
  }

  /** The name of a file that is about to be read: of two with one name, the second gets another. */
  claim(member: string, sink: ProblemSink): string {
    const unique = this.#names.claim(member)
    if (unique !== member) {
      sink.warning('duplicate-member', `Unexpected second member named ${member}, expected one; read as ${unique}`, {
        hint: 'Two runs may have been packed over each other: see which one is meant.',
      })
    }
    return unique
  }

  refuse(error: unknown, name: string, size: number | null, sink: ProblemSink): ArchiveEntry {
    if (!(error instanceof Damage)) throw error
    sink[error.severity](error.ruleId, `${error.message}: ${name}`, error.details)
    return { outcome: 'refused', name, size, why: error.message }
  }
}

/** Files that desktops leave in archives. */
function desktopNoise(name: string): string | null {
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (/(?:^|\/)__MACOSX\//.test(name) || base.startsWith('._') || base === '.DS_Store') return 'metadata of macOS'
  if (/^(?:thumbs\.db|desktop\.ini)$/i.test(base)) return 'metadata of Windows'
  return null
}
