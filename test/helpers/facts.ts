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

/** Reports with published figures, and the file of `test/facts/` that has them. */
export const reportsWithFacts: Record<string, string> = {
  'proliant/file-server': 'file-server',
  'proliant/sas': 'sas',
  'primergy/iscsi': 'iscsi',
  'primergy/single-disk': 'single-disk',
}

/** Published numbers that a report must not or need not print as digits, and why. */
const toldOtherwise: Record<string, string> = {
  'fs-140': 'said in words: less than half the time',
  'fs-145': 'contradicts the table of the same paper; the text reads the data',
}

/** A number as one edition must show it. */
interface PublishedNumber {
  fact: Fact
  value: number
}

/** Numbers of facts of kind table, claim and score; those that are words are checked report by report. */
export function publishedNumbers(name: string): PublishedNumber[] {
  return readFacts(name, ['table', 'claim', 'score'])
    .filter(({ id }) => !Object.hasOwn(toldOtherwise, id))
    .flatMap((fact) =>
      (typeof fact.value === 'object' ? Object.values(fact.value) : [fact.value])
        .flat()
        .flatMap((value) => (typeof value === 'number' ? [{ fact, value }] : [])),
    )
}

/** Numbers that an edition's page does not show: as published, or with one more zero, not as a part of a longer number. */
export function missingNumbers(numbers: readonly PublishedNumber[], html: string): PublishedNumber[] {
  const text = html.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]*>/g, ' ')
  return numbers.filter(({ value }) => {
    const decimals = String(value).split('.')[1]?.length ?? 0
    return ![decimals, decimals + 1].some((places) => contains(text, value.toFixed(places)))
  })
}
