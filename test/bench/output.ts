/** Writes large files piece by piece. */
import { closeSync, openSync, writeSync } from 'node:fs'

export class Output {
  bytes = 0
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    this.bytes += bytes.length
  }

  close(): void {
    closeSync(this.#file)
  }
}
