/**
 * SPEC CPU2006 and CPU2017 results as comma separated values, written by SPEC's formatter (`rawformat -o csv`).
 * Seen: CPU2006 1.2, CPU2017 1.1.0 to 1.1.9, published and not.
 *
 *     valid,0
 *     "Full Results Table"
 *     Benchmark,"Base # Copies","Est. Base Run Time","Est. Base Rate","Base Selected","Base Status",…,Description
 *     400.perlbench,64,755.918894,827.178688,0,S,,,,,,"ref iteration #1"
 *     "Selected Results Table"
 *     SPECint_rate_base2006,420.859521,,420.859521
 *     "Hardware Model:","System Model Name"
 *     HARDWARE
 *     Memory,"128 GB (16 x 8 GB 2Rx4 PC3-14900R-13, ECC,"
 *     ,"running at 1600 MHz and CL11)"
 *
 * Quirks: columns differ by suite (`Ref Time`, `# Copies`, `# Threads`) and get `Est. ` when the result is not valid;
 * rows of benchmarks that did not run are short; an empty first cell continues the value above; the reasons stand in a
 * frame of `#` at the end; SPEC writes `(NON-COMPLIANT)` and the like into the first line.
 */
import { readLines } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { readMeasure } from '../spec-number.ts'
import type { Format } from '../format.ts'
import { keyOf, type Section } from './describe.ts'
import { readDateTime } from './dates.ts'
import { joinReasons } from './frame.ts'
import { normaliseSpecCpu } from './normalise.ts'
import { emptyResult, iterationLimit, type Iteration, type SpecCpuResult } from './result.ts'
import { halfDigit } from './score.ts'
import { findScore, findSuite, type Mode, type Tuning } from './suites.ts'

export const specCpuCsv: Format<SpecCpuResult> = {
  id: 'spec-cpu-csv',
  title: 'SPEC CPU2006/CPU2017 results (csv)',
  about: {
    versions: 'CPU2006 1.2, CPU2017 1.1.0 to 1.1.9',
    reads: 'every run of every benchmark, means, validity and its reasons, the description of the system',
    leaves: 'notes, flags, the runcpu command line',
    quirks: ['Columns are found by their names.', 'All aggregates are computed again from the runs.'],
  },
  detect: ({ text }) => /^\s*valid,[01]\b[^\n]*\n/.test(text) && /"?Full Results Table"?/.test(text),
  async parse(source) {
    const state: State = { result: emptyResult('csv'), section: 'tables', columns: null, isSelected: false, key: null }
    const frame: string[] = []
    const footer: string[] = []
    await readLines(source, (view) => {
      const line = view.text(view.start, Math.min(view.end, view.start + lineLimit))
      state.result.lines = view.number
      const cells = splitCells(line)
      if (state.section === 'footer' || (cells[0] ?? '').startsWith('For questions about')) {
        state.section = 'footer'
        if (footer.length < 100) footer.push(cells.map((cell) => cell.trim()).join(' '))
      } else if (state.section === 'errors' && (cells[0] ?? '').startsWith('#')) {
        if (frame.length < 10_000) frame.push(cells[0] ?? '')
      } else {
        readRow(state, cells, view.number, source)
      }
    })
    const { result } = state
    result.reasons.push(...joinReasons(frame))
    readFooter(result, footer.join(' '))
    return result
  },
  normalise: normaliseSpecCpu,
}

/** Longest line read: flags of one benchmark may fill a few thousand characters, and are not taken. */
const lineLimit = 8192

interface Columns {
  indexes: Map<string, number>
  description: number
}

interface State {
  result: SpecCpuResult
  section: 'tables' | Section | 'notes' | 'errors' | 'footer'
  columns: Columns | null
  isSelected: boolean
  /** Key of the described value that the next row may continue. */
  key: string | null
}

function readRow(state: State, cells: string[], line: number, source: Source): void {
  const { result } = state
  const first = (cells[0] ?? '').trim()
  if (line === 1 || (/^valid$/.test(first) && result.claimsValid === null)) readValid(result, cells)
  else if (first === 'Full Results Table' || first === 'Selected Results Table') {
    state.isSelected = first.startsWith('Selected')
  } else if (first === 'Benchmark') state.columns = readColumns(cells, result)
  else if (state.section === 'tables' && /^\d{3}\.\w+/.test(first)) readRun(state, cells, line, source)
  else if (state.section === 'tables' && first.startsWith('SPEC') && cells.length > 1) readMean(result, cells, line)
  else if (first === 'HARDWARE' || first === 'SOFTWARE') state.section = first === 'HARDWARE' ? 'hardware' : 'software'
  else if (first === 'ERRORS') state.section = 'errors'
  else if (first.endsWith(':') && (state.section === 'tables' || state.section === 'top')) {
    state.section = 'top'
    readDescription(state, 'top', first.slice(0, -1), cells, line)
  } else if (state.section === 'hardware' || state.section === 'software') {
    if (cells.length === 1 && first !== '') state.section = 'notes'
    else readDescription(state, state.section, first, cells, line)
  }
}

function readValid(result: SpecCpuResult, cells: string[]): void {
  if (!/^valid$/.test((cells[0] ?? '').trim())) return
  result.claimsValid = cells[1]?.trim() === '1'
  for (const cell of cells.slice(2)) {
    const mark = /\((.+)\)/.exec(cell)?.[1]
    if (mark === undefined) continue
    result.claimsValid = false
    result.reasons.push(`marked ${mark.toLowerCase()} by SPEC`)
  }
}

