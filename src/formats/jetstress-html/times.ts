/**
 * Times in the format of the machine: `3/20/2012 2:17:08 PM`, `20.03.2012 14:17:08`, `2012/03/20 14:17:08`. Whether the day or the month comes
 * first the file name of the performance log tells (`Performance_2012_3_20_14_17_8.blg`), else the numbers themselves.
 */
import { localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'

const timePattern =
  /^(\d{1,4})([/.-])\s?(\d{1,2})\2\s?(\d{1,4})\.?,?\s(?:(AM|PM|午前|午後)\s)?(\d{1,2})[:.](\d{2})[:.](\d{2})(?:\s?(AM|PM))?$/i

type Order = 'month-first' | 'day-first'

/**
 * Which comes first, for all the times of a page.
 * @param stamps names that hold the date as `_2012_3_20_`
 * @returns `null` when nothing tells; pages with the year first need nothing
 */
export function findDateOrder(times: readonly string[], stamps: readonly string[]): Order | null {
  const known = stamps.map((name) => /_(\d{4})_(\d{1,2})_(\d{1,2})_\d{1,2}_\d{1,2}_\d{1,2}\b/.exec(name)).find((m) => m)
  for (const text of times) {
    const match = timePattern.exec(text)
    if (!match || match[1]!.length === 4) continue
    const [first, second] = [Number(match[1]), Number(match[3])]
    if (first > 12 && second <= 12) return 'day-first'
    if (second > 12 && first <= 12) return 'month-first'
    if (first === second) return 'day-first'
    if (match[2] === '.') return 'day-first'
    if (known && Number(known[2]) === first && Number(known[3]) === second) return 'month-first'
    if (known && Number(known[2]) === second && Number(known[3]) === first) return 'day-first'
  }
  return null
}

/** Local time, offset unknown; `null` when the text is no time, or the order is needed and not known. */
export function readTime(text: string, order: Order | null, offset: number | null): Timestamp | null {
  const match = timePattern.exec(text)
  if (!match) return null
  const [first, second, third] = [match[1], match[3], match[4]].map(Number) as [number, number, number]
  const isYearFirst = match[1]!.length === 4
  if (!isYearFirst && (order === null || match[4]!.length !== 4)) return null
  const year = isYearFirst ? first : third
  const month = isYearFirst || order === 'day-first' ? second : first
  const day = isYearFirst ? third : order === 'day-first' ? first : second
  const half = (match[5] ?? match[9])?.toUpperCase()
  const [hour, minute, seconds] = [match[6], match[7], match[8]].map(Number) as [number, number, number]
  const hours = half === undefined ? hour : (hour % 12) + (half === 'PM' || half === '午後' ? 12 : 0)
  const isHour = half === undefined ? hour <= 23 : hour <= 12
  if (!isHour || minute > 59 || seconds > 59 || !isDay(year, month, day)) return null
  return localTimestamp(Date.UTC(year, month - 1, day, hours, minute, seconds) / 1000, offset)
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1990 || year > 2999) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
