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
  /** The encoding in force; settled when the first byte above 0x7F has been seen, `utf-8` before. */
  encoding: Encoding = 'utf-8'
  #settled: boolean

  constructor(encoding: Encoding | undefined) {
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

  /** Judges the encoding by a longer stretch of the log than one line, once. */
  settle(bytes: Uint8Array): void {
    if (this.#settled || isAscii(bytes)) return
    this.encoding = detectEncoding(bytes)
    this.#settled = true
  }

  #decode(start: number, end: number): string {
    this.settle(this.bytes.subarray(this.start, this.end))
    return decodeText(this.bytes.subarray(start, end), this.encoding)
  }
}

/** Longest line accepted, in bytes: a header of 60,000 counters has about 6 MB. */
const lineLimit = 64 * 2 ** 20

/**
 * Calls `visit` for every line; `false` ends the reading. A last line without line end counts. A byte order mark is
 * removed.
 */
export async function readLines(source: Source, visit: (line: LineView) => boolean | undefined): Promise<void> {
  const mark = source.head.bytes
  const wide = source.options.encoding ?? detectEncoding(mark)
  const isWide = wide.startsWith('utf-16')
  const line = new LineView(isWide ? 'utf-8' : source.options.encoding)
  const chunks = isWide ? transcode(source.chunks(), wide) : source.chunks()
  let rest = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of chunks) {
    let buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    if (isFirst || rest.length > 0) line.settle(chunk)
    if (rest.length > 0) buffer = Buffer.concat([rest, buffer])
    let start = 0
    if (isFirst && buffer.length >= 3) {
      isFirst = false
      if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) start = 3
    }
    line.bytes = buffer
    for (let end = buffer.indexOf(10, start); end !== -1; end = buffer.indexOf(10, start)) {
      if (visitLine(line, start, end, visit) === false) return
      start = end + 1
    }
    if (buffer.length - start > lineLimit) {
      source.problems.fail('line-too-long', `Unexpected line of more than ${lineLimit} bytes, expected a text log`, {
        line: line.number + 1,
        hint: 'The file may be binary or damaged.',
      })
    }
    // The chunk's memory is used again; what is left of its last line must be copied.
    rest = Buffer.from(buffer.subarray(start))
  }
  if (rest.length > 0) {
    line.bytes = rest
    visitLine(line, 0, rest.length, visit)
  }
}

function visitLine(
  line: LineView,
  start: number,
  end: number,
  visit: (line: LineView) => boolean | undefined,
): boolean | undefined {
  while (end > start && line.bytes[end - 1] === 13) end--
  line.start = start
  line.end = end
  line.number++
  return visit(line)
}

async function* transcode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  const last = decoder.decode()
  if (last !== '') yield Buffer.from(last)
}
