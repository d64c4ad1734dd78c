/** Numbers sections, figures and tables in the order of the text, so that references resolve in both directions. */
import type { Heading, Root } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { toString } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import type { ProblemSink } from '../problems.ts'

declare module 'unist' {
  interface Data {
    /** File of a node that came from a chapter. */
    file?: string | undefined
    /** Of a heading: an appendix begins here, or it has no number. */
    numbering?: string | undefined
  }
}

export type AnchorKind = 'section' | 'figure' | 'table'

export interface Anchor {
  id: string
  kind: AnchorKind
  /** `4.2` of a section, `3` of a figure; in appendices `B`, `B.2`, `B-3`. Empty for a section without number. */
  number: string
  /** Depth of a section's heading in the template: 2 or 3. */
  depth: number
}

/** Directives that have a caption and a number. */
const captioned: Record<string, AnchorKind> = { table: 'table', figure: 'figure', diagram: 'figure' }

export function captionKind(name: string): AnchorKind | undefined {
  return Object.hasOwn(captioned, name) ? captioned[name] : undefined
}

/**
 * Anchors by id, in the order of the text. Ids are the same in every language: call it with the English tree. Appendices have letters,
 * and figures and tables of their own.
 */
export function numberTree(tree: Root, problems: ProblemSink): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>()
  const main = { figure: 0, table: 0 }
  let counts = main
  const sections = { main: 0, appendix: 0, sub: 0 }
  let section = ''
  visit(tree, (node) => {
    if (node.type === 'heading') {
      if (node.depth <= 2) beginSection(node.data?.numbering)
      const isNumbered = section !== '' && node.data?.numbering !== 'unnumbered'
      const number = !isNumbered ? '' : node.depth > 2 ? `${section}.${++sections.sub}` : section
      add({ id: headingId(node), kind: 'section', number, depth: node.depth }, node)
    } else if (node.type === 'leafDirective' || node.type === 'containerDirective') {
      const kind = captionKind(node.name)
      if (!kind || kind === 'section') return
      const id = node.attributes?.id
      if (!id) {
        problems.error('no-id', `Unexpected ${node.name} without an id, expected one, such as {#transfer-time}`, {
          ...placeOf(node),
          hint: 'References, downloads and the list of pages need it.',
        })
        return
      }
      counts[kind]++
      const number = counts === main ? String(counts[kind]) : `${section}-${counts[kind]}`
      add({ id, kind, number, depth: 0 }, node)
    }
  })
  return anchors

  function beginSection(numbering: string | undefined): void {
    sections.sub = 0
    counts = numbering === 'appendix' ? { figure: 0, table: 0 } : main
    if (numbering === 'appendix') section = String.fromCodePoint('A'.codePointAt(0)! + sections.appendix++)
    else section = numbering === 'unnumbered' ? '' : String(++sections.main)
  }

  function add(anchor: Anchor, node: Heading | LeafDirective | ContainerDirective): void {
    if (anchors.has(anchor.id)) {
      problems.error('duplicate-id', `Unexpected second ${anchor.id}, expected an id of its own`, {
        ...placeOf(node),
        hint: 'Ids are names for references; give each figure, table and heading a different one.',
      })
    }
    anchors.set(anchor.id, anchor)
  }
}

/** The id given in braces, else one made from the English text. */
export function headingId(heading: Heading): string {
  const given = heading.data?.hProperties?.id
  if (typeof given === 'string') return given
  return toString(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Where a node stands: in a chapter, that is another file than the template. */
export function placeOf(node: {
  position?: { start: { line: number; column: number } } | undefined
  data?: { file?: string | undefined } | undefined
}): { path: string | undefined; line: number | undefined; column: number | undefined } {
  return { path: node.data?.file, line: node.position?.start.line, column: node.position?.start.column }
}
