/** Events of the buffers, joined to records: one name table, catalog or sample may take several events. */
import type { ProblemSink } from '../../problems.ts'
import { bufferHeaderBytes, type TraceBuffer } from './buffers.ts'
import { Bytes } from './bytes.ts'

export interface LogRecord {
  type: number
  /** Local time, 100 ns since 1601. */
  time: bigint
  /** Valid until the visit ends. */
  bytes: Bytes
  /** Byte in the file at which the first event of the record begins. */
  offset: number
}

export const recordTypes = { catalog: 32, sample: 34, closing: 35, names: 36 } as const

/** {933f3bb3-943e-490d-9ced-3cbb14c14479} in the order of its bytes: the provider of performance logs. */
const providerId = 'b33b3f933e940d499ced3cbb14c14479'

const eventHeaderBytes = 48
/** After the header of the event: the id of the log, number and count of the block. */
const blockHeaderBytes = 24
/** Headers of these kinds (system, compact, performance event) have their length at byte 4, all others at byte 0. */
const kindsWithLateLength = [1, 2, 3, 4, 16, 17]
/** A sample of 250,000 instances has about 60 MB. */
const largestRecord = 128 * 2 ** 20
/** Buffers of other events after which the file is taken for a trace of something else. */
const patience = 4

export class RecordReader {
  readonly #problems: ProblemSink
  readonly #visit: (record: LogRecord) => boolean
  #pending: Pending | null = null
  #joined = new Uint8Array(0)
  #records = 0
  #foreign = 0
  #buffersBefore = 0
  /** Blocks of a record whose beginning a circular log has overwritten may come first. */
  #isAfterSeam = false

  /** `visit` returns false to end the reading. */
  constructor(problems: ProblemSink, visit: (record: LogRecord) => boolean) {
    this.#problems = problems
    this.#visit = visit
  }

  /**
   * Takes the events of the next buffer; false when the visitor has seen enough. A record may go on from the buffer before
   * when that is a `continuation`; it may begin and end anywhere at the `seam` of a circular log.
   */
  take(buffer: TraceBuffer, join: 'continuation' | 'hole' | 'seam'): boolean {
    if (join !== 'continuation') this.#dropPending(join === 'seam')
    if (join === 'seam') this.#isAfterSeam = true
    const { bytes, end } = buffer
    let at = bufferHeaderBytes
    while (at + 8 <= end) {
      const length = eventLength(bytes, at)
      if (length === null || at + length > end) {
        this.#reportDamage(buffer, at, length)
        break
      }
      if (isPerformanceEvent(bytes, at, length)) {
        if (!this.#takeEvent(bytes, at, length, buffer.offset + at)) return false
      } else {
        this.#takeForeign(buffer.offset + at)
      }
      at = (at + length + 7) & ~7
    }
    if (this.#records === 0 && ++this.#buffersBefore >= patience) this.#failAsForeign()
    return true
  }

  /** To be called at the end of the file. */
  finish(): void {
    this.#dropPending(false)
    if (this.#records === 0 && this.#foreign > 0) this.#failAsForeign()
  }

  #takeEvent(bytes: Bytes, at: number, length: number, offset: number): boolean {
    this.#records++
    const type = bytes.view.getUint8(at + 4)
    const time = bytes.i64(at + 16)
    const number = bytes.u32(at + eventHeaderBytes + 16)
    const count = bytes.u32(at + eventHeaderBytes + 20)
    const data = bytes.array.subarray(at + eventHeaderBytes + blockHeaderBytes, at + length)
    if (number === 1) this.#isAfterSeam = false
    if (number === 1 && count === 1) {
      this.#dropPending(false)
      return this.#visit({ type, time, bytes: new Bytes(data), offset })
    }
    if (number === 1) {
      this.#dropPending(false)
      this.#pending = { type, time, count, next: 1, length: 0, offset }
    }
    const pending = this.#pending
    if (pending?.next !== number || pending.count !== count || pending.type !== type || pending.time !== time) {
      this.#pending = null
      if (!this.#isAfterSeam) this.#reportIncomplete(offset, `block ${number} of ${count}`)
      return true
    }
    this.#append(pending, data)
    pending.next++
    if (number < count) return true
    this.#pending = null
    return this.#visit({
      type,
      time,
      bytes: new Bytes(this.#joined.subarray(0, pending.length)),
      offset: pending.offset,
    })
  }

  #append(pending: Pending, data: Uint8Array): void {
    const length = pending.length + data.length
    if (length > largestRecord) {
      this.#problems.fail('blg-record-too-large', `Unexpected record of more than ${largestRecord} bytes`, {
        byte: pending.offset,
        hint: 'The file is damaged. Copy the log again from where it was recorded.',
      })
    }
    if (length > this.#joined.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#joined.length, 2 ** 16))
      larger.set(this.#joined.subarray(0, pending.length))
      this.#joined = larger
    }
    this.#joined.set(data, pending.length)
    pending.length = length
  }

  #dropPending(isExpected: boolean): void {
    const pending = this.#pending
    this.#pending = null
    if (pending === null || isExpected) return
    this.#reportIncomplete(pending.offset, `${pending.next - 1} of ${pending.count} blocks`)
  }

  #reportIncomplete(byte: number, actual: string): void {
    this.#problems.error('blg-record-incomplete', `Unexpected ${actual} of a record, expected all in order`, {
      byte,
      actual,
      hint: 'The record is left out; its sample is missing. The log was cut off, damaged or overwritten here.',
    })
  }

  #reportDamage(buffer: TraceBuffer, at: number, length: number | null): void {
    this.#dropPending(false)
    // The last buffer of a file that was cut off ends somewhere, and that has been said.
    if (length !== null && buffer.bytes.u32(0) > buffer.bytes.length) return
    this.#problems.error('blg-event-damaged', `Unexpected event header, expected one that fits into its buffer`, {
      byte: buffer.offset + at,
      hint: 'The rest of this buffer is left out; its samples are missing.',
    })
  }

  #takeForeign(byte: number): void {
    if (this.#foreign++ > 0 || this.#records === 0) return
    this.#problems.warning('blg-foreign-event', 'Unexpected event of another provider, expected performance counters', {
      byte,
      hint: 'The event is left out.',
    })
  }

  #failAsForeign(): never {
    this.#problems.fail('blg-other-trace', 'Unexpected trace without performance counters, expected a counter log', {
      byte: bufferHeaderBytes,
      hint: 'This is an event trace (.etl) of something else. For counters use the .blg file of the same collector set.',
    })
  }
}

interface Pending {
  type: number
  time: bigint
  count: number
  /** Number of the block to come. */
  next: number
  length: number
  offset: number
}

/** Length of the event at `at`, `null` when there can be none. */
function eventLength(bytes: Bytes, at: number): number | null {
  const kind = bytes.view.getUint8(at + 2)
  const marker = bytes.view.getUint8(at + 3)
  const length = bytes.u16(kindsWithLateLength.includes(kind) ? at + 4 : at)
  return marker >= 0x80 && length >= 8 ? length : null
}

function isPerformanceEvent(bytes: Bytes, at: number, length: number): boolean {
  const kind = bytes.view.getUint8(at + 2)
  if ((kind !== 10 && kind !== 20) || length < eventHeaderBytes + blockHeaderBytes) return false
  for (let i = 0; i < 16; i++) if (bytes.array[at + 24 + i] !== providerBytes[i]) return false
  return true
}

const providerBytes = Buffer.from(providerId, 'hex')
