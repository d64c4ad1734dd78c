/** What all runs of a benchmark were set to, for tables of settings: read from the logs, so that it cannot contradict them. */
import { counts } from '../model/beyond-limit.ts'
import type { Results, Scalar } from '../model/result.ts'
import { PlaceholderError } from './placeholder.ts'

/** @throws PlaceholderError when the runs differ, or have no such setting */
export function sharedSetting({ runs }: Results, benchmark: string, name: string): Scalar {
  const own = runs.filter((run) => run.benchmark === benchmark && counts(run, true))
  const values = [...new Set(own.map(({ settings }) => settings[name] ?? null))]
  const [value] = values
  if (values.length === 1 && value !== null && value !== undefined) return value
  const known = [...new Set(own.flatMap(({ settings }) => Object.keys(settings)))].join(', ') || 'none'
  throw new PlaceholderError(
    values.every((one) => one === null)
      ? `no setting ${name} of ${benchmark}; settings: ${known}`
      : `runs of ${benchmark} differ in ${name}: ${values.map(String).join(', ')}`,
  )
}
