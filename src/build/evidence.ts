/** `evidence.zip`: the logs behind a report, so that every printed number can be proven. The same logs give the same bytes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabReport } from '../lab/lab.ts'
import type { Results } from '../model/result.ts'
import { writeZip } from '../source/archive/write-zip.ts'

/** The logs under their paths, and a list of checksums that `sha256sum -c` reads. */
export async function evidenceOf(report: LabReport, { sources }: Results): Promise<Uint8Array> {
  const files = [...new Set(sources.map(({ path }) => path))].sort()
  const names = files.map((path) => path.slice(report.path.length + 1))
  const logs = await Promise.all(
    names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(report.folder, name))) })),
  )
  const checksums = sources
    .filter(({ member }) => member === null)
    .map(({ path, sha256 }) => `${sha256}  ${path.slice(report.path.length + 1)}\n`)
  return writeZip([...logs, { name: 'SHA256SUMS', bytes: Buffer.from(checksums.sort().join('')) }])
}
