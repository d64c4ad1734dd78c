/**
 * One run archived in several renderings (SPEC writes rsf, csv and txt of each) is one run. The richest rendering gives
 * the values, the worst verdict wins, and what the renderings disagree on beyond their print precision is reported.
 *
 * Formats mark a rendering by three settings: `rendering` (`rsf`, `csv`, …), `printDigits` (significant digits of its
 * values, `null` when they are not rounded for print) and `reportable`. Runs without `rendering` pass through.
 */
import { ProblemSink, type Problem } from '../problems.ts'
import { localSeconds } from './builder.ts'
import { logName } from './log-name.ts'
import type { Observation, Run } from './result.ts'

export interface MergedRenderings {
  /** In the order given; a merged run stands where its first rendering stood. */
  runs: Run[]
  problems: Problem[]
}

/** Richest first. */
const richness = ['rsf', 'raw', 'xml', 'csv', 'txt', 'html']

/**
 * Renderings belong together when they are of the same benchmark and suite in the same folder (of the same archive) and
 * share their file name without extension, or the second at which they began, or run number, test date and values.
 * Pure: the runs given are left as they are. The files of the other renderings are named in `settings.otherRenderings`.
 */
export function mergeRenderings(runs: readonly Run[]): MergedRenderings {
  const groups = groupRenderings(runs)
  const problems: Problem[] = []
  const merged = runs.flatMap((run) => {
    const group = groups.get(run)
    if (!group || group.length === 1) return [run]
    return group[0] === run ? [mergeGroup(group, problems)] : []
  })
  return { runs: merged, problems }
}

/** Each rendering with all that belong to its run, in the order given. */
function groupRenderings(runs: readonly Run[]): Map<Run, Run[]> {
  const groups = new Map<Run, Run[]>()
  const first = new Map<string, Run>()
  for (const run of runs) {
    if (typeof run.settings.rendering !== 'string') continue
    groups.set(run, [run])
    for (const key of keysOf(run)) {
      const known = first.get(key)
      if (known === undefined) first.set(key, run)
      else if (!key.startsWith('number') || valuesAgree(known, run)) unite(groups, known, run)
    }
  }
  return groups
}

function unite(groups: Map<Run, Run[]>, a: Run, b: Run): void {
  const [left, right] = [groups.get(a)!, groups.get(b)!]
  if (left === right) return
  const both = [...left, ...right]
  for (const run of both) groups.set(run, both)
}

function keysOf(run: Run): string[] {
  const file = fileOf(run)
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const common = [run.benchmark, folder, ...Object.entries(run.dimensions).flat()].join('\n')
  const keys = [`stem\n${common}\n${file.replace(/\.[^./]*$/, '')}`]
  // The second only: a raw file may know fractions of it.
  if (run.start?.offset !== undefined && run.start.offset !== null) {
    const utc = Math.floor(localSeconds(run.start)) - run.start.offset * 60
    keys.push(`start\n${common}\n${run.system ?? ''}\n${utc}`)
  }
  const { runNumber, test_date: date } = run.settings
  if (typeof runNumber === 'string' && typeof date === 'string') keys.push(`number\n${common}\n${runNumber}\n${date}`)
  return keys
}

function fileOf({ origin }: Run): string {
  return logName(origin)
}

