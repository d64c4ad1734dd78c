/**
 * The highest load that storage carries within a limit of latency: a sweep of thread counts, of which each point is a run.
 *
 * - `own`: every configuration at its own highest thread count that passes.
 * - `common`: all configurations at one thread count, the highest at which each of them passes ("iso-load").
 *
 * A point passes when none of its latencies is above the limit; exactly on it has passed. Runs that the benchmark itself calls failed
 * for that reason are points like others. A configuration is what remains of the
 * conditions without threads; `common` compares the configurations that differ in `across` only.
 */
import { z } from 'zod'
import type { DataProblems } from '../measures.ts'
import { defineScore, derive, groupWithout, keyOf, scope, select, without, type Group, type Measured } from './score.ts'
import type { Dimensions } from '../../model/result.ts'

const options = z.strictObject({
  ...scope('jetstress'),
  /** Limit of each latency in seconds: Microsoft's for Exchange databases, by HP's paper on SAS benchmarks (TC050903TB, 2005). */
  limit: z.number().positive().default(0.02),
  /** Operations whose latencies must pass. In that paper reads were the first to cross the limit in every sweep. */
  operations: z
    .array(z.enum(['read', 'write']))
    .min(1)
    .default(['read', 'write']),
  mode: z.enum(['own', 'common']).default('own'),
  /** Dimensions that tell apart the configurations of one comparison, for `common`. */
  across: z.array(z.string()).default(['configuration']),
  /** Conditions given to the results, so that two declarations can stand side by side: `{ mode: own }`. */
  set: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** Dimension that the sweep varies. */
  sweep: z.string().default('threads'),
  /** Metric of the load carried, of which the operation is `all` where it has one. */
  rateMetric: z.string().default('iops'),
  latencyMetric: z.string().default('responseTime'),
})
type Options = z.output<typeof options>

/** A mean of latencies that are all on the limit may be off it in its last bits. */
const rounding = 1e-9

interface Point {
  conditions: Dimensions
  count: number
  rate: Measured
  latencies: Measured[]
  passes: boolean
}

export const jetstressLimit = defineScore({
  id: 'jetstress-limit',
  title: 'Load within a limit of latency',
  options,
  compute(all, settings, problems) {
    const points = pointsOf(all, settings, problems)
    const sweeps = groupWithout(points, settings.sweep)
    const chosen =
      settings.mode === 'own'
        ? sweeps.map((sweep) => ownMaximum(sweep, settings, problems))
        : common(sweeps, settings, problems)
    return [
      ...chosen.flatMap((point) => (point ? observe(point, settings) : [])),
      ...sweeps.map((sweep) => saturation(sweep, settings)),
    ]
  },
})

/** Runs by conditions and thread count; a run without rate or one of the latencies is no point. */
function pointsOf(all: Parameters<typeof select>[0], settings: Options, problems: DataProblems): Point[] {
  const { sweep, operations, limit } = settings
  const isTotal = ({ conditions }: Measured): boolean =>
    (conditions.instance ?? 'all') === 'all' && (conditions.volume ?? 'database') === 'database'
  const strip = ({ conditions }: Measured): Dimensions => without(conditions, ['operation', 'instance', 'volume'])
  const latencies = select(all, settings.latencyMetric, settings, true).filter(isTotal)
  const rates = select(all, settings.rateMetric, settings, true).filter(isTotal)
  return rates.flatMap((rate) => {
    const count = rate.conditions[sweep]
    if ((rate.conditions.operation ?? 'all') !== 'all' || typeof count !== 'number') return []
    const conditions = strip(rate)
    const own = operations.map((operation) =>
      latencies.filter((one) => one.conditions.operation === operation && keyOf(strip(one)) === keyOf(conditions)),
    )
    if (own.some((found) => found.length !== 1)) {
      problems
        .of(rate.run)
        .error(
          'incomplete-point',
          `Unexpected latencies at ${count} ${sweep}, expected one each of ${operations.join(' and ')}`,
          {
            line: rate.observation.origin.line ?? undefined,
            hint: 'The point was left out. Repetitions need a dimension of their own, or one of them must go.',
          },
        )
      return []
    }
    const found = own.flat()
    return [
      {
        conditions,
        count,
        rate,
        latencies: found,
        passes: found.every(({ value }) => value <= limit * (1 + rounding)),
      },
    ]
  })
}

