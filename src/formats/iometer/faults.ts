/** What can be wrong with the frame of a result file, in words for its reader. Lines are 1-based. */
import type { ProblemSink } from '../../problems.ts'
import type { TestSeries } from './tables.ts'

/** The file is readable, but its numbers have been rounded. */
export function reportResave(problems: ProblemSink, line: number, text: string): void {
  problems.error(
    'spreadsheet-resave',
    'Unexpected quotes, separators or padding, expected the file as Iometer wrote it; a spreadsheet has saved it again',
    {
      line,
      actual: text.slice(0, 120),
      expected: "'Test Type,Test Description",
      hint: 'Spreadsheets round counters to 6 digits and turn versions into dates. Use the original file.',
    },
  )
}

export function reportDecimalComma(problems: ProblemSink, line: number): void {
  problems.error('decimal-comma', 'Unexpected decimal commas, expected decimal points; read as such', {
    line,
    hint: 'Iometer always writes a point, whatever the locale. Use the original file: digits may be missing in this one.',
  })
}

export function reportOrphan(problems: ProblemSink, line: number): void {
  problems.warning(
    'orphan-specification',
    'Unexpected access specification without a result, expected its test to follow',
    {
      line,
      hint: 'The test was killed or skipped before it ended. Nothing was measured; run it again if needed.',
    },
  )
}

/** 1.1.0 marks the end of a series; versions named by a date never do. */
export function reportMissingEnd(problems: ProblemSink, series: TestSeries): void {
  const { isEnded, isAborted, isQt, version, line } = series
  if (isEnded || isAborted || isQt || version === null || /^20\d\d\./.test(version)) return
  problems.warning('no-end-test', `Unexpected end of a series, expected 'End Test in version ${version}`, {
    line,
    hint: 'Iometer was killed or still running. Tests that have their end stamp are complete; others are missing.',
  })
}

export function reportAbort(problems: ProblemSink, line: number): void {
  problems.warning('aborted-test', 'Unexpected "Aborted test", expected the series to run to its end', {
    line,
    hint: 'The last test of the series may be partial; its run says so where its run time shows it.',
  })
}

export function reportCut(problems: ProblemSink, line: number, where: string): void {
  problems.error('log-cut-off', `Unexpected end ${where}, expected the rest of the table and its time stamp`, {
    line,
    expected: "'Time Stamp",
    hint: 'Iometer may have been killed or the copy failed. What is complete is kept; copy the log again.',
  })
}

export function reportStamp(problems: ProblemSink, line: number, text: string): void {
  problems.error('invalid-time', `Unexpected time stamp "${text.slice(0, 40)}", expected a date and time`, {
    line,
    actual: text.slice(0, 120),
    expected: 'YYYY-MM-DD HH:MM:SS:mmm',
    hint: 'The time is left out, and so is a row that has it. The log may be cut off or damaged.',
  })
}

export function reportIometerError(problems: ProblemSink, line: number, text: string): void {
  const actual = text.slice(0, 300)
  problems.warning('iometer-error', `Unexpected message of Iometer, expected results only: ${actual}`, {
    ...{ line, actual },
    hint: 'Iometer wrote it in batch mode. Check that the tests around it ran as wanted.',
  })
}

export function reportMissingHeader(problems: ProblemSink, line: number, text: string): void {
  problems.error('missing-header', "Unexpected line after 'Results, expected the header of the table", {
    line,
    actual: text.slice(0, 120),
    expected: "'Target Type,Target Name,…",
    hint: 'The table is left out. The log may be damaged; copy it again.',
  })
}

export function reportUnexpectedLine(problems: ProblemSink, line: number, text: string): void {
  problems.warning('unexpected-line', "Unexpected line, expected one of Iometer's; it is left out", {
    line,
    actual: text.slice(0, 120),
    hint: 'Something else may have written into the log, or it is damaged.',
  })
}

export function reportLineBreak(problems: ProblemSink, line: number): void {
  problems.info('line-break-in-name', 'Unexpected line break in a name, expected none; read as one row', { line })
}

export function reportTooManySpecs(problems: ProblemSink, line: number, most: number): void {
  problems.error('too-many-specifications', `Unexpected access specification, expected at most ${most} of a test`, {
    line,
    hint: 'It is left out. The log may be damaged.',
  })
}
