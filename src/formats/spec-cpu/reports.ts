/** What is said about a SPEC CPU result that is odd. */
import type { Source } from '../../source/source.ts'
import type { Described } from './describe.ts'
import type { Iteration } from './result.ts'
import type { Suite } from './suites.ts'

export function reportDifference(name: string, printed: string, rows: string, line: number, source: Source): void {
  source.problems.error('aggregate-differs', `Unexpected ${name} ${printed}, expected ${rows} from the benchmarks`, {
    line,
    actual: printed,
    expected: rows,
    hint: 'The rows or the mean were changed after the run. What the rows give is used, and the run counts as invalid.',
  })
}

export function reportIncomplete(
  name: string,
  count: number,
  all: number,
  printed: string | null,
  line: number,
  source: Source,
): void {
  source.problems.warning(
    'incomplete-suite',
    `Unexpected ${count} benchmarks with a result for ${name}, expected ${all}, there is no score`,
    {
      line,
      actual: printed ?? undefined,
      expected: `${all} benchmarks`,
      hint: `A mean over part of the suite is not ${name}. Repeat the run, or use the ratios of single benchmarks.`,
    },
  )
}

export function reportStray(row: Iteration, suite: Suite, source: Source): void {
  source.problems.warning(
    'spec-unknown-benchmark',
    `Unexpected benchmark ${row.benchmark}, expected one of ${suite.id}`,
    {
      line: row.line,
      hint: 'Its runs were left out. The file may be damaged.',
    },
  )
}

export function reportWrongClaim(reason: string, source: Source): void {
  source.problems.warning('validity-differs', `Unexpected valid mark, expected an invalid result: ${reason}`, {
    line: 1,
    hint: 'The file calls itself valid but breaks a rule. It counts as invalid; compare with its other renderings.',
  })
}

export function reportPlaceholders({ placeholders }: Described, source: Source): void {
  const [first] = placeholders
  if (!first) return
  const keys = placeholders.map(({ key }) => key).join(', ')
  source.problems.info('not-disclosed', `Unexpected template text in ${keys}, expected the system's own values`, {
    line: first.line,
    actual: first.text.slice(0, 80),
    hint: 'These values are treated as not disclosed. Fill them in above the line "do not edit" of the rsf.',
  })
}

export function digits(value: number): string {
  return String(Number(value.toPrecision(7)))
}
