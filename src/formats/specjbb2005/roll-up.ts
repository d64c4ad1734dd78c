/**
 * Puts the JVMs of a multi-JVM SPECjbb2005 run together: `SPECjbb.001.raw` … `SPECjbb.004.raw` of one folder are one run,
 * whose throughput at each number of warehouses is the sum. Where the reporter's joined `SPECjbb.raw` lies beside them,
 * that is the run, and its parts are only its parts.
 */
import { RunBuilder } from '../../model/builder.ts'
import { logName } from '../../model/log-name.ts'
import type { Observation, Run } from '../../model/result.ts'
import { ProblemSink, type Problem } from '../../problems.ts'
import { groupBy } from '../group-by.ts'
import { scoreJvms, type Jvm, type Point } from './score.ts'
import { reportMissingJvms, writeScore } from './write.ts'

export interface RolledUp {
  /** Runs of other benchmarks and of one JVM untouched; parts replaced by the run they make. */
  runs: Run[]
  problems: Problem[]
}

export function rollUpSpecjbb2005(runs: readonly Run[]): RolledUp {
  const problems: Problem[] = []
  const groups = groupBy(runs.filter(isPart), seriesOf)
  const rolled = new Map<Run, Run>()
  for (const parts of groups.values()) {
    const joined = findJoined(runs, parts[0]!, groups)
    if (joined) {
      rolled.set(joined, { ...joined, settings: { ...joined.settings, parts: filesOf(parts) } })
      continue
    }
    const sink = new ProblemSink(folderOf(parts[0]!), 'specjbb2005-raw')
    // The run stands where its first part stood.
    const inOrder = [...parts].sort((a, b) => jvmOf(a) - jvmOf(b))
    rolled.set(parts[0]!, join(inOrder, sink))
    problems.push(...sink.toProblems())
  }
  return { runs: runs.flatMap((run) => rolled.get(run) ?? (isPart(run) ? [] : run)), problems }
}

/** The run whose raw file the reporter has joined from this part and others. */
function findJoined(runs: readonly Run[], part: Run, groups: ReadonlyMap<string, Run[]>): Run | undefined {
  const candidates = runs.filter((run) => isJoined(run) && folderOf(run) === folderOf(part))
  const isOnly = [...groups.values()].filter(([one]) => folderOf(one!) === folderOf(part)).length === 1
  return candidates.find((run) => seriesOf(run) === seriesOf(part)) ?? (isOnly ? candidates[0] : undefined)
}

/** Folder and name without the number of the JVM: `a/SPECjbb` of `a/SPECjbb.002.raw`. A folder may hold several runs. */
function seriesOf({ origin }: Run): string {
  return logName(origin)
    .replace(/\.[^./]*$/, '')
    .replace(/[-._]?\d+$/, '')
}

function isPart(run: Run): boolean {
  return run.benchmark === 'specjbb2005' && typeof run.settings.jvm === 'number'
}

function isJoined({ benchmark, settings }: Run): boolean {
  return (
    benchmark === 'specjbb2005' && settings.jvm === undefined && typeof settings.jvms === 'number' && settings.jvms > 1
  )
}

function jvmOf({ settings }: Run): number {
  return Number(settings.jvm)
}

function folderOf({ origin }: Run): string {
  const file = logName(origin)
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function filesOf(runs: readonly Run[]): string {
  return runs.map(({ origin }) => logName(origin)).join(', ')
}

function join(parts: readonly Run[], problems: ProblemSink): Run {
  const first = parts[0]!
  const instances = Number(first.settings.jvms)
  const expectedPeak = typeof first.settings.expectedPeak === 'number' ? first.settings.expectedPeak : null
  const jvms = parts.map(toJvm)
  const score = scoreJvms(jvms, { expectedPeak, measurement: 240 })
  const { path, member } = first.origin
  const builder = new RunBuilder(
    { path, member },
    {
      benchmark: first.benchmark,
      tool: first.tool,
      toolVersion: first.toolVersion,
      system: first.system,
      index: 0,
      line: 1,
    },
  )
  builder.period(first.start, first.end)
  for (const [name, value] of Object.entries(first.settings)) if (name !== 'jvm') builder.setting(name, value)
  builder.setting('parts', filesOf(parts))
  const rules = { expectedPeak, measurement: 240 }
  const reasons = [...new Set(parts.flatMap((part, i) => otherReasons(part, scoreJvms([jvms[i]!], rules).reasons)))]
  reasons.push(...score.reasons)
  if (parts.length < instances) {
    reasons.push(`${parts.length} of ${instances} JVMs have a raw file`)
    reportMissingJvms(parts.length, instances, problems)
  }
  if (parts.some((part) => part.settings.expectedPeak !== first.settings.expectedPeak)) {
    reasons.push('the JVMs expect their peak at different numbers of warehouses')
  }
  builder.valid()
  for (const reason of reasons) builder.invalid(reason)
  builder.setting('reportable', reasons.length === 0 && parts.every(({ settings }) => settings.reportable === true))
  writeScore(builder, { score, jvms, expectedPeak, isPart: parts.length < instances, problems })
  const run = builder.build()
  run.dimensions = commonDimensions(parts)
  // Each value of a part keeps its own origin.
  run.observations.unshift(...parts.flatMap(({ observations }) => observations))
  return run
}

/** What the paths of all parts say; the number of the JVM, say, is not that of the run. */
function commonDimensions([first, ...others]: readonly Run[]): Run['dimensions'] {
  const entries = Object.entries(first!.dimensions)
  return Object.fromEntries(entries.filter(([name, value]) => others.every((run) => run.dimensions[name] === value)))
}

/** What is wrong with a part beyond its points, which are judged together. */
function otherReasons({ valid, reasons }: Run, ofPoints: readonly string[]): string[] {
  return valid === false ? reasons.filter((reason) => !ofPoints.includes(reason)) : []
}

function toJvm(part: Run): Jvm {
  const at = (metric: string): Observation[] => part.observations.filter((one) => one.metric === metric)
  const [elapsed, starts] = [at('measurementTime'), at('measurementStart')]
  const base = part.start === null ? null : Date.parse(`${part.start.local}Z`)
  const points = at('throughput').map((one, i): Point => {
    const start = starts[i]?.value ?? null
    const length = elapsed[i]?.value ?? null
    const startMs = base === null || start === null ? null : base + start * 1000
    return {
      warehouses: Number(one.dimensions.warehouses),
      throughput: one.value,
      startMs,
      endMs: startMs === null || length === null ? null : startMs + length * 1000,
      elapsed: length,
      line: one.origin.line ?? 1,
    }
  })
  return { number: jvmOf(part), points }
}
