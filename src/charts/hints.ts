/**
 * What a chart spec asks of the renderer, in its `usermeta.benchpaper`. The answers arrive in parameters that the spec
 * declares with values of its own, so that it also draws in any Vega-Lite editor. `docs/charts.md` is the author's view.
 */
import { z } from 'zod'

const axis = z.strictObject({
  /** `y` asks for `yTop`, `yBottom`, `yTicks`, `yFormat`. */
  name: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  field: z.union([z.string(), z.array(z.string())]),
  /** `value`: from zero in nice steps. `log2`: powers of two. `time`: elapsed seconds in steps of a clock. */
  kind: z.enum(['value', 'log2', 'time']).default('value'),
  /** Ticks along x stand beside each other: no more of them than their texts allow. */
  along: z.enum(['x', 'y']).default('y'),
  /** Values with the same text in this field are stacked: their sum counts. */
  stackBy: z.string().optional(),
  /** Only rows with this value in this field count. */
  where: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The field of the texts at the ticks of a `log2` or `value` axis: asks for `xLabels`, texts by value. With texts, only they have ticks. */
  labels: z.string().optional(),
  /** What a value cannot exceed, such as 100 for a percentage. */
  ceiling: z.number().optional(),
  maxSteps: z.number().int().min(2).max(20).optional(),
})

const hintsSchema = z.strictObject({
  axes: z.array(axis).default([]),
  /** The field of the bars' categories, and the axis they stand along: their texts wrap to the room they have. */
  categories: z
    .strictObject({
      field: z.string(),
      along: z.enum(['x', 'y']),
      /** Further fields that name categories. */
      also: z.array(z.string()).default([]),
    })
    .optional(),
  /** The field of the legend: asks for `legendColumns`. */
  legend: z.string().optional(),
  /** The field of the texts at the bars: asks for `labelSize` (0: no room) and `bandPadding`. */
  labels: z.strictObject({ field: z.string(), stacked: z.boolean().default(false) }).optional(),
  /** Height of a horizontal bar in px: the chart is as high as its bars need. */
  barHeight: z.number().positive().optional(),
  /** Lines with more points than pixels keep the lowest and highest of each pixel column. */
  thin: z.strictObject({ x: z.string(), y: z.string(), by: z.string() }).optional(),
})

export type Hints = z.infer<typeof hintsSchema>
export type AxisHint = z.infer<typeof axis>

/** @throws ZodError when `usermeta.benchpaper` is not as documented */
export function readHints(spec: object): Hints {
  const meta = 'usermeta' in spec && isObject(spec.usermeta) ? spec.usermeta.benchpaper : undefined
  return hintsSchema.parse(meta ?? {})
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
