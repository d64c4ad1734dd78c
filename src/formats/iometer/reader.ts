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
import type { ProblemSink } from '../../problems.ts'
import { readLines, type LineView } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { detectDialect, TextCells } from './cells.ts'
import { readLayout } from './columns.ts'
import * as faults from './faults.ts'
import { fillSeries, newSeries, preambleKeys, type PreambleKey } from './preamble.ts'
import { RowReader } from './row-reader.ts'
import { addSpecLine, checkShares, startSpec, type AccessSpec } from './spec.ts'
import { parseStamp } from './stamp.ts'
import type { Listener, ReadSummary, SpecBlock, TestSeries } from './tables.ts'

/** What the next line is expected to be, unless it is a key. */
type State = 'outside' | PreambleKey | 'stamp' | 'specName' | 'specLines' | 'header' | 'rows' | 'ignored'

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
  readonly #problems: ProblemSink
  /** Minutes east of UTC, if the caller knows. */
  readonly #offset: number | null
  readonly #listener: Listener
  readonly #rows: RowReader
  readonly #all: TestSeries[] = []
  #state: State = 'outside'
  #series = newSeries(1)
  #specs: SpecBlock | null = null
  #specsLine = 0
  /** By their content. */
  readonly #specBlocks = new Map<string, SpecBlock>()
  /** Of which the next lines are. */
  #spec: AccessSpec | null = null
  /** The current specifications have no table yet. */
  #isOrphan = false
  #headerText: string | null = null
  #tableLine = 0
  /** A table has begun and has no end stamp yet. */
  #isOpen = false
  #isDialectKnown = false
  /** Line being read. */
  #number = 0
  #cutLine = 0

  constructor(source: Source, listener: Listener) {
    this.#problems = source.problems
    this.#offset = source.options.offset ?? null
    this.#listener = listener
    this.#rows = new RowReader(source.problems, (row) => {
      listener.row(row)
    })
  }

  line(line: LineView): void {
    this.#number = line.number
    if (line.end - line.start > longestLine) {
      faults.reportUnexpectedLine(this.#problems, line.number, line.text(line.start, line.start + 120))
      return
    }
    // The hot path: rows start with a capital letter or a digit.
    const isPlain = line.bytes[line.start] !== 39 && !this.#rows.dialect.isResaved && !this.#rows.isWaiting
    if (this.#state === 'rows' && isPlain && line.end > line.start && !startsAside(line)) this.#row(line)
    else this.#text(line)
  }

  finish(): ReadSummary {
    this.#rows.flush()
    const { isQt } = this.#series
    if (this.#isOpen) this.#close(null, !isQt)
    else if (!isQt && this.#state !== 'outside' && this.#state !== 'ignored') this.#cutOff('of the log')
    this.#endSeries()
    if (this.#rows.commaLine > 0) faults.reportDecimalComma(this.#problems, this.#rows.commaLine)
    return { series: this.#all, isResaved: this.#rows.dialect.isResaved }
  }

  #text(line: LineView): void {
    const text = line.text()
    if (!this.#isDialectKnown) this.#settleDialect(text)
    const plain = this.#rows.dialect.isResaved ? this.#unquote(text) : text.trim()
    const isMarker = plain.startsWith("'") || plain === 'Aborted test' || plain.startsWith('ERROR:')
    if (this.#rows.isWaiting && this.#rows.continue(text, isMarker || plain === '')) return
    if (plain === '') {
      // A blank description or error text is over with its line.
      if (this.#state === 'description' || this.#state === 'ignored') this.#state = 'outside'
    } else if (plain.startsWith("'")) {
      this.#key(plain, line)
    } else if (plain === 'Aborted test') {
      this.#abort()
    } else if (plain.startsWith('ERROR:')) {
      faults.reportIometerError(this.#problems, line.number, plain)
      if (this.#state !== 'rows') this.#state = 'ignored'
    } else {
      this.#value(plain, line)
    }
  }

  #key(text: string, line: LineView): void {
    const name = text.split(this.#rows.dialect.separator, 1)[0]!.trim()
    if (this.#state === 'header' || name === "'Target Type") {
      this.#header(line)
      return
    }
    if (name === "'Test Type" || name === "'Iometer Output File") this.#startSeries(name === "'Iometer Output File")
    const key = preambleKeys.get(name)
    if (key) {
      this.#state = key
      return
    }
    switch (name) {
      case "'Iometer Output File":
        this.#state = 'outside'
        break
      case "'Time Stamp":
        this.#state = 'stamp'
        break
      case "'Access specifications":
        this.#closeOpenTable()
        this.#endSpecs()
        this.#specs = { line: line.number, specs: [], byName: new Map() }
        this.#specsLine = line.number
        this.#spec = null
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
        for (const spec of this.#specs?.specs ?? []) checkShares(spec, this.#problems)
        if (this.#specs) this.#specs = this.#known(this.#specs)
        this.#state = 'outside'
        break
      case "'Results":
        this.#closeOpenTable()
        this.#tableLine = line.number
        this.#state = 'header'
        break
      case "'End Test":
        this.#closeOpenTable()
        this.#series.isEnded = true
        this.#state = 'outside'
        break
      default:
        // The Qt rewrite explains the columns of its run time.
        if (!/^'\s*hours\s+minutes\s+seconds$/.test(name)) {
          faults.reportUnexpectedLine(this.#problems, line.number, text)
        }
    }
  }

  #value(value: string, line: LineView): void {
    const { separator } = this.#rows.dialect
    switch (this.#state) {
      case 'rows':
        this.#row(line)
        return
      case 'header':
        this.#header(line)
        return
      case 'specLines': {
        if (this.#spec) addSpecLine(this.#spec, value, line.number, this.#problems, separator)
        else faults.reportUnexpectedLine(this.#problems, line.number, value)
        return
      }
      case 'ignored':
        return
      case 'specName':
        this.#specs ??= { line: line.number, specs: [], byName: new Map() }
        this.#spec = startSpec(value, line.number, separator)
        this.#addSpec(this.#specs, this.#spec)
        break
      case 'stamp':
        this.#stamp(value, line)
        break
      case 'outside': {
        const version = this.#series.isQt ? /^Version (\S.*)$/.exec(value)?.[1] : undefined
        if (version === undefined) faults.reportUnexpectedLine(this.#problems, line.number, value)
        else this.#series.version = version
        break
      }
      default:
        if (!fillSeries(this.#series, this.#state, value, separator)) {
          faults.reportUnexpectedLine(this.#problems, line.number, value)
        }
    }
    this.#state = 'outside'
  }

  /** The first block of the same content: Iometer writes the specifications again for every test. */
  #known(block: SpecBlock): SpecBlock {
    const key = JSON.stringify(
      block.specs.map(({ name, assignment, lines, isDamaged }) => [name, assignment, lines, isDamaged]),
    )
    const known = this.#specBlocks.get(key)
    if (known) return known
    if (this.#specBlocks.size < mostSpecs) this.#specBlocks.set(key, block)
    return block
  }

  #addSpec(block: SpecBlock, spec: AccessSpec): void {
    if (block.specs.length >= mostSpecs) {
      faults.reportTooManySpecs(this.#problems, spec.line, mostSpecs)
      return
    }
    block.specs.push(spec)
    if (!block.byName.has(spec.name)) block.byName.set(spec.name, spec)
  }

  #stamp(value: string, line: LineView): void {
    const stamp = parseStamp(value, this.#offset)
    if (stamp === null) faults.reportStamp(this.#problems, line.number, value)
    if (this.#isOpen) this.#close(stamp, stamp === null && !isTerminated(line))
    else this.#series.start ??= stamp
  }

  #header(line: LineView): void {
    if (this.#state !== 'header') {
      // A header of its own, without `'Results` above it.
      this.#closeOpenTable()
      this.#tableLine = line.number
    }
    const text = line.text()
    // Headers repeat: the next one is compared, not read. A faulty one is reported each time.
    if (text !== this.#headerText) {
      const faultsBefore = this.#problems.messages.length
      this.#rows.layout = readLayout(this.#rows.cut(line), this.#problems)
      this.#headerText = this.#problems.messages.length === faultsBefore ? text : null
    }
    this.#isOrphan = false
    const { layout } = this.#rows
    if (layout === null) {
      faults.reportMissingHeader(this.#problems, line.number, text)
      this.#headerText = null
      this.#state = 'ignored'
      return
    }
    this.#isOpen = true
    this.#state = 'rows'
    const { isResaved } = this.#rows.dialect
    this.#listener.table({ line: this.#tableLine, layout, series: this.#series, specs: this.#specs, isResaved })
  }

  #row(line: LineView): void {
    // A number cut in its middle is still a number: the last line of a log that breaks off is never taken.
    if (isTerminated(line)) this.#rows.read(line)
    else this.#cutOff('in a row')
  }

  #closeOpenTable(): void {
    if (this.#isOpen) this.#close(null, !this.#series.isQt)
  }

  #close(stamp: Timestamp | null, isCut: boolean): void {
    this.#isOpen = false
    if (isCut) this.#cutOff('inside a test')
    this.#listener.end({ stamp, isCut })
  }

  #startSeries(isQt: boolean): void {
    this.#closeOpenTable()
    this.#endSeries()
    this.#series = newSeries(this.#number)
    this.#series.isQt = isQt
    this.#all.push(this.#series)
    this.#specs = null
  }

  #endSeries(): void {
    this.#endSpecs()
    if (this.#all.length > 0) faults.reportMissingEnd(this.#problems, this.#series)
  }

  #endSpecs(): void {
    if (this.#isOrphan) faults.reportOrphan(this.#problems, this.#specsLine)
    this.#isOrphan = false
  }

  #abort(): void {
    this.#closeOpenTable()
    this.#series.isAborted = true
    this.#isOrphan = false
    this.#state = 'outside'
    faults.reportAbort(this.#problems, this.#number)
  }

  /** Once per place: a broken row also breaks its table. */
  #cutOff(where: string): void {
    if (this.#cutLine !== this.#number) faults.reportCut(this.#problems, this.#number, where)
    this.#cutLine = this.#number
  }

  #settleDialect(text: string): void {
    const dialect = detectDialect(text)
    if (!dialect) return
    this.#isDialectKnown = true
    this.#rows.dialect = dialect
    if (dialect.isResaved) faults.reportResave(this.#problems, this.#number, text)
  }

  /** The text of a line without a spreadsheet's quotes and padding. */
  #unquote(text: string): string {
    const cells = new TextCells(text, this.#number, this.#rows.dialect)
    let count = cells.count
    while (count > 0 && cells.isBlank(count - 1)) count--
    const kept = Array.from({ length: count }, (_, i) => cells.text(i))
    return kept.join(this.#rows.dialect.separator).trim()
  }
}

/** Rows have 2 KB. */
const longestLine = 65_536
/** A test has at most one specification per worker. */
const mostSpecs = 1000

/** Whether the line has its line end: the last line of a log that breaks off does not. */
function isTerminated(line: LineView): boolean {
  let end = line.end
  while (line.bytes[end] === 13) end++
  return line.bytes[end] === 10
}

/** `ERROR: …` or `Aborted test` among the rows. */
function startsAside({ bytes, start }: LineView): boolean {
  return (bytes[start] === 69 && bytes[start + 1] === 82) || (bytes[start] === 65 && bytes[start + 1] === 98)
}
