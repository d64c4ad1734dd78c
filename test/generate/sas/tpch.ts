/** Times of a TPC-H test at scale factor 300: power test, six query streams, their refresh functions. */
import { Random } from '../random.ts'
import { clock, crlf, isoTime, two } from './text.ts'

/** Seconds of the queries 1 to 22 and of RF1 and RF2 in the power test. */
const powerSeconds = [
  96.4, 11.8, 74.1, 42.7, 95.3, 13.6, 88.9, 92.5, 263.8, 71.2, 34.9, 47.6, 190.3, 22.4, 31.7, 38.2, 60.5, 268.1, 64.4,
  58.8, 241.6, 26.3,
]
const refreshSeconds = { RF1: 121.5, RF2: 132.9 }
const streams = 6
/** Order of the queries in the power test and in each stream, as the specification prescribes it (its appendix A). */
const orders = [
  [14, 2, 9, 20, 6, 17, 18, 8, 21, 13, 3, 22, 16, 4, 11, 15, 1, 10, 19, 5, 7, 12],
  [21, 3, 18, 5, 11, 7, 6, 20, 17, 12, 16, 15, 13, 10, 2, 8, 14, 19, 9, 22, 1, 4],
  [6, 17, 14, 16, 19, 10, 9, 2, 15, 8, 5, 22, 12, 7, 13, 18, 1, 4, 20, 3, 11, 21],
  [8, 5, 4, 6, 17, 7, 1, 18, 22, 14, 9, 10, 15, 11, 20, 2, 21, 19, 13, 16, 12, 3],
  [5, 21, 14, 19, 15, 17, 12, 6, 4, 9, 8, 16, 11, 2, 10, 18, 1, 13, 7, 22, 3, 20],
  [21, 15, 4, 6, 7, 16, 19, 18, 14, 22, 11, 13, 3, 1, 2, 5, 8, 20, 12, 17, 10, 9],
  [10, 3, 15, 13, 6, 8, 9, 7, 4, 11, 22, 18, 12, 1, 5, 16, 2, 14, 19, 20, 17, 21],
]
const scale = '# scale factor: 300'
const head = 'phase,stream,query,start,end,seconds'

export function tpchLogs(): [string, Buffer][] {
  const random = new Random(20050812)
  const power = new Timing(clock('2005-08-12T09:14:20'), 'power', 0)
  power.add('RF1', refreshSeconds.RF1)
  for (const query of orders[0]!) power.add(String(query), powerSeconds[query - 1]!)
  power.add('RF2', refreshSeconds.RF2)

  const start = power.now + 60_000
  const tests = Array.from({ length: streams }, (_, index) => {
    const stream = new Timing(start, 'throughput', index + 1)
    // Six streams share the machine: each query takes nearly five times as long as alone.
    for (const query of orders[index + 1]!)
      stream.add(String(query), powerSeconds[query - 1]! * random.between(4.5, 5.1))
    return stream
  })
  const refresh = new Timing(Math.max(...tests.map(({ now }) => now)), 'throughput', 0)
  for (let pair = 1; pair <= streams; pair++) {
    refresh.add('RF1', refreshSeconds.RF1 * random.between(0.94, 1.02), pair)
    refresh.add('RF2', refreshSeconds.RF2 * random.between(0.94, 1.02), pair)
  }
  return [
    ['tpch/power.csv', crlf([scale, '# price: 837,210.00 USD', head, ...power.rows])],
    ...tests.map(({ rows }, index): [string, Buffer] => [
      `tpch/streams/stream${two(index + 1)}.csv`,
      crlf([scale, head, ...rows]),
    ]),
    ['tpch/refresh.csv', crlf([scale, head, ...refresh.rows])],
  ]
}

/** Rows of one after the other. */
class Timing {
  readonly rows: string[] = []
  /** Local clock, milliseconds. */
  now: number
  readonly #phase: string
  readonly #stream: number

  constructor(start: number, phase: string, stream: number) {
    this.now = start
    this.#phase = phase
    this.#stream = stream
  }

  add(query: string, seconds: number, stream = this.#stream): void {
    const start = this.now
    this.now += Math.round(seconds * 10) * 100
    this.rows.push(
      [this.#phase, stream, query, isoTime(start), isoTime(this.now), ((this.now - start) / 1000).toFixed(1)].join(','),
    )
  }
}
