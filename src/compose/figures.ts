/** Figures: a view and a chart specification, or the boxes and links of a set-up, become a drawing with its description. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { renderBlockDiagram } from '../charts/block-diagram.ts'
import { renderChart } from '../charts/render.ts'
import type { Theme } from '../charts/theme.ts'
import type { View } from '../analyse/view.ts'
import { withUnit } from '../locale/format.ts'
import type { ProblemSink } from '../problems.ts'
import type { Names } from './compose.ts'
import { trustedHtml, type TrustedHtml } from './html.ts'
import { placeOf, type Anchor } from './numbering.ts'
import { chartInput, measuredColumns } from './chart-input.ts'
import { formatCell, memberLabel } from './tables.ts'
import type { Template } from './template.ts'

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

/** A chart of a view: its columns are the series, its rows the categories. `null` when there is no such chart. */
export async function drawChart(job: FigureJob & { view: View }, context: ChartContext): Promise<TrustedHtml | null> {
  const { node, view, anchor, caption, names } = job
  const name = node.attributes?.chart ?? 'clustered-bars'
  const spec = await readSpec(name, context)
  if (spec === null) {
    context.problems.error(
      'unknown-chart',
      `Unexpected chart ${name}, expected a file templates/charts/${name}.vl.json`,
      {
        ...placeOf(node),
        hint: 'See docs/charts.md for the kinds of charts.',
      },
    )
    return null
  }
  const { rows, texts } = chartInput(job)
  const svg = await renderChart({
    spec,
    data: { rows },
    texts,
    title: caption,
    description: describe(view, caption, names),
    locale: names.language.tag,
    theme: context.theme,
    idPrefix: `${anchor.id}-`,
    problems: context.problems,
  })
  return trustedHtml(svg)
}

/** For those who cannot see it: every value, in words. */
function describe(view: View, caption: string, names: Names): string {
  const { sentence, list, pair, parts } = names.language.marks
  const series = measuredColumns(view).map(({ member, index }) => {
    const values = view.rows.map((row, at) => {
      const { value, style } = view.cells[at]![index]!
      const text = value === null ? '–' : withUnit(formatCell(value, style, names.language), style.unit, names.language)
      return `${memberLabel(view, row, view.spec.rows, names)} ${text}`
    })
    return `${memberLabel(view, member, view.spec.columns, names.inCharts)}${pair}${values.join(list)}`
  })
  return `${withoutStop(caption)}${sentence}${series.join(parts)}${sentence.trimEnd()}`
}

function withoutStop(caption: string): string {
  return caption.replace(/[.。]$/, '')
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

async function readSpec(name: string, { templatesFolder }: ChartContext): Promise<unknown> {
  if (!/^[a-z0-9-]+$/.test(name)) return null
  const text = await readFile(join(templatesFolder, 'charts', `${name}.vl.json`), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as unknown)
}
