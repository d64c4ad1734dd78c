/**
 * Views: declarative selections of observations. Tables, charts, downloads and the numbers in prose all read views;
 * there is one way to get at data. Everything here is computed from unrounded values; rounding is the reader's.
 */
import type { Dimensions, Observation, Origin, Results, Run, Status } from '../model/result.ts'
import { fromCanonical } from '../model/units.ts'
import type { ProblemSink } from '../problems.ts'
import { measure, type DataProblems, type MeasureSpec, type RunObservation } from './measures.ts'
import type { ViewSpec } from './view-schema.ts'

export interface View {
  id: string
  spec: ViewSpec
  rows: Member[]
  columns: Member[]
  /** By row, then column. */
  cells: Cell[][]
}

/** A row or a column: the dimension's value it stands for. */
export interface Member {
  key: string
  /** Set for a column computed from others. */
  derived: ViewSpec['derive'][number] | null
}

export interface Cell {
  /** In the unit of its column, unrounded; `null` when there is no data. */
  value: number | null
  /** How many measurements were merged. */
  repetitions: number
  spread: { min: number; max: number } | null
  status: Status
  published: boolean
  /** The logs behind it. */
  origins: Origin[]
}

export interface ViewContext {
  results: Results
  measures: Record<string, MeasureSpec>
  /** Role to system id: views may say `old` where the dimension is `system`. */
  systems: ReadonlyMap<string, string>
  /** Of the template. */
  problems: ProblemSink
  dataProblems: DataProblems
  /** Line of a field of the template's front matter. */
  placeOf: (path: readonly (string | number)[]) => { line: number; column: number }
}

export function evaluateView(id: string, spec: ViewSpec, context: ViewContext): View {
  const place = context.placeOf(['views', id])
  const all = observationsOf(spec, context)
  const selected = all.filter((one) => matches(conditionsOf(one), spec.where, context))
  if (selected.length === 0) reportEmpty(id, spec, all, context)
  const rows = membersOf(selected, spec.rows, context, ['views', id, 'rows'])
  const columns = membersOf(selected, spec.columns, context, ['views', id, 'columns'])
  const cells = rows.map((row) =>
    columns.map((column) => {
      const matching = selected.filter((one) => {
        const conditions = conditionsOf(one)
        return String(conditions[spec.rows.dimension]) === row && String(conditions[spec.columns.dimension]) === column
      })
      return mergeCell(matching, id, spec, context, place)
    }),
  )
  const base = columns.map((key): Member => ({ key, derived: null }))
  const derived = spec.derive.map((rule): Member => ({ key: rule.id, derived: rule }))
  for (const row of cells) for (const { derived: rule } of derived) row.push(derive(rule!, row, base, context))
  return { id, spec, rows: rows.map((key) => ({ key, derived: null })), columns: [...base, ...derived], cells }
}

function observationsOf(spec: ViewSpec, context: ViewContext): RunObservation[] {
  const rule = context.measures[spec.metric]
  if (rule) return measure(context.results, spec.metric, rule, context.dataProblems)
  return context.results.runs.flatMap((run) =>
    run.observations.filter(({ metric }) => metric === spec.metric).map((observation) => ({ run, observation })),
  )
}

function conditionsOf({ run, observation }: { run: Run; observation: Observation }): Dimensions {
  return { benchmark: run.benchmark, ...run.dimensions, ...observation.dimensions }
}

function matches(conditions: Dimensions, where: ViewSpec['where'], context: ViewContext): boolean {
  return Object.entries(where).every(([name, wanted]) => {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map((value) => resolve(name, String(value), context))
    return values.includes(String(conditions[name]))
  })
}

function resolve(dimension: string, value: string, context: ViewContext): string {
  return dimension === 'system' ? (context.systems.get(value) ?? value) : value
}

/** The author's order; without one, the report's order of systems, else numbers ascending, else order of appearance. */
function membersOf(
  observations: RunObservation[],
  axis: ViewSpec['rows'],
  context: ViewContext,
  path: readonly string[],
): string[] {
  const present = [
    ...new Set(observations.map((one) => conditionsOf(one)[axis.dimension]).filter((value) => value !== undefined)),
  ]
  if (observations.length > 0 && present.length === 0) {
    const known = [...new Set(observations.flatMap((one) => Object.keys(conditionsOf(one))))].sort()
    context.problems.error(
      'unknown-dimension',
      `Unexpected dimension ${axis.dimension}, expected one that the observations have`,
      {
        ...context.placeOf([...path, 'dimension']),
        hint: `Known dimensions: ${known.join(', ')}.`,
      },
    )
  }
  if (axis.order) {
    const order = axis.order.map((value) => resolve(axis.dimension, String(value), context))
    const left = present.map(String).filter((value) => !order.includes(value))
    if (left.length > 0) {
      context.problems.warning(
        'unordered-value',
        `Unexpected ${axis.dimension} ${left.join(', ')}, expected those of the order`,
        {
          ...context.placeOf([...path, 'order']),
          hint: 'Add them to the order, or leave them out with "where".',
        },
      )
    }
    return order
  }
  if (axis.dimension === 'system') {
    const order = [...context.systems.values()]
    return present.map(String).sort((a, b) => order.indexOf(a) - order.indexOf(b))
  }
  if (present.every((value) => typeof value === 'number')) return present.sort((a, b) => a - b).map(String)
  return present.map(String)
}

