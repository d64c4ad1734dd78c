/**
 * The result model: the waist of the pipeline. Nothing to the right of it has heard of Iometer, nothing to the left of
 * it has heard of charts. Missing is `null`, never 0 or NaN. The written form is `results.json`; `schema.ts` checks it and
 * `upgrade.ts` brings older files forward. Changes are listed in `docs/results-format.md`.
 */
import type { Problem } from '../problems.ts'
import type { Statistics } from './statistics.ts'
import type { Seconds, Unit } from './units.ts'

/** The version of the results format that this program writes. */
export const resultsVersion = 1

export interface Results {
  version: typeof resultsVersion
  /** Every file or archive member that a run came from, in the order read. */
  sources: SourceRecord[]
  runs: Run[]
  problems: Problem[]
}

/** A log as it was read: what an origin points into. */
export interface SourceRecord {
  /** Workspace-relative, forward slashes. */
  path: string
  /** Name inside the archive, or `null` for a file of its own. */
  member: string | null
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  bytes: number
  /** Id of the format that read it, such as `iometer-csv`. */
  format: string
}

/** From where a value was read. Together with `SourceRecord` this leads from a printed figure to a line of a log. */
export interface Origin {
  path: string
  member: string | null
  /** 1-based; `null` in a binary log. */
  line: number | null
  /** 0-based offset; `null` in a text log. */
  byte: number | null
}

/** A wall-clock time as the log wrote it. */
export interface Timestamp {
  /** `2013-08-05T13:02:11.000`: local time of the machine that wrote the log, without zone. */
  local: string
  /** Minutes east of UTC (Tokyo: 540), or `null` when the log does not say: "local, offset unknown". */
  offset: number | null
}

export type Scalar = string | number | boolean

/** Names the conditions of a value: `{ profile: 'database', queueDepth: 8 }`. */
export type Dimensions = Record<string, string | number>

/** `measured` on a machine, `estimated` by a forecast, `calculated` from a model. */
export type Status = 'measured' | 'estimated' | 'calculated'

export interface Run {
  /** Unique within a results file and stable between builds: the source's path and the run's place in it. */
  id: string
  /** `iometer`, `perfmon`, `file-copy`, … */
  benchmark: string
  tool: string
  toolVersion: string | null
  /** The machine as the log names it (a host name), before `report.yaml` has said which system that is. */
  system: string | null
  start: Timestamp | null
  end: Timestamp | null
  settings: Record<string, Scalar | null>
  status: Status
  /** Where and when the result was published; a mark independent of `status`. */
  published: { where: string; when: string } | null
  /** `null`: the benchmark has no rules of validity, or the log does not say. */
  valid: boolean | null
  /** Why the run is not valid, or what a reader of it must know. */
  reasons: string[]
  /** What holds for every observation and series of the run. */
  dimensions: Dimensions
  observations: Observation[]
  series: Series[]
  origin: Origin
}

/** One value. One observation a row: what a chart wants. */
export interface Observation {
  /** `iops`, `throughput`, `responseTime`, `score`, …: the ids are listed in `docs/glossary.md`. */
  metric: string
  /** Canonical unit; `null` when the log has no value here. */
  value: number | null
  unit: Unit
  dimensions: Dimensions
  /** How many measurements stand behind the value; 1 for a single one. */
  repetitions: number
  /** Of the repetitions; `null` when there is one. */
  spread: Spread | null
  origin: Origin
}

export interface Spread {
  min: number
  max: number
  /** Sample standard deviation (n − 1). */
  stddev: number
}

/** A quantity over time. Gaps stay gaps: a missing sample is NaN in memory and `null` in a file. */
export interface Series {
  metric: string
  /** The series for people: a counter path, a worker. In the tool's English; `settings` of the run may hold the logged name. */
  name: string
  unit: Unit
  dimensions: Dimensions
  /** Seconds since the start of the run, in the order recorded. Series of one log share one array. Empty when not kept. */
  times: Float64Array
  /** One for each of `times`, canonical unit, NaN for a missing sample. Empty when not kept. */
  values: Float64Array
  /** Of all samples, where they were not kept; `null` where `values` has them. `summaryOf` gives it either way. */
  summary: Statistics | null
  /** Median distance of two samples; `null` with fewer than two. */
  interval: Seconds | null
  origin: Origin
}
