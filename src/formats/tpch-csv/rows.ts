/** From lines to rows: cells found by the names of their columns, each number with its place. */
import { localSeconds } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'
import { queryNames, refreshNames } from '../../model/tpch.ts'
import { readLines } from '../../source/lines.ts'
import { parseNumber } from '../../source/numbers.ts'
import type { Source } from '../../source/source.ts'
import { splitCells, type Cell } from '../lab-csv/cells.ts'
import { readTime } from '../lab-csv/time.ts'

/** A time of a query or refresh function. */
export interface TimingRow {
  line: number
  phase: 'power' | 'throughput'
  /** 0 for the power test; for refresh functions of the throughput test the pair. */
  stream: number
  /** `1` … `22`, `RF1`, `RF2`. */
  name: string
  /** `null`: failed, or no time. */
  seconds: number | null
  /** Seconds of some clock, the same for all rows. */
  start: number | null
  end: number | null
  startTime: Timestamp | null
  endTime: Timestamp | null
}

export interface TpchTimings {
  rows: TimingRow[]
  scale: number | null
  price: { amount: number; currency: string; line: number } | null
}

const columnLimit = 100
/** 11 streams have 264 rows. */
const rowLimit = 100_000

export async function readTimings(source: Source): Promise<TpchTimings> {
  const timings: TpchTimings = { rows: [], scale: null, price: null }
  let columns: string[] | null = null
  await readLines(source, (view) => {
    const text = view.text().trim()
    if (text === '') return true
    if (text.startsWith('#')) {
      readComment(text, view.number, timings)
      return true
    }
    const cells = splitCells(text, columnLimit)
    if (!Array.isArray(cells)) {
      source.problems.error('broken-quotes', 'Unexpected quote, expected quotes around whole cells', {
        line: view.number,
        column: cells.column,
        hint: 'The row was left out.',
      })
      return true
    }
    if (columns === null) {
      columns = cells.map((cell) => cell.text.toLowerCase())
      return true
    }
    if (!view.isEnded && cells.length < columns.length) reportWidth(cells.length, columns.length, view.number, source)
    else {
      const row = readRow(columns, cells, view.number, source)
      if (row) timings.rows.push(row)
    }
    if (timings.rows.length > rowLimit) {
      source.problems.fail('too-many-rows', `Unexpected row ${rowLimit + 1}, expected at most ${rowLimit}`, {
        line: view.number,
        hint: 'The file is no list of TPC-H times.',
      })
    }
    return true
  })
  return timings
}

/** `# scale factor: 300`, `# price: 2,345,678 USD`. */
function readComment(text: string, line: number, timings: TpchTimings): void {
  const scale = /^#\s*scale(?: factor)?\s*[:=]\s*(\d{1,6})\s*$/i.exec(text)
  if (scale) timings.scale = Number(scale[1])
  const price = /^#\s*price\s*[:=]\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d+)?)\s*([A-Z]{3})\s*$/.exec(text)
  if (price) timings.price = { amount: Number(price[1]!.replaceAll(',', '')), currency: price[2]!, line }
}

function readRow(columns: string[], cells: Cell[], line: number, source: Source): TimingRow | null {
  if (cells.length !== columns.length) {
    reportWidth(cells.length, columns.length, line, source)
    return null
  }
  const textOf = (name: string): string => cells[columns.indexOf(name)]?.text ?? ''
  const name = nameOf(textOf('query') || textOf('rf'))
  const stream = streamOf(textOf('stream') || textOf('pair') || '0')
  const phase = phaseOf(textOf('phase'), stream)
  if (name === null || stream === null || phase === null) {
    source.problems.error(
      'unknown-query',
      'Unexpected query, stream or phase, expected 1 to 22, RF1 or RF2 of a stream',
      {
        line,
        actual: cells
          .map((cell) => cell.text)
          .join(',')
          .slice(0, 60),
        hint: 'The row was left out. Streams are 0 (power test), 1, 2, …; phases are power and throughput.',
      },
    )
    return null
  }
  const start = clockOf(textOf('start'))
  const end = clockOf(textOf('end'))
  const row: TimingRow = {
    line,
    phase,
    stream,
    name,
    seconds: readSeconds(textOf('seconds'), line, source),
    start: start?.seconds ?? null,
    end: end?.seconds ?? null,
    startTime: start?.time ?? null,
    endTime: end?.time ?? null,
  }
  checkDuration(row, source)
  return row
}

function nameOf(text: string): string | null {
  const name = text.toUpperCase().replace(/^Q(?:UERY)?\s*0*/, '')
  return [...queryNames, ...refreshNames].find((known) => known === name.replace(/^0+/, '')) ?? null
}

/** `stream03` is 3. */
function streamOf(text: string): number | null {
  const match = /^(?:stream)?\s*(\d{1,3})$/i.exec(text)
  return match ? Number(match[1]) : null
}

function phaseOf(text: string, stream: number | null): 'power' | 'throughput' | null {
  if (text === '') return stream === 0 ? 'power' : 'throughput'
  const word = text.toLowerCase()
  return word === 'power' || word === 'throughput' ? word : null
}

/** `-1`, `failed` and an empty cell are queries without a time. */
function readSeconds(text: string, line: number, source: Source): number | null {
  if (/^(?:|-1(?:\.0*)?|failed|error|n\/a|timeout)$/i.test(text)) return null
  const value = parseNumber(text)
  if (Number.isFinite(value) && value >= 0) return value
  source.problems.error('invalid-number', 'Unexpected time of a query, expected seconds', {
    line,
    actual: text.slice(0, 60),
    expected: 'a number with a decimal point, or failed',
    hint: 'The query counts as one without a time, so that there is no score.',
  })
  return null
}

/** A clock time, or seconds since some start. */
function clockOf(text: string): { seconds: number; time: Timestamp | null } | null {
  if (text === '') return null
  const seconds = parseNumber(text)
  if (Number.isFinite(seconds)) return { seconds, time: null }
  const time = readTime(text)
  return time && { seconds: localSeconds(time) - (time.offset ?? 0) * 60, time }
}

/** Stamps are often whole seconds: a second and a half between the two is no contradiction. */
function checkDuration({ seconds, start, end, line }: TimingRow, source: Source): void {
  if (seconds === null || start === null || end === null || Math.abs(end - start - seconds) <= 1.5) return
  source.problems.warning(
    'duration-differs',
    'Unexpected seconds of a query, expected those from its start to its end',
    {
      line,
      actual: String(seconds),
      expected: String(Number((end - start).toFixed(3))),
      hint: 'The column seconds was taken. Check the script that wrote the file.',
    },
  )
}

function reportWidth(actual: number, expected: number, line: number, source: Source): void {
  source.problems.error('cell-count', `Unexpected ${actual} cells, expected ${expected} as in the header`, {
    line,
    hint: 'The row was left out; the file may be cut off.',
  })
}
