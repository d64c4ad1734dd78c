import type { GlobalFlags, Outcome } from '../cli.ts'
import { build, type OutputFormat } from '../build/build.ts'
import { UserError } from '../problems.ts'
import { consoleEffects, endProgress, exitCodeOf, folders, printOut, printProblems } from './shared.ts'

export interface BuildFlags {
  lang?: string[]
  format?: string[]
  draft?: boolean
  jobs?: number
  json: boolean
}

/** Builds, prints where the reports are (stdout) and what is wrong (stderr). */
export async function runBuild(reports: string[], flags: BuildFlags, globals: GlobalFlags): Promise<Outcome> {
  const result = await build(
    {
      ...folders(globals),
      reports,
      languages: flags.lang ?? [],
      formats: outputFormats(flags.format),
      draft: flags.draft ?? false,
      jobs: flags.jobs ?? defaultJobs,
      checkOnly: false,
    },
    consoleEffects(globals),
  )
  endProgress()
  if (flags.json) {
    await printOut(`${JSON.stringify(result, null, 2)}\n`)
    return exitCodeOf(result.problems)
  }
  const outcome = printProblems(result.problems, globals.quiet)
  const reportsWritten = result.outputs.filter((path) => /(report\.(html|pdf)|index\.html)$/.test(path))
  if (!globals.quiet) await printOut(reportsWritten.map((path) => `${path}\n`).join(''))
  return outcome
}

/** The same without writing anything. */
export async function runCheck(reports: string[], flags: BuildFlags, globals: GlobalFlags): Promise<Outcome> {
  const options = {
    ...folders(globals),
    reports,
    languages: flags.lang ?? [],
    formats: [],
    draft: false,
    jobs: defaultJobs,
    checkOnly: true,
  }
  const { problems } = await build(options, consoleEffects(globals))
  endProgress()
  if (flags.json) {
    await printOut(`${JSON.stringify({ problems }, null, 2)}\n`)
    return exitCodeOf(problems)
  }
  const outcome = printProblems(problems, globals.quiet)
  if (outcome.exitCode === 0 && !globals.quiet) await printOut('no errors\n')
  return outcome
}

/** Two suit two cores: one computes while the browser prints for the other. */
const defaultJobs = 2

const known: readonly OutputFormat[] = ['html', 'pdf']

function outputFormats(names: string[] | undefined): OutputFormat[] {
  if (!names) return [...known]
  const unknown = names.find((name) => !known.some((format) => format === name))
  if (unknown !== undefined)
    throw new UserError(`unknown output format: ${unknown}`, { hint: 'Known: html, pdf.', exitCode: 2 })
  return known.filter((format) => names.includes(format))
}
