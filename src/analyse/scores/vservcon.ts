/**
 * vServCon: tiles of three application machines (and an idle one) are added until the host is full. The rate of each machine is
 * divided by that of the reference system, weighted and summed over all machines: the score for that number of tiles. The largest
 * of these is the result (PRIMERGY RX200 S5 performance report 2.0a, 2010). It means the processor only where nothing else was the
 * limit. Beside it: processor load of the host, and score per kilowatt.
 *
 * Metrics of the log: `rate` and `referenceRate` with dimensions `tiles`, `tile`, `workload`; `cpuUtilization` and `power` of the host with
 * `tiles`.
 */
import { z } from 'zod'
import type { Dimensions } from '../../model/result.ts'
import type { DataProblems, RunObservation } from '../measures.ts'
import {
  computedStatus,
  defineScore,
  derive,
  groupWithout,
  keyOf,
  meanOf,
  referenceOf,
  scope,
  select,
  without,
  type Group,
  type Measured,
  type ScoredObservation,
} from './score.ts'

/**
 * Virtual processors of a machine. The report names the rule (by virtual processors and memory) and prints 2 for Java; the ones are
 * inferred from its "about 4 a tile", so whoever relies on these defaults is told so.
 */
const inferredWeights = { database: 1, java: 2, web: 1 }

const options = z.strictObject({
  ...scope('vservcon'),
  /** Weight of each workload; those without one do not count (the idle machine). */
  weights: z.record(z.string(), z.number().nonnegative()).optional(),
  /** Rates of the reference system by workload; without them the log's `referenceRate` counts. */
  references: z.record(z.string(), z.number().positive()).default({}),
  /** Below this part (0–1) of processor load at the best score something else was the limit. About 0.9 is usual, by the report. */
  leastLoad: z.number().min(0).max(1).default(0.8),
  rateMetric: z.string().default('rate'),
  referenceMetric: z.string().default('referenceRate'),
  loadMetric: z.string().default('cpuUtilization'),
  powerMetric: z.string().default('power'),
})
type Options = z.output<typeof options>

interface Weighted extends Measured {
  /** Weight · rate ÷ reference. */
  part: number
}

export const vservcon = defineScore({
  id: 'vservcon',
  title: 'vServCon score by tiles',
  options,
  compute(all, settings, problems) {
    const weights = settings.weights ?? inferredWeights
    const rates = select(all, settings.rateMetric, settings).filter(
      ({ conditions }) => String(conditions.workload) in weights,
    )
    if (!settings.weights && rates[0]) reportWeights(rates[0], problems)
    const references = select(all, settings.referenceMetric, settings)
    const parts = rates.flatMap((rate) => weigh(rate, references, weights, settings, problems))
    const incomplete = new Set(
      rates.filter((rate) => !parts.some((part) => part.observation === rate.observation)).map(keyOfRun),
    )
    const scores = groupWithout(parts, 'tile', 'workload').flatMap((group) =>
      incomplete.has(keyOf(group.conditions)) ? [] : (scoreOf(group, weights, problems) ?? []),
    )
    const loads = meansByTiles(all, settings.loadMetric, settings, 'hostLoad')
    const powers = meansByTiles(all, settings.powerMetric, settings, 'hostPower')
    return [
      ...scores,
      ...loads,
      ...powers,
      ...scores.flatMap((score) => perKilowatt(score, powers) ?? []),
      ...bestScores(scores, loads, settings, problems),
    ]
  },
})

function keyOfRun({ conditions }: Measured): string {
  return keyOf(without(conditions, ['tile', 'workload']))
}

function weigh(
  rate: Measured,
  references: readonly Measured[],
  weights: Record<string, number>,
  settings: Options,
  problems: DataProblems,
): Weighted[] {
  const workload = String(rate.conditions.workload)
  const reference = settings.references[workload] ?? referenceOf(rate, references) ?? 0
  if (reference > 0) return [{ ...rate, part: (weights[workload]! * rate.value) / reference }]
  problems
    .of(rate.run)
    .error('no-reference', `Unexpected absence of a reference rate of ${workload}, expected one above zero`, {
      line: rate.observation.origin.line ?? undefined,
      hint: 'Log the referenceRate of the workload, or give it under "references". This number of tiles has no score.',
    })
  return []
}

