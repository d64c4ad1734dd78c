/** vdbench's reports as written: run definitions, their intervals and averages, each row with its line. */
import type { ProblemSink } from '../../problems.ts'
import { datePattern, pairColumns } from './columns.ts'

export interface VdbenchRow {
  line: number
  /** `16:30:57.046`: time of day only. */
  tod: string
  /** Text of each value by column. */
  cells: ReadonlyMap<string, string>
}

export interface VdbenchAverage extends VdbenchRow {
  /** Intervals it covers, both included: the first is left out as warm-up. */
  first: number
  last: number
}

export interface VdbenchRun {
  name: string
  line: number
  /** `I/O rate: Uncontrolled MAX; elapsed=5; For loops: threads=8`; empty in flatfile.html. */
  description: string
  /** Time of day of the start; `null` in flatfile.html. */
  tod: string | null
  /** `2019-01-24`: the day of the first row, since its header is written with it. */
  date: string | null
  /** By their number. */
  intervals: Map<number, VdbenchRow>
  average: VdbenchAverage | null
}

export interface VdbenchLog {
  rendering: 'flatfile' | 'totals' | 'summary' | 'console'
  version: string | null
  zone: string | null
  runs: VdbenchRun[]
  /** Whether the log says how the execution ended, and how. */
  ending: 'completed' | 'failed' | null
}

