/** Reads lab CSV rows and computes a score of them, for tests. */
import { DataProblems } from '../../src/analyse/measures.ts'
import { computeScore, scoreSchema } from '../../src/analyse/scores/index.ts'
import type { ScoredObservation } from '../../src/analyse/scores/score.ts'
import type { Run } from '../../src/model/result.ts'
import type { Problem } from '../../src/problems.ts'
import { readBytes } from './check-format.ts'

export interface ScoredLog {
  values: ScoredObservation[]
  problems: Problem[]
  /** The one value of a metric whose dimensions include `where`. */
  value: (metric: string, where?: Record<string, string | number>) => number
  one: (metric: string, where?: Record<string, string | number>) => ScoredObservation
}

export function scoreRuns(runs: readonly Run[], declared: Record<string, unknown>): ScoredLog {
  const problems = new DataProblems()
  const values = computeScore({ runs: [...runs] }, scoreSchema.parse(declared), problems)
  const one: ScoredLog['one'] = (metric, where = {}) => {
    const found = values.filter(
      ({ observation }) =>
        observation.metric === metric &&
        Object.entries(where).every(([name, wanted]) => observation.dimensions[name] === wanted),
    )
    if (found.length !== 1) throw new Error(`${found.length} values of ${metric} ${JSON.stringify(where)}`)
    return found[0]!
  }
  return {
    values,
    problems: [...problems.sinks.values()].flatMap((sink) => sink.toProblems()),
    one,
    value: (metric, where) => one(metric, where).observation.value!,
  }
}

/** @param text lab CSV without its first line */
export async function scoreLog(text: string, declared: Record<string, unknown>): Promise<ScoredLog> {
  const log = await readBytes(Buffer.from(`benchpaper-log,1\n${text}`), 'log.csv')
  if (log.problems.length > 0) throw new Error(log.problems.map(({ message }) => message).join('; '))
  return scoreRuns(log.runs, declared)
}
