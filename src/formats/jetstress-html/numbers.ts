/**
 * Numbers in the format of the machine that wrote the page: `1,068.36`, `1.068,36`, `1 068,36`. Which mark is the decimal one is
 * decided once for a page, since `14,213` alone may be fourteen or fourteen thousand.
 */
import { parseNumber } from '../../source/numbers.ts'

/** `null`: the page does not show it. */
export type DecimalMark = '.' | ',' | null

/** Digits with marks between them, and nothing else but a sign and a percent sign or unit behind. */
const numberPattern = /^(-?)(\d[\d.,'\u2019\u00a0\u202f ]*)(?: ?(?:%|MB|GB|KB|bytes|\(.*\)))?$/i

/**
 * @returns the mark that every number shows to be the decimal one; `contradiction` when some show one and some the other
 */
export function findDecimalMark(texts: Iterable<string>): DecimalMark | 'contradiction' {
  let point = false
  let comma = false
  let lonePoint = false
  let loneComma = false
  for (const text of texts) {
    const digits = numberPattern.exec(text)?.[2]?.trimEnd()
    if (digits === undefined || !/[.,]/.test(digits)) continue
    const mark = markOf(digits)
    if (mark === '.') point = true
    else if (mark === ',') comma = true
    else if (digits.includes('.')) lonePoint = true
    else loneComma = true
  }
  if (point && comma) return 'contradiction'
  if (point || comma) return point ? '.' : ','
  // Nothing but numbers such as 14.213: thousands would be all that the page holds, which no report does.
  return lonePoint && !loneComma ? '.' : null
}

/** The decimal mark that one number proves, `null` when it may be read in two ways. */
function markOf(digits: string): DecimalMark {
  const marks = digits.replaceAll(/[^.,]/g, '')
  const last = marks.at(-1)!
  const other = last === '.' ? ',' : '.'
  if (marks.includes(other)) return last === '.' ? '.' : ','
  if (marks.length > 1) return other
  const [before, after] = digits.split(last) as [string, string]
  // A thousands mark has three digits behind it and a number from 1 to 999 before it.
  return after.length !== 3 || before.length > 3 || before.startsWith('0') ? (last as '.' | ',') : null
}

/** The value; `null` for what is no number, or could be two. A unit behind the number is not counted in. */
export function readNumber(text: string, mark: DecimalMark): number | null {
  const match = numberPattern.exec(text)
  if (!match) return null
  const digits = match[2]!.replaceAll(/['\u2019\u00a0\u202f ]/g, '')
  const decimal = mark ?? (/[.,]/.test(digits) ? markOf(digits) : '.')
  if (decimal === null) return null
  const plain = digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.')
  const value = parseNumber(match[1]! + plain)
  return Number.isFinite(value) ? value : null
}

/** Half a unit of the last digit printed: 0.005 for `12,34` with a decimal comma. */
export function printPrecisionOf(text: string, mark: DecimalMark): number {
  const at = text.lastIndexOf(mark ?? '.')
  const decimals = at === -1 ? 0 : /^\d*/.exec(text.slice(at + 1))![0].length
  return 0.5 * 10 ** -decimals
}
