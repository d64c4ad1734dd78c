/** Reads the logs of a report into one `Results`, with the dimensions that their paths give them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unreadable } from '../formats/read.ts'
import { readLogs, type ReadLogs } from '../formats/read-logs.ts'
import { resultsVersion, type Results } from '../model/result.ts'
import { ProblemSink, UserError } from '../problems.ts'
import { assignLogs, type AssignedLog } from './assign-logs.ts'
import { listFiles, type LabReport } from './lab.ts'

/** Never stops at one bad log: what is wrong with it becomes a problem of the results. */
export async function collectResults(report: LabReport): Promise<Results> {
  const results: Results = { version: resultsVersion, sources: [], runs: [], problems: [] }
  const problems = new ProblemSink(`${report.path}/report.yaml`, 'lab')
  const logs = assignLogs(await logFiles(report), report.config.logs, {
    problems,
    systems: report.config.systems,
    lineOf: (rule) => report.placeOf(['logs', rule, 'path']),
  })
  const seen = new Map<string, string>()
  for (const log of logs) {
    const read = await readAssigned(report, log, seen)
    results.problems.push(...read.problems)
    for (const { record, runs } of read.logs) {
      results.sources.push(record)
      for (const run of runs) results.runs.push({ ...run, dimensions: { ...run.dimensions, ...log.dimensions } })
    }
  }
  results.problems.unshift(...problems.toProblems())
  return results
}

async function logFiles(report: LabReport): Promise<string[]> {
  const folder = join(report.folder, 'logs')
  if (!existsSync(folder)) {
    throw new UserError(`no logs: ${report.path}/logs does not exist`, {
      hint: 'Put the raw logs of the report there.',
    })
  }
  return (await listFiles(folder)).map((path) => `logs/${path}`)
}

async function readAssigned(
  report: LabReport,
  { path, rule }: AssignedLog,
  seen: Map<string, string>,
): Promise<AssignedReading> {
  const shown = `${report.path}/${path}`
  try {
    return await readLogs(join(report.folder, path), shown, {
      encoding: rule.encoding,
      offset: rule.timeZone === undefined ? undefined : minutes(rule.timeZone),
      format: rule.format,
      seen,
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
