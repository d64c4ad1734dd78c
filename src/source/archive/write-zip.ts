/** Writes zip files whose bytes depend on nothing but their content: for evidence bundles. */
import { zipSync, type Zippable } from 'fflate'
import { UserError } from '../../problems.ts'
import { checkName } from './names.ts'

export interface ZipInput {
  /** Relative, forward slashes. */
  name: string
  bytes: Uint8Array
}

/**
 * The same entries in any order, on any machine, give the same bytes: sorted by name, dated 1980-01-01, deflated by
 * fflate, whose output, unlike zlib's, does not depend on how Node was built.
 * @throws UserError when the zip format without its 64-bit extension cannot hold them
 * @throws Error for an unsafe name or two of the same name: a bug of the caller
 */
export function writeZip(entries: readonly ZipInput[]): Uint8Array {
  const total = entries.reduce((sum, { name, bytes }) => sum + bytes.length + 2 * Buffer.byteLength(name) + 120, 22)
  if (entries.length > 0xfffe || total > 0xfffffffe) {
    throw new UserError(`${entries.length} files of ${total} bytes do not fit into one zip file`, {
      hint: 'At most 65,534 files and 4 GB: split the report, or leave large logs out of its evidence.',
    })
  }
  // fflate reads the date in local time, so that a local one gives the same bytes in every time zone.
  const options = { level: 9, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 * 2 ** 16 } as const
  const files = Object.create(null) as Zippable
  for (const { name, bytes } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const checked = checkName(name, 4096)
    if (checked.unsafe !== null || checked.name !== name) throw new Error(`invalid name in a zip file: ${checked.name}`)
    // fflate builds an object of the names, where this one would vanish.
    if (name === '__proto__') throw new Error(`invalid name in a zip file: ${name}`)
    if (name in files) throw new Error(`two files of one name in a zip file: ${name}`)
    files[name] = [bytes, options]
  }
  return zipSync(files)
}
