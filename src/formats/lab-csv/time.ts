/** Times as people, scripts and spreadsheets in a lab write them. */
import { localSeconds, localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'

const timePattern =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})[T ] ?(\d{1,2}):(\d{2}):(\d{2})(\.\d{1,9})? ?(Z|[-+]\d{2}(?::?\d{2})?)?$/

/**
 * `2013-08-05 13:02:11.250`, `2013/8/5 9:02:11` (VBScript's `Now` in Japan), `2013-08-05T13:02:11+09:00`. Local time;
 * `offset` stays `null` unless the text has one. Beyond milliseconds is rounded. `null`: not a time.
 */
export function readTime(text: string): Timestamp | null {
  const match = timePattern.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute] = [match[1], match[3], match[4], match[5], match[6]].map(Number) as FiveNumbers
  const seconds = Number(`${match[7]!}${match[8] ?? ''}`)
  if (hour > 23 || minute > 59 || seconds >= 60 || !isDay(year, month, day)) return null
  const offset = match[9] === undefined ? null : readOffset(match[9])
  if (offset === undefined) return null
  return localTimestamp(Date.UTC(year, month - 1, day, hour, minute) / 1000 + seconds, offset)
}

type FiveNumbers = [number, number, number, number, number]

/** `2013-08-05`, `2013/8/5`, `2013-08` or `2013`: when something was published, as precisely as is known. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})(?:([-/])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(text)
  return match !== null && isDay(Number(match[1]), Number(match[3] ?? 1), Number(match[4] ?? 1))
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1970 || year > 2999) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Minutes east of UTC; `undefined` when there is no such zone. */
function readOffset(text: string): number | undefined {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', ''))
  if (hours > 14 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Seconds from `start` to `end`; `null` when only one of them has an offset, so that nobody knows. */
export function secondsBetween(start: Timestamp, end: Timestamp): number | null {
  if ((start.offset === null) !== (end.offset === null)) return null
  return localSeconds(end) - localSeconds(start) - ((end.offset ?? 0) - (start.offset ?? 0)) * 60
}

/** The same moment by a clock with another offset; a time without offset stays as it is. */
export function toOffset(time: Timestamp, offset: number | null): Timestamp {
  if (time.offset === null || offset === null) return time
  return localTimestamp(localSeconds(time) + (offset - time.offset) * 60, offset)
}
