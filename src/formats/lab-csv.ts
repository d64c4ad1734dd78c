/**
 * Lab CSV: our own format, for benchmarks that leave no public raw format (OLTP-2, terminal server, VMmark, vServCon,
 * LoadSim, boot times, file-copy times). Written by hand, by a script or from a spreadsheet; docs/lab-csv.md defines it.
 *
 *     benchpaper-log,1
 *     # file server, runs of 5 August
 *     benchmark,run,start,end,fileSize,metric,value,unit,setting:seed
 *     file-copy,1,2013-08-05 13:02:11,2013-08-05 13:09:13,10M,transferTime,421.9,s,4711
 *     file-copy,1,2013-08-05 13:02:11,2013-08-05 13:09:13,10M,filesCopied,1600,,4711
 *
 * Quirks met: spreadsheets pad the first lines with commas and save in the ANSI code page; German ones write semicolons
 * and decimal commas (refused, since 1,234 may mean two things); VBScript writes hours without leading zero.
 */
import { readLines } from '../source/lines.ts'
import type { Source } from '../source/source.ts'
import type { Format } from './format.ts'
import { splitCells, type Cell, type QuoteFault } from './lab-csv/cells.ts'
import { readHeader, type Column } from './lab-csv/header.ts'
import { checkRow, type LabRow } from './lab-csv/check-row.ts'
import { buildRun, groupRows } from './lab-csv/runs.ts'

export interface LabCsv {
  rows: LabRow[]
}

const columnLimit = 1000
/** More rows than anyone collects by hand; beyond, the file is something else. */
const rowLimit = 100_000

export const labCsv: Format<LabCsv> = {
  id: 'lab-csv',
  title: 'Lab CSV (benchpaper-log)',
  about: {
    versions: 'Version 1 of the table',
    reads: 'Every row: values, units, times, status, publication, validity, settings and dimensions.',
    leaves: 'Comment lines.',
    quirks: [
      'Commas that a spreadsheet adds behind the first line and behind comments are accepted.',
      'A decimal comma is an error, never a guess; so is a file with semicolons.',
      'A line break inside quotes is an error: one row is one line.',
      'Rows of one run that differ in status or publication become runs of their own.',
    ],
  },

  detect(head) {
    return /^\s*"?benchpaper-log"?\s*(?:[,;\t]|\r?\n|$)/.test(head.text)
  },

  async parse(source) {
    const rows: LabRow[] = []
    let isStarted = false
    // Empty until the header has been read; no header is.
    let columns: Column[] = []
    await readLines(source, (view) => {
      const text = view.text()
      if (!isStarted && text.trim() !== '') {
        checkFirstLine(text, view.number, source)
        isStarted = true
        return true
      }
      if (text.startsWith('#') || /^[\s,]*$/.test(text)) return true
      if (columns.length === 0) {
        columns = readHeader(splitHeader(text, view.number, source), view.number, source.problems)
      } else {
        const row = readRow(text, view.number, columns, source)
        if (row) rows.push(row)
      }
      if (rows.length > rowLimit) {
        source.problems.fail('too-many-rows', `Unexpected row ${rows.length}, expected at most ${rowLimit}`, {
          line: view.number,
          hint: 'Split the file, or write a series in the format of its tool.',
        })
      }
      return true
    })
    if (columns.length === 0) {
      source.problems.fail('missing-column', 'Unexpected end of the file, expected a header line', {
        hint: 'The line after benchpaper-log,1 must name the columns. The file may be cut off.',
      })
    }
    if (rows.length === 0 && source.problems.messages.length === 0) {
      source.problems.warning('no-rows', 'Unexpected end of the file, expected rows of values', {
        hint: 'The script may have been stopped before it wrote a result.',
      })
    }
    return { rows }
  },

  normalise({ rows }, source) {
    return groupRows(rows).map((group, index) => buildRun(group, index, source))
  },
}

function checkFirstLine(text: string, line: number, source: Source): void {
  const cells = splitCells(text, columnLimit)
  const [name, version, ...rest] = Array.isArray(cells) ? cells.map((cell) => cell.text) : []
  if (name !== 'benchpaper-log') {
    source.problems.fail('wrong-separator', 'Unexpected first line, expected benchpaper-log,1 with a comma', {
      line,
      actual: text.slice(0, 60),
      expected: 'benchpaper-log,1',
      hint: 'Save the file as CSV with commas between cells and points in numbers (a list separator of , in Windows).',
    })
  }
  if (version !== '1' || rest.some((cell) => cell !== '')) {
    source.problems.fail('unsupported-log-version', 'Unexpected version of the Lab CSV, expected 1', {
      line,
      actual: text.slice(0, 60),
      expected: 'benchpaper-log,1',
      hint: 'Write benchpaper-log,1, or read the file with the version of benchpaper it was made for.',
    })
  }
}

function splitHeader(text: string, line: number, source: Source): Cell[] {
  const cells = splitCells(text, columnLimit)
  if (!Array.isArray(cells)) source.problems.fail(...quoteProblem(cells, line))
  if (cells.length > columnLimit) {
    source.problems.fail('cell-count', `Unexpected header of more than ${columnLimit} cells, expected fewer`, {
      line,
      hint: 'Write one row a value; conditions such as queue depth are dimensions, not columns of values.',
    })
  }
  return cells
}

function readRow(text: string, line: number, columns: Column[], source: Source): LabRow | null {
  const { problems } = source
  const cells = splitCells(text, columnLimit)
  if (!Array.isArray(cells)) {
    problems.error(...quoteProblem(cells, line))
    return null
  }
  // Never more lenient: a row one cell too long, be it empty, is what an unquoted decimal comma makes of it.
  if (cells.length !== columns.length) {
    problems.error(
      'cell-count',
      `Unexpected ${cells.length} cells in a row, expected ${columns.length} as in the header`,
      {
        line,
        column: cells.at(-1)!.column,
        hint: 'Quote cells that hold commas, write numbers with a decimal point, and check that the line is complete.',
      },
    )
    return null
  }
  const damaged = cells.find((cell) => cell.text.includes('\uFFFD'))
  if (damaged) {
    problems.warning('damaged-text', 'Unexpected bytes in a cell, expected text in the encoding of the file', {
      line,
      column: damaged.column,
      actual: damaged.text,
      hint: 'Name the encoding with --encoding, or save the file as UTF-8.',
    })
  }
  return checkRow(cells, line, columns, problems)
}

function quoteProblem({ column, reason }: QuoteFault, line: number): Parameters<Source['problems']['error']> {
  const message =
    reason === 'unclosed'
      ? 'Unexpected end of the line inside quotes, expected a closing quote'
      : 'Unexpected quote or text beside a quote, expected a cell quoted as a whole'
  const hint =
    reason === 'unclosed'
      ? 'Line breaks inside quotes are not supported: write the row on one line.'
      : 'Put quotes around the whole cell and double those inside: "a 3.5"" disk".'
  return ['broken-quotes', message, { line, column, hint }]
}
