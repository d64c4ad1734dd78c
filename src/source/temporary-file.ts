/** A file for what does not fit into memory, in `os.tmpdir()`: the variable TMPDIR moves it. */
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../problems.ts'

const writePart = promisify(write)

export class TemporaryFile {
  readonly #path = join(tmpdir(), `benchpaper-${randomUUID()}`)
  readonly #handle: number
  /** It has no name any more. */
  readonly #isNameless: boolean
  #length = 0

  /** @throws UserError when there is no place for it */
  constructor() {
    try {
      this.#handle = openSync(this.#path, 'wx+', 0o600)
    } catch (error) {
      throw temporaryFileError(error)
    }
    // A file without a name is gone even if the program is killed; Windows does not have that.
    this.#isNameless = process.platform !== 'win32'
    if (this.#isNameless) rmSync(this.#path)
  }

  /** Writes `bytes` behind all others. @returns their position @throws UserError when the disk is full */
  append(bytes: Uint8Array): number {
    const position = this.#take(bytes.length)
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at, bytes.length - at, position + at)
    } catch (error) {
      throw temporaryFileError(error)
    }
    return position
  }

  /** The same while the program goes on; `bytes` must stay as they are until it is done. */
  appendBeside(bytes: Uint8Array): { position: number; done: Promise<void> } {
    const position = this.#take(bytes.length)
    return { position, done: this.#write(bytes, position) }
  }

  /** Fills `bytes` from `position` on. */
  read(position: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const read = readSync(this.#handle, bytes, at, bytes.length - at, position + at)
      if (read === 0) throw new Error('temporary file is shorter than what was written')
      at += read
    }
  }

  close(): void {
    closeSync(this.#handle)
    if (!this.#isNameless) rmSync(this.#path, { force: true })
  }

  #take(length: number): number {
    const position = this.#length
    this.#length += length
    return position
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) {
        at += (await writePart(this.#handle, bytes, at, bytes.length - at, position + at)).bytesWritten
      }
    } catch (error) {
      throw temporaryFileError(error)
    }
  }
}

function temporaryFileError(cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UserError(`cannot write a temporary file: ${reason}`, {
    hint: `Long logs need room for about half their size in ${tmpdir()}; the variable TMPDIR names another folder.`,
    cause,
  })
}

/** The memory of `numbers` as bytes. */
export function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
