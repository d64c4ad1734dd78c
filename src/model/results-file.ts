/** Results to and from their file form. `parseResults(formatResults(r))` gives `r` back. */
import { UserError } from '../problems.ts'
import type { Results, Run, Series } from './result.ts'
import { resultsSchema, type ResultsFile } from './schema.ts'
import { upgradeResults } from './upgrade.ts'

/** JSON text, one observation or series a line, so that a diff of two files reads well. */
export function formatResults(results: Results): string {
  const { version, sources, runs, problems } = results
  return `{\n"version": ${version},\n"sources": ${list(sources)},\n"runs": [${runs.map(formatRun).join(',')}\n],\n"problems": ${list(problems)}\n}\n`
}

function formatRun(run: Run): string {
  const clocks = [...new Set(run.series.flatMap(({ times, summary }) => (summary ? [] : [times])))]
  const { observations, series, origin, ...head } = run
  return `\n{${JSON.stringify({ ...head, origin }).slice(1, -1)},\n "observations": ${list(observations)},\n "clocks": ${list(
    clocks.map((times) => [...times]),
  )},\n "series": ${list(series.map((one) => toFile(one, clocks)))}}`
}

function toFile(
  { times, values, ...rest }: Series,
  clocks: Float64Array[],
): ResultsFile['runs'][number]['series'][number] {
  return {
    ...rest,
    clock: rest.summary ? null : clocks.indexOf(times),
    values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
  }
}

function list(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n  ${items.map((item) => JSON.stringify(item)).join(',\n  ')}]`
}

/** @throws UserError when the text is not a results file that this program understands. */
export function parseResults(text: string): Results {
  const parsed = resultsSchema.safeParse(upgradeResults(parseJson(text)))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new UserError(`not a results file: ${issue.path.join('.')}: ${issue.message}`)
  }
  const { version, sources, runs, problems } = parsed.data
  return { version, sources, problems, runs: runs.map(fromFile) }
}

function fromFile({ clocks, series, ...rest }: ResultsFile['runs'][number]): Run {
  const times = clocks.map((clock) => Float64Array.from(clock))
  return {
    ...rest,
    series: series.map(({ clock, values, ...one }) => {
      const shared = clock === null ? new Float64Array(0) : times[clock]
      if (shared?.length !== values.length) throw new UserError(`not a results file: ${one.name} has no clock ${clock}`)
      return { ...one, times: shared, values: Float64Array.from(values, (value) => value ?? NaN) }
    }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UserError('not a results file: it is not JSON', { cause: error })
  }
}
