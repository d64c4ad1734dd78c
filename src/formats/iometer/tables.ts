/** What a result file is made of, apart from its rows. */
import type { Timestamp } from '../../model/result.ts'
import type { Layout } from './columns.ts'
import type { Row } from './row.ts'
import type { AccessSpec } from './spec.ts'

/** What one press of the start button gave: a preamble and any number of tests. */
export interface TestSeries {
  /** 1-based line of the preamble. */
  line: number
  /** 0 to 7, see `testTypes`; `null` when the preamble does not say. */
  testType: number | null
  description: string
  version: string | null
  /** When the button was pressed: before preparation and ramp-up. */
  start: Timestamp | null
  /** `'End Test` was seen (1.1.0 only). */
  isEnded: boolean
  /** `Aborted test` was seen. */
  isAborted: boolean
  /** Written by the Qt rewrite, which writes 0 for what it does not measure. */
  isQt: boolean
  /** The Qt rewrite alone writes the configured times, in seconds. */
  runSeconds: number | null
  rampUpSeconds: number | null
}

/** Specifications; tests with the same ones share the first block of them. */
export interface SpecBlock {
  /** 1-based line of that block. */
  line: number
  specs: AccessSpec[]
  /** The first specification of each name. */
  byName: Map<string, AccessSpec>
}

/** The frame of one table; the listener collects its rows. */
export interface TableStart {
  /** 1-based line of `'Results`. */
  line: number
  layout: Layout
  series: TestSeries
  specs: SpecBlock | null
  /** A spreadsheet has saved the file again and rounded its numbers. */
  isResaved: boolean
}

export interface TableEnd {
  /** The stamp below the table; `null` when the log breaks off, or the writer has none. */
  stamp: Timestamp | null
  /** The log breaks off inside the table. */
  isCut: boolean
}

export interface Listener {
  table(start: TableStart): void
  row(row: Row): void
  end(end: TableEnd): void
}

export interface ReadSummary {
  series: TestSeries[]
  isResaved: boolean
}
