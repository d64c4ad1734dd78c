/** What an author writes under `views` and `measures` in the front matter of a template. */
import { z } from 'zod'
import { namedUnits } from '../model/units.ts'

const scalar = z.union([z.string(), z.number()])
const unit = z.string().refine((name) => namedUnits.has(name), { error: 'unknown unit' })
const decimals = z.number().int().min(0).max(6)

const axis = z
  .union([z.string(), z.strictObject({ dimension: z.string(), order: z.array(scalar).optional() })])
  .transform((value) =>
    typeof value === 'string' ? { dimension: value, order: undefined } : { order: undefined, ...value },
  )

export const deriveSchema = z.strictObject({
  /** Name of the column in charts, prose and claims. */
  id: z.string(),
  /** Column head. */
  label: z.string(),
  /** `ratio` is of ÷ to, `gain` is of ÷ to − 1, `difference` is of − to. */
  operation: z.enum(['ratio', 'gain', 'difference']),
  of: z.string(),
  to: z.string(),
  /** `%` writes ratios and gains in hundredths. */
  unit: z.enum(['%', '']).default(''),
  decimals: decimals.default(1),
  /** Left out of tables and downloads; for prose and claims only. */
  hidden: z.boolean().default(false),
})

export const viewSchema = z.strictObject({
  metric: z.string(),
  /** Conditions: dimension to value, or to a list of values. */
  where: z.record(z.string(), z.union([scalar, z.array(scalar)])).default({}),
  rows: axis,
  columns: axis,
  /** How repetitions become one value. */
  merge: z.enum(['single', 'mean', 'median', 'min', 'max']).default('single'),
  /** The unit shown; any name of `units.ts` that measures the same. */
  unit,
  decimals: decimals.default(1),
  derive: z.array(deriveSchema).default([]),
})
export type ViewSpec = z.infer<typeof viewSchema>

export const measureSchema = z.strictObject({
  counter: z.string(),
  window: z.string().optional(),
  statistic: z.enum(['mean', 'max', 'min']).default('mean'),
})
