/** The front matter of report templates and chapters, and the files that they share. */
import { z } from 'zod'
import { diagramSchema } from '../charts/block-diagram.ts'
import { scoreSchema } from '../analyse/scores/index.ts'
import { namedDimensionSchema } from '../analyse/named-dimensions.ts'
import { traceSchema } from '../analyse/traces.ts'
import { measureSchema, viewSchema } from '../analyse/view-schema.ts'

const shared = {
  dimensions: z
    .record(z.string(), namedDimensionSchema)
    .default({})
    .describe(
      'Names for combinations of conditions, as a dimension of views: profile: { database: { blockSize: 8192 } }',
    ),
  measures: z
    .record(z.string(), measureSchema)
    .default({})
    .describe('Counters of performance logs that become observations'),
  scores: z
    .array(scoreSchema)
    .default([])
    .describe('Results that the rules of a benchmark compute from others; see docs/lab-csv.md'),
  traces: z.record(z.string(), traceSchema).default({}).describe('Counters of performance logs over time, for charts'),
  views: z.record(z.string(), viewSchema).default({}).describe('Selections of observations'),
  labels: z
    .record(z.string(), z.record(z.string(), z.string()))
    .default({})
    .describe('Names of dimensions and of their values: fileSize: { name: File size, 40K: 40 KB }'),
  diagrams: z.record(z.string(), diagramSchema).default({}).describe('Boxes and links of a test set-up'),
}

const imports = z
  .array(z.string())
  .default([])
  .describe('Files of templates/shared whose views, traces, measures, labels and diagrams are used')

/** `templates/shared/<name>.yaml` */
export const sharedSchema = z.strictObject(shared)

/** `templates/chapters/<name>.md` */
export const chapterSchema = z.strictObject({
  import: imports,
  needs: z
    .array(z.string())
    .default([])
    .describe(
      'Benchmarks whose runs the chapter is about; without any of them it is left out and the data notes say so',
    ),
  ...shared,
})

/** `templates/reports/<name>.md` */
export const templateSchema = z.strictObject({
  title: z.string(),
  subtitle: z.string().default(''),
  description: z.string().describe("One sentence on what the report is, for the catalogue and the PDF's metadata"),
  import: imports,
  ...shared,
})

export type SharedMatter = z.output<typeof sharedSchema>
export type ChapterMatter = z.output<typeof chapterSchema>
export type TemplateMatter = z.output<typeof templateSchema>
