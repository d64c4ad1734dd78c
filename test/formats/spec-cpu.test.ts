import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitCells } from '../../src/formats/spec-cpu/csv.ts'
import { geometricMean, halfDigit, selectRun } from '../../src/formats/spec-cpu/score.ts'
import type { Iteration } from '../../src/formats/spec-cpu/result.ts'
import type { ReadLog } from '../../src/formats/read.ts'
import type { Run } from '../../src/model/result.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { checkDamaged } from '../helpers/damage.ts'
import { samplesFolder } from '../helpers/samples.ts'
import { timesForScore, writeRsf, writeSpecCsv, writeSpecTxt, type SpecCpuSheet } from '../helpers/spec-cpu.ts'

const fixtures = join(import.meta.dirname, '../fixtures/spec-cpu')

function read(text: string, name = 'result'): Promise<ReadLog> {
  return readBytes(new TextEncoder().encode(text), name)
}

function score(run: Run, tuning: 'base' | 'peak'): number | null | undefined {
  return run.observations.find((one) => one.metric === 'score' && one.dimensions.tuning === tuning)?.value
}

function ids(log: ReadLog): string[] {
  return log.problems.map(({ ruleId }) => ruleId)
}

/** Two-copy CINT2006 rate whose twelve ratios are 10, 20, 10, 20, …: geometric mean √200 = 14.142136. */
const small: SpecCpuSheet = {
  score: 'SPECint_rate_base2006',
  copies: 2,
  base: alternate(10, 20),
}

/** Times that give ratios `a` and `b` in turn, three equal runs each: 2 × reference ÷ ratio. */
function alternate(a: number, b: number): Record<string, number[]> {
  const times = timesForScore('SPECint_rate_base2006', 10, 2)
  const references = [9770, 9650, 8050, 9120, 10490, 9330, 12100, 20720, 22130, 6250, 7020, 6900]
  const names = Object.keys(times)
  return Object.fromEntries(names.map((name, i) => [name, Array(3).fill((2 * references[i]!) / (i % 2 ? b : a))]))
}

describe('SPEC CPU fixtures', () => {
  it.each([
    ['CINT2006.001.ref.rsf', 'spec-cpu-rsf'],
    ['CINT2006.001.ref.csv', 'spec-cpu-csv'],
    ['CINT2006.001.ref.txt', 'spec-cpu-txt'],
    ['failed-benchmarks.rsf', 'spec-cpu-rsf'],
    ['template-text.rsf', 'spec-cpu-rsf'],
    ['two-runs-2017.csv', 'spec-cpu-csv'],
    ['wrong-mean.csv', 'spec-cpu-csv'],
    ['invalid-2017.txt', 'spec-cpu-txt'],
  ])('%s', async (file, format) => {
    const { runs } = await checkFormat(join(fixtures, file), format)
    expect(runs).toHaveLength(1)
  })
})

