/** What an engineer's folder can hold: one bad log never stops the rest, and each has a message with a place and a hint. */
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '../../src/problems.ts'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'

const logs = 'data/proliant/file-server/logs'
let lab: BuiltLab

beforeAll(async () => {
  const folder = await copyLab()
  const at = (path: string): string => join(folder, logs, path)
  // A garbage file under the name of a log, an empty one, one cut off in the middle of a row, one with decimal commas.
  await writeFile(at('g5/40K/run1/copy.csv'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254, 10, 13, 0]))
  await writeFile(at('g5/40K/run2/perfmon.csv'), '')
  const whole = await readFile(at('gen8/1M/run1/perfmon.csv'))
  await writeFile(at('gen8/1M/run1/perfmon.csv'), whole.subarray(0, Math.floor(whole.length * 0.6) + 3))
  const timing = await readFile(at('gen8/10M/run3/copy.csv'), 'latin1')
  await writeFile(at('gen8/10M/run3/copy.csv'), Buffer.from(timing.replaceAll(/(\d)\.(\d+),s/g, '$1,$2,s'), 'latin1'))
  // The same log under two conditions, a link, a log of another machine, one without a counter, a time below zero.
  await cp(at('gen8/512K/run2/copy.csv'), at('g5/512K/run2/copy.csv'))
  await rm(at('gen8/512K/run4/perfmon.csv'))
  await symlink(at('gen8/512K/run5/perfmon.csv'), at('gen8/512K/run4/perfmon.csv'))
  const edit = async (path: string, from: RegExp | string, to: string): Promise<void> => {
    const text = await readFile(at(path), 'latin1')
    expect(text.replaceAll(from, to)).not.toBe(text)
    await writeFile(at(path), Buffer.from(text.replaceAll(from, to), 'latin1'))
  }
  await edit('g5/10M/run1/perfmon.csv', 'FS-DL380G5', 'FS-OTHER')
  await edit('g5/10M/run2/perfmon.csv', 'Processor(_Total)', 'Processor(7)')
  await edit('g5/10M/run3/copy.csv', /transferTime,[\d.]+/g, 'transferTime,-422')
  // A log that nobody asked for.
  await cp(at('g5/1M/run1/copy.csv'), at('g5/1M/run1/copy-old.csv'))
  // Another report beside it, untouched by all that.
  await cp(join(folder, 'data/proliant/file-server'), join(folder, 'data/proliant/second'), { recursive: true })
  await rm(join(folder, 'data/proliant/second/logs'), { recursive: true })
  await cp(join(import.meta.dirname, '../..', logs), join(folder, 'data/proliant/second/logs'), { recursive: true })
  lab = await buildLab(folder, {
    reports: ['proliant/file-server', 'proliant/second'],
    formats: ['html'],
    languages: ['en'],
  })
}, 120_000)
afterAll(() => remove(lab.folder))

function problemOf(path: string, severity: Problem['severity'] = 'error'): Problem {
  const found = lab.problems.find((problem) => problem.path.endsWith(path) && problem.severity === severity)
  expect(found, `${path} in ${JSON.stringify(lab.problems, null, 1)}`).toBeDefined()
  return found!
}

test('a garbage file is named, with what was expected and what to do', () => {
  const { ruleId, line, hint, message } = problemOf('file-server/logs/g5/40K/run1/copy.csv')
  expect(ruleId).toBe('unknown-format')
  expect(line).toBe(1)
  expect(message).toContain('expected')
  expect(hint).toBeTruthy()
})

test('an empty file is named', () => {
  expect(problemOf('g5/40K/run2/perfmon.csv')).toMatchObject({ ruleId: 'empty-file' })
})

test('a cut-off log gives its complete rows and a message with the line', () => {
  const problem = problemOf('gen8/1M/run1/perfmon.csv')
  expect(problem.line).toBeGreaterThan(10)
  expect(problem.hint).toBeTruthy()
})

test('a decimal comma is an error with line and column, never another number', () => {
  const problem = problemOf('gen8/10M/run3/copy.csv')
  expect(problem.line).toBeGreaterThan(1)
  expect(problem.column).toBeGreaterThan(1)
})

test('a log that no pattern matches is reported', () => {
  const problem = lab.problems.find(({ ruleId }) => ruleId === 'unassigned-log')
  expect(problem?.message).toContain('g5/1M/run1/copy-old.csv')
})

test.each([
  ['contradictory-copies', 'gen8/512K/run2/copy.csv'],
  ['special-file', 'gen8/512K/run4/perfmon.csv'],
  ['missing-performance-log', 'gen8/512K/run4/copy.csv'],
  ['unexpected-host', 'g5/10M/run1/perfmon.csv'],
  ['missing-counter', 'g5/10M/run2/perfmon.csv'],
  ['negative-value', 'g5/10M/run3/copy.csv'],
])('%s: %s', (ruleId, path) => {
  const found = lab.problems.filter((problem) => problem.ruleId === ruleId)
  expect(found.map((problem) => problem.path)).toContain(`data/proliant/file-server/logs/${path}`)
  for (const { severity, hint } of found) expect([severity, hint !== null]).toEqual(['error', true])
})

test('the other report is built as if nothing had happened', async () => {
  const html = await lab.text('proliant/second/en/report.html')
  expect(html).toContain('10735')
  expect(html).not.toContain('Warnings of the logs')
})
