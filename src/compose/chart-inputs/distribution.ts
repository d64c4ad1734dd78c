/** A histogram: rows of a view are classes, and those of another one the marks in it, such as percentiles. */
import type { View } from '../../analyse/view.ts'
import type { Row } from '../../charts/layout.ts'
import { formatNumber, withUnit } from '../../locale/format.ts'
import { fromCanonical, namedUnits, toCanonical } from '../../model/units.ts'
import type { Names } from '../compose.ts'
import { columnUnit, formatCell } from '../tables.ts'
import {
  ChartInputError,
  columnLabel,
  describeView,
  measuredColumns,
  titleWithUnit,
  valueTitle,
  type ChartInput,
  type ChartSource,
} from './source.ts'

/** In the unit of the axis; `high` is infinite for what lies beyond the last class. */
interface Class {
  low: number
  high: number
  value: number | null
}

/**
 * Rows are the lower ends of the classes (`binLow`), or lower and upper ends (`binLow`, `binHigh`); `unit` converts them
 * from canonical units (seconds). Classes of different width stand side by side, equally wide: drawn to scale, those of a
 * millisecond would vanish beside those of a second, and a count over classes of different width is no density anyway.
 */
export function distribution(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  const column = columnOf(view, source)
  const unit = unitOf(source)
  const classes = withoutEmptyEnds(classesOf(view, column, unit, source))
  const marks = source.optional('marks') === null ? [] : marksOf(source.view('marks'), unit, source)
  const scale = isEven(classes) ? toScale : sideBySide(classes, names)
  const rows: Row[] = classes.map((one, index) => ({ ...scale.ends(one, index), value: one.value }))
  const placed = marks.flatMap(({ at, mark }) => {
    const place = scale.place(at)
    return place === null ? [] : [{ at: place, mark }]
  })
  // The texts of the marks stand above each other at the top, clear of the bars.
  const highest = classes.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  const room = placed.length === 0 ? [] : [{ room: highest * (1 + 0.1 * placed.length) }]
  const described = describeView(view, names)
  const axis = titleWithUnit(names.label(view.spec.rows[0]!.dimension), unit, names)
  return {
    rows: [...rows, ...scale.labels, ...placed, ...room],
    texts: {
      yTitle: valueTitle(view, names),
      xTitle: axis,
    },
    described: [
      described[measuredColumns(view).findIndex(({ index }) => index === column)]!,
      ...marks.map(({ mark }) => mark),
    ],
    download: [
      [`≥ ${axis}`, `< ${axis}`, valueTitle(view, names)],
      ...classes.map(({ low, high, value }) => [
        String(low),
        Number.isFinite(high) ? String(high) : '',
        String(value ?? ''),
      ]),
    ],
  }
}

function unitOf(source: ChartSource): string {
  const unit = source.optional('unit') ?? ''
  if (namedUnits.has(unit)) return unit
  throw new ChartInputError(
    'chart-attribute',
    `Unexpected unit ${unit}, expected one that is known`,
    'Write unit=ms; see docs/lab-csv.md for the units.',
  )
}

function columnOf(view: View, source: ChartSource): number {
  const columns = measuredColumns(view)
  const wanted = source.optional('column')
  const found =
    wanted === null && columns.length === 1
      ? columns[0]
      : columns.find(({ member }) => wanted !== null && [member.key, ...member.keys].includes(source.key(wanted)))
  if (found) return found.index
  const known = columns.map(({ member }) => member.key).join(', ')
  throw new ChartInputError(
    'chart-attribute',
    `Unexpected ${wanted === null ? `${columns.length} columns` : `column ${wanted}`} in ${view.id}, expected one of: ${known}`,
    'A distribution shows one column: write column=….',
  )
}

