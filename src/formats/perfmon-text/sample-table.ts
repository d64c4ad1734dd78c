/** Samples of the wanted columns, collected row by row. */
import { NumberTable, panelNumbers } from '../../source/number-table.ts'

/** Cells of a row before its first value. */
export const timeCell = 0
/** Time with the day of a doubtful date first; NaN or equal to the other where there is no doubt. */
export const dayFirstCell = 1
export const lineCell = 2
export const firstValueCell = 3

/** How a value as logged becomes canonical: multiplied by one, then divided by the other. */
export interface Scale {
  factor: number
  divisor: number
}

const noScale: Scale = { factor: 1, divisor: 1 }

/**
 * Rows are written one after another into a small block, which stays in the processor's cache, and turned into columns when
 * it is full: thousands of columns, each written once a row, would be a cache miss a value.
 */
export class SampleTable {
  /** The current row is at `rowStart`: three cells about its time, then the values. */
  readonly block: Float64Array
  rowStart = 0
  readonly #width: number
  readonly #scales: readonly Scale[]
  readonly #blockRows: number
  readonly #table: NumberTable
  readonly #panelRows: number
  #panel: Float64Array<ArrayBuffer>
  #rowsInPanel = 0

  /**
   * `scales` has one entry a column: values are turned into canonical units as they are moved, since a pass of its own over
   * millions of values would cost as much as reading them. `expectedRows` is a guess that saves memory.
   */
  constructor(scales: readonly Scale[], expectedRows: number) {
    this.#scales = [noScale, noScale, noScale, ...scales]
    this.#width = this.#scales.length
    this.#blockRows = Math.max(4, Math.min(1024, Math.floor(65536 / this.#width)))
    this.block = new Float64Array(this.#blockRows * this.#width)
    this.#table = new NumberTable(this.#width)
    const blocks = Math.ceil(Math.min(expectedRows, panelNumbers / this.#width) / this.#blockRows)
    this.#panelRows = Math.max(1, blocks) * this.#blockRows
    this.#panel = new Float64Array(this.#panelRows * this.#width)
  }

  /** Rows so far. */
  get rows(): number {
    return this.#table.rows + this.#rowsInPanel + this.rowStart / this.#width
  }

  /** Keeps the current row and begins the next. */
  commit(): void {
    this.rowStart += this.#width
    if (this.rowStart === this.block.length) this.#flush()
  }

  #flush(): void {
    const width = this.#width
    const rows = this.rowStart / width
    const { block } = this
    const panel = this.#panel
    for (let c = 0, at = this.#rowsInPanel; c < width; c++, at += this.#panelRows) {
      const { factor, divisor } = this.#scales[c]!
      // One of the two is 1, so that either way the result is the double nearest to the true one.
      if (divisor === 1) for (let r = 0, from = c; r < rows; r++, from += width) panel[at + r] = block[from]! * factor
      else for (let r = 0, from = c; r < rows; r++, from += width) panel[at + r] = block[from]! / divisor
    }
    this.#rowsInPanel += rows
    this.rowStart = 0
    if (this.#rowsInPanel === this.#panelRows) this.#closePanel()
  }

  #closePanel(): void {
    this.#panel = this.#table.append(this.#panel, this.#rowsInPanel, this.#panelRows)
    this.#rowsInPanel = 0
  }

  /** To be called after the last row, before anything is taken out. */
  finish(): void {
    this.#flush()
    if (this.#rowsInPanel > 0) this.#closePanel()
    this.#panel = new Float64Array(0)
  }

  /** Copies of the three cells about time. */
  times(): { times: Float64Array; dayFirstTimes: Float64Array; lines: Uint32Array } {
    const { rows } = this.#table
    const times = new Float64Array(rows)
    let dayFirstTimes = times
    const lines = new Uint32Array(rows)
    this.#table.forEachColumn(
      (numbers, cell) => {
        if (cell === timeCell) times.set(numbers)
        else if (cell === lineCell) lines.set(numbers)
        // Nearly always the same.
        else if (!numbers.every((time, i) => Object.is(time, times[i]))) dayFirstTimes = numbers.slice()
      },
      0,
      firstValueCell,
    )
    return { times, dayFirstTimes, lines }
  }

  /** Calls `visit` with the values of each column; the array is reused and may be changed. */
  forEachColumn(visit: (values: Float64Array, column: number) => void): void {
    this.#table.forEachColumn((numbers, cell) => {
      visit(numbers, cell - firstValueCell)
    }, firstValueCell)
  }

  /** Gives back what is not memory. */
  close(): Promise<void> {
    return this.#table.close()
  }
}
