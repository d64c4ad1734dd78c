/**
 * The raw logs of the report proliant/sas, reconstructed: TPC-H times, Jetstress sweeps in run archives, LoadSim answers with
 * Performance Monitor logs, Iometer results. Made so that the results equal the figures of a paper on SAS published in 2005;
 * data/proliant/sas/README.md says how. `npx tsx test/generate/sas-logs.ts <folder>` writes them; the same bytes come out
 * every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arrayLogs } from './sas/arrays.ts'
import { iometerLogs } from './sas/iometer.ts'
import { jetstressLogs } from './sas/jetstress.ts'
import { loadsimLogs } from './sas/loadsim.ts'
import { tpchLogs } from './sas/tpch.ts'

/** Path below the logs folder, such as `tpch/power.csv`, and content. */
export function sasLogs(): Map<string, Buffer> {
  return new Map([...arrayLogs(), ...tpchLogs(), ...jetstressLogs(), ...loadsimLogs(), ...iometerLogs()])
}

function main(folder: string): void {
  for (const [path, content] of sasLogs()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? 'data/proliant/sas/logs')