function mergeGroup(group: readonly Run[], problems: Problem[]): Run {
  const [best, ...others] = [...group].sort((a, b) => countScores(b) - countScores(a) || rank(a) - rank(b))
  for (const other of others) problems.push(...compare(best!, other))
  const all = [best!, ...others]
  const verdicts = all.map(({ valid }) => valid)
  const settings: Run['settings'] = { ...best!.settings, otherRenderings: others.map(fileOf).join(', ') }
  for (const [name, value] of others.flatMap((other) => Object.entries(other.settings))) {
    // How a rendering prints is its own affair.
    if (name !== 'printDigits') settings[name] ??= value
  }
  if (all.some((run) => run.settings.reportable === false)) settings.reportable = false
  return {
    ...best!,
    toolVersion: firstOf(all, (run) => run.toolVersion),
    system: firstOf(all, (run) => run.system),
    start: firstOf(all, (run) => run.start),
    end: firstOf(all, (run) => run.end),
    published: firstOf(all, (run) => run.published),
    settings,
    valid: verdicts.includes(false) ? false : verdicts.includes(true) ? true : null,
    status: all.find(({ status }) => status !== 'measured')?.status ?? 'measured',
    reasons: [...new Set(all.flatMap(({ reasons }) => reasons))],
  }
}

/** A rendering that was cut has lost its scores: it comes after whole ones, however rich its kind. */
function countScores({ observations }: Run): number {
  return observations.filter(({ metric, value }) => metric === 'score' && value !== null).length
}

function rank({ settings }: Run): number {
  const index = richness.indexOf(String(settings.rendering))
  return index === -1 ? richness.length : index
}

function firstOf<T>(runs: readonly Run[], pick: (run: Run) => T | null): T | null {
  for (const run of runs) if (pick(run) !== null) return pick(run)
  return null
}

function compare(best: Run, other: Run): Problem[] {
  const sink = new ProblemSink(fileOf(other))
  if (best.valid !== other.valid && best.valid !== null && other.valid !== null) {
    const [valid, invalid] = best.valid ? [best, other] : [other, best]
    sink.warning(
      'validity-differs',
      `Unexpected different verdicts, expected one: ${fileOf(invalid)} is not valid, ${fileOf(valid)} says it is`,
      { line: 1, hint: 'The worst verdict counts. SPEC often decides on flags only when it formats a result.' },
    )
  }
  for (const [mine, theirs] of pairs(best, other)) {
    if (sameValue(mine, theirs, best, other)) continue
    const what = `${mine.metric} (${Object.values(mine.dimensions).join(', ')})`
    sink.warning(
      'renderings-differ',
      `Unexpected ${what} of ${show(theirs.value)}, expected ${show(mine.value)} as in ${fileOf(best)}`,
      {
        line: theirs.origin.line ?? undefined,
        byte: theirs.origin.byte ?? undefined,
        actual: show(theirs.value),
        expected: show(mine.value),
        hint: 'One of the files was changed, or they are of different runs. The value of the richer one is used.',
      },
    )
  }
  return sink.toProblems()
}

function valuesAgree(a: Run, b: Run): boolean {
  const common = pairs(a, b)
  return common.length > 0 && common.every(([one, two]) => sameValue(one, two, a, b))
}

/** Observations of both runs with the same metric and dimensions. */
function pairs(a: Run, b: Run): [Observation, Observation][] {
  const theirs = new Map(b.observations.map((one) => [keyOf(one), one]))
  return a.observations.flatMap((one): [Observation, Observation][] => {
    const other = theirs.get(keyOf(one))
    return other ? [[one, other]] : []
  })
}

function keyOf({ metric, dimensions }: Observation): string {
  return [metric, ...Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))].join('\n')
}

/** Equal within one unit of the last digit that the coarser rendering prints; otherwise within six digits. */
function sameValue(a: Observation, b: Observation, left: Run, right: Run): boolean {
  if (a.value === null || b.value === null) return a.value === b.value
  const given = [left, right].flatMap(({ settings }) =>
    typeof settings.printDigits === 'number' ? settings.printDigits : [],
  )
  const size = Math.max(Math.abs(a.value), Math.abs(b.value))
  if (size === 0) return true
  const digits = given.length === 0 ? 7 : Math.min(...given)
  const unit = 10 ** (Math.floor(Math.log10(size)) - digits + 1)
  return Math.abs(a.value - b.value) <= unit * (1 + 1e-9)
}

function show(value: number | null): string {
  return value === null ? 'no value' : String(Number(value.toPrecision(9)))
}
