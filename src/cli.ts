#!/usr/bin/env node
/** argv → options → library → exit code. The only file that prints errors or ends the process. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { UserError } from './problems.ts'
import type { BuildFlags } from './commands/build.ts'
import type { InspectFlags } from './commands/inspect.ts'

/** What a command gives back; the exit code follows from it. */
export interface Outcome {
  exitCode: 0 | 1 | 2
}

/** Options that every command takes. */
export interface GlobalFlags {
  data: string
  templates?: string
  out: string
  cache: string
  quiet: boolean
  debug: boolean
}

function program(run: (outcome: Promise<Outcome>) => void): Command {
  const cli = new Command('benchpaper')
    .description('Turns raw benchmark logs into published white papers.')
    .option('--data <folder>', 'the lab: product lines, reports, systems', 'data')
    .option('--templates <folder>', 'report templates (default: templates, or those of benchpaper)')
    .option('--out <folder>', 'where reports go', 'out')
    .option('--cache <folder>', 'what speeds up the next build; may be deleted', '.cache')
    .version(readVersion())
    .option('--quiet', 'print problems only', false)
    .option('--debug', 'show stacks of unexpected errors', false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(text)
      },
    })
  const globals = (): GlobalFlags => cli.opts<GlobalFlags>()

  cli
    .command('build')
    .description('build reports: HTML, PDF, data of every figure, evidence')
    .argument('[report...]', 'reports or product lines, such as proliant/file-server; all when left out')
    .option('--lang <list>', 'languages, such as ja,en', list)
    .addOption(new Option('--format <list>', 'html,pdf').argParser(list))
    .option('--jobs <n>', 'reports built at the same time', wholeNumber)
    .option('--draft', 'build reports with broken claims, the sentences marked', false)
    .option('--json', 'print outputs and problems as JSON', false)
    .action((reports: string[], flags: BuildFlags) => {
      run(import('./commands/build.ts').then(({ runBuild }) => runBuild(reports, flags, globals())))
    })

  cli
    .command('check')
    .description('everything that build would complain about, without writing reports')
    .argument('[report...]', 'reports or product lines; all when left out')
    .option('--lang <list>', 'languages, such as ja,en', list)
    .option('--json', 'print problems as JSON', false)
    .action((reports: string[], flags: BuildFlags) => {
      run(import('./commands/build.ts').then(({ runCheck }) => runCheck(reports, flags, globals())))
    })

  cli
    .command('inspect')
    .description('what a log or archive holds')
    .argument('<file...>', 'logs, archives or folders of them, - for standard input')
    .option('--as <format>', 'read as this format instead of detecting it')
    .option('--encoding <label>', 'such as shift_jis, windows-1252')
    .option('--time-zone <offset>', 'for logs that do not say, such as +09:00')
    .option('--limit <name=number>', 'more of what an archive may cost, such as ratio=500; repeatable', append, [])
    .option('--json', 'everything as one JSON object', false)
    .option('--csv', 'observations as CSV', false)
    .option('--series', 'with every sample of every series', false)
    .action((files: string[], flags: InspectFlags) => {
      run(import('./commands/inspect.ts').then(({ runInspect }) => runInspect(files, flags, globals())))
    })

  cli
    .command('diff')
    .description('which numbers differ between two results.json')
    .argument('<a>', 'a results.json, or the output folder of a report')
    .argument('<b>', 'the same, newer')
    .option('--json', 'as JSON', false)
    .action((a: string, b: string, flags: { json: boolean }) => {
      run(import('./commands/diff.ts').then(({ runDiff }) => runDiff(a, b, flags)))
    })

  const i18n = cli.command('i18n').description('catalogues for translators')
  i18n
    .command('extract')
    .description('bring catalogues up to date with the templates: new, changed and gone texts')
    .argument('<language...>', 'such as ja de')
    .action((languages: string[]) => {
      run(import('./commands/i18n.ts').then(({ runExtract }) => runExtract(languages, globals())))
    })

  cli
    .command('init')
    .description('make a new lab with one small working report')
    .argument('[folder]', 'where', '.')
    .action((folder: string) => {
      run(import('./commands/init.ts').then(({ runInit }) => runInit(folder)))
    })
  return cli
}

function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d?$/.test(text))
    throw new UserError(`invalid number of jobs: ${text}`, { hint: 'Write a number from 1 to 99.', exitCode: 2 })
  return Number(text)
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

interface SystemError extends Error {
  code: string
  syscall: string
  path?: string
  dest?: string
}

/** Trouble of the machine, not of the program: no space, no permission, a file where a folder should be. */
function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}

function adviceFor(code: string): string {
  if (code === 'ENOSPC') return 'The disk is full. The last good reports are unchanged.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'Check the permissions, or name another folder with --data, --out or --cache.'
  return 'Check the folders named with --data, --templates, --out and --cache.'
}

function append(text: string, before: string[]): string[] {
  return [...before, text]
}

async function main(argv: readonly string[]): Promise<number> {
  const isDebug = argv.includes('--debug')
  try {
    let running: Promise<Outcome> | undefined
    program((outcome) => {
      running = outcome
    }).parse(argv)
    return (await running)?.exitCode ?? 0
  } catch (error) {
    return report(error, isDebug)
  }
}

function report(error: unknown, isDebug: boolean): number {
  // commander has printed what was wrong with the call; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UserError) {
    process.stderr.write(`benchpaper: ${error.message}\n${error.hint === undefined ? '' : `    ${error.hint}\n`}`)
    if (isDebug && error.cause instanceof Error) process.stderr.write(`${error.cause.stack ?? ''}\n`)
    return error.exitCode
  }
  if (isSystemError(error)) {
    process.stderr.write(
      `benchpaper: cannot ${error.syscall} ${error.path ?? error.dest ?? ''}: ${error.code}\n    ${adviceFor(error.code)}\n`,
    )
    return 1
  }
  const message = error instanceof Error ? error.message : String(error)
  const stack =
    isDebug && error instanceof Error
      ? `${error.stack ?? ''}\n`
      : '    This is a bug. Run again with --debug and report what it prints.\n'
  process.stderr.write(`benchpaper: unexpected error: ${message}\n${stack}`)
  return 1
}

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(process.exitCode ?? 0)
})

process.exitCode = await main(process.argv)
