import { stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { GlobalFlags, Outcome } from '../cli.ts'
import { combineLogs } from '../formats/combine.ts'
import { readFolder } from '../formats/read-folder.ts'
import { unreadable } from '../formats/read.ts'
import { readLogs, type ReadLogs, type ReadLogsOptions } from '../formats/read-logs.ts'
import { minutes } from '../lab/collect.ts'
import { listFiles } from '../lab/lab.ts'
import { UserError, type Problem } from '../problems.ts'
import { defaultLimits, type ArchiveLimits } from '../source/archive/limits.ts'
import { decodeText } from '../source/encoding.ts'
import { describeLogs } from './inspect-text.ts'
import { observationsCsv, toJson } from './inspect-json.ts'
import { endProgress, exitCodeOf, printOut, printProblems } from './shared.ts'

export interface InspectFlags {
  as?: string
  encoding?: string
  timeZone?: string
  json: boolean
  csv: boolean
  /** `ratio=500`: limits of archives. */
  limit: string[]
  series: boolean
}

/** Shows what files hold. Works on any file, without a report; one bad file does not stop the others. */
export async function runInspect(files: string[], flags: InspectFlags, globals: GlobalFlags): Promise<Outcome> {
  if (flags.json && flags.csv) throw new UserError('choose one of --json and --csv', { exitCode: 2 })
  const options = readOptions(flags)
  const separate: ReadLogs[] = []
  const unread: Problem[] = []
  for (const file of files) {
    try {
      separate.push(await readArgument(file, options))
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode === 2) throw error
      unread.push(...unreadable(show(file), error))
    }
  }
  endProgress()
  const { read, problems: ofRuns } = combineLogs(separate)
  const problems = [...unread, ...read.flatMap((one) => one.problems), ...ofRuns]
  if (flags.json) {
    await printOut(`${JSON.stringify(toJson(read, problems, flags.series), null, 1)}\n`)
    return exitCodeOf(problems)
  }
  await printOut(flags.csv ? observationsCsv(read.flatMap(({ logs }) => logs)) : describeLogs(read, flags.series))
  return printProblems(problems, globals.quiet)
}

async function readArgument(name: string, options: ReadLogsOptions): Promise<ReadLogs> {
  if (name === '-') return readLogs(await readInput(), 'stdin', options)
  const file = resolve(name)
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true
  if (isFolder) return readFolder(file, show(name), await listFiles(file), options)
  return readLogs(file, show(name), options)
}

function readOptions(flags: InspectFlags): ReadLogsOptions {
  if (flags.encoding !== undefined) checkEncoding(flags.encoding)
  if (flags.timeZone !== undefined && !/^[+-]\d\d:\d\d$/.test(flags.timeZone)) {
    throw new UserError(`invalid time zone: ${flags.timeZone}`, {
      hint: 'Write an offset such as +09:00.',
      exitCode: 2,
    })
  }
  return {
    encoding: flags.encoding,
    offset: flags.timeZone === undefined ? undefined : minutes(flags.timeZone),
    format: flags.as,
    limits: readLimits(flags.limit),
    seen: new Map(),
    samples: flags.series ? 'keep' : 'summary',
  }
}

function readLimits(texts: readonly string[]): Partial<ArchiveLimits> {
  const entries = texts.map((text) => {
    const [, name, value] = /^(\w+)=(\d+)$/.exec(text) ?? []
    if (name === undefined || !Object.hasOwn(defaultLimits, name)) {
      throw new UserError(`invalid limit: ${text}`, {
        hint: `Write a name and a number such as ratio=500; names: ${Object.keys(defaultLimits).join(', ')}.`,
        exitCode: 2,
      })
    }
    return [name, Number(value)]
  })
  return Object.fromEntries(entries) as Partial<ArchiveLimits>
}

function checkEncoding(label: string): void {
  try {
    decodeText(new Uint8Array(), label)
  } catch {
    throw new UserError(`unknown encoding: ${label}`, {
      hint: 'Such as utf-8, shift_jis, windows-1252, utf-16le.',
      exitCode: 2,
    })
  }
}

/** As the user named it, with forward slashes. */
function show(file: string): string {
  const path = relative(process.cwd(), resolve(file))
  return (path.startsWith('..') ? file : path || '.')
    .split(sep)
    .join('/')
    .replace(/(?<=.)\/+$/, '')
}

async function readInput(): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