function ownMaximum(sweep: Group<Point>, { sweep: name }: Options, problems: DataProblems): Point | null {
  const sorted = sweep.members.toSorted((a, b) => a.count - b.count)
  const best = sorted.findLast(({ passes }) => passes)
  const place = { line: sorted[0]!.rate.observation.origin.line ?? undefined }
  const sink = problems.of(sorted[0]!.rate.run)
  if (!best) {
    sink.warning('limit-never-kept', `Unexpected latencies above the limit at all ${name}, expected a point below`, {
      ...place,
      hint: `Measure with fewer ${name}.`,
    })
    return null
  }
  if (best === sorted.at(-1)) {
    sink.warning(
      'limit-not-reached',
      `Unexpected end of the sweep at ${best.count} ${name}, expected one above the limit`,
      {
        ...place,
        hint: `More ${name} may pass as well. Measure on until the limit is broken.`,
      },
    )
  }
  const failedBelow = sorted.find((point) => !point.passes && point.count < best.count)
  if (failedBelow) {
    sink.warning(
      'uneven-sweep',
      `Unexpected pass at ${best.count} ${name} after a failure at ${failedBelow.count}, expected latencies that rise`,
      { ...place, hint: 'The highest point that passes was taken. Repeat the runs around it.' },
    )
  }
  return best
}

function common(sweeps: Group<Point>[], { across, sweep: name }: Options, problems: DataProblems): Point[] {
  return groupWithout(sweeps, ...across).flatMap(({ members }) => {
    const counts = new Set(members.flatMap((sweep) => sweep.members.map(({ count }) => count)))
    const shared = [...counts].sort((a, b) => b - a)
    const pointsAt = (count: number): Point[] =>
      members.flatMap((sweep) => sweep.members.filter((point) => point.count === count))
    const first = members[0]!.members[0]!.rate
    const isMissing = (count: number): boolean => pointsAt(count).length < members.length
    const best = shared.find((count) => !isMissing(count) && pointsAt(count).every(({ passes }) => passes))
    const doubtful = shared.find(
      (count) =>
        isMissing(count) &&
        count > (best ?? 0) &&
        pointsAt(count).every(({ passes }) => passes) &&
        !members.some((sweep) => failsAt(sweep, count)),
    )
    const place = { line: first.observation.origin.line ?? undefined }
    if (doubtful !== undefined) {
      problems
        .of(first.run)
        .warning(
          'missing-point',
          `Unexpected absence of ${doubtful} ${name} in one of the sweeps, expected it in all`,
          { ...place, hint: 'A higher common point may pass. Measure the missing one.' },
        )
    }
    if (best === undefined) {
      problems
        .of(first.run)
        .warning(
          'limit-never-kept',
          `Unexpected absence of a number of ${name} at which all configurations pass, expected one`,
          { ...place, hint: `Measure all configurations with the same, fewer ${name}.` },
        )
      return []
    }
    return pointsAt(best)
  })
}

/** A sweep that has broken the limit with fewer threads would do so with more. */
function failsAt({ members }: Group<Point>, count: number): boolean {
  return members.some((point) => !point.passes && point.count <= count)
}

/** The point as measured, under metrics of its own: `operatingThreads`, `operatingIops`, `operatingResponseTime`. */
function observe({ conditions, count, rate, latencies }: Point, { sweep, set }: Options) {
  const dimensions = { ...without(conditions, [sweep]), ...set }
  const { unit } = rate.observation
  return [
    derive([rate], { metric: 'operatingThreads', value: count, unit: '1', dimensions }),
    derive([rate], { metric: 'operatingIops', value: rate.value, unit, dimensions }),
    ...latencies.map((one) =>
      derive([one], {
        metric: 'operatingResponseTime',
        value: one.value,
        unit: 's',
        dimensions: { ...dimensions, operation: one.conditions.operation! },
      }),
    ),
  ]
}

/** Where the load carried was greatest: more threads than these bring less. */
function saturation({ conditions, members }: Group<Point>, { set }: Options) {
  const top = members.reduce((best, point) =>
    point.rate.value > best.rate.value || (point.rate.value === best.rate.value && point.count < best.count)
      ? point
      : best,
  )
  return derive([top.rate], {
    metric: 'saturationThreads',
    value: top.count,
    unit: '1',
    dimensions: { ...conditions, ...set },
  })
}
