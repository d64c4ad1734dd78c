/** The prose helpers. Each reads views through expressions and writes as the language does; `docs/report-language.md` lists them. */
import {
  evaluate,
  evaluateNumber,
  ExpressionError,
  type Reading,
  type Scope,
  type Value,
} from '../analyse/expression.ts'
import type { View } from '../analyse/view.ts'
import type { Scalar } from '../model/result.ts'
import { formatDate, formatList, formatNumber, formatQuantity, formatRange } from '../locale/format.ts'
import type { Language } from '../locale/language.ts'
import { PlaceholderError, type Call, type Evaluator, type Rendered } from './placeholder.ts'

export interface HelperContext {
  scope: Scope
  views: ReadonlyMap<string, View>
  language: Language
  /** Name of a dimension's value: `40K` is `40 KB`. */
  label(dimension: string, key: string): string
  /** Reference to a figure, table or section by id, with its text. */
  reference(id: string): Rendered
  /** Link to another report of the lab, with its title. */
  report: (id: string) => Rendered
  /** Counter behind a measure. */
  counter(measure: string): string
  /** A setting that all runs of a benchmark share. @throws PlaceholderError when they do not, or have none */
  setting(benchmark: string, name: string): Scalar
}

export function proseHelpers(context: HelperContext): Evaluator['helpers'] {
  const { scope, language } = context
  return {
    /** `{{value "cpu.old['10M']"}}`: a number with the unit and decimals of its column; both can be given. */
    value: (call) => {
      const { value, readings } = read(() => evaluateNumber(expression(call), scope))
      const { decimals, unit } = style(call, readings)
      return formatQuantity(value, decimals, unit, language)
    },
    /** `{{number "max(read.speedup)" decimals=1}}`: the number alone. */
    number: (call) => {
      const { value, readings } = read(() => evaluateNumber(expression(call), scope))
      return formatNumber(value, style(call, readings).decimals, language)
    },
    /** `{{range "time.speedup" decimals=0}}`: the smallest and the largest value of a column. */
    range: (call) => {
      const { value, readings } = read(() => evaluate(expression(call), scope))
      const values = columnOf(value)
      const { decimals, unit } = style(call, readings)
      return formatRange(Math.min(...values), Math.max(...values), decimals, unit, language)
    },
    /** `{{rows "queue.new > queue.old"}}`: the names of the rows for which a condition holds. */
    rows: (call) => {
      const { value, readings } = read(() => evaluate(expression(call), scope))
      if (typeof value !== 'object') throw new PlaceholderError('rows needs a condition on a column')
      const view = viewOf(readings, context)
      if (!view) throw new PlaceholderError('rows needs a condition on a column of a view')
      const holding = new Set(value.keys.filter((_, index) => value.values[index] === true))
      return formatList(
        rowLabels(view, context, (key) => holding.has(key)),
        language,
      )
    },
    /** `{{gain "read.factor"}}`: how much more than one a factor is: +140 %. Of a column: from the smallest to the largest. */
    gain: (call) => {
      const { value } = read(() => evaluate(expression(call), scope))
      const percents = (typeof value === 'object' ? columnOf(value) : [numberOf(value)]).map(
        (factor) => (factor - 1) * 100,
      )
      const decimals = Number(call.options.decimals ?? 0)
      return formatRange(Math.min(...percents), Math.max(...percents), decimals, '%', language)
    },
    /** `{{highest "read.new"}}`, `{{lowest "time.new"}}`: the names of the rows with the largest and the smallest value. */
    highest: (call) => extreme(call, context, Math.max),
    lowest: (call) => extreme(call, context, Math.min),
    /** `{{crossing "latency.write > 20"}}`: the name of the first row for which a condition holds. */
    crossing: (call) => {
      const { value, readings } = read(() => evaluate(expression(call), scope))
      const view = viewOf(readings, context)
      const first = typeof value === 'object' ? value.keys[value.values.indexOf(true)] : undefined
      if (!view || first === undefined)
        throw new PlaceholderError('no row meets the condition of crossing; guard the sentence with a claim')
      return formatList(
        rowLabels(view, context, (key) => key === first),
        language,
      )
    },
    /** `{{count "queue.new > queue.old"}}`: for how many rows a condition holds. */
    count: (call) => formatNumber(read(() => evaluateNumber(`count(${expression(call)})`, scope)).value, 0, language),
    /** `{{repetitions "transferTime"}}`: how many measurements stand behind each value of a view. */
    repetitions: ({ operands: [name] }) => {
      const view = context.views.get(String(name))
      if (!view) throw new PlaceholderError(`unknown view ${String(name)}`)
      const counts = view.cells.flat().map(({ repetitions }) => repetitions)
      return formatRange(Math.min(...counts), Math.max(...counts), 0, '', language)
    },
    /** `{{label "fileSize" "40K"}}`, or all of a dimension's values in a view: `{{labels "transferTime"}}`. */
    label: ({ operands: [dimension, key] }) => context.label(String(dimension), String(key)),
    labels: ({ operands: [name] }) => {
      const view = context.views.get(String(name))
      if (!view) throw new PlaceholderError(`unknown view ${String(name)}`)
      return formatList(
        rowLabels(view, context, () => true),
        language,
      )
    },
    /** `{{date "2013-08"}}` */
    date: ({ operands: [date] }) => formatDate(String(date), language),
    /** `{{quantity fact.linkSpeed}}`: a quantity as people write it, `2.3 GHz`, in the language's form. */
    quantity: ({ operands: [text] }) => quantity(String(text), language),
    /** `{{ref "transfer-time"}}`: "Table 3", with a link. */
    ref: ({ operands: [id] }) => context.reference(String(id)),
    /** `{{report "primergy/iscsi"}}`: the title of another report, with a link. */
    report: ({ operands: [id] }) => context.report(String(id)),
    /** `{{setting "jetstress" "logBuffers"}}`: what all runs of a benchmark were set to, by their logs. */
    setting: ({ operands: [benchmark, name], options }) => {
      const found = context.setting(String(benchmark), String(name))
      if (typeof found !== 'number') return quantity(String(found), language)
      const unit = String(options.unit ?? '')
      return formatQuantity(unit === '%' ? 100 * found : found, Number(options.decimals ?? 0), unit, language)
    },
    /** `{{counter "diskReadRate"}}`: the counter a measure reads. */
    counter: ({ operands: [measure] }) => ({
      type: 'inlineCode',
      value: context.counter(String(measure)).replaceAll('*', '…'),
    }),
  }
}

