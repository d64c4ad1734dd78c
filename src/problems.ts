/**
 * One kind of message everywhere: a `VFileMessage` with a place, a permanent rule id, what was found, what was expected
 * and what to do. The list of rule ids is `docs/problems.md`; a test compares it with the code.
 */
import { VFileMessage } from 'vfile-message'

/** `error`: exit code 1. `warning`: odd, but understood. `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

/** Where in a file. Lines and columns are 1-based, bytes 0-based. Text files give a line, binary files a byte. */
export interface Place {
  line?: number | undefined
  column?: number | undefined
  byte?: number | undefined
}

export interface ProblemDetails extends Place {
  /** Another file than the sink's: a chapter of the template. */
  path?: string | undefined
  /** What was found, as text. */
  actual?: string | undefined
  /** What should have been there. */
  expected?: string | undefined
  /** The hint: what the reader of the message can do. */
  hint?: string | undefined
  cause?: Error | undefined
}

/** A problem as plain data: the form of `--json` and of the results file. */
export interface Problem {
  /** Workspace-relative path; an archive member follows after a slash: `run7.zip/inst-0.csv`. */
  path: string
  line: number | null
  column: number | null
  byte: number | null
  ruleId: string
  severity: Severity
  message: string
  actual: string | null
  expected: string | null
  hint: string | null
}

/**
 * Collects the problems of one file. A format calls `info` or `warning` for what is odd but understood, `error` for what
 * is wrong while the rest can still be trusted, and `fail` (which throws) when nothing can be made of the file.
 */
export class ProblemSink {
  readonly path: string
  readonly messages: VFileMessage[] = []
  readonly #counts = new Map<string, number>()
  readonly #source: string

  /** `source` is the id of the format or step that reports. Rule ids are unique without it. */
  constructor(path: string, source = 'benchpaper') {
    this.path = path
    this.#source = source
  }

  info(ruleId: string, reason: string, details: ProblemDetails = {}): void {
    this.#add(undefined, ruleId, reason, details)
  }

  warning(ruleId: string, reason: string, details: ProblemDetails = {}): void {
    this.#add(false, ruleId, reason, details)
  }

  error(ruleId: string, reason: string, details: ProblemDetails = {}): void {
    this.#add(true, ruleId, reason, details)
  }

  /** Records an error and throws it: the file is ours but unusable. */
  fail(ruleId: string, reason: string, details: ProblemDetails = {}): never {
    throw this.#add(true, ruleId, reason, details)
  }

  /** How often a rule has been reported, suppressed repetitions included. */
  count(ruleId: string): number {
    return this.#counts.get(ruleId) ?? 0
  }

  /** Takes over a message made elsewhere (a nested sink, a thrown failure). */
  push(message: VFileMessage): void {
    if (!this.messages.includes(message)) this.messages.push(message)
  }

  #add(fatal: boolean | undefined, ruleId: string, reason: string, details: ProblemDetails): VFileMessage {
    const message = makeMessage(details.path ?? this.path, this.#source, fatal, ruleId, reason, details)
    const count = this.count(ruleId) + 1
    this.#counts.set(ruleId, count)
    // A damaged log can break the same rule on a million lines: the first ones lead to the cause, the count says the rest.
    if (count <= repetitionLimit) this.messages.push(message)
    return message
  }

  /** The collected problems; a rule reported more often than can be shown ends with one line that says how often. */
  toProblems(): Problem[] {
    const problems = this.messages.map(toProblem)
    for (const [ruleId, count] of this.#counts) {
      if (count <= repetitionLimit) continue
      const last = this.messages.findLast((message) => message.ruleId === ruleId)!
      problems.push({
        ...toProblem(last),
        line: null,
        column: null,
        byte: null,
        message: `${count - repetitionLimit} more of the same (${ruleId}), ${count} in all`,
        actual: null,
        expected: null,
        hint: null,
      })
    }
    return problems
  }
}

/** Repetitions of one rule in one file that are kept with their place. */
const repetitionLimit = 20

function makeMessage(
  path: string,
  source: string,
  fatal: boolean | undefined,
  ruleId: string,
  reason: string,
  details: ProblemDetails,
): VFileMessage {
  const place = details.line === undefined ? undefined : { line: details.line, column: details.column ?? 1 }
  const message = new VFileMessage(reason, {
    ruleId,
    source,
    ...(place && { place }),
    ...(details.cause && { cause: details.cause }),
  })
  message.fatal = fatal
  message.file = path
  message.actual = details.actual
  message.expected = details.expected === undefined ? undefined : [details.expected]
  message.note = details.hint
  return Object.assign(message, { byte: details.byte })
}

function isPlacedMessage(message: VFileMessage): message is VFileMessage & { byte: number } {
  return 'byte' in message && typeof message.byte === 'number'
}

export function severityOf(message: VFileMessage): Severity {
  return message.fatal === true ? 'error' : message.fatal === false ? 'warning' : 'info'
}

export function toProblem(message: VFileMessage): Problem {
  return {
    path: message.file ?? '',
    line: message.line ?? null,
    column: message.column ?? null,
    byte: isPlacedMessage(message) ? message.byte : null,
    ruleId: message.ruleId ?? 'unknown',
    severity: severityOf(message),
    message: message.reason,
    actual: message.actual ?? null,
    expected: message.expected?.join(' or ') ?? null,
    hint: message.note ?? null,
  }
}

/** Each fault once: four counters can miss the same window, a template's fault shows up in each language. */
export function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = JSON.stringify([
      problem.path,
      problem.line,
      problem.column,
      problem.byte,
      problem.ruleId,
      problem.message,
    ])
    return !seen.has(key) && seen.add(key)
  })
}

/** `path:line:column: message (rule-id)`, and the hint on a line of its own. */
export function formatProblem(problem: Problem): string {
  const place =
    problem.line !== null
      ? `:${problem.line}:${problem.column ?? 1}`
      : problem.byte !== null
        ? `:byte ${problem.byte}`
        : ''
  const severity = problem.severity === 'error' ? '' : `${problem.severity}: `
  const hint = problem.hint === null ? '' : `\n    ${visible(problem.hint)}`
  return `${visible(`${problem.path}${place}: ${severity}${problem.message} (${problem.ruleId})`)}${hint}`
}

/** Names of files can hold escapes for the terminal, and line ends. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

/** Trouble without a place in a file, such as a missing folder or browser. Printed short; the hint says what to do. */
export class UserError extends Error {
  readonly hint: string | undefined
  /** 1: the input is at fault; 2: the command was called wrongly. */
  readonly exitCode: 1 | 2

  constructor(message: string, options: { hint?: string; exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'UserError'
    this.hint = options.hint
    this.exitCode = options.exitCode ?? 1
  }
}
