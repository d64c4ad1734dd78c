/**
 * The fast path: a record exactly as Performance Monitor writes it, read in one pass over its bytes without making a string.
 * Anything else about a row is left to the slow path, which also words the problems.
 */
import { decimalValue, readNumber } from '../../source/numbers.ts'
import { dayFirstCell, firstValueCell, timeCell } from './sample-table.ts'
import { readStamp, stampBytes } from './stamps.ts'

/** Which fields of a record are read, as the numbers of fields to skip before each, and after the last. */
export interface RowPlan {
  skips: Int32Array
  skipAtEnd: number
}

/** `fields` are the wanted ones in rising order; field 0 is the time stamp. */
export function planRow(fields: readonly number[], width: number): RowPlan {
  const skips = Int32Array.from(fields, (field, i) => field - (fields[i - 1] ?? 0) - 1)
  return { skips, skipAtEnd: width - 1 - (fields.at(-1) ?? 0) }
}

const quote = 34
const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]

/**
 * Reads the record between `start` and `end` into `cells` from `cellsAt`. False when it is not quite as expected; `cells` may
 * have been written to then. A blank value is NaN.
 */
export function readQuotedRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  delimiter: number,
  plan: RowPlan,
  cells: Float64Array,
  cellsAt: number,
): boolean {
  let at = start + stampBytes + 2
  if (at > end || bytes[start] !== quote || bytes[at - 1] !== quote) return false
  const time = readStamp(bytes, start + 1)
  if (time !== time) return false
  cells[cellsAt + timeCell] = time
  cells[cellsAt + dayFirstCell] = time
  let cell = cellsAt + firstValueCell
  const { skips } = plan
  const { length: count } = skips
  for (let i = 0; i < count; i++) {
    const skip = skips[i]!
    if (skip > 0) {
      at = skipFields(bytes, at, end, skip)
      if (at < 0) return false
    }
    if (bytes[at] !== delimiter || bytes[at + 1] !== quote) return false
    at += 2
    const first = at
    let byte = bytes[at]!
    if (byte === 32 || byte === quote) {
      if (byte === 32) byte = bytes[++at]!
      if (byte !== quote) return false
      at++
      cells[cell++] = NaN
      continue
    }
    if (byte === 48 && bytes[at + 1] === quote) {
      at += 2
      cells[cell++] = 0
      continue
    }
    const isNegative = byte === 45
    if (isNegative) at++
    const digitsAt = at
    // Leading zeros cost no precision, before the point or after it.
    while (bytes[at] === 48) at++
    // Digits 1 to 9, 10 to 15 and the rest, in 32-bit integers: adding up a double takes twice as long.
    let first9 = 0
    let left9 = 9
    let next6 = 0
    let left6 = 6
    let low = 0
    byte = bytes[at]!
    for (; byte >= 48 && byte <= 57 && left9 > 0; byte = bytes[++at]!, left9--)
      first9 = (Math.imul(first9, 10) + (byte - 48)) | 0
    for (; byte >= 48 && byte <= 57 && left6 > 0; byte = bytes[++at]!, left6--)
      next6 = (Math.imul(next6, 10) + (byte - 48)) | 0
    let lowAt = at
    for (; byte >= 48 && byte <= 57; byte = bytes[++at]!) low = (Math.imul(low, 10) + (byte - 48)) | 0
    let lowDigits = at - lowAt
    let decimals = 0
    let length = at - digitsAt
    if (byte === 46) {
      const decimalsAt = ++at
      if (left9 === 9) while (bytes[at] === 48) at++
      byte = bytes[at]!
      for (; byte >= 48 && byte <= 57 && left9 > 0; byte = bytes[++at]!, left9--)
        first9 = (Math.imul(first9, 10) + (byte - 48)) | 0
      for (; byte >= 48 && byte <= 57 && left6 > 0; byte = bytes[++at]!, left6--)
        next6 = (Math.imul(next6, 10) + (byte - 48)) | 0
      lowAt = at
      for (; byte >= 48 && byte <= 57; byte = bytes[++at]!) low = (Math.imul(low, 10) + (byte - 48)) | 0
      lowDigits += at - lowAt
      decimals = at - decimalsAt
      length += decimals
    }
    if (length === 0) return false
    if ((byte | 32) === 101) {
      const sign = bytes[++at]!
      const hasSign = sign === 45 || sign === 43
      if (hasSign) at++
      const exponentAt = at
      let exponent = 0
      for (byte = bytes[at]!; byte >= 48 && byte <= 57; byte = bytes[++at]!) exponent = exponent * 10 + (byte - 48)
      if (at === exponentAt || at - exponentAt > 3) return false
      decimals += sign === 45 ? exponent : -exponent
    }
    if (byte !== quote || at >= end) return false
    const high = left6 === 6 ? first9 : first9 * powers[6 - left6]! + next6
    let value = lowDigits > 9 ? NaN : decimalValue(high, low, lowDigits, decimals)
    if (value !== value) value = Math.abs(readNumber(bytes, first, at))
    if (!(value < Infinity)) return false
    cells[cell++] = isNegative ? -value : value
    at++
  }
  if (plan.skipAtEnd > 0) at = skipFields(bytes, at, end, plan.skipAtEnd)
  return at === end
}

/** The place after `count` fields, by their quotes; -1 when the record ends before. */
function skipFields(bytes: Uint8Array, at: number, end: number, count: number): number {
  let quotes = 2 * count
  for (; at < end; at++) {
    if (bytes[at] === quote && --quotes === 0) return at + 1
  }
  return -1
}
