/** Views of a lab CSV given as text, and names that are the keys themselves: for tests of what is made of views. */
import { DataProblems } from '../../src/analyse/measures.ts'
import { evaluateView, type View } from '../../src/analyse/view.ts'
import { viewSchema } from '../../src/analyse/view-schema.ts'
import type { Names } from '../../src/compose/compose.ts'
import type { ReportData } from '../../src/compose/report-data.ts'
import type { TableWords } from '../../src/compose/tables.ts'
import { findLanguage } from '../../src/locale/language.ts'
import type { Results } from '../../src/model/result.ts'
import { ProblemSink } from '../../src/problems.ts'
import { readBytes } from './check-format.ts'

/** @param rows header and rows, without the first line of the format */
export async function readResults(rows: string): Promise<Results> {
  const { runs, problems } = await readBytes(Buffer.from(`benchpaper-log,1\n${rows}`), 'logs/small.csv')
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return { version: 1, sources: [], runs, problems: [] }
}

export function viewOf(results: Results, spec: object): View {
  const problems = new ProblemSink('template.md')
  const view = evaluateView('small', viewSchema.parse(spec), {
    results,
    measures: {},
    scored: [],
    systems: new Map(),
    problems,
    dataProblems: new DataProblems(),
    placeOf: () => ({ path: 'template.md', line: 1, column: 1 }),
  })
  if (problems.messages.length > 0) throw new Error(String(problems.messages[0]))
  return view
}

const words: TableWords = {
  language: findLanguage('en'),
  word: (source) => source,
  label: (dimension, key) => key ?? dimension,
  derivedLabel: (_, id) => `derived ${id}`,
  footnote: () => '',
}

/** Enough of `Names` for tables and charts. */
export const plainNames = { ...words, inCharts: words } as unknown as Names

/** Enough of a report for what reads its views only. */
export function dataOf(view: View): ReportData {
  const views = new Map([[view.id, view]])
  return {
    views,
    scope: { views, lookUp: () => undefined, columnKey: (name: string) => name },
  } as unknown as ReportData
}
