/** diskspd's text as written: sections, tables with the columns their header names, each row with its line. */
import type { Timestamp } from '../../model/result.ts'
import type { Operation, Target } from '../diskspd/measured.ts'
import { readStart } from '../diskspd/time.ts'
import { readTarget } from './target.ts'
import { parsePlausible } from '../plausible.ts'

export interface Row {
  line: number
  /** Text of each cell by column, in lower case: `i/o per s`. */
  cells: ReadonlyMap<string, string>
}

export interface Table {
  rows: Row[]
  /** `total:` or `avg.`; `null` when the text breaks off before it. */
  total: Row | null
}

export interface TextProfile {
  duration: number | null
  warmup: number | null
  cooldown: number | null
  measuresLatency: boolean
  targets: Target[]
}

export interface TextTimespan {
  line: number
  /** As numbered by diskspd, from 1. */
  number: number
  seconds: { text: string; line: number } | null
  threads: number | null
  processors: number | null
  cpu: Table | null
  tables: Map<Operation, Table>
  /** By what stands above: `total`, or the path of a target. */
  percentiles: Map<string, Table>
}

/** One call of diskspd. */
export interface TextReport {
  commandLine: string | null
  computer: string | null
  start: Timestamp | null
  processors: number | null
  profiles: Map<number, TextProfile>
  timespans: TextTimespan[]
}

export interface TextLog {
  reports: TextReport[]
  /** Lines in which diskspd says what went wrong. */
  messages: { text: string; line: number }[]
}

const tableNames: Readonly<Record<string, Operation>> = { 'Total IO': 'all', 'Read IO': 'read', 'Write IO': 'write' }

/** Follows the text line by line. */
export class ReportReader {
  readonly log: TextLog = { reports: [], messages: [] }
  #report: TextReport | null = null
  #profile: TextProfile | null = null
  #block: string[] = []
  #timespan: TextTimespan | null = null
  #table: { table: Table; columns: string[] } | null = null
  /** The last line that was no part of a table: names the one that follows. */
  #title = ''

  read(raw: string, line: number): void {
    const text = raw.replace(/^[\s\uFEFF]+|\s+$/g, '')
    if (text === '' || /^[-*]+$/.test(text)) return
    if (/^(?:error|there has been an error|warning)\b/i.test(text)) {
      this.log.messages.push({ text: text.slice(0, 200), line })
    } else if (!this.#readStart(text, line) && !this.#readTable(text, line)) {
      if (this.#timespan) this.#readResult(text, line)
      else this.#readInput(text)
      this.#title = text
    }
  }

  /** To be called after the last line. */
  end(): void {
    this.#finishTarget()
  }

  #readStart(text: string, line: number): boolean {
    const command = /^Command Line:\s*(.*)$/.exec(text)
    if (command || (text === 'Input parameters:' && this.#report?.profiles.size !== 0)) {
      this.#newReport(command?.[1] ?? null)
      return true
    }
    if (text === 'Input parameters:') return true
    const results = /^Results for timespan (\d{1,6}):/.exec(text)
    if (!results) return false
    // An excerpt may begin here.
    const report = this.#report ?? this.#newReport(null)
    this.#finishTarget()
    this.#profile = null
    this.#table = null
    this.#timespan = {
      line,
      number: Number(results[1]),
      seconds: null,
      threads: null,
      processors: null,
      cpu: null,
      tables: new Map(),
      percentiles: new Map(),
    }
    report.timespans.push(this.#timespan)
    return true
  }

  #newReport(commandLine: string | null): TextReport {
    this.#finishTarget()
    const report: TextReport = {
      commandLine,
      computer: null,
      start: null,
      processors: null,
      profiles: new Map(),
      timespans: [],
    }
    this.#report = report
    this.#profile = null
    this.#timespan = null
    this.#table = null
    this.log.reports.push(report)
    return report
  }

