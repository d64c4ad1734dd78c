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
  }
}

export type AnchorKind = 'section' | 'figure' | 'table'

export interface Anchor {
  id: string
  kind: AnchorKind
  /** `4.2` of a section, `3` of a figure. */
  number: string
  /** Depth of a section's heading in the template: 2 or 3. */
  depth: number
}

/** Directives that have a caption and a number. */
const captioned: Record<string, AnchorKind> = { table: 'table', figure: 'figure', diagram: 'figure' }

export function captionKind(name: string): AnchorKind | undefined {
  return Object.hasOwn(captioned, name) ? captioned[name] : undefined
}

/** Anchors by id, in the order of the text. Ids are the same in every language: call it with the English tree. */
export function numberTree(tree: Root, problems: ProblemSink): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>()
  const counts = { section: 0, subsection: 0, figure: 0, table: 0 }
  visit(tree, (node) => {
    if (node.type === 'heading') {
      const isSub = node.depth > 2
      if (isSub) counts.subsection++
      else Object.assign(counts, { section: counts.section + 1, subsection: 0 })
      const number = isSub ? `${counts.section}.${counts.subsection}` : String(counts.section)
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
      add({ id, kind, number: String(counts[kind]), depth: 0 }, node)
    }
  })
  return anchors

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
