/** What is measured: each reader with its file, its check and its limits. */
import { readFileSync, statSync } from 'node:fs'
import { readLog } from '../../src/formats/read.ts'
import type { Run } from '../../src/model/result.ts'
import { openFile } from '../../src/source/file.ts'
import type { ReadOptions } from '../../src/source/source.ts'
import { summaryOf } from '../../src/model/statistics.ts'
import type { IometerFacts } from './iometer-file.ts'
import { loopOverBinary, loopOverText, runLibrary } from './limits.ts'
import type { CounterFacts, PerfmonFacts } from './counter-facts.ts'

/** Result of one task. `bytes` is what the time was needed for; `null` when the task cannot run here. */
export type Measured = { bytes: number; seconds: number } | null

type Task = (file: string) => Measured | Promise<Measured>

export const tasks: Record<string, Task> = {
  'loop-text': (file) => timed(file, () => loopOverText(file)),
  'loop-binary': (file) => timed(file, () => loopOverBinary(file)),
  'library-table': (file) => runLibrary(file, true),
  'library-rows': (file) => runLibrary(file, false),
  'counters-wanted': (file) => {
    const facts = factsOf(file) as PerfmonFacts
    const wanted = new Set(facts.wanted)
    return read(file, { wants: (name) => wanted.has(name) }, (runs) => {
      checkCounters(
        runs,
        facts,
        facts.counters.filter(({ name }) => wanted.has(name)),
      )
    })
  },
  'counters-all': (file) => {
    const facts = factsOf(file) as PerfmonFacts
    return read(file, { samples: 'summary' }, (runs) => {
      checkCounters(runs, facts, facts.counters)
    })
  },
  iometer: (file) =>
    read(file, {}, (runs) => {
      checkTests(runs, factsOf(file) as IometerFacts)
    }),
}

function factsOf(file: string): unknown {
  return JSON.parse(readFileSync(`${file}.json`, 'utf8'))
}

function timed(file: string, work: () => number): Measured {
  const start = performance.now()
  const result = work()
  const seconds = (performance.now() - start) / 1000
  check(Number.isFinite(result), 'the loop gave no number')
  return { bytes: statSync(file).size, seconds }
}

/** From opening the file to its runs, hash included. */
async function read(file: string, options: ReadOptions, checkRuns: (runs: Run[]) => void): Promise<Measured> {
  const start = performance.now()
  const log = await readLog(await openFile(file, 'bench', options))
  const seconds = (performance.now() - start) / 1000
  const errors = log.problems.filter(({ severity }) => severity === 'error')
  check(errors.length === 0, errors[0]?.message ?? '')
  checkRuns(log.runs)
  return { bytes: log.record.bytes, seconds }
}

function checkCounters([run, ...others]: Run[], facts: PerfmonFacts, expected: CounterFacts[]): void {
  check(run !== undefined && others.length === 0, 'not one run')
  const { series, settings } = run!
  check(settings.samples === facts.rows, `${String(settings.samples)} records`)
  check(series.length === expected.length, `${series.length} series`)
  for (const [i, one] of series.entries()) {
    const { name, count, missing, sum, min, max, p50 } = expected[i]!
    const found = summaryOf(one)
    check(one.name === name && found.count === count && found.missing === missing, `samples of ${one.name}`)
    check(found.min === min && found.max === max, `range of ${name}`)
    check(isNear(found.mean! * (count - missing), sum), `mean of ${name}`)
    check(p50 === undefined || isNear(found.p50!, p50), `median of ${name}`)
  }
}

function checkTests(runs: Run[], facts: IometerFacts): void {
  check(runs.length === facts.tests, `${runs.length} runs, expected ${facts.tests}`)
  let iops = 0
  for (const { observations } of runs) {
    const total = observations.find(({ metric, dimensions: { scope, operation } }) => {
      return metric === 'iops' && scope === 'all' && operation === 'all'
    })
    iops += total!.value!
  }
  check(isNear(iops, facts.iops), `sum of IOps ${iops}, expected ${facts.iops}`)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`wrong result: ${what}`)
}
