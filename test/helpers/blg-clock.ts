/** Options of a synthetic performance log, and the times of its samples by all clocks. */
import { fromUnixMs, offsetAt, type YearlyDate, type ZoneRules } from '../../src/formats/perfmon-blg/time-zone.ts'
import { counterTypes, type CounterType } from './counter-types.ts'

export interface BlgOptions {
  /** Without backslashes. */
  machine: string
  /** UTC: `2011-03-07T08:15:00.000Z`. */
  start: string
  /** Seconds between samples. */
  interval: number
  /** UTC without daylight saving time when left out. */
  zone?: ZoneRules
  /** Windows version: `[6, 1, 7601]` when left out. */
  osVersion?: [major: number, minor: number, build: number]
  /** Pointers of the writer: 8 when left out. */
  pointerBytes?: 4 | 8
  /** 65536 when left out. */
  bufferBytes?: number
  /** Most data bytes of an event: 8000 when left out. Longer records take several. */
  blockBytes?: number
  /** False writes no end time, as in a log that is still being recorded. */
  isClosed?: boolean
  isCircular?: boolean
  buffersLost?: number
  eventsLost?: number
  /** Ticks per second of the performance clock: 10,000,000 when left out. */
  frequency?: number
}

/** A zone by its offsets east of UTC in minutes: `zoneOf(60, 120, europe)` is Germany. */
export function zoneOf(
  standard: number,
  daylight = standard,
  change: { standardFrom: YearlyDate; daylightFrom: YearlyDate } | null = null,
): ZoneRules {
  return { standard, daylight, standardFrom: change?.standardFrom ?? null, daylightFrom: change?.daylightFrom ?? null }
}

/** Last Sundays of March and October, at 2 and 3 o'clock. */
export const europe = {
  daylightFrom: { year: 0, month: 3, weekday: 0, day: 5, minute: 120 },
  standardFrom: { year: 0, month: 10, weekday: 0, day: 5, minute: 180 },
}

/** Second Sunday of March and first of November, both at 2 o'clock: the United States since 2007. */
export const unitedStates = {
  daylightFrom: { year: 0, month: 3, weekday: 0, day: 2, minute: 120 },
  standardFrom: { year: 0, month: 11, weekday: 0, day: 1, minute: 120 },
}

/** Times of the samples, by all clocks. */
export class Clock {
  readonly frequency: bigint
  readonly #start: number
  readonly #interval: number
  readonly #zone: ZoneRules
  /** Started a day before the log. */
  readonly #uptime = 86_400_000

  constructor(options: BlgOptions) {
    this.#start = Date.parse(options.start)
    this.#interval = options.interval
    this.#zone = options.zone ?? zoneOf(0)
    this.frequency = BigInt(options.frequency ?? 1e7)
  }

  #ms(row: number): number {
    return this.#start + Math.round(row * this.#interval * 1000)
  }

  utc(row: number): bigint {
    return fromUnixMs(this.#ms(row))
  }

  local(row: number): bigint {
    return this.utc(row) + BigInt(offsetAt(this.#zone, this.utc(row))) * 600_000_000n
  }

  /** Ticks since the machine started. */
  ticks(row: number): bigint {
    return (BigInt(this.#ms(row) - this.#start + this.#uptime) * this.frequency) / 1000n
  }

  boot(): bigint {
    return this.utc(0) - BigInt(this.#uptime) * 10_000n
  }

  /** What the second value of a counter of this type is when it is a clock. */
  divisor(type: number, row: number): bigint {
    const clock = type & 0x00770000
    if (clock === 0x00510000 || clock === 0x00550000) return this.utc(row)
    if (clock === 0x00410000 || clock === 0x00450000) return this.ticks(row)
    // Object time; the same clock as 100 ns here.
    if (clock === 0x00610000 || clock === 0x00650000 || clock === 0x00240000) return this.utc(row)
    return 0n
  }
}

export function codeOf(type: CounterType | number): number {
  return typeof type === 'number' ? type : counterTypes[type]
}

export function timeBaseOf(type: number, clock: Clock): bigint {
  const isTicks = (type & 0x00300000) === 0 || type === counterTypes.AVERAGE_TIMER
  return isTicks ? clock.frequency : 10_000_000n
}