function mergeCell(
  found: RunObservation[],
  id: string,
  spec: ViewSpec,
  context: ViewContext,
  place: { line: number; column: number },
): Cell {
  const values: number[] = []
  const usable = found.filter(({ run }) => run.valid !== false)
  for (const { observation } of usable) {
    if (observation.value === null) continue
    const value = fromCanonical(observation.value, observation.unit, spec.unit)
    if (value === null) {
      context.problems.error(
        'wrong-unit',
        `Unexpected unit ${spec.unit} for ${spec.metric}, expected one that measures ${observation.unit}`,
        {
          ...context.placeOf(['views', id, 'unit']),
          hint: 'See docs/report-language.md for the units a view can name.',
        },
      )
      break
    }
    values.push(value)
  }
  if (values.length > 1 && spec.merge === 'single') {
    context.problems.error(
      'ambiguous-cell',
      `Unexpected ${values.length} values of ${spec.metric} in one cell, expected one`,
      {
        ...place,
        hint: 'Narrow the view with "where", or say how repetitions merge: merge: mean.',
      },
    )
  }
  return {
    value: merge(values, spec.merge),
    repetitions: values.length,
    spread: values.length > 1 ? { min: Math.min(...values), max: Math.max(...values) } : null,
    status: usable.find(({ run }) => run.status !== 'measured')?.run.status ?? 'measured',
    published: usable.length > 0 && usable.every(({ run }) => run.published !== null),
    origins: usable.map(({ observation }) => observation.origin),
  }
}

function merge(values: number[], rule: ViewSpec['merge']): number | null {
  if (values.length === 0) return null
  if (rule === 'min') return Math.min(...values)
  if (rule === 'max') return Math.max(...values)
  if (rule === 'median') {
    const sorted = values.toSorted((a, b) => a - b)
    const middle = sorted.length >> 1
    return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function derive(rule: ViewSpec['derive'][number], row: Cell[], columns: Member[], context: ViewContext): Cell {
  const cellOf = (name: string): Cell | undefined =>
    row[columns.findIndex(({ key }) => key === name || key === context.systems.get(name))]
  const [of, to] = [cellOf(rule.of), cellOf(rule.to)]
  const origins = [...(of?.origins ?? []), ...(to?.origins ?? [])]
  return {
    value: compute(rule, of?.value ?? null, to?.value ?? null),
    repetitions: Math.min(of?.repetitions ?? 0, to?.repetitions ?? 0),
    spread: null,
    status: [of, to].find((cell) => cell && cell.status !== 'measured')?.status ?? 'measured',
    published: false,
    origins,
  }
}

function compute(rule: ViewSpec['derive'][number], of: number | null, to: number | null): number | null {
  if (of === null || to === null) return null
  if (rule.operation === 'difference') return of - to
  if (to === 0) return null
  const quotient = rule.operation === 'gain' ? of / to - 1 : of / to
  return rule.unit === '%' ? quotient * 100 : quotient
}

/** An empty view names what filtered it empty. */
function reportEmpty(id: string, spec: ViewSpec, all: RunObservation[], context: ViewContext): void {
  const metrics = [
    ...new Set([
      ...context.results.runs.flatMap((run) => run.observations.map(({ metric }) => metric)),
      ...Object.keys(context.measures),
    ]),
  ].sort()
  const culprit = Object.keys(spec.where).find(
    (name) => !all.some((one) => matches(conditionsOf(one), { [name]: spec.where[name]! }, context)),
  )
  const values = culprit === undefined ? [] : [...new Set(all.map((one) => String(conditionsOf(one)[culprit])))].sort()
  context.problems.error(
    'empty-view',
    all.length === 0
      ? `Unexpected metric ${spec.metric}, expected one that the logs have`
      : `Unexpected empty view ${id}, expected data`,
    {
      ...context.placeOf(
        all.length === 0
          ? ['views', id, 'metric']
          : ['views', id, 'where', ...(culprit === undefined ? [] : [culprit])],
      ),
      hint:
        all.length === 0
          ? `Known metrics: ${metrics.join(', ')}.`
          : culprit === undefined
            ? 'No observation meets all conditions of "where" at once.'
            : `No observation meets ${culprit}; its values are ${values.join(', ')}.`,
    },
  )
}
