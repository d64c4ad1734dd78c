/**
 * Terminal server, in the manner of T4US: users are added until the response times of their actions break a rule, compared with
 * reference times from a run of few users. The number of users at that moment is the result. It means something only beside that
 * of a reference system, so that is what is given unless the author asks for absolute numbers.
 *
 * The tool's own rules were never published: they are an option without default.
 */
import { z } from 'zod'
import type { DataProblems } from '../measures.ts'
import {
  conditionsSchema,
  defineScore,
  derive,
  groupWithout,
  ratiosTo,
  referenceOf,
  scope,
  select,
  without,
  type Group,
  type Measured,
  type ScoredObservation,
} from './score.ts'

/** Response times divided by their reference times are compared with `factor`. */
const rule = z.discriminatedUnion('kind', [
  /** Broken when the mean over all actions is above the factor. */
  z.strictObject({ kind: z.literal('mean'), factor: z.number().positive() }),
  /** Broken when one action, on average, is above the factor. */
  z.strictObject({ kind: z.literal('any'), factor: z.number().positive() }),
  /** Broken when more than this part (0–1) of the actions is above the factor. */
  z.strictObject({ kind: z.literal('share'), factor: z.number().positive(), share: z.number().min(0).max(1) }),
])
type Rule = z.output<typeof rule>

const options = z
  .strictObject({
    ...scope('terminal-server'),
    /** The run ends when one of these is broken. */
    rules: z.array(rule).min(1),
    /** `first-violation`: the users at which a rule breaks, as T4US counts. `last-good`: the step before. */
    result: z.enum(['first-violation', 'last-good']).default('first-violation'),
    /** Conditions of the reference system, which counts as 1: `{ system: tx200-s4, processors: 1 }`. */
    reference: conditionsSchema.optional(),
    /** `relative`: absolute numbers of users are not given, as they depend on the load profile. */
    output: z.enum(['relative', 'absolute', 'both']).default('relative'),
    responseMetric: z.string().default('responseTime'),
    referenceMetric: z.string().default('referenceTime'),
    users: z.string().default('users'),
    action: z.string().default('action'),
  })
  .refine(({ output, reference }) => output === 'absolute' || reference !== undefined, {
    error: 'a reference is needed unless output is absolute',
    path: ['reference'],
  })
type Options = z.output<typeof options>

interface Ratio extends Measured {
  ratio: number
}

export const terminalServer = defineScore({
  id: 'terminal-server',
  title: 'Users of a terminal server',
  options,
  compute(all, settings, problems) {
    const references = select(all, settings.referenceMetric, settings)
    const responses = select(all, settings.responseMetric, settings)
    const ratios = responses.flatMap((one) => ratioOf(one, references, settings, problems))
    const users = groupWithout(ratios, settings.users, settings.action).flatMap(
      (sweep) => usersOf(sweep, settings, problems) ?? [],
    )
    const relative = settings.reference ? ratiosTo(settings.reference, users, 'relativeUsers', problems) : []
    return [...(settings.output === 'relative' ? [] : users), ...(settings.output === 'absolute' ? [] : relative)]
  },
})

/** The reference time is that of the same action, and of the same conditions as far as it has any. */
function ratioOf(one: Measured, references: readonly Measured[], settings: Options, problems: DataProblems): Ratio[] {
  const action = one.conditions[settings.action]
  // The users of the reference run are others.
  const known = references
    .filter(({ conditions }) => conditions[settings.action] === action)
    .map((reference) => ({ ...reference, conditions: without(reference.conditions, [settings.users]) }))
  const reference = referenceOf(one, known)
  if (reference !== null && reference > 0) return [{ ...one, ratio: one.value / reference }]
  problems
    .of(one.run)
    .error(
      'no-reference-time',
      `Unexpected absence of a reference time of ${String(action)}, expected one above zero`,
      {
        line: one.observation.origin.line ?? undefined,
        hint: `Log the ${settings.referenceMetric} of each action, measured with few users; this response time was left out.`,
      },
    )
  return []
}

function usersOf(sweep: Group<Ratio>, settings: Options, problems: DataProblems): ScoredObservation | null {
  const steps = groupWithout(sweep.members, settings.action)
    .flatMap(({ conditions, members }) => {
      const count = conditions[settings.users]
      return typeof count === 'number' ? [{ count, members }] : []
    })
    .sort((a, b) => a.count - b.count)
  const broken = steps.findIndex(({ members }) => settings.rules.some((one) => isBroken(one, members, settings)))
  const step = steps[settings.result === 'last-good' ? broken - 1 : broken]
  if (broken !== -1 && step) {
    const { conditions: dimensions } = sweep
    return derive(step.members, { metric: 'users', value: step.count, unit: '1', dimensions })
  }
  const first = sweep.members[0]!
  problems
    .of(first.run)
    .warning(
      broken === -1 ? 'limit-not-reached' : 'limit-never-kept',
      broken === -1
        ? 'Unexpected end of the sweep within the limits of response time, expected a step that breaks one'
        : 'Unexpected response times above a limit with the fewest users, expected a step within',
      {
        line: first.observation.origin.line ?? undefined,
        hint: 'There is no result. Measure with more, or fewer, users.',
      },
    )
  return null
}

function isBroken(one: Rule, members: readonly Ratio[], { action }: Options): boolean {
  const actions = groupWithout(
    members.map(({ ratio, conditions }) => ({ ratio, conditions: { action: conditions[action] ?? '' } })),
  ).map((group) => mean(group.members.map(({ ratio }) => ratio)))
  if (one.kind === 'mean') return mean(actions) > one.factor
  const slow = actions.filter((ratio) => ratio > one.factor)
  return one.kind === 'any' ? slow.length > 0 : slow.length / actions.length > one.share
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
