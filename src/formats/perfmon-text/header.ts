/** The header line: signature, time zone, counter paths, and perhaps the description of the collector set. */
import { counterMeaning, type CounterMeaning } from '../../model/counter-meaning.ts'
import { formatCounterPath, parseCounterPath, type CounterPath } from '../../model/counter-path.ts'
import type { ProblemSink } from '../../problems.ts'
import { canonicalPath } from './canonical-path.ts'

export interface Header {
  /** 1-based line in the file. */
  line: number
  /** Byte between cells: comma, tab, or a semicolon after a spreadsheet. */
  delimiter: number
  /** Cells are not quoted, or the delimiter is not that of the signature: some program has saved the log again. */
  isResaved: boolean
  zone: Zone
  /** Cells, the time stamp's included: what a record has too. */
  width: number
  columns: Column[]
  /** Description of the collector set, which takes the last column. */
  comment: string | null
}

interface Zone {
  /** As logged, in the language of the machine; it may say "Standard" in summer. `null` when there is none. */
  name: string | null
  /** Minutes east of UTC at the start of the log; `null` when the log does not say. */
  offset: number | null
  /** The signature stands alone, as typeperf prints it to the screen. */
  isAbsent: boolean
}

export interface Column {
  /** Place in the record, 0-based; 0 is the time stamp. */
  field: number
  /** The path with English names. */
  path: CounterPath
  meaning: CounterMeaning
  /** `\Processor(_Total)\% Processor Time`. */
  name: string
  /** The same in the words of the log. */
  loggedName: string
}

/** More counters than a log can have; each costs memory before the first sample is read. */
const columnLimit = 250_000

/** PDH_MAX_COUNTER_PATH of Windows is 2048. */
const pathLimit = 4096

/** Windows keeps 32 letters of a zone's name. */
const zoneLimit = 256

const signature = /^\uFEFF?\s*"?\(PDH-([CT])SV (\d+\.\d+)\)/

/** A table of counters that a script has made: any name for the times, then full paths. */
const scriptTable = /^\uFEFF?\s*"?[^\\,;\t"]{0,60}"?[,;\t]"?\\\\[^\\,;\t"]+\\[^,;\t"]+\\/

/** Whether a line is a header line. */
export function isHeader(text: string): boolean {
  return signature.test(text) || scriptTable.test(text)
}

/** Reads a line that `isHeader` accepts. `offset`: minutes east of UTC, for a log that does not say. */
export function parseHeader(text: string, line: number, problems: ProblemSink, offset?: number): Header {
  const signed = signature.exec(text)
  const [, kind, version] = signed ?? []
  if (signed && version !== '4.0') {
    problems.warning(
      'unknown-version',
      `Unexpected version ${version ?? '?'} of a Performance Monitor log, expected 4.0`,
      {
        line,
        hint: 'The log is read as version 4.0; compare a few values with the file.',
      },
    )
  }
  const trimmed = text.trimStart()
  const isQuoted = trimmed.startsWith('"')
  const delimiter = findDelimiter(trimmed, kind === 'T' ? '\t' : ',')
  const isResaved = !signed || !isQuoted || delimiter !== (kind === 'T' ? '\t' : ',')
  const cells = splitCells(trimmed, delimiter, columnLimit)
  if (cells.length > columnLimit) {
    problems.fail('too-many-columns', `Unexpected number of columns, expected at most ${columnLimit}`, {
      line,
      hint: 'The file may be damaged. Make a log with fewer counters from it with relog.',
    })
  }
  const header: Header = {
    line,
    delimiter: delimiter.charCodeAt(0),
    isResaved,
    zone: signed ? parseZone(cells[0]!.text) : { name: null, offset: null, isAbsent: true },
    width: cells.length,
    columns: [],
    comment: null,
  }
  if (!signed) reportScriptTable(line, problems)
  else if (isResaved) reportResave(line, problems)
  if (offset === undefined) reportZone(header.zone, line, problems)
  else header.zone.offset ??= offset
  readPaths(header, cells, line, problems)
  return header
}

export interface Cell {
  text: string
  /** 1-based column in the line, in characters. */
  column: number
  isQuoted: boolean
  /** False when the closing quote is missing. */
  isClosed: boolean
  /** What stands between the closing quote and the delimiter. */
  after: string
}