/** A day of seconds is 86,400 rows. */
const rowLimit = 500_000

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export class VdbenchReader {
  readonly log: VdbenchLog = { rendering: 'console', version: null, zone: null, runs: [], ending: null }
  readonly #problems: ProblemSink
  #date: string | null = null
  /** First line of a header, waiting for the second. */
  #upper: string | null = null
  #columns: string[] = []
  #rows = 0
  /** Of flatfile.html, with those before the values. */
  #flat: string[] | null = null

  constructor(problems: ProblemSink) {
    this.#problems = problems
  }

  read(raw: string, line: number): void {
    const title = /Vdbench output\/(flatfile|totals|summary)\.html/.exec(raw)
    if (title) this.log.rendering = title[1] as VdbenchLog['rendering']
    const text = plain(raw)
    if (this.#upper !== null) {
      this.#columns = pairColumns(this.#upper, text) ?? []
      if (this.#columns.length === 0) this.#reportHeader(line)
      this.#upper = null
    } else if (!this.#readRow(text, line) && !this.#readHeader(text)) {
      this.#readMessage(text, line)
    }
  }

  #readHeader(text: string): boolean {
    const words = text.trim().split(/\s+/)
    if (words[0] === 'tod' && words.includes('Interval')) {
      this.#flat = words.map((word) => word.toLowerCase())
      return true
    }
    const date = datePattern.exec(text)
    if (!date || !/\binterval\b/i.test(text)) return false
    this.#date = dateOf(date[1]!, date[2]!, date[3]!)
    const run = this.log.runs.at(-1)
    if (run?.intervals.size === 0 && !run.average) run.date = this.#date
    this.#upper = text
    return true
  }

  #readMessage(text: string, line: number): void {
    const start = /^\s*(\d\d:\d\d:\d\d\.\d{3}) Starting RD=([^;\s]+);?\s*(.*)$/.exec(text)
    if (start) {
      this.#startRun(start[2]!, line, start[3]!.slice(0, 500), start[1]!)
      return
    }
    const distribution = /^Vdbench distribution: vdbench(\d)(\d\d)(\d\d)?/.exec(text)
    if (distribution) this.log.version = distribution.slice(1).filter(Boolean).join('.')
    const created = /created \d\d:\d\d:\d\d ([A-Z][a-z]{2}) +(\d{1,2}) ((?:19|20)\d\d) ([A-Z]{2,5})/.exec(text)
    if (created) {
      this.log.zone = created[4]!
      this.#date = dateOf(created[1]!, created[2]!, created[3]!)
    }
    if (text.includes('Vdbench execution completed successfully')) this.log.ending = 'completed'
    else if (/\bVdbench terminated|java\.lang\.\w+(?:Exception|Error)|CTRL-C requested/.test(text)) {
      this.log.ending = 'failed'
      this.#problems.warning('tool-message', 'Unexpected message of vdbench among the results, expected none', {
        line,
        actual: text.trim().slice(0, 200),
        hint: 'Read it: the run ended too early or went wrong.',
      })
    }
  }

  #startRun(name: string, line: number, description: string, tod: string | null): VdbenchRun {
    const run = { name, line, description, tod, date: this.#date, intervals: new Map(), average: null }
    this.log.runs.push(run)
    return run
  }

  /** True when the line was a row of values. */
  #readRow(text: string, line: number): boolean {
    if (!/^\s*\d\d:\d\d:\d\d\.\d{3}\s/.test(text)) return false
    if (++this.#rows > rowLimit) {
      this.#problems.fail('too-many-rows', `Unexpected row ${rowLimit + 1}, expected at most ${rowLimit}`, {
        line,
        hint: 'Read totals.html of the same folder: it has the averages alone.',
      })
    }
    const words = text.trim().split(/\s+/)
    return this.#flat ? this.#readFlatRow(words, this.#flat, line) : this.#readReportRow(words, line)
  }

  #readReportRow(words: string[], line: number): boolean {
    const [tod, label, ...values] = words
    if (!/^(?:\d{1,9}|avg_\d{1,9}-\d{1,9})$/.test(label ?? '')) return false
    const run = this.log.runs.at(-1)
    if (!run || this.#columns.length === 0) return true
    if (values.length !== this.#columns.length) this.#reportCells(values.length, this.#columns.length, line)
    else addRow(run, label!, { line, tod: tod!, cells: zip(this.#columns, values) })
    return true
  }

  #readFlatRow(words: string[], columns: string[], line: number): boolean {
    if (words.length !== columns.length) {
      this.#reportCells(words.length, columns.length, line)
      return true
    }
    const cells = zip(columns, words)
    const label = cells.get('interval') ?? ''
    const name = cells.get('run') ?? 'unnamed'
    const last = this.log.runs.at(-1)
    // The average ends a run; the next one may have the same name.
    const isNew = last?.name !== name || (last.average !== null && !label.startsWith('avg'))
    const run = isNew ? this.#startRun(name, line, '', null) : last
    run.date ??= flatDate(cells.get('timestamp'))
    if (/^(?:\d{1,9}|avg_\d{1,9}-\d{1,9})$/.test(label)) addRow(run, label, { line, tod: words[0]!, cells })
    return true
  }

  #reportHeader(line: number): void {
    this.#problems.error('unexpected-columns', 'Unexpected second header line, expected names below those above it', {
      line,
      hint: 'The rows below were left out. The file may be damaged.',
    })
  }

  #reportCells(actual: number, expected: number, line: number): void {
    this.#problems.error('cell-count', `Unexpected ${actual} cells in a row, expected ${expected} as in the header`, {
      line,
      hint: 'The row was left out. The file may be cut off or damaged here.',
    })
  }
}

function addRow(run: VdbenchRun, label: string, row: VdbenchRow): void {
  const average = /^avg_(\d{1,9})-(\d{1,9})$/.exec(label)
  if (average) run.average ??= { ...row, first: Number(average[1]), last: Number(average[2]) }
  else run.intervals.set(Number(label), row)
}

function zip(names: string[], values: string[]): Map<string, string> {
  return new Map(names.map((name, i) => [name, values[i]!]))
}

/** Without tags and with the three characters that HTML escapes. */
function plain(text: string): string {
  const bare = text.includes('<') ? text.replaceAll(/<[^<>]{0,300}>/g, '') : text
  return bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function dateOf(month: string, day: string, year: string): string | null {
  const index = months.indexOf(month)
  return index === -1 ? null : `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `01/20/2022-16:30:57-CST` of newer versions. */
function flatDate(text: string | undefined): string | null {
  const match = /^(\d\d)\/(\d\d)\/((?:19|20)\d\d)-/.exec(text ?? '')
  return match ? `${match[3]!}-${match[1]!}-${match[2]!}` : null
}