function readColumns(cells: string[], result: SpecCpuResult): Columns {
  const indexes = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim()
    if (name.startsWith('Est.')) result.saysEstimated = true
    const plain = name.replace(/^Est\. /, '')
    const [, tuning, rest] = /^(Base|Peak) (.+)$/.exec(plain) ?? []
    if (tuning === undefined || rest === undefined) continue
    const field = rest === 'Rate' ? 'Ratio' : /^# (?:Copies|Threads)$/.test(rest) ? 'Copies' : rest
    indexes.set(`${tuning.toLowerCase()}/${field}`, index)
    if (rest === 'Rate' || rest === '# Copies') result.mode = 'rate'
    else if (/^(?:Ratio|# Threads|Ref Time)$/.test(rest)) result.mode ??= 'speed'
  }
  return { indexes, description: cells.findIndex((cell) => cell.trim() === 'Description') }
}

function readRun(state: State, cells: string[], line: number, source: Source): void {
  const { result, columns } = state
  if (!columns) {
    source.problems.warning('spec-odd-line', 'Unexpected result row before any header, expected a row "Benchmark,…"', {
      line,
      hint: 'The file was cut at its beginning or damaged. The row was left out.',
    })
    return
  }
  if (result.iterations.length + result.selected.length >= iterationLimit) {
    source.problems.fail('spec-too-many-runs', `Unexpected further run, expected at most ${iterationLimit}`, {
      line,
      hint: 'The file is not a result of one SPEC CPU run. Check what it holds.',
    })
  }
  const benchmark = cells[0]!.trim()
  result.suite ??= findSuite(benchmark, result.mode)
  const description = cells[columns.description] ?? ''
  for (const tuning of ['base', 'peak'] as const) {
    const iteration = toIteration(benchmark, tuning, cells, columns, line, result.mode)
    if (!iteration) continue
    if (state.isSelected) result.selected.push(iteration)
    else {
      iteration.iteration = Number(/iteration #(\d{1,6})/.exec(description)?.[1] ?? NaN) || null
      result.size ??=
        /^\w+\((\w+)\) iteration/.exec(description)?.[1] ?? /^(\w+) iteration/.exec(description)?.[1] ?? null
      result.iterations.push(iteration)
    }
  }
}

function toIteration(
  benchmark: string,
  tuning: Tuning,
  cells: string[],
  { indexes }: Columns,
  line: number,
  mode: Mode | null,
): Iteration | null {
  const text = (field: string): string => cells[indexes.get(`${tuning}/${field}`) ?? -1]?.trim() ?? ''
  const number = (field: string): number | null => readMeasure(text(field))
  const status = text('Status')
  const time = number('Run Time')
  if (status === '' && time === null && number('Ratio') === null) return null
  const copies = number('Copies')
  return {
    benchmark,
    tuning,
    iteration: null,
    time,
    timeError: 0.5e-6,
    ratio: number('Ratio'),
    // Rates are copies × a ratio of six decimals.
    ratioError: 0.5e-6 * (mode === 'rate' ? Math.max(1, copies ?? 1) : 1),
    copies,
    reference: number('Ref Time'),
    selected: text('Selected') === '1',
    status: status === '' ? 'unknown' : status,
    basepeak: false,
    line,
  }
}

/** `SPECint_rate2006,432.086005,,,,,,,432.086005`: the last cell that is not empty. */
function readMean(result: SpecCpuResult, cells: string[], line: number): void {
  const name = cells[0]!.trim().replace(/^Est\. /, '')
  const score = findScore(name)
  if (!score) return
  if (cells[0]!.trim() !== name) result.saysEstimated = true
  result.suite ??= score.suite
  const text =
    cells
      .slice(1)
      .findLast((cell) => cell.trim() !== '')
      ?.trim() ?? ''
  const value = readMeasure(text)
  // Trailing zeros are cut off: six decimals are what is printed.
  const error = value === null ? 0 : Math.min(0.5e-6, halfDigit(text))
  result.scores.push({ tuning: score.tuning, value, error, text, line })
}

function readDescription(state: State, section: Section, label: string, cells: string[], line: number): void {
  const { description } = state.result
  const text = cells.slice(1).join(',').trim()
  if (label === '') {
    const continued = state.key === null ? undefined : description.get(state.key)
    if (continued && continued.text.length < lineLimit) continued.text = `${continued.text} ${text}`.trim()
    return
  }
  if (section === 'top' && label === 'Run number') state.result.runNumber = text
  state.key = keyOf(section, label.trim(), description)
  if (state.key !== null) description.set(state.key, { text, line })
}

/** Footer cells are cut at arbitrary blanks: joined, they are sentences. */
function readFooter(result: SpecCpuResult, cells: string): void {
  const text = cells.replaceAll(/\s+/g, ' ')
  result.suiteVersion = /Tested with SPEC CPU20\d\d v([\d.]*\d)/.exec(text)?.[1] ?? null
  result.start = readDateTime(/Result run on (\d{4}-\d\d-\d\d [\d:]+(?:[-+]\d{4})?)/.exec(text)?.[1] ?? '')
  result.published = /Originally published on (\d{1,2} \w+ \d{4}|\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? null
}

/** Cells of one line; `""` inside quotes is a quote. A quote that never closes ends with the line. */
export function splitCells(line: string): string[] {
  const cells: string[] = []
  let at = 0
  do {
    if (line[at] === '"') {
      let cell = ''
      for (at++; at < line.length; at++) {
        const character = line[at]!
        if (character !== '"') cell += character
        else if (line[at + 1] === '"') {
          cell += '"'
          at++
        } else break
      }
      cells.push(cell)
      at = line.indexOf(',', at)
    } else {
      const end = line.indexOf(',', at)
      cells.push(line.slice(at, end === -1 ? undefined : end))
      at = end
    }
  } while (at++ !== -1)
  return cells
}
