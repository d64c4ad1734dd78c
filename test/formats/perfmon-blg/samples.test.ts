/**
 * Real logs against their decoded values, and those against Microsoft's own reader: the screenshots and unit tests of the
 * repository the first sample is from.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLog, type ReadLog } from '../../../src/formats/read.ts'
import { counterMeaning } from '../../../src/model/counter-meaning.ts'
import type { Series } from '../../../src/model/result.ts'
import { openFile } from '../../../src/source/file.ts'
import { samplesFolder } from '../../helpers/samples.ts'

const folder = join(samplesFolder() ?? 'none', 'perfmon')
const hasSamples = existsSync(join(folder, 'PAL_SampleLog.blg'))

function read(name: string): Promise<ReadLog> {
  return openFile(join(folder, name), name).then((source) => readLog(source))
}

/** Values in the units that Performance Monitor shows. */
function shown(series: Series): Float64Array {
  const { factor, divisor } = counterMeaning(String(series.dimensions.object), String(series.dimensions.counter))
  return series.values.map((value) => (value * divisor) / factor)
}

/** Cells that differ by more than 1e-9 of their value, as text. */
function differences(log: ReadLog, csv: string): string[] {
  const [head = [], ...rows] = readFileSync(join(folder, csv), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const run = log.runs[0]!
  const series = new Map(run.series.map((one) => [`\\\\${run.system ?? ''}${one.name}`, shown(one)]))
  expect([...series.keys()].sort()).toEqual(head.slice(1).sort())
  return head.slice(1).flatMap((name, column) => {
    const values = series.get(name)!
    // The first decoded file begins with the second sample, the first that has values.
    const first = values.length - rows.length
    return rows.flatMap((row, i) => {
      const cell = row[column + 1]!
      const expected = cell === '' ? NaN : Number(cell)
      const actual = values[first + i]!
      const isSame = Number.isNaN(expected)
        ? Number.isNaN(actual)
        : Math.abs(actual - expected) <= 1e-9 * Math.abs(expected)
      return isSame ? [] : [`${name} row ${i + 1}: ${actual}, expected ${expected}`]
    })
  })
}

describe.skipIf(!hasSamples)('real binary logs', () => {
  it('reads a record log of Windows 8 as decoded, cell by cell', async () => {
    const log = await read('Tx_BasicPerfCounters.blg')
    expect(log.problems).toEqual([])
    // The only inverse timer below 0, which is clamped.
    expect(differences(log, 'Tx_BasicPerfCounters.decoded.csv')).toEqual([
      '\\\\GEORGIS3\\Processor(3)\\% Processor Time row 314: 0, expected -1.5587321710364588',
    ])
    const run = log.runs[0]!
    expect(run.start).toEqual({ local: '2013-02-19T18:50:17.844', offset: -480 })
    expect(run.end).toEqual({ local: '2013-02-19T19:00:17.840', offset: -480 })
    expect(run.settings).toMatchObject({ mode: 'counters', osVersion: '6.2.9200', samples: 601, counters: 10 })
    expect(run.settings.interval).toBeCloseTo(1, 3)
  })

  it("agrees with Microsoft's reader", async () => {
    const log = await read('Tx_BasicPerfCounters.blg')
    const total = log.runs[0]!.series.find(({ name }) => name === '\\Processor(_Total)\\% Processor Time')!
    const values = [...shown(total)].slice(1)
    const expected = [9.37826238255423, 5.86541344045712, 8.20410303650782, 3.1283808195094]
    for (const [i, value] of expected.entries()) expect(values[i]).toBeCloseTo(value, 12)
    // The window of Performance Monitor: last, average, minimum, maximum.
    expect(values.at(-1)).toBeCloseTo(32.816, 3)
    expect(values.reduce((a, b) => a + b) / values.length).toBeCloseTo(11.527, 3)
    expect(Math.min(...values)).toBeCloseTo(1.569, 3)
    expect(Math.max(...values)).toBeCloseTo(53.908, 3)
    const count = log.runs[0]!.series.reduce(
      (sum, { values }) => sum + values.filter((v) => !Number.isNaN(v)).length,
      0,
    )
    expect(count).toBe(6000)
  })

  it('reads an object log of Windows Vista as decoded, cell by cell', async () => {
    const log = await read('PAL_SampleLog.blg')
    expect(differences(log, 'PAL_SampleLog.decoded.csv')).toEqual([])
    expect(log.problems.map(({ ruleId, severity }) => `${severity} ${ruleId}`)).toEqual([
      'info counter-went-backwards',
      'info counter-without-values',
    ])
    const run = log.runs[0]!
    expect(run.system).toBe('ZACH-PC')
    expect(run.start).toEqual({ local: '2007-08-14T15:40:38.659', offset: -240 })
    expect(run.settings).toMatchObject({ mode: 'objects', osVersion: '6.0.6000', samples: 11, counters: 1832 })
    expect(run.series.filter(({ name }) => /\(svchost(#\d+)?\)\\ID Process/.test(name))).toHaveLength(13)
  })
})
