/** Looking up values of a run by their conditions, and what must hold for every log however damaged. */
import { expect } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Dimensions, Observation, Run } from '../../src/model/result.ts'

/**
 * The value of the one observation of `metric` whose dimensions are exactly `where`, or, when there is none, include it;
 * an error when there is none or several.
 */
export function valueOf(run: Run | undefined, metric: string, where: Dimensions): number | null {
  const including = observationsOf(run!, metric, where)
  const exact = including.filter(({ dimensions }) => Object.keys(dimensions).length === Object.keys(where).length)
  const found = exact.length > 0 ? exact : including
  expect(found, `${metric} ${JSON.stringify(where)}`).toHaveLength(1)
  return found[0]!.value
}

export function observationsOf(run: Run, metric: string, where: Dimensions = {}): Observation[] {
  return run.observations.filter(
    (observation) =>
      observation.metric === metric &&
      Object.entries(where).every(([name, value]) => observation.dimensions[name] === value),
  )
}

/** Ids unique, values finite, a reason for every invalid run, a hint for every problem. */
export function expectSafe({ runs, problems }: ReadLog): void {
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length)
  for (const run of runs) {
    if (run.valid === false) expect(run.reasons).not.toEqual([])
    for (const { value } of run.observations) expect(value === null || Number.isFinite(value)).toBe(true)
  }
  for (const { hint, message } of problems) expect([message.length > 0, hint !== '']).toEqual([true, true])
}