describe('SPEC CPU arithmetic', () => {
  it.each([
    ['rsf', writeRsf],
    ['csv', writeSpecCsv],
  ])('the mean of a complete suite is geometric (%s)', async (_, write) => {
    const { runs, problems } = await read(write(small))
    expect(problems).toEqual([])
    // √(10 × 20), by hand.
    expect(score(runs[0]!, 'base')).toBeCloseTo(14.142136, 5)
    expect(runs[0]).toMatchObject({ valid: true, status: 'measured', settings: { reportable: true, baseCopies: 2 } })
    expect(runs[0]!.observations.some(({ dimensions }) => dimensions.tuning === 'peak')).toBe(false)
  })

  it('the text report keeps the three digits it prints', async () => {
    const { runs, problems } = await read(writeSpecTxt(small))
    expect(problems).toEqual([])
    expect(score(runs[0]!, 'base')).toBe(14.1)
  })

  it('of three runs the median counts, of two the slower, of none nothing', () => {
    const runs = (...times: number[]): Iteration[] => times.map((time) => iteration({ time, ratio: 1000 / time }))
    expect(selectRun(runs(648, 693, 655))?.time).toBe(655)
    expect(selectRun(runs(648, 693))?.time).toBe(693)
    expect(selectRun(runs(648))?.time).toBe(648)
    expect(selectRun([])).toBeNull()
    expect(selectRun([iteration({ status: 'VE' }), ...runs(500)])?.time).toBe(500)
  })

  it('means and digits', () => {
    expect(geometricMean([2, 8])).toBeCloseTo(4, 12)
    expect(geometricMean([])).toBeNull()
    expect(geometricMean([3, 0])).toBeNull()
    expect(geometricMean(Array<number>(2000).fill(1e300))).toBeCloseTo(1e300, -290)
    expect([halfDigit('16.40'), halfDigit('1043')]).toEqual([0.005, 0.5])
  })

  it('a peak that repeats base is marked', async () => {
    const { runs } = await read(writeSpecCsv({ ...small, peak: small.base }))
    const peaks = runs[0]!.observations.filter((one) => one.metric === 'ratio' && one.dimensions.tuning === 'peak')
    expect(peaks.map(({ dimensions }) => dimensions.basepeak)).toEqual(Array(12).fill('yes'))
  })
})

describe('SPEC CPU results that must not pass', () => {
  it('a printed mean beyond print precision is an error with both numbers, and not reportable', async () => {
    const log = await read(writeSpecCsv({ ...small, means: { base: '15.142136' } }))
    expect(log.problems.find(({ ruleId }) => ruleId === 'aggregate-differs')).toMatchObject({
      severity: 'error',
      actual: '15.142136',
      expected: '14.14214',
    })
    expect(log.runs[0]).toMatchObject({ valid: false, status: 'estimated', settings: { printedScoreBase: 15.142136 } })
    expect(score(log.runs[0]!, 'base')).toBeCloseTo(14.142136, 5)
  })

  it('a mean off by one in its last digit passes', async () => {
    expect(ids(await read(writeSpecCsv({ ...small, means: { base: '14.142136' } })))).toEqual([])
    expect(ids(await read(writeSpecCsv({ ...small, means: { base: '14.142156' } })))).toContain('aggregate-differs')
  })

  it('an incomplete suite has no score, even if a mean is printed', async () => {
    const base = { ...small.base, '403.gcc': 'RE' }
    const log = await read(writeRsf({ ...small, base, means: { base: '14.9' } }))
    expect(score(log.runs[0]!, 'base')).toBeNull()
    expect(log.runs[0]).toMatchObject({ valid: false, status: 'estimated' })
    expect(log.runs[0]!.reasons).toContain('403.gcc (base): run error')
    expect(ids(log)).toEqual(expect.arrayContaining(['incomplete-suite', 'validity-differs']))
    // Ten ratios 10, 20, 20, 10 … without gcc's 10: (10⁵ × 20⁶)^(1/11) by bc: e^((5 ln 10 + 6 ln 20) / 11) = 14.594798.
    const partial = log.runs[0]!.observations.find(({ metric }) => metric === 'partialScore')
    expect(partial?.value).toBeCloseTo(14.594798, 5)
    const gcc = log.runs[0]!.observations.find(
      (one) => one.metric === 'ratio' && one.dimensions.benchmark === '403.gcc',
    )
    expect(gcc).toMatchObject({ value: null, dimensions: { status: 'RE' } })
  })

  it('the test size is never reportable', async () => {
    const { runs } = await read(writeRsf({ ...small, size: 'test' }))
    expect(runs[0]).toMatchObject({ valid: false, reasons: ['size test is never reportable, only ref is'] })
  })

  it('too few runs are not reportable', async () => {
    const base = Object.fromEntries(
      Object.entries(small.base).map(([name, times]) => [name, times.slice(0, 2) as number[]]),
    )
    const { runs } = await read(writeRsf({ ...small, base }))
    expect(runs[0]!.reasons).toContain('400.perlbench (base) has 2 valid runs of 3')
  })

  it('template text is not disclosed and makes the result an estimate', async () => {
    const description = { hw_model: 'System Model Name', hw_cpu_mhz: '9999', license_num: '0' }
    const log = await read(writeRsf({ ...small, description }))
    expect(log.runs[0]).toMatchObject({
      valid: true,
      status: 'estimated',
      system: 'Example Systems',
      settings: { hw_model: null, hw_cpu_mhz: null, license_num: null, reportable: false },
    })
    expect(ids(log)).toEqual(['not-disclosed'])
  })

  it('a ratio that its time does not give is reported', async () => {
    const text = writeRsf(small).replace('400_perlbench.base.001.ratio: 10\n', '400_perlbench.base.001.ratio: 11\n')
    expect(ids(await read(text))).toContain('ratio-differs')
  })

  it('another run marked as selected is reported', async () => {
    const base = { ...small.base, '400.perlbench': [1900, 1954, 2000] }
    const text = writeRsf({ ...small, base })
      .replace('400_perlbench.base.001.selected: 1', '400_perlbench.base.001.selected: 0')
      .replace('400_perlbench.base.000.selected: 0', '400_perlbench.base.000.selected: 1')
    const log = await read(text)
    expect(log.problems.find(({ ruleId }) => ruleId === 'selection-differs')).toMatchObject({
      actual: '1900',
      expected: '1954',
    })
  })

  it("SPEC's later stamps invalidate", async () => {
    const stamped = writeSpecCsv(small).replace('valid,1', 'valid,1,(NON-COMPLIANT)')
    expect((await read(stamped)).runs[0]).toMatchObject({ valid: false, reasons: ['marked non-compliant by SPEC'] })
    const rsf = `${writeRsf(small)}spec.cpu2006.nc000: withdrawn by SPEC\n`
    expect((await read(rsf)).runs[0]).toMatchObject({
      valid: false,
      reasons: ['marked non-compliant: withdrawn by SPEC'],
    })
  })

  it('a publication date is kept', async () => {
    const text = `${writeSpecCsv(small)}"Originally published on "," 1 July 2014."\n`
    expect((await read(text)).runs[0]!.published).toEqual({ where: 'spec.org', when: '2014-07-01' })
  })
})

