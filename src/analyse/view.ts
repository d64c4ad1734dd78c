/**
 * Views: declarative selections of observations. Tables, charts, downloads and the numbers in prose all read views;
 * there is one way to get at data. Everything here is computed from unrounded values; rounding is the reader's.
 */
import { counts } from '../model/beyond-limit.ts'
import type { Dimensions, Observation, Origin, Results, Run, Status } from '../model/result.ts'
import { fromCanonical } from '../model/units.ts'
import type { ProblemSink } from '../problems.ts'
import { matches, resolve } from './conditions.ts'
import { measure, type DataProblems, type MeasureSpec, type RunObservation } from './measures.ts'
import type { ScoredObservation } from './scores/score.ts'
import type { AxisSpec, DeriveRule, NumberStyle, ViewSpec } from './view-schema.ts'

export interface View {
  id: string
  spec: ViewSpec
  rows: Member[]
  columns: Member[]
  /** By row, then column. */
  cells: Cell[][]
}

/** A row or a column: the values of the axis' dimensions that it stands for. */
export interface Member {
  /** One for each dimension of the axis; of a computed column, its id in place of the value it was computed from. */
  keys: string[]
  /** The keys in one. */
  key: string
  /** Set for a column computed from others. */
  derived: DeriveRule | null
}

export interface Cell {
  /** In the unit of its style, unrounded; `null` when there is no data. */
  value: number | null
  style: NumberStyle
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
  /** Results that benchmarks' rules have computed from the others. */
  scored: readonly ScoredObservation[]
  /** Role to system id: views may say `old` where the dimension is `system`. */
  systems: ReadonlyMap<string, string>
  /** Of the template. */
  problems: ProblemSink
  dataProblems: DataProblems
  /** File and line of a field of the template's front matter. */
  placeOf: (path: readonly (string | number)[]) => { path: string; line: number; column: number }
}

export function evaluateView(id: string, spec: ViewSpec, context: ViewContext): View {
  const all = observationsOf(spec, context)
  const selected = all.filter((one) => matches(conditionsOf(one), spec.where, context))
  if (selected.length === 0) reportEmpty(id, spec, all, context)
  const rows = membersOf(selected, spec.rows, context, ['views', id, 'rows'])
  const base = membersOf(selected, spec.columns, context, ['views', id, 'columns'])
  const index = new Map<string, RunObservation[]>()
  for (const one of selected) {
    const conditions = conditionsOf(one)
    const key = [...spec.rows, ...spec.columns].map(({ dimension }) => String(conditions[dimension])).join(separator)
    index.set(key, [...(index.get(key) ?? []), one])
  }
  const cells = rows.map((row) =>
    base.map((column) =>
      mergeCell(index.get([...row, ...column].join(separator)) ?? [], id, spec, [...row, ...column], context),
    ),
  )
  const { columns, sources } = withDerived(base, spec, context)
  return {
    id,
    spec,
    rows: rows.map((keys) => ({ keys, key: keys.join(keyJoint), derived: null })),
    columns,
    cells: cells.map((row) =>
      sources.map((source, at) =>
        typeof source === 'number' ? row[source]! : derive(columns[at]!.derived!, row[source.of], row[source.to]),
      ),
    ),
  }
}

const separator = '\u{0}'
/** Between the keys of a row or column of several dimensions. */
export const keyJoint = ' / '

/**
 * Columns in the order shown: a computed column stands behind those it is computed from, within its group where the
 * compared dimension is the last one. A source is the index of a measured column, or the pair that is compared.
 */
function withDerived(
  base: string[][],
  spec: ViewSpec,
  context: ViewContext,
): { columns: Member[]; sources: (number | { of: number; to: number })[] } {
  const columns: Member[] = []
  const sources: (number | { of: number; to: number })[] = []
  const done = new Set<string>()
  base.forEach((keys, at) => {
    columns.push({ keys, key: keys.join(keyJoint), derived: null })
    sources.push(at)
    const isGroupEnd = base[at + 1]?.slice(0, -1).join(separator) !== keys.slice(0, -1).join(separator)
    if (!isGroupEnd) return
    for (const rule of spec.derive) {
      for (const pair of pairsOf(rule, base, spec, context)) {
        const isInGroup = pair.keys.slice(0, -1).join(separator) === keys.slice(0, -1).join(separator)
        const id = pair.keys.join(separator)
        if (done.has(id) || (!isInGroup && at < base.length - 1)) continue
        done.add(id)
        columns.push({ keys: pair.keys, key: pair.keys.join(keyJoint), derived: rule })
        sources.push({ of: pair.of, to: pair.to })
      }
    }
  })
  return { columns, sources }
}

