/**
 * diskspd text: what `diskspd` (or `-Rtext`) prints. Seen: 2.0.x and 2.2.0. The writer: `ResultParser.cpp` of
 * https://github.com/microsoft/diskspd.
 *
 *     Command Line: diskspd.exe -b8K -t4 -o16 -r -w30 -d30 -Sh -L -D D:\test.dat
 *     Input parameters:
 *             timespan:   1
 *             duration: 30s
 *     Results for timespan 1:
 *     actual test time:       30.01s
 *     CPU |  Usage |  User  |  Kernel |  Idle
 *     avg.|   0.82%|   0.10%|    0.72%|  99.18%
 *     Total IO
 *     thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  AvgLat  |  file
 *          0 |       146169856 |        35686 |       4.64 |    1189.03 |    0.840 | diskspd.dat (1024MiB)
 *     total:         146169856 |        35686 |       4.64 |    1189.03 |    0.840
 *
 * Quirks met: columns are there only if measured (-L, -D), and differ by version: they are found by name; tables of zeros
 * and N/A for a direction not used; MiB/s is 2^20, as is the MB/s of old versions; percentiles per target before the
 * total; several timespans and several outputs in one file; PowerShell redirects to UTF-16; the version is not printed.
 */
import { readLines } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { buildRun } from '../diskspd/normalise.ts'
import type { Format } from '../format.ts'
import { measure } from './measure.ts'
import { ReportReader, type TextLog } from './report.ts'

export const diskspdText: Format<TextLog> = {
  id: 'diskspd-text',
  title: 'diskspd results (text)',
  about: {
    versions: '2.0.x, 2.2.0',
    reads:
      'Totals of all, reads and writes, also of each target, latency percentiles, average CPU usage, input parameters.',
    leaves: 'Rows of single threads and processors (they are only compared with the totals).',
    quirks: [
      'Columns are found by their header; N/A is missing; a table of zeros is a direction that was not used.',
      'MiB/s, and the MB/s of old versions, are 2^20 B/s. Latencies are in the unit of their header.',
      'Prefer XML (-Rxml): text is rounded to two decimals and has no version.',
    ],
  },

  detect(head) {
    return (
      /^[\s\uFEFF]*Input parameters:\s+timespan:\s/m.test(head.text) ||
      /^[\s\uFEFF]*Command Line: .*diskspd/im.test(head.text) ||
      /^Results for timespan \d+:/m.test(head.text)
    )
  },

  async parse(source) {
    const reader = new ReportReader()
    await readLines(source, (view) => {
      // Longer than any row; a message cannot be that long either.
      reader.read(view.text(view.start, Math.min(view.end, view.start + 4096)), view.number)
      return true
    })
    reader.end()
    reportMessages(reader.log, source)
    if (reader.log.reports.every(({ timespans }) => timespans.length === 0)) {
      source.problems.fail('no-results', 'Unexpected end of the file without results, expected a timespan', {
        line: 1,
        hint: 'The test failed or was stopped. Look at the messages of diskspd and run it again.',
      })
    }
    return reader.log
  },

  normalise({ reports }, source) {
    const spans = reports.flatMap((report) => report.timespans.map((timespan) => ({ report, timespan })))
    return spans.map(({ report, timespan }, index) => {
      return buildRun(measure(report, timespan, source.problems), index, source)
    })
  },
}

function reportMessages({ messages }: TextLog, source: Source): void {
  for (const { text, line } of messages) {
    source.problems.warning('tool-message', 'Unexpected message of diskspd among the results, expected none', {
      line,
      actual: text,
      hint: 'Read it: the results may not be what was asked for.',
    })
  }
}
