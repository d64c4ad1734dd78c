/**
 * SPECpower_ssj2008 text report (`ssj.0001.txt`), written by the kit's reporter. No report of a run was at hand: the layout
 * is that of published reports as public scripts read them and of SPEC's description of the fields,
 * https://www.spec.org/power/docs/SPECpower_ssj2008-Result_File_Fields.html
 *
 *     Benchmark Results Summary
 *     100% | 99.7% | 305,413 | 276 | 1,107
 *      90% | 90.2% | 276,319 | 269 | 1,027
 *     Active Idle | 0 | 157 | 0
 *     sum of ssj_ops / sum of power = | 682
 *
 * Quirks: thousands are separated by commas; bars or blanks separate columns; the idle row has no actual load, sometimes an
 * empty cell for it; the overall figure is a ratio of sums over eleven levels, not a mean of ratios; reports of several
 * nodes repeat tables of the same form for each set and host: only the summary counts.
 */
import { RunBuilder } from '../model/builder.ts'
import type { Run } from '../model/result.ts'
import { readLines } from '../source/lines.ts'
import type { Source } from '../source/source.ts'
import type { Format } from './format.ts'
import { readMeasure } from './spec-number.ts'
import { isBlank, isTemplateText } from './spec-properties.ts'

/** One target load: operations per second and the power drawn meanwhile. */
interface Level {
  /** Percent of the calibrated maximum; 0 for active idle. */
  target: number
  /** Load reached, percent; `null` at idle. */
  actual: number | null
  ops: number
  watts: number
  wattsError: number
  /** As printed. */
  ratio: number | null
  line: number
}

export interface SpecpowerRaw {
  levels: Level[]
  overall: { value: number; line: number } | null
  /** Lines of the head that say INVALID. */
  invalid: string[]
  labels: Map<string, string>
  lines: number
}

