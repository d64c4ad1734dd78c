/** The dates that SPEC's renderings print. */
import { localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'
import { parseNumber } from '../../source/numbers.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `1603482552.68414`: seconds since 1970, UTC. */
export function readEpoch(text: string): Timestamp | null {
  const seconds = parseNumber(text)
  return seconds > 0 && seconds < 1e11 ? localTimestamp(seconds, 0) : null
}

/** `2020-10-23 12:49:12-0700`, `Mon Apr 14 22:14:38 2014`; anything else is `null`. */
export function readDateTime(text: string): Timestamp | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:([-+])(\d\d)(\d\d))?/.exec(text)
  if (iso) {
    const [, year, month, day, hour, minute, second, sign, hours, minutes] = iso
    const offset = sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    return stamp([year, month, day, hour, minute, second].map(Number), offset)
  }
  const unix = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})/.exec(text)
  if (!unix) return null
  const [, month, day, hour, minute, second, year] = unix
  const parts = [Number(year), monthNumber(month!), Number(day), Number(hour), Number(minute), Number(second)]
  return stamp(parts, null)
}

/** `1 July 2014`, `2021-04-06` as `2014-07-01`; other text stays as it is. */
export function readDay(text: string): string {
  const match = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text)
  const month = match ? monthNumber(match[2]!) : 0
  if (!match || month === 0) return text
  return `${match[3]!}-${String(month).padStart(2, '0')}-${match[1]!.padStart(2, '0')}`
}

/** 1–12, 0 for no month. */
function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function stamp(parts: number[], offset: number | null): Timestamp | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return null
  return localTimestamp(Date.UTC(year, month - 1, day, hour, minute, second) / 1000, offset)
}
