/** Reads the lines of a log into segments: a header with the records under it. */
import { takeStatistics, type Statistics } from '../../model/statistics.ts'
import type { ProblemSink } from '../../problems.ts'
import { readLines, type LineView } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { detectEncoding, type Encoding } from '../../source/encoding.ts'
import { isHeader, parseHeader, type Column, type Header } from './header.ts'
import { LooseRowReader } from './loose-row.ts'
import { planRow, readQuotedRow, type RowPlan } from './quoted-row.ts'
import { lineCell, SampleTable, type Scale } from './sample-table.ts'

/** A log as written. Appended logs have several segments, one for each header with other columns or another time zone. */
export interface PerfmonText {
  encoding: Encoding
  segments: Segment[]
}

export interface Segment {
  header: Header
  /** Counters in the header, wanted or not. */
  counters: number
  /** The wanted ones. */
  columns: Column[]
  /** Of each record: seconds since 1970 by the machine's own clock. */
  times: Float64Array
  /** The same with day and month swapped, where a saved-again log leaves that open. */
  dayFirstTimes: Float64Array
  /** Of each record: its 1-based line. */
  lines: Uint32Array
  /** For each of `columns`: a value for each record in the canonical unit, NaN where there is none; or what they amount to. */
  samples: (Float64Array | Statistics)[]
}

/** More take too much memory, whatever is done with them: two months of one a second. */
const recordLimit = 6_000_000
/** Times and values that are kept of a log: 96 MB. */
const keptLimit = 12_000_000
/** Columns of all headers of a log together. */
const columnLimit = 100_000

export async function readLog(source: Source): Promise<PerfmonText> {
  const reader = new LogReader(source)
  try {
    await readLines(source, (line) => {
      reader.visit(line)
      return !reader.isFull
    })
    return reader.finish()
  } finally {
    await reader.close()
  }
}

class LogReader {
  /** A limit is reached and reported: nothing more is taken. */
  isFull = false
  readonly #source: Source
  readonly #loose: LooseRowReader
  readonly #segments: Segment[] = []
  #encoding: Encoding = 'utf-8'
  #header: Header | null = null
  #columns: Column[] = []
  #plan: RowPlan = planRow([], 1)
  #table: SampleTable | null = null
  #recordsLeft = recordLimit
  #columnsLeft = columnLimit
  #keptLeft = keptLimit
  /** Lines that are no records. After the last record they are typeperf's parting words, between records they are damage. */
  #text: { line: number; text: string; count: number } | null = null

  constructor(source: Source) {
    this.#source = source
    this.#loose = new LooseRowReader(source.problems)
  }

  visit(line: LineView): void {
    const header = this.#header
    if (header !== null && !header.isResaved) {
      const table = (this.#table ??= this.#newTable(line, header))
      const { block, rowStart } = table
      if (readQuotedRow(line.bytes, line.start, line.end, header.delimiter, this.#plan, block, rowStart)) {
        this.#commit(table, line.number)
        if (this.#text !== null) this.#reportText()
        return
      }
    }
    this.#visitOther(line)
  }

  #newTable(line: LineView, header: Header): SampleTable {
    // Each cell takes at least three bytes with quotes, one without: a damaged short line must not reserve the world.
    const rowBytes = Math.max(line.end - line.start, (header.isResaved ? 2 : 3) * header.width)
    return new SampleTable(this.#scales(), 1.02 * ((this.#source.size ?? 0) / rowBytes))
  }

  #scales(): Scale[] {
    return this.#columns.map(({ meaning }) => meaning)
  }

  #visitOther(line: LineView): void {
    const text = line.text()
    if (text.trim() === '') return
    if (isHeader(text)) {
      if (this.#text !== null) this.#reportText()
      this.#begin(text, line)
      return
    }
    const header = this.#header
    if (header === null) {
      this.#keepText(line.number, text)
      return
    }
    const table = (this.#table ??= this.#newTable(line, header))
    const { block, rowStart } = table
    const outcome = this.#loose.read(text, line.number, line.isEnded, header, this.#columns, block, rowStart)
    if (outcome === 'text') {
      this.#keepText(line.number, text)
      return
    }
    if (this.#text !== null) this.#reportText()
    if (outcome === 'dropped') return
    this.#commit(table, line.number)
  }

  #commit(table: SampleTable, line: number): void {
    table.block[table.rowStart + lineCell] = line
    table.commit()
    if (--this.#recordsLeft > 0) return
    this.isFull = true
    this.#source.problems.error(
      'too-many-records',
      `Unexpected log of more than ${recordLimit} records, expected fewer`,
      {
        line,
        hint: 'Records after this line are left out. Thin the log with relog -t 10, or split it with relog -b and -e.',
      },
    )
  }

  #begin(text: string, line: LineView): void {
    const { wants, offset } = this.#source.options
    const next = parseHeader(text, line.number, this.#source.problems, offset)
    // The header has the only names in the file; its text has settled the encoding.
    this.#encoding = line.encoding
    if (this.#header !== null) {
      this.#source.problems.info('second-header', 'Unexpected second header, expected one; the logs were appended', {
        line: line.number,
        hint: hasSameColumns(this.#header, next)
          ? 'It has the same columns, so the series go on; expect a gap.'
          : 'It has other columns or another time zone, so a new run begins here.',
      })
      if (hasSameColumns(this.#header, next)) {
        this.#header = { ...next, line: this.#header.line, zone: this.#header.zone }
        return
      }
      this.#close(this.#header)
    }
    this.#limitColumns(next)
    this.#header = next
    this.#columns = wants ? next.columns.filter(({ name }) => wants(name)) : next.columns
    this.#plan = planRow(
      this.#columns.map(({ field }) => field),
      next.width,
    )
  }

  #limitColumns({ columns, line }: Header): void {
    this.#columnsLeft -= columns.length
    if (this.#columnsLeft >= 0) return
    columns.length = Math.max(0, columns.length + this.#columnsLeft)
    this.#source.problems.error('too-many-counters', `Unexpected number of counters, expected at most ${columnLimit}`, {
      line,
      hint: 'Counters further right and in later headers are left out. Make a log with fewer from it with relog.',
    })
  }

  #close(header: Header): void {
    const table = this.#table ?? new SampleTable(this.#scales(), 0)
    table.finish()
    const isKept = this.#canKeep(table, header)
    const samples: Segment['samples'] = []
    const { times, dayFirstTimes, lines } = table.times()
    table.forEachColumn((values) => samples.push(isKept ? values.slice() : takeStatistics(values)))
    const { columns: all } = header
    this.#segments.push({ header, counters: all.length, columns: this.#columns, times, dayFirstTimes, lines, samples })
    void table.close()
    this.#table = null
  }

