/** Statistics of samples that were not kept are those of the samples. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLog } from '../../src/formats/read.ts'
import { formatResults, parseResults } from '../../src/model/results-file.ts'
import type { Run } from '../../src/model/result.ts'
import { statistics } from '../../src/model/statistics.ts'
import { Source, type ReadOptions } from '../../src/source/source.ts'
import { readBytes } from '../helpers/check-format.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
const files = ['perfmon', 'perfmon-blg'].flatMap((folder) =>
  readdirSync(join(fixtures, folder))
    .filter((name) => /\.(?:csv|tsv|txt|blg)$/.test(name) && !name.includes('golden'))
    .map((name) => join(folder, name)),
)

async function read(file: string, options: ReadOptions): Promise<Run[]> {
  return (await readBytes(readFileSync(join(fixtures, file)), file, options)).runs
}

it.each(files)('%s', async (file) => {
  const kept = (await read(file, {})).flatMap((run) => run.series)
  const summarised = (await read(file, { samples: 'summary' })).flatMap((run) => run.series)
  expect(summarised.length).toBe(kept.length)
  for (const [i, { times, values, summary, interval, ...head }] of summarised.entries()) {
    const { values: samples, summary: none } = kept[i]!
    expect(none).toBeNull()
    expect([times.length, values.length]).toEqual([0, 0])
    expect(kept[i]).toMatchObject(head)
    expect(interval ?? 0).toBeCloseTo(kept[i]!.interval ?? 0, 6)
    const expected = statistics(samples)
    expect(summary).toMatchObject({ count: expected.count, missing: expected.missing })
    for (const name of ['min', 'mean', 'max', 'stddev', 'p50', 'p95', 'p99'] as const) {
      if (expected[name] === null) expect(summary![name]).toBeNull()
      // Binary logs are scaled after the statistics.
      else expect(summary![name]).toBeCloseTo(expected[name], 9 - Math.ceil(Math.log10(Math.abs(expected[name]) + 1)))
    }
  }
})

it('a summary survives the results file', async () => {
  const runs = await read('perfmon/gaps.csv', { samples: 'summary' })
  const results = { version: 1, sources: [], runs, problems: [] } as const
  const text = formatResults({ ...results, sources: [], runs, problems: [] })
  expect(parseResults(text).runs).toEqual(runs)
})

it('a log of 60 MB and 1000 counters: all of its values count, few are in memory', async () => {
  const width = 1000
  const rows = 12_000
  const header = [
    '(PDH-CSV 4.0) (Tokyo Standard Time)(-540)',
    ...Array.from({ length: width }, (_, c) => `\\\\H\\O(${c})\\V`),
  ]
  const line = (cells: readonly string[]): Buffer => Buffer.from(`"${cells.join('","')}"\r\n`)
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(line(header))
    for (let r = 0; r < rows; r++) {
      const time = new Date(Date.UTC(2022, 0, 1) + r * 1000).toISOString()
      const stamp = `01/01/2022 ${time.slice(11, 23)}`
      yield line([stamp, ...Array<string>(width).fill(String(r))])
    }
  }
  const source = new Source({
    path: 'big.csv',
    head: line(header).subarray(0, 4096),
    open,
    options: { samples: 'summary' },
  })
  const before = process.memoryUsage().arrayBuffers
  const { runs, problems } = await readLog(source)
  expect(problems).toEqual([])
  // 12,000 × 1000 values are 96 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(90e6)
  const { series } = runs[0]!
  expect(series.length).toBe(width)
  // Of 0 to n − 1: mean (n − 1)/2, variance n(n + 1)/12, percentiles p(n − 1).
  for (const { summary } of series) {
    expect(summary).toMatchObject({ count: rows, missing: 0, min: 0, max: 11_999, mean: 5999.5, p50: 5999.5 })
    expect(summary!.p99).toBeCloseTo(11_879.01, 8)
    expect(summary!.stddev).toBeCloseTo(Math.sqrt((12_000 * 12_001) / 12), 6)
  }
}, 60_000)
