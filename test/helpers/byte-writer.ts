/** Builds little-endian structures field by field. */
export class ByteWriter {
  #buffer = Buffer.alloc(256)
  length = 0

  u16(value: number): this {
    this.#reserve(2)
    this.length = this.#buffer.writeUInt16LE(value, this.length)
    return this
  }

  u32(value: number): this {
    this.#reserve(4)
    this.length = this.#buffer.writeUInt32LE(value, this.length)
    return this
  }

  i32(value: number): this {
    this.#reserve(4)
    this.length = this.#buffer.writeInt32LE(value, this.length)
    return this
  }

  i64(value: bigint): this {
    this.#reserve(8)
    this.length = this.#buffer.writeBigInt64LE(BigInt.asIntN(64, value), this.length)
    return this
  }

  raw(bytes: Uint8Array | readonly number[]): this {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.length)
    this.length += bytes.length
    return this
  }

  /** UTF-16 with its NUL. */
  text(text: string): this {
    return this.raw(Buffer.from(`${text}\0`, 'utf16le'))
  }

  /** `byte` until the whole is `length` long. */
  fill(byte: number, length: number): this {
    if (length <= this.length) return this
    this.#reserve(length - this.length)
    this.#buffer.fill(byte, this.length, length)
    this.length = length
    return this
  }

  /** Overwrites 4 or 8 bytes. */
  set(at: number, size: 4 | 8, value: bigint): void {
    if (size === 8) this.#buffer.writeBigInt64LE(BigInt.asIntN(64, value), at)
    else this.#buffer.writeUInt32LE(Number(BigInt.asUintN(32, value)), at)
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#buffer.subarray(0, this.length))
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(this.length + count, 2 * this.#buffer.length))
    larger.set(this.#buffer.subarray(0, this.length))
    this.#buffer = larger
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}