describe('SPEC CPU files that are odd', () => {
  it('CRLF and a byte order mark change nothing', async () => {
    for (const write of [writeRsf, writeSpecCsv, writeSpecTxt]) {
      const plain = await read(write(small))
      const marked = await read(`\uFEFF${write(small).replaceAll('\n', '\r\n')}`)
      expect(marked.runs[0]?.observations).toEqual(plain.runs[0]!.observations)
    }
  })

  it('a file cut before its first result fails with a hint', async () => {
    const log = await read(writeRsf(small).slice(0, 400))
    expect(log).toMatchObject({ format: { id: 'spec-cpu-rsf' }, runs: [] })
    expect(log.problems[0]).toMatchObject({ ruleId: 'spec-no-results', severity: 'error' })
  })

  it('cells with quotes and commas', () => {
    expect(splitCells('a,"b, ""c""",,"d')).toEqual(['a', 'b, "c"', '', 'd'])
    expect(splitCells('')).toEqual([''])
  })

  it('cut, flipped or differently chunked bytes never crash, and chunks change nothing', async () => {
    await checkDamaged([writeRsf(small), writeSpecCsv(small), writeSpecTxt(small)], 'result', 150)
  })

  it('a cut result is never valid with a score of part of the suite', async () => {
    const text = writeRsf(small)
    for (let part = 0.1; part < 0.95; part += 0.08) {
      const [run] = (await read(text.slice(0, Math.floor(part * text.length)))).runs
      if (run) expect([run.valid, score(run, 'base')]).toEqual([false, null])
    }
  })
})

