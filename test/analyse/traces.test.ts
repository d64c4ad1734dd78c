import { describe, expect, test } from 'vitest'
import { evaluateTrace, pointsOf, traceSchema, type TraceSeries } from '../../src/analyse/traces.ts'
import type { Origin, Run, Series } from '../../src/model/result.ts'
import { resultsVersion } from '../../src/model/result.ts'
import { ProblemSink } from '../../src/problems.ts'

const origin: Origin = { path: 'log.csv', member: null, line: 1, byte: null }

function series(name: string, values: number[], times = values.map((_, index) => index * 5)): Series {
  return {
    metric: 'cpuUtilization',
    name,
    unit: 'ratio',
    dimensions: {},
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    interval: 5,
    summary: null,
    origin,
  }
}

function run(dimensions: Run['dimensions'], all: Series[], valid: boolean | null = null): Run {
  return {
    id: JSON.stringify(dimensions),
    benchmark: 'perfmon',
    tool: 'perfmon',
    toolVersion: null,
    system: null,
    start: null,
    end: null,
    settings: {},
    status: 'measured',
    published: null,
    valid,
    reasons: [],
    dimensions,
    observations: [],
    series: all,
    origin,
  }
}

function evaluate(runs: Run[], spec: object) {
  const problems = new ProblemSink('template')
  const trace = evaluateTrace('cpu', traceSchema.parse({ unit: '%', ...spec }), {
    results: { version: resultsVersion, sources: [], runs, problems: [] },
    systems: new Map([
      ['old', 'a'],
      ['new', 'b'],
    ]),
    problems,
    placeOf: () => ({ path: 'template', line: 1, column: 1 }),
  })
  return { trace, rules: problems.toProblems().map(({ ruleId }) => ruleId) }
}

const total = '\\Processor(_Total)\\% Processor Time'

describe('a trace', () => {
  test('converts to its unit; systems stand in the order of the report; roles are names', () => {
    const runs = [
      run({ system: 'b' }, [series(total, [0.5])]),
      run({ system: 'a' }, [series(total, [0.25, Number.NaN])]),
    ]
    const { trace, rules } = evaluate(runs, { counter: '\\processor(total)\\processor time', by: 'system' })
    expect(rules).toEqual([])
    expect(trace.series.map(({ keys, values }) => [keys, [...values]])).toEqual([
      [['a'], [25, Number.NaN]],
      [['b'], [50]],
    ])
    expect(evaluate(runs, { counter: total, where: { system: 'new' } }).trace.series).toHaveLength(1)
  })

  test('leaves out runs that are not valid', () => {
    const runs = [run({ run: 1 }, [series(total, [0.5])], false), run({ run: 2 }, [series(total, [0.1])])]
    const { trace, rules } = evaluate(runs, { counter: total, by: ['run'] })
    expect(rules).toEqual([])
    expect(trace.series.map(({ keys }) => keys)).toEqual([['2']])
  })

  test('tells instances of one log apart when asked to', () => {
    const cores = [0, 1].map((core) => series(`\\Processor(${core})\\% Processor Time`, [0.1]))
    const counter = '\\Processor(*)\\% Processor Time'
    expect(evaluate([run({}, cores)], { counter, by: 'instance' }).trace.series.map(({ keys }) => keys)).toEqual([
      ['0'],
      ['1'],
    ])
    expect(evaluate([run({}, cores)], { counter }).rules).toEqual(['ambiguous-trace'])
  })
})

test('a trace of a window begins with it: a sample at t stands for the time before t', () => {
  const clock = (seconds: number) => ({
    local: `2008-07-01T08:00:${String(seconds).padStart(2, '0')}.000`,
    offset: null,
  })
  const log = { ...run({ system: 'a' }, [series(total, [0.1, 0.2, 0.3, 0.4])]), start: clock(0) }
  // Samples at 0, 5, 10, 15 s; the run is from 5 to 14.
  const boot = { ...run({ system: 'a' }, []), benchmark: 'boot', start: clock(5), end: clock(14) }
  const { trace, rules } = evaluate([log, boot], { counter: total, window: 'boot' })
  expect(rules).toEqual([])
  expect(trace.series.map(({ times, values }) => [[...times], [...values]])).toEqual([[[5], [30]]])
  expect(evaluate([log], { counter: total, window: 'boot' }).rules).toEqual(['no-window'])
})

describe('points of a line', () => {
  const line = (times: number[], values: number[]): TraceSeries => ({
    keys: [],
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    interval: 5,
    origin,
  })

  test('a missing sample has no value', () => {
    expect(pointsOf(line([0, 5, 10], [1, Number.NaN, 3])).map(({ value }) => value)).toEqual([1, null, 3])
  })

  test('a pause beyond 2.5 intervals breaks the line in its middle, a shorter one does not', () => {
    expect(pointsOf(line([0, 12.5, 25.5], [1, 2, 3]))).toEqual([
      { time: 0, value: 1 },
      { time: 12.5, value: 2 },
      { time: 19, value: null },
      { time: 25.5, value: 3 },
    ])
  })
})
