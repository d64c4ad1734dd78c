/** Where the boxes of a set-up diagram stand: columns from the links, sizes from the measured texts. */
import { z } from 'zod'
import { measureText } from '../fonts/metrics.ts'
import { UserError } from '../problems.ts'
import { glyphSize } from './glyphs.ts'
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
export type Box = z.output<typeof boxSchema>
export type Link = z.output<typeof linkSchema>

export const padding = 10
export const lineHeight = 1.3
export const boxGap = 18
export const stackOffset = 5
const boxWidth = { smallest: 92, widest: 230 }

/** Boxes by column, in their given order: a box stands right of all that link to it. */
export function inColumns(boxes: Box[], links: Link[]): Box[][] {
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
export function columnWidths(columns: Box[][], available: number, theme: Theme): number[] {
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

/** A box with its place in px and its wrapped texts. */
export interface PlacedBox {
  box: Box
  x: number
  y: number
  width: number
  height: number
  title: string[]
  lines: string[]
}

/** Columns side by side and centred, boxes one below the other, each column in the middle of the height. */
export function place(
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

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
