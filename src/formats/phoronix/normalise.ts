/** From systems to runs: one run for each system, one observation for each of its entries. */
import { localSeconds, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run, Spread, Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate, printPrecision } from '../aggregate.ts'
import { groupBy } from '../group-by.ts'
import type { ResultFile, TestEntry, TestResult, TestSystem } from './result-file.ts'
import { quantityOf } from './scales.ts'
import { parsePlausible } from '../plausible.ts'

interface Item {
  result: TestResult
  entry: TestEntry
}

export function normaliseFile(file: ResultFile, source: Source, firstIndex: number): Run[] {
  const items = file.results.flatMap((result) => result.entries.map((entry) => ({ result, entry })))
  const bySystem = groupBy(items, ({ entry }) => entry.system)
  const known = new Map(file.systems.map((system) => [system.identifier, system]))
  const names = [...new Set([...known.keys(), ...bySystem.keys()])]
  return names.map((name, i) => {
    const system = known.get(name) ?? null
    if (!system) reportUnknown(name, bySystem.get(name)![0]!.entry.line, source)
    return buildRun(file, name, system, bySystem.get(name) ?? [], firstIndex + i, source)
  })
}

function reportUnknown(name: string, line: number, source: Source): void {
  source.problems.warning(
    'system-not-described',
    `Unexpected system ${name} of a result, expected one described in the file`,
    {
      line,
      hint: 'Its results are kept, without hardware and software. The file may be a merge that lost them.',
    },
  )
}

function buildRun(
  file: ResultFile,
  name: string,
  system: TestSystem | null,
  items: Item[],
  index: number,
  source: Source,
): Run {
  const builder = new RunBuilder(source, {
    benchmark: 'phoronix-test-suite',
    tool: 'Phoronix Test Suite',
    toolVersion: system?.clientVersion ?? /v(\d+(?:\.\d+)*)/.exec(file.client ?? '')?.[1] ?? null,
    system: name === '' ? null : name,
    index,
    line: system?.line ?? file.line,
  })
  builder.period(readTime(system?.timestamp ?? null, source), null)
  builder.setting('title', isPlaceholder(file.title) ? null : file.title)
  for (const [key, value] of system?.hardware ?? []) builder.setting(`hardware ${key}`, value)
  for (const [key, value] of system?.software ?? []) builder.setting(`software ${key}`, value)
  if (!file.isComplete) builder.invalid('The file breaks off or is damaged; results may be missing.')
  const before = source.problems.count('aggregate-differs')
  let failed = 0
  // One test may be there several times, in one result or in several: all are kept and numbered.
  const groups = groupBy(items, ({ result }) => keyOf(result))
  for (const repeated of groups.values()) {
    for (const [i, item] of repeated.entries()) {
      if (!observe(builder, item, repeated.length > 1 ? i + 1 : null, source)) failed++
    }
  }
  if (failed > 0) builder.remark(`${failed} tests have no value: they failed.`)
  if (source.problems.count('aggregate-differs') > before) builder.invalid('Printed values contradict their samples.')
  return builder.build()
}

/** A name like `$result_name` was never filled in by the shell that started the tests. */
export function isPlaceholder(title: string | null): boolean {
  return title !== null && /^\$\w+$/.test(title)
}

function readTime(text: string | null, source: Source): Timestamp | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '')
  if (!match) return null
  const stamp = { local: `${match[1]!}T${match[2]!}.000`, offset: source.options.offset ?? null }
  return Number.isFinite(localSeconds(stamp)) ? stamp : null
}

function keyOf({ identifier, title, version, arguments: options, description, scale }: TestResult): string {
  return JSON.stringify([identifier, identifier === '' ? [title, description] : '', options, scale, version])
}

