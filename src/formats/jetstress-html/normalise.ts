/** From the fields and tables of a page to one run. */
import { localSeconds, RunBuilder } from '../../model/builder.ts'
import type { Run, Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate } from '../aggregate.ts'
import { generationOf } from './limits.ts'
import { readMeasurements, transactionalTable, type Measurement, type Printed } from './measurements.ts'
import { findDecimalMark, readNumber, type DecimalMark } from './numbers.ts'
import { fieldOf, type Field, type JetstressPage } from './page.ts'
import { addConditions, addLimits, addSettings, limitsOf, numberOf, type FieldNumber } from './settings.ts'
import { findDateOrder, readTime } from './times.ts'
import { judge } from './verdict.ts'

export function toRun(page: JetstressPage, source: Source): Run {
  const mark = decimalMark(page, source)
  const version = fieldOf(page, 'jetstress version')
  const generation = generationOf(version?.text ?? null)
  const builder = new RunBuilder(source, {
    benchmark: 'jetstress',
    tool: 'Jetstress',
    toolVersion: version?.text ?? null,
    system: fieldOf(page, 'machine name')?.text ?? null,
    index: 0,
    line: fieldOf(page, 'overall test result')?.line ?? 1,
  })
  if (!generation) reportVersion(version, source)
  if (generation) builder.setting('generation', generation.name)
  if (page.testType !== null) builder.setting('testType', page.testType)
  addPeriod(builder, page, source)
  addSettings(builder, page, mark)
  const threads = addConditions(builder, page, mark)
  const limits = limitsOf(page, generation?.limits ?? null)
  if (limits) addLimits(builder, limits)

  const table = transactionalTable(page)
  const { measurements, isComplete } = table
    ? readMeasurements(table, mark, source)
    : { measurements: [], isComplete: page.isComplete }
  const isWhole = page.isComplete && isComplete
  if (!table) reportTable(page, source)
  for (const measurement of measurements) observeMeasurement(builder, measurement)
  if (isWhole) observeTotals(builder, measurements)
  const achieved = numberOf(page, mark, 'achieved transactional i/o per second', 'achieved i/o per second')
  const target = numberOf(page, mark, 'target transactional i/o per second', 'target i/o per second')
  if (achieved) builder.observe('achievedIops', achieved.value, '1/s', { line: achieved.line })
  if (target) builder.observe('targetIops', target.value, '1/s', { line: target.line })
  if (achieved && isWhole) checkAchieved(achieved, measurements, source)
  observeProcessor(builder, page, mark)
  const result = fieldOf(page, 'overall test result')
  judge(
    builder,
    { result, limits, measurements, isWhole, achieved: achieved?.value ?? null, target: target?.value ?? null },
    source,
  )
  if (threads === null && table) reportThreads(source)
  return builder.build()
}

/** Numbers of the tables and of the fields that are one. */
function decimalMark(page: JetstressPage, source: Source): DecimalMark {
  const texts = page.tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.slice(1)))
  for (const [label, { text }] of page.fields) if (/i\/o per second|database cache/.test(label)) texts.push(text)
  const mark = findDecimalMark(texts)
  if (mark !== 'contradiction') return mark
  source.problems.error(
    'mixed-decimal-marks',
    'Unexpected decimal commas and decimal points in one page, expected one',
    {
      hint: 'Numbers that may be read in two ways were left out. The page was edited or put together from two: use the original.',
    },
  )
  return null
}

function addPeriod(builder: RunBuilder, page: JetstressPage, source: Source): void {
  const [start, end] = [fieldOf(page, 'test start time'), fieldOf(page, 'test end time')]
  const texts = [start, end].flatMap((field) => field?.text ?? [])
  const logs = [...page.fields.values(), ...page.lines]
    .map(({ text }) => text)
    .filter((text) => /\.(?:blg|xml)$/i.test(text))
  const order = findDateOrder(texts, [source.head.name, ...logs])
  const times = [start, end].map((field) => readField(field, order, source))
  const [from, to] = times as [Timestamp | null, Timestamp | null]
  if (from && to && localSeconds(to) < localSeconds(from)) {
    source.problems.error('start-after-end', 'Unexpected end of the test before its start, expected it later', {
      line: end!.line,
      actual: end!.text,
      hint: 'The times were left out. The clock was set back during the test, or the page edited.',
    })
    return
  }
  builder.period(from, to)
}

