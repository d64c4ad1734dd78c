/** Reads a log to its end, one buffer at a time, into cooked columns. */
import type { Statistics } from '../../model/statistics.ts'
import type { ProblemSink } from '../../problems.ts'
import type { Source } from '../../source/source.ts'
import { readBuffers, type TraceBuffer } from './buffers.ts'
import { readCatalog, type CatalogEntry } from './catalog.ts'
import { isPlausibleTime, Moments, SampleClock } from './clock.ts'
import { Columns, type Column } from './columns.ts'
import { NameTable } from './names.ts'
import { RecordReader, recordTypes, type LogRecord } from './records.ts'
import { SampleReader } from './sample.ts'
import { readTraceHeader, type TraceHeader } from './trace-header.ts'

export interface PerformanceLog {
  header: TraceHeader | null
  catalog: readonly CatalogEntry[]
  /** Of the samples, in the order of time. */
  moments: Moments
  /** Values as Performance Monitor shows them: percentages as 0–100. */
  columns: readonly Column[]
  /** Of each of `columns`, where only that is wanted; their values are gone then. */
  summaries: readonly Statistics[] | null
  /** Places of the rows of the file in the order of time; `null` when they are in order, as in all but circular logs. */
  places: Int32Array | null
}

export async function parseLog(source: Source): Promise<PerformanceLog> {
  const log = new LogReader(source)
  try {
    return await log.readAll(source)
  } finally {
    log.close()
  }
}

class LogReader {
  header: TraceHeader | null = null
  bufferBytes = 0
  readonly records: RecordReader
  readonly #problems: ProblemSink
  readonly #columns: Columns
  readonly #names = new NameTable()
  readonly #offset: number | null
  #clock: SampleClock | null = null
  #catalog: CatalogEntry[] = []
  #reader: SampleReader | null = null
  #rows = 0
  #sequence: bigint | null = null
  /** Stretches of rows that are in order, with the number of their first buffer. */
  readonly #stretches = [{ row: 0, sequence: -1n }]
  #isContinuous = true
  #withoutData = 0
  #withoutCatalog = 0

