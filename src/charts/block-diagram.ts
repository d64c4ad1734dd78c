/**
 * A test set-up as boxes and lines, left to right in the order of the links: load generators, network, servers, storage.
 * Sizes follow the measured texts.
 */
import { z } from 'zod'
import { measureText } from '../fonts/metrics.ts'
import { UserError } from '../problems.ts'
import { drawGlyph, glyphSize } from './glyphs.ts'
import { escapeXml, openSvg } from './svg.ts'
import { smallestFontSize, type Theme } from './theme.ts'
import { wrapText } from './wrap.ts'

const boxSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  /** What stands below the title, one item a line: "CPU: …", "RAID 1+0". */
  lines: z.array(z.string()).default([]),
  kind: z.enum(['server', 'client', 'switch', 'storage', 'controller']),
  /** 0-based column; when absent, one right of the boxes that link to this one. */
  column: z.number().int().min(0).max(7).optional(),
  /** Drawn as a stack: stands for several machines. */
  several: z.boolean().default(false),
  /** The system under test: a strong frame. */
  emphasis: z.boolean().default(false),
})

const linkSchema = z.strictObject({ from: z.string(), to: z.string(), label: z.string().default('') })

/** What a report gives: boxes with their texts, and which are connected. */
export const diagramSchema = z.strictObject({
  boxes: z.array(boxSchema).min(1).max(24),
  links: z.array(linkSchema).max(60).default([]),
})

export type Diagram = z.input<typeof diagramSchema>
type Box = z.output<typeof boxSchema>
type Link = z.output<typeof linkSchema>

export interface DiagramOptions {
  diagram: Diagram
  /** Accessible name. */
  title: string
  description: string
  locale: string
  theme: Theme
  idPrefix: string
  /** px at 96 dpi; 642 when absent. The height follows. */
  width?: number | undefined
}

const padding = 10
const lineHeight = 1.3
const boxGap = 18
const stackOffset = 5
const linkGap = { smallest: 36, widestLabel: 104 }
const boxWidth = { smallest: 92, widest: 230 }