function classesOf(view: View, column: number, unit: string, source: ChartSource): Class[] {
  const ends = view.rows.map(({ keys }) => keys.map((key) => toUnit(Number(key), unit)))
  if (ends.some((one) => one.length > 2 || one.some((end) => end === null || Number.isNaN(end)))) {
    throw source.wrongView(
      view,
      `its rows are ${view.spec.rows.map(({ dimension }) => dimension).join(', ')}`,
      'Rows have to be the ends of classes as numbers: rows: binLow, or rows: [binLow, binHigh].',
    )
  }
  const classes = ends
    .map(([low, high], at) => ({
      low: low!,
      high: high ?? ends[at + 1]?.[0] ?? Number.POSITIVE_INFINITY,
      value: view.cells[at]![column]!.value,
    }))
    .sort((a, b) => a.low - b.low)
  const overlap = classes.find(({ low }, at) => at > 0 && low < classes[at - 1]!.high - 1e-9 * Math.abs(low))
  if (overlap)
    throw source.wrongView(
      view,
      `the class from ${overlap.low} begins before the one below it ends`,
      'Narrow the view with "where": classes of one log do not overlap.',
    )
  // What lies between two classes that do not touch is a class without value.
  return classes.flatMap((one, at) => {
    const end = classes[at - 1]?.high ?? one.low
    return one.low > end * (1 + 1e-9) ? [{ low: end, high: one.low, value: null }, one] : [one]
  })
}

/** Ends of classes are in the canonical unit of what they measure. `null` when the unit cannot be. */
function toUnit(value: number, unit: string): number | null {
  const named = namedUnits.get(unit)
  if (!named) return null
  const converted = fromCanonical(value, named.unit, unit)
  return converted === null ? null : Number(converted.toPrecision(12))
}

/** What is empty at both ends is left out. */
function withoutEmptyEnds(classes: Class[]): Class[] {
  const isFull = ({ value }: Class): boolean => value !== null && value !== 0
  const first = classes.findIndex(isFull)
  return first === -1 ? classes : classes.slice(Math.max(0, first), classes.findLastIndex(isFull) + 1)
}

function isEven(classes: readonly Class[]): boolean {
  const widths = classes.map(({ low, high }) => high - low)
  return widths.every((width) => Math.abs(width - widths[0]!) < 1e-6 * widths[0]!)
}

interface Scale {
  ends: (one: Class, index: number) => { from: number; to: number }
  labels: Row[]
  /** Where a value stands on the axis; `null` beyond it. */
  place: (value: number) => number | null
}

const toScale: Scale = { ends: ({ low, high }) => ({ from: low, to: high }), labels: [], place: (value) => value }

function sideBySide(classes: readonly Class[], names: Names): Scale {
  const edges = [...classes.map(({ low }) => low), classes.at(-1)?.high ?? 0]
  return {
    ends: (_, index) => ({ from: index, to: index + 1 }),
    labels: edges.map((edge, index) => ({ to: index, xLabel: write(edge, names) })),
    place: (value) => {
      const index = classes.findIndex(({ low, high }) => value >= low && value < high)
      const one = classes[index]
      if (!one) return null
      return index + (Number.isFinite(one.high) ? (value - one.low) / (one.high - one.low) : 0.5)
    },
  }
}

/** An end of a class with up to three digits: tools print 14.9 ms for 1/67 s. */
function write(value: number, names: Names): string {
  if (value === Number.POSITIVE_INFINITY) return '∞'
  const rounded = Number(value.toPrecision(3))
  return formatNumber(rounded, Math.min(6, /\.(\d+)$/.exec(String(rounded))?.[1]?.length ?? 0), names.language)
}

/** Rows are percentiles: `50`, `95`, `99.9`; other keys stand by their name. */
function marksOf(view: View, unit: string, source: ChartSource): { at: number; mark: string }[] {
  const { names } = source
  return measuredColumns(view).flatMap(({ member, index }) =>
    view.rows.flatMap((row, at) => {
      const { value, style } = view.cells[at]![index]!
      if (value === null) return []
      const own = columnUnit(view, index) ?? ''
      const canonical = toCanonical(value, own)
      const place = canonical ? fromCanonical(canonical.value, canonical.unit, unit) : null
      if (place === null)
        throw source.wrongView(
          view,
          `its unit ${own || '(none)'} is not of the kind of the axis, ${unit || '(none)'}`,
          'Write the unit of the axis: unit=ms.',
        )
      const text = withUnit(formatCell(value, style, names.language), own, names.language)
      const key = row.keys.at(-1)!
      const label = names.label(view.spec.rows.at(-1)!.dimension, key)
      const name = label === key && /^\d+(\.\d+)?$/.test(key) ? `p${key}` : label
      const series = measuredColumns(view).length > 1 ? `${columnLabel(view, member, names)} ` : ''
      return [{ at: place, mark: `${series}${name} ${text}` }]
    }),
  )
}
