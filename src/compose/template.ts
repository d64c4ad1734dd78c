/** A report template: front matter and a Markdown tree in which every node knows its line in the file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Heading, Nodes, Root } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import { readYaml, type YamlPlace } from '../lab/yaml-file.ts'
import { UserError, type ProblemSink } from '../problems.ts'
import { parseMarkdown } from './markdown.ts'
import { templateSchema, type TemplateMatter } from './template-schema.ts'

export interface Template {
  /** `reports/file-server`: also the context of its texts in catalogues. */
  name: string
  /** The file as written, for slices by position. */
  source: string
  matter: TemplateMatter
  tree: Root
  placeOf: (path: readonly (string | number)[]) => YamlPlace
}

/** Directives that may stand in a text; anything else that looks like one (10:30) is text. */
const textDirectives = ['claim', 'constant']

/** @throws UserError when there is no such template; `null` when it cannot be understood, the problems say why */
export async function loadTemplate(folder: string, name: string, problems: ProblemSink): Promise<Template | null> {
  const source = await readFile(join(folder, `${name}.md`), 'utf8').catch((cause: unknown) => {
    throw new UserError(`no such template: ${name}`, {
      hint: `Expected a file ${name}.md in the templates folder.`,
      cause,
    })
  })
  return parseTemplate(source.replaceAll('\r\n', '\n'), name, problems)
}

export function parseTemplate(source: string, name: string, problems: ProblemSink): Template | null {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source)
  if (!match) {
    problems.error(
      'no-front-matter',
      'Unexpected start of a template, expected front matter between lines of three hyphens',
      {
        line: 1,
        hint: 'See docs/report-language.md.',
      },
    )
    return null
  }
  const matter = readYaml(match[1]!, templateSchema, problems, 2)
  if (!matter) return null
  // Blank lines in place of the front matter keep the line numbers of the file.
  const blank = match[0].replaceAll(/[^\n]/g, ' ')
  const tree = parseMarkdown(blank + source.slice(blank.length))
  restoreColons(tree, source)
  visit(tree, 'heading', takeHeadingId)
  return { name, source, matter: matter.value, tree, placeOf: matter.placeOf }
}

function restoreColons(tree: Root, source: string): void {
  visit(tree, 'textDirective', (node, index, parent) => {
    if (textDirectives.includes(node.name) || !parent || index === undefined) return undefined
    parent.children[index] = { type: 'text', value: slice(node, source) }
    return SKIP
  })
}

/** `## Purpose {#purpose}`: the id of a heading, out of its text. */
function takeHeadingId(heading: Heading): void {
  const last = heading.children.at(-1)
  if (last?.type !== 'text') return
  const match = /\s*\{#([\w-]+)\}\s*$/.exec(last.value)
  if (!match) return
  heading.data = { ...heading.data, hProperties: { id: match[1]! } }
  last.value = last.value.slice(0, match.index)
  if (last.position?.end.offset !== undefined) last.position.end.offset -= match[0].length
  if (last.value === '') heading.children.pop()
}

/** A node as written. */
export function slice(node: Nodes, source: string): string {
  const { position } = node
  return position ? source.slice(position.start.offset, position.end.offset) : ''
}
