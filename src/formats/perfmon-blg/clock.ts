/** Times of the samples. They are logged in local time; the zone's rules and, where logged, UTC tell the offset. */
import type { ProblemSink } from '../../problems.ts'
import { offsetOfEvidence, offsetOfLocal, toUtc, type ZoneRules } from './time-zone.ts'

export interface Moment {
  /** Local time, 100 ns since 1601. */
  local: bigint
  /** Minutes east of UTC, `null` when nothing tells. */
  offset: number | null
  /** Of the sample in the file. */
  byte: number
}

/** Years 1990 to 2200 as 100 ns since 1601: anything else is damage. */
const earliest = 122_700_000_000_000_000n
const latest = 189_100_000_000_000_000n

export function isPlausibleTime(local: bigint): boolean {
  return local > earliest && local < latest
}

export class SampleClock {
  readonly #rules: ZoneRules | null
  readonly #fallback: number | null
  readonly #problems: ProblemSink
  #last: bigint
  #hasLast = false
  #moments: Moment[] = []

  /**
   * @param startTime when the log began, UTC; tells the two hours of a change apart
   * @param fallback minutes east of UTC when neither the file nor a sample tells
   */
  constructor(rules: ZoneRules | null, startTime: bigint, fallback: number | null, problems: ProblemSink) {
    this.#rules = rules
    this.#fallback = fallback
    this.#problems = problems
    // The log begins moments after its first samples' clock was read.
    this.#last = startTime - 600_000_000n
  }

  get moments(): readonly Moment[] {
    return this.#moments
  }

  /** Takes the time of the next sample; `utc` is what the sample says of UTC. */
  add(local: bigint, utc: bigint | null, isContinuous: boolean, byte: number): void {
    const offset = (utc === null ? null : offsetOfEvidence(local, utc)) ?? this.#offsetByRules(local)
    const moment = { local, offset, byte }
    const time = utcOf(moment)
    if (this.#hasLast && isContinuous && time <= this.#last) {
      this.#problems.warning('clock-set-back', 'Unexpected sample older than the one before, expected a newer one', {
        byte,
        hint: 'The clock of the machine was set back, or logs were joined. The order of the file is kept.',
      })
    }
    this.#last = time
    this.#hasLast = true
    this.#moments.push(moment)
  }

  #offsetByRules(local: bigint): number | null {
    return this.#rules === null ? this.#fallback : offsetOfLocal(this.#rules, local, this.#last)
  }
}

function utcOf({ local, offset }: Moment): bigint {
  return toUtc(local, offset ?? 0)
}

/** Seconds of each moment since the first. */
export function secondsSinceFirst(moments: readonly Moment[]): Float64Array {
  const first = moments[0]
  return Float64Array.from(moments, (moment) => Number(utcOf(moment) - utcOf(first!)) / 1e7)
}
