/** A sweep of the load against a limit: how much can be done before the response time exceeds what is allowed. */
import type { Cell, View } from '../../analyse/view.ts'
import type { Row } from '../../charts/layout.ts'
import { formatQuantity, withUnit } from '../../locale/format.ts'
import { fromCanonical, toCanonical } from '../../model/units.ts'
import { columnUnit, formatCell } from '../tables.ts'
import { numberOf } from './lines.ts'
import { downloadOf } from './download.ts'
import {
  ChartInputError,
  lineLabel,
  describeView,
  measuredColumns,
  rowLabel,
  rowTitle,
  valueTitle,
  type ChartInput,
  type ChartSource,
} from './source.ts'

interface Point {
  x: number
  value: number
  /** What is reached here, in words: the mark of the best point. */
  reached: string
}

/**
 * `y` and `x` are views of the same rows (the load) and columns (the series): response time over throughput. With
 * `view` alone the load itself is the x axis. The best point has the largest x of those that keep the limit.
 */
export function sweep(source: ChartSource): ChartInput {
  const { names } = source
  const isPair = source.optional('y') !== null || source.optional('x') !== null
  const view = isPair ? source.view('y') : source.view()
  const over = isPair ? source.view('x') : null
  const limit = limitOf(view, source)
  const rows: Row[] = measuredColumns(view).flatMap(({ member, index }) => {
    const points = over ? pairedPoints(view, over, index, source) : loadPoints(view, index, source)
    const within = points.filter(({ value }) => limit === null || value <= limit.value)
    const best = within.reduce<Point | null>((most, point) => (most && most.x >= point.x ? most : point), null)
    if (limit !== null && points.length > 0 && best === null)
      source.warn(
        `Unexpected response of ${member.key}: no point keeps the limit of ${limit.text}, none is marked`,
        'Check the limit and the unit of the view.',
      )
    return points.map((point) => ({
      series: lineLabel(view, { member, index }, names),
      x: point.x,
      value: point.value,
      ...(limit !== null && point === best && { label: point.reached, level: limit.value }),
    }))
  })
  const views = over ? [over, view] : [view]
  return {
    rows: limit === null ? rows : [...rows, { limit: limit.value, room: 1.12 * limit.value }],
    texts: {
      yTitle: valueTitle(view, names),
      xTitle: over ? valueTitle(over, names) : rowTitle(view, names),
      limitLabel: limit === null ? '' : names.word('Limit {limit}').replace('{limit}', limit.text),
    },
    described: views.flatMap((one) => describeView(one, names).map((text) => `${valueTitle(one, names)}, ${text}`)),
    download: downloadOf(views, names),
  }
}

function loadPoints(view: View, column: number, source: ChartSource): Point[] {
  return view.rows.flatMap((row, at) => {
    const { value } = view.cells[at]![column]!
    const reached = rowLabel(view, row, source.names)
    return value === null ? [] : [{ x: numberOf(view, row, source), value, reached }]
  })
}

function pairedPoints(view: View, over: View, column: number, source: ChartSource): Point[] {
  const { names } = source
  const partner = over.columns.findIndex(({ key }) => key === view.columns[column]!.key)
  if (partner === -1)
    throw source.wrongView(
      over,
      `it has no column ${view.columns[column]!.key}`,
      `Its rows and columns have to be those of ${view.id}.`,
    )
  return view.rows.flatMap(({ key }, at) => {
    const row = over.rows.findIndex((other) => other.key === key)
    const reached: Cell | undefined = over.cells[row]?.[partner]
    const { value } = view.cells[at]![column]!
    const x = reached?.value ?? null
    if (value === null || !reached || x === null) return []
    const text = withUnit(formatCell(x, reached.style, names.language), reached.style.unit, names.language)
    return [{ x, value, reached: text }]
  })
}

/** `limit="20 ms"` in the unit of the view. */
function limitOf(view: View, source: ChartSource): { value: number; text: string } | null {
  const written = source.optional('limit')
  if (written === null) return null
  const match = /^(\d+(?:\.(\d+))?)\s*(\S*)$/.exec(written)
  const unit = columnUnit(view, measuredColumns(view)[0]?.index ?? 0) ?? ''
  const canonical = match ? toCanonical(Number(match[1]), match[3]!) : null
  const value = canonical ? fromCanonical(canonical.value, canonical.unit, unit) : null
  if (!match || value === null) {
    throw new ChartInputError(
      'chart-attribute',
      `Unexpected limit "${written}", expected a number and a unit that ${unit || 'the view'} can be converted to`,
      'Write limit="20 ms".',
    )
  }
  const text = formatQuantity(Number(match[1]), match[2]?.length ?? 0, match[3]!, source.names.language)
  return { value, text }
}
