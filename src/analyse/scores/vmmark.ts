/**
 * VMmark 1.x: several tiles of six virtual machines at once. Each of the five workloads that count is divided by its reference
 * value; a tile scores the geometric mean of its five ratios, the system the sum of its tiles, written `24.20@17 tiles`. Of several
 * measuring phases the one with the median score counts. A workload that misses its quality of service makes the run invalid.
 *
 * From the results, one sheet a run: metrics `rate`, `referenceRate` and, where it was judged, `qualityOfService` (1 or 0), with the
 * dimensions `tiles`, `tile`, `workload` and, if there are several, `phase`.
 */
import { z } from 'zod'
import type { DataProblems } from '../measures.ts'
import {
  agrees,
  computedStatus,
  defineScore,
  derive,
  groupWithout,
  referenceOf,
  scope,
  select,
  type Group,
  type Measured,
  type ScoredObservation,
} from './score.ts'

const options = z.strictObject({
  ...scope('vmmark'),
  /** The workloads that count. These are VMmark 1.x: the sixth machine of a tile, on standby, does not. */
  workloads: z.array(z.string()).min(1).default(['mail', 'java', 'web', 'database', 'file']),
  /** Reference values by workload, in the unit of the rates; without them the log's `referenceRate` counts. */
  references: z.record(z.string(), z.number().positive()).default({}),
  rateMetric: z.string().default('rate'),
  referenceMetric: z.string().default('referenceRate'),
  qualityMetric: z.string().default('qualityOfService'),
})
type Options = z.output<typeof options>

interface Ratio extends Measured {
  ratio: number
}

export const vmmark = defineScore({
  id: 'vmmark',
  title: 'VMmark 1.x score of tiles',
  options,
  compute(all, settings, problems) {
    const references = select(all, settings.referenceMetric, settings)
    const rates = select(all, settings.rateMetric, settings).filter(({ conditions }) =>
      settings.workloads.includes(String(conditions.workload)),
    )
    const failures = select(all, settings.qualityMetric, settings).filter(({ value }) => value === 0)
    const ratios = rates.flatMap((rate) => ratioOf(rate, references, settings, problems))
    return groupWithout(ratios, 'phase', 'tile', 'workload').flatMap((run) => {
      const phases = groupWithout(run.members, 'tile', 'workload')
      const scored = phases.flatMap((phase) => scorePhase(phase, run, settings, problems) ?? [])
      if (scored.length === 0 || scored.length < phases.length) return []
      const { tiles, total } = medianPhase(scored)
      const reasons = failures
        .filter(({ conditions }) => agrees(run.conditions, conditions))
        .map(
          ({ conditions }) =>
            `tile ${String(conditions.tile)}: ${String(conditions.workload)} misses its quality of service`,
        )
      const parts = tiles.flatMap(({ members }) => members)
      const made = { metric: 'score', value: total, unit: '1' as const, dimensions: run.conditions }
      return [
        { ...derive(parts, { ...made, status: computedStatus(parts), reasons }) },
        ...tiles.map(({ conditions, members, score }) =>
          derive(members, {
            metric: 'tileScore',
            value: score,
            unit: '1',
            dimensions: conditions,
            status: computedStatus(members),
            reasons,
          }),
        ),
      ] satisfies ScoredObservation[]
    })
  },
})

function ratioOf(rate: Measured, references: readonly Measured[], settings: Options, problems: DataProblems): Ratio[] {
  const workload = String(rate.conditions.workload)
  const reference = settings.references[workload] ?? referenceOf(rate, references) ?? 0
  if (reference > 0 && rate.value > 0) return [{ ...rate, ratio: rate.value / reference }]
  problems
    .of(rate.run)
    .error(
      'no-reference',
      `Unexpected rate ${rate.value} of ${workload} with the reference ${reference}, expected both above zero`,
      {
        line: rate.observation.origin.line ?? undefined,
        hint: 'Log the referenceRate of the workload, or give it under "references". The tile has no score.',
      },
    )
  return []
}

interface Tile extends Group<Ratio> {
  score: number
}

interface Phase {
  tiles: Tile[]
  total: number
}

/** `null` when a tile is missing, or lacks a workload: a sum over fewer would look like a slower machine. */
function scorePhase(
  { members }: Group<Ratio>,
  run: Group<Ratio>,
  { workloads }: Options,
  problems: DataProblems,
): Phase | null {
  const groups = groupWithout(members, 'phase', 'workload')
  const lacking = groups.flatMap((tile) => {
    const missing = workloads.filter(
      (name) => tile.members.filter(({ conditions }) => conditions.workload === name).length !== 1,
    )
    return missing.map((name) => `${name} of tile ${String(tile.conditions.tile)}`)
  })
  const declared = run.conditions.tiles
  const first = members[0]!
  const place = { line: first.observation.origin.line ?? undefined }
  if (lacking.length > 0) {
    problems
      .of(first.run)
      .error('incomplete-tile', `Unexpected absence or repetition of ${lacking.join(', ')}, expected one value each`, {
        ...place,
        hint: 'There is no score. Add the values, or number the phases with a dimension phase.',
      })
    return null
  }
  if (typeof declared === 'number' && declared !== groups.length) {
    problems
      .of(first.run)
      .error('missing-tile', `Unexpected ${groups.length} tiles, expected ${declared} as the log says`, {
        ...place,
        hint: 'There is no score. Add the missing tiles, or correct the dimension tiles.',
      })
    return null
  }
  const tiles = groups.map((tile) => ({ ...tile, score: geometricMean(tile.members.map(({ ratio }) => ratio)) }))
  return { tiles, total: tiles.reduce((sum, { score }) => sum + score, 0) }
}

/** Of an even number of phases the lower middle one. */
function medianPhase(phases: readonly Phase[]): Phase {
  return phases.toSorted((a, b) => a.total - b.total)[(phases.length - 1) >> 1]!
}

/** By logarithms, so that the product stays within range. */
function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
