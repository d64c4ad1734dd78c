import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from '../cli.ts'
import type { Observation, Results, Run } from '../model/result.ts'
import { summaryOf } from '../model/statistics.ts'
import { parseResults } from '../model/results-file.ts'
import { UserError } from '../problems.ts'
import { count, printOut } from './shared.ts'

interface Difference {
  /** What the value is of: benchmark, metric and conditions. */
  what: string
  /** `null`: the value is not in that file. */
  before: number | null
  after: number | null
  unit: string
}

/** Prints each observation and series mean that differs, is new or is gone. Exit code 0 either way. */
export async function runDiff(a: string, b: string, flags: { json: boolean }): Promise<Outcome> {
  const [before, after] = [values(await read(a)), values(await read(b))]
  const differences: Difference[] = []
  for (const what of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(what), after.get(what)]
    if (old?.value === now?.value) continue
    differences.push({ what, before: old?.value ?? null, after: now?.value ?? null, unit: (now ?? old)!.unit })
  }
  const text = flags.json
    ? JSON.stringify({ differences }, null, 2)
    : [...differences.map(show), `${count(differences.length, 'value')} changed`].join('\n')
  await printOut(`${text}\n`)
  return { exitCode: 0 }
}

async function read(path: string): Promise<Results> {
  const file = await stat(path).then(
    (it) => (it.isDirectory() ? join(path, 'results.json') : path),
    () => path,
  )
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`cannot read ${file}`, {
      hint: 'Name a results.json, or the output folder of a report.',
      cause,
    })
  })
  return parseResults(text)
}

/** Values by what they are of; equal conditions are numbered in the order of the file. */
function values({ runs }: Results): Map<string, { value: number | null; unit: string }> {
  const found = new Map<string, { value: number | null; unit: string }>()
  const add = (what: string, value: number | null, unit: string): void => {
    let name = what
    for (let n = 2; found.has(name); n++) name = `${what} (${n})`
    found.set(name, { value, unit })
  }
  for (const run of runs) {
    for (const observation of run.observations) add(name(run, observation), observation.value, observation.unit)
    for (const series of run.series) {
      add(`${name(run, series)} mean of ${series.name}`, summaryOf(series).mean, series.unit)
    }
  }
  return found
}

function name(run: Run, { metric, dimensions }: Pick<Observation, 'metric' | 'dimensions'>): string {
  const conditions = Object.entries({ ...run.dimensions, ...dimensions }).map(([key, value]) => `${key}=${value}`)
  return `${run.benchmark} ${metric} [${conditions.join(' ')}]`
}

function show({ what, before, after, unit }: Difference): string {
  const change =
    before !== null && after !== null && before !== 0 ? ` (${((after / before - 1) * 100).toFixed(2)} %)` : ''
  return `${what}: ${before ?? 'absent'} → ${after ?? 'absent'} ${unit}${change}`
}
