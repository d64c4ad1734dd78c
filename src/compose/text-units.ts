/** What a translator translates: one text a heading, paragraph, table cell or caption, in the order of the template. */
import type { Heading, Nodes, Paragraph, PhrasingContent, Root, TableCell } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import { visit } from 'unist-util-visit'
import { hasWords, type Translator } from '../locale/catalogue.ts'
import { parseMarkdown } from './markdown.ts'
import { joinParts, type Part, type Template } from './template.ts'

export interface TextUnit {
  node: Heading | Paragraph | TableCell | LeafDirective
  /** The Markdown between the first and the last child, on one line. */
  text: string
  line: number
  column: number
}

/** Texts of the body. */
export function textUnits(tree: Root, source: string): TextUnit[] {
  const units: TextUnit[] = []
  visit(tree, (node) => {
    if (!isTextBlock(node) || node.children.length === 0) return
    const start = node.children[0]!.position?.start
    const end = node.children.at(-1)!.position?.end
    if (start?.offset === undefined || end?.offset === undefined) return
    const text = source.slice(start.offset, end.offset).replaceAll(/\s*\n\s*/g, ' ')
    if (hasWords(text)) units.push({ node, text, line: start.line, column: start.column })
  })
  return units
}

function isTextBlock(node: Nodes): node is TextUnit['node'] {
  return ['heading', 'paragraph', 'tableCell', 'leafDirective'].includes(node.type)
}

/** Texts of the front matter, by their path in it. */
export function matterTexts({ matter }: Template): { path: (string | number)[]; text: string }[] {
  const texts: { path: (string | number)[]; text: string }[] = []
  const add = (path: (string | number)[], text: string): void => {
    if (text !== '') texts.push({ path, text })
  }
  add(['title'], matter.title)
  add(['subtitle'], matter.subtitle)
  add(['description'], matter.description)
  for (const [id, view] of Object.entries(matter.views)) {
    view.derive.forEach((rule, index) => {
      if (!rule.hidden) add(['views', id, 'derive', index, 'label'], rule.label)
    })
  }
  for (const [id, view] of Object.entries(matter.views)) {
    view.footnotes.forEach(({ text }, index) => {
      add(['views', id, 'footnotes', index, 'text'], text)
    })
  }
  for (const [dimension, names] of Object.entries(matter.labels)) {
    for (const [key, name] of Object.entries(names)) add(['labels', dimension, key], name)
  }
  for (const [id, diagram] of Object.entries(matter.diagrams)) {
    diagram.boxes.forEach((box, index) => {
      add(['diagrams', id, 'boxes', index, 'title'], box.title)
      box.lines.forEach((line, at) => {
        add(['diagrams', id, 'boxes', index, 'lines', at], line)
      })
    })
    diagram.links.forEach((link, index) => {
      add(['diagrams', id, 'links', index, 'label'], link.label)
    })
  }
  return texts.filter(({ text }) => hasWords(text))
}

/** A copy of the text in the translator's language. Blocks keep their place in the English file. */
export function translateParts(parts: readonly Part[], translator: Translator): Root {
  return joinParts(
    parts.map((part) => {
      const tree = structuredClone(part.tree)
      for (const { node, text, line, column } of textUnits(tree, part.source)) {
        const translation = translator.translate(part.name, text, { path: part.path, line, column })
        if (translation !== text) node.children = parseInline(translation, node)
      }
      return { ...part, tree }
    }),
  )
}

/** Inline Markdown; nodes take the place of the block they go into. */
function parseInline(text: string, block: TextUnit['node']): PhrasingContent[] {
  const [first, ...rest] = parseMarkdown(text).children
  if (first?.type !== 'paragraph' || rest.length > 0) return [{ type: 'text', value: text }]
  visit(first, (node) => {
    if (block.position) node.position = block.position
    node.data = { ...node.data, file: block.data?.file }
  })
  return first.children
}
