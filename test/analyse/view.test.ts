import { beforeAll, describe, expect, test } from 'vitest'
import { DataProblems } from '../../src/analyse/measures.ts'
import { evaluateView, type View } from '../../src/analyse/view.ts'
import { viewSchema } from '../../src/analyse/view-schema.ts'
import type { Results } from '../../src/model/result.ts'
import { ProblemSink, type Problem } from '../../src/problems.ts'
import { readBytes } from '../helpers/check-format.ts'

const log = `benchpaper-log,1
benchmark,run,metric,value,unit,controller,raid,cache,operation,status
disk,1,throughput,100,MB/s,A,5,off,read,measured
disk,1,throughput,150,MB/s,A,5,on,read,measured
disk,2,throughput,104,MB/s,A,5,off,read,measured
disk,1,throughput,60,MB/s,A,10,off,read,measured
disk,1,throughput,90,MB/s,A,10,on,read,measured
disk,1,throughput,80,MB/s,B,5,off,read,measured
disk,1,throughput,100,MB/s,B,5,on,read,measured
disk,1,responseTime,5,ms,A,5,off,read,measured
disk,1,responseTime,4,ms,A,5,on,read,measured
disk,3,throughput,70,MB/s,B,10,off,read,estimated
`
let results: Results

beforeAll(async () => {
  const { runs, problems } = await readBytes(Buffer.from(log), 'logs/disk.csv')
  expect(problems).toEqual([])
  results = { version: 1, sources: [], runs, problems: [] }
})

function evaluate(spec: object): { view: View; problems: Problem[] } {
  const problems = new ProblemSink('template.md')
  const view = evaluateView('v', viewSchema.parse(spec), {
    results,
    measures: {},
    scored: [],
    systems: new Map(),
    problems,
    dataProblems: new DataProblems(),
    placeOf: (path) => ({ path: 'template.md', line: 10 + path.length, column: 3 }),
  })
  return { view, problems: problems.toProblems() }
}

const base = {
  metric: 'throughput',
  unit: 'MB/s',
  merge: 'mean',
  rows: 'controller',
  columns: 'cache',
  where: { raid: 5 },
}

function values(view: View): (number | null)[][] {
  return view.cells.map((row) => row.map(({ value }) => value))
}

test('repetitions merge, the rest stands as measured', () => {
  const { view, problems } = evaluate(base)
  expect(problems).toEqual([])
  expect(view.rows.map(({ key }) => key)).toEqual(['A', 'B'])
  // (100 + 104) / 2 by hand.
  expect(values(view)).toEqual([
    [102, 150],
    [80, 100],
  ])
  expect(view.cells[0]![0]).toMatchObject({ repetitions: 2, spread: { min: 100, max: 104 }, status: 'measured' })
  expect(view.cells[0]![0]!.origins.map(({ line }) => line)).toEqual([3, 5])
})

test('several dimensions group rows and columns; computed columns stand in their group', () => {
  const { view } = evaluate({
    ...base,
    where: {},
    rows: 'raid',
    columns: ['controller', { dimension: 'cache', order: ['off', 'on'] }],
    derive: [{ id: 'gain', label: 'Gain', operation: 'gain', of: 'on', to: 'off', unit: '%' }],
  })
  expect(view.columns.map(({ keys }) => keys)).toEqual([
    ['A', 'off'],
    ['A', 'on'],
    ['A', 'gain'],
    ['B', 'off'],
    ['B', 'on'],
    ['B', 'gain'],
  ])
  expect(view.rows.map(({ keys }) => keys)).toEqual([['5'], ['10']])
  // 150 / 102 − 1 = 47.06 %, 100 / 80 − 1 = 25 %, 90 / 60 − 1 = 50 %, by hand; B has no cache-on value for RAID 10.
  const gains = view.cells.map((row) => [row[2]!.value, row[5]!.value])
  expect(gains[0]![0]).toBeCloseTo(47.0588, 4)
  expect(gains).toEqual([
    [gains[0]![0], 25],
    [50, null],
  ])
  expect(view.cells[1]![3]!.status).toBe('estimated')
})

test('several metrics have their own units and decimals', () => {
  const { view } = evaluate({
    metrics: { throughput: { unit: 'MB/s', decimals: 0 }, responseTime: { unit: 'ms', digits: 3 } },
    where: { controller: 'A', raid: 5 },
    merge: 'mean',
    rows: 'cache',
    columns: 'metric',
  })
  expect(values(view)).toEqual([
    [102, 5],
    [150, 4],
  ])
  expect(view.cells[0]!.map(({ style }) => style)).toEqual([
    { unit: 'MB/s', decimals: 0, digits: null },
    { unit: 'ms', decimals: 1, digits: 3 },
  ])
})

describe('problems name the field and what there is', () => {
  test.each([
    [
      'unknown-dimension',
      { ...base, rows: 'disk' },
      'Known dimensions: benchmark, cache, controller, metric, operation, raid, run, status',
    ],
    ['empty-view', { ...base, where: { raid: 6 } }, 'No observation meets raid; its values are 10, 5.'],
    ['empty-view', { ...base, metric: 'iops', unit: 'IO/s' }, 'Known metrics: responseTime, throughput.'],
    ['ambiguous-cell', { ...base, merge: 'single' }, 'say how repetitions merge'],
    ['wrong-unit', { ...base, unit: 'ms' }, 'units a view can name'],
    ['unordered-value', { ...base, rows: { dimension: 'controller', order: ['A'] } }, 'Add them to the order'],
  ])('%s', (ruleId, spec, hint) => {
    const { problems } = evaluate(spec)
    const problem = problems.find((one) => one.ruleId === ruleId)
    expect(problem, JSON.stringify(problems)).toBeDefined()
    expect(problem!.hint?.replace('run, ', '')).toContain(hint.replace('run, ', ''))
    expect(problem!.line).toBeGreaterThan(10)
  })
})

test('the order of the author is kept, and what is missing is seen', () => {
  const { view } = evaluate({ ...base, rows: { dimension: 'controller', order: ['B', 'C', 'A'] } })
  expect(view.rows.map(({ key }) => key)).toEqual(['B', 'C', 'A'])
  expect(values(view)[1]).toEqual([null, null])
})

test('the order of the logs does not matter', () => {
  const { view } = evaluate(base)
  results = {
    ...results,
    runs: results.runs.toReversed().map((run) => ({ ...run, observations: run.observations.toReversed() })),
  }
  expect(
    values(
      evaluate({
        ...base,
        rows: { dimension: 'controller', order: ['A', 'B'] },
        columns: { dimension: 'cache', order: ['off', 'on'] },
      }).view,
    ),
  ).toEqual(values(view))
})

test('runs beyond a limit count only where a view wants them, runs with other faults never', () => {
  const all = results
  const spec = { ...base, rows: { dimension: 'controller', order: ['A', 'B'] }, where: { raid: 10 } }
  const faulty = (settings: Results['runs'][number]['settings']): Results => ({
    ...all,
    runs: all.runs.map((run) => ({ ...run, valid: false, settings: { ...run.settings, ...settings } })),
  })
  results = faulty({ beyondLimit: true })
  expect(values(evaluate(spec).view)).toEqual([
    [null, null],
    [null, null],
  ])
  expect(values(evaluate({ ...spec, beyondLimit: true }).view)).toEqual([
    [60, 90],
    [70, null],
  ])
  results = faulty({})
  expect(values(evaluate({ ...spec, beyondLimit: true }).view).flat()).toEqual([null, null, null, null])
  results = all
})
