/** What an archive may cost. Archives come from anywhere: a few kilobytes can claim to hold terabytes. */
import { Damage } from './damage.ts'

export interface ArchiveLimits {
  /** Members of one file, those of nested archives included. */
  entries: number
  /** Uncompressed bytes of one member. */
  memberBytes: number
  /** Uncompressed bytes of one file, nested archives included. */
  totalBytes: number
  /**
   * Uncompressed size over compressed size, for whatever is larger than `ratioFromBytes`. Repetitive CSV reaches 50 to
   * 100 with deflate, whose bombs come close to 1,032. For xz, which also folds distant repetitions, five times as much
   * is accepted.
   */
  ratio: number
  ratioFromBytes: number
  /** Archives inside the archive: 1 is one level, 0 none. */
  depth: number
  /** A name with its folders, in UTF-8. */
  nameBytes: number
  /** Members up to this size are held in memory while they are read; larger ones are streamed again each time. */
  bufferBytes: number
}

export const defaultLimits: ArchiveLimits = {
  entries: 100_000,
  memberBytes: 8 * 2 ** 30,
  totalBytes: 32 * 2 ** 30,
  ratio: 200,
  ratioFromBytes: 64 * 2 ** 20,
  depth: 1,
  nameBytes: 4096,
  bufferBytes: 32 * 2 ** 20,
}

/** What one file has cost so far. */
export class Budget {
  readonly limits: ArchiveLimits
  #bytes = 0
  #entries = 0

  constructor(limits: ArchiveLimits) {
    this.limits = limits
  }

  /** @throws Damage when the file has more members than allowed */
  countEntry(): void {
    if (this.#entries >= this.limits.entries) {
      throw new Damage(
        'too-many-members',
        `Unexpected archive of more than ${this.limits.entries} members, expected fewer, the rest was not read`,
        { hint: raise('entries') },
      )
    }
    this.#entries++
  }

  /** @throws Damage when the file has more uncompressed bytes than allowed */
  spend(bytes: number): void {
    const { totalBytes } = this.limits
    if (this.#bytes + bytes > totalBytes) {
      throw new Damage(
        'archive-too-large',
        `Unexpected archive of more than ${totalBytes} uncompressed bytes, expected less, the rest was not read`,
        { hint: raise('totalBytes') },
      )
    }
    this.#bytes += bytes
  }

  /** @throws Damage when a member is, or says it is, larger or better compressed than allowed */
  checkMember(bytes: number, compressed: number | null, kind: 'deflate' | 'xz' = 'deflate'): void {
    const { memberBytes, ratioFromBytes } = this.limits
    if (bytes > memberBytes) {
      throw new Damage(
        'member-too-large',
        `Unexpected size of ${bytes} bytes, expected at most ${memberBytes}, the member was not read`,
        { hint: raise('memberBytes') },
      )
    }
    if (compressed !== null && bytes > ratioFromBytes) this.checkRatio(bytes, compressed, kind)
  }

  checkRatio(bytes: number, compressed: number, kind: 'deflate' | 'xz'): void {
    const most = this.limits.ratio * (kind === 'xz' ? 5 : 1)
    if (bytes <= most * Math.max(compressed, 1)) return
    throw new Damage(
      'compression-ratio',
      `Unexpected compression of more than ${most} : 1, expected less, the data may be a decompression bomb`,
      { actual: `${bytes} bytes from ${compressed}`, hint: raise('ratio') },
    )
  }
}

/** How the limit is raised: the hint of every problem about one. */
export function raise(limit: keyof ArchiveLimits): string {
  return `If you trust the file, raise the limit "${limit}": with limits: { ${limit}: … } in report.yaml, with --limit ${limit}=… for inspect.`
}

/** Watches a decompressor. Bytes that are read again are not counted again. */
export class Meter {
  readonly #budget: Budget
  readonly #kind: 'deflate' | 'xz'
  /** Whether what comes out is one member: then its size is limited, too. */
  isMember = false
  #seen = 0

  constructor(budget: Budget, kind: 'deflate' | 'xz') {
    this.#budget = budget
    this.#kind = kind
  }

  /** `produced` bytes have come out of `consumed`, since the start. @throws Damage when a limit is passed */
  reach(produced: number, consumed: number): void {
    if (produced <= this.#seen) return
    const { ratioFromBytes } = this.#budget.limits
    if (this.isMember) this.#budget.checkMember(produced, null)
    if (produced > ratioFromBytes) this.#budget.checkRatio(produced, consumed, this.#kind)
    this.#budget.spend(produced - this.#seen)
    this.#seen = produced
  }
}
