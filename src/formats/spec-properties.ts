/**
 * Java properties as SPEC's Java benchmarks write them (SPECjbb2005, SPECjbb2015, SPECpower_ssj2008): `key=value` or
 * `key = value`, one a line, `#` and `!` comments. Values may hold HTML and placeholders of the kit's template.
 */
import { readLines } from '../source/lines.ts'
import type { Source } from '../source/source.ts'

export interface Property {
  /** Trimmed, escapes undone. */
  text: string
  /** 1-based. */
  line: number
}

export interface Properties {
  values: Map<string, Property>
  /** Lines read. */
  lines: number
}

/** Longer lines are blobs (`jbb2015.result.data` is a whole archive): only this much of a line is looked at. */
const lineLimit = 16_384

/** More keys than any of these files has; beyond it a file is not what it seems. */
const keyLimit = 500_000

/** The properties whose key `wants` accepts; of a key that repeats the last, as Java does. */
export async function readProperties(source: Source, wants: (key: string) => boolean): Promise<Properties> {
  const values = new Map<string, Property>()
  let lines = 0
  await readLines(source, (view) => {
    lines = view.number
    const line = view.text(view.start, Math.min(view.end, view.start + lineLimit))
    const match = /^\s*([^\s#!=:][^\s=:]*)\s*[=:]\s*(.*)$/.exec(line)
    const key = match?.[1]
    if (key === undefined || !wants(key)) return
    if (values.size >= keyLimit) {
      source.problems.fail('spec-too-many-keys', `Unexpected further key, expected at most ${keyLimit}`, {
        line: view.number,
        hint: 'The file is not a result of one run. Check what it holds.',
      })
    }
    values.set(key, { text: unescape(match![2]!.trim()), line: view.number })
  })
  return { values, lines }
}

/** Java escapes separators when it stores properties; a backslash before anything else is part of a Windows path. */
function unescape(text: string): string {
  return text.includes('\\')
    ? text
        .replaceAll(/\\u([\da-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replaceAll(/\\([:=#!])/g, '$1')
    : text
}

/** HTML of a value as text: list items and breaks become lines, other tags go. A lone `<` stays. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<(?:li|br|\/?[uo]l|\/?p)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Text of SPECjbb's and SPECpower's own example that nobody replaced: not disclosed. */
export function isTemplateText(text: string): boolean {
  return /Neptune|Poseidon|TurboBlaster|Phobos|Phobic|^Apr 25, 2005$|Willie the Mailboy|punch cards|Rotary Telephone|^LIC-X+/i.test(
    text,
  )
}

/** A value that says nothing. */
export function isBlank(text: string): boolean {
  return text === '' || /^(?:n\/?a|none given|--|<set by reporter>)$/i.test(text)
}
