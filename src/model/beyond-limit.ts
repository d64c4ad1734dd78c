/**
 * Runs whose load was too high: the benchmark calls them failed since a latency is above its limit, but they were measured as they
 * should, and a sweep of the load needs them. Other invalid runs are never shown.
 */
import type { Run } from './result.ts'

/** Setting of such a run; true. */
export const beyondLimit = 'beyondLimit'

/** @param isSweep true where runs beyond the limit count as well */
export function counts({ valid, settings }: Run, isSweep: boolean): boolean {
  return valid !== false || (isSweep && settings[beyondLimit] === true)
}
