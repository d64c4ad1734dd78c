/** The interval rows of one test as growing columns: a long test at one row a second and target has millions. */
import { at, type Column } from '../iometer/columns.ts'
import type { Row } from '../iometer/row.ts'

/** Kept of each row. */
const kept = [
  ...(['iops', 'readIops', 'writeIops', 'mib', 'readMib', 'writeMib', 'time', 'readTime', 'writeTime'] as const),
  ...(['maxTime', 'errors', 'readIos', 'writeIos'] as const),
]
export type Kept = (typeof kept)[number]

export class IntervalRows {
  length = 0
  /** Names of workers in the order of their first row. */
  readonly names: string[] = []
  /** 1-based line of the first row. */
  line: number | null = null
  #seconds = new Float64Array(256)
  #workers = new Uint32Array(256)
  readonly #columns: Record<Kept, Float64Array>
  readonly #indexes = new Map<string, number>()

  constructor() {
    this.#columns = Object.fromEntries(kept.map((column) => [column, new Float64Array(256)])) as Record<
      Kept,
      Float64Array
    >
  }

  /** Adds a row; `seconds` is its stamp on any clock. */
  add(row: Row, seconds: number): void {
    if (this.length === this.#seconds.length) this.#grow()
    this.line ??= row.line
    const i = this.length++
    this.#seconds[i] = seconds
    this.#workers[i] = this.#indexOf(row.name)
    for (const column of kept) this.#columns[column][i] = row.values[at[column as Column]]!
  }

  seconds(i: number): number {
    return this.#seconds[i]!
  }

  /** Index in `names`. */
  worker(i: number): number {
    return this.#workers[i]!
  }

  value(column: Kept, i: number): number {
    return this.#columns[column][i]!
  }

  #indexOf(name: string): number {
    const known = this.#indexes.get(name)
    if (known !== undefined) return known
    this.#indexes.set(name, this.names.length)
    return this.names.push(name) - 1
  }

  #grow(): void {
    const size = this.length * 2
    const longer = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(size)
      grown.set(old)
      return grown
    }
    this.#seconds = longer(this.#seconds)
    for (const column of kept) this.#columns[column] = longer(this.#columns[column])
    const workers = new Uint32Array(size)
    workers.set(this.#workers)
    this.#workers = workers
  }
}
