/** An axis hint and rows → the parameters of the spec that say where the axis ends and what stands at its ticks. */
import { measureText } from '../fonts/metrics.ts'
import { axisTicks, powersOfTwo, timeStep, valueAxis } from './axis.ts'
import type { AxisHint } from './hints.ts'
import type { LayoutInput, Row } from './layout.ts'

type Input = Pick<LayoutInput, 'rows' | 'plot' | 'theme' | 'locale'>

/** For a hint named `y`: `yBottom`, `yTop`, `yTicks` and `yFormat` or `yLabels`. */
export function axisParams(hint: AxisHint, input: Input): Record<string, unknown> {
  const found =
    hint.kind === 'log2'
      ? log2Axis(hint, input)
      : hint.kind === 'time'
        ? timeAxis(hint, input)
        : linearAxis(hint, input)
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [hint.name + name, value]))
}

function linearAxis(hint: AxisHint, input: Input): Record<string, unknown> {
  const values = valuesOf(hint, input.rows)
  const Labels = tickLabels(hint, input.rows)
  const labelled = Object.keys(Labels).map(Number)
  if (labelled.length > 0) {
    const Ticks = labelled.sort((a, b) => a - b)
    return { Bottom: Math.min(0, Ticks[0]!), Top: Ticks.at(-1)!, Ticks, Format: ',', Labels }
  }
  const most = hint.maxSteps ?? 9
  for (let maxSteps = most; ; maxSteps--) {
    const axis = valueAxis(values, { ceiling: hint.ceiling, maxSteps })
    const ticks = axisTicks(axis)
    // As in tables: numbers of up to five digits stand ungrouped.
    const isGrouped = Math.max(axis.top, -axis.bottom) >= 1e5
    const number = new Intl.NumberFormat(input.locale, {
      minimumFractionDigits: Math.min(axis.decimals, 20),
      maximumFractionDigits: Math.min(axis.decimals, 20),
      useGrouping: isGrouped,
    })
    if (
      maxSteps > 2 &&
      !fitBeside(
        hint,
        ticks.map((tick) => number.format(tick)),
        input,
      )
    )
      continue
    // Beyond that many decimals zeros are harder to count than a power of ten is to read.
    const Format = axis.decimals > 6 ? '.1e' : `${isGrouped ? ',' : ''}.${axis.decimals}f`
    return { Bottom: axis.bottom, Top: axis.top, Ticks: ticks, Format, Labels }
  }
}

function timeAxis(hint: AxisHint, input: Input): Record<string, unknown> {
  const end = valuesOf(hint, input.rows).reduce<number>((latest, value) => Math.max(latest, value ?? 0), 0)
  for (let maxSteps = hint.maxSteps ?? 9; ; maxSteps--) {
    const step = timeStep(end, maxSteps)
    const ticks = axisTicks({ bottom: 0, top: end, step })
    if (maxSteps > 2 && !fitBeside(hint, ticks.map(clock), input)) continue
    const Labels = Object.fromEntries(ticks.map((tick) => [tick, clock(tick)]))
    return { Bottom: 0, Top: end === 0 ? step : end, Ticks: ticks, Labels }
  }
}

function log2Axis(hint: AxisHint, { rows }: Input): Record<string, unknown> {
  const powers = powersOfTwo(valuesOf(hint, rows))
  const Labels = tickLabels(hint, rows)
  // Beside "64 KB" a bare 131072 would be a riddle.
  const labelled = Object.keys(Labels).map(Number)
  const Ticks = labelled.length === 0 ? powers : labelled.sort((a, b) => a - b)
  return { Bottom: powers[0], Top: powers.at(-1), Ticks, Labels }
}

/** Texts of the rows for the ticks, by value. */
function tickLabels({ field, labels }: AxisHint, rows: readonly Row[]): Record<string, string> {
  if (labels === undefined) return {}
  const at = [field].flat()[0]!
  return Object.fromEntries(
    rows.flatMap((row) => {
      const text = row[labels]
      return typeof text === 'string' ? [[String(row[at]), text] as const] : []
    }),
  )
}

/** Do these texts, evenly spread over the width, leave a gap between each two? */
function fitBeside({ along }: AxisHint, texts: string[], { plot, theme }: Input): boolean {
  if (along === 'y') return true
  const widest = texts.reduce((width, text) => Math.max(width, measureText(text, theme.fontSize, false)), 0)
  return (widest + 10) * (texts.length - 1) <= plot.width
}

/** Elapsed time as h:mm:ss, which cannot be mistaken for m:ss or h:mm. */
function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`
}

function valuesOf({ field, stackBy, where }: AxisHint, rows: readonly Row[]): (number | null)[] {
  const conditions = Object.entries(where ?? {})
  const chosen = rows.filter((row) => conditions.every(([key, value]) => row[key] === value))
  return [field]
    .flat()
    .flatMap((one) => (stackBy === undefined ? chosen.map((row) => numberIn(row, one)) : sums(chosen, one, stackBy)))
}

function numberIn(row: Row, field: string): number | null {
  const value = row[field]
  return typeof value === 'number' ? value : null
}

function sums(rows: readonly Row[], field: string, by: string): number[] {
  const totals = new Map<unknown, number>()
  for (const row of rows) totals.set(row[by], (totals.get(row[by]) ?? 0) + (numberIn(row, field) ?? 0))
  return [...totals.values()]
}
