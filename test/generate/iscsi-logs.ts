/**
 * The raw logs of the report primergy/iscsi, reconstructed: Iometer results, stop-watch logs and performance logs of the
 * storage system. Made so that the means equal the published figures; data/primergy/iscsi/README.md says how.
 * `npx tsx test/generate/iscsi-logs.ts <folder>` writes them; the same bytes come out every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bootLogs } from './iscsi-boots.ts'
import { iometerLogs } from './iscsi-iometer.ts'

/** Path below the logs folder and content. */
export function iscsiLogs(): Map<string, Buffer> {
  const boots = [...bootLogs()].map(([path, content]): [string, Buffer] => [`boot/${path}`, content])
  return new Map([...iometerLogs(), ...boots])
}

function main(folder: string): void {
  for (const [path, content] of iscsiLogs()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? 'data/primergy/iscsi/logs')
