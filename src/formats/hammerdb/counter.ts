/**
 * The transaction counter's log, one line every few seconds:
 *
 *     Hammerdb Transaction Counter Log @ Thu Jun 30 22:43:39 UTC 2022
 *     0 PostgreSQL tpm @ Thu Jun 30 22:43:40 UTC 2022
 *     324540 PostgreSQL tpm @ Thu Jun 30 22:43:41 UTC 2022
 */
import { localSeconds, localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'

export interface Count {
  line: number
  tpm: number
  /** Seconds of the local clock, as `localSeconds` counts. */
  seconds: number
}

export interface CounterLog {
  line: number
  database: string | null
  zone: string | null
  counts: Count[]
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export class CounterReader {
  readonly logs: CounterLog[] = []

  /** True when the line belongs to a counter's log. */
  read(raw: string, line: number): boolean {
    const text = raw.trim()
    if (/^Hammerdb Transaction Counter Log @/i.test(text)) {
      this.logs.push({ line, database: null, zone: null, counts: [] })
      return true
    }
    const count = /^(\d{1,15}) (\S.{0,40}?) tpm @ \w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\S+) (\d{4})$/.exec(text)
    const log = this.logs.at(-1)
    if (!count || !log) return false
    const month = String(months.indexOf(count[3]!) + 1).padStart(2, '0')
    const local = `${count[7]!}-${month}-${count[4]!.padStart(2, '0')}T${count[5]!}.000`
    const seconds = localSeconds({ local, offset: null })
    if (!Number.isFinite(seconds)) return false
    log.database ??= count[2]!
    log.zone ??= count[6]!
    log.counts.push({ line, tpm: Number(count[1]), seconds })
    return true
  }
}

export function normaliseCounter({ line, database, zone, counts }: CounterLog, index: number, source: Source): Run {
  const builder = new RunBuilder(source, { benchmark: 'hammerdb', tool: 'HammerDB', index, line })
  const offset = zone === 'UTC' || zone === 'GMT' ? 0 : (source.options.offset ?? null)
  builder.dimension('workload', 'TPROC-C').setting('zone', zone)
  builder.setting('transactionsAre', 'TPM / 60, counted by the database in its own way')
  if (database !== null) builder.dimension('database', database)
  const start = counts[0]?.seconds
  if (start === undefined) return builder.invalid('The counter has no counts.').build()
  builder.period(localTimestamp(start, offset), localTimestamp(counts.at(-1)!.seconds, offset))
  builder.remark('A counter over time, ramp-up included: the result of the test is in the log of the run.')
  builder.series({
    metric: 'transactions',
    name: 'transaction counter',
    unit: '1/s',
    times: Float64Array.from(counts, ({ seconds }) => seconds - start),
    values: Float64Array.from(counts, ({ tpm }) => tpm / 60),
    line: counts[0]!.line,
  })
  return builder.build()
}
