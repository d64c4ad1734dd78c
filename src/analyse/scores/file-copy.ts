/**
 * Copying files from a server: the mean time of the runs of each file size, the rate, and both beside the reference. A copy that
 * stopped early is fast and means nothing, so the bytes are checked where the log has them. Means and ratios are made of unrounded
 * values (HP ProLiant Gen8 file server benchmark report, 2013).
 *
 * Metrics of the log: `transferTime`, `bytesCopied`.
 */
import { z } from 'zod'
import {
  keyOf,
  conditionsSchema,
  computedStatus,
  defineScore,
  derive,
  groupWithout,
  meanOf,
  ratiosTo,
  scope,
  select,
  type Measured,
  type ScoredObservation,
} from './score.ts'
import type { DataProblems } from '../measures.ts'

const options = z.strictObject({
  ...scope('file-copy'),
  /** Conditions of the server that counts as 1: `{ system: g5 }`. Without it there are no ratios. */
  reference: conditionsSchema.optional(),
  /** Bytes that every copy must have moved; not checked without it. The report copies 16 GB. */
  expectedBytes: z.number().positive().optional(),
  /** Part (0–1) by which the bytes may differ: sets of random files are not exactly of one size. */
  tolerance: z.number().min(0).max(1).default(0.01),
  /** Runs that there should be of each size; fewer are reported. The report has five. */
  expectedRuns: z.number().int().positive().optional(),
  timeMetric: z.string().default('transferTime'),
  bytesMetric: z.string().default('bytesCopied'),
})
type Options = z.output<typeof options>

interface Copy extends Measured {
  /** `null`: the log does not say. */
  bytes: number | null
}

export const fileCopy = defineScore({
  id: 'file-copy',
  title: 'File-copy times',
  options,
  compute(all, settings, problems) {
    const volumes = select(all, settings.bytesMetric, settings)
    const copies = select(all, settings.timeMetric, settings).map((time): Copy => {
      const own = volumes.find(
        ({ run, conditions }) => run === time.run && keyOf(conditions) === keyOf(time.conditions),
      )
      return { ...time, bytes: own?.value ?? null }
    })
    const whole = copies.filter((copy) => isWhole(copy, settings, problems))
    const groups = groupWithout(whole)
    const times = groups.map(({ conditions, members }) => {
      if (settings.expectedRuns !== undefined && members.length < settings.expectedRuns) {
        reportRuns(members, settings.expectedRuns, problems)
      }
      return meanOf(members, 'copyTime', conditions)
    })
    const rates = groups.flatMap(({ conditions, members }): ScoredObservation[] => {
      const seconds = members.reduce((sum, { value }) => sum + value, 0)
      if (seconds <= 0 || members.some(({ bytes }) => bytes === null)) return []
      // All bytes by all seconds: a mean of rates would count fast runs too much.
      const value = members.reduce((sum, { bytes }) => sum + bytes!, 0) / seconds
      const status = computedStatus(members)
      return [derive(members, { metric: 'copyRate', value, unit: 'B/s', dimensions: conditions, status })]
    })
    const ratios = settings.reference ? ratiosTo(settings.reference, times, 'copyTimeRatio', problems) : []
    return [...times, ...rates, ...ratios]
  },
})

function isWhole(
  { run, observation, bytes }: Copy,
  { expectedBytes, tolerance }: Options,
  problems: DataProblems,
): boolean {
  if (expectedBytes === undefined) return true
  if (bytes !== null && Math.abs(bytes - expectedBytes) <= tolerance * expectedBytes) return true
  problems
    .of(run)
    .error(
      'incomplete-copy',
      `Unexpected ${bytes === null ? 'absence of the bytes copied' : `${bytes} bytes copied`}, expected ${expectedBytes}`,
      {
        line: observation.origin.line ?? undefined,
        hint: 'The run was left out. Repeat it, or correct expectedBytes.',
      },
    )
  return false
}

function reportRuns(members: readonly Copy[], expected: number, problems: DataProblems): void {
  const { run, observation } = members[0]!
  problems.of(run).warning('missing-run', `Unexpected ${members.length} runs of one kind, expected ${expected}`, {
    line: observation.origin.line ?? undefined,
    hint: 'The mean is of those there are. Add the logs of the others, or lower expectedRuns.',
  })
}
