import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { expectSafe, valueOf } from '../helpers/observations.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = 'test/fixtures/vdbench'

function check(name: string): Promise<ReadLog> {
  return checkFormat(`${fixtures}/${name}`, 'vdbench')
}

test('reads averages, loops, curves and intervals of summary.html', async () => {
  const { runs, problems } = await check('summary.html')
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['empty-average'])
  const [format, rd1, low, half] = runs
  expect(format!.valid).toBe(false)
  expect(format!.observations.every(({ value }) => value === null)).toBe(true)
  // The clock passes midnight between the second and the third interval.
  expect(rd1).toMatchObject({
    valid: null,
    start: { local: '2019-12-31T23:59:57.001', offset: 0 },
    end: { local: '2020-01-01T00:00:01.010', offset: 0 },
    dimensions: { workload: 'rd1', blockSize: 8192, threads: 4 },
    settings: { requestedRate: 'max', averagedFrom: 2, averagedTo: 4, readShareMeasured: 0.75 },
  })
  expect(valueOf(rd1, 'iops', { operation: 'all' })).toBe(1000)
  expect(valueOf(rd1, 'throughput', { operation: 'all' })).toBe(7.81 * 2 ** 20)
  expect(valueOf(rd1, 'responseTime', { operation: 'all' })).toBe(0.002933)
  expect(valueOf(rd1, 'responseTime', { operation: 'write' })).toBe(0.005933)
  expect(valueOf(rd1, 'responseTimeMax', { operation: 'read' })).toBe(0.012)
  expect(valueOf(rd1, 'cpuUtilization', {})).toBe(0.1)
  expect([...rd1!.series[0]!.values]).toEqual([500, 1000, 1200, 800])
  expect([...rd1!.series[0]!.times]).toEqual([1.009, 2.01, 3.009, 4.009])
  expect([low, half].map((run) => run!.dimensions)).toEqual([
    { workload: 'rd2', load: 0.1 },
    { workload: 'rd2', load: 0.5 },
  ])
  expect(half!.settings.requestedRate).toBe(500)
})

test('takes the date of the header for the first interval, not for the start before midnight', async () => {
  const text = readFileSync(`${fixtures}/summary.html`, 'utf8')
    .replace('23:59:58.010           1', '00:00:00.001           1')
    .replace('23:59:59.011           2', '00:00:00.005           2')
    .replaceAll('Dec 31, 2019', 'Jan 01, 2020')
  const { runs } = await readBytes(Buffer.from(text), 'summary.html')
  expect(runs[1]!.start!.local).toBe('2019-12-31T23:59:57.001')
  expect(runs[1]!.end!.local).toBe('2020-01-01T00:00:01.010')
})

test('reads flatfile.html by its columns', async () => {
  const { runs, problems } = await check('flatfile.html')
  expect(problems).toEqual([])
  const [full, half] = runs
  expect(full).toMatchObject({
    dimensions: { workload: 'rd1', load: 1, blockSize: 4096, threads: 8, readShare: 0.6, randomShare: 1 },
    settings: { requestedRate: 'curve', queueDepthMeasured: 5 },
    start: { local: '2021-05-05T10:00:02.010', offset: null },
  })
  expect(half!.dimensions).toMatchObject({ workload: 'rd1', load: 0.5 })
  expect(valueOf(full, 'iops', { operation: 'all' })).toBe(1050)
  // (1000 × 1 + 1100 × 2) / 2100
  expect(valueOf(full, 'responseTime', { operation: 'all' })).toBe(0.001524)
  expect(valueOf(full, 'responseTimeMax', { operation: 'write' })).toBe(0.008)
})

test('reads the one row of totals.html', async () => {
  const { runs, problems } = await check('totals.html')
  expect(problems).toEqual([])
  expect(runs[0]).toMatchObject({ valid: null, dimensions: { blockSize: 4096 }, settings: { zone: 'JST' }, series: [] })
  expect(valueOf(runs[0], 'iops', { operation: 'all' })).toBe(2345.6)
})

