/** `inspect` for people: what a log is, how far it can be trusted, and its numbers in readable units. */
import type { CombinedLog, CombinedLogs } from '../formats/combine.ts'
import type { Inventory } from '../formats/read-logs.ts'
import { logName } from '../model/log-name.ts'
import type { Observation, Run, Series, Timestamp } from '../model/result.ts'
import { summaryOf } from '../model/statistics.ts'
import type { Unit } from '../model/units.ts'
import { count } from './shared.ts'

/** Lists longer than this are cut; --json, --csv and --series show everything. */
const limits = { runs: 100, observations: 40, series: 40 }

export function describeLogs(read: readonly CombinedLogs[], all: boolean): string {
  return read
    .map((one) =>
      [
        ...one.logs.map((log) => describeLog(log, all)),
        ...(one.inventory ? [describeInventory(one.inventory)] : []),
      ].join('\n'),
    )
    .join('\n')
}

function describeLog({ format, record, runs, problems, mergedInto }: CombinedLog, all: boolean): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  const trouble = errors + warnings > 0 ? `, ${count(errors, 'error')}, ${count(warnings, 'warning')}` : ''
  const content = mergedInto === null ? count(runs.length, 'run') : `the run of ${mergedInto}`
  const head = `${logName(record)}\n  ${format?.title ?? 'unknown format'}, ${content}${trouble}\n  SHA-256 ${record.sha256}, ${record.bytes} bytes`
  const shown = all ? runs : runs.slice(0, limits.runs)
  const more = runs.length > shown.length ? [`  … ${runs.length - shown.length} more runs; --json shows all`] : []
  return `${[head, ...shown.map((run, index) => describeRun(run, index, all)), ...more].join('\n')}\n`
}

function describeRun(run: Run, index: number, all: boolean): string {
  const validity = run.valid === null ? '' : run.valid ? ', valid' : ', NOT VALID'
  const lines = [
    `  run ${index + 1}: ${run.benchmark}, ${run.tool}${run.toolVersion === null ? '' : ` ${run.toolVersion}`}${run.system === null ? '' : `, on ${run.system}`}${validity}`,
  ]
  if (run.start ?? run.end) lines.push(`    ${time(run.start)} to ${time(run.end)}`)
  const { otherRenderings, parts } = run.settings
  if (typeof otherRenderings === 'string') lines.push(`    merged with ${otherRenderings}`)
  if (typeof parts === 'string') lines.push(`    made of ${parts}`)
  for (const reason of run.reasons) lines.push(`    note: ${reason}`)
  const dimensions = pairs(run.dimensions)
  if (dimensions !== '') lines.push(`    ${dimensions}`)
  lines.push(...describeObservations(run.observations, all), ...describeSeries(run.series, all))
  return lines.join('\n')
}

function describeObservations(observations: readonly Observation[], all: boolean): string[] {
  const shown = all ? observations : observations.slice(0, limits.observations)
  const rows = shown.map(({ metric, value, unit, dimensions, origin }) => [
    metric,
    readable(value, unit),
    pairs(dimensions),
    origin.line !== null ? `line ${origin.line}` : origin.byte !== null ? `byte ${origin.byte}` : '',
  ])
  return [...columns(rows, [1]), ...cut(observations.length, shown.length, 'observation')]
}

function describeSeries(series: readonly Series[], all: boolean): string[] {
  if (series.length === 0) return []
  const shown = all ? series : series.slice(0, limits.series)
  const rows = shown.map((one) => {
    const { name, unit } = one
    const { count: samples, missing, min, mean, max, p95 } = summaryOf(one)
    return [
      name,
      ...[min, mean, p95, max].map((value) => readable(value, unit)),
      String(samples),
      missing === 0 ? '' : `${missing} missing`,
    ]
  })
  const head = ['series', 'min', 'mean', 'p95', 'max', 'samples', '']
  return [...columns([head, ...rows], [1, 2, 3, 4, 5]), ...cut(series.length, shown.length, 'series')]
}

function cut(total: number, shown: number, noun: string): string[] {
  return total > shown
    ? [`    … ${total - shown} more ${noun === 'series' ? noun : `${noun}s`}; --series or --json shows all`]
    : []
}

/** Rows in columns, those named by index aligned right. */
function columns(rows: readonly string[][], right: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column]!))))
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const padding = ' '.repeat(widths[column]! - width(cell))
      return right.includes(column) ? padding + cell : cell + padding
    })
    return `    ${cells.join('  ').trimEnd()}`
  })
}

/** Columns that a text takes in a terminal: full-width characters take two. */
function width(text: string): number {
  return Array.from(text).reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(character)
        ? 2
        : 1),
    0,
  )
}

const prefixes: Partial<Record<Unit, [number, string][]>> = {
  B: [
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'KB'],
    [1, 'B'],
  ],
  'B/s': [
    [1e9, 'GB/s'],
    [1e6, 'MB/s'],
    [1e3, 'KB/s'],
    [1, 'B/s'],
  ],
  s: [
    [1, 's'],
    [1e-3, 'ms'],
    [1e-6, 'µs'],
  ],
  Hz: [
    [1e9, 'GHz'],
    [1e6, 'MHz'],
    [1, 'Hz'],
  ],
}

/** Seven significant digits in a unit of a fitting size; a dash for what is missing. */
function readable(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'ratio') return `${digits(value * 100)} %`
  const scale = prefixes[unit]?.find(([factor]) => Math.abs(value) >= factor) ?? prefixes[unit]?.at(-1)
  if (scale) return `${digits(value === 0 ? 0 : value / scale[0])} ${value === 0 ? unit : scale[1]}`
  return unit === '1' ? digits(value) : `${digits(value)} ${unit}`
}

function digits(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : String(Number(value.toPrecision(7)))
}

function pairs(record: Record<string, string | number>): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}=${typeof value === 'number' ? digits(value) : value}`)
    .join(' ')
}

function time(stamp: Timestamp | null): string {
  if (stamp === null) return '?'
  const { local, offset } = stamp
  if (offset === null) return `${local.replace('T', ' ')} (local, offset unknown)`
  const sign = offset < 0 ? '-' : '+'
  const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${local.replace('T', ' ')} ${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

function describeInventory({ path, kind, members }: Inventory): string {
  const rows = members.map(({ name, outcome, format, why }) => [outcome, name, format ?? why ?? ''])
  return `${path}: ${count(members.length, kind === 'folder' ? 'file' : 'member')}\n${columns(rows, []).join('\n')}\n`
}
