/**
 * vdbench: flatfile.html, totals.html and summary.html of an output folder, or what the console showed. Seen: 5.04.07;
 * 5.04.06 and flatfile.html as excerpts. Block and file-system workloads. All are plain text inside `<pre>`.
 *
 *     16:24:31.001 Starting RD=rd1; I/O rate: 100; elapsed=5; For loops: None
 *
 *     Jan 24, 2019    interval        i/o   MB/sec   bytes   read     resp     read    write
 *                                    rate  1024**2     i/o    pct     time     resp     resp
 *     16:24:32.018           1       84.0     0.08    1024  53.57    0.013    0.010    0.015
 *     16:24:36.053     avg_2-5      104.5     0.10    1024  50.72    0.012    0.010    0.015
 *
 * and flatfile.html:
 *
 *     tod Run Interval reqrate rate MB/sec bytes/io read% resp
 *     16:24:32.018 rd1 1 100 84.0 0.08 1024 53.57 0.013
 *
 * Quirks met: columns differ by version and kind of workload and are found by their names; the average leaves out the
 * first interval; mean response times are weighted with operations; MB is 2^20; rows have a time of day only; NaN and n/a;
 * `avg_2-1` of a run that was too short; runs that only format files.
 */
import { readLines } from '../../source/lines.ts'
import type { Format } from '../format.ts'
import { normaliseLog } from './normalise.ts'
import { VdbenchReader, type VdbenchLog } from './reader.ts'

export const vdbench: Format<VdbenchLog> = {
  id: 'vdbench',
  title: 'vdbench reports (flatfile, totals, summary, console)',
  about: {
    versions: '5.04.07; 5.04.06 and flatfile.html as excerpts',
    reads: 'The average of each run definition, its intervals as series, parameters of for loops and flatfile columns.',
    leaves: 'Reports of single hosts, targets and workloads, histograms, kstat columns, the log of vdbench itself.',
    quirks: [
      'The average leaves out the first interval (or the warm-up); it is compared with the intervals it covers.',
      'The reports of one folder show the same runs: read flatfile.html or totals.html, not both.',
      'Zones are abbreviations that several places share; only UTC and GMT are taken.',
      'Runs that format files, have no average or an empty one are invalid.',
    ],
  },

  detect(head) {
    return (
      /Vdbench output\/(?:flatfile|totals|summary)\.html/.test(head.text) ||
      /^Vdbench distribution: vdbench\d/m.test(head.text) ||
      /^\s*tod\s+(?:timestamp\s+)?Run\s+Interval\s/m.test(head.text) ||
      /\d\d:\d\d:\d\d\.\d{3} Starting RD=/.test(head.text)
    )
  },

  async parse(source) {
    const reader = new VdbenchReader(source.problems)
    await readLines(source, (view) => {
      reader.read(view.text(view.start, Math.min(view.end, view.start + 8192)), view.number)
      return true
    })
    if (reader.log.runs.length === 0) {
      source.problems.fail('no-results', 'Unexpected end of the file without results, expected runs', {
        line: 1,
        hint: 'vdbench was stopped before a run began. Look at its errorlog.html and logfile.html.',
      })
    }
    return reader.log
  },

  normalise: normaliseLog,
}
