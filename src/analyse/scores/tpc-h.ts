/**
 * TPC-H from files that hold a part each: power test, streams, refresh functions. A file that holds all of it has its scores already;
 * its observations count here as well, so that one declaration fits both.
 */
import { z } from 'zod'
import { localSeconds } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import { queryNames, tpchScores, type TpchScores } from '../../model/tpch.ts'
import type { DataProblems } from '../measures.ts'
import { computedStatus, conditionsOf, defineScore, derive, groupWithout, meets, scope, type Group } from './score.ts'
import type { RunObservation } from '../measures.ts'

const options = z.strictObject({
  ...scope('tpc-h'),
  /** Size of the database in GB; the dimension `scale` of the logs without it. */
  scale: z.number().positive().optional(),
  /** Three-year price of the system; the metric `price` of the logs without it. */
  price: z.number().positive().optional(),
})
type Options = z.output<typeof options>

interface Timed extends RunObservation {
  conditions: ReturnType<typeof conditionsOf>
}

export const tpcH = defineScore({
  id: 'tpc-h',
  title: 'TPC-H metrics',
  options,
  compute(all, settings, problems) {
    const own = all.flatMap((one): Timed[] => {
      const conditions = conditionsOf(one)
      const counts =
        one.run.benchmark === settings.benchmark && one.run.valid !== false && meets(conditions, settings.where)
      return counts ? [{ ...one, conditions }] : []
    })
    return groupWithout(own, 'phase', 'stream', 'query', 'refresh', 'scale').flatMap((test) =>
      scoreTest(test, settings, problems),
    )
  },
})

function scoreTest(test: Group<Timed>, settings: Options, problems: DataProblems) {
  const times = test.members.filter(({ observation }) => /^(?:query|refresh)Time$/.test(observation.metric))
  const first = times[0]
  if (!first) return []
  const scale = scaleOf(test, settings)
  const scores = tpchScores({
    scale,
    powerTimes: powerTimes(times),
    streams: streamsOf(times).length,
    throughputSeconds: throughputSeconds(test, times),
    failedInStreams: failures(times),
    price:
      settings.price ??
      test.members.find(({ observation }) => observation.metric === 'price')?.observation.value ??
      null,
  })
  if (scale === null) scores.reasons.push('no score: the scale factor is not known, or there are several')
  for (const reason of scores.reasons) {
    problems.of(first.run).warning('incomplete-test', `Unexpected TPC-H test: ${reason}`, {
      line: first.observation.origin.line ?? undefined,
      hint: 'See docs/tpch.md for what a score needs.',
    })
  }
  return values(scores).map(([metric, value]) =>
    derive(times, {
      metric,
      value,
      unit: '1',
      dimensions: { ...test.conditions, scale: scale! },
      status: computedStatus(times),
    }),
  )
}

function values({ power, throughput, composite, pricePerformance }: TpchScores): [string, number][] {
  const named: [string, number | null][] = [
    ['qpph', power],
    ['qthh', throughput],
    ['qphh', composite],
    ['pricePerQphh', pricePerformance],
  ]
  return named.flatMap(([metric, value]): [string, number][] => (value === null ? [] : [[metric, value]]))
}

function scaleOf({ members }: Group<Timed>, { scale }: Options): number | null {
  const logged = new Set(
    members.flatMap(({ conditions }) => (typeof conditions.scale === 'number' ? conditions.scale : [])),
  )
  if (scale !== undefined) logged.add(scale)
  return logged.size === 1 ? [...logged][0]! : null
}

function powerTimes(times: readonly Timed[]): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const { conditions, observation } of times) {
    if (conditions.phase !== 'power') continue
    const name = String(conditions.refresh ?? conditions.query)
    // Two times of one query are none: which would count?
    found.set(name, found.has(name) ? null : observation.value)
  }
  return found
}

function streamsOf(times: readonly Timed[]): (string | number)[] {
  const queries = times.filter(({ conditions }) => conditions.phase === 'throughput' && 'query' in conditions)
  return [...new Set(queries.flatMap(({ conditions }) => conditions.stream ?? []))]
}

function failures(times: readonly Timed[]): string[] {
  return streamsOf(times).flatMap((stream) =>
    queryNames
      .filter((name) => {
        const own = times.filter(
          ({ conditions }) =>
            conditions.phase === 'throughput' && conditions.stream === stream && String(conditions.query) === name,
        )
        return own.length !== 1 || (own[0]!.observation.value ?? 0) <= 0
      })
      .map((name) => `stream ${stream} query ${name}`),
  )
}

/**
 * As logged by the one file that has the whole throughput test; else from the first start to the last end of the files that hold
 * nothing but parts of it, by clocks that all have or all lack an offset. `null` where a file mixes the phases.
 */
function throughputSeconds({ members }: Group<Timed>, times: readonly Timed[]): number | null {
  const parts = times.filter(({ conditions }) => conditions.phase === 'throughput')
  // `derive` and the like copy runs; the id stays.
  const runs = new Map<string, Run>(parts.map(({ run }) => [run.id, run]))
  if (runs.size === 1) {
    const id = [...runs.keys()][0]
    return (
      members.find(({ run, observation }) => run.id === id && observation.metric === 'throughputTime')?.observation
        .value ?? null
    )
  }
  let [first, last] = [Infinity, -Infinity]
  for (const run of runs.values()) {
    const isMixed = times.some((one) => one.run.id === run.id && one.conditions.phase !== 'throughput')
    if (isMixed || !run.start || !run.end) return null
    first = Math.min(first, localSeconds(run.start) - (run.start.offset ?? 0) * 60)
    last = Math.max(last, localSeconds(run.end) - (run.end.offset ?? 0) * 60)
  }
  return last > first ? last - first : null
}
