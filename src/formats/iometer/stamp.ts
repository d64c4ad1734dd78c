/** Iometer's time stamps: local time of the machine with the GUI, no zone. */
import { localSeconds, localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads `2010-07-26 09:28:04:211` (a colon before the milliseconds; since 2003), `Thu Nov  1 14:03:22 2001` (2001) and
 * `2026/01/02 10:11:12` (the Qt rewrite). `null` for anything else, so that a stamp cut short is not taken for whole.
 */
export function parseStamp(text: string, offset: number | null): Timestamp | null {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)[:.](\d{3})$/.exec(text)
  if (match) return makeStamp(match.slice(1), offset)
  const slashed = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (slashed) return makeStamp([...slashed.slice(1), '000'], offset)
  const named = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})$/.exec(text)
  if (!named) return null
  const month = String(months.indexOf(named[1]!.toLowerCase()) + 1).padStart(2, '0')
  return makeStamp([named[6]!, month, named[2]!.padStart(2, '0'), named[3]!, named[4]!, named[5]!, '000'], offset)
}

function makeStamp(parts: string[], offset: number | null): Timestamp | null {
  const [year, month, day, hour, minute, second, milliseconds] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const stamp = { local: `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}`, offset }
  const seconds = localSeconds(stamp)
  const isPlausible = year >= '1990' && year < '2200'
  if (!isPlausible || !Number.isFinite(seconds)) return null
  // 30 February would be taken for a day in March.
  return new Date(seconds * 1000).toISOString() === `${stamp.local}Z` ? stamp : null
}

/** The stamp `seconds` before `end`; `null` when that is no plausible length of a test, as damaged numbers give. */
export function stampBefore(end: Timestamp, seconds: number): Timestamp | null {
  return seconds >= 0 && seconds < longestTest ? localTimestamp(localSeconds(end) - seconds, end.offset) : null
}

/** A year. */
const longestTest = 366 * 86_400
