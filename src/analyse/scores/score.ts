/**
 * Scores: what the rules of a benchmark make of its measurements. A score takes observations and gives new ones; thresholds,
 * weights and references are options that an author declares, each with a default only where a source gives one.
 *
 * Sums, means over different things and ratios have the status `calculated` (`estimated` if a part is an estimate). What is picked
 * out of the measurements, or the mean of repetitions, keeps the status that it has.
 */
import { z } from 'zod'
import { counts } from '../../model/beyond-limit.ts'
import { statistics } from '../../model/statistics.ts'
import type { Dimensions, Observation, Origin, Run, Spread, Status } from '../../model/result.ts'
import type { Unit } from '../../model/units.ts'
import type { DataProblems, RunObservation } from '../measures.ts'

/** A new observation and all the logs behind it. */
export interface ScoredObservation extends RunObservation {
  origins: Origin[]
}

export interface Score {
  /** `vmmark`, `boot-time`: how front matter names it. */
  id: string
  /** For people. */
  title: string
  /** Checks what an author writes, and fills in the defaults. */
  options: z.ZodType
  /** Pure. @throws ZodError for options that `options` refuses */
  compute(all: readonly RunObservation[], options: unknown, problems: DataProblems): ScoredObservation[]
}

export function defineScore<S extends z.ZodType>(score: {
  id: string
  title: string
  options: S
  compute(all: readonly RunObservation[], options: z.output<S>, problems: DataProblems): ScoredObservation[]
}): Score {
  return {
    ...score,
    compute: (all, options, problems) => score.compute(all, score.options.parse(options), problems),
  }
}

const scalar = z.union([z.string(), z.number()])

/** Conditions: dimension to value, or to a list of values. `system` also meets the name of the machine in the log. */
export const conditionsSchema = z.record(z.string(), z.union([scalar, z.array(scalar)]))
export type Conditions = z.output<typeof conditionsSchema>

/** What every score has: which observations it is made from. */
export function scope(benchmark: string) {
  return {
    /** Id of the benchmark whose runs count. */
    benchmark: z.string().default(benchmark),
    /** Only observations that meet all of these. */
    where: conditionsSchema.default({}),
  }
}

/** All that is known of the conditions of a value. */
export function conditionsOf({ run, observation }: RunObservation): Dimensions {
  const system = run.system === null ? {} : { system: run.system }
  return { ...system, ...run.dimensions, ...observation.dimensions }
}

export function meets(conditions: Dimensions, wanted: Conditions): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(String).includes(String(conditions[name])),
  )
}

/** An observation that has a value and belongs to a run that is not invalid. */
export interface Measured extends RunObservation {
  value: number
  conditions: Dimensions
}

export function select(
  all: readonly RunObservation[],
  metric: string,
  { benchmark, where }: { benchmark: string; where: Conditions },
  /** Whether runs beyond the limit of their benchmark count as well. */
  isSweep = false,
): Measured[] {
  return all.flatMap((one) => {
    const { run, observation } = one
    if (run.benchmark !== benchmark || !counts(run, isSweep)) return []
    if (observation.metric !== metric || observation.value === null) return []
    const conditions = conditionsOf(one)
    return meets(conditions, where) ? [{ run, observation, value: observation.value, conditions }] : []
  })
}

export interface Group<T extends { conditions: Dimensions } = Measured> {
  /** What all members have in common. */
  conditions: Dimensions
  members: T[]
}

/** Groups of the same conditions but for those left out, in the order of their first members. */
export function groupWithout<T extends { conditions: Dimensions }>(
  items: readonly T[],
  ...leftOut: readonly string[]
): Group<T>[] {
  const groups = new Map<string, Group<T>>()
  for (const item of items) {
    const conditions = without(item.conditions, leftOut)
    const key = keyOf(conditions)
    const group = groups.get(key)
    if (group) group.members.push(item)
    else groups.set(key, { conditions, members: [item] })
  }
  return [...groups.values()]
}

export function without(conditions: Dimensions, leftOut: readonly string[]): Dimensions {
  return Object.fromEntries(Object.entries(conditions).filter(([name]) => !leftOut.includes(name)))
}

