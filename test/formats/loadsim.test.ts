import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes, sourceOf } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'

const fixtures = 'test/fixtures/loadsim'
const whole = readFileSync(`${fixtures}/1200-users.txt`, 'utf8')

test('reads tasks and computes the weighted score', async () => {
  const { runs, problems } = await checkFormat(`${fixtures}/1200-users.txt`, 'loadsim')
  expect(problems).toEqual([])
  const [run] = runs
  expect(run).toMatchObject({ benchmark: 'loadsim', settings: { users: 1200, profile: 'MMB3' } })
  expect(valueOf(run, 'responseTimePercentile', { task: 'BROWSE CALENDAR', percentile: 95 })).toBe(0.359)
  expect(valueOf(run, 'responseTimePercentile', { task: 'READ', percentile: 50 })).toBe(0.047)
  expect(valueOf(run, 'responseTime', { task: 'SEND' })).toBe(0.112)
  // Never used: no time, which is not zero.
  expect(valueOf(run, 'operations', { task: 'JOURNAL APPS' })).toBe(0)
  expect(valueOf(run, 'responseTime', { task: 'JOURNAL APPS' })).toBe(null)
  // By hand: (2 · 203 + 10 · 125 + 1 · 359) ÷ 13 = 2015 ÷ 13 = 155 ms.
  expect(valueOf(run, 'score', {})).toBe(0.155)
  expect(valueOf(run, 'printedScore', {})).toBe(0.155)
})

test('reads other columns; without weights the printed score counts', async () => {
  const text = readFileSync(`${fixtures}/no-weights.txt`, 'utf8').replace('95th percentile', '95th percentile (s)')
  const { runs, problems } = await readBytes(Buffer.from(text), 'log.txt')
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([
    ['cell-count', 6],
    ['unknown-load', 3],
  ])
  expect(valueOf(runs[0], 'responseTimePercentile', { task: 'SEND', percentile: 95 })).toBe(0.203)
  expect(valueOf(runs[0], 'responseTime', { task: 'READ' })).toBe(null)
  expect(valueOf(runs[0], 'score', {})).toBe(0.21)
})

test('reports a score that its tasks do not give', async () => {
  const { runs, problems } = await readBytes(
    Buffer.from(whole.replace('155            60', '165            60')),
    'log.txt',
  )
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([['aggregate-differs', 12]])
  expect(valueOf(runs[0], 'score', {})).toBe(0.155)
  expect(valueOf(runs[0], 'printedScore', {})).toBe(0.165)
})

test('several modules are several runs', async () => {
  const { runs } = await readBytes(Buffer.from(`${whole}\n${whole}`), 'log.txt')
  expect(runs.map(({ id }) => id)).toEqual(['log.txt#1', 'log.txt#2'])
})

test('a log without tasks says so', async () => {
  const { runs, problems } = await readBytes(Buffer.from('lslog\nTask Hits 95th percentile\n'), 'log.txt')
  expect(runs).toEqual([])
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-rows', 'no-runs'])
})

test('damaged output is read to its end, whatever the chunks, and cutting makes no other number', async () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const { runs } = await readBytes(Buffer.from(whole), 'log')
  const known = new Set(
    runs[0]!.observations.map(({ metric, dimensions, value }) => JSON.stringify([metric, dimensions, value])),
  )
  await fc.assert(
    fc.asyncProperty(
      part,
      fc.array(fc.tuple(part, fc.integer({ min: 0, max: 255 })), { maxLength: 10 }),
      fc.integer({ min: 1, max: 300 }),
      async (end, changes, chunk) => {
        const bytes = Buffer.from(Buffer.from(whole).subarray(0, Math.floor(end * whole.length)))
        const options = { encoding: 'windows-1252' }
        const cut = await readLog(sourceOf(bytes, 'log', options), 'loadsim')
        for (const { metric, dimensions, value } of cut.runs.flatMap((run) => observationsOf(run, 'responseTime'))) {
          expect(known.has(JSON.stringify([metric, dimensions, value]))).toBe(true)
        }
        for (const [at, value] of changes) if (bytes.length > 0) bytes[Math.floor(at * (bytes.length - 1))] = value
        const log = await readLog(sourceOf(bytes, 'log', options), 'loadsim')
        expect(await readLog(sourceOf(bytes, 'log', options, chunk), 'loadsim')).toEqual(log)
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})
