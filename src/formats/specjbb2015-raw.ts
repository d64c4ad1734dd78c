/**
 * SPECjbb2015 raw results (`specjbb2015-C-20180717-00001.raw`), written by the kit's reporter from a binary log.
 * Layout after the kit's submission templates and public scripts that read such files; version 1.0x.
 *
 *     jbb2015.product.SUT.hw.system.hw_1.model=Model Two
 *     jbb2015.result.data = H4sIAAAAAAAA…
 *     jbb2015.result.category = Composite
 *     jbb2015.result.metric.max-jOPS = 22523
 *     jbb2015.result.metric.critical-jOPS = 8902
 *     jbb2015.result.SLA-10000-jOPS = 4774
 *
 * Quirks: `k=v` from the tester's file and `k = v` from the reporter; the measured curve itself is in one base64 blob and
 * not read; a run without result prints `NaN` or `N/A`, which is nothing, never 0; limits of response time are in µs.
 */
import { RunBuilder } from '../model/builder.ts'
import type { Run } from '../model/result.ts'
import type { Source } from '../source/source.ts'
import { readMeasure } from './spec-number.ts'
import type { Format } from './format.ts'
import { isBlank, isTemplateText, plainText, readProperties, type Properties } from './spec-properties.ts'

export const specjbb2015Raw: Format<Properties> = {
  id: 'specjbb2015-raw',
  title: 'SPECjbb2015 raw results',
  about: {
    versions: '1.00 to 1.03; Composite, MultiJVM, Distributed',
    reads: 'max-jOPS, critical-jOPS, jOPS at the five limits of response time, compliance, the system',
    leaves: 'the response-time curve (in a binary blob), host details of injectors and controllers',
    quirks: [
      'critical-jOPS is computed again from the five limits.',
      'NaN and N/A mean no result; a critical-jOPS of 0 is a result.',
    ],
  },
  detect: ({ text }) => /^\s*jbb2015\.(?:test|result|product|config|benchmark)\.[\w.-]+ ?=/m.test(text),
  async parse(source) {
    const properties = await readProperties(source, (key) => wanted.test(key) && !unwanted.test(key))
    if (properties.values.size === 0) {
      source.problems.fail('specjbb-no-points', 'Unexpected end of file, expected keys "jbb2015.result.…"', {
        line: Math.max(1, properties.lines),
        hint: 'The file was cut. Copy it again from the report folder.',
      })
    }
    return properties
  },
  normalise(properties, source) {
    return [normaliseRaw(properties, source)]
  },
}

const wanted = /^jbb2015\.(?:test|benchmark|result)\.|^jbb2015\.product\.SUT\.(?:hw\.system|sw\.(?:jvm|os))\./
const unwanted = /result\.data|testedByName|internalReference|\.url$|\.notes$|waived|remedy/

/** Limits of the 99th percentile of response time at which jOPS are taken, in microseconds. */
const limits = [10_000, 25_000, 50_000, 75_000, 100_000]

function normaliseRaw({ values }: Properties, source: Source): Run {
  const text = (key: string): string => values.get(`jbb2015.${key}`)?.text ?? ''
  const category = text('result.category')
  const builder = new RunBuilder(source, {
    benchmark: 'specjbb2015',
    tool: 'SPECjbb2015',
    toolVersion: text('benchmark.version').replace(/^.*? (?=\d)/, '') || null,
    system: systemName(values),
    index: 0,
    line: 1,
  })
  if (!isBlank(category)) builder.dimension('category', category)
  builder.setting('rendering', 'raw')
  const isDisclosed = writeSettings(builder, values, source)
  const name = isBlank(category) ? 'SPECjbb2015' : `SPECjbb2015-${category}`
  const metrics = (['max-jOPS', 'critical-jOPS'] as const).map((metric) => {
    const key = `result.metric.${metric}`
    const line = values.get(`jbb2015.${key}`)?.line ?? null
    const value = readJops(text(key))
    if (value === null) reportNoResult(metric, text(key), line, source)
    builder.observe('score', value, '1/s', { dimensions: { name: `${name} ${metric}` }, line })
    return { value, line }
  })
  const slas = limits.map((limit) => {
    const property = values.get(`jbb2015.result.SLA-${limit}-jOPS`)
    const value = readJops(property?.text ?? '')
    const dimensions = { responseTimeLimit: limit / 1e6 }
    if (property) builder.observe('throughput', value, '1/s', { dimensions, line: property.line })
    return value
  })
  judge(builder, text('result.compliant'), text('result.compliant.reason'), metrics[0]!.value)
  const differs = checkCritical(builder, metrics[1]!, slas, source)
  const run = builder.build()
  builder.setting('reportable', run.valid !== false && isDisclosed && !differs && metrics[0]!.value !== null)
  return run
}