export function keyOf(conditions: Dimensions): string {
  return JSON.stringify(Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** True when the two do not contradict: what only one of them says does not count. */
export function agrees(conditions: Dimensions, others: Dimensions): boolean {
  return Object.entries(conditions).every(([name, value]) => !(name in others) || others[name] === value)
}

/**
 * The reference value of a measurement: of the same conditions as far as it has any, of the same system before others. Logs may
 * repeat it.
 * @returns `null` when there is none, or there are several that differ
 */
export function referenceOf({ conditions }: Measured, references: readonly Measured[]): number | null {
  const fitting = references.filter((one) => agrees(without(one.conditions, ['system']), conditions))
  const own = fitting.filter((one) => one.conditions.system === conditions.system)
  const values = new Set((own.length > 0 ? own : fitting).map(({ value }) => value))
  return values.size === 1 ? [...values][0]! : null
}

export interface NewValue {
  metric: string
  value: number
  unit: Unit
  dimensions: Dimensions
  repetitions?: number
  spread?: Spread | null
  /** Of the parts when left out. */
  status?: Status
  /** Why the value breaks a rule of its benchmark; then its run is not valid. */
  reasons?: string[]
}

/** A value made from others, in a run of its own that says so. */
export function derive(parts: readonly RunObservation[], made: NewValue): ScoredObservation {
  const { run, observation } = parts[0]!
  const { metric, value, unit, dimensions, repetitions = 1, spread = null, reasons = [] } = made
  const published = parts.length === 1 && made.status === undefined ? run.published : null
  const valid = reasons.length > 0 ? false : parts.every((part) => part.run.valid === true) ? true : null
  const from: Run = {
    ...run,
    status: made.status ?? statusOf(parts),
    published,
    valid,
    reasons: [...new Set([...reasons, ...parts.flatMap((part) => part.run.reasons)])],
    dimensions,
    observations: [],
    series: [],
  }
  const result: Observation = { metric, value, unit, dimensions, repetitions, spread, origin: observation.origin }
  return {
    run: { ...from, observations: [result] },
    observation: result,
    origins: parts.map((part) => part.observation.origin),
  }
}

/** `calculated`, or `estimated` when a part is: for values that nobody measured. */
export function computedStatus(parts: readonly RunObservation[]): Status {
  return statusOf(parts) === 'estimated' ? 'estimated' : 'calculated'
}

/** The least certain status of the parts. */
function statusOf(parts: readonly RunObservation[]): Status {
  const statuses = parts.map(({ run }) => run.status)
  return statuses.includes('estimated') ? 'estimated' : statuses.includes('calculated') ? 'calculated' : 'measured'
}

/** Mean of repetitions, with their number and spread. */
export function meanOf(members: readonly Measured[], metric: string, dimensions: Dimensions): ScoredObservation {
  const { mean, min, max, stddev } = statistics(Float64Array.from(members.map(({ value }) => value)))
  return derive(members, {
    metric,
    value: mean!,
    unit: members[0]!.observation.unit,
    dimensions,
    repetitions: members.reduce((sum, { observation }) => sum + observation.repetitions, 0),
    spread: stddev === null ? null : { min: min!, max: max!, stddev },
  })
}

/** Every value as part or multiple of the one whose conditions are those of the reference; the same otherwise. */
export function ratiosTo(
  reference: Conditions,
  values: readonly ScoredObservation[],
  metric: string,
  problems: DataProblems,
): ScoredObservation[] {
  const names = Object.keys(reference)
  const bases = values.filter(({ observation }) => meets(observation.dimensions, reference))
  return values.flatMap((one) => {
    const { dimensions, value } = one.observation
    const rest = without(dimensions, names)
    const fitting = bases.filter((base) => agrees(without(base.observation.dimensions, names), rest))
    const [base] = fitting
    if (fitting.length !== 1 || !base?.observation.value || value === null) {
      reportReference(one, fitting.length, reference, problems)
      return []
    }
    const parts = [one, base]
    const made: NewValue = {
      metric,
      value: value / base.observation.value,
      unit: 'ratio',
      dimensions,
      status: computedStatus(parts),
    }
    return [{ ...derive(parts, made), origins: parts.flatMap(({ origins }) => origins) }]
  })
}

function reportReference(one: RunObservation, count: number, reference: Conditions, problems: DataProblems): void {
  const wanted = Object.entries(reference).map(([name, value]) => `${name} ${String(value)}`)
  problems
    .of(one.run)
    .error(
      'no-reference',
      `Unexpected number of references (${count}) of ${wanted.join(', ')}, expected one with a value above zero`,
      {
        line: one.observation.origin.line ?? undefined,
        hint: 'Add the log of the reference system, or narrow "reference" so that one measurement fits.',
      },
    )
}
