/** One line of a zip file's list of members. */
import { findExtra } from './names.ts'

export interface ZipEntry {
  /** Decoded, not yet checked. */
  name: string
  /** General purpose bits. */
  flags: number
  /** 0 stored, 8 deflate. */
  method: number
  /** `null` when the archive is cut off before it. */
  crc: number | null
  compressedSize: number
  /** Uncompressed; `null` when the archive is cut off before it. */
  size: number | null
  /** Where the local header is, in the container. */
  offset: number
  /** Where the data begins, when the local header has been read already. */
  start: number | null
  /** A Unix file type (the upper bits of `st_mode`), 0 when there is none. */
  unixType: number
}

/** The extra field 1 holds, in this order, whichever of size, compressed size and offset did not fit into 32 bits. */
export class Zip64 {
  readonly #field: Buffer | null
  #at = 0

  constructor(extra: Buffer) {
    this.#field = findExtra(extra, 1)
  }

  /** NaN when the field is missing or its value is no safe integer. */
  resolve(value: number): number {
    if (value !== 0xffffffff) return value
    // Without the field the value can be meant as it stands, for a member of 4 GiB − 1.
    if (this.#field === null) return value
    if (this.#at + 8 > this.#field.length) return NaN
    const long = Number(this.#field.readBigUInt64LE(this.#at))
    this.#at += 8
    return Number.isSafeInteger(long) ? long : NaN
  }
}
