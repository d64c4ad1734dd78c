/**
 * Formats drive a builder; they never fill the model's fields themselves. So the invariants hold for every format:
 * values are finite or `null`, units are known, every value has an origin, a series has one value a time.
 * A broken invariant is a bug of the format, not of the log, and throws a plain Error.
 */
import type { Dimensions, Observation, Origin, Run, Scalar, Series, Spread, Status, Timestamp } from './result.ts'
import type { Statistics } from './statistics.ts'
import { units, type Unit } from './units.ts'

/** What a builder must know of the log: `Source` fits. */
interface Place {
  path: string
  member: string | null
}

export interface RunStart {
  benchmark: string
  tool: string
  toolVersion?: string | null
  system?: string | null
  status?: Status
  /** Place of the run in its log, 0-based: part of the run's id. */
  index: number
  /** Where the run begins. */
  line?: number | null
  byte?: number | null
}

export interface ObservationExtras {
  dimensions?: Dimensions
  /** 1-based line of the value; the run's own when left out. */
  line?: number | null
  byte?: number | null
  repetitions?: number
  spread?: Spread | null
}

interface SeriesHead {
  metric: string
  name: string
  unit: Unit
  dimensions?: Dimensions
  line?: number | null
  byte?: number | null
}

export interface SeriesStart extends SeriesHead {
  times: Float64Array
  values: Float64Array
}

export interface SummaryStart extends SeriesHead {
  summary: Statistics
  /** Median distance of two samples in seconds; `null` with fewer than two. */
  interval: number | null
}

export class RunBuilder {
  readonly #run: Run
  #lastOrigin: Origin

  constructor(place: Place, start: RunStart) {
    assert(isId(start.benchmark), `invalid benchmark: ${start.benchmark}`)
    const file = place.member === null ? place.path : `${place.path}/${place.member}`
    this.#run = {
      id: `${file}#${start.index + 1}`,
      benchmark: start.benchmark,
      tool: start.tool,
      toolVersion: start.toolVersion ?? null,
      system: start.system ?? null,
      start: null,
      end: null,
      settings: {},
      status: start.status ?? 'measured',
      published: null,
      valid: null,
      reasons: [],
      dimensions: {},
      observations: [],
      series: [],
      origin: { path: place.path, member: place.member, line: start.line ?? null, byte: start.byte ?? null },
    }
    this.#lastOrigin = this.#run.origin
  }

  /** When the run began and ended, by the log's own clock. */
  period(start: Timestamp | null, end: Timestamp | null): this {
    for (const time of [start, end]) assert(time === null || isTimestamp(time), `invalid time: ${time?.local ?? ''}`)
    this.#run.start = start
    this.#run.end = end
    return this
  }

  setting(name: string, value: Scalar | null): this {
    assert(typeof value !== 'number' || Number.isFinite(value), `invalid setting ${name}: ${String(value)}`)
    this.#run.settings[name] = value
    return this
  }

  dimension(name: string, value: string | number): this {
    checkDimensions({ [name]: value })
    this.#run.dimensions[name] = value
    return this
  }

  published(where: string, when: string): this {
    this.#run.published = { where, when }
    return this
  }

  valid(): this {
    this.#run.valid ??= true
    return this
  }

  /** The run breaks a rule of its benchmark, was stopped, or is not what it seems. The worst verdict stays. */
  invalid(reason: string): this {
    this.#run.valid = false
    if (!this.#run.reasons.includes(reason)) this.#run.reasons.push(reason)
    return this
  }

  /** A remark for the reader that does not touch validity. */
  remark(reason: string): this {
    if (!this.#run.reasons.includes(reason)) this.#run.reasons.push(reason)
    return this
  }

  observe(metric: string, value: number | null, unit: Unit, extras: ObservationExtras = {}): this {
    // Messages are made only when needed: a log can have millions of observations.
    if (!isId(metric)) fail(`invalid metric: ${metric}`)
    if (!units.includes(unit)) fail(`invalid unit of ${metric}: ${unit}`)
    if (value !== null && !Number.isFinite(value)) fail(`invalid value of ${metric}: ${String(value)}`)
    const repetitions = extras.repetitions ?? 1
    if (!Number.isInteger(repetitions) || repetitions < 1) fail(`invalid repetitions of ${metric}: ${repetitions}`)
    const dimensions = extras.dimensions ?? {}
    checkDimensions(dimensions)
    const spread = extras.spread ?? null
    const observation: Observation = {
      metric,
      value,
      unit,
      dimensions,
      repetitions,
      spread,
      origin: this.#origin(extras),
    }
    this.#run.observations.push(observation)
    return this
  }

  series(start: SeriesStart): this {
    const { name, times, values } = start
    assert(times.length === values.length, `${name}: ${values.length} values for ${times.length} times`)
    return this.#addSeries(start, { times, values, summary: null, interval: medianStep(times) })
  }

  /** A series whose samples are not kept. */
  summarisedSeries(start: SummaryStart): this {
    const { summary, interval } = start
    return this.#addSeries(start, { times: noNumbers, values: noNumbers, summary, interval })
  }

  #addSeries(start: SeriesHead, content: Pick<Series, 'times' | 'values' | 'summary' | 'interval'>): this {
    const { metric, name, unit, dimensions = {} } = start
    assert(isId(metric), `invalid metric: ${metric}`)
    assert(units.includes(unit), `invalid unit of ${metric}: ${unit}`)
    checkDimensions(dimensions)
    this.#run.series.push({ metric, name, unit, dimensions, ...content, origin: this.#origin(start) })
    return this
  }

  build(): Run {
    return this.#run
  }

  #origin(place: { line?: number | null; byte?: number | null }): Origin {
    const { path, member, ...own } = this.#run.origin
    const line = place.line ?? own.line
    const byte = place.byte ?? own.byte
    // The values of one row of a log share one.
    if (line !== this.#lastOrigin.line || byte !== this.#lastOrigin.byte)
      this.#lastOrigin = { path, member, line, byte }
    return this.#lastOrigin
  }
}

