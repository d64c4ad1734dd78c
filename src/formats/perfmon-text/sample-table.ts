/** Samples of the wanted columns, collected row by row. */

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
  readonly #blockRows: number
  #columns: Float64Array[]
  #capacity: number
  #rows = 0

  readonly #scales: readonly Scale[]

  /**
   * `scales` has one entry a column: values are turned into canonical units as they are moved, since a pass of its own over
   * millions of values would cost as much as reading them. `expectedRows` is a guess that saves copying.
   */
  constructor(scales: readonly Scale[], expectedRows: number) {
    this.#scales = [noScale, noScale, noScale, ...scales]
    this.#width = this.#scales.length
    this.#blockRows = Math.max(16, Math.min(1024, Math.floor(65536 / this.#width)))
    this.block = new Float64Array(this.#blockRows * this.#width)
    this.#capacity = Math.max(16, Math.ceil(expectedRows))
    this.#columns = Array.from({ length: this.#width }, () => new Float64Array(this.#capacity))
  }

  /** Keeps the current row and begins the next. */
  commit(): void {
    this.rowStart += this.#width
    if (this.rowStart === this.block.length) this.#flush()
  }

  #flush(): void {
    const rows = this.rowStart / this.#width
    if (this.#rows + rows > this.#capacity) this.#grow(this.#rows + rows)
    for (let c = 0; c < this.#width; c++) {
      const column = this.#columns[c]!
      const { factor, divisor } = this.#scales[c]!
      // One of the two is 1, so that either way the result is the double nearest to the true one.
      for (let r = 0, from = c; r < rows; r++, from += this.#width) {
        column[this.#rows + r] = (this.block[from]! * factor) / divisor
      }
    }
    this.#rows += rows
    this.rowStart = 0
  }

  #grow(rows: number): void {
    this.#capacity = Math.max(rows, 2 * this.#capacity)
    this.#columns = this.#columns.map((old) => {
      const column = new Float64Array(this.#capacity)
      column.set(old)
      return column
    })
  }

  /** All columns: time, time with the day first, line, values. */
  finish(): Float64Array[] {
    this.#flush()
    // Memory that a wrong guess has reserved is given back.
    const isWasteful = this.#capacity > 1.25 * this.#rows + 64
    return this.#columns.map((column) => (isWasteful ? column.slice(0, this.#rows) : column.subarray(0, this.#rows)))
  }
}
