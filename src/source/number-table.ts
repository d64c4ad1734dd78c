/**
 * A table of numbers that may be larger than memory: filled row by row, read column by column. What exceeds a budget waits in
 * a temporary file, 8 bytes a number.
 */
import { bytesOf, TemporaryFile } from './temporary-file.ts'

/** Some rows, column by column. */
interface Panel {
  rows: number
  /** `null` when it is in the file and no longer in memory. */
  numbers: Float64Array<ArrayBuffer> | null
  /** In the file, in bytes; -1 when it is not there. */
  offset: number
}

/** Numbers of one panel: 4 MiB. */
export const panelNumbers = 2 ** 19
/** Panels on their way to the file. */
const mostWrites = 3
/** Numbers in memory before all go to the file: 32 MiB. */
const memoryNumbers = 2 ** 22

export class NumberTable {
  readonly width: number
  rows = 0
  readonly #panels: Panel[] = []
  readonly #budget: number
  #file: TemporaryFile | null = null
  /** Arrays that are free for the next panel. */
  readonly #free: Float64Array<ArrayBuffer>[] = []
  readonly #writes = new Set<Promise<void>>()
  #error: Error | null = null

  /** `budget`: numbers held in memory. */
  constructor(width: number, budget = memoryNumbers) {
    this.width = width
    this.#budget = budget
  }

  /**
   * Takes the first `rows` rows of a panel of `capacity` rows, which holds one column after another.
   * @returns an array of the same length for the next panel: this one again when it is free.
   */
  append(numbers: Float64Array<ArrayBuffer>, rows: number, capacity: number): Float64Array<ArrayBuffer> {
    this.rows += rows
    if (rows < capacity) closeGaps(numbers, rows, capacity, this.width)
    if (this.#file === null && this.rows * this.width <= this.#budget) {
      this.#panels.push({ rows, numbers, offset: -1 })
      return new Float64Array(numbers.length)
    }
    const panel: Panel = { rows, numbers, offset: -1 }
    this.#panels.push(panel)
    for (const one of this.#file === null ? this.#panels : [panel]) this.#spill(one, one.numbers!)
    return this.#free.pop() ?? new Float64Array(numbers.length)
  }

  /** Calls `visit` for the columns from `first` on, in order; the array is reused and may be changed. */
  forEachColumn(visit: (numbers: Float64Array, column: number) => void, first = 0, end = this.width): void {
    const { rows } = this
    // As many columns at a time as fit: each panel is read in few pieces then.
    const step = Math.max(1, Math.min(end - first, Math.floor(panelNumbers / Math.max(1, rows))))
    const group = new Float64Array(step * rows)
    let largest = 0
    for (const panel of this.#panels) if (panel.numbers === null) largest = Math.max(largest, panel.rows)
    const piece = new Float64Array(step * largest)
    for (let from = first; from < end; from += step) {
      const count = Math.min(step, end - from)
      let rowAt = 0
      for (const panel of this.#panels) {
        const numbers = this.#columnsOf(panel, from, count, piece)
        for (let c = 0; c < count; c++) copy(numbers, c * panel.rows, panel.rows, group, c * rows + rowAt)
        rowAt += panel.rows
      }
      for (let c = 0; c < count; c++) visit(group.subarray(c * rows, (c + 1) * rows), from + c)
    }
  }

  /** Removes the temporary file. The table is empty afterwards. */
  async close(): Promise<void> {
    this.#panels.length = 0
    this.rows = 0
    if (this.#file === null) return
    const file = this.#file
    this.#file = null
    await Promise.all(this.#writes)
    file.close()
  }

  #columnsOf(panel: Panel, from: number, count: number, piece: Float64Array): Float64Array {
    if (panel.numbers) return panel.numbers.subarray(from * panel.rows, (from + count) * panel.rows)
    const numbers = piece.subarray(0, count * panel.rows)
    this.#file!.read(panel.offset + 8 * from * panel.rows, bytesOf(numbers))
    return numbers
  }

  /** Writes beside the reading; when too many writes are under way, this one is waited for. */
  #spill(panel: Panel, numbers: Float64Array<ArrayBuffer>): void {
    if (this.#error) throw this.#error
    const file = (this.#file ??= new TemporaryFile())
    const bytes = bytesOf(numbers.subarray(0, panel.rows * this.width))
    if (this.#writes.size >= mostWrites) {
      panel.offset = file.append(bytes)
      this.#release(panel, numbers)
      return
    }
    const { position, done } = file.appendBeside(bytes)
    panel.offset = position
    const writing = done
      .then(
        () => {
          this.#release(panel, numbers)
        },
        (error: unknown) => {
          this.#error = error instanceof Error ? error : new Error(String(error))
        },
      )
      .finally(() => {
        this.#writes.delete(writing)
      })
    this.#writes.add(writing)
  }

  #release(panel: Panel, numbers: Float64Array<ArrayBuffer>): void {
    panel.numbers = null
    this.#free.push(numbers)
  }
}

/** Moves the columns of a panel that is not full together. */
function closeGaps(numbers: Float64Array, rows: number, capacity: number, width: number): void {
  for (let c = 1; c < width; c++) numbers.copyWithin(c * rows, c * capacity, c * capacity + rows)
}

/** For some dozen numbers a loop is faster than views and `set`. */
function copy(from: Float64Array, at: number, length: number, to: Float64Array, toAt: number): void {
  for (let i = 0; i < length; i++) to[toAt + i] = from[at + i]!
}
