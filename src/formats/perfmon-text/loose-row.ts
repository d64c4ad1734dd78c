/**
 * The slow path: a record that is not exactly as Performance Monitor writes it. Reads what can be trusted and says what is
 * wrong; what cannot be trusted is missing (NaN), never guessed.
 */
import type { ProblemSink } from '../../problems.ts'
import { parseNumber } from '../../source/numbers.ts'
import { splitCells, type Cell, type Column, type Header } from './header.ts'
import { dayFirstCell, firstValueCell, timeCell } from './sample-table.ts'
import { readLooseStamp, readStamp, stampBytes } from './stamps.ts'

/** `record`: written into the cells. `dropped`: reported. `text`: no record at all, not reported. */
export type RowOutcome = 'record' | 'dropped' | 'text'

/** Rules that a saved-again log breaks in every record. */
type OnceRule = 'decimal-comma' | 'lost-precision' | 'lost-seconds' | 'reformatted-time'

/** Cells beyond the header's that are still looked at. */
const surplusLimit = 1000

/** What is said once a file, with the first place and how often. */
interface Finding {
  line: number
  column: number
  actual: string
  count: number
}

export class LooseRowReader {
  readonly #problems: ProblemSink
  readonly #findings = new Map<OnceRule, Finding>()

  constructor(problems: ProblemSink) {
    this.#problems = problems
  }

  /** `isEnded` is false for a last line without line end, which may be cut off anywhere. */
  read(
    text: string,
    line: number,
    isEnded: boolean,
    header: Header,
    columns: readonly Column[],
    cells: Float64Array,
    cellsAt: number,
  ): RowOutcome {
    const found = splitCells(text, String.fromCharCode(header.delimiter), header.width + surplusLimit)
    const stamp = found[0]!
    if (!this.#readStamp(stamp, line, header, cells, cellsAt)) {
      if (!isEnded && found.length < header.width && /^"?\d/.test(text))
        return this.#truncated(line, found.length, header)
      if (!/^\s*"?\s*\d/.test(text)) return 'text'
      this.#problems.error('invalid-time', 'Unexpected text in the first column, expected a time stamp', {
        line,
        column: 1,
        actual: stamp.text.slice(0, 40),
        expected: 'MM/DD/YYYY HH:MM:SS.mmm',
        hint: 'The record is left out: its time is unknown.',
      })
      return 'dropped'
    }
    if (!isEnded && found.length <= header.width && this.#isCut(found, header)) {
      this.#truncated(line, found.length, header)
      if (found.length < 2) return 'dropped'
    } else if (!this.#hasRightWidth(found, line, header)) {
      return 'dropped'
    }
    for (const [i, { field }] of columns.entries()) {
      const cell = found[field]
      cells[cellsAt + firstValueCell + i] = cell === undefined ? NaN : this.#readValue(cell, line, header)
    }
    return 'record'
  }

