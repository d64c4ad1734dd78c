/**
 * SPECjbb2005 raw results: `SPECjbb.001.raw` of one JVM, and `SPECjbb.raw`, into which the reporter of a multi-JVM run
 * joins its JVMs. Written by the kit's `spec.jbb.JBBmain` and `spec.reporter`; seen: 0.06, layout the same up to 1.07.
 *
 *     config.hw.model=TurboBlaster 2
 *     input.expected_peak_warehouse=2
 *     result.validity.200_check=true
 *     result.test1.warehouses=1
 *     result.test1.elapsed_milliseconds=30018
 *     result.test1.company.new_order.count=32609
 *     result.test1.company.score=2471.150642947565
 *
 * Joined: `global.config.…`, `global.input.…`, and `1.result.test1.…`, `2.result.test1.…` for each JVM, sorted by key, so
 * that `test10` comes before `test2`. `N` of `testN` counts points, not warehouses.
 *
 * Quirks: values may hold HTML; the Java system properties behind the results name the user and his folders and are not
 * read; a raw file of one of several JVMs has no score of its own: `rollUpSpecjbb2005` puts them together.
 */
import { localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import { parseNumber } from '../../source/numbers.ts'
import type { Source } from '../../source/source.ts'
import { readMeasure } from '../spec-number.ts'
import type { Format } from '../format.ts'
import { isBlank, isTemplateText, plainText, readProperties, type Properties } from '../spec-properties.ts'
import { scoreJvms, type Jvm, type Point } from './score.ts'
import { reportMissingJvms, writeScore } from './write.ts'

export interface SpecjbbRaw {
  properties: Properties
  jvms: Jvm[]
  /** Broken rules of the parameters and of the kit's own checks. */
  reasons: string[]
  expectedPeak: number | null
  /** JVMs that the run had, of which a raw file of its own holds one. */
  instances: number
  /** The reporter's file of all JVMs. */
  isJoined: boolean
}

export const specjbb2005Raw: Format<SpecjbbRaw> = {
  id: 'specjbb2005-raw',
  title: 'SPECjbb2005 raw results',
  about: {
    versions: '0.06 to 1.07, single and multi-JVM',
    reads: 'every point with its throughput, times and heap, the checks of the kit, parameters, the system',
    leaves: 'response times of single transactions, Java system properties (they name users and folders)',
    quirks: [
      'The score is computed from the points: mean from N to 2N warehouses, missing points count as 0.',
      'HTML in values becomes text; the kit\u2019s example system becomes "not disclosed".',
    ],
  },
  detect: ({ text }) =>
    /^(?:global\.)?config\.benchmark_version=SPECjbb2005/m.test(text) ||
    /^(?:\d+\.)?result\.test\d+\.(?:company\.|warehouses=|elapsed_milliseconds=)/m.test(text),
  async parse(source) {
    const wanted = /^(?:global\.)?(?:config|input)\.|^(?:\d{1,4}\.)?result\.(?:validity\.|test\d{1,6}\.)/
    const properties = await readProperties(source, (key) => wanted.test(key) && !unwanted.test(key))
    const jvms = readJvms(properties, source)
    if (jvms.length === 0) {
      source.problems.fail('specjbb-no-points', 'Unexpected end of file, expected keys "result.test1.…" of a point', {
        line: Math.max(1, properties.lines),
        hint: 'The run was stopped before its first point, or the file was cut. Copy it again or remove it.',
      })
    }
    const isJoined = hasJoinedKeys(properties)
    const instances = Math.max(readInteger(properties, 'input.jvm_instances') ?? 1, jvms.length)
    const expectedPeak = readExpectedPeak(properties, source)
    return { properties, jvms, reasons: checkParameters(properties), expectedPeak, instances, isJoined }
  },
  normalise: normaliseRaw,
}

/** A tester's name, an internal address, an internal reference. */
const unwanted = /testedByName|internalReference|input\.cmdline|include_file|output_directory/

function normaliseRaw(raw: SpecjbbRaw, source: Source): Run[] {
  const { properties, jvms, reasons, expectedPeak, instances, isJoined } = raw
  const isPart = instances > jvms.length
  const score = scoreJvms(jvms, { expectedPeak, measurement: measurementSeconds })
  const builder = new RunBuilder(source, {
    benchmark: 'specjbb2005',
    tool: 'SPECjbb2005',
    toolVersion: /SPECjbb2005 v?(\S+)/.exec(text(properties, 'config.benchmark_version'))?.[1] ?? null,
    system: systemName(properties),
    index: 0,
    line: 1,
  })
  const times = jvms.flatMap(({ points }) => points)
  const starts = times.flatMap(({ startMs }) => startMs ?? [])
  const ends = times.flatMap(({ endMs }) => endMs ?? [])
  const start = starts.length === 0 ? null : minimum(starts)
  builder.period(
    start === null ? null : localTimestamp(start / 1000, 0),
    ends.length === 0 ? null : localTimestamp(-minimum(ends.map((end) => -end)) / 1000, 0),
  )
  builder.setting('rendering', 'raw').setting('jvms', instances)
  if (isPart && !isJoined) builder.setting('jvm', jvms[0]!.number)
  const isDisclosed = writeSettings(builder, properties, source)
  const broken = [...reasons, ...score.reasons]
  if (isPart && isJoined) {
    broken.push(`${jvms.length} of ${instances} JVMs are in the file`)
    reportMissingJvms(jvms.length, instances, source.problems)
  }
  builder.setting('reportable', broken.length === 0 && isDisclosed && expectedPeak !== null)
  builder.valid()
  for (const reason of broken) builder.invalid(reason)
  writeScore(builder, { score, jvms, expectedPeak, isPart, problems: source.problems })
  writePoints(builder, properties, jvms, isPart || jvms.length > 1)
  return [builder.build()]
}

const measurementSeconds = 240

function text({ values }: Properties, key: string): string {
  return (values.get(key) ?? values.get(`global.${key}`))?.text ?? ''
}

function readInteger(properties: Properties, key: string): number | null {
  const value = parseNumber(text(properties, key))
  return Number.isInteger(value) && value > 0 && value < 1e6 ? value : null
}

function readExpectedPeak(properties: Properties, source: Source): number | null {
  const given = readInteger(properties, 'input.expected_peak_warehouse')
  if (given !== null) return given
  const processors = readInteger(properties, 'config.sw.procsAvailtoJava')
  source.problems.warning(
    'expected-peak-missing',
    `Unexpected lack of input.expected_peak_warehouse, expected a number of warehouses${
      processors === null ? ', there is no score' : `, ${processors} processors that Java sees are used`
    }`,
    {
      line: 1,
      hint: 'Look for the property in the run\u2019s SPECjbb.props; the default is the number of processors.',
    },
  )
  return processors
}

function readJvms(properties: Properties, source: Source): Jvm[] {
  // The number of a JVM of its own file is in the file's name.
  const own = Number(/SPECjbb\.(\d{1,4})\.raw$/i.exec(source.name)?.[1] ?? 1)
  const tests = new Map<number, Map<number, string>>()
  for (const key of properties.values.keys()) {
    const match = /^((?:(\d+)\.)?result\.test(\d+)\.)warehouses$/.exec(key)
    if (!match) continue
    const jvm = match[2] === undefined ? own : Number(match[2])
    const prefixes = tests.get(jvm) ?? new Map<number, string>()
    tests.set(jvm, prefixes.set(Number(match[3]), match[1]!))
  }
  return [...tests]
    .sort(([a], [b]) => a - b)
    .map(([number, prefixes]) => ({
      number,
      points: [...prefixes]
        .sort(([a], [b]) => a - b)
        .flatMap(([, prefix]) => readPoint(properties, prefix, source) ?? []),
    }))
}

function hasJoinedKeys({ values }: Properties): boolean {
  for (const key of values.keys()) if (/^\d+\.result\./.test(key)) return true
  return false
}

const transactions = ['new_order', 'payment', 'order_status', 'delivery', 'stock_level', 'cust_report']

function readPoint({ values }: Properties, prefix: string, source: Source): Point | null {
  const number = (key: string): number | null => readMeasure(values.get(`${prefix}${key}`)?.text ?? '')
  const { line, text: printed } = values.get(`${prefix}warehouses`)!
  const warehouses = number('warehouses')
  if (warehouses === null || !Number.isInteger(warehouses) || warehouses < 1 || warehouses > 1e6) {
    source.problems.warning('specjbb-odd-point', 'Unexpected number of warehouses, expected a whole number from 1', {
      line,
      actual: printed.slice(0, 40),
      hint: 'The point was left out. The file may be damaged.',
    })
    return null
  }
  const elapsedMs = number('elapsed_milliseconds')
  const counts = transactions.map((name) => number(`company.${name}.count`))
  const score = number('company.score')
  const isCounted = elapsedMs !== null && elapsedMs > 0 && !counts.includes(null)
  const counted = isCounted ? counts.reduce<number>((a, b) => a + (b ?? 0), 0) / (elapsedMs / 1000) : null
  if (counted !== null && score !== null && Math.abs(counted - score) > 1e-6 * Math.abs(counted)) {
    source.problems.error(
      'point-differs',
      `Unexpected score ${score} of ${warehouses} warehouses, expected ${counted} from its transactions`,
      {
        line: values.get(`${prefix}company.score`)!.line,
        actual: String(score),
        expected: String(counted),
        hint: 'The file was changed after the run. What the transactions give is used.',
      },
    )
  }
  return {
    warehouses,
    throughput: counted ?? score,
    startMs: readEpochMs(number('start_time_milliseconds')),
    endMs: readEpochMs(number('end_time_milliseconds')),
    elapsed: elapsedMs === null ? null : elapsedMs / 1000,
    line,
  }
}

function readEpochMs(value: number | null): number | null {
  return value !== null && value > 0 && value < 1e14 ? value : null
}

/** Of any number of values: a spread argument list would overflow the stack. */
function minimum(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity)
}

