/**
 * What only all logs of a folder or archive together can tell: the JVMs of one SPECjbb2005 run are one run, and so are
 * the renderings (rsf, csv, txt) of one SPEC result.
 */
import { logName } from '../model/log-name.ts'
import { mergeRenderings } from '../model/merge-renderings.ts'
import type { Run } from '../model/result.ts'
import type { Problem } from '../problems.ts'
import { groupBy } from './group-by.ts'
import type { ReadLogs } from './read-logs.ts'
import type { ReadLog } from './read.ts'
import { rollUpSpecjbb2005 } from './specjbb2005/roll-up.ts'

export interface CombinedRuns {
  /** Each run once. Its origin is the log that its values came from. */
  runs: Run[]
  /** What the parts or renderings of a run disagree on. */
  problems: Problem[]
}

/** Pure: the runs given are left as they are. Works across logs, so it needs the runs of all of them. */
export function combineRuns(runs: readonly Run[]): CombinedRuns {
  const rolled = rollUpSpecjbb2005(runs)
  const merged = mergeRenderings(rolled.runs)
  return { runs: merged.runs, problems: [...rolled.problems, ...merged.problems] }
}

export interface CombinedLog extends ReadLog {
  /** The log that lists the run of this one, which is another rendering or a part of it; `null` when it lists its own. */
  mergedInto: string | null
}

export interface CombinedLogs extends Omit<ReadLogs, 'logs'> {
  logs: CombinedLog[]
}

/** The same for what has been read from several files: each run stands once, in the log that its values came from. */
export function combineLogs(read: readonly ReadLogs[]): { read: CombinedLogs[]; problems: Problem[] } {
  const { runs, problems } = combineRuns(read.flatMap(({ logs }) => logs).flatMap((log) => log.runs))
  const byLog = groupBy(runs, ({ origin }) => logName(origin))
  const combineLog = (log: ReadLog): CombinedLog => {
    const name = logName(log.record)
    const own = byLog.get(name) ?? []
    const home = own.length === 0 && log.runs.length > 0 ? runs.find((run) => isMadeOf(run, name)) : undefined
    return { ...log, runs: own, mergedInto: home ? logName(home.origin) : null }
  }
  return { read: read.map((one) => ({ ...one, logs: one.logs.map(combineLog) })), problems }
}

function isMadeOf({ settings }: Run, log: string): boolean {
  return [settings.otherRenderings, settings.parts].some((logs) => `, ${String(logs)}, `.includes(`, ${log}, `))
}
