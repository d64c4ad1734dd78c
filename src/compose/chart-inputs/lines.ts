/** Lines over the numbers of a view's rows: queue depths, block sizes, numbers of users. */
import type { Member, View } from '../../analyse/view.ts'
import type { Row } from '../../charts/layout.ts'
import type { Names } from '../compose.ts'
import { downloadOf } from './download.ts'
import {
  axisTitle,
  cellLabel,
  lineLabel,
  describeView,
  measuredColumns,
  rowLabel,
  rowTitle,
  valueTitle,
  type ChartInput,
  type ChartSource,
} from './source.ts'

export function linesLog2(source: ChartSource): ChartInput {
  const view = source.view()
  const { names } = source
  return {
    rows: log2Rows(view, source),
    texts: { yTitle: valueTitle(view, names), xTitle: axisTitle(view.spec.rows.slice(-1), names) },
    described: describeView(view, names),
    download: downloadOf([view], names),
  }
}

/** Two views side by side over one axis. */
export function pairedLines(source: ChartSource): ChartInput {
  const { names } = source
  const [left, right] = [source.view('left'), source.view('right')]
  const panel = (view: View, name: string): Row[] => log2Rows(view, source).map((row) => ({ ...row, panel: name }))
  return {
    rows: [...panel(left, 'left'), ...panel(right, 'right')],
    texts: {
      leftTitle: valueTitle(left, names),
      rightTitle: valueTitle(right, names),
      xTitle: axisTitle(left.spec.rows.slice(-1), names),
    },
    described: [left, right].flatMap((view) =>
      describeView(view, names).map((text) => `${valueTitle(view, names)}, ${text}`),
    ),
    download: downloadOf([left, right], names),
  }
}

function log2Rows(view: View, source: ChartSource): Row[] {
  const { names } = source
  const { dimension } = view.spec.rows.at(-1)!
  return view.rows.flatMap((row, at) => {
    const key = row.keys.at(-1)!
    const x = numberOf(view, row, source)
    if (x <= 0)
      throw source.wrongView(
        view,
        `${dimension} ${key} has no place on an axis of powers of two`,
        'Leave it out with "where", or choose scaling.',
      )
    const label = names.inCharts.label(dimension, key)
    return seriesOf(view, row, names).map(({ series, index }) => ({
      x,
      ...(label !== String(x) && { xLabel: label }),
      series,
      value: view.cells[at]![index]!.value,
    }))
  })
}

/** Dimensions of the rows before the last one tell lines apart, as columns do. */
function seriesOf(view: View, row: Member, names: Names): { series: string; index: number }[] {
  const group = row.keys.slice(0, -1).map((key, level) => names.inCharts.label(view.spec.rows[level]!.dimension, key))
  return measuredColumns(view).map((column) => ({
    series: [...group, lineLabel(view, column, names)].join(', '),
    index: column.index,
  }))
}

const binaryPrefixes = 'KMGT'

/** 8 for `8`; the bytes of `64 KB`, `64K`, `1 MiB`, where storage counts by 1024. Only the place on the axis. */
export function numberOfKey(key: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kKMGT])i?B?|B)?$/.exec(key)
  if (!match) return null
  const power = match[2] === undefined ? 0 : binaryPrefixes.indexOf(match[2].toUpperCase()) + 1
  return Number(match[1]) * 1024 ** power
}

/** @throws ChartInputError when a row's last key is no number */
export function numberOf(view: View, row: Member, source: ChartSource): number {
  const key = row.keys.at(-1)!
  const number = numberOfKey(key)
  if (number !== null) return number
  throw source.wrongView(
    view,
    `its rows are ${view.spec.rows.at(-1)!.dimension}, and ${key} is no number`,
    'The last dimension of the rows has to be numbers such as 8, or sizes such as 64 KB. Bars take any text.',
  )
}

/** Values on the left axis; where there is a second view of the same rows and columns, its values on the right. */
export function scaling(source: ChartSource): ChartInput {
  const view = source.view()
  const second = source.view('second')
  const { names } = source
  const columns = measuredColumns(view)
  const partner = (column: Member): number => {
    const own = measuredColumns(second)
    const found = own.find(({ member }) => member.key === column.key)
    if (found) return found.index
    throw source.wrongView(
      second,
      `it has no column ${column.key}`,
      `Its rows and columns have to be those of ${view.id}; it has the columns ${own.map(({ member }) => member.key).join(', ')}.`,
    )
  }
  const partners = columns.map(({ member }) => partner(member))
  const rows = view.rows.flatMap((row, at) => {
    const other = second.rows.findIndex(({ key }) => key === row.key)
    return columns.map(({ member, index }, place) => ({
      category: rowLabel(view, row, names),
      series: lineLabel(view, { member, index }, names),
      value: view.cells[at]![index]!.value,
      label: cellLabel(view.cells[at]![index]!, names),
      second: second.cells[other]?.[partners[place]!]?.value ?? null,
    }))
  })
  return {
    rows,
    texts: {
      yTitle: valueTitle(view, names),
      secondTitle: names.word('{title}, dashed').replace('{title}', valueTitle(second, names)),
      xTitle: rowTitle(view, names),
    },
    described: [view, second].flatMap((one) =>
      describeView(one, names).map((text) => `${valueTitle(one, names)}, ${text}`),
    ),
    download: downloadOf([view, second], names),
  }
}