/** Columns that differ in one dimension only, by `of` and `to` of a rule. */
function pairsOf(
  rule: DeriveRule,
  base: string[][],
  spec: ViewSpec,
  context: ViewContext,
): { keys: string[]; of: number; to: number }[] {
  return base.flatMap((keys, of) =>
    spec.columns.flatMap(({ dimension }, at) => {
      if (keys[at] !== resolve(dimension, rule.of, context)) return []
      const partner = keys.with(at, resolve(dimension, rule.to, context)).join(separator)
      const to = base.findIndex((other) => other.join(separator) === partner)
      return to === -1 ? [] : [{ keys: keys.with(at, rule.id), of, to }]
    }),
  )
}

function observationsOf(spec: ViewSpec, context: ViewContext): RunObservation[] {
  return Object.keys(spec.metrics).flatMap((metric) => {
    const rule = context.measures[metric]
    if (rule) return measure(context.results, metric, rule, context.dataProblems, context)
    const logged = context.results.runs.flatMap((run) =>
      run.observations.filter((one) => one.metric === metric).map((observation) => ({ run, observation })),
    )
    return [...logged, ...context.scored.filter(({ observation }) => observation.metric === metric)]
  })
}

/** What a view can select by: the dimensions of run and observation, and what holds for every one of them. */
function conditionsOf({ run, observation }: { run: Run; observation: Observation }): Dimensions {
  return {
    benchmark: run.benchmark,
    status: run.status,
    metric: observation.metric,
    ...run.dimensions,
    ...observation.dimensions,
  }
}

/** All combinations that occur, ordered by dimension: first by the first one. */
function membersOf(
  observations: RunObservation[],
  axes: readonly AxisSpec[],
  context: ViewContext,
  path: readonly string[],
): string[][] {
  const values = axes.map((axis) => valuesOf(observations, axis, context, path))
  const present = new Set(
    observations.map((one) => axes.map(({ dimension }) => String(conditionsOf(one)[dimension])).join(separator)),
  )
  const combine = (chosen: string[]): string[][] => {
    const next = values[chosen.length]
    return next ? next.flatMap((value) => combine([...chosen, value])) : [chosen]
  }
  // A single ordered dimension shows all that its author lists, so that a missing value is seen to be missing.
  return combine([]).filter(
    (keys) => present.has(keys.join(separator)) || (axes.length === 1 && axes[0]!.order !== undefined),
  )
}

/** The author's order; without one, the report's order of systems, else numbers ascending, else order of appearance. */
function valuesOf(
  observations: RunObservation[],
  axis: AxisSpec,
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
  keys: readonly string[],
  context: ViewContext,
): Cell {
  const usable = found.filter(({ run }) => counts(run, spec.beyondLimit))
  const style = styleOf(found[0]?.observation.metric, spec, keys)
  const values: number[] = []
  for (const { observation } of usable) {
    if (observation.value === null) continue
    const value = fromCanonical(observation.value, observation.unit, style.unit)
    if (value === null) {
      context.problems.error(
        'wrong-unit',
        `Unexpected unit ${style.unit} for ${observation.metric}, expected one that measures ${observation.unit}`,
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
      `Unexpected ${values.length} values in the cell ${keys.join(', ')}, expected one`,
      {
        ...context.placeOf(['views', id]),
        hint: 'Narrow the view with "where", add a dimension, or say how repetitions merge: merge: mean.',
      },
    )
  }
  return {
    value: merge(values, spec.merge),
    style,
    repetitions: values.length,
    spread: values.length > 1 ? { min: Math.min(...values), max: Math.max(...values) } : null,
    status: usable.find(({ run }) => run.status !== 'measured')?.run.status ?? 'measured',
    published: usable.length > 0 && usable.every(({ run }) => run.published !== null),
    origins: usable.flatMap((one) =>
      'origins' in one ? (one as ScoredObservation).origins : [one.observation.origin],
    ),
  }
}

/** Of an empty cell the metric is known where it is a dimension, or the only one. */
function styleOf(metric: string | undefined, spec: ViewSpec, keys: readonly string[]): NumberStyle {
  const at = [...spec.rows, ...spec.columns].findIndex(({ dimension }) => dimension === 'metric')
  return spec.metrics[metric ?? keys[at] ?? ''] ?? Object.values(spec.metrics)[0]!
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

function derive(rule: DeriveRule, of: Cell | undefined, to: Cell | undefined): Cell {
  return {
    value: compute(rule, of?.value ?? null, to?.value ?? null),
    style: {
      unit: rule.operation === 'difference' ? (of?.style.unit ?? rule.unit) : rule.unit,
      decimals: rule.decimals,
      digits: null,
    },
    repetitions: Math.min(of?.repetitions ?? 0, to?.repetitions ?? 0),
    spread: null,
    status: [of, to].find((cell) => cell && cell.status !== 'measured')?.status ?? 'measured',
    published: false,
    origins: [...(of?.origins ?? []), ...(to?.origins ?? [])],
  }
}

function compute(rule: DeriveRule, of: number | null, to: number | null): number | null {
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
      ? `Unexpected metric ${Object.keys(spec.metrics).join(', ')}, expected one that the logs have`
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
