/** The lines below `path:` in diskspd's input parameters. */
import { toCanonical } from '../../model/units.ts'
import type { Target } from '../diskspd/measured.ts'
import { parsePlausible } from '../plausible.ts'

export function readTarget(lines: string[]): Target {
  const find = (pattern: RegExp): string | null => {
    for (const line of lines) {
      const match = pattern.exec(line)
      if (match) return match[1]!
    }
    return null
  }
  const depth = find(/^number of outstanding I\/O operations(?: per thread)?: (\d{1,9})$/)
  const threads = find(/^threads per file: (\d{1,9})$/)
  const caching = lines.filter((line) => /\bcache\b/.test(line))
  return {
    path: find(/^path: '(.*)'$/) ?? '',
    blockSize: readSize(find(/^block size: (.+)$/)),
    writeShare: readWriteShare(lines),
    randomShare: readRandomShare(lines),
    queueDepth: depth === null ? null : Number(depth),
    threads: threads === null ? null : Number(threads),
    caching: caching.length === 0 ? null : caching.join('; '),
  }
}

/** `65536` up to 2.0, `64KiB` since. */
function readSize(text: string | null): number | null {
  const match = /^(\d{1,15}) ?([KMGT]iB|B)?$/.exec(text ?? '')
  return match ? toCanonical(parsePlausible(match[1]!), match[2] ?? 'B')!.value : null
}

function readWriteShare(lines: string[]): number | null {
  if (lines.includes('performing read test')) return 0
  if (lines.includes('performing write test')) return 1
  for (const line of lines) {
    const mix = /^performing mix test \(read\/write ratio: (\d{1,3})\/(\d{1,3})\)$/.exec(line)
    if (mix) return Number(mix[2]) / 100
  }
  return null
}

function readRandomShare(lines: string[]): number | null {
  const access = lines.find((line) => /^using .*(?:random|sequential)\b.* I\/O/.test(line))
  if (access === undefined) return null
  const mix = /\((\d{1,3})% random/.exec(access)
  if (mix) return Number(mix[1]) / 100
  return access.includes('sequential') ? 0 : 1
}
