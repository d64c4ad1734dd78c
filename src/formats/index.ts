/** Every log format, from specific to general: the first that claims a file reads it. */
import type { Format } from './format.ts'
import { labCsv } from './lab-csv.ts'
import { perfmonText } from './perfmon-text/index.ts'

export const formats: readonly Format[] = [labCsv, perfmonText]
