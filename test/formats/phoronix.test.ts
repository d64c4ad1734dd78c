import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLogs } from '../../src/formats/read-logs.ts'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Observation, Run } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { expectSafe } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = 'test/fixtures/phoronix'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'phoronix')
}

function testsOf(run: Run | undefined, name: string): Observation[] {
  return run!.observations.filter(({ dimensions }) => dimensions.test === name)
}

test('makes a run of each system, with all samples of each value', async () => {
  const log = await check('comparison.xml')
  const [old, recent] = log.runs
  expect(old).toMatchObject({
    system: 'old, server',
    toolVersion: '10.8.4',
    start: { local: '2024-02-03T08:00:00.000', offset: null },
    settings: {
      title: 'lab comparison',
      // Commas in brackets and in names part nothing.
      'hardware Processor': '2 x Demo CPU @ 2.60GHz (12 Cores / 24 Threads, SMT)',
      'hardware Memory': '32GB',
      'software Kernel': '5.14.0 (x86_64)',
    },
  })
  expect(JSON.stringify(log.runs)).not.toContain('secret')
  const [fft, fft64] = testsOf(old, 'pts/fft-1.0.0')
  // Standard deviation of 990, 1000, 1010 with n - 1: 10.
  expect(fft).toMatchObject({
    metric: 'rate',
    value: 1e9,
    unit: '1/s',
    repetitions: 3,
    spread: { min: 990e6, max: 1010e6, stddev: 10e6 },
    dimensions: { better: 'higher', scale: 'Mflops', arguments: '-n 32' },
  })
  expect(fft64!.dimensions.arguments).toBe('-n 64')
  expect(testsOf(old, 'pts/disk-1.0.0')[0]).toMatchObject({ metric: 'throughput', value: 100 * 2 ** 20, spread: null })
  expect(testsOf(old, 'pts/compile-1.0.0').map(({ value, dimensions }) => [value, dimensions.occurrence])).toEqual([
    [120.5, 1],
    [121.5, 2],
  ])
  expect([old, recent].map((run) => testsOf(run, 'pts/check-1.0.0')[0]!.value)).toEqual([1, 0])
  expect(testsOf(recent, 'pts/mood-1.0.0')[0]).toMatchObject({ metric: 'score', value: 42, unit: '1' })
  expect(testsOf(recent, 'FFT')[0]).toMatchObject({ metric: 'installTime', value: 133, unit: 's' })
  // Missing on one system: null with the reason, not zero.
  expect(testsOf(recent, 'pts/disk-1.0.0')[0]!.value).toBe(null)
  expect(recent!.reasons).toEqual(['1 tests have no value: they failed.'])
  expect(log.problems.map(({ ruleId, actual }) => [ruleId, actual])).toEqual([
    ['result-without-value', 'The test run did not produce a result.'],
    ['skipped-result', null],
  ])
})

test('reports what contradicts itself and what nobody filled in', async () => {
  const { runs, problems } = await check('oddities.xml')
  expect(problems.map(({ ruleId, actual }) => [ruleId, actual])).toEqual([
    ['not-disclosed', '$result_name'],
    ['aggregate-differs', '2000.5'],
    ['unreadable-samples', '100:n/a'],
    ['system-not-described', null],
    ['result-without-value', '1,136.5'],
  ])
  expect(runs.map(({ system, valid }) => [system, valid])).toEqual([
    ['new', false],
    ['gone', null],
  ])
  expect(runs[0]!.settings.title).toBe(null)
})

test('keeps whole results of a file that breaks off', async () => {
  const { runs, problems } = await check('cut-off.xml')
  expect(problems.map(({ ruleId }) => ruleId)).toContain('broken-xml')
  expect(runs.map(({ valid, observations }) => [valid, observations.length])).toEqual([
    [false, 3],
    [false, 2],
  ])
})

test('says that there are no results', async () => {
  const { problems } = await check('no-results.xml')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-results'])
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/comparison.xml`)
  const whole = await readBytes(bytes, 'composite.xml')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 'composite.xml', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100, max: bytes.length - 22 }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 'composite.xml')
      expectSafe(log)
      expect(log.problems.some(({ severity }) => severity === 'error')).toBe(true)
      for (const run of log.runs) expect(run.valid).toBe(false)
    }),
    { numRuns: 60 },
  )
  const texts = ['comparison.xml', 'oddities.xml'].map((name) => readFileSync(`${fixtures}/${name}`, 'utf8'))
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

test.skipIf(samples === null)('a real file inside an archive', async () => {
  const archive = join(samples!, 'archives/packs/phoronix-test-results.tar.xz')
  const { logs } = await readLogs(archive, 'phoronix-test-results.tar.xz')
  const log = logs.find(({ format }) => format?.id === 'phoronix')
  expect(log!.runs).toHaveLength(1)
  const [run] = log!.runs
  expect(run).toMatchObject({ system: 'GVNO2', valid: null, settings: { title: null } })
  // Counted with another XML reader: 147 entries, 7 of them without a value.
  expect(run!.observations).toHaveLength(147)
  expect(run!.observations.filter(({ value }) => value === null)).toHaveLength(7)
  expect(log!.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(log!.problems.filter(({ ruleId }) => ruleId === 'result-without-value')).toHaveLength(7)
})
