/** From rows to runs. */
import { RunBuilder } from '../../model/builder.ts'
import type { Run, Scalar } from '../../model/result.ts'
import { toCanonical } from '../../model/units.ts'
import type { Source } from '../../source/source.ts'
import { readScalar, type LabRow } from './check-row.ts'
import { toOffset } from './time.ts'

/** Rows of one run, in order of first appearance. */
export function groupRows(rows: LabRow[]): LabRow[][] {
  const groups = new Map<string, LabRow[]>()
  for (const row of rows) {
    const { benchmark, system, run, start, end, publishedIn, publishedOn } = row
    // A table may mix measured and estimated, published and unpublished values; the model marks runs, so they part.
    const key = JSON.stringify([benchmark, system, run, start, end, row.status ?? 'measured', publishedIn, publishedOn])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

/** `index` is the place of the run in its file. */
export function buildRun(rows: LabRow[], index: number, source: Source): Run {
  const first = rows[0]!
  const builder = new RunBuilder(source, {
    benchmark: first.benchmark,
    tool: agree(rows, 'tool', source) ?? 'unknown',
    toolVersion: agree(rows, 'toolVersion', source),
    system: first.system,
    status: first.status ?? 'measured',
    index,
    line: first.line,
  })
  const fallback = source.options.offset ?? null
  const start = first.start && { ...first.start, offset: first.start.offset ?? fallback }
  const end = first.end && { ...first.end, offset: first.end.offset ?? fallback }
  builder.period(start, end && start ? toOffset(end, start.offset) : end)
  if (first.run !== null) builder.setting('run', readScalar(first.run))
  for (const [name, value] of agreeOnSettings(rows, source)) builder.setting(name, value)
  if (first.publishedIn !== null) builder.published(first.publishedIn, first.publishedOn!)
  const seen = new Set<string>()
  for (const row of rows) {
    if (row.valid === 'yes') builder.valid()
    if (row.valid === 'no') builder.invalid(row.reason ?? 'marked as not valid in the log')
    else if (row.reason !== null) builder.remark(row.reason)
    const canonical = toCanonical(row.value ?? 0, row.unit)!
    const { dimensions, line } = row
    builder.observe(row.metric, row.value === null ? null : canonical.value, canonical.unit, { dimensions, line })
    reportRepetition(row, seen, source)
  }
  return builder.build()
}

/** What the rows of a run say about all of it; the first word counts, and a row that contradicts is reported. */
function agree(rows: LabRow[], name: 'tool' | 'toolVersion', source: Source): string | null {
  let agreed: string | null = null
  for (const row of rows) {
    if (agreed !== null && row[name] !== null && row[name] !== agreed) {
      reportContradiction(row.line, name, row[name], agreed, source)
    }
    agreed ??= row[name]
  }
  return agreed
}

function agreeOnSettings(rows: LabRow[], source: Source): Map<string, Scalar> {
  const agreed = new Map<string, Scalar>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.settings)) {
      const earlier = agreed.get(name) ?? value
      agreed.set(name, earlier)
      if (earlier !== value) reportContradiction(row.line, name, String(value), String(earlier), source)
    }
  }
  return agreed
}

function reportContradiction(line: number, name: string, actual: string, expected: string, source: Source): void {
  source.problems.error(
    'contradictory-value',
    `Unexpected other ${name} in a row of the same run, expected one a run`,
    {
      line,
      actual,
      expected,
      hint: 'Number the runs with a run column, make it a dimension, or correct the cell. The first one has been kept.',
    },
  )
}

function reportRepetition(row: LabRow, seen: Set<string>, source: Source): void {
  const dimensions = Object.entries(row.dimensions).sort(([a], [b]) => (a < b ? -1 : 1))
  const key = JSON.stringify([row.metric, dimensions])
  if (seen.has(key)) {
    source.problems.warning('repeated-value', 'Unexpected second value under the same conditions, expected one a run', {
      line: row.line,
      actual: row.metric,
      hint: 'Number repetitions with a run column, or remove the row if it was pasted twice. Both have been kept.',
    })
  }
  seen.add(key)
}