/** Metric `score`; nothing when a machine is missing or there twice. */
function scoreOf({ conditions, members }: Group<Weighted>, weights: Record<string, number>, problems: DataProblems) {
  const tiles = groupWithout(members, 'workload')
  const names = Object.keys(weights)
  const isWhole = tiles.every((tile) =>
    names.every((name) => tile.members.filter((one) => one.conditions.workload === name).length === 1),
  )
  const declared = conditions.tiles
  if (!isWhole || (typeof declared === 'number' && declared !== tiles.length)) {
    const first = members[0]!
    problems
      .of(first.run)
      .error(
        isWhole ? 'missing-tile' : 'incomplete-tile',
        `Unexpected ${members.length} rates in ${tiles.length} tiles, expected ${names.join(', ')} once in each of ${String(declared)}`,
        {
          line: first.observation.origin.line ?? undefined,
          hint: 'This number of tiles has no score. Add what is missing.',
        },
      )
    return null
  }
  const value = members.reduce((sum, { part }) => sum + part, 0)
  return derive(members, { metric: 'score', value, unit: '1', dimensions: conditions, status: computedStatus(members) })
}

function meansByTiles(
  all: readonly RunObservation[],
  metric: string,
  settings: Options,
  name: string,
): ScoredObservation[] {
  return groupWithout(select(all, metric, settings)).map(({ conditions, members }) => meanOf(members, name, conditions))
}

/** Of the same conditions; `null` when there is none. */
function beside(one: ScoredObservation, values: readonly ScoredObservation[]): ScoredObservation | null {
  return values.find(({ observation }) => keyOf(observation.dimensions) === keyOf(one.observation.dimensions)) ?? null
}

/** Metric `powerScore`: score ÷ mean power in kilowatts. */
function perKilowatt(score: ScoredObservation, powers: readonly ScoredObservation[]): ScoredObservation | null {
  const power = beside(score, powers)
  if (!power?.observation.value || power.observation.value <= 0) return null
  const parts = [score, power]
  const made = derive(parts, {
    metric: 'powerScore',
    value: score.observation.value! / (power.observation.value / 1000),
    unit: '1',
    dimensions: score.observation.dimensions,
    status: computedStatus(parts),
  })
  return { ...made, origins: parts.flatMap(({ origins }) => origins) }
}

/** Metrics `bestScore` and `bestTiles`, for each system. */
function bestScores(
  scores: readonly ScoredObservation[],
  loads: readonly ScoredObservation[],
  { leastLoad }: Options,
  problems: DataProblems,
): ScoredObservation[] {
  const items = scores.map((one) => ({ one, conditions: one.observation.dimensions }))
  return groupWithout(items, 'tiles').flatMap(({ conditions, members }) => {
    const sorted = members.toSorted((a, b) => tilesOf(a.conditions) - tilesOf(b.conditions))
    const best = sorted.reduce((most, item) =>
      item.one.observation.value! > most.one.observation.value! ? item : most,
    )
    const { one } = best
    const place = { line: one.observation.origin.line ?? undefined }
    const load = beside(one, loads)?.observation.value ?? null
    if (load !== null && load < leastLoad) {
      problems
        .of(one.run)
        .warning(
          'processor-not-limiting',
          `Unexpected processor load of ${Math.round(load * 100)} % at the best score, expected at least ${Math.round(leastLoad * 100)} %`,
          { ...place, hint: 'Disks, memory or network were the limit, so the score does not tell of the processors.' },
        )
    }
    if (best === sorted.at(-1) && sorted.length > 1) {
      problems
        .of(one.run)
        .warning(
          'limit-not-reached',
          `Unexpected best score with the most tiles measured (${tilesOf(best.conditions)}), expected a lower one with more`,
          { ...place, hint: 'More tiles may score more. Measure on until the score falls.' },
        )
    }
    const value = { unit: '1' as const, dimensions: conditions }
    const made = [
      derive([one], { ...value, metric: 'bestScore', value: one.observation.value! }),
      derive([one], { ...value, metric: 'bestTiles', value: tilesOf(best.conditions) }),
    ]
    return made.map((result) => ({ ...result, origins: one.origins }))
  })
}

function tilesOf(conditions: Dimensions): number {
  return Number(conditions.tiles)
}

function reportWeights({ run, observation }: Measured, problems: DataProblems): void {
  problems
    .of(run)
    .info('inferred-weights', 'Unexpected absence of weights of the workloads, expected them under "weights"', {
      line: observation.origin.line ?? undefined,
      hint: 'Virtual processors were taken: database 1, java 2, web 1. The ones are inferred, not published.',
    })
}
