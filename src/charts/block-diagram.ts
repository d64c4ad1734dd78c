/**
 * A test set-up as boxes and lines, left to right in the order of the links: load generators, network, servers, storage.
 * Sizes follow the measured texts.
 */
import { measureText } from '../fonts/metrics.ts'
import { UserError } from '../problems.ts'
import {
  boxGap,
  columnWidths,
  diagramSchema,
  inColumns,
  lineHeight,
  padding,
  place,
  stackOffset,
  type Box,
  type Diagram,
  type Link,
  type PlacedBox,
} from './diagram-layout.ts'
import { drawGlyph, glyphSize } from './glyphs.ts'
import { escapeXml, openSvg } from './svg.ts'
import { smallestFontSize, type Theme } from './theme.ts'
import { wrapText } from './wrap.ts'

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

const linkGap = { smallest: 36, widestLabel: 104 }

export { diagramSchema, type Diagram }

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
    const middle = (start.x + stop.x) / 2
    // Other lines may cross here: the label stands on the paper's white.
    for (const line of text) {
      const across = measureText(line, labelSize, false) + 6
      labels.push(
        `<rect x="${n(middle - across / 2)}" y="${n(lane - 4 - labelSize)}" width="${n(across)}" height="${labelSize + 2}" fill="#ffffff"/>`,
      )
    }
    drawLabel(text, middle, lane - 4)
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
  for (const line of lines) {
    baseline += smallestFontSize * lineHeight
    parts.push(
      textElement(line, x + width / 2, baseline - 3, { size: smallestFontSize, fill: theme.text, anchor: 'middle' }),
    )
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
