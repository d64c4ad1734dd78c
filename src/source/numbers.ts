/** The one reader of numbers in logs. It never depends on a locale and makes no string for ordinary numbers. */

const powers = Array.from({ length: 23 }, (_, i) => 10 ** i)
/** Off by half a unit in the last place at most. */
const inverses = powers.map((power) => 1 / power)

/**
 * The number that fills `bytes` from `start` to `end` (blanks around it allowed), NaN when it is anything else.
 * Decimal point only, unless `comma` is true: then `1,84467E+19` is a number too. The result is the nearest double; only
 * exponents and numbers of very many digits cost a string.
 */
export function readNumber(bytes: Uint8Array, start: number, end: number, comma = false): number {
  while (start < end && bytes[start] === 32) start++
  while (end > start && bytes[end - 1] === 32) end--
  if (start >= end) return NaN
  let at = start
  const isNegative = bytes[at] === 45
  if (isNegative) at++
  let high = 0
  let low = 0
  let digits = 0
  let decimals = -1
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= 48 && byte <= 57) {
      if (digits < exactDigits) high = high * 10 + (byte - 48)
      else low = low * 10 + (byte - 48)
      // Leading zeros cost no precision.
      if (high !== 0) digits++
      if (decimals >= 0) decimals++
    } else if ((byte === 46 || (comma && byte === 44)) && decimals === -1) {
      decimals = 0
    } else {
      return readLongNumber(bytes, start, end, comma)
    }
  }
  if (at - start - (isNegative ? 1 : 0) - (decimals >= 0 ? 1 : 0) === 0) return NaN
  const value = decimalValue(high, low, Math.max(0, digits - exactDigits), Math.max(0, decimals))
  if (Number.isNaN(value)) return readLongNumber(bytes, start, end, comma)
  return isNegative ? -value : value
}

/** Digits that `decimalValue` takes in its first argument: so many fit a double exactly. */
export const exactDigits = 15

/**
 * The double nearest to `high·10^lowDigits + low`, divided by `10^decimals`: a decimal of up to 30 digits, of which `high`
 * holds the first 15 (from the first that is not zero, no more than 10^15) and `low` the rest (no more than 10^15). NaN when this way
 * cannot tell which double is nearest; then `Number` must. The quotient of the leading digits is corrected by its exact
 * remainder (Dekker 1971), which leaves an error far below half a unit in the last place; a result that lies too near the
 * middle of two doubles is refused.
 */
export function decimalValue(high: number, low: number, lowDigits: number, decimals: number): number {
  if (lowDigits === 0) {
    // One operation on two exact doubles is correctly rounded (Clinger 1990).
    if (decimals >= 0) return decimals <= 22 ? high / powers[decimals]! : NaN
    return decimals >= -22 ? high * powers[-decimals]! : NaN
  }
  const shift = decimals - lowDigits
  if (shift < 0 || shift > 22 || lowDigits > 15 || high < 1e8) return NaN
  const power = powers[shift]!
  const quotient = high / power
  const product = quotient * power
  let scaled = splitter * quotient
  const quotientHigh = scaled - (scaled - quotient)
  const quotientLow = quotient - quotientHigh
  scaled = splitter * power
  const powerHigh = scaled - (scaled - power)
  const powerLow = power - powerHigh
  const productError =
    quotientHigh * powerHigh - product + quotientHigh * powerLow + quotientLow * powerHigh + quotientLow * powerLow
  // Small beside the quotient: the errors of two inverses are lost in the margin below.
  const correction = (high - product - productError + low * inverses[lowDigits]!) * inverses[shift]!
  const sum = quotient + correction
  const lost = (correction - (sum - quotient)) * 1.000001
  return sum + lost === sum ? sum : NaN
}

/** 2^27 + 1 cuts a double into two halves of 26 bits (Veltkamp). */
const splitter = 134217729

function readLongNumber(bytes: Uint8Array, start: number, end: number, comma: boolean): number {
  let text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
  if (comma) text = text.replace(',', '.')
  return toNumber(text)
}

/** The same for text that is already a string. */
export function parseNumber(text: string, comma = false): number {
  const trimmed = comma ? text.trim().replace(',', '.') : text.trim()
  return toNumber(trimmed)
}

function toNumber(text: string): number {
  const value = numberPattern.test(text) ? Number(text) : NaN
  // What no double can hold is no number that a log can mean.
  return Number.isFinite(value) ? value : NaN
}

/** Each digit has one place to match, so that a long run of them cannot take quadratic time. */
const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/