/** Parameters that a run which counts must have; the kit calls them fixed. */
const fixed: readonly (readonly [string, string])[] = [
  ['deterministic_random_seed', 'false'],
  ['measurement_seconds', '240'],
  ['ramp_up_seconds', '30'],
  ['orderlines_per_order', '10'],
  ['warehouse_population', '30'],
  ['wait_time_percent', '0'],
  ['steady_state', 'true'],
]

function checkParameters(properties: Properties): string[] {
  const reasons: string[] = []
  for (const [name, expected] of fixed) {
    const given = text(properties, `input.${name}`)
    if (given !== '' && given !== expected) reasons.push(`input.${name} is ${given}, expected ${expected}`)
  }
  const checks = [...properties.values].filter(([key]) => /^(?:\d+\.)?result\.validity\./.test(key))
  for (const [key, { text: verdict }] of checks) {
    if (verdict !== 'true') reasons.push(`${key} is ${verdict || 'empty'}`)
  }
  if (!checks.some(([key]) => key.endsWith('.200_check'))) reasons.push('no conformance check (200_check) was recorded')
  return reasons
}

/** `false` when the system, the licence or the tester is the kit's example. */
function writeSettings(builder: RunBuilder, { values }: Properties, source: Source): boolean {
  const template: { key: string; text: string; line: number }[] = []
  for (const [key, { text: html, line }] of values) {
    const name = /^(?:global\.)?(?:config\.)((?:hw|sw|test)\..+)$/.exec(key)?.[1]
    if (name === undefined) continue
    const value = plainText(html)
    if (isTemplateText(value)) template.push({ key: name, text: value, line })
    const shown = numeric.test(name) ? (readMeasure(value) ?? value) : value
    builder.setting(name, isTemplateText(value) || isBlank(value) ? null : shown)
  }
  const [first] = template
  if (first) {
    const keys = template.map(({ key }) => key).join(', ')
    source.problems.info('not-disclosed', `Unexpected template text in ${keys}, expected the system's own values`, {
      line: first.line,
      actual: first.text.slice(0, 80),
      hint: 'These values are treated as not disclosed. Fill them in in SPECjbb_config.props and run the reporter again.',
    })
  }
  return !template.some(({ key }) => /^(?:hw\.(?:vendor|model)|test\.testedBy)$/.test(key))
}