  #canKeep(table: SampleTable, header: Header): boolean {
    if (this.#source.options.samples === 'summary') return false
    this.#keptLeft -= table.rows * (this.#columns.length + 1)
    if (this.#keptLeft >= 0) return true
    this.#source.problems.error(
      'too-many-samples',
      `Unexpected ${table.rows} records of ${this.#columns.length} counters, expected at most ${keptLimit} values`,
      {
        line: header.line,
        hint: 'Only their statistics are kept, not every sample. Ask for fewer counters, or thin the log with relog.',
      },
    )
    return false
  }

  /** Gives back what is not memory, wherever the reading has ended. */
  async close(): Promise<void> {
    await this.#table?.close()
  }

  #keepText(line: number, text: string): void {
    if (this.#text) this.#text.count++
    else this.#text = { line, text: text.trim().slice(0, 80), count: 1 }
  }

  #reportText(): void {
    const { line, text, count } = this.#text!
    this.#text = null
    this.#source.problems.error('unexpected-text', `Unexpected text in ${count} lines, expected records`, {
      line,
      actual: text,
      hint: 'The log is damaged here or something else was written into it; records may be missing.',
    })
  }

  finish(): PerfmonText {
    const header = this.#header
    const problems: ProblemSink = this.#source.problems
    if (header === null) {
      problems.fail('missing-header', 'Unexpected end of the file, expected a header line with (PDH-CSV 4.0)', {
        line: 1,
        hint: 'Check that the file is a Performance Monitor log in CSV or TSV form.',
      })
    }
    // typeperf says good-bye on the screen, in the language of the machine.
    if (this.#text && !header.zone.isAbsent) {
      problems.info('trailing-text', `Unexpected text in ${this.#text.count} lines after the last record`, {
        line: this.#text.line,
        actual: this.#text.text,
        hint: 'It is left out.',
      })
    }
    this.#close(header)
    this.#loose.finish()
    return {
      encoding: this.#source.options.encoding ?? wideEncoding(this.#source) ?? this.#encoding,
      segments: this.#segments,
    }
  }
}

/** UTF-16 reaches the lines as UTF-8; what the file is in must be asked again. */
function wideEncoding(source: Source): Encoding | null {
  const encoding = detectEncoding(source.head.bytes)
  return encoding.startsWith('utf-16') ? encoding : null
}

function hasSameColumns(a: Header, b: Header): boolean {
  return (
    a.width === b.width &&
    a.columns.length === b.columns.length &&
    a.zone.offset === b.zone.offset &&
    a.columns.every((column, i) => {
      const other = b.columns[i]!
      return column.field === other.field && key(column) === key(other)
    })
  )
}

function key({ path, loggedName }: Column): string {
  return `${path.machine ?? ''}${loggedName}`.toLowerCase()
}
