/** What readers are measured against: a loop over the bytes, and the fastest CSV library. */
import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Calls `visit` with each piece of the file, which is the beginning of a reused buffer. */
function readFile(path: string, pieceBytes: number, visit: (buffer: Buffer, length: number) => void): void {
  const buffer = Buffer.alloc(pieceBytes)
  const file = openSync(path, 'r')
  for (let length = -1; length !== 0;) {
    length = readSync(file, buffer, 0, pieceBytes, null)
    if (length > 0) visit(buffer, length)
  }
  closeSync(file)
}

/** Every byte looked at, digits to numbers, no checks of any kind: nothing that reads a text log can be faster. */
export function loopOverText(path: string): number {
  const numbers = new Float64Array(4096)
  let count = 0
  readFile(path, 2 ** 20, (buffer, length) => {
    count += readNumbers(buffer, length, numbers)
  })
  return count + numbers[0]!
}

function readNumbers(buffer: Buffer, length: number, numbers: Float64Array): number {
  let count = 0
  let number = 0
  for (let i = 0; i < length; i++) {
    const digit = buffer[i]! - 48
    if (digit >= 0 && digit <= 9) number = (Math.imul(number, 10) + digit) | 0
    else if (digit === comma || digit === lineFeed) {
      numbers[count++ & 4095] = number
      number = 0
    }
  }
  return count
}

const comma = 44 - 48
const lineFeed = 10 - 48

/** Every byte looked at. */
export function loopOverBinary(path: string): number {
  let sum = 0
  readFile(path, 2 ** 20, (buffer, length) => {
    sum = (sum + sumOf(buffer, length)) | 0
  })
  return sum
}

function sumOf(buffer: Buffer, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum = (sum + buffer[i]!) | 0
  return sum
}

/** What is used of uDSV 0.7: https://github.com/leeoniya/uDSV */
interface Udsv {
  inferSchema(text: string): object
  initParser(schema: object): UdsvParser
}
interface UdsvParser {
  stringArrs: unknown
  typedArrs: unknown
  chunk(text: string, kind: unknown, visit: (row: unknown[]) => void): void
  end(): unknown
}

function loadUdsv(): Udsv | null {
  try {
    return createRequire(import.meta.url)('udsv') as Udsv
  } catch {
    return null
  }
}

/** More tells nothing new and takes a minute. */
const libraryBytes = 200e6

export interface LibraryRun {
  bytes: number
  seconds: number
  cells: number
}

/**
 * Bytes to typed cells with uDSV; `null` when it is not installed. A result file of Iometer is no table: only the rows of one
 * width are given to the library then, and picking them out is not counted.
 */
export function runLibrary(path: string, isTable: boolean): LibraryRun | null {
  const udsv = loadUdsv()
  if (udsv === null) return null
  const run: LibraryRun = { bytes: 0, seconds: 0, cells: 0 }
  let parser: UdsvParser | null = null
  let rest = ''
  let header = ''
  readFile(path, 8 * 2 ** 20, (buffer, length) => {
    if (run.bytes >= libraryBytes) return
    let start = performance.now()
    let text = buffer.toString('latin1', 0, length)
    if (!isTable) {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop()!
      header ||= lines.find((line) => line.startsWith("'Target Type"))!
      text = `${lines.filter((line) => /^(?:ALL|MANAGER|WORKER|DISK),/.test(line)).join('\n')}\n`
      if (parser === null) text = `${header}\n${text}`
      start = performance.now()
    }
    parser ??= udsv.initParser(udsv.inferSchema(text))
    parser.chunk(text, parser.typedArrs, (row) => {
      run.cells += row.length
    })
    run.bytes += text.length
    run.seconds += (performance.now() - start) / 1000
  })
  ;(parser as UdsvParser | null)?.end()
  return run
}
