/** From a SPEC CPU result, whichever rendering it was read from, to a run of our model. */
import { RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run, Spread } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { readDay } from './dates.ts'
import { describe, systemName } from './describe.ts'
import { judge, type JudgedTuning } from './judge.ts'
import { reportPlaceholders, reportWrongClaim } from './reports.ts'
import type { Iteration, SpecCpuResult } from './result.ts'
import { isGood } from './score.ts'
import type { Suite } from './suites.ts'

/**
 * One run. `status` is `estimated` for whatever is not reportable: SPEC wants each such number marked "est." (CPU2006
 * run rules 4.8, CPU2017 5.6). `valid` is false, with reasons, only when a rule is broken; an unbroken run of nobody
 * (template licence or tester) is valid and still not reportable.
 */
export function normaliseSpecCpu(result: SpecCpuResult, source: Source): Run[] {
  const { suite } = result
  if (!suite) {
    source.problems.fail(
      'spec-no-results',
      'Unexpected end of file, expected at least one run of a SPEC CPU benchmark',
      {
        line: Math.max(1, result.lines),
        hint: 'The file was cut or holds benchmarks of no known suite. Copy it again from the result folder.',
      },
    )
  }
  const described = describe(result.description)
  reportPlaceholders(described, source)
  const tunings = (['base', 'peak'] as const).map((tuning) => judge(result, suite, tuning, source))
  const broken = [...ownReasons(result, suite), ...tunings.flatMap(({ reasons }) => reasons)]
  if (result.reasons.length === 0) broken.push(...tunings.flatMap(({ benchmarkReasons }) => benchmarkReasons))
  if (result.claimsValid === true && broken.length > 0) reportWrongClaim(broken[0]!, source)
  const isInvalid = result.claimsValid === false || broken.length > 0
  const isAnonymous =
    (described.settings.get('license_num') ?? null) === null ||
    described.placeholders.some(({ key }) => key === 'tester')
  const isReportable = !isInvalid && !isAnonymous && !result.saysEstimated

  const builder = new RunBuilder(source, {
    benchmark: `spec-cpu${suite.generation}`,
    tool: `SPEC CPU${suite.generation}`,
    toolVersion: result.suiteVersion,
    system: systemName(described.settings),
    status: isReportable ? 'measured' : 'estimated',
    index: 0,
    line: 1,
  })
  builder.period(result.start, null).dimension('suite', suite.id).dimension('mode', suite.mode)
  builder.setting('rendering', result.rendering).setting('reportable', isReportable)
  builder.setting('printDigits', result.rendering === 'txt' ? 3 : null)
  builder.setting('runNumber', result.runNumber).setting('size', result.size)
  for (const [key, value] of described.settings) builder.setting(key, value)
  if (result.published !== null) builder.published('spec.org', readDay(result.published))
  if (result.claimsValid === true) builder.valid()
  if (isInvalid) {
    const reasons = [...result.reasons, ...broken]
    for (const reason of reasons.length > 0 ? reasons : ['marked invalid, without a reason']) builder.invalid(reason)
  }
  if (!isInvalid && isAnonymous) builder.remark('no SPEC licence or tester is named')
  for (const tuning of tunings) writeTuning(builder, tuning, suite)
  return [builder.build()]
}

function ownReasons({ size, mode }: SpecCpuResult, suite: Suite): string[] {
  const reasons: string[] = []
  if (size !== null && size !== 'ref') reasons.push(`size ${size} is never reportable, only ref is`)
  if (mode !== null && mode !== suite.mode) reasons.push(`a ${mode} run of a ${suite.mode} suite`)
  return reasons
}

function writeTuning(builder: RunBuilder, judged: JudgedTuning, suite: Suite): void {
  const { tuning, benchmarks } = judged
  if (benchmarks.length === 0) return
  const name = suite.scoreNames[tuning]
  const isTest = judged.reasons.length > 0 && judged.score === null
  builder.observe('score', judged.score, '1', { dimensions: { name, tuning }, line: judged.line })
  if (isTest && judged.recomputed !== null) {
    const dimensions = { name, tuning, benchmarks: judged.complete }
    builder.observe('partialScore', judged.recomputed, '1', { dimensions, line: judged.line })
  }
  const suffix = tuning === 'base' ? 'Base' : 'Peak'
  builder.setting(`printedScore${suffix}`, judged.printed)
  builder.setting(`recomputedScore${suffix}`, judged.score === null ? null : judged.recomputed)
  for (const { benchmark, iterations, selected, isBasepeak } of benchmarks) {
    const dimensions: Dimensions = { benchmark, tuning }
    if (isBasepeak) dimensions.basepeak = 'yes'
    if (!selected) dimensions.status = iterations[0]?.status ?? 'NR'
    const good = iterations.filter(isGood)
    const extras = { dimensions, line: selected?.line ?? iterations[0]?.line ?? null, repetitions: good.length || 1 }
    const spread = (pick: 'ratio' | 'time'): Spread | null => spreadOf(good.map((row) => row[pick]!))
    builder.observe('ratio', selected?.ratio ?? null, '1', { ...extras, spread: spread('ratio') })
    builder.observe('runTime', selected?.time ?? null, 's', { ...extras, spread: spread('time') })
  }
  for (const { iterations, selected } of benchmarks) {
    for (const [i, row] of iterations.entries()) writeIteration(builder, row, i, row === selected)
  }
  const copies = new Set(benchmarks.flatMap(({ selected }) => selected?.copies ?? []))
  const unit = suite.mode === 'rate' ? 'copies' : 'threads'
  builder.setting(`${tuning}${unit === 'copies' ? 'Copies' : 'Threads'}`, copies.size === 1 ? [...copies][0]! : null)
}

function writeIteration(builder: RunBuilder, row: Iteration, index: number, isSelected: boolean): void {
  const dimensions: Dimensions = {
    benchmark: row.benchmark,
    tuning: row.tuning,
    iteration: row.iteration ?? index + 1,
    selected: isSelected ? 'yes' : 'no',
    status: row.status,
  }
  if (row.copies !== null) dimensions.copies = row.copies
  builder.observe('iterationRatio', row.ratio, '1', { dimensions, line: row.line })
  builder.observe('iterationTime', row.time, 's', { dimensions, line: row.line })
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length < 2) return null
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { min: Math.min(...values), max: Math.max(...values), stddev: Math.sqrt(squares / (values.length - 1)) }
}
