/** Judges the runs of one tuning by SPEC's rules: which count, whether the suite is complete, whether print agrees. */
import type { Source } from '../../source/source.ts'
import { digits, reportDifference, reportIncomplete, reportStray } from './reports.ts'
import type { Iteration, SpecCpuResult } from './result.ts'
import { agree, geometricMean, isGood, meanError, recomputeRatio, selectRun } from './score.ts'
import type { Suite, Tuning } from './suites.ts'

/** One benchmark under one tuning. */
interface Judged {
  benchmark: string
  iterations: Iteration[]
  selected: Iteration | null
  isBasepeak: boolean
}

export interface JudgedTuning {
  tuning: Tuning
  benchmarks: Judged[]
  /** The score to show; `null` when the suite is not complete. */
  score: number | null
  /** Geometric mean over the benchmarks that have a ratio, however few. */
  recomputed: number | null
  printed: number | null
  complete: number
  line: number
  /** What is wrong with the score. */
  reasons: string[]
  /** What is wrong with single benchmarks: said only where the file does not say it itself. */
  benchmarkReasons: string[]
}

export function judge(result: SpecCpuResult, suite: Suite, tuning: Tuning, source: Source): JudgedTuning {
  const own = result.iterations.filter((iteration) => iteration.tuning === tuning)
  const selectedRows = result.selected.filter((iteration) => iteration.tuning === tuning)
  const hasRun = [...own, ...selectedRows].some(({ status }) => status !== 'NR')
  const reasons: string[] = []
  const benchmarkReasons: string[] = []
  const benchmarks: Judged[] = []
  for (const benchmark of hasRun ? suite.references.keys() : []) {
    const marked = selectedRows.find((row) => row.benchmark === benchmark && row.status !== 'NR')
    let iterations = own.filter((row) => row.benchmark === benchmark)
    // A report cut before its first table still has the selected runs.
    if (iterations.length === 0 && marked) iterations = [marked]
    const selected = selectRun(iterations)
    checkRatios(iterations, suite, source)
    checkSelection(selected, marked ?? iterations.find((row) => row.selected), iterations, source)
    const base = result.iterations.filter((row) => row.benchmark === benchmark && row.tuning === 'base')
    benchmarks.push({ benchmark, iterations, selected, isBasepeak: repeatsBase(iterations, base, tuning) })
    const count = iterations.filter(isGood).length
    if (selected && count < suite.minimumRuns && own.length > 0) {
      reasons.push(
        `${benchmark} (${tuning}) has ${count} valid ${count === 1 ? 'run' : 'runs'} of ${suite.minimumRuns}`,
      )
    }
    for (const { status } of iterations.filter((row) => !isGood(row) && row.status !== 'NR')) {
      benchmarkReasons.push(`${benchmark} (${tuning}): ${statusNames.get(status) ?? `status ${status}`}`)
    }
  }
  const stray = own.find((row) => !suite.references.has(row.benchmark))
  if (stray) reportStray(stray, suite, source)
  return {
    ...scoreOf(result, suite, tuning, benchmarks, reasons, source),
    tuning,
    benchmarks,
    reasons,
    benchmarkReasons,
  }
}

const statusNames: ReadonlyMap<string, string> = new Map([
  ['CE', 'compile error'],
  ['RE', 'run error'],
  ['VE', 'verification error'],
  ['S', 'a run without time or ratio'],
])

function repeatsBase(iterations: readonly Iteration[], base: readonly Iteration[], tuning: Tuning): boolean {
  if (tuning === 'base' || iterations.length === 0) return false
  if (iterations.every((row) => row.basepeak)) return true
  return (
    iterations.length === base.length &&
    iterations.every((row, i) => row.time !== null && row.timeError < 0.01 && row.time === base[i]!.time)
  )
}

function scoreOf(
  result: SpecCpuResult,
  suite: Suite,
  tuning: Tuning,
  benchmarks: readonly Judged[],
  reasons: string[],
  source: Source,
): Pick<JudgedTuning, 'score' | 'recomputed' | 'printed' | 'complete' | 'line'> {
  const printed = result.scores.find((score) => score.tuning === tuning)
  const counted = benchmarks.flatMap(({ selected }) => (selected ? [selected] : []))
  const recomputed = geometricMean(counted.map(({ ratio }) => ratio!))
  const line = printed?.line ?? counted[0]?.line ?? 1
  const common = { recomputed, printed: printed?.value ?? null, complete: counted.length, line }
  const name = suite.scoreNames[tuning]
  if (benchmarks.length === 0) {
    if (common.printed !== null) reportDifference(name, String(common.printed), 'no runs', line, source)
    return { ...common, score: null }
  }
  if (counted.length < suite.references.size) {
    reasons.push(`${name}: ${counted.length} of ${suite.references.size} benchmarks have a result`)
    reportIncomplete(name, counted.length, suite.references.size, printed?.text ?? null, line, source)
    return { ...common, score: null }
  }
  if (recomputed === null) {
    reasons.push(`${name}: a ratio is 0`)
    return { ...common, score: null }
  }
  if (printed?.value === null) {
    reportDifference(name, printed.text, digits(recomputed), printed.line, source)
  }
  if (printed?.value === undefined || printed.value === null) return { ...common, score: recomputed }
  if (agree(printed.value, recomputed, printed.error + meanError(recomputed, counted))) {
    // Where ratios are printed rounded, the printed mean is the better of two that agree.
    return { ...common, score: printed.value }
  }
  reportDifference(name, printed.text, digits(recomputed), printed.line, source)
  reasons.push(`${name} is printed as ${printed.text}, but its benchmarks give ${digits(recomputed)}`)
  return { ...common, score: recomputed }
}

function checkRatios(iterations: readonly Iteration[], suite: Suite, source: Source): void {
  for (const row of iterations.filter(isGood)) {
    const expected = recomputeRatio(row, suite)
    if (!expected || agree(expected.ratio, row.ratio!, expected.error + row.ratioError)) continue
    const what = `${row.benchmark} (${row.tuning})`
    source.problems.warning(
      'ratio-differs',
      `Unexpected ratio ${row.ratio!} of ${what}, expected ${digits(expected.ratio)} from its run time of ${row.time!} s`,
      {
        line: row.line,
        actual: String(row.ratio),
        expected: digits(expected.ratio),
        hint: 'The row may have been edited or damaged. The printed ratio is used; compare with the rsf.',
      },
    )
  }
}

function checkSelection(
  selected: Iteration | null,
  marked: Iteration | undefined,
  iterations: readonly Iteration[],
  source: Source,
): void {
  if (selected === null || marked?.time === undefined || marked.time === null) return
  if (agree(selected.time!, marked.time, selected.timeError + marked.timeError)) return
  source.problems.warning(
    'selection-differs',
    `Unexpected selected run of ${marked.time} s for ${marked.benchmark} (${marked.tuning}), expected ${selected.time!} s, ` +
      (iterations.filter(isGood).length === 2 ? 'the slower of two' : 'the median'),
    {
      line: marked.line,
      actual: String(marked.time),
      expected: String(selected.time),
      hint: "The run that SPEC's rule selects is used. Look at the runs of this benchmark in the result file.",
    },
  )
}
