/** Every log format, from specific to general: the first that claims a file reads it. */
import type { Format } from './format.ts'
import { diskspdText } from './diskspd-text/index.ts'
import { diskspdXml } from './diskspd-xml/index.ts'
import { fioJson } from './fio-json/index.ts'
import { hammerdb } from './hammerdb/index.ts'
import { labCsv } from './lab-csv.ts'
import { sysbench } from './sysbench/index.ts'
import { vdbench } from './vdbench/index.ts'

export const formats: readonly Format[] = [labCsv, fioJson, diskspdXml, diskspdText, vdbench, sysbench, hammerdb]
