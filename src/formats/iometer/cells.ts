/**
 * The cells of one line. Iometer quotes nothing: a `"` is text and `,` always separates, so lines are split on bytes and
 * no string is made for a number. Only a file that went through a spreadsheet has quotes that mean something.
 */
import type { LineView } from '../../source/lines.ts'
import { parseNumber, readNumber } from '../../source/numbers.ts'

export interface Cells {
  readonly count: number
  /** 1-based line of the row. */
  readonly line: number
  text(i: number): string
  /** NaN for a blank cell and for anything that is no number. */
  number(i: number): number
  isBlank(i: number): boolean
  /** 1-based column of the cell's first character. */
  column(i: number): number
}

/** How the lines of a file are to be cut. */
export interface Dialect {
  separator: ',' | ';' | '\t'
  /** A spreadsheet has saved the file again: quotes, padding, rounded numbers, perhaps decimal commas. */
  isResaved: boolean
}

const comma = 44

/** Views into the current line: valid until the next `split`. */
export class ByteCells implements Cells {
  count = 0
  line = 0
  #view: LineView | null = null
  #starts = new Int32Array(128)

  split(line: LineView): this {
    const { bytes, end } = line
    this.#view = line
    this.line = line.number
    let count = 0
    let starts = this.#starts
    starts[count++] = line.start
    for (let i = line.start; i < end; i++) {
      if (bytes[i] !== comma) continue
      if (count + 1 >= starts.length) {
        const longer = new Int32Array(starts.length * 2)
        longer.set(starts)
        starts = this.#starts = longer
      }
      starts[count++] = i + 1
    }
    starts[count] = end + 1
    this.count = count
    return this
  }

  text(i: number): string {
    return this.#view!.text(this.#starts[i], this.#starts[i + 1]! - 1)
  }

  number(i: number): number {
    return readNumber(this.#view!.bytes, this.#starts[i]!, this.#starts[i + 1]! - 1)
  }

  isBlank(i: number): boolean {
    const { bytes } = this.#view!
    const end = this.#starts[i + 1]! - 1
    for (let at = this.#starts[i]!; at < end; at++) if (bytes[at] !== 32) return false
    return true
  }

  column(i: number): number {
    return this.#starts[i]! - this.#view!.start + 1
  }
}

/** Cells as strings: for re-saved files and for rows put together from several lines. */
export class TextCells implements Cells {
  readonly count: number
  readonly line: number
  /** A number had a decimal comma. */
  hasDecimalComma = false
  readonly #cells: string[]
  readonly #isResaved: boolean

  constructor(text: string, line: number, dialect: Dialect) {
    this.#isResaved = dialect.isResaved
    this.#cells = dialect.isResaved ? splitQuoted(text, dialect.separator) : text.split(dialect.separator)
    this.count = this.#cells.length
    this.line = line
  }

  text(i: number): string {
    return this.#cells[i]!
  }

  number(i: number): number {
    const text = this.#cells[i]!
    if (!this.#isResaved) return parseNumber(text)
    const value = parseNumber(text, true)
    if (!Number.isNaN(value) && text.includes(',')) this.hasDecimalComma = true
    return value
  }

  isBlank(i: number): boolean {
    return this.#cells[i]!.trim() === ''
  }

  column(i: number): number {
    return this.#cells.slice(0, i).reduce((sum, cell) => sum + cell.length + 1, 1)
  }
}

function splitQuoted(text: string, separator: string): string[] {
  const cells: string[] = []
  let i = 0
  for (;;) {
    let cell = ''
    if (text[i] === '"') {
      i++
      while (i < text.length && !(text[i] === '"' && text[i + 1] !== '"')) {
        cell += text[i]!
        i += text[i] === '"' ? 2 : 1
      }
      i++
    }
    const end = text.indexOf(separator, i)
    cells.push(cell + text.slice(i, end === -1 ? text.length : end))
    if (end === -1) return cells
    i = end + 1
  }
}

/** The dialect, from a line that opens a run; `null` when the line does not tell. */
export function detectDialect(text: string): Dialect | null {
  const match = /^("?)'(?:Test Type\1([,;\t])"?Test Description|Iometer Output File)"?(.*)$/.exec(text)
  if (!match) return null
  const separator = (match[2] ?? /^[,;\t]/.exec(match[3]!)?.[0] ?? ',') as Dialect['separator']
  // Padding to the widest row shows a spreadsheet as well.
  return { separator, isResaved: separator !== ',' || match[1] !== '' || match[3] !== '' }
}
