/**
 * instresults-two-workers.csv: Worker 1 has two targets of 400 and 800 I/Os per second, Worker 2 one of 1,600; three
 * intervals of 1, 1 and 0.25 s. Three quarters are reads, an I/O is 4 KiB.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Run, Series } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'

const file = join(import.meta.dirname, '../fixtures/iometer/instresults-two-workers.csv')

function seriesOf(run: Run, name: string): Series {
  return run.series.find((series) => series.name === name)!
}

async function readChanged(change: (text: string) => string): Promise<{ run: Run; ruleIds: string[] }> {
  const { runs, problems } = await readBytes(Buffer.from(change(readFileSync(file, 'latin1'))), 'instresults.csv')
  return { run: runs[0]!, ruleIds: problems.map(({ ruleId }) => ruleId) }
}

describe('iometer-inst', () => {
  it('adds the targets of a worker and buckets the stamps of an interval', async () => {
    const { runs, problems } = await checkFormat(file, 'iometer-inst')
    expect(problems).toEqual([])
    const run = runs[0]!
    expect([...seriesOf(run, 'Worker 1 iops').values]).toEqual([1200, 1200, 1200])
    expect([...seriesOf(run, 'Worker 2 iops read').values]).toEqual([1200, 1200, 1200])
    expect([...seriesOf(run, 'All iops').values]).toEqual([2800, 2800, 2800])
    // 1200 × 4096 bytes.
    expect([...seriesOf(run, 'Worker 1 throughput').values]).toEqual([4_915_200, 4_915_200, 4_915_200])
    // (400 × 5 ms + 800 × 10 ms) / 1200.
    for (const value of seriesOf(run, 'Worker 1 responseTime').values) expect(value).toBeCloseTo(0.01 / 1.2, 12)
    expect([...seriesOf(run, 'Worker 1 responseTimeMax').values]).toEqual([0.03, 0.03, 0.03])
    // The test ended at 2.312 s and took 2.25 s; the stamp of the last target counts.
    expect(run.start?.local).toBe('2020-01-01T00:00:00.062')
    expect([...seriesOf(run, 'All iops').times]).toEqual([0.955, 1.955, 2.245])
  })

  it('gives each interval its weight', async () => {
    const { run } = await readChanged((text) => text)
    expect([...seriesOf(run, 'All intervalDuration').values]).toEqual([1, 1, 0.25])
    expect(run.dimensions).toMatchObject({ workers: 2, targets: 3, blockSize: 4096, queueDepth: 2 })
  })

  it('makes observations, not samples, of the rows of the whole test', async () => {
    const { run } = await readChanged((text) => text)
    expect(valueOf(run, 'iops', { scope: 'all', operation: 'all' })).toBe(2800)
    expect(valueOf(run, 'ioCount', { scope: 'worker', operation: 'all', worker: 'Worker 1' })).toBe(2700)
    expect(valueOf(run, 'cpuUtilization', { scope: 'all' })).toBe(0.2)
  })

  it('counts intervals without an I/O as 0, without a time', async () => {
    const { run, ruleIds } = await readChanged((text) =>
      text.replace(
        /^(2020-01-01 00:00:02:017,WORKER,Worker 2,,,,1),.*$/m,
        (_, start: string) => `${start}${',0'.repeat(74)}\r`,
      ),
    )
    expect([...seriesOf(run, 'Worker 2 iops').values]).toEqual([1600, 0, 1600])
    expect(seriesOf(run, 'Worker 2 responseTime').values[1]).toBeNaN()
    expect(seriesOf(run, 'Worker 2 intervalDuration').values[1]).toBeNaN()
    expect([...seriesOf(run, 'All iops').values]).toEqual([2800, 1200, 2800])
    expect(ruleIds).toEqual(['interval-sum'])
  })

  it('leaves a gap where a target is missing, and says so', async () => {
    const { run, ruleIds } = await readChanged((text) => text.replace(/^2020-01-01 00:00:02:013,WORKER.*\r\n/m, ''))
    expect([...seriesOf(run, 'Worker 1 iops').values]).toEqual([1200, NaN, 1200])
    expect([...seriesOf(run, 'Worker 2 iops').values]).toEqual([1600, 1600, 1600])
    expect([...seriesOf(run, 'All iops').values]).toEqual([2800, NaN, 2800])
    expect(ruleIds).toContain('interval-incomplete')
    expect(ruleIds).toContain('interval-sum')
  })

  it('reads a log that breaks off: targets are told by their number between jumps of the clock', async () => {
    const { run, ruleIds } = await readChanged((text) => text.slice(0, text.indexOf('2020-01-01 00:00:02:303') + 100))
    expect(ruleIds).toContain('log-cut-off')
    expect(run.valid).toBe(false)
    expect([...seriesOf(run, 'Worker 1 iops').values].slice(0, 2)).toEqual([1200, 1200])
    expect(run.dimensions.targets).toBe(3)
  })

  it('reports intervals that add up to more than the test', async () => {
    const { ruleIds } = await readChanged((text) => text.replace(/,ALL,All,(.*),4725,1575,/m, ',ALL,All,$1,4000,1000,'))
    expect(ruleIds).toContain('interval-sum')
  })

  it('counts the servers of a network test only', async () => {
    const { run } = await readChanged((text) => text.replaceAll('Worker 2', '[Worker 1]'))
    expect([...seriesOf(run, 'All iops').values]).toEqual([1200, 1200, 1200])
    expect([...seriesOf(run, '[Worker 1] iops').values]).toEqual([1600, 1600, 1600])
    expect(valueOf(run, 'iops', { scope: 'bothEnds', operation: 'all' })).toBe(2800)
    expect(valueOf(run, 'iops', { scope: 'all', operation: 'all' })).toBe(1200)
  })

  it('tells workers of one name apart by their order', async () => {
    const { run } = await readChanged((text) => text.replaceAll('Worker 2', 'Worker 1'))
    const series = run.series.filter(({ name }) => name === 'Worker 1 iops')
    expect(series.map(({ values }) => [...values])).toEqual([
      [1200, 1200, 1200],
      [1600, 1600, 1600],
    ])
    expect(series.map(({ dimensions }) => dimensions.workerIndex)).toEqual([1, 2])
  })

  it('reads only the series that are wanted', async () => {
    const log = await readBytes(readFileSync(file), 'instresults.csv', { wants: (name) => name === 'All iops' })
    expect(log.runs[0]!.series.map(({ name }) => name)).toEqual(['All iops'])
  })

  it('is told from a result file by its header', async () => {
    const asResults = await readBytes(readFileSync(file), 'results.csv')
    expect(asResults.format?.id).toBe('iometer-inst')
    expect(observationsOf(asResults.runs[0]!, 'iops').length).toBeGreaterThan(0)
  })
})
