import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLog } from '../../src/formats/read.ts'
import { RunBuilder } from '../../src/model/builder.ts'
import { mergeRenderings } from '../../src/model/merge-renderings.ts'
import type { Run, Timestamp } from '../../src/model/result.ts'
import { openSources } from '../../src/source/archive/open.ts'
import { readBytes } from '../helpers/check-format.ts'
import { samplesFolder } from '../helpers/samples.ts'
import { timesForScore, writeRsf, writeSpecCsv, writeSpecTxt, type SpecCpuSheet } from '../helpers/spec-cpu.ts'

const sheet: SpecCpuSheet = {
  score: 'SPECint_rate_base2006',
  copies: 16,
  base: timesForScore('SPECint_rate_base2006', 210, 16),
}

async function read(text: string, path: string): Promise<Run[]> {
  return (await readBytes(new TextEncoder().encode(text), path)).runs
}

async function renderings(rsf = sheet, csv = sheet, txt = sheet): Promise<Run[]> {
  return [
    ...(await read(writeSpecTxt(txt), 'a/CINT2006.001.ref.txt')),
    ...(await read(writeSpecCsv(csv), 'a/CINT2006.001.ref.csv')),
    ...(await read(writeRsf(rsf), 'a/CINT2006.001.ref.rsf')),
  ]
}

interface Part {
  path: string
  rendering?: string
  value?: number | null
  valid?: boolean
  start?: Timestamp
  digits?: number
  member?: string
  settings?: Record<string, string>
}

function run(part: Part): Run {
  const place = { path: part.path, member: part.member ?? null }
  const builder = new RunBuilder(place, { benchmark: 'made-up', tool: 'test', index: 0, line: 1 })
  if (part.rendering !== undefined) builder.setting('rendering', part.rendering)
  builder.setting('printDigits', part.digits ?? null).period(part.start ?? null, null)
  for (const [name, value] of Object.entries(part.settings ?? {})) builder.setting(name, value)
  if (part.valid === true) builder.valid()
  if (part.valid === false) builder.invalid(`${part.path} is invalid`)
  return builder.observe('score', part.value === undefined ? 42 : part.value, '1').build()
}

describe('renderings of one run', () => {
  it('become one run, with the values of the richest and the names of the others', async () => {
    const given = await renderings()
    const before = structuredClone(given)
    const { runs, problems } = mergeRenderings(given)
    expect(problems).toEqual([])
    expect(runs).toHaveLength(1)
    expect(runs[0]!.origin.path).toBe('a/CINT2006.001.ref.rsf')
    expect(runs[0]!.settings.otherRenderings).toBe('a/CINT2006.001.ref.csv, a/CINT2006.001.ref.txt')
    expect(runs[0]!.observations).toEqual(given[2]!.observations)
    expect(runs[0]).toMatchObject({
      valid: true,
      status: 'measured',
      settings: { reportable: true, printDigits: null },
    })
    expect(given).toEqual(before)
  })

  it('the worst verdict wins and is told', async () => {
    const { runs, problems } = mergeRenderings(
      await renderings(sheet, { ...sheet, errors: ['Unknown flags were used'] }),
    )
    expect(runs[0]).toMatchObject({
      valid: false,
      status: 'estimated',
      reasons: ['Unknown flags were used'],
      settings: { rendering: 'rsf', reportable: false },
    })
    expect(problems).toMatchObject([{ ruleId: 'validity-differs', path: 'a/CINT2006.001.ref.csv' }])
  })

  it('values that differ beyond print precision are reported with both, at their place', async () => {
    const changed = { ...sheet, base: { ...sheet.base, '403.gcc': [500, 501, 502] } }
    const { runs, problems } = mergeRenderings(await renderings(sheet, changed))
    expect(runs).toHaveLength(1)
    const gcc = problems.find(({ message }) => message.includes('ratio (403.gcc, base)'))
    // 16 × 8050 ÷ 501 = 257.085824 as printed (16 × 16.067864); 241.5 in the rsf; by hand.
    expect(gcc).toMatchObject({
      ruleId: 'renderings-differ',
      path: 'a/CINT2006.001.ref.csv',
      actual: '257.085824',
      expected: '241.5',
    })
    expect(gcc!.line).toBeGreaterThan(1)
  })

  it('a rendering that was cut comes after a whole one, and its verdict stays', async () => {
    const rsf = await read(writeRsf(sheet).slice(0, 15000), 'a/CINT2006.001.ref.rsf')
    const csv = await read(writeSpecCsv(sheet), 'a/CINT2006.001.ref.csv')
    const { runs, problems } = mergeRenderings([...rsf, ...csv])
    expect(runs).toHaveLength(1)
    expect(runs[0]!.origin.path).toBe('a/CINT2006.001.ref.csv')
    expect(runs[0]!.valid).toBe(false)
    expect(problems.map(({ ruleId }) => ruleId)).toContain('renderings-differ')
  })
})

