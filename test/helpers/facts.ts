/**
 * The published figures that a report must contain. A figure is found when the edition's text holds the number with the
 * decimals it was published with, not as a part of a longer number.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Of one thing: a disk with its class, form factor, …; `null` where it has none. */
const properties = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))

const factSchema = z.object({
  id: z.string(),
  chapter: z.string(),
  kind: z.string(),
  what: z.string(),
  value: z.union([z.number(), z.string(), z.array(z.union([z.number(), z.string()])), properties]),
  unit: z.string().nullable(),
})
export type Fact = z.infer<typeof factSchema>

/** Facts of `test/facts/<name>.json` of the given kinds. */
export function readFacts(name: string, kinds: readonly string[]): Fact[] {
  const file = join(import.meta.dirname, '../facts', `${name}.json`)
  return z
    .array(factSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ kind }) => kinds.includes(kind))
}

/** Facts whose number does not occur in `text`. */
export function missingFacts(facts: readonly Fact[], text: string, decimalsOf: (fact: Fact) => number): Fact[] {
  return facts.filter((fact) => !contains(text, Number(fact.value).toFixed(decimalsOf(fact))))
}

function contains(text: string, number: string): boolean {
  return new RegExp(`(?<![\\d.,])${number.replace('.', '\\.')}(?![\\d]|[.,]\\d)`).test(text)
}
