/** What an author writes under `views` and `measures` in the front matter of a template, or in a file that templates share. */
import { z } from 'zod'
import { namedUnits } from '../model/units.ts'

const scalar = z.union([z.string(), z.number()])
const unit = z.string().refine((name) => namedUnits.has(name), {
  error: ({ input }) =>
    `unknown unit ${String(input)}, expected one of: ${[...namedUnits.keys()].filter((name) => name !== '').join(', ')}`,
})
const decimals = z.number().int().min(0).max(6)
const digits = z.number().int().min(1).max(9)

const axis = z.union([
  z.string().describe('A dimension of the observations'),
  z.strictObject({
    dimension: z.string(),
    order: z.array(scalar).optional().describe('Values in the order of the author; the only ones shown'),
  }),
])

/** One dimension, or several: the first ones group the last. */
const axes = z
  .union([axis, z.array(axis).min(1).max(8)])
  .transform((value) =>
    (Array.isArray(value) ? value : [value]).map((one) =>
      typeof one === 'string' ? { dimension: one, order: undefined } : { order: undefined, ...one },
    ),
  )
export interface AxisSpec {
  dimension: string
  order?: (string | number)[] | undefined
}

const derive = z.strictObject({
  id: z.string().describe('Name of the column in charts, prose and claims'),
  label: z.string().describe('Column head'),
  operation: z
    .enum(['ratio', 'gain', 'difference'])
    .describe('ratio is of ÷ to, gain is of ÷ to − 1, difference is of − to'),
  of: z.string().describe('A value of a column dimension, or the role of a system'),
  to: z.string(),
  unit: z.enum(['%', '']).default('').describe('% writes ratios and gains in hundredths'),
  decimals: decimals.default(1),
  hidden: z.boolean().default(false).describe('For prose and claims only'),
})
export type DeriveRule = z.output<typeof derive>

const metricStyle = z.strictObject({
  unit,
  decimals: decimals.optional(),
  digits: digits.optional().describe('Significant digits instead of decimals, as SPEC prints'),
})

const view = z.strictObject({
  metric: z.string().optional().describe('What is shown; see benchpaper inspect for the metrics of a log'),
  metrics: z
    .record(z.string(), metricStyle)
    .optional()
    .describe('Several metrics with their units; the dimension "metric" tells them apart'),
  where: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .default({})
    .describe('Conditions: dimension to value, or to a list of values'),
  rows: axes,
  columns: axes,
  merge: z
    .enum(['single', 'mean', 'median', 'min', 'max'])
    .default('single')
    .describe('How repetitions become one value'),
  beyondLimit: z
    .boolean()
    .default(false)
    .describe('Shows also runs that failed only because a latency is above the limit of their benchmark: for sweeps'),
  unit: unit.optional().describe('The unit shown'),
  decimals: decimals.optional(),
  digits: digits.optional(),
  derive: z.array(derive).default([]),
  footnotes: z
    .array(
      z.strictObject({
        rows: z.array(scalar).default([]).describe('Rows that it is about; all when left out'),
        columns: z.array(scalar).default([]),
        text: z.string(),
      }),
    )
    .default([]),
})

/** How a number is written: with a number of decimals, or of significant digits. */
export interface NumberStyle {
  unit: string
  decimals: number
  /** Wins over `decimals`. */
  digits: number | null
}

export const viewSchema = view
  .refine(({ metric, metrics }) => (metric === undefined) !== (metrics === undefined), {
    error: 'expected either metric or metrics',
  })
  .refine(({ metric, unit: own }) => metric === undefined || own !== undefined, {
    error: 'expected a unit beside metric',
    path: ['unit'],
  })
  .transform(({ metric, metrics, unit: own, decimals: places, digits: significant, ...rest }) => ({
    ...rest,
    /** By metric. */
    metrics: Object.fromEntries(
      Object.entries(metrics ?? { [metric!]: { unit: own!, decimals: places, digits: significant } }).map(
        ([name, style]) => [
          name,
          { unit: style.unit, decimals: style.decimals ?? 1, digits: style.digits ?? null } satisfies NumberStyle,
        ],
      ),
    ),
  }))
export type ViewSpec = z.output<typeof viewSchema>

const measure = z.strictObject({
  counter: z.string().describe('Counter path; * stands for any text'),
  window: z.string().optional().describe('Benchmark whose run of the same conditions gives the window'),
  where: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .optional()
    .describe('Conditions of the runs: dimension to value, or to a list of values'),
  statistic: z
    .enum(['mean', 'max', 'min', 'total', 'active', 'pause'])
    .default('mean')
    .describe(
      'total: what a rate adds up to; active: seconds above "above"; pause: the longest time between two such samples',
    ),
  above: z.number().optional().describe('Only samples above this value count, in bytes a second, ratio, …'),
  part: z
    .enum(['all', 'before-pause', 'after-pause'])
    .default('all')
    .describe('Of the samples above "above", those of this side of the longest pause'),
})
export const measureSchema = measure.refine(
  ({ statistic, part, above }) => above !== undefined || (part === 'all' && !['active', 'pause'].includes(statistic)),
  { error: 'expected a level that tells work from rest', path: ['above'] },
)
