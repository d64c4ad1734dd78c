/**
 * Files that look like a performance log and are none that can be read: the logs of BibTeX and Biber, which are called `.blg`
 * too, and the binary logs of Windows NT 4 to XP, whose structure is not public. Claimed only to say what to do.
 */
import type { Head } from '../source/source.ts'
import type { Format } from './format.ts'

export const perfmonRefused: Format<null> = {
  id: 'perfmon-refused',
  title: 'Logs that are refused with advice: BibTeX .blg, binary performance logs before Windows Vista',
  about: {
    versions: 'Windows NT 4.0 to XP and Server 2003; BibTeX and Biber of any version.',
    reads: 'Nothing.',
    leaves: 'Everything; the message says how to convert the log.',
    quirks: ['The file name ending .blg belongs to Performance Monitor and to BibTeX.'],
  },
  detect: (head) => isBibliographyLog(head) || isOldBinaryLog(head),
  // eslint-disable-next-line @typescript-eslint/require-await -- a failure must reject, not throw
  async parse(source): Promise<null> {
    if (isBibliographyLog(source.head)) {
      source.problems.fail('bibtex-log', 'Unexpected log of BibTeX, expected a log of Performance Monitor', {
        line: 1,
        hint: 'Both are called .blg. Remove the file from the folder of the logs.',
      })
    }
    return source.problems.fail(
      'old-performance-log',
      'Unexpected binary log, expected one of Windows Vista or later',
      {
        byte: 0,
        hint:
          'Logs of earlier versions, or with a damaged beginning, cannot be read here. ' +
          'Convert it on Windows with: relog log.blg -f csv -o log.csv',
      },
    )
  },
  normalise: () => [],
}

/** BibTeX and its variants (pBibTeX, BibTeXu, 8-bit BibTeX) and Biber name themselves in the first lines. */
function isBibliographyLog(head: Head): boolean {
  return /^(?:This is .{0,40}BibTeX,? [Vv]ersion|\[\d+\] [\w.:]+> (?:INFO|WARN) - This is Biber|INFO - This is Biber)/m.test(
    head.text.slice(0, 1000),
  )
}

/** The signature of these logs is not known: the name must do, and that it is no text. */
function isOldBinaryLog({ name, bytes }: Head): boolean {
  const extension = /\.(blg|log)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return false
  const isWideText = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const start = bytes.subarray(0, 512)
  const zeros = start.filter((byte) => byte === 0).length
  // Many programs write binary .log files; the structures of NT 4 consist of zeros for a good part.
  return !isWideText && zeros >= (extension === 'blg' ? 8 : Math.max(8, start.length / 4))
}
