/** Picks values out of runs by their conditions. */
import type { Dimensions, Observation, Run } from '../../src/model/result.ts'

/** The one observation of `metric` whose dimensions include `where`; an error when there is none or several. */
function observationOf(run: Run, metric: string, where: Dimensions): Observation {
  const found = observationsOf(run, metric, where)
  if (found.length !== 1) throw new Error(`${found.length} observations of ${metric} ${JSON.stringify(where)}`)
  return found[0]!
}

export function valueOf(run: Run, metric: string, where: Dimensions): number | null {
  return observationOf(run, metric, where).value
}

export function observationsOf(run: Run, metric: string, where: Dimensions = {}): Observation[] {
  return run.observations.filter(
    (observation) =>
      observation.metric === metric &&
      Object.entries(where).every(([name, value]) => observation.dimensions[name] === value),
  )
}
