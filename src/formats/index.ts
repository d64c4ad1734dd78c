/** Every log format, from specific to general: the first that claims a file reads it. */
import { dbt3Times } from './dbt3-times/index.ts'
import type { Format } from './format.ts'
import { iometerCsv } from './iometer-csv/index.ts'
import { iometerIcf } from './iometer-icf.ts'
import { iometerInst } from './iometer-inst/index.ts'
import { jetstressHtml } from './jetstress-html/index.ts'
import { labCsv } from './lab-csv.ts'
import { loadsim } from './loadsim/index.ts'
import { perfmonText } from './perfmon-text/index.ts'
import { tpchCsv } from './tpch-csv/index.ts'

export const formats: readonly Format[] = [
  labCsv,
  jetstressHtml,
  loadsim,
  tpchCsv,
  dbt3Times,
  iometerInst,
  iometerIcf,
  iometerCsv,
  perfmonText,
]