test('reads groups of columns of a file-system workload', async () => {
  const { runs, problems } = await check('file-system.html')
  expect(problems).toEqual([])
  expect(valueOf(runs[0], 'iops', { operation: 'read' })).toBe(250)
  expect(valueOf(runs[0], 'throughput', { operation: 'write' })).toBe(12.5 * 2 ** 20)
  // (300 × 0.7 + 400 × 0.6) / 700
  expect(valueOf(runs[0], 'responseTime', { operation: 'all' })).toBe(0.000643)
  expect(runs[0]!.observations.some(({ dimensions }) => dimensions.operation === 'mkdir')).toBe(false)
})

test('flags a run that was stopped', async () => {
  const { runs, problems } = await check('console-stopped.txt')
  expect(problems.map(({ ruleId, line }) => [ruleId, line])).toEqual([
    ['tool-message', 15],
    ['missing-average', 8],
  ])
  expect(runs[0]).toMatchObject({
    toolVersion: '5.04.06',
    valid: false,
    observations: [],
    settings: { requestedRate: 100 },
  })
  expect(runs[0]!.reasons).toEqual([
    'The run has no average: it was stopped, or the log breaks off.',
    'vdbench was stopped or failed.',
  ])
})

test('reports an average that differs from its intervals', async () => {
  const { runs, problems } = await check('contradiction.html')
  expect(problems.map(({ ruleId, actual, expected }) => [ruleId, actual, expected])).toEqual([
    ['aggregate-differs', '1150', '1050'],
    ['aggregate-differs', '1.5', '1.52380952'],
  ])
  expect(runs.map(({ valid }) => valid)).toEqual([false, null])
})

test('leaves other reports of the folder alone', async () => {
  for (const name of ['logfile', 'errorlog', 'histogram', 'parmfile', 'status', 'skew']) {
    const text = `<title>Vdbench output/${name}.html</title><pre>\nCopyright (c) 2000, 2018, Oracle\n`
    expect((await readBytes(Buffer.from(text), `${name}.html`)).format).toBe(null)
  }
})

test('chunks, cuts and flipped bytes do no harm', async () => {
  const bytes = readFileSync(`${fixtures}/summary.html`)
  const whole = await readBytes(bytes, 's.html')
  for (const size of [1, 7, 1000]) expect((await readBytes(bytes, 's.html', {}, size)).runs).toEqual(whole.runs)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60, max: bytes.length }), async (length) => {
      const log = await readBytes(bytes.subarray(0, length), 's.html')
      expectSafe(log)
      // Whole runs stay as they are; what the cut goes through is not taken for a result.
      for (const [i, run] of log.runs.entries()) {
        if (run.valid === null) expect(run.observations.slice(0, 8)).toEqual(whole.runs[i]!.observations.slice(0, 8))
      }
    }),
    { numRuns: 60 },
  )
  const texts = ['summary.html', 'flatfile.html', 'file-system.html'].map((name) =>
    readFileSync(`${fixtures}/${name}`, 'utf8'),
  )
  await checkDamaged(texts, 'log', 200, expectSafe)
})

const samples = samplesFolder()

test.skipIf(samples === null)('a real summary.html: formatting, no average', async () => {
  const name = 'vdbench/summerking1/summary.html'
  const { runs } = await readBytes(readFileSync(join(samples!, 'archives', name)), name)
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ valid: false, settings: { intervals: 218 }, observations: [] })
  const [iops] = runs[0]!.series
  // First and last row of the file.
  expect([iops!.values[0], iops!.values.at(-1)]).toEqual([2624, 2337])
  expect([iops!.times[0], iops!.times.at(-1)]).toEqual([1.045, 218.004])
})

test.skipIf(samples === null)('an excerpt without header is nobody’s', async () => {
  const name = 'vdbench/summerking1/test.txt'
  const { format } = await readBytes(readFileSync(join(samples!, 'archives', name)), name)
  expect(format).toBe(null)
})
