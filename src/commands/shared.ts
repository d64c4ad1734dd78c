/** What commands share: folders, progress, printing of problems. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownTemplates } from '../compose/template-files.ts'
import { fileEffects, type Effects } from '../effects.ts'
import type { GlobalFlags, Outcome } from '../cli.ts'
import { formatProblem, type Problem } from '../problems.ts'

export interface Folders {
  data: string
  templates: string
  out: string
  cache: string
}

/** Absolute folders. Templates: as said, else those of the working folder, else the ones that come with the program. */
export function folders(flags: GlobalFlags): Folders {
  const local = resolve('templates')
  const templates =
    flags.templates === undefined
      ? existsSync(join(local, 'reports'))
        ? local
        : ownTemplates
      : resolve(flags.templates)
  return { data: resolve(flags.data), templates, out: resolve(flags.out), cache: resolve(flags.cache) }
}

/** Progress goes to a terminal only: a line a step, replaced by the next; elsewhere plain lines, without `--quiet`. */
export function consoleEffects(flags: GlobalFlags): Effects {
  return fileEffects((line) => {
    if (flags.quiet) return
    process.stderr.write(process.stderr.isTTY ? `\r\u{1b}[K${line}` : `${line}\n`)
  })
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u{1b}[K')
}

/** Problems on stderr, worst last so that they stay in view; 1 when there is an error. */
export function printProblems(problems: readonly Problem[], isQuiet: boolean): Outcome {
  const shown = problems.filter(({ severity }) => severity !== 'info')
  for (const problem of shown) process.stderr.write(`${formatProblem(problem)}\n`)
  const errors = shown.filter(({ severity }) => severity === 'error').length
  if (shown.length > 0 && !isQuiet)
    process.stderr.write(`${count(errors, 'error')}, ${count(shown.length - errors, 'warning')}\n`)
  return { exitCode: errors > 0 ? 1 : 0 }
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

export function exitCodeOf(problems: readonly Problem[]): Outcome {
  return { exitCode: problems.some(({ severity }) => severity === 'error') ? 1 : 0 }
}

/** Writes all of `text`, however slowly the reader takes it. */
export function printOut(text: string): Promise<void> {
  return new Promise((resolvePrinted, reject) => {
    process.stdout.write(text, (error) => {
      // A reader that has seen enough (`| head`) is no error.
      if (!error || ('code' in error && error.code === 'EPIPE')) resolvePrinted()
      else reject(error)
    })
  })
}