/** `NaN`, `N/A`, `<set by reporter>` are no result. */
function readJops(text: string): number | null {
  return readMeasure(text)
}

function judge(builder: RunBuilder, compliant: string, reason: string, maxJops: number | null): void {
  if (compliant === 'PASSED') builder.valid()
  else if (!isBlank(compliant) || /^NA$/i.test(compliant)) {
    const meaning =
      { NC: 'non-compliant', CD: 'code defect', NA: 'not available' }[compliant.toUpperCase()] ?? compliant
    builder.invalid(`marked ${meaning}${reason === '' ? '' : `: ${reason}`}`)
  }
  if (maxJops === null) builder.invalid('the run has no max-jOPS')
}

/**
 * critical-jOPS is the geometric mean of the jOPS at the five limits, 0 when one of them is 0. Both are printed as whole
 * numbers. Returns whether print and rule differ.
 */
function checkCritical(
  builder: RunBuilder,
  { value, line }: { value: number | null; line: number | null },
  slas: readonly (number | null)[],
  source: Source,
): boolean {
  if (value === null || slas.includes(null)) return false
  const numbers = slas.map((sla) => sla ?? 0)
  const hasZero = numbers.includes(0)
  const expected = hasZero ? 0 : Math.exp(numbers.reduce((sum, sla) => sum + Math.log(sla), 0) / numbers.length)
  const error = hasZero ? 0 : 0.5 + (expected * numbers.reduce((sum, sla) => sum + 0.5 / sla, 0)) / numbers.length
  builder.setting('recomputedCritical', expected)
  if (Math.abs(expected - value) <= error + 1e-9) return false
  source.problems.error(
    'aggregate-differs',
    `Unexpected critical-jOPS ${value}, expected ${Math.round(expected)} from the five limits of response time`,
    {
      line: line ?? 1,
      actual: String(value),
      expected: String(Math.round(expected)),
      hint: 'The file was changed after the run. The run counts as invalid; make the report again from its binary log.',
    },
  )
  builder.invalid(`critical-jOPS is printed as ${value}, but its limits give ${Math.round(expected)}`)
  return true
}

function writeSettings(builder: RunBuilder, values: Properties['values'], source: Source): boolean {
  const template: string[] = []
  let firstLine = 1
  for (const [key, { text: html, line }] of values) {
    const name = /^jbb2015\.(?:product\.SUT\.|(?=test\.))(.+)$/.exec(key)?.[1]
    if (name === undefined) continue
    const value = plainText(html)
    if (isTemplateText(value)) {
      if (template.length === 0) firstLine = line
      template.push(name)
    }
    const shown = /\.(?:total|nSystems|(?:chips|cores|threads|nodes)Per)|InGB$/.test(name)
      ? (readMeasure(value) ?? value)
      : value
    builder.setting(name, isTemplateText(value) || isBlank(value) ? null : shown)
  }
  if (template.length > 0) {
    source.problems.info(
      'not-disclosed',
      `Unexpected template text in ${template.join(', ')}, expected the system's own values`,
      { line: firstLine, hint: 'These values are treated as not disclosed. Fill them in and run the reporter again.' },
    )
  }
  return !template.some((name) => /^test\.(?:testedBy|specLicense)$|\.(?:model|vendor)$/.test(name))
}

/** Of the first system described. */
function systemName(values: Properties['values']): string | null {
  const find = (pattern: RegExp): string | null => {
    for (const [key, { text }] of values) {
      if (pattern.test(key) && !isBlank(text) && !isTemplateText(text)) return plainText(text)
    }
    return null
  }
  const vendor = find(/^jbb2015\.product\.SUT\.hw\.system\.[^.]+\.vendor$/)
  const model = find(/^jbb2015\.product\.SUT\.hw\.system\.[^.]+\.model$/)
  return [vendor, model].filter((part) => part !== null).join(' ') || find(/^jbb2015\.test\.hwSystem$/)
}

function reportNoResult(metric: string, text: string, line: number | null, source: Source): void {
  source.problems.warning('specjbb-no-score', `Unexpected ${metric} "${text.slice(0, 40)}", expected a number`, {
    line: line ?? 1,
    actual: text.slice(0, 40),
    hint: 'The run has no result: it failed, was stopped, or its report was never made. It is not a result of 0.',
  })
}
