/**
 * From data and template to the parts of a page, in one language:
 *
 *   template → translated → numbered → prose (placeholders, claims) → blocks (tables, figures) → HTML tree
 *
 * The result is a function of its inputs alone; page numbers of the contents are put in later by `page.ts`.
 */
import type { Element, Root as HastRoot } from 'hast'
import { h } from 'hastscript'
import type { Node, Root } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'

import { toHast, type Handler } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { drawChart, drawDiagram, type ChartContext } from './figures.ts'
import type { View } from '../analyse/view.ts'
import type { Translator } from '../locale/catalogue.ts'
import type { Language } from '../locale/language.ts'
import type { ReportWord } from '../locale/report-words.ts'
import type { ProblemSink } from '../problems.ts'
import { ChartInputError } from './chart-inputs/source.ts'
import { checkMarkdown } from './check-markdown.ts'
import { proseHelpers } from './helpers.ts'
import { captionKind, headingId, numberTree, placeOf, type Anchor } from './numbering.ts'
import { evaluateText, PlaceholderError, type Evaluator, type Rendered } from './placeholder.ts'
import { writeProse } from './prose.ts'
import { drawPanels, isPanel } from './panels.ts'
import type { ReportData } from './report-data.ts'
import { sharedSetting } from './shared-setting.ts'
import type { TableWords } from './tables.ts'
import { joinParts } from './template.ts'
import { reportTypedNumbers } from './typed-numbers.ts'
import { translateParts } from './text-units.ts'
import { viewTable } from './view-table.ts'

export interface ComposeOptions {
  data: ReportData
  language: Language
  translator: Translator
  problems: ProblemSink
  draft: boolean
  charts: ChartContext
  /** Title of another report in the edition's language; `null` when the lab has no such report. */
  reportTitle: (id: string) => string | null
}

export interface Composed {
  language: Language
  title: string
  subtitle: string
  description: string
  body: HastRoot
  contents: ContentsEntry[]
  /** Downloads by file name: the data of each figure and table. */
  downloads: Map<string, string>
}

export interface ContentsEntry extends Anchor {
  title: string
}

export async function compose(options: ComposeOptions): Promise<{ composed: Composed; names: Names }> {
  const { data, language, translator, problems } = options
  const { template } = data
  const source = joinParts(template.parts)
  const anchors = numberTree(source, problems)
  checkMarkdown(source, problems)
  reportTypedNumbers(source, problems)
  const ids = headingIds(source)
  const tree = translateParts(template.parts, translator)
  const names = new Names(options, anchors)
  writeProse(tree, { evaluator: names.evaluator, scope: data.scope, problems, draft: options.draft })
  const contents = numberHeadings(tree, ids, anchors, names)
  const downloads = new Map<string, string>()
  await renderBlocks(tree, options, names, anchors, downloads)
  const composed: Composed = {
    language,
    title: names.matter(['title'], template.matter.title),
    subtitle: names.matter(['subtitle'], template.matter.subtitle),
    description: names.matter(['description'], template.matter.description),
    body: toHast(tree, { handlers: { block: blockHandler } }) as HastRoot,
    contents,
    downloads,
  }
  return { composed, names }
}

/** Ids come from the English headings, so that a reference means the same in every language. */
function headingIds(tree: Root): string[] {
  const ids: string[] = []
  visit(tree, 'heading', (heading) => {
    ids.push(headingId(heading))
  })
  return ids
}

function numberHeadings(tree: Root, ids: string[], anchors: Map<string, Anchor>, names: Names): ContentsEntry[] {
  const contents: ContentsEntry[] = []
  let index = 0
  visit(tree, 'heading', (heading) => {
    const anchor = anchors.get(ids[index++]!)!
    contents.push({ ...anchor, title: toString(heading) })
    heading.data = { ...heading.data, hProperties: { id: anchor.id } }
    if (anchor.number === '') return
    heading.children.unshift({
      type: 'strong',
      data: { hName: 'span', hProperties: { className: ['number'] } },
      children: [{ type: 'text', value: `${names.headingNumber(anchor)}\u{2002}` }],
    })
  })
  return contents
}

/** Names of things in the report's language. */
class Names implements TableWords {
  readonly language: Language
  readonly evaluator: Evaluator
  readonly #options: ComposeOptions
  readonly #anchors: Map<string, Anchor>

  constructor(options: ComposeOptions, anchors: Map<string, Anchor>) {
    this.#options = options
    this.#anchors = anchors
    this.language = options.language
    const { scope, views } = options.data
    this.evaluator = {
      lookUp: (path) => scope.lookUp(path),
      helpers: proseHelpers({
        scope,
        views,
        language: options.language,
        label: (dimension, key) => this.label(dimension, key),
        reference: (id) => this.#reference(id),
        report: (id) => this.#report(id),
        counter: (measure) => this.#counter(measure),
        setting: (benchmark, name) => sharedSetting(options.data.results, benchmark, name),
      }),
    }
  }