  #readInput(text: string): void {
    if (!this.#report) return
    const pair = /^([^:]+):\s*(.*)$/.exec(text)
    const value = pair?.[2] ?? ''
    switch (pair?.[1]) {
      case 'timespan':
        this.#finishTarget()
        this.#profile = { duration: null, warmup: null, cooldown: null, measuresLatency: false, targets: [] }
        this.#report.profiles.set(Number(value), this.#profile)
        return
      case 'System information':
        this.#finishTarget()
        this.#profile = null
        return
      case 'computer name':
        this.#report.computer = value
        return
      case 'start time':
        this.#report.start = readStart(value)
        return
      case 'cpu count':
        this.#report.processors = readCount(value)
        return
      case 'path':
        this.#finishTarget()
        this.#block = [text]
        return
      default:
    }
    if (this.#block.length > 0) this.#block.push(text)
    else if (this.#profile) readProfile(this.#profile, text)
  }

  #finishTarget(): void {
    if (this.#block.length > 0) this.#profile?.targets.push(readTarget(this.#block))
    this.#block = []
  }

  #readResult(text: string, line: number): void {
    this.#table = null
    const pair = /^(actual test time|thread count|proc count):\s*(.*)$/.exec(text)
    const timespan = this.#timespan!
    if (pair?.[1] === 'actual test time') timespan.seconds = { text: pair[2]!, line }
    else if (pair?.[1] === 'thread count') timespan.threads = readCount(pair[2]!)
    else if (pair?.[1] === 'proc count') timespan.processors = readCount(pair[2]!)
  }

  /** True when the line was part of a table. */
  #readTable(text: string, line: number): boolean {
    if (!text.includes('|') || !this.#timespan) return false
    const cells = text.split('|').map((cell) => cell.trim())
    const columns = cells.map((cell) => cell.toLowerCase())
    if (columns[0] === 'thread' || columns[0] === '%-ile' || columns.includes('usage')) {
      this.#openTable(columns)
      return true
    }
    if (this.#table) addRow(this.#table.table, this.#table.columns, cells, line)
    return true
  }

  #openTable(columns: string[]): void {
    const table: Table = { rows: [], total: null }
    this.#table = { table, columns }
    const timespan = this.#timespan!
    if (columns[0] === 'thread') {
      const operation = tableNames[this.#title]
      if (operation) timespan.tables.set(operation, table)
      else this.#table = null
    } else if (columns[0] === '%-ile') {
      const isOverall = /^(?:total|Total latency distribution):$/.test(this.#title)
      timespan.percentiles.set(isOverall ? 'total' : this.#title, table)
    } else {
      timespan.cpu = table
    }
  }
}

/** Cells of ordinary rows stand below their columns. Totals lack the columns before their first number, and the file. */
function addRow(table: Table, columns: string[], cells: string[], line: number): void {
  const total = /^(?:total:|avg\.)\s*(.*)$/.exec(cells[0]!)
  const isThreads = columns[0] === 'thread'
  if (!total) {
    if (cells.length === columns.length) table.rows.push({ line, cells: zip(columns, cells) })
    return
  }
  // `total: 4096 | …` holds the first number beside the word, `avg.| 0.82% | …` does not.
  const values = isThreads ? [total[1]!, ...cells.slice(1)] : cells.slice(1)
  const names = isThreads ? columns.slice(1).filter((column) => column !== 'file') : columns.slice(-values.length)
  if (values.length === names.length) table.total ??= { line, cells: zip(names, values) }
}

function zip(names: string[], values: string[]): Map<string, string> {
  return new Map(names.map((name, i) => [name, values[i]!]))
}

function readProfile(profile: TextProfile, text: string): void {
  const pair = /^(duration|warm up time|cool down time):\s*(\d{1,9})s$/.exec(text)
  const value = pair ? parsePlausible(pair[2]!) : null
  if (pair?.[1] === 'duration') profile.duration = value
  else if (pair?.[1] === 'warm up time') profile.warmup = value
  else if (pair?.[1] === 'cool down time') profile.cooldown = value
  else if (text === 'measuring latency') profile.measuresLatency = true
}

function readCount(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
