/**
 * SPEC CPU2006 and CPU2017 results as a text report, written by SPEC's formatter (`rawformat -o txt`). Values are
 * rounded to about three digits: a last resort where neither rsf nor csv was kept.
 * Seen: CPU2006 1.0 and 1.2, CPU2017 1.1.0 to 1.1.8.
 *
 *                                 Estimated                       Estimated
 *                     Base     Base       Base        Peak     Peak       Peak
 *     Benchmarks      Ref.   Run Time     Ratio       Ref.   Run Time     Ratio
 *     -------------- ------  ---------  ---------    ------  ---------  ---------
 *     482.sphinx3     19490        655       29.8 *
 *     ==============================================================================
 *      Est. SPECfp(R)_base2006                 --
 *
 * Quirks: every benchmark stands twice, first all runs, then the selected ones; `*` marks a selected run, `S` another
 * good one; columns of a tuning that did not run are blank, so a cell belongs to base or peak by its position; with a
 * frame of reasons on top the title may begin after the first 4 KiB; a copy may begin with a byte order mark.
 */
import { readLines } from '../../source/lines.ts'
import { readMeasure } from '../spec-number.ts'
import type { Source } from '../../source/source.ts'
import type { Format } from '../format.ts'
import { keyOf, type Section } from './describe.ts'
import { readDateTime } from './dates.ts'
import { joinReasons } from './frame.ts'
import { normaliseSpecCpu } from './normalise.ts'
import { emptyResult, iterationLimit, type Iteration, type SpecCpuResult } from './result.ts'
import { halfDigit, halfDigitOfThree } from './score.ts'
import { findScore, findSuite, type Mode, type Tuning } from './suites.ts'

const title =
  /SPEC(?:\(R\)| CPU\(R\)2017| CPU2017)? (?:(CINT|CFP)2006 Summary|(Integer|Floating Point) (Rate|Speed) Result)/

export const specCpuTxt: Format<SpecCpuResult> = {
  id: 'spec-cpu-txt',
  title: 'SPEC CPU2006/CPU2017 results (text report)',
  about: {
    versions: 'CPU2006 1.0 and 1.2, CPU2017 1.1.0 to 1.1.8',
    reads: 'every run of every benchmark as rounded in print, means, validity and its reasons, the system',
    leaves: 'notes, flags',
    quirks: ['Ratios have three digits; scores are compared with the means of these within that precision.'],
  },
  detect: ({ text }) =>
    title.test(text) ||
    (/^\s*#{20,}\s*#\s+INVALID RUN -- INVALID RUN/.test(text) &&
      /cpu20(?:06|17)|'reportable' flag|did not have enough runs|Run of \d{3}\./.test(text)),
  async parse(source) {
    const result = emptyResult('txt')
    const state: State = { result, part: 'head', titles: [], peakColumn: Infinity, isSelected: false, key: null }
    const frame: string[] = []
    await readLines(source, (view) => {
      result.lines = view.number
      const line = view.text(view.start, Math.min(view.end, view.start + lineLimit))
      if (line.startsWith('#')) {
        if (frame.length < 10_000) frame.push(line)
      } else readLine(state, line, view.number, source)
    })
    if (frame.some((line) => line.includes('INVALID RUN'))) result.claimsValid = false
    result.claimsValid ??= result.scores.length > 0 ? !result.saysEstimated : null
    result.reasons.push(...joinReasons(frame))
    nameSystem(state)
    return result
  },
  normalise: normaliseSpecCpu,
}

const lineLimit = 2048

interface State {
  result: SpecCpuResult
  part: 'head' | 'table' | Exclude<Section, 'top'> | 'rest'
  /** Lines between the title and the license: vendor and model. */
  titles: { text: string; line: number }[]
  /** Where the cells of peak begin. */
  peakColumn: number
  isSelected: boolean
  key: string | null
}

function readLine(state: State, line: string, number: number, source: Source): void {
  const { result } = state
  const heading = line.trim()
  if (heading === 'HARDWARE' || heading === 'SOFTWARE') {
    state.part = heading === 'HARDWARE' ? 'hardware' : 'software'
    state.key = null
  } else if (state.part === 'head') readHead(state, line, number)
  else if (state.part === 'table') readTable(state, line, number, source)
  else if (state.part === 'rest') readFooter(result, line)
  else if (/^(?:\S.* )?Notes$|Flags$|Invocation$/.test(heading)) state.part = 'rest'
  else readDescription(state, state.part, line, number)
}

function readHead(state: State, line: string, number: number): void {
  const { result } = state
  const found = title.exec(line)
  if (found) {
    const mode = found[3]?.toLowerCase()
    if (mode === 'rate' || mode === 'speed') result.mode = mode
  } else if (/^-{3,} -{3,}/.test(line)) {
    const groups = [...line.matchAll(/-+/g)]
    // Name, three columns of base, three of peak.
    state.peakColumn = groups[4]?.index ?? Infinity
    state.part = 'table'
  } else if (line.includes('Estimated')) result.saysEstimated = true
  else if (/^Benchmarks\s/.test(line)) result.mode ??= headerMode(line)
  else if (/CPU20\d\d License/.test(line) || line.includes('availability:')) readLicense(result, line, number)
  else if (line.trim() !== '' && !/^\s+Base\b/.test(line) && state.titles.length < 10) {
    const date = readDateTime(line.trim())
    if (date) result.start = date
    else state.titles.push({ text: line.trim(), line: number })
  }
}

function headerMode(line: string): Mode | null {
  return /\bCopies\b|\bRate\b/.test(line) ? 'rate' : /\bRatio\b/.test(line) ? 'speed' : null
}