  word = (source: ReportWord): string => this.#options.translator.word(source)

  /** A text of the front matter, translated, its placeholders put into words. */
  matter(path: (string | number)[], text: string): string {
    const { template } = this.#options.data
    const place = template.placeOf(path)
    const translation = this.#options.translator.translate(template.contextOf(path), text, place)
    try {
      return evaluateText(translation, this.evaluator)
    } catch (error) {
      if (!(error instanceof PlaceholderError)) throw error
      this.#options.problems.error('placeholder', `Unexpected placeholder in "${translation}": ${error.message}`, {
        ...place,
        hint: 'See docs/report-language.md for the helpers and names.',
      })
      return translation
    }
  }

  /** Labels in charts: shorter for systems. */
  readonly inCharts = {
    label: (dimension: string, key?: string): string => this.#label(dimension, key, 'chartLabel'),
    derivedLabel: (view: View, id: string): string => this.derivedLabel(view, id),
  }

  /** Name of a dimension, or of one of its values. */
  label = (dimension: string, key?: string): string => this.#label(dimension, key, 'label')

  #label(dimension: string, key: string | undefined, style: 'label' | 'chartLabel'): string {
    if (dimension === 'system' && key !== undefined) {
      for (const system of this.#options.data.report.systems.values()) if (system.id === key) return system[style]
    }
    const name = key ?? 'name'
    const text = this.#options.data.template.matter.labels[dimension]?.[name]
    const label = text === undefined ? (key ?? dimension) : this.matter(['labels', dimension, name], text)
    // A quantity such as 10 MB stays on one line.
    return /^\d+(\.\d+)? \S+$/.test(label) ? label.replace(' ', '\u{a0}') : label
  }

  derivedLabel = (view: View, id: string): string => {
    const index = view.spec.derive.findIndex((rule) => rule.id === id)
    return this.matter(['views', view.id, 'derive', index, 'label'], view.spec.derive[index]!.label)
  }

  footnote = (view: View, index: number): string =>
    this.matter(['views', view.id, 'footnotes', index, 'text'], view.spec.footnotes[index]!.text)

  /** "4.2", "Appendix B" */
  headingNumber({ number }: Anchor): string {
    return /^[A-Z]$/.test(number) ? this.word('Appendix {number}').replace('{number}', number) : number
  }

  /** "Table 3" */
  numbered(anchor: Anchor): string {
    const { kind, number } = anchor
    if (kind === 'section' && /^[A-Z]$/.test(number)) return this.headingNumber(anchor)
    const words = { figure: 'Figure {number}', table: 'Table {number}', section: 'Section {number}' } as const
    return this.word(words[kind]).replace('{number}', number)
  }

  #reference(id: string): Rendered {
    const anchor = this.#anchors.get(id)
    if (!anchor) throw new PlaceholderError(`unknown reference ${id}; known: ${[...this.#anchors.keys()].join(', ')}`)
    if (anchor.number === '') throw new PlaceholderError(`the section ${id} has no number to refer to`)
    return { type: 'link', url: `#${id}`, children: [{ type: 'text', value: this.numbered(anchor) }] }
  }

  /** Another report of the lab, by its title, as a link to the same edition. */
  #report(id: string): Rendered {
    const title = this.#options.reportTitle(id)
    if (title === null) throw new PlaceholderError(`unknown report ${id}`)
    const up = this.#options.data.report.id
      .split('/')
      .map(() => '..')
      .join('/')
    return {
      type: 'link',
      url: `../${up}/${id}/${this.language.tag}/report.html`,
      children: [{ type: 'text', value: title }],
    }
  }

  #counter(measure: string): string {
    const rule = this.#options.data.template.matter.measures[measure]
    if (!rule) throw new PlaceholderError(`unknown measure ${measure}`)
    return rule.counter
  }
}

export type { Names }

/** An HTML tree in a Markdown tree: a block that is already rendered. */
interface Block extends Node {
  type: 'block'
  element: Element
}

declare module 'mdast' {
  interface RootContentMap {
    block: Block
  }
  interface BlockContentMap {
    block: Block
  }
}

const blockHandler: Handler = (_, node: Block) => node.element

