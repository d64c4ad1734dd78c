/**
 * SHA-256 of bytes that come in chunks. Hashing costs as much as reading, so for a long log another thread does it while
 * this one reads.
 */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface Hasher {
  /** Takes the chunk's bytes; its memory may be used again when this is done. */
  update(chunk: Uint8Array): Promise<void>
  /** In hexadecimal. Ends the hasher. */
  digest(): Promise<string>
  /** Ends the hasher without a result; does nothing after `digest`. */
  close(): Promise<void>
}

/** Below, starting a thread takes longer than hashing. */
const threadFrom = 16 * 2 ** 20

/** `size`: bytes to come, `null` when unknown. */
export function createHasher(size: number | null): Hasher {
  return size !== null && size >= threadFrom ? new ThreadHasher() : new PlainHasher()
}

class PlainHasher implements Hasher {
  readonly #hash = createHash('sha256')

  update(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk)
    return done
  }

  digest(): Promise<string> {
    return Promise.resolve(this.#hash.digest('hex'))
  }

  close(): Promise<void> {
    return done
  }
}

const done = Promise.resolve()

const slotBytes = 2 ** 22
const slots = 2

/** Source text rather than a file: what is a .ts file under tests and a .js file when published has no one name. */
const program = `
const { createHash } = require('node:crypto')
const { parentPort, workerData } = require('node:worker_threads')
const hash = createHash('sha256')
parentPort.on('message', ({ slot, length }) => {
  if (length === 0) {
    parentPort.postMessage(hash.digest('hex'))
    parentPort.close()
    return
  }
  hash.update(new Uint8Array(workerData, slot * ${slotBytes}, length))
  parentPort.postMessage(slot)
})`

/** The thread and this one share memory of two slots: one is filled while the other is hashed. */
class ThreadHasher implements Hasher {
  readonly #memory = new Uint8Array(new SharedArrayBuffer(slots * slotBytes))
  readonly #worker: Worker
  readonly #free = Array.from({ length: slots }, (_, slot) => slot)
  /** Bytes in the first of the free slots. */
  #filled = 0
  #digest: string | null = null
  #error: Error | null = null
  #wake: () => void = () => undefined

  constructor() {
    this.#worker = new Worker(program, { eval: true, workerData: this.#memory.buffer, execArgv: [] })
    this.#worker.on('message', (message: number | string) => {
      if (typeof message === 'string') this.#digest = message
      else this.#free.push(message)
      this.#wake()
    })
    this.#worker.on('error', (error: Error) => {
      this.#error = error
      this.#wake()
    })
  }

  async update(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      if (this.#filled === 0) await this.#until(() => this.#free.length > 0)
      const part = chunk.subarray(at, at + slotBytes - this.#filled)
      this.#memory.set(part, this.#free[0]! * slotBytes + this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === slotBytes) this.#send()
    }
  }

  async digest(): Promise<string> {
    if (this.#filled > 0) this.#send()
    this.#worker.postMessage({ slot: 0, length: 0 })
    await this.#until(() => this.#digest !== null)
    return this.#digest!
  }

  #send(): void {
    this.#worker.postMessage({ slot: this.#free.shift()!, length: this.#filled })
    this.#filled = 0
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #until(isReady: () => boolean): Promise<void> {
    while (!isReady()) {
      if (this.#error) throw this.#error
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
