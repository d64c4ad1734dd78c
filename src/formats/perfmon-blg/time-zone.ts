/**
 * From local time to UTC, across the changes of daylight saving time. The rules are the public TIME_ZONE_INFORMATION.
 * Times are 100 ns since 1601 (FILETIME), offsets minutes east of UTC, so that UTC = local − offset.
 */
import type { Bytes } from './bytes.ts'

export interface ZoneRules {
  /** Minutes east of UTC. */
  standard: number
  daylight: number
  /** When standard time begins, in local daylight time; `null` when there is no daylight saving time. */
  standardFrom: YearlyDate | null
  /** When daylight saving time begins, in local standard time. */
  daylightFrom: YearlyDate | null
}

export interface YearlyDate {
  /** 0: every year. */
  year: number
  /** 1–12. */
  month: number
  /** 0 is Sunday. */
  weekday: number
  /** With a year the day of the month; else which such weekday of the month, 5 being the last. */
  day: number
  /** Minutes after midnight. */
  minute: number
}

export const zoneRulesBytes = 172

const ticksPerMinute = 600_000_000n
const ticksPerMs = 10_000n
/** FILETIME of 1970-01-01. */
const unixEpoch = 116_444_736_000_000_000n

/** Milliseconds since 1970 of a FILETIME. */
export function toUnixMs(time: bigint): number {
  return Number((time - unixEpoch) / ticksPerMs)
}

export function fromUnixMs(ms: number): bigint {
  return BigInt(ms) * ticksPerMs + unixEpoch
}

export function toUtc(local: bigint, offset: number): bigint {
  return local - BigInt(offset) * ticksPerMinute
}

/** `null` when the bytes cannot be a time zone. */
export function readZoneRules(bytes: Bytes, at: number): ZoneRules | null {
  const bias = bytes.i32(at)
  const standard = 0 - (bias + bytes.i32(at + 84))
  const daylight = 0 - (bias + bytes.i32(at + 168))
  if (Math.abs(standard) > 15 * 60 || Math.abs(daylight) > 15 * 60) return null
  const standardFrom = readYearlyDate(bytes, at + 68)
  const daylightFrom = readYearlyDate(bytes, at + 152)
  const hasBoth = standardFrom !== null && daylightFrom !== null
  return {
    standard,
    daylight,
    standardFrom: hasBoth ? standardFrom : null,
    daylightFrom: hasBoth ? daylightFrom : null,
  }
}

/** A SYSTEMTIME: year, month, weekday, day, hour, minute, second, millisecond. Month 0 means none. */
function readYearlyDate(bytes: Bytes, at: number): YearlyDate | null {
  const [year, month, weekday, day, hour, minute] = [0, 2, 4, 6, 8, 10].map((offset) => bytes.u16(at + offset))
  if (month! < 1 || month! > 12 || weekday! > 6 || day! < 1 || day! > 31 || hour! > 23 || minute! > 59) return null
  return { year: year!, month: month!, weekday: weekday!, day: day!, minute: hour! * 60 + minute! }
}

/** Milliseconds since 1970 at which `date` falls in `year`, read as if local time were UTC. */
function dateInYear(date: YearlyDate, year: number): number {
  const dayMs = 86_400_000
  const timeOfDay = date.minute * 60_000
  if (date.year !== 0) return Date.UTC(date.year, date.month - 1, date.day) + timeOfDay
  const first = Date.UTC(year, date.month - 1, 1)
  const untilWeekday = (date.weekday - new Date(first).getUTCDay() + 7) % 7
  let at = first + (untilWeekday + 7 * (Math.min(date.day, 5) - 1)) * dayMs
  if (at >= Date.UTC(year, date.month, 1)) at -= 7 * dayMs
  return at + timeOfDay
}

/** The offset that the rules give for a moment of UTC. */
export function offsetAt(rules: ZoneRules, utc: bigint): number {
  if (rules.standardFrom === null || rules.daylightFrom === null) return rules.standard
  const ms = toUnixMs(utc)
  const year = new Date(ms + rules.standard * 60_000).getUTCFullYear()
  const daylightFrom = dateInYear(rules.daylightFrom, year) - rules.standard * 60_000
  const standardFrom = dateInYear(rules.standardFrom, year) - rules.daylight * 60_000
  // South of the equator the year begins in daylight saving time.
  const isDaylight =
    daylightFrom < standardFrom ? ms >= daylightFrom && ms < standardFrom : ms >= daylightFrom || ms < standardFrom
  return isDaylight ? rules.daylight : rules.standard
}

/**
 * The offset of a local time. In the hour that occurs twice the first that is not before `after` (UTC of the sample
 * before, or of the start of the log) is meant; in the hour that does not occur, standard time.
 */
export function offsetOfLocal(rules: ZoneRules, local: bigint, after: bigint): number {
  const possible = [rules.daylight, rules.standard]
    .filter((offset) => offsetAt(rules, toUtc(local, offset)) === offset)
    // The larger offset is the earlier moment.
    .sort((a, b) => b - a)
  return possible.find((offset) => toUtc(local, offset) >= after) ?? possible.at(-1) ?? rules.standard
}

/**
 * The offset that a reading of both clocks shows, `null` when they cannot be of the same moment. Zones differ from UTC by
 * quarters of an hour; the two readings are taken milliseconds apart.
 */
export function offsetOfEvidence(local: bigint, utc: bigint): number | null {
  const minutes = Number(local - utc) / 6e8
  const offset = Math.round(minutes / 15) * 15
  return Math.abs(offset) <= 15 * 60 && Math.abs(minutes - offset) < 0.5 ? offset + 0 : null
}
