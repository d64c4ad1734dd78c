/**
 * Where the texts of an SVG stand, computed from its elements and the font's widths: finds labels that overlap or leave
 * the picture without a browser. Knows what our charts use: nested groups, translate and rotate, tspans, text-anchor.
 */
import { parseDocument } from 'htmlparser2'
import { measureText } from '../../src/fonts/metrics.ts'

/** px from the top left corner of the SVG; the box holds capitals and descenders, not the line's leading. */
export interface TextBox {
  text: string
  x: number
  y: number
  width: number
  height: number
  fontSize: number
}

export interface SvgLayout {
  width: number
  height: number
  texts: TextBox[]
}

type ChildNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<ChildNode, { attribs: unknown }>
type Matrix = readonly [number, number, number, number, number, number]

interface Inherited {
  matrix: Matrix
  fontSize: number
  bold: boolean
  anchor: string
}

export function layoutOf(svg: string): SvgLayout {
  const root = parseDocument(svg, { xmlMode: true }).children.find(isElement)!
  const texts: TextBox[] = []
  walk(root, { matrix: [1, 0, 0, 1, 0, 0], fontSize: 16, bold: false, anchor: 'start' }, texts)
  return { width: Number(root.attribs.width), height: Number(root.attribs.height), texts }
}

function isElement(node: ChildNode): node is Element {
  return 'attribs' in node
}

function walk(element: Element, outer: Inherited, texts: TextBox[]): void {
  const own = inherit(element, outer)
  if (element.name === 'text') {
    texts.push(...textBoxes(element, own))
    return
  }
  for (const child of element.children) if (isElement(child)) walk(child, own, texts)
}

function inherit({ attribs }: Element, outer: Inherited): Inherited {
  const weight = attribs['font-weight']
  return {
    matrix: multiply(outer.matrix, transform(attribs.transform ?? '')),
    fontSize: attribs['font-size'] === undefined ? outer.fontSize : Number.parseFloat(attribs['font-size']),
    bold: weight === undefined ? outer.bold : weight === 'bold' || Number(weight) >= 600,
    anchor: attribs['text-anchor'] ?? outer.anchor,
  }
}

/** A `text` with `tspan`s is one box a line. */
function textBoxes(element: Element, own: Inherited): TextBox[] {
  let x = Number(element.attribs.x ?? 0)
  let y = Number(element.attribs.y ?? 0)
  const boxes: TextBox[] = []
  for (const child of element.children) {
    let text = ''
    if (isElement(child)) {
      x = Number(child.attribs.x ?? x)
      y += Number(child.attribs.dy ?? 0)
      text = child.children.map((node) => ('data' in node ? node.data : '')).join('')
    } else if ('data' in child) text = child.data
    if (text.trim() !== '') boxes.push(box(text, x, y, own))
  }
  return boxes
}

function box(text: string, x: number, y: number, { matrix, fontSize, bold, anchor }: Inherited): TextBox {
  const width = measureText(text, fontSize, bold)
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
  // Noto Sans JP: capitals reach 0.73 em, kanji 0.88, descenders 0.2; tight enough to allow lines set 1.1 em apart.
  const [top, bottom] = [y - 0.82 * fontSize, y + 0.16 * fontSize]
  const corners = [
    [left, top],
    [left + width, top],
    [left, bottom],
    [left + width, bottom],
  ].map(([cx, cy]) => [matrix[0] * cx! + matrix[2] * cy! + matrix[4], matrix[1] * cx! + matrix[3] * cy! + matrix[5]])
  const xs = corners.map((corner) => corner[0]!)
  const ys = corners.map((corner) => corner[1]!)
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)]
  return { text, x: minX, y: minY, width: Math.max(...xs) - minX, height: Math.max(...ys) - minY, fontSize }
}

function transform(text: string): Matrix {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  for (const [, name, list] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const numbers = list!.split(/[\s,]+/).map(Number)
    const [a = 0, b = 0] = numbers
    if (name === 'translate') matrix = multiply(matrix, [1, 0, 0, 1, a, b])
    else if (name === 'rotate') {
      const angle = (a * Math.PI) / 180
      matrix = multiply(matrix, [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0])
    } else throw new Error(`the layout helper does not know ${name!}`)
  }
  return matrix
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** What is wrong with the placing of the texts, in words; empty when nothing is. */
export function layoutFaults(svg: string, { smallestFontSize = 10, slack = 0.5 } = {}): string[] {
  const { width, height, texts } = layoutOf(svg)
  const faults: string[] = []
  texts.forEach((one, index) => {
    const outside =
      one.x < -slack || one.y < -slack || one.x + one.width > width + slack || one.y + one.height > height + slack
    if (outside) faults.push(`"${one.text}" leaves the picture`)
    if (one.fontSize < smallestFontSize) faults.push(`"${one.text}" is ${one.fontSize} px small`)
    for (const other of texts.slice(index + 1)) {
      const apart =
        one.x + one.width <= other.x + slack ||
        other.x + other.width <= one.x + slack ||
        one.y + one.height <= other.y + slack ||
        other.y + other.height <= one.y + slack
      if (!apart) faults.push(`"${one.text}" overlaps "${other.text}"`)
    }
  })
  return faults
}
