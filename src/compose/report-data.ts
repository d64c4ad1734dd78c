/** What a report knows before it is put into words: its views and the names that prose may use. The same in every language. */
import { DataProblems } from '../analyse/measures.ts'
import { computeScore } from '../analyse/scores/index.ts'
import { withNamedDimensions } from '../analyse/named-dimensions.ts'
import { evaluateTrace, type Trace } from '../analyse/traces.ts'
import { evaluateView, type View } from '../analyse/view.ts'
import type { Scope } from '../analyse/expression.ts'
import type { LabReport } from '../lab/lab.ts'
import type { Results } from '../model/result.ts'
import { distinct, type ProblemSink } from '../problems.ts'
import type { Translator } from '../locale/catalogue.ts'
import { evaluateText } from './placeholder.ts'
import type { Part, Template } from './template.ts'

export interface ReportData {
  report: LabReport
  /** Without the chapters that have no data. */
  template: Template
  /** Chapters left out: the benchmarks that they need. */
  leftOut: string[][]
  /** With the problems that only the analysis found. */
  results: Results
  views: ReadonlyMap<string, View>
  traces: ReadonlyMap<string, Trace>
  scope: Scope
}

export function analyseReport(report: LabReport, whole: Template, results: Results, problems: ProblemSink): ReportData {
  const measured = new Set(results.runs.map(({ benchmark }) => benchmark))
  const hasData = ({ needs }: Part): boolean => needs.length === 0 || needs.some((benchmark) => measured.has(benchmark))
  const template = withoutChapters(whole, hasData)
  const leftOut = whole.parts.filter((part) => !hasData(part)).map(({ needs }) => needs)
  const systems = new Map([...report.systems].map(([role, { id }]) => [role, id]))
  const dataProblems = new DataProblems()
  const named = withNamedDimensions(results, template.matter.dimensions)
  const context = {
    results: named,
    measures: template.matter.measures,
    systems,
    problems,
    dataProblems,
    scored: template.matter.scores.flatMap((declared) => computeScore(named, declared, dataProblems)),
    placeOf: template.placeOf,
  }
  const views = new Map(
    Object.entries(template.matter.views).map(([id, spec]) => [id, evaluateView(id, spec, context)]),
  )
  const traces = new Map(
    Object.entries(template.matter.traces).map(([id, spec]) => [id, evaluateTrace(id, spec, context)]),
  )
  const names = namesOf(report)
  const scope: Scope = { views, lookUp: (path) => lookUp(names, path), columnKey: (name) => systems.get(name) ?? name }
  const found = distinct([...dataProblems.sinks.values()].flatMap((sink) => sink.toProblems()))
  const withFound = { ...results, problems: [...results.problems, ...found] }
  return { report, template, leftOut, results: withFound, views, traces, scope }
}

/** Names that prose of a report may use besides its views. */
function namesOf(report: LabReport): object {
  return {
    report: { version: report.config.version, date: report.config.date, id: report.id },
    line: report.line,
    system: Object.fromEntries(report.systems),
    fact: report.config.facts,
  }
}

/** The title of a report in a language, without its data: for references from other reports. */
export function titleOf(report: LabReport, template: Template, translator: Translator): string {
  const names = namesOf(report)
  const text = translator.translate(template.contextOf(['title']), template.matter.title)
  return evaluateText(text, { helpers: {}, lookUp: (path) => lookUp(names, path) })
}

/** The views and traces of a chapter that is left out are left out with it. */
function withoutChapters(template: Template, isKept: (part: Part) => boolean): Template {
  const parts = template.parts.filter(isKept)
  const kept = new Set(parts.map(({ name }) => name))
  const dropped = new Set(template.parts.map(({ name }) => name).filter((name) => !kept.has(name)))
  const keep = <T>(field: 'views' | 'traces', entries: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([id]) => !dropped.has(template.contextOf([field, id]))))
  const { matter } = template
  const [views, traces] = [keep('views', matter.views), keep('traces', matter.traces)]
  return { ...template, parts, matter: { ...matter, views, traces } }
}

function lookUp(names: unknown, path: readonly string[]): string | number | undefined {
  let value = names
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}
