/** Every log format, from specific to general: the first that claims a file reads it. */
import type { Format } from './format.ts'
import { dbt3Times } from './dbt3-times/index.ts'
import { diskspdText } from './diskspd-text/index.ts'
import { diskspdXml } from './diskspd-xml/index.ts'
import { fioJson } from './fio-json/index.ts'
import { fioText } from './fio-text/index.ts'
import { hammerdb } from './hammerdb/index.ts'
import { iometerCsv } from './iometer-csv/index.ts'
import { iometerIcf } from './iometer-icf.ts'
import { iometerInst } from './iometer-inst/index.ts'
import { jetstressHtml } from './jetstress-html/index.ts'
import { labCsv } from './lab-csv.ts'
import { loadsim } from './loadsim/index.ts'
import { perfmonBlg } from './perfmon-blg/index.ts'
import { perfmonRefused } from './perfmon-refused.ts'
import { perfmonText } from './perfmon-text/index.ts'
import { phoronix } from './phoronix/index.ts'
import { specCpuCsv } from './spec-cpu/csv.ts'
import { specCpuRsf } from './spec-cpu/rsf.ts'
import { specCpuTxt } from './spec-cpu/txt.ts'
import { specjbb2005Raw } from './specjbb2005/raw.ts'
import { specjbb2015Raw } from './specjbb2015-raw.ts'
import { specpowerTxt } from './specpower-txt.ts'
import { sysbench } from './sysbench/index.ts'
import { tpchCsv } from './tpch-csv/index.ts'
import { vdbench } from './vdbench/index.ts'

export const formats: readonly Format[] = [
  perfmonBlg,
  labCsv,
  iometerInst,
  iometerIcf,
  iometerCsv,
  perfmonText,
  dbt3Times,
  diskspdText,
  diskspdXml,
  fioJson,
  fioText,
  hammerdb,
  jetstressHtml,
  loadsim,
  phoronix,
  specCpuCsv,
  specCpuRsf,
  specCpuTxt,
  specjbb2005Raw,
  specjbb2015Raw,
  specpowerTxt,
  sysbench,
  tpchCsv,
  vdbench,
  // Last: claims by name what no other format has claimed.
  perfmonRefused,
]