export const specpowerTxt: Format<SpecpowerRaw> = {
  id: 'specpower-txt',
  title: 'SPECpower_ssj2008 text report',
  about: {
    versions: 'after published reports, 1.00 to 1.12',
    reads: 'every target load with ssj_ops and watts, active idle, the overall figure, validity, the system',
    leaves: 'sections of single nodes, hosts and JVMs, temperature, notes',
    quirks: ['The overall figure and every ratio are computed again from ssj_ops and watts.'],
  },
  detect: ({ text }) =>
    (/^[\s#|]*SPECpower_ssj2008/m.test(text) || /SPECpower_ssj2008[^]*Benchmark Results Summary/.test(text)) &&
    !/<html|<table/i.test(text),
  async parse(source) {
    const raw: SpecpowerRaw = { levels: [], overall: null, invalid: [], labels: new Map(), lines: 0 }
    let isSummary = false
    await readLines(source, (view) => {
      raw.lines = view.number
      const line = view.text(view.start, Math.min(view.end, view.start + 4096))
      if (/Benchmark Results Summary/i.test(line)) isSummary = true
      else if (/^\s*(?:Aggregate (?:SUT|Performance|Electrical)|System Under Test|Set:)/i.test(line)) isSummary = false
      if (raw.levels.length === 0 && /\bINVALID\b/.test(line) && raw.invalid.length < 50) {
        raw.invalid.push(line.replaceAll(/[\s|*#]+/g, ' ').trim())
      }
      if (isSummary && readOverall(raw, line, view.number)) isSummary = false
      else if (isSummary) readLevel(raw, line, view.number, source)
      else readLabels(raw.labels, line)
    })
    if (raw.levels.length === 0) {
      source.problems.fail(
        'specpower-no-levels',
        'Unexpected end of file, expected rows "100% | … | ssj_ops | watts"',
        {
          line: Math.max(1, raw.lines),
          hint: 'The report has no summary table: the run was stopped or the file cut. Make the report again.',
        },
      )
    }
    return raw
  },
  normalise: (raw, source) => [normaliseReport(raw, source)],
}

const number = String.raw`(\d[\d,]*(?:\.\d+)?)`
const gap = String.raw`[\s|]+`
const levelRow = new RegExp(String.raw`^[\s|]*(\d{1,3})%${gap}${number}%${gap}${number}${gap}${number}${gap}${number}`)
const idleRow = new RegExp(String.raw`^[\s|]*Active Idle${gap}${number}${gap}${number}(?:${gap}${number})?`, 'i')
const overallRow = new RegExp(
  String.raw`(?:∑|Σ|sum of )\s*ssj_ops\s*\/\s*(?:∑|Σ|sum of )\s*power\s*=${gap}${number}`,
  'i',
)

/** Thousands are separated by commas, decimals by a point, whatever the machine's language. */
function readGrouped(text: string): number {
  return /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$/.test(text)
    ? (readMeasure(text.replaceAll(',', '')) ?? NaN)
    : NaN
}

function readLevel(raw: SpecpowerRaw, line: string, lineNumber: number, source: Source): void {
  const match = levelRow.exec(line)
  const idle = match ? null : idleRow.exec(line)
  if (!match && !idle) return
  const [target, actual, ops, watts, ratio] = match
    ? match.slice(1).map((text) => readGrouped(text))
    : [0, NaN, ...idle!.slice(1).map((text) => readGrouped(text))]
  if (
    ![target, ops, watts].every(Number.isFinite) ||
    target! > 100 ||
    raw.levels.some((one) => one.target === target)
  ) {
    source.problems.warning(
      'specpower-odd-row',
      'Unexpected row of the summary, expected each load once with numbers',
      {
        line: lineNumber,
        actual: line.trim().slice(0, 80),
        hint: 'The row was left out. A decimal comma or a damaged report is likely.',
      },
    )
    return
  }
  const wattsText = match ? match[4]! : idle![2]!
  raw.levels.push({
    target: target!,
    actual: actual === undefined || Number.isNaN(actual) ? null : actual,
    ops: ops!,
    watts: watts!,
    wattsError: wattsText.includes('.') ? 0.5 * 10 ** -(wattsText.length - wattsText.indexOf('.') - 1) : 0.5,
    ratio: ratio === undefined || Number.isNaN(ratio) ? null : ratio,
    line: lineNumber,
  })
}

function readOverall(raw: SpecpowerRaw, line: string, lineNumber: number): boolean {
  const value = readGrouped(overallRow.exec(line)?.[1] ?? '')
  if (Number.isNaN(value)) return false
  raw.overall = { value, line: lineNumber }
  return true
}

/** Labels of the head and of "System Under Test" that describe the run: label → setting. */
const settings: ReadonlyMap<string, string> = new Map([
  ['test sponsor', 'test_sponsor'],
  ['tested by', 'tester'],
  ['spec license #', 'license_num'],
  ['test date', 'test_date'],
  ['hardware availability', 'hw_avail'],
  ['software availability', 'sw_avail'],
  ['publication', 'publication'],
  ['publication date', 'publication'],
  ['test method', 'test_method'],
  ['hardware vendor', 'hw_vendor'],
  ['model', 'hw_model'],
  ['form factor', 'hw_form_factor'],
  ['cpu', 'hw_cpu_name'],
  ['cpu name', 'hw_cpu_name'],
  ['cpu characteristics', 'hw_cpu_char'],
  ['cpu frequency (mhz)', 'hw_cpu_mhz'],
  ['cpu(s) enabled', 'hw_enabled'],
  ['memory amount (gb)', 'hw_memory_gb'],
  ['# and size of dimm(s)', 'hw_dimms'],
  ['disk drive', 'hw_disk'],
  ['power supply quantity and rating (w)', 'hw_power_supply'],
  ['power supply details', 'hw_power_supply_details'],
  ['power management', 'power_management'],
  ['operating system (os)', 'sw_os'],
  ['os version', 'sw_os_version'],
  ['jvm vendor', 'sw_jvm_vendor'],
  ['jvm version', 'sw_jvm'],
  ['jvm command-line options', 'sw_jvm_options'],
  ['jvm instances', 'sw_jvm_instances'],
])

/** `Label: value` and `Label: | value | Label: | value`; of a label that repeats (controller, nodes) the first counts. */
function readLabels(labels: Map<string, string>, line: string): void {
  const cells = line.split('|').map((cell) => cell.trim())
  for (const [i, cell] of cells.entries()) {
    const match = /^([^:]{2,60}):\s*(.*)$/.exec(cell)
    const key = settings.get(match?.[1]?.toLowerCase() ?? '')
    if (!match || key === undefined || labels.has(key)) continue
    const value = match[2] === '' ? (cells[i + 1] ?? '') : match[2]!
    labels.set(key, value.slice(0, 1000))
  }
}

function normaliseReport(raw: SpecpowerRaw, source: Source): Run {
  const { levels, labels } = raw
  const known = (key: string): string | null => {
    const text = labels.get(key) ?? ''
    return isBlank(text) || isTemplateText(text) ? null : text
  }
  const builder = new RunBuilder(source, {
    benchmark: 'specpower',
    tool: 'SPECpower_ssj2008',
    system: [known('hw_vendor'), known('hw_model')].filter((part) => part !== null).join(' ') || null,
    index: 0,
    line: 1,
  })
  builder.setting('rendering', 'txt')
  for (const key of labels.keys()) {
    const value = known(key)
    const isNumber = key === 'hw_cpu_mhz' || key === 'hw_memory_gb' || key === 'sw_jvm_instances'
    const read = isNumber && value !== null ? readGrouped(value) : NaN
    builder.setting(key, Number.isNaN(read) ? value : read)
  }
  const published = known('publication')
  if (published !== null && /\d{4}/.test(published)) builder.published('spec.org', published)
  const reasons = raw.invalid.map((line) => `the report says: ${line}`)
  const { score, recomputed } = sumUp(raw, reasons, source)
  if (reasons.length === 0) builder.valid()
  for (const reason of reasons) builder.invalid(reason)
  builder.setting('reportable', reasons.length === 0 && known('license_num') !== null)
  builder.setting('printedScore', raw.overall?.value ?? null).setting('recomputedScore', recomputed)
  const line = raw.overall?.line ?? levels[0]!.line
  builder.observe('score', score, '1/s/W', { dimensions: { name: 'overall ssj_ops/watt' }, line })
  for (const { target, actual, ops, watts, line: at } of levels) {
    const extras = { dimensions: { targetLoadPercent: target }, line: at }
    builder.observe('throughput', ops, '1/s', extras).observe('power', watts, 'W', extras)
    builder.observe('efficiency', watts > 0 ? ops / watts : null, '1/s/W', extras)
    if (target > 0) builder.observe('actualLoad', actual === null ? null : actual / 100, 'ratio', extras)
  }
  const [full, idle] = [100, 0].map((target) => levels.find((level) => level.target === target))
  if (full && idle && full.watts > 0) {
    builder.observe('idlePowerShare', idle.watts / full.watts, 'ratio', { line: idle.line })
  }
  return builder.build()
}

const targets = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]

interface Sum {
  score: number | null
  recomputed: number | null
}

/** Σ ssj_ops ÷ Σ watts over ten loads and active idle; `null` when a level is missing. Compares with what is printed. */
function sumUp({ levels, overall }: SpecpowerRaw, reasons: string[], source: Source): Sum {
  for (const { target, ops, watts, wattsError, ratio, line } of levels) {
    if (ratio === null || watts <= 0) continue
    const expected = ops / watts
    // A small ratio is printed with fewer whole digits, so half a unit of it weighs more.
    if (Math.abs(expected - ratio) <= 0.5 + (expected * wattsError) / watts + 1e-9) continue
    source.problems.warning(
      'ratio-differs',
      `Unexpected ${ratio} ssj_ops/watt at ${target} %, expected ${expected.toFixed(1)}`,
      {
        line,
        actual: String(ratio),
        expected: expected.toFixed(1),
        hint: 'The row may have been edited or damaged. ssj_ops and watts are used as printed.',
      },
    )
  }
  const missing = targets.filter((target) => !levels.some((level) => level.target === target))
  const line = overall?.line ?? levels.at(-1)!.line
  if (missing.length > 0) {
    const names = missing.map((target) => (target === 0 ? 'active idle' : `${target} %`)).join(', ')
    reasons.push(`no measurement at ${names}`)
    source.problems.warning(
      'incomplete-suite',
      `Unexpected lack of ${names}, expected ten loads and active idle, there is no score`,
      {
        line,
        actual: overall === null ? undefined : String(overall.value),
        hint: 'Sums over fewer levels are no SPECpower result. Repeat the run or make its report again.',
      },
    )
    return { score: null, recomputed: null }
  }
  const counted = levels.filter(({ target }) => targets.includes(target))
  const sum = (pick: (level: Level) => number): number => counted.reduce((total, level) => total + pick(level), 0)
  const watts = sum((level) => level.watts)
  if (watts <= 0) return { score: null, recomputed: null }
  const expected = sum(({ ops }) => ops) / watts
  const error = 0.5 + (expected * sum(({ wattsError }) => wattsError)) / watts
  if (overall === null) return { score: expected, recomputed: expected }
  // The printed figure comes from watts that are not rounded: of two that agree it is the better.
  if (Math.abs(expected - overall.value) <= error + 1e-9) return { score: overall.value, recomputed: expected }
  reasons.push(`the overall figure is printed as ${overall.value}, but its levels give ${expected.toFixed(1)}`)
  source.problems.error(
    'aggregate-differs',
    `Unexpected overall ${overall.value} ssj_ops/watt, expected ${expected.toFixed(1)} from the levels`,
    {
      line: overall.line,
      actual: String(overall.value),
      expected: expected.toFixed(1),
      hint: 'The rows or the figure were changed after the run. What the rows give is used, and the run counts as invalid.',
    },
  )
  return { score: expected, recomputed: expected }
}