async function renderBlocks(
  tree: Root,
  options: ComposeOptions,
  names: Names,
  anchors: Map<string, Anchor>,
  downloads: Map<string, string>,
): Promise<void> {
  const jobs: Promise<string | null>[] = []
  const ids: string[] = []
  visit(tree, (node, index, parent) => {
    if ((node.type !== 'leafDirective' && node.type !== 'containerDirective') || !parent || index === undefined)
      return undefined
    const kind = captionKind(node.name)
    if (!kind) {
      node.data = { ...node.data, hName: 'div', hProperties: { className: [node.name] } }
      return undefined
    }
    const anchor = anchors.get(node.attributes?.id ?? '')
    if (!anchor) return undefined
    const place = ({ element, csv }: RenderedBlock): string | null => {
      ;(parent.children as (Block | (typeof parent.children)[number])[])[index] = { type: 'block', element }
      return csv
    }
    ids.push(anchor.id)
    jobs.push(renderBlock(node, anchor, options, names).then(place))
    return SKIP
  })
  // In the order of the text, whichever is drawn first.
  ;(await Promise.all(jobs)).forEach((csv, index) => {
    if (csv !== null) downloads.set(`${ids[index]!}.csv`, csv)
  })
}

interface RenderedBlock {
  element: Element
  /** Its data; `null` when it has none. */
  csv: string | null
}

async function renderBlock(
  node: LeafDirective | ContainerDirective,
  anchor: Anchor,
  options: ComposeOptions,
  names: Names,
): Promise<RenderedBlock> {
  const { data, charts } = options
  const caption = captionOf(node)
  const label = `${names.numbered(anchor)}${names.word('{label}: {caption}').replace('{label}', '').replace('{caption}', caption)}`
  const captionParts = [h('span.label', names.numbered(anchor)), label.slice(names.numbered(anchor).length)]
  if (anchor.kind === 'table') return renderTable(node, anchor, captionParts, options, names)
  const panels = node.type === 'containerDirective' ? node.children.filter(isPanel) : []
  const job = { node, anchor, caption, names }
  if (panels.length > 0) {
    const { elements, csv } = await drawPanels(panels, job, options)
    const download = csv === null ? [] : [downloadLink(anchor, names)]
    const figcaption = h('figcaption', [...captionParts, ...download])
    return { element: h('figure.chart', { id: anchor.id, role: 'group' }, [elements, figcaption]), csv }
  }
  const chart = node.name === 'diagram' ? null : await drawChart({ ...job, data }, charts)
  const svg = node.name === 'diagram' ? drawDiagram(job, charts) : chart?.svg
  const element = h('figure.chart', { id: anchor.id, role: 'group' }, [
    ...(svg ? [svg] : []),
    h('figcaption', [...captionParts, ...(chart ? [downloadLink(anchor, names)] : [])]),
  ])
  return { element, csv: chart?.csv ?? null }
}

const emptyBlock = (): RenderedBlock => ({ element: h('div'), csv: null })

function renderTable(
  node: LeafDirective | ContainerDirective,
  anchor: Anchor,
  caption: (Element | string)[],
  { data, problems }: ComposeOptions,
  names: Names,
): RenderedBlock {
  if (!node.attributes?.view) {
    const table = markdownTable(node)
    if (table) return { element: tableFigure(anchor, caption, table), csv: null }
    problems.error('empty-table', 'Unexpected table directive without a view or a Markdown table', {
      ...placeOf(node),
      hint: 'Write {view=…}, or put a table between ::: lines.',
    })
    return emptyBlock()
  }
  try {
    const { element, csv, unit } = viewTable(node.attributes, data, names)
    const parts = [...caption, ...(unit === null ? [] : [` (${unit})`]), downloadLink(anchor, names)]
    return { element: tableFigure(anchor, parts, element), csv }
  } catch (error) {
    if (!(error instanceof ChartInputError)) throw error
    problems.error(error.ruleId, error.message, { ...placeOf(node), hint: error.hint })
    return emptyBlock()
  }
}

function tableFigure({ id }: Anchor, caption: (Element | string)[], table: Element): Element {
  return h('figure.table', { id, role: 'group' }, [h('figcaption', caption), table])
}

function downloadLink({ id }: Anchor, names: Names): Element {
  return h('a.downloads', { href: `data/${id}.csv` }, names.word('Data (CSV)'))
}

function captionOf(node: LeafDirective | ContainerDirective): string {
  if (node.type === 'leafDirective') return toString(node)
  const [label] = node.children
  return label?.type === 'paragraph' && label.data?.directiveLabel ? toString(label) : ''
}

function markdownTable(node: LeafDirective | ContainerDirective): Element | null {
  if (node.type === 'leafDirective') return null
  const table = node.children.find((child) => child.type === 'table')
  const element = table ? toHast(table) : null
  return element?.type === 'element' ? { ...element, properties: { className: ['prose'] } } : null
}
