/** The keys of a configuration file and the values below them. */
import { readLines } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'

export interface Entry {
  /** Without its apostrophe: `Run Time`. */
  key: string
  /** The lines below it, without their tabs; blank ones and column captions are left out. */
  values: string[]
  /** 1-based line of the key. */
  line: number
}

/** A configuration of thousands of workers has fewer lines. */
const lineLimit = 100_000
const longestLine = 65_536

/** `isWhole`: the file ends with its version, as every configuration does. */
export async function readEntries(
  source: Source,
): Promise<{ version: string | null; entries: Entry[]; isWhole: boolean }> {
  const entries: Entry[] = []
  let version: string | null = null
  let isWhole = false
  await readLines(source, (line) => {
    if (line.number > lineLimit) {
      source.problems.fail('configuration-too-long', `Unexpected line ${lineLimit}, expected a shorter configuration`, {
        line: line.number,
        hint: 'The file may be something else. Check that it is what its name says.',
      })
    }
    const text = line.text(line.start, Math.min(line.end, line.start + longestLine))
    const match = /^Version (\S.*?)\s*$/.exec(text)
    if (match) {
      isWhole = entries.length > 0 && match[1] === version
      version ??= match[1]!
    } else if (text.startsWith("'")) {
      // `'	hours      minutes    seconds` only explains the values below it.
      if (!/^'\s/.test(text)) entries.push({ key: text.slice(1).trim(), values: [], line: line.number })
    } else if (text.trim() !== '') {
      entries.at(-1)?.values.push(text.trim())
    }
    return true
  })
  return { version, entries, isWhole }
}
