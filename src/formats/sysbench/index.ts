/**
 * sysbench: what it prints. Seen: 0.5 (OLTP); 1.0 and 1.1 by their documentation. https://github.com/akopytov/sysbench
 *
 *     sysbench 0.5:  multi-threaded system evaluation benchmark
 *     Number of threads: 8
 *     [   5s] threads: 8, tps: 1865.01, reads/s: 26112.12, writes/s: 7460.03, response time: 5.62ms (99%)
 *     OLTP test statistics:
 *         transactions:                        2142242 (1782.23 per sec.)
 *     General statistics:
 *         total time:                          1202.0012s
 *         response time:
 *              avg:                                  4.49ms
 *              approx.  99 percentile:              10.62ms
 *
 * and 1.x: `[ 14s ] thds: 16 tps: 988.90 qps: 19780.11 (r/w/o: …) lat (ms,95%): 36.24 err/s: 0.00 reconn/s: 0.00`,
 * `SQL statistics:`, `Latency (ms):` with `95th percentile:` and no unit behind the number.
 *
 * Quirks met: the unit is behind the number or in the head of the block; the level of the percentile is an option and
 * kept; a percentile may exceed the maximum (histogram buckets) and ends at 100 s; several tests in one file; no date.
 */
import { readLines } from '../../source/lines.ts'
import type { Format } from '../format.ts'
import { normaliseTests } from './normalise.ts'
import { SysbenchReader, type SysbenchTest } from './reader.ts'

/** A day of seconds is 86,400 intervals. */
const intervalLimit = 500_000

export const sysbench: Format<SysbenchTest[]> = {
  id: 'sysbench',
  title: 'sysbench output',
  about: {
    versions: '0.5; 1.0 and 1.1 by their documentation',
    reads: 'Transactions, queries and events per second, latencies and the percentile, errors, throughput, intervals.',
    leaves: 'Settings of the data base, which it does not print; fairness of threads; reads and writes of intervals.',
    quirks: [
      'Units are read from each line; the level of the percentile is a dimension.',
      'A percentile of 100 s is the end of the histogram and means "or more".',
      'A test without summary is invalid; its intervals are kept as series.',
    ],
  },

  detect(head) {
    return /^\uFEFF?sysbench v?\d+\.\d+(?:\.\d+)?(?::| \(using|\s*$)/m.test(head.text)
  },

  async parse(source) {
    const reader = new SysbenchReader()
    await readLines(source, (view) => {
      reader.read(view.text(view.start, Math.min(view.end, view.start + 1024)), view.number)
      if (reader.intervals > intervalLimit) {
        source.problems.fail(
          'too-many-rows',
          `Unexpected interval ${reader.intervals}, expected at most ${intervalLimit}`,
          {
            line: view.number,
            hint: 'Split the file, or report fewer intermediate results.',
          },
        )
      }
      return true
    })
    return reader.tests
  },

  normalise: normaliseTests,
}
