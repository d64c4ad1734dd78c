import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Run } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { samplesFolder } from '../helpers/samples.ts'
import { writeSpecpowerTxt, type SpecpowerSheet } from '../helpers/specpower.ts'

const fixtures = join(import.meta.dirname, '../fixtures/specpower')

/** Σ ssj_ops 1,650,000; Σ watts 2,220 + 157 = 2,377: 694.15 ssj_ops/watt, by hand. */
const levels: [number, number][] = [
  ...[300, 270, 240, 210, 180, 150, 120, 90, 60, 30].map((ops, i): [number, number] => [ops * 1000, 276 - i * 12]),
  [0, 157],
]

function read(sheet: SpecpowerSheet): Promise<ReadLog> {
  return readBytes(new TextEncoder().encode(writeSpecpowerTxt(sheet)), 'ssj.0001.txt')
}

function value(run: Run, metric: string, target?: number): number | null | undefined {
  const found = run.observations.find((one) => one.metric === metric && one.dimensions.targetLoadPercent === target)
  return found?.value
}

describe('SPECpower_ssj2008 text report', () => {
  it.each(['two-chips.txt', 'invalid-no-idle.txt'])('%s', async (file) => {
    await checkFormat(join(fixtures, file), 'specpower-txt')
  })

  it.each([true, false])('the overall figure is a ratio of sums (columns parted by blanks: %j)', async (blanks) => {
    const { runs, problems } = await read({ levels, blanks })
    expect(problems).toEqual([])
    const run = runs[0]!
    expect(value(run, 'score')).toBe(694)
    expect(run.settings.recomputedScore).toBeCloseTo(694.15, 2)
    expect(run.observations.find(({ metric }) => metric === 'score')?.unit).toBe('1/s/W')
    expect([value(run, 'throughput', 100), value(run, 'power', 100), value(run, 'power', 0)]).toEqual([
      300000, 276, 157,
    ])
    // 157 ÷ 276, 300000 ÷ 276, by hand.
    expect(value(run, 'idlePowerShare')).toBeCloseTo(0.568841, 6)
    expect(value(run, 'efficiency', 100)).toBeCloseTo(1086.956522, 6)
    expect(value(run, 'actualLoad', 90)).toBeCloseTo(0.897, 12)
    expect(run).toMatchObject({
      valid: true,
      system: 'Example Systems Model One',
      published: { where: 'spec.org', when: 'Apr 15, 2009' },
      settings: { hw_cpu_mhz: 2930, hw_memory_gb: 8, reportable: true },
    })
  })

  it('a figure that the levels do not give is an error with both numbers', async () => {
    const { runs, problems } = await read({ levels, overall: '764' })
    expect(problems).toMatchObject([
      { ruleId: 'aggregate-differs', severity: 'error', actual: '764', expected: '694.2' },
    ])
    expect(runs[0]!.valid).toBe(false)
    expect(value(runs[0]!, 'score')).toBeCloseTo(694.15, 2)
  })

  it('without active idle there is no score', async () => {
    const { runs, problems } = await read({ levels: levels.slice(0, 10) })
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['incomplete-suite'])
    expect(runs[0]).toMatchObject({ valid: false, reasons: ['no measurement at active idle'] })
    expect(value(runs[0]!, 'score')).toBeNull()
  })

  it('INVALID in the head invalidates', async () => {
    const { runs } = await read({ levels, invalid: 'temperature below 20 °C' })
    expect(runs[0]).toMatchObject({ valid: false, reasons: ['the report says: INVALID: temperature below 20 °C'] })
  })

  it('an idle row with an empty cell for its load is read too', async () => {
    const text = writeSpecpowerTxt({ levels }).replace('Active Idle | 0', 'Active Idle | | 0')
    const { runs } = await readBytes(new TextEncoder().encode(text), 'ssj.txt')
    expect(value(runs[0]!, 'power', 0)).toBe(157)
  })

  it('a decimal comma is not taken for thousands', async () => {
    const text = writeSpecpowerTxt({ levels }).replace('| 276 |', '| 276,5 |')
    const { runs, problems } = await readBytes(new TextEncoder().encode(text), 'ssj.txt')
    expect(problems.map(({ ruleId }) => ruleId)).toContain('specpower-odd-row')
    expect(value(runs[0]!, 'score')).toBeNull()
  })

  it('cut or flipped bytes never crash', async () => {
    await checkDamaged([writeSpecpowerTxt({ levels })], 'a.txt')
  })
})

const samples = samplesFolder()

describe.skipIf(samples === null)('published summaries', () => {
  it('are tables of other people\u2019s results, not reports', async () => {
    const folder = join(samples!, 'archives/specpower_ssj2008/published-summary')
    for (const file of readdirSync(folder)) {
      const { format } = await readBytes(readFileSync(join(folder, file)), file)
      expect(format?.id ?? 'none').not.toBe('specpower-txt')
    }
  })
})
