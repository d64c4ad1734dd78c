/** The counters found in a log and their values so far: one column a counter, one row a sample. */
import { formatCounterPath } from '../../model/counter-path.ts'
import { takeStatistics, type Statistics } from '../../model/statistics.ts'
import type { ProblemSink } from '../../problems.ts'
import type { ReadOptions } from '../../source/source.ts'
import { bytesOf, TemporaryFile } from '../../source/temporary-file.ts'
import { cook, countDelta, emptyValue, needsOlder, type CounterRule, type RawValue } from './cooking.ts'
import type { TranslatedName } from './english-name.ts'

export interface CounterIdentity extends TranslatedName {
  machine: string
  instance: string | null
}

/** Values of all columns together that are kept, 8 bytes each. */
const valueLimit = 12_000_000
/** Values in memory before all go to a temporary file, where only their statistics are wanted. */
const memoryLimit = 4_000_000
/** Samples; the time of each takes memory. */
const rowLimit = 4_000_000
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

  /** Values so far, which are taken out; those before the first and after the last are left out. */
  take(): Float64Array {
    const values = this.#values.subarray(0, this.#count)
    this.#firstRow = -1
    this.#count = 0
    return values
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
  /** Only statistics of the values are wanted. */
  readonly isSummary: boolean
  #file: TemporaryFile | null = null
  /** Values in the file, in the order in which they were put there. */
  readonly #stored = new Map<Column, { position: number; length: number }[]>()
  #storedRows = 0

  constructor({ wants, samples }: ReadOptions, problems: ProblemSink) {
    this.#wants = wants
    this.isSummary = samples === 'summary'
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
    if (this.isSummary && this.#columns.length * (rows - this.#storedRows) > memoryLimit) this.#store(rows)
    if (rows <= rowLimit && (this.isSummary || (this.#columns.length + 1) * rows <= valueLimit)) return true
    const [noun, limit] = rows > rowLimit ? ['samples', rowLimit] : ['values', valueLimit]
    this.#problems.error('blg-too-many-values', `Unexpected size of more than ${limit} ${noun}, expected fewer`, {
      byte: offset,
      hint: 'Samples after this place are left out. Name the counters that are wanted, or thin the log with: relog -t 10',
    })
    return false
  }

  /** Statistics of each column over all `rows`, in the order of `all`. The values are gone afterwards. */
  summaries(rows: number): Statistics[] {
    return this.#columns.map((column) => {
      const parts = this.#stored.get(column) ?? []
      const last = column.take()
      const values = new Float64Array(parts.reduce((sum, { length }) => sum + length, last.length))
      let at = 0
      for (const { position, length } of parts) {
        this.#file!.read(position, bytesOf(values.subarray(at, at + length)))
        at += length
      }
      values.set(last, at)
      const summary = takeStatistics(values)
      return { ...summary, count: rows, missing: summary.missing + rows - summary.count }
    })
  }

  /** Removes the temporary file. */
  close(): void {
    this.#file?.close()
    this.#file = null
  }

  #store(rows: number): void {
    const file = (this.#file ??= new TemporaryFile())
    const parts = this.#columns.map((column) => ({ column, values: column.take() }))
    const all = new Float64Array(parts.reduce((sum, { values }) => sum + values.length, 0))
    let at = 0
    for (const { values } of parts) {
      all.set(values, at)
      at += values.length
    }
    let position = file.append(bytesOf(all))
    for (const { column, values } of parts) {
      const { length } = values
      const places = this.#stored.get(column)
      if (places) places.push({ position, length })
      else this.#stored.set(column, [{ position, length }])
      position += 8 * length
    }
    this.#storedRows = rows
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
