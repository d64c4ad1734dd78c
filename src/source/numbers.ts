/** The one reader of numbers in logs. It never depends on a locale and makes no string for ordinary numbers. */

const powers = Array.from({ length: 23 }, (_, i) => 10 ** i)

/**
 * The number that fills `bytes` from `start` to `end` (blanks around it allowed), NaN when it is anything else.
 * Decimal point only, unless `comma` is true: then `1,84467E+19` is a number too. Up to 15 digits the result is
 * correctly rounded by one division of exact doubles; longer ones and exponents go through `Number`.
 */
export function readNumber(bytes: Uint8Array, start: number, end: number, comma = false): number {
  while (start < end && bytes[start] === 32) start++
  while (end > start && bytes[end - 1] === 32) end--
  if (start >= end) return NaN
  let at = start
  const isNegative = bytes[at] === 45
  if (isNegative) at++
  let value = 0
  let digits = 0
  let decimals = -1
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= 48 && byte <= 57) {
      value = value * 10 + (byte - 48)
      // Leading zeros cost no precision.
      if (value !== 0) digits++
      if (decimals >= 0) decimals++
    } else if ((byte === 46 || (comma && byte === 44)) && decimals === -1) {
      decimals = 0
    } else {
      break
    }
  }
  if (at < end || digits > 15 || decimals > 22) return readLongNumber(bytes, start, end, comma)
  if (at - start - (isNegative ? 1 : 0) - (decimals >= 0 ? 1 : 0) === 0) return NaN
  if (decimals > 0) value /= powers[decimals]!
  return isNegative ? -value : value
}

function readLongNumber(bytes: Uint8Array, start: number, end: number, comma: boolean): number {
  let text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
  if (comma) text = text.replace(',', '.')
  return numberPattern.test(text) ? Number(text) : NaN
}

/** The same for text that is already a string. */
export function parseNumber(text: string, comma = false): number {
  const trimmed = comma ? text.trim().replace(',', '.') : text.trim()
  return numberPattern.test(trimmed) ? Number(trimmed) : NaN
}

const numberPattern = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$/
