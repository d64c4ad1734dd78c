/**
 * The 512-byte headers of tar: v7, ustar (POSIX.1-1988), pax (POSIX.1-2001) and GNU.
 *
 * | bytes | field | | bytes | field |
 * | --- | --- | --- | --- | --- |
 * | 0–99 | name | | 156 | type |
 * | 124–135 | size | | 157–256 | target of a link |
 * | 148–155 | checksum | | 257–264 | `ustar\0` `00`, or `ustar ` ` \0` (GNU) |
 * | | | | 345–499 | prefix of the name (ustar) |
 */

export interface TarHeader {
  /** As written. */
  name: Buffer
  /** Bytes of data that follow; negative or NaN when the field makes no sense. */
  size: number
  /** `0` file, `1` hard link, `2` symbolic link, `3` `4` devices, `5` folder, `6` fifo, `x` `g` pax, `L` `K` GNU long names, … */
  type: string
  linkTarget: Buffer
}

/** Whether 512 bytes are a header: the checksum must fit, as the sum of unsigned bytes or, in very old ones, signed. */
export function isTarHeader(block: Uint8Array): boolean {
  const sum = readNumberField(block.subarray(148, 156))
  // Every text and binary log fails here: eight bytes of octal digits at this place.
  if (!(sum > 0)) return false
  let unsigned = 0
  let signed = 0
  for (let i = 0; i < 512; i++) {
    const byte = i >= 148 && i < 156 ? 32 : block[i]!
    unsigned += byte
    signed += byte > 127 ? byte - 256 : byte
  }
  return sum === unsigned || sum === signed
}

export function parseTarHeader(block: Buffer): TarHeader {
  const type = block[156] === 0 ? '0' : String.fromCharCode(block[156]!)
  let name = textField(block, 0, 100)
  // GNU uses the place of the prefix for other things.
  if (block.toString('latin1', 257, 263) === 'ustar\0' && block[345] !== 0) {
    name = Buffer.concat([textField(block, 345, 500), Buffer.from('/'), name])
  }
  return {
    name,
    size: readNumberField(block.subarray(124, 136)),
    type,
    linkTarget: textField(block, 157, 257),
  }
}

/** Octal digits, or base 256 when the first bit is set: GNU's way to sizes from 8 GiB. NaN when it is neither. */
function readNumberField(field: Uint8Array): number {
  const first = field[0]!
  if (first === 0x80 || first === 0xff) {
    let value = first === 0xff ? -1 : 0
    for (const byte of field.subarray(1)) value = value * 256 + byte
    return value
  }
  const text = Buffer.from(field).toString('latin1')
  const digits = /^[ \0]*([0-7]*)[ \0]*$/.exec(text)?.[1]
  return digits === undefined ? NaN : Number.parseInt(`0${digits}`, 8)
}

function textField(block: Buffer, start: number, end: number): Buffer {
  const zero = block.indexOf(0, start)
  return block.subarray(start, zero === -1 || zero > end ? end : zero)
}

/** Records of a pax header, `25 path=long/name/log.csv\n` each. `null` when they are not in that form. */
export function parsePax(data: Buffer): Map<string, Buffer> | null {
  const records = new Map<string, Buffer>()
  for (let at = 0; at < data.length && data[at] !== 0;) {
    const blank = data.indexOf(0x20, at)
    const digits = blank === -1 ? '' : data.toString('latin1', at, blank)
    const length = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
    const equals = data.indexOf(0x3d, blank)
    const end = at + length - 1
    if (length === 0 || equals === -1 || equals >= end || data[end] !== 0x0a) return null
    records.set(data.toString('utf8', blank + 1, equals), data.subarray(equals + 1, end))
    at = end + 1
  }
  return records
}
