/**
 * Dimensions that an author names: a value such as `database` stands for conditions on what the logs say (blocks of 8 KiB, two
 * thirds reads, random). Tests are told apart by what they did, not by what somebody called them in a tool.
 */
import { z } from 'zod'
import type { Dimensions, Results } from '../model/result.ts'

const scalar = z.union([z.string(), z.number()])

/** `profile: { database: { blockSize: 8192, readShare: 0.67, randomShare: 1 } }` */
export const namedDimensionSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([scalar, z.array(scalar)])).describe('Conditions of the values that have this name'),
)
export type NamedDimensions = Record<string, z.output<typeof namedDimensionSchema>>

/**
 * The results with these dimensions added: of a run where its conditions are enough, else of an observation. The first name whose
 * conditions are met counts. What a log says itself stays.
 */
export function withNamedDimensions(results: Results, named: NamedDimensions): Results {
  if (Object.keys(named).length === 0) return results
  const asked = new Set(Object.values(named).flatMap((names) => Object.values(names).flatMap(Object.keys)))
  const runs = results.runs.map((run) => {
    const observations = run.observations.map((observation) => {
      // Most observations have conditions that no name asks for: they are told apart by their run.
      if (!Object.keys(observation.dimensions).some((name) => asked.has(name))) return observation
      const own = { ...run.dimensions, ...observation.dimensions }
      return { ...observation, dimensions: { ...namesOf(own, named), ...observation.dimensions } }
    })
    return { ...run, dimensions: { ...namesOf(run.dimensions, named), ...run.dimensions }, observations }
  })
  return { ...results, runs }
}

function namesOf(dimensions: Dimensions, named: NamedDimensions): Dimensions {
  return Object.fromEntries(
    Object.entries(named).flatMap(([dimension, names]) => {
      const name = Object.keys(names).find((one) => meets(dimensions, names[one]!))
      return name === undefined ? [] : [[dimension, name] as const]
    }),
  )
}

function meets(dimensions: Dimensions, conditions: NamedDimensions[string][string]): boolean {
  return Object.entries(conditions).every(([name, wanted]) =>
    [wanted].flat().map(String).includes(String(dimensions[name])),
  )
}
