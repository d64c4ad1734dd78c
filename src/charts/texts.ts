/** The words of a language in a compiled chart: one compiled spec serves every chart of its kind and every language. */
import type { ProblemSink } from '../problems.ts'
import { isObject } from './hints.ts'

/** The Vega signal that holds the texts by name. */
export const textsSignal = 'benchpaperTexts'

/** `"$yTitle"` as a whole value, wherever Vega shows text, becomes a reference to the texts of the language. */
export function placeTexts(node: unknown, names: Set<string>, empty: ReadonlySet<string>): unknown {
  if (Array.isArray(node)) return node.map((item) => placeTexts(item, names, empty))
  if (!isObject(node)) return node
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    // An empty title would still take its room.
    if (key === 'title' && empty.has(placeholder(isObject(value) ? value.text : value) ?? '')) continue
    const name = placeholder(value)
    if (name === undefined) {
      copy[key] = placeTexts(value, names, empty)
      continue
    }
    names.add(name)
    const signal = `${textsSignal}[${JSON.stringify(name)}]`
    if (key === 'value') return { ...node, value: undefined, signal }
    copy[key] = { signal }
  }
  return copy
}

function placeholder(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\$([A-Za-z]\w*)$/.exec(value)?.[1] : undefined
}

/** The texts of a language for these names. A missing one is a problem, and empty. */
export function textsFor(names: string[], texts: Record<string, string>, sink: ProblemSink): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined
    if (text === undefined) {
      sink.error(
        'chart-text-missing',
        `Unexpected reference to text "$${name}" in chart, expected a text of that name`,
        {
          expected: Object.keys(texts).join(', '),
          hint: `Give the chart a text "${name}" (it may be empty), or take the reference out of the spec.`,
        },
      )
    }
    found[name] = text ?? ''
  }
  return found
}