describe('which renderings belong together', () => {
  it('same folder and name; not another folder, suite or name', () => {
    const count = (...parts: Part[]): number => mergeRenderings(parts.map(run)).runs.length
    expect(count({ path: 'a/x.rsf', rendering: 'rsf' }, { path: 'a/x.csv', rendering: 'csv' })).toBe(1)
    expect(count({ path: 'a/x.rsf', rendering: 'rsf' }, { path: 'b/x.csv', rendering: 'csv' })).toBe(2)
    expect(count({ path: 'a/x.rsf', rendering: 'rsf' }, { path: 'a/y.csv', rendering: 'csv' })).toBe(2)
    expect(count({ path: 'a/x.rsf' }, { path: 'a/x.csv' })).toBe(2)
    const inside = (member: string, rendering: string): Part => ({ path: 'r.zip', member, rendering })
    expect(count(inside('d/x.rsf', 'rsf'), inside('d/x.csv', 'csv'))).toBe(1)
    expect(count(inside('d/x.rsf', 'rsf'), inside('e/x.csv', 'csv'))).toBe(2)
  })

  it('same second of start, whatever the zone', () => {
    const utc: Part = { path: 'a/x.rsf', rendering: 'rsf', start: { local: '2020-10-23T19:49:12.684', offset: 0 } }
    const local: Part = { path: 'a/y.csv', rendering: 'csv', start: { local: '2020-10-23T12:49:12.000', offset: -420 } }
    expect(mergeRenderings([run(utc), run(local)]).runs).toHaveLength(1)
    const unknown = { ...local, start: { local: '2020-10-23T19:49:12.000', offset: null } }
    expect(mergeRenderings([run(utc), run(unknown)]).runs).toHaveLength(2)
  })

  it('same run number and date only when the values agree', () => {
    const settings = { runNumber: '001', test_date: 'Mar-2009' }
    const one = run({ path: 'a/x.rsf', rendering: 'rsf', settings, value: 41.96 })
    expect(mergeRenderings([one, run({ path: 'a/y.txt', rendering: 'txt', settings, digits: 3 })]).runs).toHaveLength(1)
    expect(mergeRenderings([one, run({ path: 'a/y.csv', rendering: 'csv', settings, value: 45 })]).runs).toHaveLength(2)
  })

  it('a verdict is the worst of all, whatever the order', () => {
    const verdict = fc.constantFrom(true, false, undefined)
    fc.assert(
      fc.property(fc.tuple(verdict, verdict, verdict), ([rsf, csv, txt]) => {
        const parts = [
          { path: 'a/x.rsf', rendering: 'rsf', valid: rsf },
          { path: 'a/x.csv', rendering: 'csv', valid: csv },
          { path: 'a/x.txt', rendering: 'txt', valid: txt },
        ].map(({ valid, ...rest }) => run(valid === undefined ? rest : { ...rest, valid }))
        const merged = mergeRenderings(parts).runs
        const turned = mergeRenderings([...parts].reverse()).runs
        expect(merged).toEqual(turned)
        const all = [rsf, csv, txt]
        expect(merged.map(({ valid }) => valid)).toEqual([
          all.includes(false) ? false : all.includes(true) ? true : null,
        ])
      }),
    )
  })
})

const archives = join(samplesFolder() ?? '', 'archives')

describe.skipIf(!existsSync(archives))('real results', () => {
  it.each([
    ['speccpu2006/lylelee-1616-rate64', 'CINT2006.001.ref', ['rsf', 'csv', 'txt'], 'SPECint_rate_base2006', 420.859521],
    ['speccpu2006/lylelee-1616-rate64', 'CFP2006.001.ref', ['rsf', 'csv', 'txt'], 'SPECfp_rate_base2006', 383.111525],
    ['speccpu2006/invalid-fp-speed', 'CFP2006.002', ['rsf', 'txt'], 'SPECfp_base2006', null],
    [
      'speccpu2017/invalid-fpspeed',
      'CPU2017.015.fpspeed.refspeed',
      ['rsf', 'csv', 'txt'],
      'SPECspeed2017_fp_base',
      null,
    ],
  ])('%s %s is one run, invalid', async (folder, stem, extensions, name, value) => {
    const given = await Promise.all(
      extensions.map(async (extension) => {
        const file = join(folder, `${stem}.${extension}`)
        return (await readBytes(readFileSync(join(archives, file)), file)).runs
      }),
    )
    const { runs, problems } = mergeRenderings(given.flat())
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ valid: false, status: 'estimated', settings: { rendering: 'rsf' } })
    const score = runs[0]!.observations.find((one) => one.metric === 'score' && one.dimensions.name === name)
    expect(score!.value).toBe(value)
    expect(problems.map(({ ruleId }) => ruleId)).not.toContain('renderings-differ')
  })

  it('of an archived result folder are two runs', async () => {
    const file = 'packs/speccpu2006-result-folder.tar.gz'
    const { entries } = await openSources(join(archives, file), file)
    const runs: Run[] = []
    for await (const entry of entries) {
      if (entry.outcome === 'source') runs.push(...(await readLog(entry.source)).runs)
    }
    expect(runs).toHaveLength(6)
    const merged = mergeRenderings(runs)
    expect(merged.runs.map(({ dimensions, settings }) => [dimensions.suite, settings.rendering])).toEqual([
      ['CFP2006', 'rsf'],
      ['CINT2006', 'rsf'],
    ])
    expect(merged.runs.every(({ valid }) => valid === false)).toBe(true)
    expect(merged.runs[0]!.settings.otherRenderings).toContain(`${file}/result/CFP2006.001.ref.csv`)
  })
})