function expression({ operands: [text] }: Call): string {
  if (typeof text !== 'string') throw new PlaceholderError('expected an expression in quotes')
  return text
}

function read<T>(evaluation: () => T): T {
  try {
    return evaluation()
  } catch (error) {
    if (error instanceof ExpressionError) throw new PlaceholderError(error.message)
    throw error
  }
}

/** Unit and decimals: as said, else those of the first column read. */
function style({ options }: Call, readings: Reading[]): { decimals: number; unit: string } {
  return {
    decimals: Number(options.decimals ?? readings[0]?.cell.style.decimals ?? 0),
    unit: String(options.unit ?? readings[0]?.cell.style.unit ?? ''),
  }
}

/** Names of rows: of the last dimension, whose values tell the rows of a group apart. */
function rowLabels(view: View, context: HelperContext, isWanted: (key: string) => boolean): string[] {
  return view.rows
    .filter(({ key }) => isWanted(key))
    .map(({ keys }) => keys.map((key, level) => context.label(view.spec.rows[level]!.dimension, key)).join(' '))
}

function viewOf(readings: Reading[], context: HelperContext): View | undefined {
  return context.views.get(readings[0]?.view ?? '')
}

function extreme(call: Call, context: HelperContext, choose: (...values: number[]) => number): string {
  const { value, readings } = read(() => evaluate(expression(call), context.scope))
  const view = viewOf(readings, context)
  if (!view || typeof value !== 'object') throw new PlaceholderError('expected a column of a view')
  const best = choose(...columnOf(value))
  const keys = new Set(value.keys.filter((_, index) => value.values[index] === best))
  return formatList(
    rowLabels(view, context, (key) => keys.has(key)),
    context.language,
  )
}

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new PlaceholderError('expected a number or a column')
  return value
}

function columnOf(value: Value): number[] {
  if (typeof value !== 'object' || value.values.length === 0) throw new PlaceholderError('range needs a column')
  return value.values.map(Number)
}

/** `2.3 GHz` as the language writes it. */
export function quantity(text: string, language: Language): string {
  const match = /^(\d+(?:\.(\d+))?) (\S+)$/.exec(text)
  return match ? formatQuantity(Number(match[1]), match[2]?.length ?? 0, match[3]!, language) : text
}
