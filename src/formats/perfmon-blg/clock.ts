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

/** The times of all samples; a long log has millions, so they are not objects. */
export class Moments {
  length = 0
  #locals = new BigInt64Array(64)
  #offsets = new Int16Array(64)
  #bytes = new Float64Array(64)

  push({ local, offset, byte }: Moment): void {
    const index = this.length++
    if (index === this.#locals.length) {
      this.#locals = grow(this.#locals, new BigInt64Array(2 * index))
      this.#offsets = grow(this.#offsets, new Int16Array(2 * index))
      this.#bytes = grow(this.#bytes, new Float64Array(2 * index))
    }
    this.#locals[index] = local
    this.#offsets[index] = offset ?? unknownOffset
    this.#bytes[index] = byte
  }

  at(index: number): Moment {
    const offset = this.#offsets[index]!
    return {
      local: this.#locals[index]!,
      offset: offset === unknownOffset ? null : offset,
      byte: this.#bytes[index]!,
    }
  }

  /** The same in another order: `places[i]` is the new place of the i-th. */
  reorder(places: Int32Array): Moments {
    const from = new Int32Array(this.length)
    for (let i = 0; i < this.length; i++) from[places[i]!] = i
    const moments = new Moments()
    for (const index of from) moments.push(this.at(index))
    return moments
  }

  /** Seconds of each moment since the first. */
  toSeconds(): Float64Array {
    const seconds = new Float64Array(this.length)
    const first = this.length === 0 ? 0n : utcOf(this.at(0))
    for (let i = 0; i < this.length; i++) seconds[i] = Number(utcOf(this.at(i)) - first) / 1e7
    return seconds
  }
}

const unknownOffset = -(2 ** 15)

function grow<T extends BigInt64Array | Int16Array | Float64Array>(old: T, larger: T): T {
  // One of the overloads of each kind fits its own kind.
  ;(larger as { set(array: T): void }).set(old)
  return larger
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
  readonly moments = new Moments()

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
    this.moments.push(moment)
  }

  #offsetByRules(local: bigint): number | null {
    return this.#rules === null ? this.#fallback : offsetOfLocal(this.#rules, local, this.#last)
  }
}

function utcOf({ local, offset }: Moment): bigint {
  return toUtc(local, offset ?? 0)
}
