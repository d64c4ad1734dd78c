/**
 * Reads every log in a file, be it a log itself or an archive. In an archive a file that no format knows is no error, as
 * it would be on its own: run folders are full of pictures, settings and notes. The inventory says what became of each.
 */
import { openSources, type ArchiveEntry, type ArchiveKind, type OpenOptions } from '../source/archive/open.ts'
import { logName } from '../model/log-name.ts'
import { ProblemSink, type Problem } from '../problems.ts'
import type { Source } from '../source/source.ts'
import { companionKind, namedCompanionKind, sideFileKind } from './companions.ts'
import { chooseFormat, readLog, type ReadLog } from './read.ts'

export interface ReadLogsOptions extends OpenOptions {
  /** Overrides detection; in an archive for all members but web pages, pictures and the like. */
  format?: string | undefined
  /**
   * SHA-256 to name of the logs read so far. Shared between calls, it makes the same log in two files count once: the
   * one read first.
   */
  seen?: Map<string, string> | undefined
  /**
   * What may lie beside logs without being an error: `companions` (what is called a picture, web page or the like; said
   * in an info) in the folder of a report, `unknown` (any file that no format knows; said in the inventory) in a folder
   * that is inspected. In an archive it is always `unknown`.
   */
  beside?: 'companions' | 'unknown' | undefined
}

export interface ReadLogs {
  /** In the order of their names, whatever the order in the archive. */
  logs: ReadLog[]
  /** Of an archive or folder; `null` for one log. */
  inventory: Inventory | null
  /** What became of each file: the members of the inventory, or the one file. */
  members: InventoryEntry[]
  /** All of them: of the archive, then of each log, by name. */
  problems: Problem[]
}

export interface Inventory {
  /** Of the archive or folder. */
  path: string
  kind: ArchiveKind | 'folder'
  /** By name. */
  members: InventoryEntry[]
}

export interface InventoryEntry {
  /** Inside the archive or folder; a member of a nested archive follows after a slash: `inner.zip/log.csv`. */
  name: string
  /** Uncompressed bytes as far as the archive says; `null` when it does not. */
  size: number | null
  outcome: 'read' | 'ignored' | 'refused'
  /** Id of the format that read it, `null` if none did. */
  format: string | null
  /** For people; `null` when it was read. */
  why: string | null
}

/** A member with what has been made of it. */
interface Member {
  entry: InventoryEntry
  log: ReadLog | null
  problems: Problem[]
}

/**
 * Never throws for what is in a file.
 * @param file where the file is, or its bytes
 * @param path how problems and origins name it: workspace-relative, forward slashes
 * @throws UserError when the file cannot be read, or for an unknown format
 */
export async function readLogs(
  file: string | Uint8Array,
  path: string,
  options: ReadLogsOptions = {},
): Promise<ReadLogs> {
  const opened = await openSources(file, path, options)
  const seen = options.seen ?? new Map<string, string>()
  const isArchive = opened.archive !== null
  const members: Member[] = []
  const beside = isArchive ? 'unknown' : options.beside
  for await (const entry of opened.entries) {
    members.push(await readMember(entry, { format: options.format, beside }))
  }
  members.sort(({ entry: a }, { entry: b }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const kept = members.map((member) => dropDuplicate(member, path, seen))
  const problems = [...opened.problems(), ...kept.flatMap((member) => member.problems)]
  if (isArchive && opened.archive !== 'unsupported' && !members.some(({ log }) => log)) {
    problems.push(...noLogs(path, members.length))
  }
  const entries = kept.map(({ entry }) => entry)
  return {
    logs: kept.flatMap(({ log }) => log ?? []),
    inventory: opened.archive && { path, kind: opened.archive, members: entries },
    members: entries,
    problems,
  }
}

async function readMember(
  found: ArchiveEntry,
  { format, beside }: Pick<ReadLogsOptions, 'format' | 'beside'>,
): Promise<Member> {
  const { name, size } = found
  if (found.outcome !== 'source') {
    return { entry: { name, size, outcome: found.outcome, format: null, why: found.why }, log: null, problems: [] }
  }
  const { source } = found
  const why = beside ? whyIgnored(source, format, beside) : null
  if (why !== null) {
    if (beside === 'companions') {
      source.problems.info(
        'companion-ignored',
        `Unexpected ${why.replace(/^an? /, '')}, expected a log, it was left out`,
        {
          hint: 'Such files lie beside results in run folders. Nothing needs to be done.',
        },
      )
    }
    // Damage of the archive may be why no format knows it.
    const problems = source.problems.toProblems()
    return { entry: { name, size, outcome: 'ignored', format: null, why }, log: null, problems }
  }
  const log = await readLog(source, format)
  const entry: InventoryEntry = { name, size, outcome: 'read', format: log.format?.id ?? null, why: null }
  return { entry, log, problems: log.problems }
}

function whyIgnored(source: Source, formatId: string | undefined, beside: 'companions' | 'unknown'): string | null {
  const format = chooseFormat(source, formatId)
  if (source.head.bytes.length === 0) return beside === 'unknown' ? 'an empty file' : null
  // A format that was asked for need not know the log, but some formats are web pages.
  if (format?.detect(source.head)) return null
  if (beside === 'companions') return namedCompanionKind(source.head.name)
  const other = companionKind(source.head) ?? sideFileKind(source.head)
  return other ?? (format ? null : 'not a log of a known format')
}

/** The same bytes in two places are one measurement, not two. */
function dropDuplicate(member: Member, path: string, seen: Map<string, string>): Member {
  const { log, entry } = member
  if (!log?.format) return member
  const { record } = log
  const name = logName(record)
  const first = seen.get(record.sha256)
  if (first === undefined || first === name) {
    seen.set(record.sha256, name)
    return member
  }
  const sink = new ProblemSink(name, 'archive')
  const isNear = first.startsWith(`${path}/`)
  sink[isNear ? 'info' : 'warning']('duplicate-content', `Unexpected copy of ${first}, expected each log once`, {
    hint: isNear
      ? 'The log was counted once.'
      : 'The log was counted once, under the first name. If this should be another run, the wrong file was copied.',
  })
  return {
    entry: { ...entry, outcome: 'ignored', format: null, why: `the same content as ${first}` },
    log: null,
    problems: sink.toProblems(),
  }
}

function noLogs(path: string, count: number): Problem[] {
  const sink = new ProblemSink(path, 'archive')
  sink.error('no-logs-in-archive', `Unexpected archive of ${count} members without any log, expected at least one`, {
    hint: 'benchpaper inspect lists the members and why each was left out.',
  })
  return sink.toProblems()
}
