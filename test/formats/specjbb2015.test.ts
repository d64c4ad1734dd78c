import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Run } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { writeSpecjbb2015Raw, type Specjbb2015Sheet } from '../helpers/specjbb.ts'

const fixtures = join(import.meta.dirname, '../fixtures/specjbb')

/** Geometric mean of the five limits 1627.87, worked out with bc. */
const composite: Specjbb2015Sheet = {
  category: 'Composite',
  maxJops: '2730',
  criticalJops: '1628',
  slas: ['868', '1318', '1785', '2366', '2366'],
}

function read(sheet: Specjbb2015Sheet): Promise<ReadLog> {
  return readBytes(new TextEncoder().encode(writeSpecjbb2015Raw(sheet)), 'specjbb2015-C-20160330-00001.raw')
}

function scores(run: Run): Record<string, number | null> {
  const found = run.observations.filter(({ metric }) => metric === 'score')
  return Object.fromEntries(
    found.map(({ dimensions, value }): [string, number | null] => [String(dimensions.name), value]),
  )
}

describe('SPECjbb2015 raw results', () => {
  it.each(['composite-2015.raw', 'no-result-2015.raw'])('%s', async (file) => {
    await checkFormat(join(fixtures, file), 'specjbb2015-raw')
  })

  it('both metrics are read and the critical one is checked', async () => {
    const { runs, problems } = await read(composite)
    expect(problems).toEqual([])
    expect(scores(runs[0]!)).toEqual({
      'SPECjbb2015-Composite max-jOPS': 2730,
      'SPECjbb2015-Composite critical-jOPS': 1628,
    })
    expect(runs[0]).toMatchObject({ valid: null, system: 'Example Systems Model Two', toolVersion: '1.0' })
    expect(runs[0]!.settings.recomputedCritical).toBeCloseTo(1627.87, 2)
    const limits = runs[0]!.observations.filter(({ metric }) => metric === 'throughput')
    expect(limits.map(({ dimensions }) => dimensions.responseTimeLimit)).toEqual([0.01, 0.025, 0.05, 0.075, 0.1])
  })

  it('a critical-jOPS that its limits do not give is an error with both numbers', async () => {
    const { runs, problems } = await read({ ...composite, criticalJops: '1730' })
    expect(problems).toMatchObject([
      { ruleId: 'aggregate-differs', severity: 'error', actual: '1730', expected: '1628' },
    ])
    expect(runs[0]!.valid).toBe(false)
  })

  it('NaN and N/A are no result, never 0', async () => {
    const { runs, problems } = await read({ ...composite, maxJops: 'NaN', criticalJops: 'N/A' })
    expect(Object.values(scores(runs[0]!))).toEqual([null, null])
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['specjbb-no-score', 'specjbb-no-score'])
    expect(runs[0]!.valid).toBe(false)
  })

  it('a limit never met makes a critical-jOPS of 0, which is a result', async () => {
    const { runs, problems } = await read({
      ...composite,
      criticalJops: '0',
      slas: ['0', '1318', '1785', '2366', '2366'],
    })
    expect(problems).toEqual([])
    expect(scores(runs[0]!)['SPECjbb2015-Composite critical-jOPS']).toBe(0)
  })

  it.each([
    ['PASSED', true, []],
    ['NC', false, ['marked non-compliant: withdrawn']],
    ['NA', false, ['marked not available']],
    ['', null, []],
  ])('compliance %j', async (compliant, valid, reasons) => {
    const { runs } = await read({ ...composite, compliant })
    expect(runs[0]).toMatchObject({ valid, reasons })
  })

  it('cut or flipped bytes never crash', async () => {
    await checkDamaged([writeSpecjbb2015Raw(composite)], 'a.raw')
  })
})
