/**
 * SPEC CPU2006 and CPU2017 raw results (`CINT2006.001.ref.rsf`, `CPU2017.015.fpspeed.refspeed.rsf`), written by runspec
 * and runcpu. Seen: CPU2006 1.0 and 1.2, CPU2017 1.1.0. Fields: https://www.spec.org/cpu2006/Docs/result-fields.html
 *
 *     spec.cpu2006.hw_memory000: 128 GB (16 x 8 GB 2Rx4 PC3-14900R-13, ECC,
 *     spec.cpu2006.hw_memory001: running at 1600 MHz and CL11)
 *     # =============== do not edit below this point ===================
 *     spec.cpu2006.basemean: 420.859521
 *     spec.cpu2006.results.400_perlbench.base.000.ratio: 827.178688
 *     spec.cpu2006.results.400_perlbench.base.000.reported_time: 755.918894
 *     spec.cpu2006.results.400_perlbench.base.000.valid: S
 *
 * Quirks: a value of several lines is cut into keys numbered 000, 001, …; up to 300 kB are base64 blobs; what is above
 * the "do not edit" line has been edited by hand; the rsf may still say valid when the other renderings, made later,
 * say invalid because of unknown flags: `mergeRenderings` lets the worst win.
 */
import { readLines } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { readMeasure } from '../spec-number.ts'
import type { Format } from '../format.ts'
import { isDescriptionKey } from './describe.ts'
import { readEpoch } from './dates.ts'
import { normaliseSpecCpu } from './normalise.ts'
import { emptyResult, iterationLimit, type Iteration, type PrintedScore, type SpecCpuResult } from './result.ts'
import { halfDigit } from './score.ts'
import { findSuite, suites, type Mode, type Suite, type Tuning } from './suites.ts'

interface Entry {
  index: string
  text: string
  line: number
}

export const specCpuRsf: Format<SpecCpuResult> = {
  id: 'spec-cpu-rsf',
  title: 'SPEC CPU2006/CPU2017 raw results (rsf)',
  about: {
    versions: 'CPU2006 1.0 and 1.2, CPU2017 1.1.0',
    reads: 'every run of every benchmark, means, validity and its reasons, the description of the system',
    leaves: 'notes, flags, compiler options and environment (base64), file hashes, power',
    quirks: [
      'Values of several lines (numbered keys) are joined by a blank.',
      'Template text such as "System Vendor" or 9999 becomes "not disclosed".',
      'All aggregates are computed again from the runs.',
    ],
  },
  detect: ({ text }) =>
    /^\s*spec\.cpu20(?:06|17)\.\w[\w.]*: ?/m.test(text) && /(?:^|\n)spec\.cpu/.test(`\n${text.trimStart()}`),
  async parse(source) {
    const result = emptyResult('rsf')
    const values = new Map<string, Entry[]>()
    const runs = new Map<string, Map<string, Entry>>()
    await readLines(source, (view) => {
      result.lines = view.number
      // Blob lines are the bulk of the file: their keys are looked at, their text is not made.
      const line = view.text(view.start, Math.min(view.end, view.start + lineLimit))
      const match = /^\s*spec\.cpu20(?:06|17)\.([^:\s]+):\s?(.*)$/.exec(line)
      if (!match) {
        reportOddLine(line, view.number, source)
        return
      }
      const [, key = '', text = ''] = match
      if (key.length > keyLimit || blobs.test(key)) return
      if (key.startsWith('results.')) addField(runs, key, text.trim(), view.number, source)
      else addValue(values, key, text.trim(), view.number)
    })
    if (values.size === 0 && runs.size === 0) {
      source.problems.fail('spec-no-results', 'Unexpected end of file, expected keys of a SPEC CPU result', {
        line: Math.max(1, result.lines),
        hint: 'The file was cut or is not a raw result. Copy it again from the result folder.',
      })
    }
    fill(result, values, runs)
    return result
  },
  normalise: normaliseSpecCpu,
}

/** Longer than any value worth reading; only damaged files and blobs have longer lines. */
const lineLimit = 4096

/** Longer than any key. */
const keyLimit = 200

const blobs =
  /^(?:rawhash|exthash|cfidx|rawconfig|rawflags|compopts|compvers|toolver|env|flaginfo|orig_raw|suitehash|toolshash|notes|flagsurl|baggage)/

/** Fields of a run that are read; the rest (copy times, hashes, energy) stays in the file. */
const runFields =
  /^(?:benchmark|iteration|ratio|reported_time|reference|copies|clcopies|threads|selected|basepeak|valid|errors\d+)$/

