/** Looking up values of a run, and what must hold for every log however damaged. */
import { expect } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Dimensions, Run } from '../../src/model/result.ts'

/** The value of the one observation with exactly these dimensions. */
export function valueOf(run: Run | undefined, metric: string, dimensions: Dimensions): number | null {
  const wanted = Object.entries(dimensions)
  const found = run!.observations.filter(
    (one) =>
      one.metric === metric &&
      Object.keys(one.dimensions).length === wanted.length &&
      wanted.every(([name, value]) => one.dimensions[name] === value),
  )
  expect(found, `${metric} ${JSON.stringify(dimensions)}`).toHaveLength(1)
  return found[0]!.value
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
