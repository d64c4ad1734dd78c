import { describe, expect, test } from 'vitest'
import { DataProblems, measure, type MeasureSpec } from '../../src/analyse/measures.ts'
import { measureSchema } from '../../src/analyse/view-schema.ts'
import { resultsVersion, type Origin, type Run, type Timestamp } from '../../src/model/result.ts'

const origin: Origin = { path: 'log.csv', member: null, line: 1, byte: null }
const clock = (seconds: number): Timestamp => ({
  local: new Date(Date.UTC(2008, 6, 1) + seconds * 1000).toISOString().slice(0, 23),
  offset: null,
})

function run(benchmark: string, start: number, end: number, more: Partial<Run>): Run {
  return {
    ...{ id: `${benchmark} ${start}`, benchmark, tool: benchmark, toolVersion: null, system: null },
    ...{ start: clock(start), end: clock(end), settings: {}, status: 'measured', published: null, valid: null },
    ...{ reasons: [], dimensions: { attachment: 'iscsi' }, observations: [], series: [], origin, ...more },
  }
}

/** Ten seconds of a log that starts at 100; the boot is from 101 to 109. */
function measured(values: readonly number[], spec: Partial<MeasureSpec>, more: Run[] = []) {
  const name = '\\PhysicalDisk(_Total)\\Disk Bytes/sec'
  const series = [
    {
      ...{ metric: 'diskRate', name, unit: 'B/s' as const, dimensions: {}, interval: 1, summary: null, origin },
      times: Float64Array.from(values, (_, index) => index),
      values: Float64Array.from(values),
    },
  ]
  const runs = [run('perfmon', 100, 109, { series }), run('boot', 101, 109, {}), ...more]
  const problems = new DataProblems()
  const found = measure(
    { version: resultsVersion, sources: [], runs, problems: [] },
    'volume',
    measureSchema.parse({ counter: name, window: 'boot', ...spec }),
    problems,
  )
  return {
    values: found.map(({ observation: { value, unit } }) => [value, unit]),
    rules: [...problems.sinks.values()].flatMap((sink) => sink.toProblems()).map(({ ruleId }) => ruleId),
  }
}

// Samples at 100 … 109; those at 100 and 101 are no part of the boot.
const rates = [NaN, 9, 0, 4, 6, 0, 0, 0, 2, 0]

describe('what a log amounts to during a run', () => {
  test('a total is each rate times its interval, in the window', () => {
    expect(measured(rates, { statistic: 'total' })).toEqual({ values: [[12, 'B']], rules: [] })
  })

  test('activity is the time above the level, a pause the longest time between', () => {
    expect(measured(rates, { statistic: 'active', above: 1 }).values).toEqual([[3, 's']])
    // From 104 to 107, where the sample at 108 begins.
    expect(measured(rates, { statistic: 'pause', above: 1 }).values).toEqual([[3, 's']])
    expect(measured(rates, { statistic: 'pause', above: 5 }).values).toEqual([[0, 's']])
  })

  test('other statistics leave out what is not above the level', () => {
    expect(measured(rates, { statistic: 'mean', above: 1 }).values).toEqual([[4, 'B/s']])
    expect(measured(rates, { statistic: 'min', above: 0 }).values).toEqual([[2, 'B/s']])
    expect(measured(rates, { statistic: 'mean', above: 1, part: 'before-pause' }).values).toEqual([[5, 'B/s']])
    expect(measured(rates, { statistic: 'mean', above: 1, part: 'after-pause' }).values).toEqual([[2, 'B/s']])
    expect(measured(rates, { statistic: 'max', above: 99 })).toEqual({ values: [], rules: ['empty-window'] })
  })

  test('a blank sample makes a total doubtful, not a mean', () => {
    const gaps = rates.with(5, NaN)
    expect(measured(gaps, { statistic: 'total' }).rules).toEqual(['missing-samples'])
    expect(measured(gaps, { statistic: 'mean' }).rules).toEqual([])
  })

  test('runs that are not meant need no performance log', () => {
    const local = run('boot', 201, 209, { dimensions: { attachment: 'local' } })
    expect(measured(rates, { statistic: 'total' }, [local]).rules).toEqual(['missing-performance-log'])
    const meant = measured(rates, { statistic: 'total', where: { attachment: ['iscsi', 'fc'] } }, [local])
    expect(meant).toEqual({ values: [[12, 'B']], rules: [] })
  })

  test('activity needs a level', () => {
    expect(() => measured(rates, { statistic: 'active' })).toThrow(/level that tells work from rest/)
  })
})
