/** Bytes of a record or buffer, with bounds that come from the reader and never from the file. */

export class Bytes {
  readonly view: DataView
  readonly array: Uint8Array

  constructor(array: Uint8Array) {
    this.array = array
    this.view = new DataView(array.buffer, array.byteOffset, array.length)
  }

  get length(): number {
    return this.array.length
  }

  u16(at: number): number {
    return this.view.getUint16(at, true)
  }

  u32(at: number): number {
    return this.view.getUint32(at, true)
  }

  i32(at: number): number {
    return this.view.getInt32(at, true)
  }

  /** Signed 64-bit number, exact. For single values; counters use two halves, which are many times faster. */
  i64(at: number): bigint {
    return this.view.getBigInt64(at, true)
  }

  /** UTF-16 text from `start` to its NUL or `end`; empty when the place is outside. */
  text(start: number, end: number): string {
    const stop = this.textEnd(start, end)
    if (stop <= start) return ''
    return Buffer.from(this.array.buffer, this.array.byteOffset + start, stop - start).toString('utf16le')
  }

  /** Where the text that begins at `start` ends: at its NUL or at `end`, whichever comes first. */
  textEnd(start: number, end: number): number {
    const last = Math.min(end, this.length) - 1
    if (start < 0) return start
    let at = start
    while (at < last && (this.array[at] !== 0 || this.array[at + 1] !== 0)) at += 2
    return at
  }
}