const noNumbers = new Float64Array(0)

const steps = new WeakMap<Float64Array, number | null>()

/** Median distance of neighbouring times, remembered for the array since thousands of counters share one. */
function medianStep(times: Float64Array): number | null {
  const known = steps.get(times)
  if (known !== undefined) return known
  const differences = new Float64Array(Math.max(0, times.length - 1))
  for (let i = 0; i < differences.length; i++) differences[i] = times[i + 1]! - times[i]!
  differences.sort()
  const step = differences.length === 0 ? null : differences[differences.length >> 1]!
  steps.set(times, step)
  return step
}

/** Values that follow one another often share theirs. */
let lastChecked: Dimensions | null = null

function checkDimensions(dimensions: Dimensions): void {
  if (dimensions === lastChecked) return
  for (const name in dimensions) {
    const value = dimensions[name]!
    if (!isId(name)) fail(`invalid dimension: ${name}`)
    if (typeof value !== 'string' && !Number.isFinite(value)) fail(`invalid dimension ${name}: ${String(value)}`)
  }
  lastChecked = dimensions
}

/** Formats name a few dozen. */
const knownIds = new Set<string>()

/** Ids of metrics, dimensions and benchmarks: `responseTimeMax`, `file-copy`. */
function isId(text: string): boolean {
  if (knownIds.has(text)) return true
  const isValid = /^[a-z][a-zA-Z0-9-]*$/.test(text)
  if (isValid && knownIds.size < 1000) knownIds.add(text)
  return isValid
}

function isTimestamp(time: Timestamp): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(time.local) && Number.isFinite(localSeconds(time))
}

/** Seconds between two local clock readings are the difference of these; the zone plays no part. */
export function localSeconds(time: Timestamp): number {
  return Date.parse(`${time.local}Z`) / 1000
}

/** The inverse of `localSeconds`. */
export function localTimestamp(seconds: number, offset: number | null): Timestamp {
  return { local: new Date(Math.round(seconds * 1000)).toISOString().slice(0, -1), offset }
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message)
}

function fail(message: string): never {
  throw new Error(message)
}
