/** "Data notes": what a reader must know of the logs behind the numbers. Warnings reach the report, not only the engineer. */
import { counts } from '../model/beyond-limit.ts'
import type { Origin, Results } from '../model/result.ts'
import type { z } from 'zod'
import type { measureSchema } from '../analyse/view-schema.ts'
import type { Problem } from '../problems.ts'
import type { View } from '../analyse/view.ts'
import { formatList, formatNumber, formatRange } from '../locale/format.ts'
import type { Names } from './compose.ts'
import type { ReportData } from './report-data.ts'

export interface DataNotes {
  /** Paragraphs for every report. */
  notes: string[]
  /** Warnings of the logs, as reported. */
  warnings: string[]
  /** Runs that were read and not used. */
  excluded: string[]
}

/** @param formatTitle the name people know a format by */
export function dataNotes(
  { results, views, template, leftOut }: ReportData,
  names: Names,
  formatTitle: (id: string) => string,
): DataNotes {
  const { language } = names
  const formats = [...new Set(results.sources.map(({ format }) => format).filter((id) => id !== 'unknown'))].map(
    formatTitle,
  )
  const notes = [
    names
      .word(
        'The numbers of this report were computed from {count} log files ({formats}). The files and their SHA-256 checksums are in the archive that belongs to the report (evidence.zip).',
      )
      .replace(
        '{count}',
        formatNumber(results.sources.filter(({ format }) => format !== 'unknown').length, 0, language),
      )
      .replace('{formats}', formatList(formats, language)),
    ...mergeNotes([...views.values()], names),
    ...windowNotes(Object.values(template.matter.measures), names),
    ...(leftOut.length === 0
      ? []
      : [
          names
            .word('Left out, since there are no measurements: {chapters}.')
            .replace('{chapters}', formatList(leftOut.flat(), language)),
        ]),
    names.word(
      'Ratios and factors are computed from unrounded values, so they can differ in the last digit from ratios of the printed values.',
    ),
    names.word('In file sizes and rates, 1 KB is 1000 bytes, 1 MB is 1000 KB and 1 GB is 1000 MB.'),
  ]
  return { notes, warnings: logWarnings(results), excluded: excludedRuns(results, views) }
}

function mergeNotes(views: View[], names: Names): string[] {
  const { language } = names
  const rules = {
    mean: 'Repeated runs are merged by their mean.',
    median: 'Repeated runs are merged by their median.',
    min: 'Of repeated runs the lowest value counts.',
    max: 'Of repeated runs the highest value counts.',
  } as const
  const used = [...new Set(views.map(({ spec }) => spec.merge))].filter((rule) => rule !== 'single')
  if (used.length === 0) return []
  const counts = views
    .flatMap(({ cells }) => cells.flat().map(({ repetitions }) => repetitions))
    .filter((count) => count > 0)
  const behind = names
    .word('Runs behind each value: {range}.')
    .replace('{range}', formatRange(Math.min(...counts), Math.max(...counts), 0, '', names.language))
  return [[...used.map((rule) => names.word(rules[rule])), behind].join(language.sentenceGap)]
}

function windowNotes(measures: readonly z.output<typeof measureSchema>[], names: Names): string[] {
  const windowed = measures.filter(({ window }) => window !== undefined)
  const isSum = ({ statistic }: (typeof windowed)[number]): boolean => ['total', 'active', 'pause'].includes(statistic)
  if (windowed.length === 0) return []
  return [
    [
      names.word(
        'Performance counters are averaged over the samples recorded while the measured work was running; samples before and after it, and missing samples, are left out.',
      ),
      ...(windowed.some(isSum)
        ? [names.word('Amounts and durations read off performance counters are added up over the same samples.')]
        : []),
    ].join(names.language.sentenceGap),
  ]
}

/** Warnings and errors of logs, in the tool's words; a line a rule and file would be too much for thousands. */
function logWarnings({ problems }: Results): string[] {
  const logs = problems.filter(({ severity }) => severity !== 'info')
  const shown = logs.slice(0, 30).map(showProblem)
  return logs.length > 30 ? [...shown, `… +${logs.length - 30}`] : shown
}

function showProblem({ path, line, message }: Problem): string {
  return `${path}${line === null ? '' : `:${line}`}: ${message}`
}

/** Runs that no view shows a value of; those that are only beyond a limit may have a place in a sweep. */
function excludedRuns({ runs }: Results, views: ReportData['views']): string[] {
  const fileOf = ({ path, member }: Origin): string => (member === null ? path : `${path}/${member}`)
  const shown = new Set(
    [...views.values()].flatMap(({ cells }) => cells.flat().flatMap(({ origins }) => origins.map(fileOf))),
  )
  return runs
    .filter((run) => run.valid === false && !(counts(run, true) && shown.has(fileOf(run.origin))))
    .map(({ id, reasons }) => `${id}: ${reasons.join('; ')}`)
}
