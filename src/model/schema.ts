/** The shape of `results.json`, checked whenever one is read. The types are those of `result.ts`. */
import { z } from 'zod'
import { resultsVersion } from './result.ts'
import { units } from './units.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])
const dimensions = z.record(z.string(), z.union([z.string(), z.number()]))

const timestamp = z.strictObject({
  local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
  offset: z.number().int().nullable(),
})

const origin = z.strictObject({
  path: z.string(),
  member: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  byte: z.number().int().nonnegative().nullable(),
})

const observation = z.strictObject({
  metric: z.string(),
  value: z.number().nullable(),
  unit: z.enum(units),
  dimensions,
  repetitions: z.number().int().positive(),
  spread: z.strictObject({ min: z.number(), max: z.number(), stddev: z.number() }).nullable(),
  origin,
})

const statistic = z.number().nullable()
const summary = z.strictObject({
  count: z.number().int().nonnegative(),
  missing: z.number().int().nonnegative(),
  min: statistic,
  mean: statistic,
  max: statistic,
  stddev: statistic,
  p50: statistic,
  p95: statistic,
  p99: statistic,
})

const series = z
  .strictObject({
    metric: z.string(),
    name: z.string(),
    unit: z.enum(units),
    dimensions,
    /** Index into `clocks`: series of one log share their times. `null` when samples were not kept. */
    clock: z.number().int().nonnegative().nullable(),
    values: z.array(z.number().nullable()),
    /** Of samples that were not kept, else `null`. */
    summary: summary.nullable(),
    interval: z.number().nullable(),
    origin,
  })
  .describe('A quantity over time; a missing sample is null')

const run = z.strictObject({
  id: z.string(),
  benchmark: z.string(),
  tool: z.string(),
  toolVersion: z.string().nullable(),
  system: z.string().nullable(),
  start: timestamp.nullable(),
  end: timestamp.nullable(),
  settings: z.record(z.string(), scalar.nullable()),
  status: z.enum(['measured', 'estimated', 'calculated']),
  published: z.strictObject({ where: z.string(), when: z.string() }).nullable(),
  valid: z.boolean().nullable(),
  reasons: z.array(z.string()),
  dimensions,
  observations: z.array(observation),
  /** Times of the series, seconds since the start of the run. */
  clocks: z.array(z.array(z.number())),
  series: z.array(series),
  origin,
})

const problem = z.strictObject({
  path: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  byte: z.number().nullable(),
  ruleId: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  actual: z.string().nullable(),
  expected: z.string().nullable(),
  hint: z.string().nullable(),
})

export const resultsSchema = z.strictObject({
  version: z.literal(resultsVersion),
  sources: z.array(
    z.strictObject({
      path: z.string(),
      member: z.string().nullable(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.number().int().nonnegative(),
      format: z.string(),
    }),
  ),
  runs: z.array(run),
  problems: z.array(problem),
})

/** Results as written to a file: typed arrays became lists, shared times are stored once. */
export type ResultsFile = z.infer<typeof resultsSchema>
