/**
 * The main job: a lab's logs become its reports. One bad log, report or language never stops the others; everything
 * that is wrong comes back as problems.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadPartials, type Partials } from '../compose/page.ts'
import { loadTemplate } from '../compose/template.ts'
import { PlaceholderError } from '../compose/placeholder.ts'
import { analyseReport, titleOf } from '../compose/report-data.ts'
import type { Effects } from '../effects.ts'
import { wantedSeries } from '../analyse/measures.ts'
import { collectResults } from '../lab/collect.ts'
import { ownTemplates } from '../compose/template-files.ts'
import { findReports, readLab, readText, show, type LabReport } from '../lab/lab.ts'
import { emptyCatalogue, parseCatalogue, Translator, withOwnWords, type Catalogue } from '../locale/catalogue.ts'
import { findLanguage } from '../locale/language.ts'
import { formatResults } from '../model/results-file.ts'
import { distinct, ProblemSink, UserError, type Problem } from '../problems.ts'
import { openBrowser, type PdfBrowser } from '../typeset/browser.ts'
import { catalogueOf, mergeEntry, readEntry, type BuiltReport } from './catalogue-page.ts'
import { formatValues } from './values.ts'
import { evidenceOf } from './evidence.ts'
import { renderEdition } from './edition.ts'

export type OutputFormat = 'html' | 'pdf'

export interface BuildOptions {
  data: string
  templates: string
  out: string
  cache: string
  /** Ids of reports or product lines; all when empty. */
  reports: readonly string[]
  /** Languages to build; those of each report when empty. */
  languages: readonly string[]
  formats: readonly OutputFormat[]
  /** Builds reports with broken claims, the sentences marked. */
  draft: boolean
  /** Checks everything and writes nothing. */
  checkOnly: boolean
}

export interface BuildResult {
  problems: Problem[]
  /** Files written, as problems name files. */
  outputs: string[]
}

interface Shared {
  options: BuildOptions
  effects: Effects
  root: string
  partials: Partials
  catalogues: Map<string, Catalogue>
  /** Titles of reports by id, by language. */
  titles: Map<string, Map<string, string>>
  /** Starts on first use. */
  browser: () => Promise<PdfBrowser>
}

/** @throws UserError when there is nothing to build: no data folder, no such report, no browser */
export async function build(options: BuildOptions, effects: Effects, root = process.cwd()): Promise<BuildResult> {
  const isInside = (folder: string): boolean => `${folder}/`.startsWith(`${options.data}/`)
  if (isInside(options.out) || isInside(options.cache)) {
    throw new UserError('the output or cache folder lies inside the data folder', {
      hint: 'Name another folder with --out or --cache: raw logs and reports must not mix.',
      exitCode: 2,
    })
  }
  for (const tag of options.languages) findLanguage(tag)
  const lab = await readLab(options.data, options.reports, root)
  let opening: Promise<PdfBrowser> | undefined
  const shared: Shared = {
    options,
    effects,
    root,
    partials: await loadPartials(options.templates),
    catalogues: new Map(),
    titles: new Map(),
    browser: () => (opening ??= openBrowser()),
  }
  const problems: Problem[] = lab.sinks.flatMap((sink) => sink.toProblems())
  const outputs: string[] = []
  try {
    for (const report of lab.reports) {
      const result = await buildReport(report, shared)
      problems.push(...result.problems)
      outputs.push(...result.outputs)
    }
  } finally {
    await (await opening)?.close()
  }
  if (!options.checkOnly) {
    const index = join(options.out, 'index.html')
    await effects.write(new Map([[index, catalogueOf(await builtReports(options))]]))
    outputs.push(show(index, root))
  }
  return { problems: distinct(problems), outputs }
}

