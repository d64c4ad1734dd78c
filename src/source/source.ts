/**
 * A source is one log: a file, standard input or an archive member, with gzip already undone. Formats get bytes and
 * lines with numbers from it and report problems to it; they never touch the disk.
 */
import { ProblemSink } from '../problems.ts'
import { decodeText, detectEncoding, type Encoding } from './encoding.ts'
import { createHasher } from './hashing.ts'

/** What the caller of a reader may ask for. */
export interface ReadOptions {
  /** Overrides detection, for instance `shift_jis` or `windows-1251`: any label of the WHATWG Encoding Standard. */
  encoding?: Encoding | undefined
  /** Minutes east of UTC for logs that do not say. */
  offset?: number | undefined
  /** Which series are wanted, by English name; all when left out. Columns that are not wanted are skipped unread. */
  wants?: ((seriesName: string) => boolean) | undefined
  /**
   * What becomes of the samples of series. `keep` (the default) holds them in memory as far as they fit, `summary` makes
   * statistics of them, which takes little memory however long the log is.
   */
  samples?: 'keep' | 'summary' | undefined
}

/** The beginning of a log: all that detection may look at. */
export interface Head {
  /** File or member name without folders. */
  name: string
  /** At most the first 4 KiB. */
  bytes: Uint8Array
  /** The same as text, decoded well enough to recognise ASCII words; without byte order mark. */
  text: string
}

/** Gives the bytes of a log, from the start, as often as asked. A chunk may be reused after the next one is taken. */
export type Open = () => AsyncIterable<Uint8Array>

export class Source {
  /** Workspace-relative path with forward slashes. */
  readonly path: string
  /** Name inside the archive, or `null`. */
  readonly member: string | null
  /** Size in bytes; `null` when only reading to the end would tell. */
  readonly size: number | null
  readonly head: Head
  readonly problems: ProblemSink
  readonly options: ReadOptions
  readonly #open: Open
  #identity: { sha256: string; bytes: number } | null = null

  constructor(start: {
    path: string
    member?: string | null
    size?: number | null
    head: Uint8Array
    open: Open
    options?: ReadOptions
    problems?: ProblemSink
  }) {
    this.path = start.path
    this.member = start.member ?? null
    this.size = start.size ?? null
    this.options = start.options ?? {}
    this.problems = start.problems ?? new ProblemSink(this.name)
    this.#open = start.open
    const bytes = start.head.subarray(0, headBytes)
    this.head = {
      name: this.name.slice(this.name.lastIndexOf('/') + 1),
      bytes,
      text: decodeText(bytes, detectEncoding(bytes)),
    }
  }

  /** Path and member in one, as problems show them. */
  get name(): string {
    return this.member === null ? this.path : `${this.path}/${this.member}`
  }

  /** The bytes in chunks. The first complete pass also computes the hash. A chunk is valid until the next is taken. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    if (this.#identity) {
      yield* this.#open()
      return
    }
    const hasher = createHasher(this.size)
    let bytes = 0
    try {
      for await (const chunk of this.#open()) {
        await hasher.update(chunk)
        bytes += chunk.length
        yield chunk
      }
      this.#identity = { sha256: await hasher.digest(), bytes }
    } finally {
      await hasher.close()
    }
  }

  /** The whole log in memory: for formats whose files are small by nature. Longer than `limit` bytes fails. */
  async bytes(limit = 256 * 2 ** 20): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let length = 0
    for await (const chunk of this.chunks()) {
      length += chunk.length
      if (length > limit) {
        this.problems.fail('file-too-large', `Unexpected size of more than ${limit} bytes, expected a smaller file`, {
          byte: limit,
          hint: 'Logs of this format are small; check that the file is what its name says.',
        })
      }
      parts.push(chunk.slice())
    }
    return Buffer.concat(parts, length)
  }

  /** The whole log as text; encoding by option, byte order mark or content. */
  async text(limit?: number): Promise<string> {
    const bytes = await this.bytes(limit)
    return decodeText(bytes, this.options.encoding ?? detectEncoding(bytes))
  }

  /** SHA-256 and length of the bytes. Reads the log when no complete pass has been made yet. */
  async identity(): Promise<{ sha256: string; bytes: number }> {
    if (!this.#identity) await drain(this.chunks())
    return this.#identity!
  }
}

export const headBytes = 4096

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}
