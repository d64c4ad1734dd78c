/** A log's results in a few dozen lines that a person can review. */
import type { ReadLog } from '../../src/formats/read.ts'
import type { Run, Timestamp } from '../../src/model/result.ts'
import { formatProblem } from '../../src/problems.ts'

export function summarise(log: ReadLog): string {
  const lines = [`format: ${log.format?.id ?? 'none'}`, `runs: ${log.runs.length}`]
  const shown = log.runs.length > 8 ? [...log.runs.slice(0, 4), ...log.runs.slice(-2)] : log.runs
  for (const run of shown) lines.push('', ...summariseRun(run))
  if (log.problems.length > 0)
    lines.push('', 'problems:', ...log.problems.map((problem) => `  ${formatProblem(problem)}`))
  return `${lines.join('\n')}\n`
}

function summariseRun(run: Run): string[] {
  const lines = [
    `run ${run.id}`,
    `  ${run.benchmark} by ${run.tool} ${run.toolVersion ?? '(version unknown)'} on ${run.system ?? '(unknown)'}`,
    `  from ${time(run.start)} to ${time(run.end)}`,
    `  status: ${run.status}, valid: ${String(run.valid)}${run.reasons.map((reason) => `; ${reason}`).join('')}`,
  ]
  if (Object.keys(run.settings).length > 0) lines.push(`  settings: ${pairs(run.settings)}`)
  if (Object.keys(run.dimensions).length > 0) lines.push(`  dimensions: ${pairs(run.dimensions)}`)
  for (const { metric, value, unit, dimensions, origin } of run.observations.slice(0, 40)) {
    lines.push(`  ${metric} ${number(value)} ${unit} [${pairs(dimensions)}] line ${String(origin.line ?? origin.byte)}`)
  }
  if (run.observations.length > 40) lines.push(`  … ${run.observations.length} observations in all`)
  for (const { metric, name, unit, times, values } of run.series.slice(0, 20)) {
    const present = [...values].filter((value) => !Number.isNaN(value))
    const mean = present.length === 0 ? null : present.reduce((a, b) => a + b, 0) / present.length
    lines.push(
      `  series ${metric} "${name}" (${unit}): ${times.length} samples, ${values.length - present.length} missing, ` +
        `min ${number(minimum(present))} mean ${number(mean)} max ${number(
          minimum(
            present.map((v) => -v),
            -1,
          ),
        )}`,
    )
  }
  if (run.series.length > 20) lines.push(`  … ${run.series.length} series in all`)
  return lines
}

function minimum(values: number[], sign = 1): number | null {
  return values.length === 0 ? null : sign * values.reduce((a, b) => Math.min(a, b))
}

function pairs(record: Record<string, unknown>): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}=${typeof value === 'number' ? number(value) : String(value)}`)
    .join(' ')
}

function number(value: number | null): string {
  return value === null ? '–' : String(Number(value.toPrecision(10)))
}

function time(stamp: Timestamp | null): string {
  return stamp === null
    ? '?'
    : `${stamp.local} ${stamp.offset === null ? '(offset unknown)' : `(UTC+${stamp.offset} min)`}`
}
