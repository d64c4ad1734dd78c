/**
 * OLTP-2: transactions per second by processor and memory size. A value may be measured several times, calculated from a model
 * instead, or be that of another processor ("L5530 as E5530"). Measured values win over calculated ones, those over estimates.
 */
import { z } from 'zod'
import type { Dimensions } from '../../model/result.ts'
import {
  computedStatus,
  defineScore,
  derive,
  groupWithout,
  keyOf,
  meanOf,
  scope,
  select,
  without,
  type Group,
  type ScoredObservation,
} from './score.ts'

const options = z.strictObject({
  ...scope('oltp-2'),
  metric: z.string().default('transactionRate'),
  /** What repeated runs amount to; one choice for a report. */
  repetitions: z.enum(['mean', 'best']).default('mean'),
  /** Processor to the one whose values it gets where it has none of its own: `L5530: E5530`. */
  substitutions: z.record(z.string(), z.string()).default({}),
  processor: z.string().default('processor'),
  /** Dimension of the memory size, a number in any unit. */
  memory: z.string().default('memory'),
})
type Options = z.output<typeof options>

export const oltp2 = defineScore({
  id: 'oltp-2',
  title: 'OLTP-2 transactions by processor and memory',
  options,
  compute(all, settings) {
    const groups = groupWithout(select(all, settings.metric, settings)).map(mostCertain)
    const merged = groups.map((group) => mergeRepetitions(group, settings))
    const values = [...merged, ...substitutes(merged, settings)]
    return [...values, ...bestOf(values, settings), ...memoryGains(merged, settings)]
  },
})

/** Only the values of the most certain status count. */
function mostCertain({ conditions, members }: Group): Group {
  for (const status of ['measured', 'calculated'] as const) {
    const found = members.filter(({ run }) => run.status === status)
    if (found.length > 0) return { conditions, members: found }
  }
  return { conditions, members }
}

/** Metric `oltp`. */
function mergeRepetitions({ conditions, members }: Group, { repetitions }: Options): ScoredObservation {
  const mean = meanOf(members, 'oltp', conditions)
  if (repetitions === 'mean') return mean
  const best = members.reduce((most, one) => (one.value > most.value ? one : most))
  return { ...mean, observation: { ...mean.observation, value: best.value, origin: best.observation.origin } }
}

function substitutes(values: readonly ScoredObservation[], settings: Options): ScoredObservation[] {
  const { substitutions, processor } = settings
  const known = new Set(values.map(({ observation }) => keyOf(observation.dimensions)))
  return Object.entries(substitutions).flatMap(([name, original]) =>
    values
      .filter(({ observation }) => observation.dimensions[processor] === original)
      .map((one) => ({ one, dimensions: { ...one.observation.dimensions, [processor]: name } }))
      .filter(({ dimensions }) => !known.has(keyOf(dimensions)))
      .map(({ one, dimensions }) => {
        const { value, unit } = one.observation
        const made = { metric: 'oltp', value: value!, unit, dimensions, status: computedStatus([one]) }
        return { ...derive([one], made), origins: one.origins }
      }),
  )
}

/** Metric `oltpBest`: the largest value over all processors and memory sizes of a system, with its conditions. */
function bestOf(values: readonly ScoredObservation[], { processor, memory }: Options): ScoredObservation[] {
  const items = values.map((one) => ({ one, conditions: one.observation.dimensions }))
  const groups = groupWithout(items, processor, memory, 'processors')
  return groups.map(({ conditions, members }) => {
    const { one } = members.reduce((most, item) =>
      item.one.observation.value! > most.one.observation.value! ? item : most,
    )
    const { value, unit, repetitions, spread } = one.observation
    const made = { metric: 'oltpBest', value: value!, unit, dimensions: conditions, repetitions, spread }
    return { ...derive([one], made), origins: one.origins }
  })
}

interface Sized {
  one: ScoredObservation
  conditions: Dimensions
  size: number
}

/** Metric `memoryGain`: the mean over processors of what the next larger memory brings, as a part: 0.08 is 8 % more. */
function memoryGains(values: readonly ScoredObservation[], { processor, memory }: Options): ScoredObservation[] {
  const sized = values.flatMap((one): Sized[] => {
    const conditions = one.observation.dimensions
    const size = conditions[memory]
    return typeof size === 'number' ? [{ one, conditions, size }] : []
  })
  return groupWithout(sized, processor, memory).flatMap(({ conditions, members }) => {
    const sizes = [...new Set(members.map(({ size }) => size))].sort((a, b) => a - b)
    return sizes.slice(1).flatMap((to, index) => gain(members, sizes[index]!, to, conditions, { processor, memory }))
  })
}

function gain(
  members: readonly Sized[],
  from: number,
  to: number,
  conditions: Dimensions,
  names: { processor: string; memory: string },
): ScoredObservation[] {
  const pairs = members.flatMap((small) => {
    if (small.size !== from) return []
    const key = keyOf(without(small.conditions, [names.memory]))
    const large = members.find((one) => one.size === to && keyOf(without(one.conditions, [names.memory])) === key)
    return large && small.one.observation.value! > 0 ? [{ small, large }] : []
  })
  if (pairs.length === 0) return []
  const ratios = pairs.map(({ small, large }) => large.one.observation.value! / small.one.observation.value! - 1)
  const parts = pairs.flatMap(({ small, large }) => [small.one, large.one])
  const value = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  const dimensions = { ...conditions, [`${names.memory}From`]: from, [`${names.memory}To`]: to }
  const made = { metric: 'memoryGain', value, unit: 'ratio' as const, dimensions, status: computedStatus(parts) }
  return [{ ...derive(parts, made), origins: parts.flatMap(({ origins }) => origins) }]
}
