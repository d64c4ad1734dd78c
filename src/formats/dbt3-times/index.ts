/**
 * Query times of DBT-3, an open implementation of TPC-H, as the scripts of MariaDB's benchmarks leave them (2012). Tab separated,
 * whole seconds, -1 for a query that failed, 100000 for one that was stopped. Three layouts:
 *
 *     9	268	265	270	265,266,268,269,270          query, median, min, max, all runs
 *
 *     #data set 1 : maria-5.5.23-exact-stats.txt (reference)
 *     #query	min	median	max	min	median	max
 *     1	298	303	314	251	259	260
 *
 *     #Version:5.3.5-MariaDB-ga; StorageEngine:MyISAM; Keyword: mariadb-5-3-5-myisam
 *     1.sql	287	306	1.00	1.00
 *
 * One run for each data set. There are no refresh functions and no streams, so there is no score of TPC-H: how many of the 22
 * queries have a time is remarked.
 */
import { RunBuilder } from '../../model/builder.ts'
import type { Run, Spread } from '../../model/result.ts'
import { queryNames } from '../../model/tpch.ts'
import { statistics } from '../../model/statistics.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate } from '../aggregate.ts'
import type { Format } from '../format.ts'
import { readDataSets, type DataSet, type QueryRow } from './tables.ts'

export const dbt3Times: Format<DataSet[]> = {
  id: 'dbt3-times',
  title: 'DBT-3 query times (tables of MariaDB)',
  about: {
    versions: 'the tables of 2012, with all runs, as summaries and as minimum and maximum',
    reads: 'Median, minimum and maximum of each query, the single runs where they are.',
    leaves: 'Percentages and ratios to the first data set: views compute them.',
    quirks: [
      'Tables with all runs put the median first, summaries put it between minimum and maximum.',
      '-1 and 100000 are queries without a time, never numbers.',
      'Rewritten queries (9-opt) have the dimension variant, and do not count among the 22.',
    ],
  },

  detect({ text }) {
    if (/^#data set \d+ *:/m.test(text) && /^#query\tmin\tmedian\tmax/m.test(text)) return true
    if (/^\s*#Version:[^;\n]*; StorageEngine:/.test(text)) return true
    const lines = text.split(/\r?\n/, 4).slice(0, -1)
    const pattern = /^\d{1,2}(?:-[a-z]\w{0,20})?\t-?\d+\t-?\d+\t-?\d+\t(?:-?\d+(?:,-?\d+)*|synthetic)$/
    return lines.length > 0 && lines.every((line) => pattern.test(line))
  },

  parse(source) {
    return readDataSets(source)
  },

  normalise(sets, source) {
    return sets.filter(({ rows }) => rows.length > 0).map((set, index) => toRun(set, index, source))
  },
}

function toRun(set: DataSet, index: number, source: Source): Run {
  const builder = new RunBuilder(source, {
    benchmark: 'dbt-3',
    tool: 'DBT-3',
    index,
    line: set.line,
  })
  if (set.name !== null) builder.dimension('dataSet', set.name)
  if (set.version !== null) builder.setting('databaseVersion', set.version)
  if (set.engine !== null) builder.setting('storageEngine', set.engine)
  for (const row of set.rows) observe(builder, row, source)
  const done = queryNames.filter((name) =>
    set.rows.some((row) => row.query === name && (row.min ?? row.median) !== null),
  )
  if (done.length < queryNames.length) {
    const missing = queryNames.filter((name) => !done.includes(name))
    builder.remark(`${done.length} of 22 queries have a time, missing: ${missing.join(', ')}`)
  }
  return builder.build()
}

function observe(builder: RunBuilder, row: QueryRow, source: Source): void {
  const [number, variant] = row.query.split('-') as [string, string | undefined]
  const dimensions = { query: Number(number), ...(variant !== undefined && { variant }) }
  const { line, median, min, max, runs } = row
  const repetitions = Math.max(1, runs.length)
  const spread = runs.length > 1 ? spreadOf(runs) : null
  builder.observe('queryTime', median, 's', { dimensions, line, repetitions, spread })
  builder.observe('queryTimeMin', min, 's', { dimensions, line })
  builder.observe('queryTimeMax', max, 's', { dimensions, line })
  if (runs.length === 0) return
  const sorted = runs.toSorted((a, b) => a - b)
  const middle = statistics(Float64Array.from(runs)).p50
  const pairs: [string, number | null, number | null][] = [
    ['median', median, middle],
    ['minimum', min, sorted[0]!],
    ['maximum', max, sorted.at(-1)!],
  ]
  for (const [name, printed, recomputed] of pairs) {
    if (printed === null || recomputed === null) continue
    // Of an even number of runs either middle one may be printed.
    const tolerance = name === 'median' ? 0.5 + medianGap(sorted) : 0
    checkAggregate(source.problems, { name: `${name} of query ${row.query}`, printed, recomputed, tolerance, line })
  }
}

function medianGap(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? 0 : (sorted[middle]! - sorted[middle - 1]!) / 2
}

function spreadOf(runs: readonly number[]): Spread {
  const { min, max, stddev } = statistics(Float64Array.from(runs))
  return { min: min!, max: max!, stddev: stddev! }
}
