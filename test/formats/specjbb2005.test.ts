import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { rollUpSpecjbb2005 } from '../../src/formats/specjbb2005/roll-up.ts'
import type { Run } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { samplesFolder } from '../helpers/samples.ts'
import { writeSpecjbbJoined, writeSpecjbbRaw, type SpecjbbSheet } from '../helpers/specjbb.ts'

const fixtures = join(import.meta.dirname, '../fixtures/specjbb')

/** One JVM, peak expected at 2: 2 to 4 count. */
const small: SpecjbbSheet = { expectedPeak: 2, curves: [[1000, 2000, 1900, 1800, 1700, 1600, 1500, 1400]] }

/** Two JVMs, peak expected at 4: 4 to 8 count. */
const two: SpecjbbSheet = {
  expectedPeak: 4,
  curves: [
    [200, 400, 600, 800, 790, 780, 770, 760],
    [210, 410, 610, 810, 800, 790, 780, 770],
  ],
}

function read(text: string, name = 'SPECjbb.001.raw'): Promise<ReadLog> {
  return readBytes(new TextEncoder().encode(text), name)
}

function scores(run: Run): Record<string, number | null> {
  const found = run.observations.filter(({ metric }) => metric === 'score')
  return Object.fromEntries(
    found.map(({ dimensions, value }): [string, number | null] => [String(dimensions.name), value]),
  )
}

function curve(run: Run, jvm: string | number = 'all'): (number | null)[] {
  return run.observations
    .filter((one) => one.metric === 'throughput' && one.dimensions.jvm === jvm)
    .map(({ value }) => value)
}

function ids({ problems }: Pick<ReadLog, 'problems'>): string[] {
  return problems.map(({ ruleId }) => ruleId)
}

describe('SPECjbb2005 fixtures', () => {
  it.each(['single.raw', 'broken-rules.raw', 'multi/SPECjbb.raw', 'multi/SPECjbb.002.raw'])('%s', async (file) => {
    await checkFormat(join(fixtures, file), 'specjbb2005-raw')
  })
})