function readLicense(result: SpecCpuResult, line: string, number: number): void {
  for (const [key, pattern] of [
    ['license_num', /CPU20\d\d License:?\s+#?(.*?)(?:\s{2,}|$)/],
    ['test_date', /Test date:\s*(\S*)/],
    ['test_sponsor', /Test sponsor:\s*(.*?)(?:\s{2,}|$)/],
    ['tester', /Tested by:\s*(.*?)(?:\s{2,}|$)/],
    ['hw_avail', /Hardware availability:\s*(\S*)/],
    ['sw_avail', /Software availability:\s*(\S*)/],
  ] as const) {
    const match = pattern.exec(line)
    if (match) result.description.set(key, { text: match[1]!.trim(), line: number })
  }
}

function readTable(state: State, line: string, number: number, source: Source): void {
  const { result } = state
  if (/^={10,}/.test(line)) {
    state.isSelected = true
    return
  }
  const mean = /^\s+(Est\. )?(SPEC\S+)\s+(\S.*)$/.exec(line)
  if (mean) readMean(result, mean, number)
  const row = /^(\d{3}\.\w+)\s/.exec(line)
  if (!row) return
  if (result.iterations.length + result.selected.length >= iterationLimit) {
    source.problems.fail('spec-too-many-runs', `Unexpected further run, expected at most ${iterationLimit}`, {
      line: number,
      hint: 'The file is not a result of one SPEC CPU run. Check what it holds.',
    })
  }
  result.suite ??= findSuite(row[1]!, result.mode)
  const cells = [...line.matchAll(/\S+/g)].slice(1)
  for (const tuning of ['base', 'peak'] as const) {
    const own = cells.filter((cell) => cell.index >= state.peakColumn === (tuning === 'peak')).map(([text]) => text)
    if (own.length === 0) continue
    const iteration = toIteration(row[1]!, tuning, own, result.mode, number)
    if (iteration) (state.isSelected ? result.selected : result.iterations).push(iteration)
    else {
      source.problems.warning('spec-odd-line', `Unexpected ${own.length} cells of ${tuning}, expected 1 or 4`, {
        line: number,
        actual: own.join(' '),
        hint: 'The report may have been reformatted or cut. The cells were left out.',
      })
    }
  }
}

/** `19490 648 30.1 S`, `64 572 178 *`, `1 -- CE`, `NR`: the first number is a reference, copies or threads. */
function toIteration(
  benchmark: string,
  tuning: Tuning,
  cells: string[],
  mode: Mode | null,
  line: number,
): Iteration | null {
  const mark = cells.at(-1)!
  const numbers = cells.slice(0, -1).map((cell) => readMeasure(cell) ?? NaN)
  if (!/^(?:\*|[A-Z]{1,2})$/.test(mark) || cells.length > 4) return null
  const isGood = mark === '*' || mark === 'S'
  if (isGood && (numbers.length !== 3 || numbers.some(Number.isNaN))) return null
  const [first = NaN, time = NaN, ratio = NaN] = numbers
  const hasReference = /^4\d\d\./.test(benchmark) && mode === 'speed'
  return {
    benchmark,
    tuning,
    iteration: null,
    time: Number.isNaN(time) ? null : time,
    timeError: halfDigit(cells[1] ?? ''),
    ratio: Number.isNaN(ratio) ? null : ratio,
    ratioError: halfDigitOfThree(ratio),
    copies: hasReference || Number.isNaN(first) ? null : first,
    reference: hasReference && !Number.isNaN(first) ? first : null,
    selected: mark === '*',
    status: mark === '*' ? 'S' : mark,
    basepeak: false,
    line,
  }
}

function readMean(result: SpecCpuResult, [, estimated, name = '', text = '']: RegExpExecArray, line: number): void {
  const score = findScore(name)
  if (!score) return
  if (estimated !== undefined) result.saysEstimated = true
  result.suite ??= score.suite
  result.mode ??= score.suite.mode
  const value = readMeasure(text)
  const error = value === null ? 0 : halfDigitOfThree(value)
  result.scores.push({ tuning: score.tuning, value, error, text: text.trim(), line })
}

/** Labels end at column 21 with a colon; what follows, and unlabelled lines below, is the value. */
function readDescription(state: State, section: Section, line: string, number: number): void {
  const { description } = state.result
  const text = line.slice(22).trim()
  if (line[20] === ':') {
    state.key = keyOf(section, line.slice(0, 20).trim(), description)
    if (state.key !== null) description.set(state.key, { text, line: number })
  } else if (line.slice(0, 22).trim() === '' && text !== '' && state.key !== null) {
    const continued = description.get(state.key)
    if (continued && continued.text.length < lineLimit) continued.text = `${continued.text} ${text}`.trim()
  }
}

function readFooter(result: SpecCpuResult, line: string): void {
  const tested = /^Tested with SPEC CPU(?:\(R\))?20\d\d v([\d.]*\d)(?: on (.+?)\.?$)?/.exec(line)
  if (tested) {
    result.suiteVersion = tested[1]!
    result.start ??= readDateTime(tested[2] ?? '')
  }
  result.published ??= /^Originally published on (\d{1,2} \w+ \d{4}|\d{4}-\d\d-\d\d)/.exec(line)?.[1] ?? null
}

/** One title line holds vendor and model together; of several the first is the vendor. */
function nameSystem({ result, titles }: State): void {
  const [first, ...others] = titles
  if (!first) return
  const model = others.length === 0 ? first : { text: others.map(({ text }) => text).join(' '), line: others[0]!.line }
  if (others.length > 0) result.description.set('hw_vendor', first)
  result.description.set('hw_model', model)
}