function reportOddLine(line: string, number: number, source: Source): void {
  if (line.trim() === '' || /^\s*#/.test(line)) return
  source.problems.warning('spec-odd-line', 'Unexpected line without a key, expected "spec.cpu….key: value"', {
    line: number,
    actual: line.slice(0, 60),
    hint: 'The file may be damaged or edited by hand. The line was left out.',
  })
}

function addValue(values: Map<string, Entry[]>, key: string, text: string, line: number): void {
  const [, name = key, index = ''] = /^(.*?)(\d{3,})?$/.exec(key) ?? []
  const entries = values.get(name)
  // Keys that repeat without end come from damaged files; no real value has that many lines.
  if (entries === undefined) values.set(name, [{ index, text, line }])
  else if (entries.length < 1000) entries.push({ index, text, line })
}

function addField(
  runs: Map<string, Map<string, Entry>>,
  key: string,
  text: string,
  line: number,
  source: Source,
): void {
  const [, benchmark, tuning, iteration, field] = key.split('.')
  if (!benchmark || !tuning || !iteration || !field || !runFields.test(field)) return
  const id = `${benchmark}.${tuning}.${iteration}`
  const run = runs.get(id) ?? new Map<string, Entry>()
  if (run.size === 0) {
    if (runs.size >= iterationLimit) {
      source.problems.fail(
        'spec-too-many-runs',
        `Unexpected run ${runs.size + 1}, expected at most ${iterationLimit}`,
        {
          line,
          hint: 'The file is not a result of one SPEC CPU run. Check what it holds.',
        },
      )
    }
    runs.set(id, run)
  }
  run.set(field, { index: '', text, line })
}

function fill(result: SpecCpuResult, values: Map<string, Entry[]>, runs: Map<string, Map<string, Entry>>): void {
  const text = (key: string): string | null => values.get(key)?.[0]?.text ?? null
  result.mode = readMode(text('runmode'), text('rate'))
  result.size = /^[^\s(]+ \((\w+)\)$/.exec(text('size') ?? '')?.[1] ?? text('size')
  for (const [id, fields] of runs) {
    const iteration = toIteration(id, fields)
    if (iteration) result.iterations.push(iteration)
  }
  result.suite = readSuite(result, text('metric'), text('name'))
  const copies = readMeasure(text('base_copies') ?? '')
  for (const iteration of result.iterations) iteration.copies ??= copies
  for (const tuning of ['base', 'peak'] as const) {
    const entry = values.get(`${tuning}mean`)?.[0]
    if (entry) result.scores.push(toScore(tuning, entry))
  }
  for (const [key, entries] of values) {
    if (!isDescriptionKey(key)) continue
    entries.sort((a, b) => a.index.localeCompare(b.index))
    const lines = entries.map((entry) => entry.text).filter((line) => line !== '')
    result.description.set(key, { text: lines.join(' ').slice(0, lineLimit), line: entries[0]!.line })
  }
  readValidity(result, values)
  result.suiteVersion = text('suitever')
  result.runNumber = text('lognum')
  result.start = readEpoch(text('time') ?? '')
}

function readMode(runmode: string | null, rate: string | null): Mode | null {
  if (runmode !== null) return runmode === 'rate' || runmode === 'speed' ? runmode : null
  return rate === null ? null : rate === '1' ? 'rate' : 'speed'
}

/** By the benchmarks that ran; by the names in the head of the file when none did. */
function readSuite(result: SpecCpuResult, metric: string | null, name: string | null): Suite | null {
  for (const { benchmark } of result.iterations) {
    const suite = findSuite(benchmark, result.mode)
    if (suite) return suite
  }
  return suites.find(({ id, mode }) => (id === metric || id === name) && mode === (result.mode ?? mode)) ?? null
}

function toIteration(id: string, fields: Map<string, Entry>): Iteration | null {
  const [name = '', tuning = ''] = id.split('.')
  if (!isTuning(tuning)) return null
  const text = (field: string): string => fields.get(field)?.text ?? ''
  const number = (field: string): number | null => readMeasure(text(field))
  // Of the underscores of a key only the first stands for the point of the name.
  const benchmark = fields.get('benchmark')?.text ?? name.replace('_', '.')
  const index = number('iteration')
  const ratio = number('ratio')
  const copies = number('copies') ?? number('clcopies')
  return {
    benchmark,
    tuning,
    iteration: index !== null && index >= 0 ? index + 1 : null,
    time: number('reported_time'),
    timeError: halfDigit(text('reported_time')),
    ratio,
    // Rates are copies × a ratio of six decimals.
    ratioError: 0.5e-6 * Math.max(1, copies ?? 1),
    copies: number('threads') !== null && name.endsWith('_s') ? number('threads') : copies,
    reference: number('reference'),
    selected: text('selected') === '1',
    status: text('valid') || 'unknown',
    basepeak: tuning === 'peak' && text('basepeak') === '1',
    line: fields.get('ratio')?.line ?? fields.values().next().value?.line ?? 1,
  }
}

function isTuning(text: string): text is Tuning {
  return text === 'base' || text === 'peak'
}

function toScore(tuning: Tuning, { text, line }: Entry): PrintedScore {
  return { tuning, value: readMeasure(text), error: halfDigit(text), text, line }
}

function readValidity(result: SpecCpuResult, values: Map<string, Entry[]>): void {
  const valid = values.get('valid')?.[0]?.text
  const invalid = values.get('invalid')?.[0]?.text
  const errors = (values.get('errors') ?? []).map(({ text }) => text).filter((text) => text !== '')
  if (valid !== undefined || invalid !== undefined) {
    result.claimsValid = (valid === undefined || valid === 'S') && invalid !== '1' && errors.length === 0
  }
  result.reasons.push(...errors)
  for (const [key, mark] of stamps) {
    const texts = (values.get(key) ?? []).map(({ text }) => text).filter((text) => text !== '' && text !== '0')
    if (texts.length === 0) continue
    result.claimsValid = false
    result.reasons.push(`marked ${mark}: ${texts.join(' ')}`)
  }
}

/** How SPEC stamps a published result later on. */
const stamps = [
  ['nc', 'non-compliant'],
  ['cd', 'code defect'],
  ['na', 'not available'],
] as const