describe('SPECjbb2005 score', () => {
  it('is the mean from N to 2N warehouses', async () => {
    const { runs, problems } = await read(writeSpecjbbRaw(small))
    expect(problems).toEqual([])
    // (2000 + 1900 + 1800) ÷ 3 = 1900, by hand.
    expect(scores(runs[0]!)['SPECjbb2005 bops']).toBeCloseTo(1900, 1)
    expect(scores(runs[0]!)['SPECjbb2005 bops/JVM']).toBeCloseTo(1900, 1)
    expect(runs[0]).toMatchObject({
      valid: true,
      settings: { reportable: true, jvms: 1, expectedPeak: 2, measuredPeak: 2, 'sw.tuning': 'Large pages\none\ntwo' },
    })
    expect(curve(runs[0]!)).toHaveLength(8)
  })

  it('counts missing points up to 2N as 0, and says so', async () => {
    const log = await read(writeSpecjbbRaw({ expectedPeak: 5, curves: [[10, 20, 30, 40, 60, 54, 48, 42]] }))
    // (60 + 54 + 48 + 42 + 0 + 0) ÷ 6 = 34, by hand.
    expect(scores(log.runs[0]!)['SPECjbb2005 bops']).toBeCloseTo(34, 1)
    expect(log.runs[0]).toMatchObject({ valid: true, settings: { pointsCountedAsZero: 2 } })
    expect(ids(log)).toEqual(['points-count-as-zero'])
  })

  it('adds the JVMs of a joined file', async () => {
    const { runs } = await read(writeSpecjbbJoined(two), 'SPECjbb.raw')
    // Totals 1610, 1590, 1570, 1550, 1530: mean 1570; per JVM 785, by hand.
    expect(scores(runs[0]!)['SPECjbb2005 bops']).toBeCloseTo(1570, 1)
    expect(scores(runs[0]!)['SPECjbb2005 bops/JVM']).toBeCloseTo(785, 1)
    expect(runs[0]).toMatchObject({ valid: true, settings: { jvms: 2 } })
    expect([curve(runs[0]!), curve(runs[0]!, 1), curve(runs[0]!, 2)].map(({ length }) => length)).toEqual([8, 8, 8])
  })

  it('puts the raw files of the JVMs together', async () => {
    const parts = await Promise.all([1, 0].map((i) => read(writeSpecjbbRaw(two, i), `m/SPECjbb.00${i + 1}.raw`)))
    const runs = parts.flatMap((part) => part.runs)
    expect(runs.map((run) => [run.settings.jvm, scores(run)])).toEqual([
      [2, {}],
      [1, {}],
    ])
    const { runs: rolled, problems } = rollUpSpecjbb2005(runs)
    expect(problems).toEqual([])
    expect(rolled).toHaveLength(1)
    expect(scores(rolled[0]!)['SPECjbb2005 bops']).toBeCloseTo(1570, 1)
    expect(rolled[0]).toMatchObject({
      valid: true,
      settings: { jvms: 2, parts: 'm/SPECjbb.001.raw, m/SPECjbb.002.raw' },
    })
    const origins = new Set(rolled[0]!.observations.map(({ origin }) => origin.path))
    expect([...origins].sort()).toEqual(['m/SPECjbb.001.raw', 'm/SPECjbb.002.raw'])
  })

  it('takes the joined file when it lies beside its parts', async () => {
    const joined = await read(writeSpecjbbJoined(two), 'm/SPECjbb.raw')
    const part = await read(writeSpecjbbRaw(two, 0), 'm/SPECjbb.001.raw')
    const { runs } = rollUpSpecjbb2005([...joined.runs, ...part.runs])
    expect(runs.map(({ id, settings }) => [id, settings.parts])).toEqual([['m/SPECjbb.raw#1', 'm/SPECjbb.001.raw']])
  })

  it('of a joined file that lacks a JVM there is no score', async () => {
    const log = await read(writeSpecjbbJoined({ ...two, instances: 3 }), 'm/SPECjbb.raw')
    expect(scores(log.runs[0]!)).toEqual({})
    expect(log.runs[0]).toMatchObject({ valid: false, reasons: ['2 of 3 JVMs are in the file'] })
    expect(ids(log)).toEqual(['jvm-missing'])
    expect(rollUpSpecjbb2005(log.runs).runs).toEqual(log.runs)
  })

  it('of a JVM without raw file there is no score', async () => {
    const { runs } = await read(writeSpecjbbRaw(two, 0), 'm/SPECjbb.001.raw')
    const rolled = rollUpSpecjbb2005(runs)
    expect(scores(rolled.runs[0]!)).toEqual({})
    expect(rolled.runs[0]!.reasons).toContain('1 of 2 JVMs have a raw file')
    expect(rolled.problems).toMatchObject([{ ruleId: 'jvm-missing', severity: 'error' }])
  })
})

