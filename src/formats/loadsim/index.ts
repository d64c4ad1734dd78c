/**
 * Response times of Microsoft Exchange Load Simulator 2003 (LoadSim): the text that `lslog answer lsperf.log` prints. One run a table, of
 * which there is one for each client module.
 *
 *     Category        Weight    Hits   95th Pctile   50th Pctile     Mean   Std. Dev.
 *     SEND                 2    4801           203            94      112          71
 *     READ                10   31200           125            47       61          40
 *     Weighted Avg                             138
 *
 * No output of lslog could be had; the layout is put together from descriptions of it (MSDN, Load Simulator Log). So columns are
 * known by their heads, in any order, and those that are not there are missed by nobody. Times are milliseconds unless the head
 * says seconds. The score, which users notice, is the mean of the 95th percentiles, weighted with the weights of the tasks.
 */
import { RunBuilder } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate } from '../aggregate.ts'
import type { Format } from '../format.ts'
import { readAnswer, readHeads, type Answer, type AnswerTable, type Column, type TaskRow } from './table.ts'

/** The percentile that makes the score: lslog's own default. */
const scorePercentile = 95

export const loadsim: Format<Answer> = {
  id: 'loadsim',
  title: 'LoadSim response times (lslog answer)',
  about: {
    versions: '2003, from descriptions of its output',
    reads:
      'Hits, weights, percentiles, mean and deviation of each task; users and profile if the text names them; computes the score.',
    leaves: 'Everything outside the tables.',
    quirks: [
      'Columns are known by their heads; times are milliseconds unless the head says (s).',
      'A task without hits has no times and does not count in the score.',
      'A score says nothing without users and profile: they are asked for.',
    ],
  },

  detect({ text }) {
    return (
      /\b(?:lslog|lsperf|load ?sim(?:ulator)?)\b/i.test(text) && text.split(/\r?\n/).some((line) => readHeads(line))
    )
  },

  parse(source) {
    return readAnswer(source)
  },

  normalise(answer, source) {
    const tables = answer.tables.filter(({ rows }) => rows.length > 0)
    if (tables.length === 0) {
      source.problems.warning('no-rows', 'Unexpected output without tasks, expected one row a task', {
        hint: 'Run lslog answer on the lsperf.log of the test.',
      })
    }
    return tables.map((table, index) => toRun(table, answer, index, source))
  },
}

function toRun(table: AnswerTable, { users, profile }: Answer, index: number, source: Source): Run {
  const builder = new RunBuilder(source, { benchmark: 'loadsim', tool: 'LoadSim', index, line: table.line })
  if (users !== null) builder.setting('users', users)
  if (profile !== null) builder.setting('profile', profile)
  for (const row of table.rows) observeTask(builder, row, table)
  observeScore(builder, table, source)
  if (users === null || profile === null) {
    const missing = [...(users === null ? ['users'] : []), ...(profile === null ? ['profile'] : [])].join(' and ')
    source.problems.info(
      'unknown-load',
      `Unexpected absence of ${missing}, expected the load behind the response times`,
      {
        line: table.line,
        hint: 'Give them by the path pattern in report.yaml; without them a score cannot be compared.',
      },
    )
  }
  return builder.build()
}

function observeTask(builder: RunBuilder, row: TaskRow, { columns, factor }: AnswerTable): void {
  const { task, line } = row
  const isIdle = valueOf(row, columns, 'hits') === 0
  for (const [index, column] of columns.entries()) {
    const value = row.values[index] ?? null
    const time = value === null || isIdle ? null : seconds(value, factor)
    if (column === 'hits') builder.observe('operations', value, '1', { dimensions: { task }, line })
    else if (column === 'mean') builder.observe('responseTime', time, 's', { dimensions: { task }, line })
    else if (column === 'stddev') builder.observe('responseTimeStddev', time, 's', { dimensions: { task }, line })
    else if (typeof column === 'number')
      builder.observe('responseTimePercentile', time, 's', { dimensions: { task, percentile: column }, line })
  }
}

/** Weighted mean of the 95th percentiles; the printed one where there are no weights. */
function observeScore(builder: RunBuilder, table: AnswerTable, source: Source): void {
  const { columns, rows, weighted, factor } = table
  const printed = weighted && printedScore(weighted, columns)
  const computed = source.problems.count('cell-count') > 0 ? null : computedScore(rows, columns)
  if (weighted && printed === null) {
    source.problems.error(
      'cell-count',
      `Unexpected ${weighted.values.length} numbers in the weighted average, expected one`,
      {
        line: weighted.line,
        hint: 'It was not read. The output may be damaged, or of a version that is not known.',
      },
    )
  }
  const line = weighted?.line ?? table.line
  const dimensions = { percentile: scorePercentile }
  if (weighted && printed !== null && computed !== null) {
    checkAggregate(source.problems, {
      name: 'weighted average',
      printed,
      recomputed: computed,
      // Both the average and what it is made from are rounded.
      tolerance: 0.5 * 10 ** -weighted.decimals + 0.5 * 10 ** -Math.max(...rows.map(({ decimals }) => decimals)),
      line: weighted.line,
    })
  }
  const score = computed ?? printed
  if (score !== null) builder.observe('score', seconds(score, factor), 's', { dimensions, line })
  if (printed !== null) builder.observe('printedScore', seconds(printed, factor), 's', { dimensions, line })
}

/** One number is the score; several are those of the columns of times, from the left. */
function printedScore(row: TaskRow, columns: readonly Column[]): number | null {
  if (row.values.length === columns.length) return valueOf(row, columns, scorePercentile)
  if (row.values.length === 1) return row.values[0]!
  const times = columns.filter((column) => column !== 'weight' && column !== 'hits')
  const percentiles = columns.filter((column) => typeof column === 'number')
  const fitting = [times, percentiles].find(({ length }) => length === row.values.length)
  return fitting ? valueOf(row, fitting, scorePercentile) : null
}

function computedScore(rows: readonly TaskRow[], columns: readonly Column[]): number | null {
  let sum = 0
  let weights = 0
  for (const row of rows) {
    if (valueOf(row, columns, 'hits') === 0) continue
    const weight = valueOf(row, columns, 'weight')
    const time = valueOf(row, columns, scorePercentile)
    if (weight === null || time === null) return null
    sum += weight * time
    weights += weight
  }
  return weights > 0 ? sum / weights : null
}

function valueOf(row: TaskRow, columns: readonly Column[], column: Column): number | null {
  return row.values[columns.indexOf(column)] ?? null
}

function seconds(value: number, factor: number): number {
  return factor === 1 ? value : value / Math.round(1 / factor)
}
