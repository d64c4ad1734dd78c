/** Every log format, from specific to general: the first that claims a file reads it. */
import type { Format } from './format.ts'
import { labCsv } from './lab-csv.ts'

export const formats: readonly Format[] = [labCsv]