/** @throws UserError when a link names no box, an id is used twice, or there are more columns than fit the width */
export function renderBlockDiagram(options: DiagramOptions): string {
  const { theme, locale, width = 642 } = options
  const { boxes, links } = diagramSchema.parse(options.diagram)
  checkLinks(boxes, links)
  const columns = inColumns(boxes, links)
  const cellOf = new Map(
    columns.flatMap((boxesOf, column) => boxesOf.map((box, row) => [box.id, { column, row }] as const)),
  )
  const steps = (link: Link): [number, number] => {
    const [from, to] = [cellOf.get(link.from)!, cellOf.get(link.to)!]
    return [to.column - from.column, Math.abs(to.row - from.row)]
  }
  const near = links.filter((link) => steps(link)[0] === 1)
  const stacked = links.filter((link) => steps(link)[0] === 0 && steps(link)[1] === 1)
  const far = links.filter((link) => !near.includes(link) && !stacked.includes(link))
  const isLowest = (id: string): boolean => columns[cellOf.get(id)!.column]!.at(-1)!.id === id
  const besideFirst = far
    .flatMap((link) => [link.from, link.to])
    .some((id) => cellOf.get(id)!.column === 0 && !isLowest(id))
  const margin = besideFirst ? 12 : 2
  const labelSize = smallestFontSize
  const labelOf = (link: Link): string[] =>
    link.label === '' ? [] : wrapText(link.label, { widthPx: linkGap.widestLabel, fontSizePx: labelSize, locale })
  const gaps = columns.slice(1).map((_, index) =>
    near
      .filter((link) => cellOf.get(link.from)!.column === index)
      .flatMap(labelOf)
      .reduce((gap, line) => Math.max(gap, measureText(line, labelSize, false) + 26), linkGap.smallest),
  )
  const widths = columnWidths(columns, width - 2 * margin - sum(gaps), theme)
  const rowGap = stacked.length === 0 ? boxGap : 2 * boxGap
  const placed = place(columns, widths, gaps, { width, rowGap, theme, locale })
  const bottom = Math.max(...placed.map((one) => one.y + one.height))
  const at = new Map(placed.map((one) => [one.box.id, one]))
  const lines: string[] = []
  const labels: string[] = []
  const drawLabel = (text: string[], x: number, baseline: number): void => {
    text.forEach((line, index) => {
      const y = baseline - (text.length - 1 - index) * labelSize * lineHeight
      labels.push(textElement(line, x, y, { size: labelSize, fill: theme.mutedText, anchor: 'middle' }))
    })
  }

  const fanOut = (link: Link): Link[] => near.filter((other) => other.from === link.from)
  const fanIn = (link: Link): Link[] => near.filter((other) => other.to === link.to)
  for (const link of near) {
    const from = at.get(link.from)!
    const to = at.get(link.to)!
    const [x1, x2] = [from.x + from.width + (from.box.several ? stackOffset : 0), to.x]
    const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
    // Lines that share an end run together on that side; the label stands on the side that is this link's own.
    const ownSource = fanOut(link).length === 1 && fanIn(link).length > 1
    const shared = fanOut(link).length > 1 && fanOut(link).every((other) => other.label === link.label)
    const labelAtSource = ownSource || (shared && fanOut(link)[0] === link)
    const bend = ownSource || shared ? x2 - 10 : x1 + 10
    lines.push(
      Math.abs(y1 - y2) < 0.5 ? `M${n(x1)},${n(y1)}H${n(x2)}` : `M${n(x1)},${n(y1)}H${n(bend)}V${n(y2)}H${n(x2)}`,
    )
    if (shared && !labelAtSource) continue
    const straight = Math.abs(y1 - y2) < 0.5 && !shared && !ownSource
    const middle = straight ? (x1 + x2) / 2 : labelAtSource ? (x1 + bend) / 2 : (bend + x2) / 2
    drawLabel(labelOf(link), middle, (labelAtSource ? y1 : y2) - 5)
  }

  for (const link of stacked) {
    const [upper, lower] = [at.get(link.from)!, at.get(link.to)!].sort((a, b) => a.y - b.y) as [PlacedBox, PlacedBox]
    const x = upper.x + upper.width / 2
    const y = (upper.y + upper.height + lower.y) / 2
    lines.push(`M${n(x)},${n(upper.y + upper.height)}V${n(lower.y)}`)
    const text = wrapText(link.label, { widthPx: upper.width / 2, fontSizePx: labelSize, locale })
    labels.push(
      ...text.map((line, index) => {
        const baseline = y + 4 + (index - (text.length - 1) / 2) * labelSize * lineHeight
        return textElement(line, x + 6, baseline, { size: labelSize, fill: theme.mutedText })
      }),
    )
  }

  // What is not between neighbours runs below the boxes, each in a lane of its own.
  let lane = bottom
  far.forEach((link, index) => {
    const from = at.get(link.from)!
    const to = at.get(link.to)!
    const text = link.label === '' ? [] : [link.label]
    lane += text.length === 0 ? 14 : 20
    const shift = (index - (far.length - 1) / 2) * 8
    // A box with others below it is left at its side.
    const end = (one: PlacedBox): { x: number; path: string } => {
      const below = isLowest(one.box.id)
      const x = below ? one.x + one.width / 2 + shift : one.x - 9
      return {
        x,
        path: below ? `${n(x)},${n(one.y + one.height)}` : `${n(one.x)},${n(one.y + one.height / 2)}H${n(x)}`,
      }
    }
    const [start, stop] = [end(from), end(to)]
    lines.push(`M${start.path}V${n(lane)}H${n(stop.x)}`, `M${stop.path}V${n(lane)}`)
    drawLabel(text, (start.x + stop.x) / 2, lane - 4)
  })

  const height = Math.ceil((far.length === 0 ? bottom : lane) + 3)
  const { title, description, idPrefix } = options
  const frame = { title, description, locale, idPrefix, fontFamily: theme.fontFamily, width, height }
  const strokes =
    lines.length === 0 ? '' : `<path d="${lines.join('')}" fill="none" stroke="${theme.secondary}" stroke-width="1.5"/>`
  return `${openSvg(frame)}${strokes}${placed.map((one) => drawBox(one, theme)).join('')}${labels.join('')}</svg>\n`
}

function checkLinks(boxes: Box[], links: Link[]): void {
  const ids = new Set<string>()
  for (const { id } of boxes) {
    if (ids.has(id))
      throw new UserError(`Unexpected second box "${id}" in diagram`, { hint: 'Give each box an id of its own.' })
    ids.add(id)
  }
  for (const { from, to } of links) {
    const missing = [from, to].find((id) => !ids.has(id))
    if (missing === undefined && from !== to) continue
    throw new UserError(
      `Unexpected link from "${from}" to "${to}" in diagram, expected two of the boxes ${[...ids].join(', ')}`,
      {
        hint: 'Name the boxes by their ids.',
      },
    )
  }
}

/** Boxes by column, in their given order: a box stands right of all that link to it. */
function inColumns(boxes: Box[], links: Link[]): Box[][] {
  // A link that leads back to where its path began tells nothing about left and right.
  const forward: Link[] = []
  const reaches = (from: string, to: string): boolean =>
    from === to || forward.some((link) => link.from === from && reaches(link.to, to))
  for (const link of links) if (!reaches(link.to, link.from)) forward.push(link)

  const known = new Map<string, number>()
  const columnOf = (box: Box): number => {
    const found = box.column ?? known.get(box.id)
    if (found !== undefined) return found
    const sources = forward
      .filter((link) => link.to === box.id)
      .map((link) => boxes.find((one) => one.id === link.from)!)
    const column = sources.reduce((most, source) => Math.max(most, columnOf(source) + 1), 0)
    known.set(box.id, column)
    return column
  }
  const columns = new Map<number, Box[]>()
  for (const box of boxes) {
    const column = columnOf(box)
    columns.set(column, [...(columns.get(column) ?? []), box])
  }
  return [...columns].sort(([a], [b]) => a - b).map(([, column]) => column)
}

