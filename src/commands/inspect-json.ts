/** `inspect --json` and `--csv`: for machines. The shape is a contract; fields are added, never changed. */
import type { CombinedLog, CombinedLogs } from '../formats/combine.ts'
import { logName } from '../model/log-name.ts'
import type { Run, Series } from '../model/result.ts'
import { summaryOf } from '../model/statistics.ts'
import type { Problem } from '../problems.ts'

export function toJson(read: readonly CombinedLogs[], problems: readonly Problem[], withSeries: boolean): object {
  const inventories = read.flatMap(({ inventory }) => inventory ?? [])
  return {
    files: read.flatMap(({ logs }) => logs).map((log) => fileJson(log, withSeries)),
    ...(inventories.length > 0 && { inventories }),
    problems: problems.map(({ path, line, column, byte, ruleId, severity, message, hint }) => ({
      path,
      line,
      column,
      byte,
      ruleId,
      severity,
      message,
      hint,
    })),
  }
}

function fileJson({ format, record, runs, mergedInto }: CombinedLog, withSeries: boolean): object {
  return {
    path: logName(record),
    format: format?.id ?? null,
    sha256: record.sha256,
    mergedInto,
    runs: runs.map((run) => runJson(run, withSeries)),
  }
}

function runJson(run: Run, withSeries: boolean): object {
  return {
    id: run.id,
    benchmark: run.benchmark,
    tool: run.tool,
    toolVersion: run.toolVersion,
    system: run.system,
    start: run.start,
    end: run.end,
    settings: run.settings,
    status: run.status,
    published: run.published,
    valid: run.valid,
    reasons: run.reasons,
    dimensions: run.dimensions,
    observations: run.observations.map(({ metric, value, unit, dimensions, repetitions, spread, origin }) => ({
      metric,
      value,
      unit,
      dimensions,
      repetitions,
      spread,
      origin,
    })),
    series: run.series.map((series) => seriesJson(series, withSeries)),
  }
}

function seriesJson(series: Series, withSeries: boolean): object {
  const { metric, name, unit, dimensions, interval, times, values, summary } = series
  return {
    name,
    metric,
    unit,
    dimensions,
    interval,
    ...summaryOf(series),
    // JSON has no NaN: a missing sample is null. Samples of a log that is too long for memory are not there at all.
    ...(withSeries &&
      summary === null && {
        times: [...times],
        values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
      }),
  }
}

/** One observation a line; dimensions of the run and the observation in one column. */
export function observationsCsv(logs: readonly CombinedLog[]): string {
  const lines = ['path,line,benchmark,system,start,metric,value,unit,dimensions']
  for (const { runs } of logs) {
    for (const run of runs) {
      for (const { metric, value, unit, dimensions, origin } of run.observations) {
        const conditions = Object.entries({ ...run.dimensions, ...dimensions }).map(([name, it]) => `${name}=${it}`)
        const path = logName(origin)
        const cells = [
          path,
          origin.line ?? origin.byte ?? '',
          run.benchmark,
          run.system ?? '',
          run.start?.local ?? '',
          metric,
          value ?? '',
          unit,
          conditions.join(' '),
        ]
        lines.push(cells.map((cell) => csvCell(String(cell))).join(','))
      }
    }
  }
  return `${lines.join('\n')}\n`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
