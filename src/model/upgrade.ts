/**
 * Brings an older results file forward, one step a version, so that all other code knows only the newest. Every change
 * of the format adds a step here and a line in `docs/results-format.md`.
 */
import { UserError } from '../problems.ts'
import { resultsVersion } from './result.ts'

/** `steps[n]` turns version n + 1 into version n + 2. Steps return new objects and leave their input unchanged. */
const steps: readonly ((results: Record<string, unknown>) => Record<string, unknown>)[] = []

/** @throws UserError when `results` is no results file or was written by a newer program. */
export function upgradeResults(results: unknown): unknown {
  if (typeof results !== 'object' || results === null || !('version' in results)) {
    throw new UserError('not a results file: it has no version', { hint: 'Name a results.json that a build wrote.' })
  }
  const { version } = results
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new UserError(`not a results file: invalid version ${String(version)}`)
  }
  if (version > resultsVersion) {
    throw new UserError(`results version ${version} is newer than ${resultsVersion}, the newest this program reads`, {
      hint: 'Update benchpaper, or build the results again with this version.',
    })
  }
  return steps.slice(version - 1).reduce<Record<string, unknown>>((older, step) => step(older), { ...results })
}
