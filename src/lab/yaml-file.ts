/** YAML files of a lab and front matter of templates: parsed, checked by a schema, faults reported at their line. */
import { isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import type { ProblemSink } from '../problems.ts'

export interface YamlPlace {
  line: number
  column: number
}

export interface YamlValue<T> {
  value: T
  /** Where the value at a path of keys stands; the nearest one above it when there is none. */
  placeOf: (path: readonly (string | number)[]) => YamlPlace
}

/**
 * Reads `text` as YAML of the given shape. `null` when it is not; the problems say why.
 * @param path file that problems name, when it is not the one of `problems`
 * @param firstLine the line of the file where `text` begins, 1-based (front matter begins on line 2)
 */
export function readYaml<T>(
  text: string,
  schema: z.ZodType<T>,
  problems: ProblemSink,
  firstLine = 1,
  path = problems.path,
): YamlValue<T> | null {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeAt = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) }
  }
  for (const error of document.errors) {
    problems.error('yaml-syntax', `Unexpected YAML: ${error.message}`, {
      path,
      ...placeAt(error.pos[0]),
      hint: 'Mind the indentation, and quote texts that hold a colon, a number sign or a brace.',
    })
  }
  if (document.errors.length > 0) return null
  const placeOf = (path: readonly (string | number)[]): YamlPlace => placeAt(offsetOf(document, path))
  const value = toValue(document, problems, path)
  if (value === undefined) return null
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data, placeOf }
  for (const issue of parsed.error.issues) {
    const keys = issue.path.filter((key) => typeof key !== 'symbol')
    problems.error('yaml-schema', `Unexpected value at ${keys.join('.') || 'the top'}: ${inWords(issue)}`, {
      path,
      ...placeOf(issue.code === 'unrecognized_keys' ? [...keys, issue.keys[0]!] : keys),
      hint: `See ${path.endsWith('.md') || path.includes('/shared/') ? 'docs/report-language.md' : 'docs/lab.md'} for the fields of this file.`,
    })
  }
  return null
}

/** Aliases that multiply without end are refused by the parser. */
function toValue(document: Document, problems: ProblemSink, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch (error) {
    problems.error('yaml-syntax', `Unexpected YAML: ${error instanceof Error ? error.message : String(error)}`, {
      path,
      line: 1,
      hint: 'Write the values out instead of repeating them by aliases.',
    })
    return undefined
  }
}

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `expected ${issue.expected}${issue.input === undefined ? ', found nothing' : ''}`
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`
  return issue.message
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const key = keyOffset(document, path.slice(0, length))
    if (key !== null) return key
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return node.range[0]
  }
  return 0
}

/** The key is the better place to point at: it names the field. */
function keyOffset(document: Document, path: readonly (string | number)[]): number | null {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items)) return null
  for (const item of parent.items as unknown[]) {
    if (typeof item !== 'object' || item === null || !('key' in item)) continue
    const { key } = item
    if (isScalar(key) && hasRange(key) && String(key.value) === String(path.at(-1))) return key.range[0]
  }
  return null
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}
