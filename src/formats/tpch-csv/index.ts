/**
 * Times of a TPC-H test as CSV, written by the scripts of a lab: one file for all of it, or one for each stream and for the refresh
 * functions. One run a file. docs/tpch.md defines the columns.
 *
 *     # scale factor: 300
 *     # price: 1,234,567.00 USD
 *     phase,stream,query,start,end,seconds
 *     power,0,14,2005-08-01 10:00:00,2005-08-01 10:00:21,20.8
 *     throughput,1,21,2005-08-01 11:00:00,2005-08-01 11:03:12,191.6
 *
 * The scores are computed when the file holds what they need: a query without a time makes none, with the reason. Those of a
 * test that is spread over several files need all of them: `analyse/scores/tpch.ts`.
 */
import { localSeconds, RunBuilder } from '../../model/builder.ts'
import type { Run, Timestamp } from '../../model/result.ts'
import { refreshNames, tpchScores, type TpchScores } from '../../model/tpch.ts'
import type { Source } from '../../source/source.ts'
import type { Format } from '../format.ts'
import { readTimings, type TimingRow, type TpchTimings } from './rows.ts'

export const tpchCsv: Format<TpchTimings> = {
  id: 'tpch-csv',
  title: 'TPC-H times (CSV)',
  about: {
    versions: 'our own layout; metrics by revision 2.3.0 of the specification and later',
    reads:
      'Times of queries and refresh functions, start and end, scale factor, price; computes QppH, QthH, QphH and price/performance.',
    leaves: 'Other columns and comments.',
    quirks: [
      'A query that failed, has no time or takes zero seconds makes no score; the reason is given.',
      'The throughput test lasts from the first start to the last end of its rows, refresh functions included.',
      'Fewer streams than the specification wants are remarked, not refused.',
    ],
  },

  detect({ text }) {
    // A last line may be cut by the head; the header is among the first.
    const header = text.split(/\r?\n/, 40).find((line) => line.trim() !== '' && !line.startsWith('#'))
    const columns = new Set(
      header
        ?.toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    )
    return columns.has('seconds') && (columns.has('rf') || (columns.has('query') && columns.has('stream')))
  },

  parse(source) {
    return readTimings(source)
  },

  normalise(raw, source) {
    if (raw.rows.length > 0) return [toRun(raw, source)]
    source.problems.warning('no-rows', 'Unexpected file without times, expected one row a query', {
      hint: 'Run the test again, or remove the file.',
    })
    return []
  },
}

function toRun({ rows, scale, price }: TpchTimings, source: Source): Run {
  const builder = new RunBuilder(source, { benchmark: 'tpc-h', tool: 'TPC-H', index: 0, line: rows[0]!.line })
  if (scale !== null) builder.dimension('scale', scale)
  builder.period(...periodOf(rows))
  for (const { phase, stream, name, seconds, line } of rows) {
    const isRefresh = refreshNames.includes(name)
    const kind = isRefresh ? { refresh: name } : { query: Number(name) }
    const dimensions = { phase, stream, ...kind }
    builder.observe(isRefresh ? 'refreshTime' : 'queryTime', seconds, 's', { dimensions, line })
  }
  const throughputSeconds = elapsed(rows.filter(({ phase }) => phase === 'throughput'))
  if (throughputSeconds !== null) builder.observe('throughputTime', throughputSeconds, 's')
  if (price) builder.setting('currency', price.currency).observe('price', price.amount, '1', { line: price.line })
  const scores = scoresOf(rows, scale, throughputSeconds, price?.amount ?? null)
  for (const reason of scores.reasons) builder.remark(reason)
  if (scores.power !== null) builder.observe('qpph', scores.power, '1')
  if (scores.throughput !== null) builder.observe('qthh', scores.throughput, '1')
  if (scores.composite !== null) builder.observe('qphh', scores.composite, '1')
  if (scores.pricePerformance !== null) builder.observe('pricePerQphh', scores.pricePerformance, '1')
  return builder.build()
}

function scoresOf(
  rows: readonly TimingRow[],
  scale: number | null,
  throughputSeconds: number | null,
  price: number | null,
): TpchScores {
  const power = rows.filter(({ phase }) => phase === 'power')
  const streams = rows.filter(({ phase, name }) => phase === 'throughput' && !refreshNames.includes(name))
  const numbers = new Set(streams.map(({ stream }) => stream))
  const powerTimes = new Map<string, number | null>()
  const repeated: string[] = []
  for (const { name, seconds } of power) {
    if (powerTimes.has(name)) repeated.push(name)
    powerTimes.set(name, powerTimes.has(name) ? null : seconds)
  }
  const failedInStreams = [...numbers].flatMap((number) => failures(number, streams))
  const scores = tpchScores({ scale, powerTimes, streams: numbers.size, throughputSeconds, failedInStreams, price })
  if (repeated.length > 0) scores.reasons.push(`more than one time in the power test: ${repeated.join(', ')}`)
  return scores
}

function failures(number: number, rows: readonly TimingRow[]): string[] {
  const own = rows.filter(({ stream }) => stream === number)
  return Array.from({ length: 22 }, (_, i) => String(i + 1))
    .filter((query) => !own.some(({ name, seconds }) => name === query && seconds !== null && seconds > 0))
    .map((query) => `stream ${number} query ${query}`)
}

/** Seconds from the first start to the last end; `null` when a row has no stamps. */
function elapsed(rows: readonly TimingRow[]): number | null {
  if (rows.length === 0 || rows.some(({ start, end }) => start === null || end === null)) return null
  const first = rows.reduce((least, { start }) => Math.min(least, start!), Infinity)
  return rows.reduce((most, { end }) => Math.max(most, end!), -Infinity) - first
}

function periodOf(rows: readonly TimingRow[]): [Timestamp | null, Timestamp | null] {
  const starts = rows.flatMap(({ startTime }) => startTime ?? []).sort((a, b) => localSeconds(a) - localSeconds(b))
  const ends = rows.flatMap(({ endTime }) => endTime ?? []).sort((a, b) => localSeconds(a) - localSeconds(b))
  const [start, end] = [starts[0] ?? null, ends.at(-1) ?? null]
  // Rows that end before they start are reported one by one.
  return start && end && localSeconds(end) < localSeconds(start) ? [null, null] : [start, end]
}
