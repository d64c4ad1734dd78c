/** Finds the JSON documents of fio in a file that may hold shell prompts, messages, and the same document twice. */
import { readJson, textOf, memberOf, type JsonFault, type JsonObject } from '../../source/json.ts'
import type { ProblemSink } from '../../problems.ts'

export interface FioDocument {
  node: JsonObject
  /** 1-based line of its opening brace. */
  line: number
  /** The text, for telling repetitions. */
  text: string
  /** Where it broke off; `null` for a whole one. */
  fault: JsonFault | null
}

/** fio names its version first, in every version seen. */
const start = /\{\s{0,100}"fio version"/g

/** Each document once, in the order of the file. */
export function findDocuments(text: string, problems: ProblemSink): FioDocument[] {
  const documents: FioDocument[] = []
  const seen = new Map<string, number>()
  const lines = new LineCounter(text)
  let end = 0
  start.lastIndex = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    lines.advance(end)
    reportNoise(text.slice(end, match.index), lines.line, problems)
    lines.advance(match.index)
    const { line, start: lineStart } = lines
    const { node, end: stop, fault } = readJson(text, match.index, { line, lineStart, isNoise: isMessage })
    end = stop
    start.lastIndex = Math.max(stop, match.index + 1)
    if (node.kind !== 'object') continue
    const content = text.slice(match.index, stop)
    const first = seen.get(content)
    if (first !== undefined) {
      problems.info('repeated-document', `Unexpected second copy of the document on line ${first}, expected it once`, {
        line,
        hint: 'It counts once. Nothing need be done.',
      })
      continue
    }
    seen.set(content, line)
    if (fault) reportFault(fault, line, problems)
    documents.push({ node, line, text: content, fault })
  }
  lines.advance(end)
  if (documents.at(-1)?.fault === null) reportNoise(text.slice(end), lines.line, problems)
  return documents
}

export function versionOf(document: FioDocument): string | null {
  return textOf(memberOf(document.node, 'fio version'))?.replace(/^fio-/, '') ?? null
}

/** Messages of fio that reach its output when both streams go to one file. */
function isMessage(line: string): boolean {
  return /^\s*(?:fio: |note: |warning: |Starting \d)/.test(line)
}

function reportNoise(text: string, line: number, problems: ProblemSink): void {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => one.trim() !== '')
  if (at === -1) return
  const message = lines.find((one) => /^\s*fio: /.test(one))?.trim()
  const report = message === undefined ? problems.info.bind(problems) : problems.warning.bind(problems)
  report('text-around-json', 'Unexpected text outside the JSON document, expected the document alone', {
    line: line + at,
    // Prompts show user and host names; a message of fio is worth reading.
    actual: message?.slice(0, 200),
    hint: 'It was passed over. Let fio write with --output, which keeps messages apart.',
  })
}

function reportFault(fault: JsonFault, line: number, problems: ProblemSink): void {
  problems.error(
    'broken-json',
    fault.isEnd
      ? `Unexpected end of the file inside the document of line ${line}, expected ${fault.expected}`
      : `Unexpected text inside the document of line ${line}, expected ${fault.expected}`,
    {
      line: fault.line,
      column: fault.column,
      expected: fault.expected,
      hint: 'Only jobs that are complete were read. Copy the file again, or repeat the run.',
    },
  )
}

/** Lines of growing positions, counted once through the text. */
class LineCounter {
  /** 1-based. */
  line = 1
  /** Where the line begins. */
  start = 0
  #next: number
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.#next = endOfLine(text, 0)
  }

  /** Goes on to the line of a position not before the last one. */
  advance(position: number): void {
    while (this.#next < position) {
      this.line++
      this.start = this.#next + 1
      this.#next = endOfLine(this.#text, this.start)
    }
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
