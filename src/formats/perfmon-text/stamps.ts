/** Time stamps. Performance Monitor writes `MM/DD/YYYY HH:MM:SS.mmm` in every language; spreadsheets write what they like. */

/** Bytes of a stamp as Performance Monitor writes it. */
export const stampBytes = 23

/** Seconds since 1970 of the machine's own clock, as if it were UTC; NaN when the 23 bytes at `at` are no stamp. */
export function readStamp(bytes: Uint8Array, at: number): number {
  if (
    bytes[at + 2] !== 47 ||
    bytes[at + 5] !== 47 ||
    bytes[at + 10] !== 32 ||
    bytes[at + 13] !== 58 ||
    bytes[at + 16] !== 58 ||
    bytes[at + 19] !== 46
  ) {
    return NaN
  }
  const month = pair(bytes, at)
  const day = pair(bytes, at + 3)
  const year = pair(bytes, at + 6) * 100 + pair(bytes, at + 8)
  const hour = pair(bytes, at + 11)
  const minute = pair(bytes, at + 14)
  const second = pair(bytes, at + 17)
  const millisecond = pair(bytes, at + 20) * 10 + (pair(bytes, at + 21) % 10)
  return seconds(year, month, day, hour, minute, second, millisecond)
}

/** Two digits; NaN for anything else, which makes the whole stamp NaN. */
function pair(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 48
  const ones = bytes[at + 1]! - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN
}

let lastDate = NaN
let lastDay = NaN

function seconds(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number {
  if (!(hour < 24 && minute < 60 && second < 60 && millisecond < 1000 && year >= 1980 && year < 2200)) return NaN
  const date = (year * 100 + month) * 100 + day
  if (date !== lastDate) {
    const start = Date.UTC(year, month - 1, day) / 1000
    // The 31st of June would quietly become the 1st of July.
    const isDate = new Date(start * 1000).getUTCDate() === day && month >= 1 && month <= 12
    lastDay = isDate ? start : NaN
    lastDate = date
  }
  return lastDay + hour * 3600 + minute * 60 + second + millisecond / 1000
}

/** A stamp of a log that was saved again. */
export interface LooseStamp {
  /** Seconds as `readStamp` gives them; of a date with slashes, with the month first. */
  time: number
  /** The same with the day first; NaN where that is no date, equal to `time` where the form leaves no doubt. */
  dayFirst: number
  hasSeconds: boolean
}

const dateFirst =
  /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?[ T]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,6}))?)?\s*([AaPp])?\.?[Mm]?\.?$/

/** Reads the dates that spreadsheets and scripts write; `null` for anything else. */
export function readLooseStamp(text: string): LooseStamp | null {
  const match = dateFirst.exec(text.trim())
  if (!match) return null
  const [, a = '', separator, b = '', c = '', h = '', minute = '', second, fraction = '', half] = match
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const milliseconds = Math.round(Number(`0.${fraction === '' ? '0' : fraction}`) * 1000)
  const at = (year: string, month: string, day: string): number =>
    seconds(
      fullYear(year),
      Number(month),
      Number(day),
      hour,
      Number(minute),
      Number(second ?? 0),
      Math.min(999, milliseconds),
    )
  const hasSeconds = second !== undefined
  const time = a.length >= 3 ? at(a, b, c) : separator === '.' ? at(c, b, a) : at(c, a, b)
  const dayFirst = a.length >= 3 || separator === '.' ? time : at(c, b, a)
  return Number.isNaN(time) && Number.isNaN(dayFirst) ? null : { time, dayFirst, hasSeconds }
}

function fullYear(text: string): number {
  return text.length <= 2 ? 2000 + Number(text) : Number(text)
}