const numeric = /^(?:hw\.(?:MHz|nchips|ncores|ncoresperchip|hwThreads|memory)|sw\.(?:JVMheap\w+|procsAvailtoJava))$/

function systemName(properties: Properties): string | null {
  const parts = ['config.hw.vendor', 'config.hw.model'].map((key) => plainText(text(properties, key)))
  const known = parts.filter((part) => !isBlank(part) && !isTemplateText(part))
  return known.length === 0 ? null : known.join(' ')
}

/** `withThroughput`: of a run of one JVM the totals say it all. */
function writePoints(builder: RunBuilder, { values }: Properties, jvms: readonly Jvm[], withThroughput: boolean): void {
  const starts = jvms.flatMap(({ points }) => points.flatMap(({ startMs }) => startMs ?? []))
  const first = minimum(starts)
  for (const { number, points } of jvms) {
    for (const { warehouses, throughput, startMs, elapsed, line } of points) {
      const extras = { dimensions: { warehouses, jvm: number }, line }
      if (withThroughput) builder.observe('throughput', throughput, '1/s', extras)
      builder.observe('measurementTime', elapsed, 's', extras)
      builder.observe('measurementStart', startMs === null ? null : (startMs - first) / 1000, 's', extras)
    }
  }
  for (const [key, { text: value, line }] of values) {
    const match = /^(?:(\d+)\.)?result\.test(\d+)\.company\.heap(used|size)$/.exec(key)
    const prefix = match && key.slice(0, key.indexOf('company'))
    const warehouses = readMeasure(values.get(`${prefix ?? ''}warehouses`)?.text ?? '')
    const mebibytes = readMeasure(value)
    if (!match || warehouses === null || mebibytes === null) continue
    const jvm = match[1] === undefined ? jvms[0]!.number : Number(match[1])
    const dimensions = { warehouses, jvm }
    builder.observe(match[3] === 'used' ? 'heapUsed' : 'heapSize', mebibytes * 2 ** 20, 'B', { dimensions, line })
  }
}
