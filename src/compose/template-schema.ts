/** The front matter of a report template. */
import { z } from 'zod'
import { diagramSchema } from '../charts/block-diagram.ts'
import { measureSchema, viewSchema } from '../analyse/view-schema.ts'

export const templateSchema = z.strictObject({
  title: z.string(),
  subtitle: z.string().default(''),
  /** One sentence on what the report is, for the catalogue and the PDF's metadata. */
  description: z.string(),
  /** Counters of performance logs that become observations. */
  measures: z.record(z.string(), measureSchema).default({}),
  views: z.record(z.string(), viewSchema).default({}),
  /** Names of dimensions and of their values, for heads and legends: `fileSize: { name: File size, 40K: 40 KB }`. */
  labels: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  diagrams: z.record(z.string(), diagramSchema).default({}),
})
export type TemplateMatter = z.infer<typeof templateSchema>