/** False when the entry has no value. */
function observe(builder: RunBuilder, { result, entry }: Item, occurrence: number | null, source: Source): boolean {
  const { line } = entry
  const dimensions = dimensionsOf(result, occurrence)
  if (result.display.endsWith('PASS_FAIL')) {
    // MULTI_PASS_FAIL lists the verdicts of several checks.
    const passed = entry.value.split(',').every((verdict) => verdict.trim() === 'PASS')
    builder.observe('passed', entry.value === '' ? null : passed ? 1 : 0, '1', { dimensions, line })
    return entry.value !== ''
  }
  const { metric, unit, convert } = quantityOf(result.scale)
  const value = parsePlausible(entry.value)
  if (Number.isNaN(value)) {
    reportNoValue({ result, entry }, source)
    if (isList(result, entry)) return true
    builder.observe(metricOf(result, metric), null, unit, { dimensions, line })
    return false
  }
  const samples = entry.raw === '' ? [] : entry.raw.split(':').map((text) => parsePlausible(text))
  const isRead = samples.length > 0 && !samples.some(Number.isNaN)
  if (isRead) checkMean(entry, value, samples, source)
  else if (samples.length > 0) reportSamples(entry, source)
  builder.observe(metricOf(result, metric), convert(value), unit, {
    dimensions,
    line,
    repetitions: isRead ? samples.length : 1,
    spread: isRead ? spreadOf(samples.map(convert)) : null,
  })
  return true
}

function dimensionsOf(result: TestResult, occurrence: number | null): Dimensions {
  const optional = (name: string, value: string): Dimensions => (value === '' ? {} : { [name]: value })
  return {
    test: result.identifier === '' ? result.title : result.identifier,
    ...optional('version', result.version),
    ...optional('description', result.description),
    ...optional('arguments', result.arguments),
    ...optional('scale', result.scale),
    ...(result.proportion === 'HIB' && { better: 'higher' }),
    ...(result.proportion === 'LIB' && { better: 'lower' }),
    ...(occurrence !== null && { occurrence }),
  }
}

/** Install time and size are no results of a test. */
function metricOf({ identifier, arguments: options }: TestResult, metric: string): string {
  if (identifier !== '') return metric
  return options === 'test install time' ? 'installTime' : options === 'test install size' ? 'installSize' : metric
}

/** A comma in the value of any other graph is one that no number has here. */
function isList({ display }: TestResult, { value }: TestEntry): boolean {
  return display === 'LINE_GRAPH' && value.includes(',')
}

function reportNoValue({ result, entry }: Item, source: Source): void {
  const name = `${result.title} ${result.description}`.trim()
  if (isList(result, entry)) {
    source.problems.info('skipped-result', `Unexpected list of values for ${name}, expected one value`, {
      line: entry.line,
      hint: `It is a ${result.display || 'graph'} over time without times, and was left out.`,
    })
    return
  }
  source.problems.warning('result-without-value', `Unexpected result without value for ${name}, expected a number`, {
    line: entry.line,
    actual: entry.error?.slice(0, 200) ?? entry.value.slice(0, 60),
    hint: 'The test failed on this system. It is missing, not zero; run it again.',
  })
}

function reportSamples({ raw, line }: TestEntry, source: Source): void {
  source.problems.warning('unreadable-samples', 'Unexpected text among the samples of a result, expected numbers', {
    line,
    actual: raw.slice(0, 60),
    hint: 'The value was kept, without number and spread of its samples.',
  })
}

function checkMean(entry: TestEntry, printed: number, samples: number[], source: Source): void {
  checkAggregate(source.problems, {
    name: 'value',
    printed,
    recomputed: samples.reduce((a, b) => a + b, 0) / samples.length,
    tolerance: printPrecision(entry.value),
    line: entry.line,
  })
}

function spreadOf(samples: number[]): Spread | null {
  if (samples.length < 2) return null
  const mean = samples.reduce((a, b) => a + b, 0) / samples.length
  const squares = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    min: samples.reduce((a, b) => Math.min(a, b)),
    max: samples.reduce((a, b) => Math.max(a, b)),
    stddev: Math.sqrt(squares / (samples.length - 1)),
  }
}
