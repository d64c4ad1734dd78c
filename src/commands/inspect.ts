import { stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { GlobalFlags, Outcome } from '../cli.ts'
import { readLog } from '../formats/read.ts'
import { readLogs, type ReadLogs } from '../formats/read-logs.ts'
import { minutes } from '../lab/collect.ts'
import { listFiles } from '../lab/lab.ts'
import { ProblemSink, toProblem, UserError, type Problem } from '../problems.ts'
import { decodeText } from '../source/encoding.ts'
import { Source, type ReadOptions } from '../source/source.ts'
import { describeLogs } from './inspect-text.ts'
import { observationsCsv, toJson } from './inspect-json.ts'
import { endProgress, exitCodeOf, printOut, printProblems } from './shared.ts'

export interface InspectFlags {
  as?: string
  encoding?: string
  timeZone?: string
  json: boolean
  csv: boolean
  series: boolean
}

/** Shows what files hold. Works on any file, without a report; one bad file does not stop the others. */
export async function runInspect(files: string[], flags: InspectFlags, globals: GlobalFlags): Promise<Outcome> {
  if (flags.json && flags.csv) throw new UserError('choose one of --json and --csv', { exitCode: 2 })
  const options = readOptions(flags)
  const read: ReadLogs[] = []
  const unread: Problem[] = []
  for (const file of await expand(files)) {
    try {
      read.push(
        file === '-'
          ? await readInput(flags.as, options)
          : await readLogs(resolve(file), show(file), { ...options, format: flags.as }),
      )
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode === 2) throw error
      const sink = new ProblemSink(show(file))
      sink.error('unreadable-file', error.message, { hint: error.hint })
      unread.push(...sink.messages.map(toProblem))
    }
  }
  endProgress()
  const problems = [...unread, ...read.flatMap((one) => one.problems)]
  const logs = read.flatMap((one) => one.logs)
  if (flags.json) {
    await printOut(`${JSON.stringify(toJson(read, problems, flags.series), null, 1)}\n`)
    return exitCodeOf(problems)
  }
  await printOut(flags.csv ? observationsCsv(logs) : describeLogs(read, flags.series))
  return printProblems(problems, globals.quiet)
}

/** A folder stands for every file in it. */
async function expand(names: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    names.map(async (name) => {
      const isFolder = name !== '-' && (await stat(resolve(name)).catch(() => null))?.isDirectory() === true
      return isFolder ? (await listFiles(resolve(name))).map((file) => join(name, file)) : [name]
    }),
  )
  return files.flat()
}

function readOptions(flags: InspectFlags): ReadOptions {
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
    samples: flags.series ? 'keep' : 'summary',
  }
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
  return (path.startsWith('..') ? file : path).split(sep).join('/')
}

async function readInput(format: string | undefined, options: ReadOptions): Promise<ReadLogs> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const source = new Source({
    path: 'stdin',
    size: bytes.length,
    head: bytes,
    options,
    open: async function* () {
      yield await Promise.resolve(bytes)
    },
  })
  const log = await readLog(source, format)
  return { logs: [log], inventory: null, problems: log.problems }
}
