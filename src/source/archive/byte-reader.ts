/** Takes a stream of chunks apart by number of bytes. */
import { Damage } from './damage.ts'

export class ByteReader {
  /** Bytes taken so far. */
  position = 0
  /** Why the bytes ended early, when they did. Until then it looks like an ordinary end. */
  failure: Damage | null = null
  readonly #iterator: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  /** Chunks must not be used again by whoever makes them. */
  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#iterator = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes at hand, at most `limit`; `null` at the end. */
  async chunk(limit: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#next()
      if (next === null) return null
      this.#rest = next
    }
    const part = this.#rest.subarray(0, limit)
    this.#rest = this.#rest.subarray(part.length)
    this.position += part.length
    return part
  }

  /** The next `length` bytes in one piece; fewer at the end. */
  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    while (missing > 0) {
      const part = await this.chunk(missing)
      if (part === null) break
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  /** The next `length` bytes in pieces; fewer at the end. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      const part = await this.chunk(missing)
      if (part === null) return
      missing -= part.length
      yield part
    }
  }

  /** Whether there were so many bytes to skip. */
  async skip(length: number): Promise<boolean> {
    for (let missing = length; missing > 0;) {
      const part = await this.chunk(missing)
      if (part === null) return false
      missing -= part.length
    }
    return true
  }

  /** Puts bytes back that were just taken. */
  unread(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest])
    this.position -= bytes.length
  }

  async close(): Promise<void> {
    await this.#iterator.return?.()
  }

  async #next(): Promise<Buffer | null> {
    if (this.failure) return null
    try {
      const next = await this.#iterator.next()
      if (next.done === true) return null
      return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length)
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      this.failure = error
      return null
    }
  }
}
