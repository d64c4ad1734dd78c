/** The contract of a log format: one file a format, one list (`index.ts`). */
import type { Run } from '../model/result.ts'
import type { Head, Source } from '../source/source.ts'

/**
 * Three outcomes, kept apart. *Not mine*: `detect` is false. *Mine but unusable*: `source.problems.fail(…)`.
 * *Mine but odd*: `source.problems.warning(…)` or `.error(…)`, and go on with what can be trusted.
 */
export interface Format<Raw = unknown> {
  /** Permanent; used in problems, results and fixtures: `iometer-csv`. */
  readonly id: string
  /** For people: `Iometer results (CSV)`. */
  readonly title: string
  /** For `docs/formats.md`. */
  readonly about: FormatDescription
  /** By content first, by name second. Pure; never throws. */
  detect(head: Head): boolean
  /** Records as written, each knowing its line or byte. Layout faults are reported here, with their place. */
  parse(source: Source): Promise<Raw>
  /** Meaning and units; drives the `RunBuilder`. */
  normalise(raw: Raw, source: Source): Run[]
}

export interface FormatDescription {
  /** Tool versions whose files have been read. */
  versions: string
  /** What is taken from the file. */
  reads: string
  /** What is left in it. */
  leaves: string
  /** What is odd about the format and how it is met. */
  quirks: string[]
}
