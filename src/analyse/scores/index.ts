/** Every score that a template can declare, and the form of a declaration. */
import { z } from 'zod'
import type { Results } from '../../model/result.ts'
import type { DataProblems, RunObservation } from '../measures.ts'
import { bootTime } from './boot-time.ts'
import { driveCapacity } from './drive-capacity.ts'
import { fileCopy } from './file-copy.ts'
import { jetstressLimit } from './jetstress-limit.ts'
import { oltp2 } from './oltp-2.ts'
import { quotient } from './quotient.ts'
import type { Score, ScoredObservation } from './score.ts'
import { terminalServer } from './terminal-server.ts'
import { tpcH } from './tpc-h.ts'
import { vmmark } from './vmmark.ts'
import { vservcon } from './vservcon.ts'

export const scores: readonly Score[] = [
  bootTime,
  driveCapacity,
  fileCopy,
  jetstressLimit,
  oltp2,
  quotient,
  terminalServer,
  tpcH,
  vmmark,
  vservcon,
]

export interface DeclaredScore {
  score: Score
  /** With the defaults filled in. */
  options: unknown
}

/** `{ score: vmmark, references: … }`: the id of a score and its options side by side. */
export const scoreSchema = z.looseObject({ score: z.string() }).transform((declared, context): DeclaredScore => {
  const { score: id, ...rest } = declared
  const score = scores.find((one) => one.id === id)
  if (!score) {
    const known = scores.map((one) => one.id).join(', ')
    context.addIssue({ code: 'custom', path: ['score'], message: `unknown score, expected one of ${known}` })
    return z.NEVER
  }
  const options = score.options.safeParse(rest)
  if (options.success) return { score, options: options.data }
  for (const { message, path } of options.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

/** What a score makes of all the runs of a report. */
export function computeScore(
  { runs }: Pick<Results, 'runs'>,
  { score, options }: DeclaredScore,
  problems: DataProblems,
): ScoredObservation[] {
  const all = runs.flatMap((run) => run.observations.map((observation): RunObservation => ({ run, observation })))
  return score.compute(all, options, problems).filter(({ run, observation: { metric, value, origin } }) => {
    if (Number.isFinite(value)) return true
    problems.of(run).error('value-out-of-range', `Unexpected ${metric} too large for a number, expected one`, {
      line: origin.line ?? undefined,
      hint: 'The value was left out. A unit or a zero in the log may be wrong.',
    })
    return false
  })
}
