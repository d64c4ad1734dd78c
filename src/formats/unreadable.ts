/** Where a number should be and is not: damage that must not pass for "not measured". */
import type { ProblemSink } from '../problems.ts'

/** @param name what the number is, for people: `read iops` */
export function reportUnreadable(problems: ProblemSink, name: string, text: string, line: number): void {
  problems.error('unreadable-number', `Unexpected text as ${name}, expected a number`, {
    line,
    actual: text.slice(0, 60),
    hint: 'The value is missing from the results. The file is damaged or was edited: compare it with the original.',
  })
}
