/** Reads one log: finds its format, parses, normalises, and turns whatever goes wrong into problems with a place. */
import { VFileMessage } from 'vfile-message'
import type { Run, SourceRecord } from '../model/result.ts'
import { ProblemSink, UserError, type Problem } from '../problems.ts'
import type { Source } from '../source/source.ts'
import type { Format } from './format.ts'
import { formats } from './index.ts'

export interface ReadLog {
  /** `null` when nothing recognised the file. */
  format: Format | null
  record: SourceRecord
  runs: Run[]
  problems: Problem[]
}

/** Never throws for what is in a log. `formatId` overrides detection; an unknown one is a `UserError`. */
export async function readLog(source: Source, formatId?: string): Promise<ReadLog> {
  const format = chooseFormat(source, formatId)
  let runs: Run[] = []
  if (format) {
    try {
      runs = format.normalise(await format.parse(source), source)
      if (runs.length === 0 && !source.problems.messages.some(({ fatal }) => fatal === true))
        reportNoRuns(source, format)
    } catch (error) {
      if (!(error instanceof VFileMessage)) throw error
      source.problems.push(error)
    }
  } else {
    reportUnknown(source)
  }
  const { sha256, bytes } = await source.identity()
  return {
    format,
    record: { path: source.path, member: source.member, sha256, bytes, format: format?.id ?? 'unknown' },
    runs,
    problems: source.problems.toProblems(),
  }
}

/** The format that claims the log, or the one asked for. @throws UserError for an unknown id */
export function chooseFormat(source: Source, formatId: string | undefined): Format | null {
  if (formatId === undefined) return formats.find((format) => format.detect(source.head)) ?? null
  const format = formats.find(({ id }) => id === formatId)
  if (!format) {
    throw new UserError(`unknown format: ${formatId}`, {
      hint: `Known formats: ${formats.map(({ id }) => id).join(', ')}.`,
      exitCode: 2,
    })
  }
  return format
}

function reportNoRuns(source: Source, format: Format): void {
  source.problems.error('no-runs', `Unexpected log without a result, expected at least one run of ${format.title}`, {
    line: 1,
    hint: 'The test may have been stopped before its first result, or the file has another format than was said.',
  })
}

function reportUnknown(source: Source): void {
  if (source.head.bytes.length === 0) {
    source.problems.error('empty-file', 'Unexpected empty file, expected a log', {
      hint: 'The tool may still have been running, or the copy failed. Copy the log again or remove it.',
    })
    return
  }
  source.problems.error(
    'unknown-format',
    `Unexpected content, expected a log of one of the ${formats.length} known formats`,
    {
      line: 1,
      actual: printableStart(source.head.text),
      hint: 'docs/formats.md lists the formats. If you know what wrote the file, name its format with --as; otherwise take it out of the folder.',
    },
  )
}

function printableStart(text: string): string {
  return text.slice(0, 60).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '·')
}

/** For callers that read many logs and must not stop at one. */
export function unreadable(path: string, error: UserError): Problem[] {
  const sink = new ProblemSink(path)
  sink.error('unreadable-file', error.message, { hint: error.hint })
  return sink.toProblems()
}