describe('SPECjbb2005 rules', () => {
  const broken: [string, Partial<SpecjbbSheet>, string][] = [
    [
      'fewer than 8 points',
      { curves: [[1000, 2000, 1900, 1800]] },
      '4 warehouses at most, expected all points from 1 to 8',
    ],
    [
      'a gap below the peak',
      { expectedPeak: 4, curves: [[10, null, 30, 40, 39, 38, 37, 36]] },
      'no point with 2 warehouses, expected all from 1 to the peak',
    ],
    [
      'a short measurement',
      { elapsedMs: (w) => (w === 3 ? 238000 : 240021) },
      'the point with 3 warehouses took 238 s, expected 240 s',
    ],
    ['a long measurement', { elapsedMs: () => 277000 }, 'the point with 2 warehouses took 277 s, expected 240 s'],
    [
      'a changed parameter',
      { properties: { 'input.deterministic_random_seed': 'true' } },
      'input.deterministic_random_seed is true, expected false',
    ],
    [
      'a failed check',
      { checks: { '200_check': 'true', '999_checkit': 'false' } },
      'result.validity.999_checkit is false',
    ],
    ['no check', { checks: {} }, 'no conformance check (200_check) was recorded'],
  ]
  it.each(broken)('%s', async (_, change, reason) => {
    const { runs } = await read(writeSpecjbbRaw({ ...small, ...change }))
    expect(runs[0]).toMatchObject({ valid: false, settings: { reportable: false } })
    expect(runs[0]!.reasons).toContain(reason)
  })

  it('points below the peak may be short', async () => {
    const { runs } = await read(writeSpecjbbRaw({ ...small, elapsedMs: (w) => (w < 2 ? 30018 : 240000) }))
    expect(runs[0]!.valid).toBe(true)
  })

  it('JVMs run the same points at the same time', async () => {
    const uneven = { ...two, curves: [two.curves[0]!, two.curves[1]!.slice(0, 7)] }
    const { runs } = await read(writeSpecjbbJoined(uneven), 'SPECjbb.raw')
    expect(runs[0]!.reasons).toContain('the JVMs did not run the same points')
    const parts = await Promise.all(
      [0, 1].map((i) =>
        read(writeSpecjbbRaw({ ...two, epochMs: 1238400000000 + i * 500000 }, i), `m/SPECjbb.00${i + 1}.raw`),
      ),
    )
    const rolled = rollUpSpecjbb2005(parts.flatMap((part) => part.runs)).runs[0]!
    expect(rolled.reasons).toContain('the JVMs measured 4 warehouses at different times')
  })

  it('a peak elsewhere than expected is told, not punished', async () => {
    const log = await read(writeSpecjbbRaw({ ...small, expectedPeak: 4 }))
    expect(log.runs[0]!.valid).toBe(true)
    expect(log.problems.find(({ ruleId }) => ruleId === 'peak-differs')).toMatchObject({ actual: '2', expected: '4' })
  })

  it('a score that its transactions do not give is an error', async () => {
    const text = writeSpecjbbRaw(small).replace(/(test3\.company\.score)=.*/, '$1=2500')
    const log = await read(text)
    expect(ids(log)).toEqual(['point-differs'])
    expect(curve(log.runs[0]!)[2]).toBeCloseTo(1900, 1)
  })

  it('without an expected peak the processors that Java sees count; without both there is no score', async () => {
    const text = writeSpecjbbRaw({ ...small, properties: { 'config.sw.procsAvailtoJava': '2' } })
    const assumed = await read(text.replace(/input\.expected_peak_warehouse=.*\n/, ''))
    expect(scores(assumed.runs[0]!)['SPECjbb2005 bops']).toBeCloseTo(1900, 1)
    expect(ids(assumed)).toEqual(['expected-peak-missing'])
    const none = text.replace(/input\.expected_peak_warehouse=.*\n/, '').replace(/config\.sw\.procs.*\n/, '')
    expect(scores((await read(none)).runs[0]!)['SPECjbb2005 bops']).toBeNull()
  })

  it('names of people and folders are not read', async () => {
    const { runs } = await read(writeSpecjbbRaw(small))
    expect(JSON.stringify(runs[0]!.settings)).not.toMatch(/someone|A Person|intern\.example/)
  })
})

describe('SPECjbb2005 files that are odd', () => {
  it('cut, flipped or differently chunked bytes never crash, and chunks change nothing', async () => {
    const texts = [writeSpecjbbRaw(small), writeSpecjbbJoined(two)]
    await checkDamaged(texts, 'a/SPECjbb.001.raw', 120, ({ runs }) => rollUpSpecjbb2005(runs))
  })

  it('keys with and without the number of a JVM may meet in a damaged file', async () => {
    const text = writeSpecjbbJoined(two).replaceAll('2.result.test7', 'result.test7')
    const { runs } = await read(text, 'm/SPECjbb.raw')
    expect(runs[0]!.valid).toBe(false)
  })

  it('a million warehouses expected cost no time', async () => {
    const { runs } = await read(
      writeSpecjbbRaw({ ...small, properties: { 'input.expected_peak_warehouse': '999999' } }),
    )
    expect(runs[0]!.valid).toBe(false)
  })
})

const samples = samplesFolder()

describe.skipIf(samples === null)('the real SPECjbb2005 example', () => {
  it('gives the printed score', async () => {
    const folder = join(samples!, 'archives')
    const file = 'specjbb2005/kit-docs/output.raw'
    const expected = (
      JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
        string,
        { bops: number; bops_per_jvm: number; points: Record<string, number> }
      >
    )[file]!
    const { runs } = await readBytes(readFileSync(join(folder, file)), file)
    expect(runs[0]).toMatchObject({ valid: true, settings: { expectedPeak: 2, jvms: 1, reportable: false } })
    expect(scores(runs[0]!)['SPECjbb2005 bops']).toBeCloseTo(expected.bops, 2)
    expect(scores(runs[0]!)['SPECjbb2005 bops/JVM']).toBeCloseTo(expected.bops_per_jvm, 2)
    for (const [i, value] of curve(runs[0]!).entries()) expect(value).toBeCloseTo(expected.points[i + 1]!, 2)
  })
})
