/**
 * Lines of a text log as views into one reused buffer: no string is made until one is asked for. LF, CRLF and CR CR LF
 * end a line; UTF-16 is turned into UTF-8 on the way, so that the bytes of separators are what they seem in every
 * encoding we read (in CP932, GBK and the like no second byte is a quote, a comma, a tab or a line end).
 */
import { isAscii } from 'node:buffer'
import { decodeText, detectEncoding, type Encoding } from './encoding.ts'
import type { Source } from './source.ts'

/** The current line. Reused: what must outlive the visit has to be copied. */
export class LineView {
  /** Holds the line at `start` to `end`, without its line end. */
  bytes: Buffer = Buffer.alloc(0)
  start = 0
  end = 0
  /** 1-based. */
  number = 0
  /** False for a last line that has no line end: it may be cut off. */
  isEnded = true
  /** The encoding in force; settled when the first text with a byte above 0x7F is asked for, `utf-8` before. */
  encoding: Encoding = 'utf-8'
  readonly #head: Uint8Array
  #settled: boolean

  /** `head` is the beginning of the log: evidence of its encoding beside the line itself. */
  constructor(encoding: Encoding | undefined, head: Uint8Array) {
    this.#head = head
    this.#settled = encoding !== undefined
    if (encoding !== undefined) this.encoding = encoding
  }

  /** The whole line as text, or the part between two positions of `bytes`. */
  text(start = this.start, end = this.end): string {
    for (let i = start; i < end; i++) {
      if (this.bytes[i]! > 0x7f) return this.#decode(start, end)
    }
    return this.bytes.toString('latin1', start, end)
  }

  #decode(start: number, end: number): string {
    if (!this.#settled) {
      // Neither depends on how the log is cut into chunks; the longer tells more.
      const line = this.bytes.subarray(this.start, this.end)
      const evidence = line.length >= this.#head.length || isAscii(this.#head) ? line : this.#head
      this.encoding = detectEncoding(evidence)
      this.#settled = true
    }
    return decodeText(this.bytes.subarray(start, end), this.encoding)
  }
}

/** Longest line accepted, in bytes: a header of 60,000 counters has about 6 MB. */
const lineLimit = 64 * 2 ** 20

/**
 * Calls `visit` for every line; `false` ends the reading. A last line without line end counts: `line.isEnded` is false then.
 * A byte order mark is removed.
 */
export async function readLines(source: Source, visit: (line: LineView) => boolean | undefined): Promise<void> {
  const head = source.head.bytes
  const encoding = source.options.encoding ?? detectEncoding(head)
  const isWide = encoding.startsWith('utf-16')
  const line = new LineView(isWide ? 'utf-8' : source.options.encoding, head)
  const rest = new Rest()
  for await (const chunk of isWide ? transcode(source.chunks(), encoding) : source.chunks()) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    let start = 0
    if (rest.length > 0) {
      const end = buffer.indexOf(10)
      start = end === -1 ? buffer.length : end + 1
      rest.append(buffer, 0, start)
      if (end !== -1) {
        if (visitLine(line, rest.bytes, 0, rest.length - 1, visit) === false) return
        rest.length = 0
      }
    }
    for (let end = buffer.indexOf(10, start); end !== -1; end = buffer.indexOf(10, start)) {
      if (visitLine(line, buffer, start, end, visit) === false) return
      start = end + 1
    }
    // The chunk's memory is used again; what is left of its last line must be copied.
    rest.append(buffer, start, buffer.length)
    if (rest.length > lineLimit) {
      source.problems.fail('line-too-long', `Unexpected line of more than ${lineLimit} bytes, expected a text log`, {
        line: line.number + 1,
        hint: 'The file may be binary or damaged.',
      })
    }
  }
  line.isEnded = false
  if (rest.length > 0) visitLine(line, rest.bytes, 0, rest.length, visit)
}

/** The beginning of a line whose end is in a later chunk. Its memory is reused: fresh pages cost more than the copy. */
class Rest {
  bytes: Buffer = Buffer.alloc(0)
  length = 0

  append(from: Buffer, start: number, end: number): void {
    const length = this.length + end - start
    if (length > this.bytes.length) {
      const bytes = Buffer.allocUnsafeSlow(Math.max(4096, 2 * length))
      this.bytes.copy(bytes, 0, 0, this.length)
      this.bytes = bytes
    }
    from.copy(this.bytes, this.length, start, end)
    this.length = length
  }
}

function visitLine(
  line: LineView,
  bytes: Buffer,
  start: number,
  end: number,
  visit: (line: LineView) => boolean | undefined,
): boolean | undefined {
  while (end > start && bytes[end - 1] === 13) end--
  if (line.number === 0 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3
  line.bytes = bytes
  line.start = start
  line.end = Math.max(start, end)
  line.number++
  return visit(line)
}

async function* transcode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  const last = decoder.decode()
  if (last !== '') yield Buffer.from(last)
}
