/** Lines to rows: cuts cells, and puts together a row that a line break in a name has split (before 2006.07.27). */
import type { ProblemSink } from '../../problems.ts'
import type { LineView } from '../../source/lines.ts'
import { ByteCells, TextCells, type Cells, type Dialect } from './cells.ts'
import type { Layout } from './columns.ts'
import { reportLineBreak } from './faults.ts'
import { readRow, rowKinds, type Row } from './row.ts'

/** A row is put together from several lines up to this length. */
const longestRow = 16_384

export class RowReader {
  dialect: Dialect = { separator: ',', isResaved: false }
  /** Of the table that is being read. */
  layout: Layout | null = null
  /** Line of the first decimal comma; 0 for none. */
  commaLine = 0
  readonly #problems: ProblemSink
  readonly #visit: (row: Row) => void
  readonly #cells = new ByteCells()
  /** Too short for its header: the next line may hold the rest of a name. */
  #short: { text: string; line: number } | null = null

  constructor(problems: ProblemSink, visit: (row: Row) => void) {
    this.#problems = problems
    this.#visit = visit
  }

  get isWaiting(): boolean {
    return this.#short !== null
  }

  cut(line: LineView): Cells {
    return this.dialect.isResaved ? new TextCells(line.text(), line.number, this.dialect) : this.#cells.split(line)
  }

  read(line: LineView): void {
    const cells = this.cut(line)
    const isShort = cells.count < this.layout!.width && !this.dialect.isResaved
    // Rows of processors are shorter by nature.
    if (isShort && !isProcessor(line)) this.#short = { text: line.text(), line: line.number }
    else this.#take(cells)
  }

  /** Offers the line after a short row; true when it was the rest of that row. */
  continue(text: string, isMarker: boolean): boolean {
    const { text: start, line } = this.#short!
    if (isMarker || this.#startsRow(text)) {
      this.flush()
      return false
    }
    const joined = `${start} ${text}`
    const cells = new TextCells(joined, line, this.dialect)
    if (cells.count < this.layout!.width && joined.length < longestRow) {
      this.#short = { text: joined, line }
      return true
    }
    this.#short = null
    reportLineBreak(this.#problems, line)
    this.#take(cells)
    return true
  }

  /** Reads a short row for what it is. */
  flush(): void {
    if (!this.#short) return
    const { text, line } = this.#short
    this.#short = null
    this.#take(new TextCells(text, line, this.dialect))
  }

  #take(cells: Cells): void {
    const row = readRow(cells, this.layout!, this.dialect.isResaved, this.#problems)
    if (this.commaLine === 0 && cells instanceof TextCells && cells.hasDecimalComma) this.commaLine = cells.line
    if (row) this.#visit(row)
  }

  #startsRow(text: string): boolean {
    const kind = text
      .split(',', this.layout!.type + 1)
      .at(-1)!
      .trim()
    return rowKinds.some((known) => known === kind)
  }
}

function isProcessor(line: LineView): boolean {
  return line.bytes[line.start] === 80 && line.bytes.toString('latin1', line.start, line.start + 9) === 'PROCESSOR'
}