/** Cells of one line, quoted or not; a doubled quote inside quotes is one quote. Stops after `limit` cells and one more. */
export function splitCells(text: string, delimiter: string, limit: number): Cell[] {
  const cells: Cell[] = []
  let at = 0
  for (;;) {
    const start = at
    let value: string
    let isClosed = true
    let after = ''
    const isQuoted = text[at] === '"'
    if (isQuoted) {
      let end = closingQuote(text, at + 1)
      isClosed = end !== -1
      if (!isClosed) end = text.length
      value = text.slice(at + 1, end).replaceAll('""', '"')
      const next = text.indexOf(delimiter, end)
      at = next === -1 ? text.length : next
      after = text.slice(end + 1, at)
    } else {
      const end = text.indexOf(delimiter, at)
      at = end === -1 ? text.length : end
      value = text.slice(start, at)
    }
    cells.push({ text: value, column: start + 1, isQuoted, isClosed, after })
    if (at >= text.length || cells.length > limit) return cells
    at++
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}

/** What stands before the first path; else the delimiter that goes with the signature. */
function findDelimiter(text: string, usual: string): string {
  const before = /([,;\t])"?(?:\\|[^,;\t"\\]*\\)/.exec(text.slice(0, 4096))
  return before?.[1] ?? usual
}

/**
 * `(PDH-CSV 4.0) (Tokyo Standard Time)(-540)`. Windows writes UTC − local in minutes; we count eastwards. It stops at the
 * first letter of the zone's name that is not ASCII, and then the offset is lost: `(PDH-CSV 4.0) (RTZ 2 (`.
 */
function parseZone(cell: string): Zone {
  const rest = cell
    .slice(0, zoneLimit)
    .replace(/^\s*\(PDH-[CT]SV [\d.]+\)\s*/, '')
    .trim()
  if (rest === '') return { name: null, offset: null, isAbsent: true }
  const complete = /^\((.*)\)\s*\((-?\d{1,4})\)$/.exec(rest)
  if (!complete) {
    const name = rest.replace(/^\(/, '').replace(/[\s(]+$/, '')
    return { name: name === '' ? null : name, offset: null, isAbsent: false }
  }
  const minutes = Number(complete[2])
  return {
    name: complete[1] === '' ? null : complete[1]!,
    offset: Math.abs(minutes) <= 15 * 60 ? 0 - minutes : null,
    isAbsent: false,
  }
}

function reportZone(zone: Zone, line: number, problems: ProblemSink): void {
  if (zone.offset !== null || zone.isAbsent) return
  problems.info('truncated-time-zone', 'Unexpected end of the time zone, expected its offset from UTC', {
    line,
    actual: zone.name ?? '',
    expected: '(zone name)(offset in minutes)',
    hint: 'Windows cuts the zone at its first letter that is not ASCII. Give the zone with --time-zone if times matter.',
  })
}

function reportResave(line: number, problems: ProblemSink): void {
  problems.warning('spreadsheet-resave', 'Unexpected cells without quotes, expected those of Performance Monitor', {
    line,
    hint: 'A spreadsheet or script has saved the log again; digits and seconds may be lost. Use the original log if there is one.',
  })
}

function reportScriptTable(line: number, problems: ProblemSink): void {
  problems.warning(
    'no-signature',
    'Unexpected header without the signature of Performance Monitor, expected (PDH-CSV 4.0)',
    {
      line,
      hint: 'A script has made this table; it is read as it stands. Use the original log if there is one.',
    },
  )
}

function readPaths(header: Header, cells: readonly Cell[], line: number, problems: ProblemSink): void {
  const last = cells.length - 1
  for (const [field, cell] of cells.entries()) {
    if (field === 0) continue
    if (!cell.isClosed) {
      problems.error(
        'unterminated-quote',
        `Unexpected end of the line, expected the closing quote of column ${field + 1}`,
        {
          line,
          column: cell.column,
          hint: 'The header is cut off or damaged; columns after this place are missing.',
        },
      )
      continue
    }
    const text = cell.text.trim()
    const isPath = /^[\\¥￥₩]/.test(text) || (field !== last && /[\\¥￥₩]/.test(text))
    const path = isPath && text.length <= pathLimit ? parseCounterPath(text) : null
    if (path !== null) {
      const english = canonicalPath(path)
      header.columns.push({
        field,
        path: english,
        meaning: counterMeaning(english.object, english.counter),
        name: formatCounterPath(english),
        loggedName: formatCounterPath(path),
      })
    } else if (field === last && !isPath) {
      if (text !== '') header.comment = text
    } else {
      problems.warning('unknown-column', `Unexpected text in header cell ${field + 1}, expected a counter path`, {
        line,
        column: cell.column,
        actual: text.slice(0, 80),
        expected: '\\\\machine\\object(instance)\\counter',
        hint: 'The column is left out.',
      })
    }
  }
}
