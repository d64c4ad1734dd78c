/**
 * A report template: a file with front matter and Markdown, the chapters it includes and the files it imports. Every node
 * and every field knows its file and line.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Heading, Nodes, Root, RootContent } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import type { z } from 'zod'
import { readYaml, type YamlValue } from '../lab/yaml-file.ts'
import { UserError, type ProblemSink } from '../problems.ts'
import { parseMarkdown } from './markdown.ts'
import { placeOf } from './numbering.ts'
import {
  chapterSchema,
  sharedSchema,
  templateSchema,
  type ChapterMatter,
  type SharedMatter,
  type TemplateMatter,
} from './template-schema.ts'

export interface Template {
  /** `reports/file-server` */
  name: string
  matter: TemplateMatter
  /** The report's own text, then its chapters in their order. */
  parts: Part[]
  /** File and line of a field, in whichever of the files it stands. */
  placeOf: (path: readonly (string | number)[]) => Place
  /** Context of a field's text in catalogues. */
  contextOf: (path: readonly (string | number)[]) => string
}

/** A Markdown file. */
export interface Part {
  /** `chapters/storage`: the context of its texts in catalogues. */
  name: string
  /** As problems show it. */
  path: string
  /** The file as written, for slices by position. */
  source: string
  tree: Root
  /** Benchmarks that a chapter is about. */
  needs: string[]
}

export interface Place {
  path: string
  line: number
  column: number
}

/** Directives that may stand in a text; anything else that looks like one (10:30) is text. */
const textDirectives = ['claim', 'constant']

/** Reads files of the templates folder; `show` names them in problems. */
export interface TemplateFiles {
  folder: string
  show: (file: string) => string
}

/** A file with the fields that it brings to the template. */
interface Matter {
  name: string
  path: string
  value: SharedMatter
  placeOf: YamlValue<unknown>['placeOf']
}

/** @throws UserError when there is no such template; `null` when it cannot be understood, the problems say why */
export async function loadTemplate(
  files: TemplateFiles,
  name: string,
  problems: ProblemSink,
): Promise<Template | null> {
  const main = await loadPart(files, name, templateSchema, problems)
  if (!main) return null
  const matters: Matter[] = [main.matter]
  const parts: Part[] = [main.part]
  const imports = new Set(main.matter.value.import)
  for (const node of chapterNodes(main.part.tree)) {
    const chapter = await loadChapter(files, node, problems)
    if (!chapter) return null
    parts.push(chapter.part)
    matters.push(chapter.matter)
    for (const one of chapter.matter.value.import) imports.add(one)
  }
  for (const one of imports) {
    const matter = await loadShared(files, one, problems)
    if (!matter) return null
    matters.push(matter)
  }
  return {
    name,
    matter: { ...main.matter.value, ...merge(matters, problems) },
    parts,
    placeOf: (path) => {
      const owner = ownerOf(matters, path)
      return { path: owner.path, ...owner.placeOf(path) }
    },
    contextOf: (path) => ownerOf(matters, path).name,
  }
}

/** The whole text in the order of the template: chapters stand where they are included. */
export function joinParts(parts: readonly Part[]): Root {
  const [main, ...chapters] = parts
  const byName = new Map(chapters.map((part) => [part.name, part.tree]))
  const children = main!.tree.children.flatMap((node): RootContent[] =>
    isChapter(node) ? (byName.get(`chapters/${node.attributes?.id ?? ''}`)?.children ?? []) : [node],
  )
  return { type: 'root', children }
}

function isChapter(node: RootContent): node is Extract<RootContent, { type: 'leafDirective' }> {
  return node.type === 'leafDirective' && node.name === 'chapter'
}

function chapterNodes(tree: Root): Extract<RootContent, { type: 'leafDirective' }>[] {
  return tree.children.filter(isChapter)
}

type Loaded<T> = { part: Part; matter: Matter & { value: T } } | null

async function loadPart<T extends SharedMatter>(
  files: TemplateFiles,
  name: string,
  schema: z.ZodType<T>,
  problems: ProblemSink,
): Promise<Loaded<T>> {
  const file = join(files.folder, `${name}.md`)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`no such template: ${name}`, {
      hint: `Expected a file ${name}.md in the templates folder.`,
      cause,
    })
  })
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const path = files.show(file)
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source)
  if (!match) {
    problems.error(
      'no-front-matter',
      'Unexpected start of a template, expected front matter between lines of three hyphens',
      { path, line: 1, hint: 'See docs/report-language.md.' },
    )
    return null
  }
  const matter = readYaml(match[1]!, schema, problems, 2, path)
  if (!matter) return null
  // Blank lines in place of the front matter keep the line numbers of the file.
  const blank = match[0].replaceAll(/[^\n]/g, ' ')
  const tree = parseMarkdown(blank + source.slice(blank.length))
  restoreColons(tree, source)
  visit(tree, 'heading', takeHeadingId)
  visit(tree, (node) => {
    node.data = { ...node.data, file: path }
  })
  const needs = 'needs' in matter.value && Array.isArray(matter.value.needs) ? matter.value.needs.map(String) : []
  return {
    part: { name, path, source, tree, needs },
    matter: { name, path, value: matter.value, placeOf: matter.placeOf },
  }
}

