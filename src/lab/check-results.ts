/** What a log cannot know of itself: that it lies in the wrong folder, is there twice, or says what cannot be. */
import type { Dimensions, Results, Run } from '../model/result.ts'
import { ProblemSink, type Problem } from '../problems.ts'
import type { LabReport } from './lab.ts'

/** Same bytes under two conditions: one of the two is in the wrong place, and nobody knows which. Neither is used. */
export function withoutContradictions(results: Results, dimensionsOf: ReadonlyMap<string, Dimensions>): Results {
  const byHash = new Map<string, typeof results.sources>()
  for (const source of results.sources) byHash.set(source.sha256, [...(byHash.get(source.sha256) ?? []), source])
  const dropped = new Set<string>()
  const problems: Problem[] = []
  for (const copies of byHash.values()) {
    if (copies.length < 2) continue
    const names = copies.map(({ path, member }) => (member === null ? path : `${path}/${member}`))
    const isSame = copies.every(
      ({ path }) => JSON.stringify(dimensionsOf.get(path)) === JSON.stringify(dimensionsOf.get(copies[0]!.path)),
    )
    const sink = new ProblemSink(names[1]!, 'lab')
    if (isSame) {
      sink.warning('duplicate-content', `Unexpected copy of ${names[0]!}, expected each log once`, {
        hint: 'It was counted once. If this should be another run, the wrong file was copied.',
      })
      names.slice(1).forEach((name) => dropped.add(name))
    } else {
      sink.error(
        'contradictory-copies',
        `Unexpected copy of ${names[0]!} under other conditions, expected each log once`,
        {
          hint: 'One of them was copied to the wrong folder; none of them is used.',
        },
      )
      names.forEach((name) => dropped.add(name))
    }
    problems.push(...sink.toProblems())
  }
  if (dropped.size === 0) return results
  const isKept = ({ origin: { path, member } }: Run): boolean =>
    !dropped.has(member === null ? path : `${path}/${member}`)
  return { ...results, runs: results.runs.filter(isKept), problems: [...results.problems, ...problems] }
}

/** Machines that the lab does not know by that name, and quantities below zero. */
export function checkRuns(report: LabReport, runs: readonly Run[]): Problem[] {
  return runs.flatMap((run) => {
    const { path, member, line } = run.origin
    const sink = new ProblemSink(member === null ? path : `${path}/${member}`, 'lab')
    checkHost(report, run, sink)
    for (const { metric, value, unit, origin } of run.observations) {
      if (value === null || value >= 0 || !['s', 'B', 'B/s', '1/s'].includes(unit)) continue
      sink.error('negative-value', `Unexpected ${metric} of ${value} ${unit}, expected a value of zero or more`, {
        line: origin.line ?? line ?? undefined,
        hint: 'The log is damaged or was edited. Take it out, or copy the original again.',
      })
    }
    return sink.toProblems()
  })
}

function checkHost(report: LabReport, run: Run, sink: ProblemSink): void {
  const system = [...report.systems.values()].find(({ id }) => id === run.dimensions.system)
  if (!system || system.hosts.length === 0 || run.system === null) return
  if (system.hosts.some((host) => host.toLowerCase() === run.system!.toLowerCase())) return
  sink.error(
    'unexpected-host',
    `Unexpected machine ${run.system}, expected ${system.hosts.join(' or ')} of ${system.name}`,
    {
      line: run.origin.line ?? undefined,
      hint: `The log may lie in the wrong folder. If the machine has another name now, add it to "hosts" in systems/${system.id}.yaml.`,
    },
  )
}
