/** One report in one language: HTML, PDF and the downloads, as files by name. */
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { makeTheme } from '../charts/theme.ts'
import { compose } from '../compose/compose.ts'
import { dataNotes, type DataNotes } from '../compose/notes.ts'
import { layOutPage, type Partials } from '../compose/page.ts'
import type { ReportData } from '../compose/report-data.ts'
import { fileEffects } from '../effects.ts'
import { missingGlyphs } from '../fonts/coverage.ts'
import { fontFaceCss } from '../fonts/subset.ts'
import { formats } from '../formats/index.ts'
import { Translator, type Catalogue } from '../locale/catalogue.ts'
import { findLanguage } from '../locale/language.ts'
import { formatsContext } from '../locale/report-words.ts'
import type { ProblemSink } from '../problems.ts'
import type { PdfBrowser } from '../typeset/browser.ts'
import { pageMapFromJson, pageMapToJson, type PageMap } from '../typeset/page-map.ts'
import { typesetHtml } from '../typeset/pdf.ts'
import { programVersion, type BuildOptions } from './build.ts'
import type { EditionSummary } from './catalogue-page.ts'

export interface EditionInput {
  data: ReportData
  /** Language of the edition. */
  tag: string
  /** All languages of the report, for links between editions. */
  languages: readonly string[]
  catalogue: Catalogue
  partials: Partials
  problems: ProblemSink
  options: BuildOptions
  /** `null`: no PDF is wanted. */
  browser: (() => Promise<PdfBrowser>) | null
  templatesFolder: string
  reportTitle: (id: string) => string | null
}

export async function renderEdition(
  input: EditionInput,
): Promise<{ files: Map<string, string | Uint8Array>; summary: EditionSummary }> {
  const { data, tag, problems, options, browser } = input
  const { report, template } = data
  const language = findLanguage(tag)
  const translator = new Translator(input.catalogue, problems)
  const charts = { templatesFolder: input.templatesFolder, template, theme: makeTheme(report.line.colours), problems }
  const { composed, names } = await compose({
    data,
    language,
    translator,
    problems,
    draft: options.draft,
    charts,
    reportTitle: input.reportTitle,
  })
  const page = await layOutPage({
    composed,
    notes: printable(
      dataNotes(data, names, (id) =>
        translator.translate(formatsContext, formats.find((format) => format.id === id)?.title ?? id),
      ),
    ),
    line: report.line,
    config: report.config,
    translator,
    partials: input.partials,
    isDraft: options.draft && problems.count('broken-claim') > 0,
    fontCss: (text) => fontFaceCss(text, { cache: join(options.cache, 'fonts') }),
    links: editionLinks(input),
  })
  for (const { char, codePoint, instead } of missingGlyphs(page.text)) {
    problems.error(
      'missing-glyph',
      `Unexpected character ${char} (U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}) in the ${tag} edition, expected one that the fonts have`,
      {
        hint:
          instead === null ? 'Use another character; the reader would see an empty box.' : `Write ${instead} instead.`,
      },
    )
  }
  const files = new Map<string, string | Uint8Array>([['report.html', page.screen]])
  for (const [name, csv] of composed.downloads) files.set(`data/${name}`, csv)
  if (browser && options.formats.includes('pdf')) {
    const mapFile = join(options.cache, 'pages', report.id, `${tag}.json`)
    const { pdf, pages } = await typesetHtml(await browser(), (map) => page.print((id) => map.pages.get(id)), {
      problems,
      previous: await readPageMap(mapFile),
      meta: {
        title: composed.title,
        lang: tag,
        date: report.config.date.length === 7 ? `${report.config.date}-01` : report.config.date,
        producer: `benchpaper ${await programVersion()}`,
        author: report.line.publisher,
        subject: composed.description,
      },
    })
    await fileEffects(() => undefined).write(new Map([[mapFile, JSON.stringify(pageMapToJson(pages))]]))
    files.set('report.pdf', pdf)
  }
  return {
    files,
    summary: {
      tag,
      language: language.name,
      title: composed.title,
      description: composed.description,
      hasPdf: files.has('report.pdf'),
    },
  }
}

/** Paths of logs may hold any character; one that no font has is named by its code point. */
function printable(notes: DataNotes): DataNotes {
  const escape = (text: string): string =>
    missingGlyphs(text).reduce(
      (safe, { char, codePoint }) => safe.replaceAll(char, `\\u{${codePoint.toString(16)}}`),
      text.replaceAll(/\p{Cc}/gu, '\u{fffd}').replaceAll('\u{fffd}', '?'),
    )
  return { ...notes, warnings: notes.warnings.map(escape), excluded: notes.excluded.map(escape) }
}

async function readPageMap(file: string): Promise<PageMap | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return pageMapFromJson(JSON.parse(text))
  } catch {
    return null
  }
}

function editionLinks({ tag, languages, browser }: EditionInput): { text: string; href: string; lang: string }[] {
  const others = languages
    .filter((other) => other !== tag)
    .map((other) => ({ text: findLanguage(other).name, href: `../${other}/report.html`, lang: other }))
  return browser ? [...others, { text: 'PDF', href: 'report.pdf', lang: tag }] : others
}
