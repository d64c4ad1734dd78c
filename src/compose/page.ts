/** The parts of a report become one self-contained page: no network and no script is needed to read it. */
import Handlebars from 'handlebars'
import { toHtml } from 'hast-util-to-html'
import type { LineConfig, ReportConfig } from '../lab/schema.ts'
import { formatDate } from '../locale/format.ts'
import type { Translator } from '../locale/catalogue.ts'
import type { ReportWord } from '../locale/report-words.ts'
import type { Composed } from './compose.ts'
import type { DataNotes } from './notes.ts'
import { requireTemplateFile } from './template-files.ts'

export interface PageOptions {
  composed: Composed
  notes: DataNotes
  line: LineConfig
  config: ReportConfig
  translator: Translator
  partials: Partials
  /** `@font-face` rules with the fonts in them; made from the page's own text. */
  fontCss: (text: string) => Promise<string>
  /** Marks the page as a draft that must not be published. */
  isDraft: boolean
  /** Links of other languages and formats, for the screen. */
  links: { text: string; href: string; lang: string }[]
}

export interface Page {
  /** All text of the page: what the fonts must be able to show. */
  text: string
  /** The page for a browser. */
  screen: string
  /** The page for print; `pageOf` gives the number that the contents show for a heading. */
  print(pageOf: (id: string) => number | undefined): string
}

type Partial = 'page' | 'cover' | 'contents' | 'notes' | 'imprint'
export type Partials = Record<Partial, (data: object) => string> & { styles: string }

/** The words-free parts of a page and the style sheets, from the templates folder or the program's. */
export async function loadPartials(templatesFolder: string): Promise<Partials> {
  const handlebars = Handlebars.create()
  const load = async (name: Partial) => {
    const text = await requireTemplateFile(templatesFolder, `partials/${name}.hbs`)
    return handlebars.compile<object>(text, { strict: true })
  }
  const [page, cover, contents, notes, imprint] = await Promise.all(
    (['page', 'cover', 'contents', 'notes', 'imprint'] as const).map(load),
  )
  const styles = await Promise.all(
    ['base', 'print', 'screen'].map((name) => requireTemplateFile(templatesFolder, `styles/${name}.css`)),
  )
  return {
    page: page!,
    cover: cover!,
    contents: contents!,
    notes: notes!,
    imprint: imprint!,
    styles: styles.join('\n'),
  }
}

export async function layOutPage(options: PageOptions): Promise<Page> {
  const { composed, notes, line, config, translator, partials } = options
  const word = (source: ReportWord): string => translator.word(source)
  const date = formatDate(config.date, composed.language)
  const notesTitle = word('Data notes')
  const entries = [
    ...composed.contents.map(({ id, number, depth, title }) => ({ id, number, title, isSub: depth > 2 })),
    { id: 'data-notes', number: '', title: notesTitle, isSub: false },
  ]
  const shared = {
    lang: composed.language.tag,
    title: composed.title,
    subtitle: composed.subtitle,
    description: composed.description,
    gap: composed.language.sentenceGap,
    editions: word('Editions'),
    alternates: options.links.filter(({ href }) => href.endsWith('.html')),
    vendor: line.vendor,
    publisher: line.publisher,
    contact: line.contact,
    colours: line.colours,
    date,
    paper: config.paper,
    pageHeight: { A4: '297mm', Letter: '279.4mm' }[config.paper],
    version: word('Version {version}').replace('{version}', config.version),
    isDemonstration: line.demonstration,
    isDraft: options.isDraft,
    draft: word('Draft: the data contradicts marked sentences'),
    demonstration: word('Demonstration with reconstructed data. Not a publication of the vendor.'),
    legal: word(
      'This document demonstrates benchpaper. Its logs are synthetic reconstructions; product and company names belong to their owners and serve only as names.',
    ),
  }
  const body = toHtml(composed.body, { allowDangerousHtml: true })
  const imprint = partials.imprint({ ...shared, contactTitle: word('Contact'), legalTitle: word('Legal notice') })
  const dataNotes = partials.notes({
    ...notes,
    title: notesTitle,
    warningsTitle: word('Warnings of the logs'),
    excludedTitle: word('Runs not used'),
  })
  const cover = partials.cover(shared)
  const contents = (pageOf: (id: string) => number | undefined): string =>
    partials.contents({
      title: word('Contents'),
      entries: entries.map((entry) => ({ ...entry, page: pageOf(entry.id) ?? '' })),
    })
  const footer = footerOf(word('Page {page} of {pages}'))
  const assemble = (fontCss: string, contentsHtml: string): string =>
    partials.page({
      ...shared,
      footer,
      runningTitle: cssString(composed.title),
      links: options.links,
      styles: `${fontCss}\n${partials.styles}`,
      cover,
      contents: contentsHtml,
      body,
      notes: dataNotes,
      imprint,
    })
  const text = plainText(
    assemble(
      '',
      contents(() => 0),
    ) + footer,
  )
  const fontCss = await options.fontCss(`${text} 0123456789`)
  return {
    text,
    screen: assemble(
      fontCss,
      contents(() => undefined),
    ),
    print: (pageOf) => assemble(fontCss, contents(pageOf)),
  }
}

/** "Page {page} of {pages}" as the content of a page margin box. */
function footerOf(words: string): string {
  return words
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '{page}' ? 'counter(page)' : part === '{pages}' ? 'counter(pages)' : cssString(part)))
    .join(' ')
}

function cssString(text: string): string {
  return `"${text.replaceAll(/["\\<\n]/g, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function plainText(html: string): string {
  return html
    .replaceAll(/<style[\s\S]*?<\/style>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(
      /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g,
      (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
        name !== undefined
          ? (entities[name] ?? ' ')
          : String.fromCodePoint(hex !== undefined ? parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll(/\s+/g, ' ')
}
