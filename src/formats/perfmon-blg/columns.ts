/** The counters found in a log and their values so far: one column a counter, one row a sample. */
import { formatCounterPath } from '../../model/counter-path.ts'
import type { ProblemSink } from '../../problems.ts'
import { cook, countDelta, emptyValue, needsOlder, type CounterRule, type RawValue } from './cooking.ts'
import type { TranslatedName } from './english-name.ts'

export interface CounterIdentity extends TranslatedName {
  machine: string
  instance: string | null
}

/** Values of all columns together, 8 bytes each: half a gigabyte. */
const valueLimit = 2 ** 26
const columnLimit = 250_000
/** Paths remembered, those that are not wanted included. */
const pathLimit = 1_000_000

export class Column {
  readonly identity: CounterIdentity
  /** `\Processor(_Total)\% Processor Time` */
  readonly name: string
  readonly rule: CounterRule
  /** Byte of the record in which the counter was first seen. */
  readonly offset: number
  /** How often the count went backwards: such samples have no value. */
  backwards = 0
  /** Item of the catalog that feeds the column; -1 when it is free. A path that is logged twice has one column. */
  owner = -1
  readonly #older = emptyValue()
  #lastRow = -2
  #firstRow = -1
  #values = new Float64Array(8)
  #count = 0

  constructor(identity: CounterIdentity, name: string, rule: CounterRule, offset: number) {
    this.identity = identity
    this.name = name
    this.rule = rule
    this.offset = offset
  }

  /** Takes the raw value of `row`, the copy of which is kept for the next one. */
  add(row: number, raw: RawValue, isContinuous: boolean): void {
    const { formula } = this.rule
    const older = this.#older
    if (!needsOlder(formula) || (isContinuous && this.#lastRow === row - 1)) {
      const value = cook(formula, older, raw)
      if (Number.isFinite(value)) this.#set(row, value)
      else if (needsOlder(formula) && Number.isNaN(countDelta(older, raw))) this.backwards++
    }
    this.#lastRow = row
    older.nHi = raw.nHi
    older.nLo = raw.nLo
    older.dHi = raw.dHi
    older.dLo = raw.dLo
  }

  /** Values of all `rows`, each at its place, NaN where there is none. */
  toArray(rows: number, places: Int32Array | null): Float64Array {
    const values = new Float64Array(rows).fill(NaN)
    for (let i = 0; i < this.#count; i++) {
      const row = this.#firstRow + i
      values[places === null ? row : places[row]!] = this.#values[i]!
    }
    return values
  }

  #set(row: number, value: number): void {
    if (this.#firstRow < 0) this.#firstRow = row
    const index = row - this.#firstRow
    if (index >= this.#values.length) {
      const larger = new Float64Array(Math.max(index + 1, 2 * this.#values.length))
      larger.set(this.#values)
      this.#values = larger
    }
    if (index > this.#count) this.#values.fill(NaN, this.#count, index)
    this.#values[index] = value
    this.#count = index + 1
  }
}

export class Columns {
  readonly #byPath = new Map<string, Column | null>()
  readonly #columns: Column[] = []
  readonly #wants: ((name: string) => boolean) | undefined
  readonly #problems: ProblemSink
  /** No more columns are taken. */
  isFull = false

  constructor(wants: ((name: string) => boolean) | undefined, problems: ProblemSink) {
    this.#wants = wants
    this.#problems = problems
  }

  get all(): readonly Column[] {
    return this.#columns
  }

  /** A new catalog may list the counters in another order. */
  release(): void {
    for (const column of this.#columns) column.owner = -1
  }

  /** The column of a counter; `null` when it is not wanted, or item `owner` repeats a path that another item has. */
  find(identity: CounterIdentity, rule: CounterRule, owner: number, offset: number): Column | null {
    const name = formatCounterPath(identity)
    const key = `\\\\${identity.machine}${name}`.toLowerCase()
    let column = this.#byPath.get(key)
    if (column === undefined) {
      column = this.#wants === undefined || this.#wants(name) ? this.#create(identity, name, rule, offset) : null
      if (this.#byPath.size < pathLimit) this.#byPath.set(key, column)
    }
    if (column === null) return null
    if (column.owner === -1) column.owner = owner
    return column.owner === owner && column.rule.formula === rule.formula ? column : null
  }

  /** Whether another row has room; reports it once when not. */
  hasRoom(rows: number, offset: number): boolean {
    if (this.#columns.length * rows <= valueLimit) return true
    this.#problems.error('blg-too-many-values', `Unexpected size of more than ${valueLimit} values, expected fewer`, {
      byte: offset,
      hint: 'Samples after this place are left out. Name the counters that are wanted, or thin the log with: relog -t 10',
    })
    return false
  }

  #create(identity: CounterIdentity, name: string, rule: CounterRule, offset: number): Column | null {
    if (this.#columns.length >= columnLimit) {
      if (!this.isFull) {
        this.isFull = true
        this.#problems.error(
          'blg-too-many-counters',
          `Unexpected number of counters, expected at most ${columnLimit}`,
          {
            byte: offset,
            hint: 'Counters found later are left out. Name the counters that are wanted.',
          },
        )
      }
      return null
    }
    const column = new Column(identity, name, rule, offset)
    this.#columns.push(column)
    return column
  }
}