async function loadChapter(
  files: TemplateFiles,
  node: Extract<RootContent, { type: 'leafDirective' }>,
  problems: ProblemSink,
): Promise<Loaded<ChapterMatter>> {
  const id = node.attributes?.id ?? ''
  try {
    if (!/^[a-z0-9-]+$/.test(id)) throw new UserError('no name')
    return await loadPart(files, `chapters/${id}`, chapterSchema, problems)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    problems.error(
      'unknown-chapter',
      `Unexpected chapter ${id || '(none)'}, expected a file templates/chapters/${id || '<id>'}.md`,
      {
        ...placeOf(node),
        hint: 'Write ::chapter{#id}.',
      },
    )
    return null
  }
}

async function loadShared(files: TemplateFiles, name: string, problems: ProblemSink): Promise<Matter | null> {
  const file = join(files.folder, 'shared', `${name}.yaml`)
  const path = files.show(file)
  const text = /^[a-z0-9-]+$/.test(name) ? await readFile(file, 'utf8').catch(() => null) : null
  if (text === null) {
    problems.error('unknown-import', `Unexpected import ${name}, expected a file ${path}`, {
      hint: 'Files that templates share are in templates/shared.',
    })
    return null
  }
  const yaml = readYaml(text, sharedSchema, problems, 1, path)
  return yaml && { name: `shared/${name}`, path, value: yaml.value, placeOf: yaml.placeOf }
}

const mergedFields = ['dimensions', 'measures', 'traces', 'views', 'labels', 'diagrams'] as const

/** A name means one thing in all files of a report; only dictionaries add up. */
function merge(matters: readonly Matter[], problems: ProblemSink): SharedMatter {
  const merged: SharedMatter = {
    dimensions: {},
    measures: {},
    traces: {},
    views: {},
    labels: {},
    diagrams: {},
    scores: matters.flatMap(({ value }) => value.scores),
  }
  for (const { value, path, placeOf: place } of matters) {
    for (const field of mergedFields) {
      for (const [name, entry] of Object.entries(value[field])) {
        const fields: Record<string, unknown> = merged[field]
        if (field === 'labels') fields[name] = { ...(entry as object), ...(fields[name] as object | undefined) }
        else if (Object.hasOwn(fields, name)) {
          problems.error(
            'duplicate-name',
            `Unexpected second ${name} in ${field}, expected each name once in a report and its chapters`,
            {
              path,
              ...place([field, name]),
              hint: 'Give one of them another name.',
            },
          )
        } else fields[name] = entry
      }
    }
  }
  return merged
}

/** The first file that has the field. */
function ownerOf(matters: readonly Matter[], path: readonly (string | number)[]): Matter {
  const [field, name, key] = path
  const has = ({ value }: Matter): boolean => {
    const fields: unknown = value[field as keyof SharedMatter]
    if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, String(name))) return false
    const entry: unknown = (fields as Record<string, unknown>)[String(name)]
    return (
      field !== 'labels' ||
      key === undefined ||
      (typeof entry === 'object' && entry !== null && Object.hasOwn(entry, String(key)))
    )
  }
  return matters.find(has) ?? matters[0]!
}

function restoreColons(tree: Root, source: string): void {
  visit(tree, 'textDirective', (node, index, parent) => {
    if (textDirectives.includes(node.name) || !parent || index === undefined) return undefined
    parent.children[index] = { type: 'text', value: slice(node, source) }
    return SKIP
  })
}

/** `## Purpose {#purpose}`, `## Data {#data .appendix}`: the id of a heading and how it is numbered, out of its text. */
function takeHeadingId(heading: Heading): void {
  const last = heading.children.at(-1)
  if (last?.type !== 'text') return
  const match = /\s*\{#([\w-]+)(?: \.(appendix|unnumbered))?\}\s*$/.exec(last.value)
  if (!match) return
  heading.data = { ...heading.data, hProperties: { id: match[1]! }, numbering: match[2] }
  last.value = last.value.slice(0, match.index)
  if (last.position?.end.offset !== undefined) last.position.end.offset -= match[0].length
  if (last.value === '') heading.children.pop()
}

/** A node as written. */
function slice(node: Nodes, source: string): string {
  const { position } = node
  return position ? source.slice(position.start.offset, position.end.offset) : ''
}
