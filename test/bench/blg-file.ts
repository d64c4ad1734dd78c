/** A synthetic binary performance log of any size, and what its counters amount to. */
import { Clock } from '../helpers/blg-clock.ts'
import { writeFile, type BlgRecord } from '../helpers/blg-file.ts'
import { item } from '../helpers/blg-object.ts'
import { writeBlg } from '../helpers/blg-writer.ts'
import { ByteWriter, concat } from '../helpers/byte-writer.ts'
import { Random } from '../generate/random.ts'
import { addSample, middle, type CounterFacts, type PerfmonFacts } from './counter-facts.ts'
import { Output } from './output.ts'

const options = { machine: 'HOST', start: '2010-04-17T00:00:00.000Z', interval: 1 }
const types = ['LARGE_RAWCOUNT', '100NSEC_TIMER'] as const
const ticks = 1e7
const bufferBytes = 65_536
/** Rows that are put into buffers together. */
const rowsAtOnce = 20
const wantedCount = 8

/** Single counters, half of them counts and half percentages of time; 48 bytes a value. */
export function writeBlgFile(path: string, bytes: number, columns: number): PerfmonFacts {
  const random = new Random(4711)
  const clock = new Clock(options)
  const names = Array.from({ length: columns }, (_, i) => `\\Bench(${i})\\Value ${i % 2}`)
  const counters = names.map((name): CounterFacts => {
    return { name, count: 0, missing: 0, sum: 0, min: Infinity, max: -Infinity }
  })
  const stride = Math.max(1, Math.floor(columns / wantedCount))
  const wanted = counters.filter((_, i) => i % stride === stride >> 1).slice(0, wantedCount)
  const kept = new Map(wanted.map((counter) => [counter, [] as number[]]))
  const output = new Output(path)
  const sums = new Float64Array(columns)
  const row = new SampleRow(columns)
  let sequence = 0
  const put = (log: Uint8Array): void => {
    for (let at = 0; at < log.length; at += bufferBytes) {
      new DataView(log.buffer, log.byteOffset).setBigInt64(at + 0x18, BigInt(sequence++), true)
    }
    output.write(log)
  }
  // The file header and the catalog.
  put(
    writeBlg(
      options,
      names.map((name, i) => ({ path: name, type: types[i % 2]!, samples: [] })),
    ),
  )
  let rows = 0
  while (output.bytes < bytes) {
    const records: BlgRecord[] = []
    for (let i = 0; i < rowsAtOnce; i++, rows++) {
      for (const [c, counter] of counters.entries()) {
        const step = random.integer(0, ticks)
        sums[c] = c % 2 === 0 ? step * 1000 : sums[c]! + step
        row.set(c, sums[c])
        const value = c % 2 === 0 ? step * 1000 : rows === 0 ? NaN : (100 * step) / ticks
        addSample(counter, value)
        if (c % stride === stride >> 1) kept.get(counter)?.push(value)
      }
      records.push({ type: 34, time: clock.local(rows), data: row.bytesAt(clock, rows) })
    }
    put(writeFile(options, records, clock, rowsAtOnce).subarray(bufferBytes))
  }
  output.close()
  for (const [counter, values] of kept) counter.p50 = middle(values)
  return { rows, wanted: wanted.map(({ name }) => name), counters }
}

/** A sample record whose numbers are changed in place. */
class SampleRow {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #first: number
  readonly #itemBytes: number

  constructor(columns: number) {
    const body = new ByteWriter().u32(0).i64(0n).u32(0).i64(0n).i64(0n).u32(1).u32(0).bytes()
    const one = item(1, body)
    this.#bytes = item(0, concat(Array<Uint8Array>(columns).fill(one)))
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length)
    this.#itemBytes = one.length
    this.#first = this.#bytes.length - columns * one.length + one.length - body.length
  }

  set(column: number, count: number): void {
    const at = this.#first + column * this.#itemBytes + 16
    this.#view.setUint32(at, count % 2 ** 32, true)
    this.#view.setUint32(at + 4, Math.floor(count / 2 ** 32), true)
  }

  /** A copy with the times of the row: logged, and as the clock of timers. */
  bytesAt(clock: Clock, row: number): Uint8Array {
    const [time, divisor] = [clock.local(row), clock.utc(row)]
    for (let at = this.#first; at < this.#bytes.length; at += this.#itemBytes) {
      this.#view.setBigInt64(at + 4, time, true)
      this.#view.setBigInt64(at + 24, divisor, true)
    }
    return this.#bytes.slice()
  }
}