  #readStamp(cell: Cell, line: number, header: Header, cells: Float64Array, cellsAt: number): boolean {
    if (!cell.isClosed || cell.after.trim() !== '') return false
    const strict = cell.text.length === stampBytes ? readStamp(Buffer.from(cell.text, 'latin1'), 0) : NaN
    if (!Number.isNaN(strict)) {
      cells[cellsAt + timeCell] = cells[cellsAt + dayFirstCell] = strict
      return true
    }
    const loose = readLooseStamp(cell.text)
    if (loose === null) return false
    cells[cellsAt + timeCell] = loose.time
    cells[cellsAt + dayFirstCell] = loose.dayFirst
    if (!loose.hasSeconds) this.#find('lost-seconds', line, cell)
    else if (!header.isResaved) this.#find('reformatted-time', line, cell)
    return true
  }

  /** Whether a last line without line end lacks something. Cells without quotes may always have lost digits. */
  #isCut(found: Cell[], header: Header): boolean {
    const last = found.at(-1)!
    if (!last.isQuoted || !last.isClosed) {
      // The rest of the record can be trusted, the cell that was being written cannot.
      found.pop()
      return true
    }
    return found.length < header.width
  }

  #truncated(line: number, count: number, header: Header): 'dropped' {
    this.#problems.error(
      'truncated-row',
      `Unexpected end of the file after ${count} complete cells of the last record`,
      {
        line,
        expected: `${header.width} cells as in the header on line ${header.line}`,
        hint: 'The log was still being written or the copy is incomplete. The complete cells are used, the rest is missing.',
      },
    )
    return 'dropped'
  }

  #hasRightWidth(found: Cell[], line: number, header: Header): boolean {
    const open = found.find((cell) => !cell.isClosed)
    if (open) {
      this.#problems.error('unterminated-quote', 'Unexpected end of the line, expected a closing quote', {
        line,
        column: open.column,
        hint: 'The record is damaged and left out.',
      })
      return false
    }
    const surplus = found.slice(header.width)
    if (
      found.length === header.width ||
      (found.length > header.width && surplus.every((cell) => cell.text.trim() === ''))
    ) {
      return true
    }
    const isLong = found.length > header.width
    const details = {
      line,
      column: isLong ? surplus[0]!.column : undefined,
      actual: `${found.length} cells`,
      expected: `${header.width} cells as in the header on line ${header.line}`,
    }
    if (isLong && header.isResaved && header.delimiter === 44) {
      this.#problems.error(
        'decimal-comma',
        `Unexpected ${found.length} cells in the record, expected ${header.width}`,
        {
          ...details,
          hint: 'The numbers seem to have decimal commas while commas separate the cells, so no value has a certain place. Use the original log, or save it with semicolons.',
        },
      )
    } else {
      const rule = isLong ? 'row-too-long' : 'row-too-short'
      this.#problems.error(rule, `Unexpected ${found.length} cells in the record, expected ${header.width}`, {
        ...details,
        hint: 'Which column a value belongs to is not certain, so the record is left out.',
      })
    }
    return false
  }

  #readValue(cell: Cell, line: number, header: Header): number {
    const text = header.isResaved ? cell.text.trim() : cell.text
    if (text === '' || text === ' ') return NaN
    const place = { line, column: cell.column, actual: text.slice(0, 40) }
    if (cell.after.trim() !== '') {
      this.#problems.error('text-after-value', 'Unexpected text after a closing quote, expected a delimiter', {
        ...place,
        actual: cell.after.slice(0, 40),
        hint: 'The value is left out: the record is damaged here.',
      })
      return NaN
    }
    const value = /^\s|\s$/.test(text) ? NaN : parseNumber(text)
    if (Number.isFinite(value)) {
      if (header.isResaved && threeDigits.test(text)) this.#find('lost-precision', line, cell)
      return value
    }
    if (/^-?\d*,\d+(?:E[-+]?\d+)?$/i.test(text)) {
      this.#find('decimal-comma', line, cell)
      if (header.isResaved && threeDigits.test(text)) this.#find('lost-precision', line, cell)
      // In a file with commas between the cells 1,234 may as well be a thousand and more.
      return header.delimiter === 44 && /^-?\d{1,3},\d{3}$/.test(text) ? NaN : finite(parseNumber(text, true))
    }
    if (/^[-+]?(?:\d\.#[A-Z]\w*|nan.*|inf(?:inity)?)$/i.test(text)) {
      this.#problems.warning('not-a-number', 'Unexpected result of a failed calculation, expected a number', {
        ...place,
        hint: 'The counter had no valid value at this time; the sample is missing.',
      })
      return NaN
    }
    this.#problems.error('invalid-number', 'Unexpected text in a value, expected a number', {
      ...place,
      hint: 'The sample is missing in this series.',
    })
    return NaN
  }

  #find(rule: OnceRule, line: number, cell: Cell): void {
    const finding = this.#findings.get(rule)
    if (finding) finding.count++
    else this.#findings.set(rule, { line, column: cell.column, actual: cell.text.slice(0, 40), count: 1 })
  }

  /** Reports what is said once a file. */
  finish(): void {
    const say = (
      rule: OnceRule,
      severity: 'error' | 'warning',
      reason: (count: number) => string,
      hint: string,
    ): void => {
      const finding = this.#findings.get(rule)
      if (!finding) return
      const { line, column, actual, count } = finding
      this.#problems[severity](rule, reason(count), { line, column, actual, hint })
    }
    say(
      'decimal-comma',
      'error',
      (count) => `Unexpected decimal comma in ${count} values, expected a decimal point`,
      'Performance Monitor writes points in every language: another program has changed the numbers. They are read with a decimal comma; compare a few with the original log.',
    )
    say(
      'lost-precision',
      'warning',
      (count) => `Unexpected rounding to three digits in ${count} values, expected all digits`,
      'A spreadsheet has shortened large numbers. Use the original log if they matter.',
    )
    say(
      'lost-seconds',
      'warning',
      (count) => `Unexpected ${count} time stamps without seconds, expected seconds and milliseconds`,
      'A spreadsheet has shortened the times, so that several samples share one. Use the original log if times matter.',
    )
    say(
      'reformatted-time',
      'warning',
      (count) => `Unexpected form of ${count} time stamps, expected MM/DD/YYYY HH:MM:SS.mmm`,
      'Another program has changed the log; check that day and month are right.',
    )
  }
}

/** How spreadsheets show large numbers. */
const threeDigits = /^-?\d(?:[.,]\d{1,2})?E\+\d+$/

function finite(value: number): number {
  return Number.isFinite(value) ? value : NaN
}
