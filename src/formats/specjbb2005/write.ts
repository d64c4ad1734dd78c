/** Writes a SPECjbb2005 score: what a single result and the roll-up of several JVMs have in common. */
import type { RunBuilder } from '../../model/builder.ts'
import type { ProblemSink } from '../../problems.ts'
import type { Jvm, Score } from './score.ts'

interface Written {
  score: Score
  jvms: readonly Jvm[]
  expectedPeak: number | null
  /** The run had more JVMs than are here: its points are listed, there is no score. */
  isPart: boolean
  problems: ProblemSink
}

export function writeScore(builder: RunBuilder, { score, jvms, expectedPeak, isPart, problems }: Written): void {
  builder.setting('expectedPeak', expectedPeak).setting('measuredPeak', score.measuredPeak)
  builder.setting('pointsCountedAsZero', score.missing)
  const line = score.totals.find(({ isAveraged }) => isAveraged)?.line ?? 1
  if (isPart) {
    const dimensions = { name: 'SPECjbb2005 bops of one JVM', jvm: jvms[0]!.number }
    if (jvms.length === 1) builder.observe('jvmScore', score.bops, '1/s', { dimensions, line })
    return
  }
  for (const { warehouses, throughput, isAveraged, line: at } of score.totals) {
    const dimensions = { warehouses, jvm: 'all', averaged: isAveraged ? 'yes' : 'no' }
    builder.observe('throughput', throughput, '1/s', { dimensions, line: at })
  }
  builder.observe('score', score.bops, '1/s', { dimensions: { name: 'SPECjbb2005 bops' }, line })
  builder.observe('score', score.bopsPerJvm, '1/s', { dimensions: { name: 'SPECjbb2005 bops/JVM' }, line })
  for (const remark of score.remarks) builder.remark(remark)
  if (score.missing > 0 && score.bops !== null && expectedPeak !== null) {
    problems.warning(
      'points-count-as-zero',
      `Unexpected lack of ${score.missing} points from ${expectedPeak} to ${2 * expectedPeak} warehouses, expected all, each counts as 0`,
      {
        line,
        hint: 'The rules allow to stop early, at the price of zeros in the mean. Check that the run was meant to stop.',
      },
    )
  }
  if (score.bops === null && expectedPeak !== null) {
    problems.warning(
      'specjbb-no-score',
      `Unexpected lack of points from ${expectedPeak} warehouses, there is no score`,
      {
        line: 1,
        hint: 'The run was stopped before the expected peak.',
      },
    )
  }
  if (score.measuredPeak !== null && expectedPeak !== null && score.measuredPeak !== expectedPeak) {
    problems.info(
      'peak-differs',
      `Unexpected peak at ${score.measuredPeak} warehouses, expected at ${expectedPeak}, the score is taken from ${expectedPeak} on`,
      {
        line,
        actual: String(score.measuredPeak),
        expected: String(expectedPeak),
        hint: 'No fault by itself. input.expected_peak_warehouse decides which points count.',
      },
    )
  }
}

export function reportMissingJvms(found: number, expected: number, problems: ProblemSink): void {
  problems.error('jvm-missing', `Unexpected ${found} JVMs with results, expected ${expected}, there is no score`, {
    actual: String(found),
    expected: String(expected),
    hint: 'Copy the raw files of all JVMs of the run into one folder, or make the report again.',
  })
}
