/** A synthetic Performance Monitor log of any size, and what its counters amount to. */
import { Random } from '../generate/random.ts'
import { addSample, middle, type CounterFacts, type PerfmonFacts } from './counter-facts.ts'
import { Output } from './output.ts'

const wantedCount = 8
/** Texts to choose from for each kind of counter: making a new one for each value would take minutes. */
const poolSize = 4096

interface Pool {
  texts: string[]
  values: Float64Array
}

/**
 * Columns as real logs have them: rates with up to 18 digits, whole numbers, counters that are 0 most of the time, some
 * blanks; about 18 bytes a value.
 */
export function writePerfmonFile(path: string, bytes: number, columns: number): PerfmonFacts {
  const random = new Random(5000)
  const pools = [rates(random), shares(random), counts(random), mostlyZero(random)]
  const names = Array.from({ length: columns }, (_, i) => `\\Bench(${i})\\Value ${i % pools.length}`)
  const counters = names.map((name): CounterFacts => {
    return { name, count: 0, missing: 0, sum: 0, min: Infinity, max: -Infinity }
  })
  const stride = Math.max(1, Math.floor(columns / wantedCount))
  const wanted = counters.filter((_, i) => i % stride === stride >> 1).slice(0, wantedCount)
  const kept = new Map(wanted.map((counter) => [counter, [] as number[]]))
  const output = new Output(path)
  output.write(`"(PDH-CSV 4.0) (Tokyo Standard Time)(-540)",${names.map((name) => `"\\\\HOST${name}"`).join(',')}\r\n`)
  let rows = 0
  for (; output.bytes < bytes; rows++) {
    const cells = [stamp(rows)]
    for (const [i, counter] of counters.entries()) {
      const pool = pools[i % pools.length]!
      const pick = random.integer(0, poolSize - 1)
      const value = pool.values[pick]!
      cells.push(pool.texts[pick]!)
      addSample(counter, value)
      if (i % stride === stride >> 1) kept.get(counter)?.push(value)
    }
    output.write(`"${cells.join('","')}"\r\n`)
  }
  output.close()
  for (const [counter, values] of kept) counter.p50 = middle(values)
  return { rows, wanted: wanted.map(({ name }) => name), counters }
}

/** A record a second. */
function stamp(row: number): string {
  const [date, time] = new Date(Date.UTC(2010, 3, 17) + row * 1000 + (row % 7)).toISOString().slice(0, -1).split('T')
  const [year, month, day] = date!.split('-')
  return `${month}/${day}/${year} ${time}`
}

function pool(draw: (i: number) => string): Pool {
  const texts = Array.from({ length: poolSize }, (_, i) => draw(i))
  return { texts, values: Float64Array.from(texts, (text) => (text === ' ' ? NaN : Number(text))) }
}

/** `10523.617846283412`: Windows prints up to 20 digits. */
function rates(random: Random): Pool {
  return pool(() => random.between(0, 50_000).toPrecision(random.integer(14, 18)))
}

/** `22.249346788282785781` */
function shares(random: Random): Pool {
  return pool(() => random.between(0, 100).toPrecision(20))
}

function counts(random: Random): Pool {
  return pool(() => String(random.integer(0, 4) === 0 ? random.integer(0, 300) : random.integer(0, 8e9)))
}

function mostlyZero(random: Random): Pool {
  return pool((i) => (i % 50 === 0 ? ' ' : i % 3 === 0 ? random.between(0, 1000).toPrecision(17) : '0'))
}