  constructor(source: Source) {
    this.#problems = source.problems
    this.#offset = source.options.offset ?? null
    this.#columns = new Columns(source.options, source.problems)
    this.records = new RecordReader(source.problems, (record) => this.#take(record))
  }

  /** How a buffer continues the one before; what is odd about it is reported. */
  join({ sequence, followsUsable, offset }: TraceBuffer): 'continuation' | 'hole' | 'seam' {
    const previous = this.#sequence
    this.#sequence = sequence
    if (previous === null || sequence === previous + 1n) return followsUsable ? 'continuation' : 'hole'
    const byte = offset + 0x18
    const isCircular = this.header?.isCircular === true
    if (sequence > previous && !isCircular) {
      this.#problems.warning('blg-buffers-missing', `Unexpected buffer number ${sequence}, expected ${previous + 1n}`, {
        byte,
        hint: 'Samples are missing before this place; the first value after it covers the whole hole.',
      })
      return 'hole'
    }
    if (!isCircular) {
      this.#problems.warning('blg-buffer-order', 'Unexpected older buffer after a newer one, expected them in order', {
        byte,
        hint: 'Samples are put in the order in which they were recorded. If logs were joined, split them.',
      })
    }
    this.#isContinuous = false
    this.#stretches.push({ row: this.#rows, sequence })
    return 'seam'
  }

  /** Buffers of a second log have numbers and perhaps a zone of their own. */
  endAtSecondLog(byte: number): false {
    this.#problems.error('blg-second-log', 'Unexpected second file header, expected one at the beginning', {
      byte,
      hint: 'Two logs were joined; the second is left out. Split the file here, or join the logs with: relog a.blg b.blg -f bin -o c.blg',
    })
    return false
  }

  /** A file that was cut between two buffers shows it by their number only. */
  checkEnd(buffers: number): void {
    const { header } = this
    if (header === null || header.isCircular || header.buffersWritten <= buffers) return
    const byte = buffers * this.bufferBytes
    // The cut inside a buffer has been reported where it is.
    if (this.#problems.count('blg-cut-off') > 0) return
    this.#problems.error(
      'blg-cut-off',
      `Unexpected end of the file after ${buffers} buffers, expected ${header.buffersWritten}`,
      { byte, hint: 'All complete samples before this place are used. Copy the log again to get the rest.' },
    )
  }

  async readAll(source: Source): Promise<PerformanceLog> {
    const buffers = await readBuffers(source, (buffer) => {
      if (buffer.isHeader) {
        if (buffer.offset > 0) return this.endAtSecondLog(buffer.offset)
        this.bufferBytes = buffer.bytes.length
        this.header = readTraceHeader(buffer, source.problems)
        return true
      }
      return this.records.take(buffer, this.join(buffer))
    })
    if (buffers !== null) this.checkEnd(buffers)
    return this.finish()
  }

  close(): void {
    this.#columns.close()
  }

  finish(): PerformanceLog {
    this.records.finish()
    if (this.#withoutCatalog > 0) {
      this.#problems.fail('blg-no-catalog', 'Unexpected samples without a list of counters, expected one before them', {
        hint: 'The beginning of the log is damaged or overwritten. Record the log again, not in circular mode.',
      })
    }
    if (this.#rows === 0) {
      this.#problems.error('blg-no-samples', 'Unexpected end of the log, expected at least one sample', {
        hint: 'Windows writes samples when its buffer is full or the collector set is stopped. Stop it, then copy the log.',
      })
    }
    this.#reportMissing()
    const places = this.#places()
    const moments = this.#clock?.moments ?? new Moments()
    return {
      header: this.header,
      catalog: this.#catalog,
      moments: places === null ? moments : moments.reorder(places),
      columns: this.#columns.all,
      summaries: this.#columns.isSummary ? this.#columns.summaries(this.#rows) : null,
      places,
    }
  }

  #places(): Int32Array | null {
    const stretches = this.#stretches.map(({ row, sequence }, i) => {
      return { row, sequence, end: this.#stretches[i + 1]?.row ?? this.#rows }
    })
    stretches.sort((a, b) => (a.sequence < b.sequence ? -1 : a.sequence > b.sequence ? 1 : 0))
    if (stretches.every(({ row }, i) => i === 0 || row >= stretches[i - 1]!.row)) return null
    const places = new Int32Array(this.#rows)
    let place = 0
    for (const { row, end } of stretches) for (let at = row; at < end; at++) places[at] = place++
    return places
  }

  #take(record: LogRecord): boolean {
    if (record.type === recordTypes.sample) return this.#takeSample(record)
    if (record.type === recordTypes.catalog) {
      this.#catalog = readCatalog(record, this.#problems)
      this.#columns.release()
      this.#reader = new SampleReader(this.#catalog, this.#problems, record.offset)
    } else if (record.type === recordTypes.names) {
      if (!this.#names.read(record.bytes)) {
        this.#problems.error('blg-names-damaged', 'Unexpected text in the name table, expected an index', {
          byte: record.offset,
          hint: 'Counters whose names come after this place may be left out.',
        })
      }
    } else if (record.type !== recordTypes.closing) {
      this.#problems.warning('blg-record-unknown', `Unexpected record of type ${record.type}, expected 32 to 36`, {
        byte: record.offset,
        hint: 'The record is left out.',
      })
    }
    return true
  }

  #takeSample(record: LogRecord): boolean {
    if (this.#reader === null) {
      this.#withoutCatalog++
      return true
    }
    if (!isPlausibleTime(record.time)) {
      this.#problems.error('blg-sample-damaged', 'Unexpected time of a sample, expected a year from 1990 to 2200', {
        byte: record.offset + 16,
        hint: 'The sample is left out.',
      })
      return true
    }
    if (!this.#columns.hasRoom(this.#rows + 1, record.offset)) return false
    const context = {
      row: this.#rows,
      record,
      isContinuous: this.#isContinuous,
      columns: this.#columns,
      names: this.#names,
      problems: this.#problems,
      utc: null,
      withoutData: 0,
    }
    if (!this.#reader.read(context)) return true
    this.#withoutData += context.withoutData
    this.#clock ??= new SampleClock(
      this.header?.zone ?? null,
      this.header?.startTime ?? 0n,
      this.#offset,
      this.#problems,
    )
    this.#clock.add(record.time, context.utc, this.#isContinuous, record.offset)
    this.#isContinuous = true
    this.#rows++
    return true
  }

  #reportMissing(): void {
    if (this.#withoutData > 0) {
      this.#problems.info('blg-values-without-data', `Unexpected ${this.#withoutData} values without data`, {
        hint: 'The source of the counter had failed or was gone when the sample was taken; such values are missing.',
      })
    }
    const backwards = this.#columns.all.filter((column) => column.backwards > 0)
    if (backwards.length > 0) {
      const count = backwards.reduce((sum, column) => sum + column.backwards, 0)
      const names = backwards.slice(0, 3).map((column) => column.name)
      this.#problems.info(
        'counter-went-backwards',
        `Unexpected ${count} falling counts of ${backwards.length} counters, expected them to grow`,
        {
          actual: names.join(', '),
          hint: 'A process ended or a service started again; such values are missing.',
        },
      )
    }
  }
}