function iteration(part: Partial<Iteration>): Iteration {
  return {
    benchmark: '400.perlbench',
    tuning: 'base',
    iteration: 1,
    time: null,
    timeError: 0,
    ratio: null,
    ratioError: 0,
    copies: 1,
    reference: null,
    selected: false,
    status: 'S',
    basepeak: false,
    line: 1,
    ...part,
  }
}

interface Expected {
  valid: string
  means_in_file?: Record<string, string>
  recomputed?: Record<'base' | 'peak', { benchmarks: number; failed_or_absent: number; geomean: number | null }>
}

const samples = samplesFolder()
const archives = join(samples ?? '', 'archives')

describe.skipIf(samples === null)('real SPEC CPU results', () => {
  const expected = existsSync(archives)
    ? (JSON.parse(readFileSync(join(archives, 'expected.json'), 'utf8')) as Record<string, Expected>)
    : {}
  const files = Object.entries(expected).filter(([file]) => file.startsWith('speccpu'))

  it.each(files)('%s', async (file, { valid, recomputed }) => {
    const log = await readBytes(readFileSync(join(archives, file)), file)
    const [run] = log.runs
    expect(run!.valid).toBe(valid === '1')
    for (const tuning of ['base', 'peak'] as const) {
      const { geomean, failed_or_absent: absent } = recomputed?.[tuning] ?? { geomean: null, failed_or_absent: 1 }
      const value = score(run!, tuning) ?? null
      if (absent > 0) expect(value).toBeNull()
      else expect(value).toBeCloseTo(geomean!, 6)
      const partial = run!.observations.find((one) => one.metric === 'partialScore' && one.dimensions.tuning === tuning)
      if (absent > 0 && geomean !== null) expect(partial?.value).toBeCloseTo(geomean, 6)
    }
    expect(ids(log)).not.toContain('ratio-differs')
    expect(ids(log)).not.toContain('selection-differs')
  })

  it('the raw results of the rate run agree with its csv, which alone says invalid', async () => {
    for (const stem of ['CINT2006.001.ref', 'CFP2006.001.ref']) {
      const folder = join(archives, 'speccpu2006/lylelee-1616-rate64')
      const [rsf] = (await readBytes(readFileSync(join(folder, `${stem}.rsf`)), `${stem}.rsf`)).runs
      const [csv] = (await readBytes(readFileSync(join(folder, `${stem}.csv`)), `${stem}.csv`)).runs
      expect([rsf!.valid, csv!.valid]).toEqual([true, false])
      const values = (run: Run): (number | null)[] => run.observations.map(({ value }) => value)
      expect(values(rsf!)).toEqual(values(csv!))
    }
  })

  it('text reports whose printed score their rows do not give are found', async () => {
    // Rows and scores as printed in the files: 777 over rows whose mean is 770; 812 agrees.
    const file = 'speccpu2017/virtualclient/SpecCpuIntRateExample.txt'
    const log = await readBytes(readFileSync(join(archives, file)), file)
    expect(log.problems.find(({ ruleId }) => ruleId === 'aggregate-differs')).toMatchObject({ line: 54, actual: '777' })
    expect(score(log.runs[0]!, 'base')).toBeCloseTo(770.2, 1)
    expect(score(log.runs[0]!, 'peak')).toBe(812)
    expect(log.runs[0]!.valid).toBe(false)
  })

  it('logs, flag pages and counters of the tools are not claimed', async () => {
    for (const folder of [
      'speccpu2006/invalid-fp-speed',
      'speccpu2006/lylelee-1616-rate64',
      'speccpu2017/invalid-fpspeed',
    ]) {
      for (const file of readdirSync(join(archives, folder))) {
        if (!/\.(?:log|html|lock)$|^lock/.test(file)) continue
        const { format } = await readBytes(readFileSync(join(archives, folder, file)), file)
        expect(format?.id ?? 'none').not.toMatch(/^spec-cpu/)
      }
    }
  })
})
