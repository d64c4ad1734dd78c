import { expect, test } from 'vitest'
import { assignLogs } from '../../src/lab/assign-logs.ts'
import { reportSchema } from '../../src/lab/schema.ts'
import { ProblemSink } from '../../src/problems.ts'

function assign(paths: string[], logs: object[]): { dimensions: [string, object][]; rules: string[] } {
  const config = reportSchema.parse({
    template: 't',
    version: '1',
    date: '2013-08',
    languages: ['en'],
    systems: { old: 'a', new: 'b' },
    logs,
  })
  const problems = new ProblemSink('report.yaml')
  const assigned = assignLogs(paths, config.logs, {
    problems,
    systems: config.systems,
    lineOf: (rule) => ({ line: 10 + rule, column: 5 }),
  })
  return {
    dimensions: assigned.map(({ path, dimensions }) => [path, dimensions]),
    rules: problems.toProblems().map(({ ruleId, line }) => `${ruleId}:${String(line)}`),
  }
}

test('named parts become dimensions; values give them meaning; numbers are numbers', () => {
  const { dimensions, rules } = assign(
    ['logs/g5/10M/run3/perfmon.csv', 'logs/b/1M/run12/perfmon.csv'],
    [{ path: 'logs/{system}/{fileSize}/run{run}/*.csv', values: { system: { g5: 'old' } }, set: { profile: 'copy' } }],
  )
  expect(rules).toEqual([])
  expect(dimensions).toEqual([
    ['logs/g5/10M/run3/perfmon.csv', { profile: 'copy', system: 'a', fileSize: '10M', run: 3 }],
    ['logs/b/1M/run12/perfmon.csv', { profile: 'copy', system: 'b', fileSize: '1M', run: 12 }],
  ])
})

test('the first pattern that fits wins; ** spans folders; signs of regular expressions are text', () => {
  const { dimensions } = assign(
    ['logs/x/y/z.csv', 'logs/a+b (1).csv', 'logs/special.csv'],
    [
      { path: 'logs/special.csv', set: { kind: 'special' } },
      { path: 'logs/a+b (1).csv', set: { kind: 'signs' } },
      { path: 'logs/**/*.csv', set: { kind: 'any' } },
    ],
  )
  expect(dimensions.map(([, { kind }]: [string, { kind?: string }]) => kind)).toEqual(['any', 'signs', 'special'])
})

test('what matches nothing is reported, both ways', () => {
  const { rules } = assign(
    ['logs/a.csv', 'logs/stray.txt', 'logs/README.md', 'logs/.keep'],
    [{ path: 'logs/*.csv' }, { path: 'logs/*.blg' }],
  )
  expect(rules).toEqual(['unassigned-log:null', 'no-log-matches:11'])
})

test('a system that the report does not have is an error', () => {
  expect(assign(['logs/c/x.csv'], [{ path: 'logs/{system}/*.csv' }]).rules).toEqual(['unknown-system:10'])
})
