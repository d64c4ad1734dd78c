/** Figures: a view and a chart specification, or the boxes and links of a set-up, become a drawing with its description. */
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { renderBlockDiagram } from '../charts/block-diagram.ts'
import { renderChart } from '../charts/render.ts'
import type { Theme } from '../charts/theme.ts'
import type { ProblemSink } from '../problems.ts'
import type { Names } from './compose.ts'
import { trustedHtml, type TrustedHtml } from './html.ts'
import { placeOf, type Anchor } from './numbering.ts'
import { chartInput } from './chart-input.ts'
import { ChartInputError, ChartSource, type ChartInput } from './chart-inputs/source.ts'
import type { ReportData } from './report-data.ts'
import { csvText } from './tables.ts'
import type { Template } from './template.ts'
import { listTemplateFiles, readTemplateFile } from './template-files.ts'

export interface FigureJob {
  node: LeafDirective | ContainerDirective
  anchor: Anchor
  caption: string
  names: Names
}

export interface ChartContext {
  templatesFolder: string
  template: Template
  theme: Theme
  problems: ProblemSink
}

export interface DrawnChart {
  svg: TrustedHtml
  /** Its data as CSV. */
  csv: string
}

/** Widths of a chart in px: of the text, or of half of it with a gap between the two. */
const widths = { full: 642, half: 311 }

/** A chart of the views or traces that the directive names. `null` when it cannot be drawn; the problems say why. */
export async function drawChart(
  job: FigureJob & { data: ReportData },
  context: ChartContext,
): Promise<DrawnChart | null> {
  const { node, data, anchor, caption, names } = job
  const { problems, templatesFolder } = context
  const chart = node.attributes?.chart ?? 'clustered-bars'
  const spec = await readSpec(chart, templatesFolder)
  if (spec === null) {
    problems.error(
      'unknown-chart',
      `Unexpected chart ${chart}, expected one of: ${(await chartKinds(templatesFolder)).join(', ')}`,
      { ...placeOf(node), hint: `See docs/charts.md; a kind of your own is a file templates/charts/${chart}.vl.json.` },
    )
    return null
  }
  const warn: ChartSource['warn'] = (message, hint) => {
    problems.warning('chart-data', message, { ...placeOf(node), hint })
  }
  const input = inputOf(
    new ChartSource({ chart, attributes: node.attributes ?? {}, data, names, warn }),
    node,
    problems,
  )
  if (!input) return null
  const { width, height } = node.attributes ?? {}
  if (height && !/^\d{2,3}$/.test(height)) {
    problems.error('chart-attribute', `Unexpected height ${height}, expected px from 10 to 999`, {
      ...placeOf(node),
      hint: 'Write height=200, or leave it out.',
    })
    return null
  }
  const svg = await renderChart({
    spec,
    data: { rows: input.rows },
    width: width === 'half' ? widths.half : widths.full,
    height: height ? Number(height) : undefined,
    texts: input.texts,
    title: caption,
    description: describe(input, caption, names),
    locale: names.language.tag,
    theme: context.theme,
    idPrefix: `${anchor.id}-`,
    problems,
  })
  return { svg: trustedHtml(svg), csv: csvText(input.download) }
}

/** For those who cannot see it: every value, in words. */
function describe({ described }: ChartInput, caption: string, names: Names): string {
  const { sentence, parts } = names.language.marks
  return `${withoutStop(caption)}${sentence}${described.join(parts)}${sentence.trimEnd()}`
}

function withoutStop(caption: string): string {
  return caption.replace(/[.。]$/, '')
}

function inputOf(source: ChartSource, node: FigureJob['node'], problems: ProblemSink): ChartInput | null {
  try {
    return chartInput(source)
  } catch (error) {
    if (!(error instanceof ChartInputError)) throw error
    problems.error(error.ruleId, error.message, { ...placeOf(node), hint: error.hint })
    return null
  }
}

/** A block diagram of the front matter's `diagrams`. `null` when there is none of that name. */
export function drawDiagram({ node, anchor, caption, names }: FigureJob, context: ChartContext): TrustedHtml | null {
  const name = node.attributes?.diagram ?? ''
  const diagram = context.template.matter.diagrams[name]
  if (!diagram) {
    context.problems.error(
      'unknown-diagram',
      `Unexpected diagram ${name || '(none)'}, expected one of the front matter's "diagrams"`,
      {
        ...placeOf(node),
        hint: `Known: ${Object.keys(context.template.matter.diagrams).join(', ') || 'none'}. Write {diagram=…}.`,
      },
    )
    return null
  }
  const text = (path: (string | number)[], source: string): string => names.matter(['diagrams', name, ...path], source)
  const boxes = diagram.boxes.map((box, index) => ({
    ...box,
    title: text(['boxes', index, 'title'], box.title),
    lines: box.lines.map((line, at) => text(['boxes', index, 'lines', at], line)),
  }))
  const links = diagram.links.map((link, index) => ({ ...link, label: text(['links', index, 'label'], link.label) }))
  const { sentence, list, pair, parts } = names.language.marks
  const described = boxes
    .map(({ title, lines }) => [title, lines.join(list)].filter((text) => text !== '').join(pair))
    .join(parts)
  return trustedHtml(
    renderBlockDiagram({
      diagram: { boxes, links },
      title: caption,
      description: `${withoutStop(caption)}${sentence}${described}${sentence.trimEnd()}`,
      locale: names.language.tag,
      theme: context.theme,
      idPrefix: `${anchor.id}-`,
    }),
  )
}

async function readSpec(chart: string, templatesFolder: string): Promise<unknown> {
  if (!/^[a-z0-9-]+$/.test(chart)) return null
  const text = await readTemplateFile(templatesFolder, `charts/${chart}${specEnding}`)
  return text === null ? null : (JSON.parse(text) as unknown)
}

const specEnding = '.vl.json'

async function chartKinds(templatesFolder: string): Promise<string[]> {
  const files = await listTemplateFiles(templatesFolder, 'charts')
  return files.filter((file) => file.endsWith(specEnding)).map((file) => file.slice(0, -specEnding.length))
}
