/** What the items of a sample share, and how they report. */
import type { ProblemSink } from '../../problems.ts'
import type { Columns } from './columns.ts'
import type { NameTable } from './names.ts'
import type { LogRecord } from './records.ts'

/** What items need to know of the sample they are in. */
export interface SampleContext {
  row: number
  record: LogRecord
  /** The sample before this one in the log is the one before it in time. */
  isContinuous: boolean
  columns: Columns
  names: NameTable
  problems: ProblemSink
  /** Where UTC was read beside local time, it is put here: 100 ns since 1601. */
  utc: bigint | null
  /** Values without data: the counter's source had failed or was gone. */
  withoutData: number
}

export function reportUnknownType(problems: ProblemSink, byte: number, type: number, name: string): void {
  const code = type.toString(16).padStart(8, '0')
  problems.warning('unknown-counter-type', `Unexpected type ${code} of counter ${name}, expected a documented one`, {
    byte,
    actual: code,
    hint: 'The counter is left out. If you need it, convert the log on Windows with: relog log.blg -f csv -o log.csv',
  })
}

export function reportDamage(problems: ProblemSink, byte: number, actual: string, expected: string): void {
  problems.error('blg-sample-damaged', `Unexpected ${actual} in a sample, expected ${expected}`, {
    byte,
    actual,
    expected,
    hint: 'Values of this sample are missing. Copy the log again if it has been damaged on the way.',
  })
}