/** Each column as wide as its texts, or, where that is too much, the widest ones cut to one common width. */
function columnWidths(columns: Box[][], available: number, theme: Theme): number[] {
  const natural = columns.map((column) => {
    const widest = column.reduce((most, box) => {
      const lines = box.lines.map((line) => measureText(line, smallestFontSize, false))
      return Math.max(most, measureText(box.title, theme.fontSize, true), ...lines)
    }, 0)
    return Math.min(boxWidth.widest, Math.max(boxWidth.smallest, Math.ceil(widest + 2 * padding + 2)))
  })
  if (columns.length * boxWidth.smallest > available) {
    throw new UserError(
      `Unexpected ${columns.length} columns in diagram, expected no more than fit ${Math.round(available)} px`,
      {
        hint: 'Put boxes into the same column (column: 0 is the first), or shorten the labels of the links.',
      },
    )
  }
  let cap: number = boxWidth.widest
  while (sum(natural.map((width) => Math.min(width, cap))) > available) cap -= 1
  return natural.map((width) => Math.min(width, cap))
}

interface PlacedBox {
  box: Box
  x: number
  y: number
  width: number
  height: number
  title: string[]
  lines: string[]
}

function place(
  columns: Box[][],
  widths: number[],
  gaps: number[],
  { width, rowGap, theme, locale }: { width: number; rowGap: number; theme: Theme; locale: string },
): PlacedBox[] {
  const placed = columns.map((column, index) =>
    column.map((box): PlacedBox => {
      const widthPx = widths[index]! - 2 * padding
      const title = wrapText(box.title, { widthPx, fontSizePx: theme.fontSize, bold: true, locale })
      const lines = box.lines.flatMap((line) => wrapText(line, { widthPx, fontSizePx: smallestFontSize, locale }))
      const textHeight = (title.length * theme.fontSize + lines.length * smallestFontSize) * lineHeight
      const height = padding + glyphSize + 6 + textHeight + (lines.length > 0 ? 4 : 0) + padding - 2
      return { box, x: 0, y: 0, width: widths[index]!, height, title, lines }
    }),
  )
  const heights = placed.map((column) => sum(column.map((one) => one.height)) + rowGap * (column.length - 1))
  const tallest = Math.max(...heights)
  let x = (width - sum(widths) - sum(gaps)) / 2
  placed.forEach((column, index) => {
    let y = 6 + (tallest - heights[index]!) / 2
    for (const one of column) {
      Object.assign(one, { x, y })
      y += one.height + rowGap
    }
    x += widths[index]! + (gaps[index] ?? 0)
  })
  return placed.flat()
}

function drawBox({ box, x, y, width, height, title, lines }: PlacedBox, theme: Theme): string {
  const stroke = box.emphasis
    ? `stroke="${theme.primary}" stroke-width="2"`
    : `stroke="${theme.secondary}" stroke-width="1"`
  const card = (offset: number): string =>
    `<rect x="${n(x + offset)}" y="${n(y - offset)}" width="${n(width)}" height="${n(height)}" rx="4" fill="#ffffff" ${stroke}/>`
  const parts = box.several ? [card(stackOffset), card(stackOffset / 2)] : []
  parts.push(card(0), drawGlyph(box.kind, n(x + (width - glyphSize) / 2), n(y + padding), theme))
  let baseline = y + padding + glyphSize + 6
  for (const line of title) {
    baseline += theme.fontSize * lineHeight
    parts.push(
      textElement(line, x + width / 2, baseline - 3, {
        size: theme.fontSize,
        fill: theme.text,
        anchor: 'middle',
        bold: true,
      }),
    )
  }
  baseline += 4
  const widest = lines.reduce((most, line) => Math.max(most, measureText(line, smallestFontSize, false)), 0)
  for (const line of lines) {
    baseline += smallestFontSize * lineHeight
    parts.push(textElement(line, x + (width - widest) / 2, baseline - 3, { size: smallestFontSize, fill: theme.text }))
  }
  return `<g>${parts.join('')}</g>`
}

interface TextStyle {
  size: number
  fill: string
  anchor?: 'middle'
  bold?: boolean
}

function textElement(text: string, x: number, y: number, { size, fill, anchor, bold }: TextStyle): string {
  const more = `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${bold === true ? ' font-weight="700"' : ''}`
  return `<text x="${n(x)}" y="${n(y)}" font-size="${size}px" fill="${fill}"${more}>${escapeXml(text)}</text>`
}

function n(value: number): number {
  return Math.round(value * 100) / 100
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
