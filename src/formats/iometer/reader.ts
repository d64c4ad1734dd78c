/**
 * The lines of an Iometer result file in order: what they open, what they close, what breaks off. Both kinds of result
 * files (`results.csv` and `instresults.csv`) share this grammar and differ in what their tables hold:
 *
 *     'Test Type,Test Description      a series of tests: once per press of the start button; files are appended to
 *     'Access specifications           one block per specification, written before its test runs
 *     'Results                         one table per test, closed by the time stamp of its end
 *     'End Test | Aborted test         1.1.0: the series has come to its end; or somebody stopped it
 */
import type { Timestamp } from '../../model/result.ts'
import { readLines, type LineView } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { ByteCells, detectDialect, TextCells, type Cells, type Dialect } from './cells.ts'
import { readLayout, type Layout } from './columns.ts'
import { readRow, rowKinds, type Row } from './row.ts'
import { addSpecLine, startSpec, type AccessSpec } from './spec.ts'
import { parseStamp } from './stamp.ts'

/** What one press of the start button gave: a preamble and any number of tests. */
export interface TestSeries {
  /** 1-based line of the preamble. */
  line: number
  /** 0 to 7, see `testTypes`; `null` when the preamble does not say. */
  testType: number | null
  description: string
  version: string | null
  /** When the button was pressed: before preparation and ramp-up. */
  start: Timestamp | null
  /** `'End Test` was seen (1.1.0 only). */
  isEnded: boolean
  /** `Aborted test` was seen. */
  isAborted: boolean
  /** Written by the Qt rewrite, which writes 0 for what it does not measure. */
  isQt: boolean
  /** The Qt rewrite alone writes the configured times, in seconds. */
  runSeconds: number | null
  rampUpSeconds: number | null
}

export interface SpecBlock {
  line: number
  specs: AccessSpec[]
}

/** The frame of one table; the listener collects its rows. */
export interface TableStart {
  /** 1-based line of `'Results`. */
  line: number
  layout: Layout
  series: TestSeries
  specs: SpecBlock | null
  /** A spreadsheet has saved the file again and rounded its numbers. */
  isResaved: boolean
}

export interface TableEnd {
  /** The stamp below the table; `null` when the log breaks off, or the writer has none. */
  stamp: Timestamp | null
  /** The log breaks off inside the table. */
  isCut: boolean
}

export interface Listener {
  table(start: TableStart): void
  row(row: Row): void
  end(end: TableEnd): void
}

export interface ReadSummary {
  series: TestSeries[]
  isResaved: boolean
}

type State =
  | 'outside'
  | 'type'
  | 'version'
  | 'stamp'
  | 'description'
  | 'times'
  | 'rampUp'
  | 'specName'
  | 'specLines'
  | 'header'
  | 'rows'
  | 'error'

/** Reads all tables of the file and gives them to `listener`; problems go to the source. */
export async function readTables(source: Source, listener: Listener): Promise<ReadSummary> {
  const reader = new TableReader(source, listener)
  await readLines(source, (line) => {
    reader.line(line)
    return true
  })
  return reader.finish()
}

class TableReader {
  readonly #source: Source
  readonly #listener: Listener
  readonly #cells = new ByteCells()
  #dialect: Dialect = { separator: ',', isResaved: false }
  #isDialectKnown = false
  #state: State = 'outside'
  #all: TestSeries[] = []
  #series: TestSeries
  #specs: SpecBlock | null = null
  /** The current specifications have no table yet. */
  #isOrphan = false
  #layout: Layout | null = null
  #headerText = ''
  #tableLine = 0
  #isOpen = false
  /** A row too short for its header: the next line may hold the rest of a name with a line break. */
  #shortRow: { text: string; line: number } | null = null
  #hasDecimalComma = false
  #number = 0
  #cutLine = 0

  constructor(source: Source, listener: Listener) {
    this.#source = source
    this.#listener = listener
    this.#series = newSeries(0)
  }

  line(line: LineView): void {
    this.#number = line.number
    const first = line.bytes[line.start]
    // The hot path: rows start with a capital letter or a digit.
    if (this.#state === 'rows' && !this.#dialect.isResaved && first !== 39 && first !== 34 && this.#shortRow === null) {
      if (!startsAside(line)) {
        if (line.end > line.start) this.#row(line)
        return
      }
    }
    this.#text(line)
  }

