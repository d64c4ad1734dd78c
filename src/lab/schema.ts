/** The files an engineer writes: `line.yaml`, `report.yaml`, `systems/<id>.yaml`. Unknown fields are errors, not noise. */
import { z } from 'zod'
import { formats } from '../formats/index.ts'
import { isLanguage, languageTags } from '../locale/language.ts'
import { defaultLimits, type ArchiveLimits } from '../source/archive/limits.ts'
import { decodeText } from '../source/encoding.ts'

function isDate(text: string): boolean {
  const [year, month, day = 1] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
}

function isFormat(id: string): boolean {
  return formats.some((format) => format.id === id)
}

function isEncoding(label: string): boolean {
  try {
    decodeText(new Uint8Array(), label)
    return true
  } catch {
    return false
  }
}

const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'expected lower-case letters, digits, dots and hyphens')
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #0096d6')

/** A quantity with its unit, as people write it: `2.3 GHz`, `300 GB`. */
const quantity = z.string().regex(/^\d+(\.\d+)? \S+$/, 'expected a number, a blank and a unit, such as 300 GB')

const scalar = z.union([z.string(), z.number()])

export const lineSchema = z.strictObject({
  /** Name of the product line, for the catalogue. */
  name: z.string(),
  /** Whose machines these are; appears as text only. */
  vendor: z.string(),
  publisher: z.string(),
  contact: z.string(),
  /** Says on cover and in the legal lines that the data is reconstructed and the report no publication of the vendor. */
  demonstration: z.boolean().default(false),
  colours: z.strictObject({
    /** Headings, rules, the first series of charts. */
    primary: colour,
    /** The second series. */
    secondary: colour,
    /** Marks that must stand out. */
    accent: colour,
  }),
})
export type LineConfig = z.infer<typeof lineSchema>

export const systemSchema = z.strictObject({
  id,
  name: z.string(),
  /** How prose calls it once it has been introduced. */
  short: z.string(),
  /** Column heads of tables. */
  label: z.string(),
  /** Legends of charts. */
  chartLabel: z.string(),
  vendor: z.string(),
  /** Machine names in its logs. */
  hosts: z.array(z.string()).default([]),
  // A storage system has no processor of its own to speak of, a disk no memory: what is there is what templates quote.
  cpu: z
    .strictObject({
      model: z.string(),
      clock: quantity,
      cores: z.number().int().positive(),
      threads: z.number().int().positive().optional(),
      /** Number of processors. */
      packages: z.number().int().positive(),
    })
    .optional(),
  memory: z
    .strictObject({
      size: quantity,
      modules: z.number().int().positive(),
      moduleSize: quantity,
      type: z.string(),
    })
    .optional(),
  disks: z
    .strictObject({
      count: z.number().int().positive(),
      capacity: quantity,
      interface: z.string(),
      speed: quantity,
      raid: z.string(),
    })
    .optional(),
  ramDisk: quantity.optional(),
  os: z.string().optional(),
  smb: z.string().optional(),
  /** Whatever else component tables quote: `{{system.new.details.bios}}`. */
  details: z.record(z.string(), scalar).default({}),
  /** Id of the system that this one follows. */
  predecessor: id.optional(),
})
export type SystemConfig = z.infer<typeof systemSchema>

/** Those of `ArchiveLimits`, which says what they mean. */
const limits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, z.number().int().nonnegative().exactOptional()]),
) as Record<keyof ArchiveLimits, z.ZodExactOptional<z.ZodNumber>>

export const reportSchema = z.strictObject({
  /** A template of `templates/reports/`. */
  template: id,
  version: z.string(),
  /** Date of issue: `2013-08` or `2013-08-05`. Dates of the PDF come from here, not from the clock. */
  date: z
    .string()
    .regex(/^\d{4}-\d\d(-\d\d)?$/, 'expected a month or a day, such as 2013-08')
    .refine(isDate, 'expected a date of the calendar'),
  languages: z.array(z.string().refine(isLanguage, `expected one of: ${languageTags.join(', ')}`)).min(1),
  paper: z.enum(['A4', 'Letter']).default('A4'),
  /** Role in the report (`old`, `new`, …) to system id, in the order of the report. */
  systems: z.record(z.string(), id),
  /** Where the logs are and what their paths say. */
  logs: z
    .array(
      z.strictObject({
        /** Relative to the report's folder, with named parts: `logs/{system}/{fileSize}/run{run}/*.csv`. */
        path: z.string(),
        /** Conditions that hold for all of them. */
        set: z.record(z.string(), scalar).default({}),
        /** What a named part means: `system: { g5: old }`. */
        values: z.record(z.string(), z.record(z.string(), scalar)).default({}),
        format: z.string().refine(isFormat, 'expected the id of a log format; docs/formats.md lists them').optional(),
        encoding: z.string().refine(isEncoding, 'expected an encoding such as shift_jis or windows-1252').optional(),
        /** For logs that do not say: `+09:00`. */
        timeZone: z
          .string()
          .regex(/^[+-]\d\d:\d\d$/, 'expected an offset such as +09:00')
          .optional(),
        /** Of archives, where the default is too narrow: `limits: { ratio: 500 }`. */
        limits: z.strictObject(limits).optional(),
      }),
    )
    .min(1),
  /** Facts that prose quotes and no log holds, such as the link speed: `{{fact "linkSpeed"}}`. */
  facts: z.record(z.string(), scalar).default({}),
})
export type ReportConfig = z.infer<typeof reportSchema>
