/** Reads the logs of a report into one `Results`, with the dimensions that their paths give them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { combineRuns } from '../formats/combine.ts'
import { unreadable } from '../formats/read.ts'
import { readLogs, type ReadLogs, type ReadLogsOptions } from '../formats/read-logs.ts'
import { resultsVersion, type Results, type Run } from '../model/result.ts'
import { ProblemSink, UserError, type Problem } from '../problems.ts'
import { assignLogs, type AssignedLog } from './assign-logs.ts'
import { checkRuns, withoutContradictions } from './check-results.ts'
import { listEntries, type LabReport } from './lab.ts'

/**
 * Never stops at one bad log: what is wrong with it becomes a problem of the results.
 * @param wants which series are needed, by name: a log may have thousands of counters
 */
export async function collectResults(report: LabReport, wants?: (seriesName: string) => boolean): Promise<Results> {
  const results: Results = { version: resultsVersion, sources: [], runs: [], problems: [] }
  const problems = new ProblemSink(`${report.path}/report.yaml`, 'lab')
  const { files, special } = await logFiles(report)
  const logs = assignLogs(files, report.config.logs, {
    problems,
    systems: report.config.systems,
    lineOf: (rule) => report.placeOf(['logs', rule, 'path']),
  })
  const runs: Run[] = []
  for (const log of logs) {
    const read = await readAssigned(report, log, wants)
    results.problems.push(...read.problems)
    results.sources.push(...read.logs.map(({ record }) => record))
    for (const run of read.logs.flatMap((one) => one.runs)) {
      runs.push({ ...run, dimensions: { ...run.dimensions, ...log.dimensions } })
    }
  }
  results.problems.unshift(...problems.toProblems(), ...special)
  const checked = withoutContradictions(
    { ...results, runs },
    new Map(logs.map(({ path, dimensions }) => [`${report.path}/${path}`, dimensions])),
  )
  const combined = combineRuns(checked.runs)
  return {
    ...checked,
    runs: combined.runs,
    problems: [...checked.problems, ...combined.problems, ...checkRuns(report, combined.runs)],
  }
}

async function logFiles(report: LabReport): Promise<{ files: string[]; special: Problem[] }> {
  const folder = join(report.folder, 'logs')
  if (!existsSync(folder)) {
    throw new UserError(`no logs: ${report.path}/logs does not exist`, {
      hint: 'Put the raw logs of the report there.',
    })
  }
  const { files, others } = await listEntries(folder)
  const special = others.flatMap((path) => {
    const sink = new ProblemSink(`${report.path}/logs/${path}`, 'lab')
    sink.error('special-file', 'Unexpected link or device, expected a file', {
      hint: 'Logs are read from the workspace only: copy the file itself here.',
    })
    return sink.toProblems()
  })
  return { files: files.map((path) => `logs/${path}`), special }
}

async function readAssigned(
  report: LabReport,
  { path, rule }: AssignedLog,
  wants: ReadLogsOptions['wants'],
): Promise<AssignedReading> {
  const shown = `${report.path}/${path}`
  try {
    return await readLogs(join(report.folder, path), shown, {
      encoding: rule.encoding,
      offset: rule.timeZone === undefined ? undefined : minutes(rule.timeZone),
      format: rule.format,
      limits: rule.limits,
      beside: 'companions',
      wants,
    })
  } catch (error) {
    if (error instanceof UserError) return { logs: [], problems: unreadable(shown, error) }
    throw error
  }
}

type AssignedReading = Pick<ReadLogs, 'logs' | 'problems'>

/** `+09:00` is 540. */
export function minutes(offset: string): number {
  const [, sign, hours, rest] = /^([+-])(\d\d):(\d\d)$/.exec(offset)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest))
}