function readField(field: Field | null, order: ReturnType<typeof findDateOrder>, source: Source): Timestamp | null {
  if (!field) return null
  const time = readTime(field.text, order, source.options.offset ?? null)
  if (time) return time
  const isAmbiguous = order === null && readTime(field.text, 'month-first', null) !== null
  const details = { line: field.line, actual: field.text.slice(0, 60) }
  if (isAmbiguous) {
    source.problems.warning('ambiguous-date', 'Unexpected date that may be read in two ways, expected one reading', {
      ...details,
      hint: 'The time was left out. Keep the name that Jetstress gave the file: it holds the date as year, month, day.',
    })
  } else {
    source.problems.warning('invalid-time', 'Unexpected time, expected a date and a time of day', {
      ...details,
      hint: 'The time was left out. The page may come from a machine with a date format that is not known here.',
    })
  }
  return null
}

function observeMeasurement(builder: RunBuilder, measurement: Measurement): void {
  const { instance, volume, operation, rate, time, line } = measurement
  const extras = { dimensions: { instance, volume, operation }, line }
  builder.observe('iops', rate?.value ?? null, '1/s', extras)
  // Without operations there is nothing to take time.
  builder.observe('responseTime', rate?.value === 0 ? null : (time?.value ?? null), 's', extras)
}

/** Rates add up over instances; times are weighted with the operations behind them. A missing part makes no total. */
function observeTotals(builder: RunBuilder, measurements: readonly Measurement[]): void {
  const databases = measurements.filter(({ volume }) => volume === 'database')
  const groups: ['database' | 'log', 'read' | 'write' | 'all', readonly Measurement[]][] = [
    ['database', 'all', databases],
    ['database', 'read', databases.filter(({ operation }) => operation === 'read')],
    ['database', 'write', databases.filter(({ operation }) => operation === 'write')],
    ['log', 'write', measurements.filter(({ volume, operation }) => volume === 'log' && operation === 'write')],
  ]
  for (const [volume, operation, parts] of groups) {
    if (parts.length === 0) continue
    const extras = { dimensions: { instance: 'all', volume, operation }, line: parts[0]!.line }
    const rate = sum(parts.map((part) => part.rate?.value ?? null))
    builder.observe('iops', rate, '1/s', extras)
    const busy = parts.filter((part) => part.rate?.value !== 0)
    const weighted = sum(busy.map(({ rate, time }) => (rate && time ? rate.value * time.value : null)))
    builder.observe(
      'responseTime',
      rate === null || rate === 0 || weighted === null ? null : weighted / rate,
      's',
      extras,
    )
  }
}

function sum(values: (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0)
}

function checkAchieved(achieved: FieldNumber, measurements: readonly Measurement[], source: Source): void {
  const rates = measurements.filter(({ volume }) => volume === 'database').map(({ rate }) => rate)
  if (rates.length === 0 || rates.some((rate) => rate === null)) return
  const parts = rates as Printed[]
  checkAggregate(source.problems, {
    name: 'achieved I/O per second',
    printed: achieved.value,
    recomputed: parts.reduce((total, { value }) => total + value, 0),
    tolerance: parts.reduce((total, { precision }) => total + precision, achieved.precision),
    line: achieved.line,
  })
}

function observeProcessor(builder: RunBuilder, page: JetstressPage, mark: DecimalMark): void {
  const table = page.tables.find(({ columns }) => /^counter$/i.test(columns[0]!))
  const column = table?.columns.findIndex((head) => /^(?:average|avg)/i.test(head)) ?? -1
  const row = table?.rows.find(({ cells }) => /^% Processor Time$/i.test(cells[0]!))
  const value = readNumber(row?.cells[column] ?? '', mark)
  if (row && value !== null) builder.observe('cpuUtilization', value / 100, 'ratio', { line: row.line })
}

function reportVersion(version: Field | null, source: Source): void {
  source.problems.warning(
    'unknown-version',
    'Unexpected version of Jetstress, expected one of 2004, 2007, 2010 or 2013',
    {
      line: version?.line,
      actual: version?.text.slice(0, 60),
      hint: 'Its limits are not known: latencies are checked only against thresholds that the test log prints.',
    },
  )
}

function reportTable(page: JetstressPage, source: Source): void {
  source.problems.warning(
    'no-transactional-io',
    `Unexpected absence of a table of transactional I/O in a ${page.testType ?? 'test'} report, expected one`,
    { hint: 'Backup, recovery and checksum tests have none: only their summary was read.' },
  )
}

function reportThreads(source: Source): void {
  source.problems.warning(
    'no-thread-count',
    'Unexpected absence of a thread count, expected one among the parameters',
    {
      hint: 'The run has no place in a sweep of threads. Give the count by a path pattern in report.yaml.',
    },
  )
}