async function buildReport(report: LabReport, shared: Shared): Promise<BuildResult> {
  const { options, effects, root } = shared
  const problems: Problem[] = []
  const templatePath = show(join(options.templates, 'reports', `${report.config.template}.md`), root)
  const sink = new ProblemSink(templatePath, 'template')
  const stop = (): BuildResult => ({
    problems: [...problems, ...sink.toProblems()],
    outputs: [],
  })
  try {
    effects.progress(`${report.id}: reading logs`)
    const files = { folder: options.templates, show: (file: string) => show(file, root) }
    const template = await loadTemplate(files, `reports/${report.config.template}`, sink)
    const { measures = {}, traces = {} } = template?.matter ?? {}
    const counters = [...Object.values(measures), ...Object.values(traces)]
    const results = await collectResults(report, wantedSeries(counters))
    if (!template) {
      problems.push(...results.problems)
      return stop()
    }
    const data = analyseReport(report, template, results, sink)
    problems.push(...data.results.problems)
    const outputs = new Map<string, string | Uint8Array>()
    const built: BuiltReport = { id: report.id, line: report.line.name, editions: [] }
    const languages = report.config.languages.filter(
      (tag) => options.languages.length === 0 || options.languages.includes(tag),
    )
    for (const tag of languages) {
      effects.progress(`${report.id}: ${tag}`)
      const titles = await reportTitles(tag, shared)
      const edition = await renderEdition({
        data,
        tag,
        languages: report.config.languages,
        catalogue: await catalogue(tag, shared, problems),
        partials: shared.partials,
        problems: sink,
        options,
        browser: options.formats.includes('pdf') && !options.checkOnly ? shared.browser : null,
        templatesFolder: options.templates,
        reportTitle: (id) => titles.get(id) ?? null,
      })
      for (const [name, content] of edition.files) outputs.set(`${tag}/${name}`, content)
      built.editions.push(edition.summary)
    }
    // A sentence that the data contradicts, a reference to nothing: no half-right report replaces the last good one.
    const isBroken = sink.messages.some(
      ({ fatal, ruleId }) => fatal === true && !(options.draft && ruleId === 'broken-claim'),
    )
    if (isBroken || options.checkOnly) return stop()
    const isDraft = options.draft && sink.count('broken-claim') > 0
    const id = isDraft ? `draft/${report.id}` : report.id
    const folder = join(options.out, id)
    outputs.set('results.json', formatResults(data.results))
    outputs.set('values.json', formatValues(data))
    outputs.set('evidence.zip', await evidenceOf(report, results))
    if (!isDraft) outputs.set('catalogue.json', await catalogueEntry(folder, built, report.config.languages))
    await effects.write(new Map([...outputs].map(([name, content]) => [join(folder, name), content])))
    // A PDF of other numbers must not stay beside a new page.
    const stale = languages.filter((tag) => !outputs.has(`${tag}/report.pdf`))
    for (const tag of stale) await effects.remove(join(folder, tag, 'report.pdf'))
    return {
      problems: [...problems, ...sink.toProblems()],
      outputs: [...outputs.keys()].map((name) => show(join(folder, name), root)),
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const failed = new ProblemSink(`${report.path}/report.yaml`, 'build')
    failed.error('report-failed', error.message, { hint: error.hint })
    problems.push(...failed.toProblems())
    return stop()
  }
}

/** What the catalogue says of a report: the editions built now, and those of earlier builds that the report still has. */
async function catalogueEntry(folder: string, built: BuiltReport, languages: readonly string[]): Promise<string> {
  const before = await readEntry(join(folder, 'catalogue.json'))
  return `${JSON.stringify(mergeEntry(before, built, languages), null, 2)}\n`
}

/** Every report of the lab that has been built, now or before. */
async function builtReports(options: BuildOptions): Promise<BuiltReport[]> {
  const ids = await findReports(options.data)
  const entries = await Promise.all(ids.map((id) => readEntry(join(options.out, id, 'catalogue.json'))))
  return entries.filter((entry) => entry !== null)
}

/** Titles of all reports of the lab, for references between them. What is wrong with the others is theirs to report. */
async function reportTitles(tag: string, shared: Shared): Promise<Map<string, string>> {
  const known = shared.titles.get(tag)
  if (known) return known
  const { options, root } = shared
  const titles = new Map<string, string>()
  const sink = new ProblemSink('titles')
  const translator = new Translator(await catalogue(tag, shared, []), sink)
  for (const report of (await readLab(options.data, [], root)).reports) {
    try {
      const files = { folder: options.templates, show: (file: string) => show(file, root) }
      const template = await loadTemplate(files, `reports/${report.config.template}`, sink)
      if (template) titles.set(report.id, titleOf(report, template, translator))
    } catch (error) {
      if (!(error instanceof UserError || error instanceof PlaceholderError)) throw error
    }
  }
  shared.titles.set(tag, titles)
  return titles
}

async function catalogue(tag: string, { options, catalogues, root }: Shared, problems: Problem[]): Promise<Catalogue> {
  const known = catalogues.get(tag)
  if (known) return known
  const file = join(options.templates, 'locales', `${tag}.po`)
  const sink = new ProblemSink(show(file, root), 'po')
  const text = tag === 'en' ? null : await readText(file)
  const parsed = text === null ? emptyCatalogue(tag) : parseCatalogue(text, tag, sink)
  // A lab need not translate what the program says.
  const own = options.templates === ownTemplates ? null : await readText(join(ownTemplates, 'locales', `${tag}.po`))
  const whole =
    text === null || own === null
      ? parsed
      : withOwnWords(parsed, parseCatalogue(own, tag, new ProblemSink('locales', 'po')))
  if (text === null && tag !== 'en') {
    sink.error('no-catalogue', `Unexpected language ${tag} without a catalogue, expected a file`, {
      hint: 'Make it with `benchpaper i18n extract`.',
    })
  }
  problems.push(...sink.toProblems())
  catalogues.set(tag, whole)
  return whole
}

/** The program's version, for metadata. */
export async function programVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