  finish(): ReadSummary {
    this.#flushShortRow()
    const isCut = !this.#series.isQt
    if (this.#isOpen) this.#close(null, isCut)
    else if (isCut && !['outside', 'error'].includes(this.#state)) this.#reportCut('of the log')
    this.#reportOrphan()
    this.#reportMissingEnd()
    if (this.#hasDecimalComma) this.#reportDecimalComma()
    return { series: this.#all, isResaved: this.#dialect.isResaved }
  }

  #text(line: LineView): void {
    let text = line.text()
    if (!this.#isDialectKnown) this.#settleDialect(text)
    if (this.#dialect.isResaved && this.#state !== 'rows' && this.#state !== 'header') text = this.#unquote(text)
    const marker = this.#dialect.isResaved ? this.#unquote(text) : text.trimEnd()
    if (this.#shortRow && this.#continueName(text, marker)) return
    if (marker === '') {
      if (this.#state === 'description' || this.#state === 'error') this.#state = 'outside'
      return
    }
    if (marker.startsWith("'")) {
      this.#marker(marker, line)
    } else if (marker === 'Aborted test') {
      this.#abort()
    } else if (marker.startsWith('ERROR:')) {
      this.#reportError(marker)
      if (this.#state !== 'rows') this.#state = 'error'
    } else {
      this.#value(text, line)
    }
  }

  #marker(marker: string, line: LineView): void {
    const { separator } = this.#dialect
    const name = marker.split(separator, 1)[0]!.trim()
    if (this.#state === 'header' || name === "'Target Type") {
      this.#header(line)
      return
    }
    switch (name) {
      case "'Test Type":
      case "'Iometer Output File":
        this.#startSeries(name === "'Iometer Output File")
        this.#state = name === "'Test Type" ? 'type' : 'outside'
        break
      case "'Version":
        this.#state = 'version'
        break
      case "'Time Stamp":
        this.#state = 'stamp'
        break
      case "'Test Description":
        this.#state = 'description'
        break
      case "'Run Time":
        this.#state = 'times'
        break
      case "'":
      case "'\thours      minutes    seconds":
        break
      case "'Ramp Up Time (s)":
        this.#state = 'rampUp'
        break
      case "'Access specifications":
        this.#closeOpenTable()
        this.#reportOrphan()
        this.#specs = { line: line.number, specs: [] }
        this.#isOrphan = true
        this.#state = 'outside'
        break
      case "'Access specification name":
        this.#state = 'specName'
        break
      case "'size":
        this.#state = 'specLines'
        break
      case "'End access specifications":
        this.#state = 'outside'
        break
      case "'Results":
        this.#closeOpenTable()
        this.#isOrphan = false
        this.#tableLine = line.number
        this.#state = 'header'
        break
      case "'End Test":
        this.#closeOpenTable()
        this.#series.isEnded = true
        this.#state = 'outside'
        break
      default:
        if (/^'\s*hours\s+minutes\s+seconds$/.test(name)) break
        this.#reportUnexpectedLine(marker)
    }
  }

  #value(text: string, line: LineView): void {
    const value = text.trim()
    const { separator } = this.#dialect
    const { problems, options } = this.#source
    switch (this.#state) {
      case 'type': {
        const comma = value.indexOf(separator)
        const code = comma === -1 ? value : value.slice(0, comma)
        if (/^\d+$/.test(code)) this.#series.testType = Number(code)
        else this.#reportUnexpectedLine(value)
        this.#series.description = comma === -1 ? '' : value.slice(comma + 1).trim()
        this.#state = 'outside'
        break
      }
      case 'version':
        this.#series.version = value
        this.#state = 'outside'
        break
      case 'description':
        this.#series.description = value
        this.#state = 'outside'
        break
      case 'times': {
        const [hours, minutes, seconds] = value.split(/\s+/).map(Number)
        const total = (hours ?? NaN) * 3600 + (minutes ?? NaN) * 60 + (seconds ?? NaN)
        if (Number.isFinite(total)) this.#series.runSeconds = total
        this.#state = 'outside'
        break
      }
      case 'rampUp':
        if (/^\d{1,9}$/.test(value)) this.#series.rampUpSeconds = Number(value)
        this.#state = 'outside'
        break
      case 'stamp': {
        const stamp = parseStamp(value, options.offset ?? null)
        if (stamp === null) this.#reportStamp(value)
        if (this.#isOpen) this.#close(stamp, stamp === null && !isTerminated(line))
        else this.#series.start ??= stamp
        this.#state = 'outside'
        break
      }
      case 'specName':
        this.#specs ??= { line: line.number, specs: [] }
        this.#specs.specs.push(startSpec(value, line.number, separator))
        this.#state = 'outside'
        break
      case 'specLines': {
        const spec = this.#specs?.specs.at(-1)
        if (spec) addSpecLine(spec, value, line.number, problems, separator)
        else this.#reportUnexpectedLine(value)
        break
      }
      case 'header':
        this.#header(line)
        break
      case 'rows':
        this.#row(line)
        break
      case 'error':
        break
      case 'outside': {
        const version = /^Version (\S.*)$/.exec(value)
        if (version && this.#series.isQt) this.#series.version = version[1]!
        else this.#reportUnexpectedLine(value)
      }
    }
  }

  #header(line: LineView): void {
    if (this.#state === 'rows' || this.#state === 'outside') {
      // A header of its own, without `'Results` above it.
      this.#closeOpenTable()
      this.#tableLine = line.number
    }
    const text = line.text()
    if (text !== this.#headerText || this.#layout === null) {
      this.#layout = readLayout(this.#cut(line, text), this.#source.problems)
      this.#headerText = text
    }
    this.#isOrphan = false
    if (this.#layout === null) {
      this.#source.problems.error(
        'missing-header',
        "Unexpected line after 'Results, expected the header of the table",
        {
          line: line.number,
          actual: text.slice(0, 120),
          expected: "'Target Type,Target Name,…",
          hint: 'The table is left out. The log may be damaged; copy it again.',
        },
      )
      this.#state = 'error'
      return
    }
    this.#isOpen = true
    this.#state = 'rows'
    this.#listener.table({
      line: this.#tableLine,
      layout: this.#layout,
      series: this.#series,
      specs: this.#specs,
      isResaved: this.#dialect.isResaved,
    })
  }

  #row(line: LineView): void {
    const layout = this.#layout!
    if (!isTerminated(line)) {
      // A number cut in its middle is still a number: the last line of a broken log is never taken.
      this.#reportCut('in a row', line)
      return
    }
    const cells = this.#cut(line, null)
    const { isResaved } = this.#dialect
    if (cells.count < layout.width && !isProcessor(line) && !isResaved) {
      this.#shortRow = { text: line.text(), line: line.number }
      return
    }
    this.#take(cells)
  }

  #take(cells: Cells): void {
    const row = readRow(cells, this.#layout!, this.#dialect.isResaved, this.#source.problems)
    if (cells instanceof TextCells && cells.hasDecimalComma) this.#hasDecimalComma = true
    if (row) this.#listener.row(row)
  }

  #cut(line: LineView, text: string | null): Cells {
    if (!this.#dialect.isResaved) return this.#cells.split(line)
    return new TextCells(text ?? line.text(), line.number, this.#dialect)
  }

  /** True when `text` was the rest of the short row above. */
  #continueName(text: string, marker: string): boolean {
    const short = this.#shortRow!
    const isOther = marker === '' || marker.startsWith("'") || marker === 'Aborted test' || marker.startsWith('ERROR:')
    const isRow = this.#startsRow(text)
    if (isOther || isRow) {
      this.#flushShortRow()
      return false
    }
    const joined = `${short.text} ${text}`
    const cells = new TextCells(joined, short.line, this.#dialect)
    if (cells.count < this.#layout!.width && joined.length < longestRow) {
      this.#shortRow = { text: joined, line: short.line }
      return true
    }
    this.#shortRow = null
    this.#source.problems.info(
      'line-break-in-name',
      'Unexpected line break in a name, expected none; read as one row',
      {
        line: short.line,
      },
    )
    this.#take(cells)
    return true
  }

  #startsRow(text: string): boolean {
    const cells = text.split(',', (this.#layout?.type ?? 0) + 1)
    return rowKinds.some((kind) => kind === cells.at(-1)!.trim())
  }

  #flushShortRow(): void {
    if (!this.#shortRow) return
    const { text, line } = this.#shortRow
    this.#shortRow = null
    this.#take(new TextCells(text, line, this.#dialect))
  }

  #closeOpenTable(): void {
    if (this.#isOpen) this.#close(null, !this.#series.isQt)
  }

  #close(stamp: Timestamp | null, isCut: boolean): void {
    this.#isOpen = false
    if (isCut) this.#reportCut('inside a test')
    this.#listener.end({ stamp, isCut })
  }

  #startSeries(isQt: boolean): void {
    this.#closeOpenTable()
    this.#reportOrphan()
    this.#reportMissingEnd()
    this.#series = newSeries(this.#number)
    this.#series.isQt = isQt
    this.#all.push(this.#series)
    this.#specs = null
  }

  #abort(): void {
    this.#closeOpenTable()
    this.#series.isAborted = true
    this.#isOrphan = false
    this.#state = 'outside'
    this.#source.problems.warning('aborted-test', 'Unexpected "Aborted test", expected the series to run to its end', {
      line: this.#number,
      hint: 'The last test of the series may be partial; its run says so where its run time shows it.',
    })
  }

  #settleDialect(text: string): void {
    const dialect = detectDialect(text)
    if (!dialect) return
    this.#isDialectKnown = true
    this.#dialect = dialect
    if (!dialect.isResaved) return
    this.#source.problems.error(
      'spreadsheet-resave',
      'Unexpected quotes, separators or padding, expected the file as Iometer wrote it; a spreadsheet has saved it again',
      {
        line: this.#number,
        actual: text.slice(0, 120),
        expected: "'Test Type,Test Description",
        hint: 'Spreadsheets round counters to 6 digits and turn versions into dates. Use the original file.',
      },
    )
  }

  /** The text of a line that is no row, without a spreadsheet's quotes and padding. */
  #unquote(text: string): string {
    const { separator } = this.#dialect
    const cells = new TextCells(text, this.#number, this.#dialect)
    let count = cells.count
    while (count > 0 && cells.isBlank(count - 1)) count--
    return Array.from({ length: count }, (_, i) => cells.text(i))
      .join(separator)
      .trim()
  }

  #reportDecimalComma(): void {
    this.#source.problems.error('decimal-comma', 'Unexpected decimal commas, expected decimal points; read as such', {
      hint: 'Iometer always writes a point, whatever the locale. Use the original file: digits may be missing in this one.',
    })
  }

  #reportOrphan(): void {
    if (!this.#isOrphan) return
    this.#isOrphan = false
    this.#source.problems.warning(
      'orphan-specification',
      'Unexpected access specification without a result, expected its test to follow',
      {
        line: this.#specs!.line,
        hint: 'The test was killed or skipped before it ended. Nothing was measured; run it again if needed.',
      },
    )
  }

  /** 1.1.0 marks the end of a series; older versions never do. */
  #reportMissingEnd(): void {
    const { isEnded, isAborted, isQt, version, line } = this.#series
    if (isEnded || isAborted || isQt || this.#all.length === 0 || version === null || /^20\d\d\./.test(version)) return
    this.#source.problems.warning(
      'no-end-test',
      "Unexpected end of a series without 'End Test, expected one in version " + version,
      {
        line,
        hint: 'Iometer was killed or still running. Tests that have their end stamp are complete; the rest of the series is missing.',
      },
    )
  }

  #reportCut(where: string, line?: LineView): void {
    if (this.#cutLine === this.#number) return
    this.#cutLine = this.#number
    this.#source.problems.error(
      'log-cut-off',
      `Unexpected end ${where}, expected the rest of the table and its time stamp`,
      {
        line: line?.number ?? this.#number,
        expected: "'Time Stamp",
        hint: 'Iometer may have been killed or the copy failed. Complete rows and tests are kept; run the test again or copy the log again.',
      },
    )
  }

  #reportStamp(value: string): void {
    this.#source.problems.error(
      'time-stamp',
      `Unexpected time stamp "${value.slice(0, 40)}", expected a date and time`,
      {
        line: this.#number,
        actual: value.slice(0, 120),
        expected: 'YYYY-MM-DD HH:MM:SS:mmm',
        hint: 'The time of the run is left out. The log may be cut off or damaged.',
      },
    )
  }

  #reportError(text: string): void {
    this.#source.problems.warning(
      'iometer-error',
      `Unexpected message of Iometer, expected results only: ${text.slice(0, 300)}`,
      {
        line: this.#number,
        actual: text.slice(0, 300),
        hint: 'Iometer wrote it in batch mode. Check that the tests around it ran as wanted.',
      },
    )
  }

  #reportUnexpectedLine(text: string): void {
    this.#source.problems.warning('unexpected-line', "Unexpected line, expected one of Iometer's; it is left out", {
      line: this.#number,
      actual: text.slice(0, 120),
      hint: 'Something else may have written into the log, or it is damaged.',
    })
  }
}

/** A row is put together from several lines up to this length. */
const longestRow = 16_384

function newSeries(line: number): TestSeries {
  return {
    ...{ line, testType: null, description: '', version: null, start: null },
    ...{ isEnded: false, isAborted: false, isQt: false, runSeconds: null, rampUpSeconds: null },
  }
}

/** Whether the line has its line end: the last line of a log that breaks off does not. */
function isTerminated(line: LineView): boolean {
  let end = line.end
  while (line.bytes[end] === 13) end++
  return line.bytes[end] === 10
}

function isProcessor(line: LineView): boolean {
  return line.bytes[line.start] === 80 && line.bytes.toString('latin1', line.start, line.start + 9) === 'PROCESSOR'
}

/** `ERROR: …` or `Aborted test` among the rows. */
function startsAside(line: LineView): boolean {
  const { bytes, start } = line
  return (bytes[start] === 69 && bytes[start + 1] === 82) || (bytes[start] === 65 && bytes[start + 1] === 98)
}
