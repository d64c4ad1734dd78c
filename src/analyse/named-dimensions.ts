/**
 * Dimensions that an author names: a value such as `database` stands for conditions on what the logs say (blocks of 8 KiB, two
 * thirds reads, random). Tests are told apart by what they did, not by what somebody called them in a tool.
 */
import { z } from 'zod'
import type { Results } from '../model/result.ts'

const scalar = z.union([z.string(), z.number()])

/** `profile: { database: { blockSize: 8192, readShare: 0.67, randomShare: 1 } }` */
export const namedDimensionSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([scalar, z.array(scalar)])).describe('Conditions of the runs that have this value'),
)
export type NamedDimensions = Record<string, z.output<typeof namedDimensionSchema>>

/** The runs with these dimensions added; the first value whose conditions a run meets is its value. What a log says itself stays. */
export function withNamedDimensions(results: Results, named: NamedDimensions): Results {
  const entries = Object.entries(named)
  if (entries.length === 0) return results
  const runs = results.runs.map((run) => {
    const found = entries.flatMap(([dimension, values]) => {
      const value = Object.keys(values).find((name) => meets(run.dimensions, values[name]!))
      return value === undefined ? [] : [[dimension, value] as const]
    })
    return found.length === 0 ? run : { ...run, dimensions: { ...Object.fromEntries(found), ...run.dimensions } }
  })
  return { ...results, runs }
}

function meets(dimensions: Record<string, unknown>, conditions: NamedDimensions[string][string]): boolean {
  return Object.entries(conditions).every(([name, wanted]) =>
    [wanted].flat().map(String).includes(String(dimensions[name])),
  )
}
