/**
 * HammerDB: the log of the command line or of `/tmp/hammerdb.log`, and the transaction counter's. Seen: 4.0 to 4.12; the
 * result line of 3.x. https://github.com/TPC-Council/HammerDB
 *
 *     HammerDB CLI v4.12
 *     Benchmark set to TPC-C for MySQL
 *     4 VU TEST
 *     Vuser 1:Timing test period of 5 in minutes
 *     Vuser 1:4 Active Virtual Users configured
 *     Vuser 1:TEST RESULT : System achieved 8153 NOPM from 24772 MySQL TPM
 *     Vuser 1:query 14 completed in 0.795 seconds
 *     Vuser 1:Geometric mean of query times returning rows (22) is 1.64940
 *
 * Quirks met: 3.x wrote `N TPM at M NOPM`; lines of virtual users mix; two byte order marks, or the first letter lost; no
 * result line when a test fails; a result of 0 when users end too early; passwords among the settings; results may not
 * be called TPC-C or TPC-H.
 */
import { readLines } from '../../source/lines.ts'
import type { Format } from '../format.ts'
import { CounterReader, normaliseCounter, type CounterLog } from './counter.ts'
import { normaliseRuns } from './normalise.ts'
import { HammerReader } from './reader.ts'

interface HammerLog {
  reader: HammerReader
  counters: CounterLog[]
}

/** 100 users with 100 passes each. */
const lineLimit = 2_000_000

export const hammerdb: Format<HammerLog> = {
  id: 'hammerdb',
  title: 'HammerDB log',
  about: {
    versions: '4.0, 4.5, 4.12; the result line of 3.x from a bug report',
    reads: 'NOPM and TPM of each run, query times and their means, virtual users, settings, the transaction counter.',
    leaves: 'Time profiles, users, passwords and hosts, the building of schemas.',
    quirks: [
      'score is NOPM; transactions are TPM / 60 and can be compared within one database system only.',
      'NOPM and TPM are found by their labels: their order changed in 4.0.',
      'A test without TEST RESULT, with a result of 0, or whose users ended early is invalid.',
      'The geometric mean is that of the last pass through the queries.',
    ],
  },

  detect(head) {
    return (
      /^\uFEFF*HammerDB CLI v\d/m.test(head.text) ||
      /opyright \(C\) 2003-\d{4} Steve Shaw/.test(head.text) ||
      /^Hammerdb Transaction Counter Log @/im.test(head.text) ||
      /^Vuser \d+:TEST RESULT : System achieved/m.test(head.text) ||
      /^Vuser 1 created\b.*WAIT IDLE/m.test(head.text)
    )
  },

  async parse(source) {
    const reader = new HammerReader()
    const counter = new CounterReader()
    await readLines(source, (view) => {
      if (view.number > lineLimit) {
        source.problems.fail('too-many-rows', `Unexpected line ${view.number}, expected at most ${lineLimit}`, {
          line: view.number,
          hint: 'Split the file.',
        })
      }
      const text = view.text(view.start, Math.min(view.end, view.start + 1024))
      if (!counter.read(text, view.number)) reader.read(text, view.number)
      return true
    })
    if (reader.runs.every(({ isBuild }) => isBuild) && counter.logs.length === 0) {
      source.problems.fail('no-results', 'Unexpected end of the log without a test, expected virtual users', {
        line: 1,
        hint: 'The script ended before a test began, or only built a schema.',
      })
    }
    return { reader, counters: counter.logs }
  },

  normalise({ reader, counters }, source) {
    const runs = normaliseRuns(reader, source)
    return [...runs, ...counters.map((log, i) => normaliseCounter(log, runs.length + i, source))]
  },
}
