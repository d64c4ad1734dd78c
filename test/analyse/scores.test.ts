/** What makes a score impossible or doubtful, and the rules at their edges. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { scores, scoreSchema } from '../../src/analyse/scores/index.ts'
import { localTimestamp, RunBuilder } from '../../src/model/builder.ts'
import type { Run } from '../../src/model/result.ts'
import { readBytes } from '../helpers/check-format.ts'
import { scoreLog, scoreRuns, type ScoredLog } from '../helpers/score-log.ts'

function rules({ problems }: ScoredLog): string[] {
  return problems.map(({ ruleId }) => ruleId).sort()
}

test('a declaration is checked with the options of its score', () => {
  expect(scoreSchema.safeParse({ score: 'vmark' }).error?.issues[0]).toMatchObject({ path: ['score'] })
  expect(scoreSchema.safeParse({ score: 'jetstress-limit', limit: -1 }).error?.issues[0]).toMatchObject({
    path: ['limit'],
  })
  expect(scoreSchema.safeParse({ score: 'vmmark', workload: [] }).success).toBe(false)
  // The rules were never published, so none are assumed; a reference is needed for relative numbers.
  expect(scoreSchema.safeParse({ score: 'terminal-server' }).success).toBe(false)
  expect(scoreSchema.safeParse({ score: 'terminal-server', rules: [{ kind: 'any', factor: 2 }] }).success).toBe(false)
  expect(scoreSchema.parse({ score: 'jetstress-limit' }).options).toMatchObject({ limit: 0.02, mode: 'own' })
})

test('ids of scores are unique', () => {
  expect(new Set(scores.map(({ id }) => id)).size).toBe(scores.length)
})

describe('jetstress-limit', () => {
  /** Read latencies in ms by thread count; writes take 1 ms, transfers are threads · 100. */
  function sweep(series: Record<string, Record<number, number>>): string {
    const rows = Object.entries(series).flatMap(([name, points]) =>
      Object.entries(points).flatMap(([threads, latency]) => [
        `jetstress,${name},${threads},,iops,${Number(threads) * 100},1/s`,
        `jetstress,${name},${threads},read,responseTime,${latency},ms`,
        `jetstress,${name},${threads},write,responseTime,1,ms`,
      ]),
    )
    return ['benchmark,configuration,threads,operation,metric,value,unit', ...rows].join('\n')
  }

  it('passes exactly on the limit', async () => {
    const log = await scoreLog(sweep({ a: { 8: 12, 10: 20, 12: 20.1 } }), { score: 'jetstress-limit' })
    expect(rules(log)).toEqual([])
    expect(log.value('operatingThreads')).toBe(10)
  })

  it('judges reads and writes, or only what the options name, by the limit they name', async () => {
    const text = sweep({ a: { 8: 12, 10: 16, 12: 25 } })
    expect((await scoreLog(text, { score: 'jetstress-limit', limit: 0.012 })).value('operatingThreads')).toBe(8)
    const writes = text.replace('10,write,responseTime,1,ms', '10,write,responseTime,21,ms')
    expect((await scoreLog(writes, { score: 'jetstress-limit' })).value('operatingThreads')).toBe(8)
    const reads = await scoreLog(writes, { score: 'jetstress-limit', operations: ['read'] })
    expect(reads.value('operatingThreads')).toBe(10)
  })

  it('says when the sweep ends too early, never passes, or is uneven', async () => {
    expect(rules(await scoreLog(sweep({ a: { 8: 12, 10: 15 } }), { score: 'jetstress-limit' }))).toEqual([
      'limit-not-reached',
    ])
    const slow = await scoreLog(sweep({ a: { 8: 22, 10: 25 } }), { score: 'jetstress-limit' })
    expect(rules(slow)).toEqual(['limit-never-kept'])
    expect(slow.values.map(({ observation }) => observation.metric)).toEqual(['saturationThreads'])
    const uneven = await scoreLog(sweep({ a: { 8: 22, 10: 15, 12: 30 } }), { score: 'jetstress-limit' })
    expect(rules(uneven)).toEqual(['uneven-sweep'])
    expect(uneven.value('operatingThreads')).toBe(10)
  })

  it('compares at a common count that every sweep has, and says if a higher one is missing in one', async () => {
    const declared = { score: 'jetstress-limit', mode: 'common' }
    const log = await scoreLog(sweep({ a: { 8: 10, 10: 12, 12: 14 }, b: { 8: 15, 12: 19, 14: 25 } }), declared)
    expect(log.value('operatingThreads', { configuration: 'b' })).toBe(12)
    const missing = await scoreLog(sweep({ a: { 8: 10, 10: 12 }, b: { 8: 15, 12: 19 } }), declared)
    expect(missing.value('operatingThreads', { configuration: 'a' })).toBe(8)
    expect(rules(missing)).toEqual(['missing-point'])
    const none = await scoreLog(sweep({ a: { 8: 10 }, b: { 10: 12 } }), declared)
    expect(rules(none)).toContain('limit-never-kept')
  })

  it('gives its results the conditions it is told, so that both modes stand side by side', async () => {
    const log = await scoreLog(sweep({ a: { 8: 12, 10: 25 } }), { score: 'jetstress-limit', set: { rule: 'own' } })
    expect(log.value('operatingThreads', { rule: 'own' })).toBe(8)
    expect(log.value('saturationThreads', { rule: 'own' })).toBe(10)
  })

  it('leaves out invalid runs and points without latencies', async () => {
    const text =
      'benchmark,threads,operation,metric,value,unit,valid,run\n' +
      'jetstress,8,,iops,800,1/s,,1\njetstress,8,read,responseTime,10,ms,,1\njetstress,8,write,responseTime,1,ms,,1\n' +
      'jetstress,10,,iops,1000,1/s,no,2\njetstress,10,read,responseTime,10,ms,no,2\njetstress,10,write,responseTime,1,ms,,2\n' +
      'jetstress,12,,iops,1200,1/s,,3\n'
    const log = await scoreLog(text, { score: 'jetstress-limit' })
    expect(rules(log)).toEqual(['incomplete-point', 'limit-not-reached'])
    expect(log.value('operatingThreads')).toBe(8)
  })

  it('reads Jetstress reports as they are', async () => {
    const page = readFileSync('test/fixtures/jetstress/2010-two-databases.html', 'utf8')
    const runs: Run[] = []
    for (const [threads, latency] of [
      ['14', '12.500'],
      ['16', '14.500'],
      ['18', '29.500'],
    ] as const) {
      const text = page.replace('14 (per database)', `${threads} (per database)`).replace('12.500', latency)
      const log = await readBytes(Buffer.from(text), `${threads}.html`)
      runs.push(...log.runs)
    }
    // Jetstress fails the last one by its limits, which is no reason to leave it out of the sweep.
    expect(runs.map(({ valid }) => valid)).toEqual([true, true, false])
    const log = scoreRuns(runs, { score: 'jetstress-limit' })
    expect(rules(log)).toEqual([])
    // By hand for 18 threads: (300 · 29.5 + 340.5 · 15) ÷ 640.5 = 21.79 ms is above, (300 · 14.5 + 340.5 · 15) ÷ 640.5 = 14.77 below.
    expect(log.value('operatingThreads', { raid: '1+0' })).toBe(16)
    expect(log.value('operatingResponseTime', { operation: 'read' })).toBeCloseTo(0.01477, 5)
  })
})

describe('oltp-2', () => {
  it('prefers measured values to calculated ones and these to estimates', async () => {
    const log = await scoreLog(
      'benchmark,processor,memory,metric,value,unit,status\n' +
        'oltp-2,A,36,transactionRate,100,1/s,calculated\noltp-2,A,36,transactionRate,90,1/s,measured\n' +
        'oltp-2,B,36,transactionRate,120,1/s,estimated\n',
      { score: 'oltp-2', substitutions: { A: 'B', C: 'B' } },
    )
    expect(log.value('oltp', { processor: 'A' })).toBe(90)
    expect(log.one('oltp', { processor: 'B' }).run.status).toBe('estimated')
    expect(log.one('oltp', { processor: 'C' }).run.status).toBe('estimated')
  })
})

describe('terminal-server', () => {
  const header = 'benchmark,users,action,metric,value,unit\n'
  const references = 'terminal-server,,a,referenceTime,1,s\nterminal-server,,b,referenceTime,1,s\n'
  const steps =
    'terminal-server,10,a,responseTime,1,s\nterminal-server,10,b,responseTime,1.6,s\n' +
    'terminal-server,20,a,responseTime,1.2,s\nterminal-server,20,b,responseTime,2.5,s\n'

  it('ends a run by any of its rules', async () => {
    const declared = { score: 'terminal-server', output: 'absolute' }
    const by = async (rule: Record<string, unknown>): Promise<number | string[]> => {
      const log = await scoreLog(header + references + steps, { ...declared, rules: [rule] })
      return log.values.length === 0 ? rules(log) : log.value('users')
    }
    // Ratios are 1 and 1.6 (mean 1.3), then 1.2 and 2.5 (mean 1.85).
    expect(await by({ kind: 'mean', factor: 1.5 })).toBe(20)
    expect(await by({ kind: 'mean', factor: 1.85 })).toEqual(['limit-not-reached'])
    expect(await by({ kind: 'any', factor: 1.5 })).toBe(10)
    expect(await by({ kind: 'share', factor: 1.1, share: 0.5 })).toBe(20)
  })

  it('has no result before the first step, and none without references', async () => {
    const declared = {
      score: 'terminal-server',
      output: 'absolute',
      result: 'last-good',
      rules: [{ kind: 'any', factor: 1.5 }],
    }
    expect(rules(await scoreLog(header + references + steps, declared))).toEqual(['limit-never-kept'])
    const without = await scoreLog(header + steps, declared)
    expect(without.values).toEqual([])
    expect(rules(without)).toEqual(Array.from({ length: 4 }, () => 'no-reference-time'))
  })
})

describe('vmmark', () => {
  const header = 'benchmark,tiles,tile,workload,phase,metric,value,unit\n'
  const declared = { score: 'vmmark', workloads: ['mail', 'web'], references: { mail: 100, web: 10 } }
  const rate = (tile: number, workload: string, value: number, phase: number | '' = '', tiles = 1): string =>
    `vmmark,${tiles},${tile},${workload},${phase},rate,${value},\n`

  it('takes the median phase', async () => {
    // Ratios 4 · 1, 9 · 1, 16 · 1: geometric means 2, 3 and 4.
    const phases = [4, 16, 9].map((ratio, i) => rate(1, 'mail', 100 * ratio, i) + rate(1, 'web', 10, i)).join('')
    expect((await scoreLog(header + phases, declared)).value('score')).toBeCloseTo(3, 12)
  })

  it('has no score when a workload or a tile is missing, or without reference', async () => {
    const lacking = await scoreLog(header + rate(1, 'mail', 100), declared)
    expect([rules(lacking), lacking.values]).toEqual([['incomplete-tile'], []])
    const fewer = await scoreLog(header + rate(1, 'mail', 100, '', 2) + rate(1, 'web', 10, '', 2), declared)
    expect([rules(fewer), fewer.values]).toEqual([['missing-tile'], []])
    const zero = await scoreLog(header + rate(1, 'mail', 0) + rate(1, 'web', 10), declared)
    expect([rules(zero), zero.values]).toEqual([['incomplete-tile', 'no-reference'], []])
  })

  it('is not valid when a workload misses its quality of service', async () => {
    const log = await scoreLog(
      `${header}${rate(1, 'mail', 100)}${rate(1, 'web', 10)}vmmark,1,1,web,,qualityOfService,0,\n`,
      declared,
    )
    expect(log.one('score').run).toMatchObject({ valid: false, reasons: ['tile 1: web misses its quality of service'] })
  })
})

describe('vservcon', () => {
  const header = 'benchmark,tiles,tile,workload,metric,value,unit\n'
  const rates = (tiles: number, value: number): string =>
    Array.from({ length: tiles }, (_, i) => `vservcon,${tiles},${i + 1},web,rate,${value},1/s\n`).join('')
  const declared = { score: 'vservcon', weights: { web: 1 }, references: { web: 10 } }

  it('says when the processor was not the limit, and when more tiles might score more', async () => {
    const log = await scoreLog(`${header}${rates(1, 10)}${rates(2, 9)}vservcon,2,,,cpuUtilization,60,%\n`, declared)
    expect(rules(log)).toEqual(['limit-not-reached', 'processor-not-limiting'])
    expect(log.value('bestScore')).toBeCloseTo(1.8, 12)
    expect(log.values.map(({ observation }) => observation.metric)).not.toContain('powerScore')
  })

  it('says when it takes weights that were only inferred', async () => {
    const log = await scoreLog(
      `${header}vservcon,1,1,java,rate,10,\nvservcon,1,1,database,rate,10,\nvservcon,1,1,web,rate,10,\n`,
      { score: 'vservcon', references: { web: 10, java: 10, database: 10 } },
    )
    expect(rules(log)).toEqual(['inferred-weights'])
    expect(log.value('score', { tiles: 1 })).toBe(4)
  })

  it('has no score for tiles that lack a machine', async () => {
    const log = await scoreLog(header + rates(3, 10).replace('vservcon,3,2,web,rate,10,1/s\n', ''), declared)
    expect([rules(log), log.values]).toEqual([['missing-tile'], []])
    const without = await scoreLog(header + rates(1, 10), { score: 'vservcon', weights: { web: 1 } })
    expect([rules(without), without.values]).toEqual([['no-reference'], []])
  })
})

describe('boot-time', () => {
  it('counts repetitions apart and leaves out boots without both events', async () => {
    const log = await scoreLog(
      'benchmark,run,event,metric,value,unit\n' +
        'boot-time,1,bootMenu,eventTime,60,s\nboot-time,1,logonScreen,eventTime,100,s\n' +
        'boot-time,2,bootMenu,eventTime,10,s\nboot-time,2,logonScreen,eventTime,54,s\n' +
        'boot-time,3,bootMenu,eventTime,60,s\n',
      { score: 'boot-time' },
    )
    expect(log.one('bootTime').observation).toMatchObject({ value: 42, repetitions: 2, spread: { min: 40, max: 44 } })
    expect(rules(log)).toEqual(['missing-event'])
  })
})

describe('file-copy', () => {
  it('leaves out copies that stopped early, and misses runs and references', async () => {
    const log = await scoreLog(
      'benchmark,system,run,metric,value,unit\n' +
        'file-copy,a,1,transferTime,10,s\nfile-copy,a,1,bytesCopied,1,GB\n' +
        'file-copy,a,2,transferTime,1,s\nfile-copy,a,2,bytesCopied,0.1,GB\nfile-copy,a,3,transferTime,9,s\n',
      { score: 'file-copy', expectedBytes: 1e9, expectedRuns: 3, reference: { system: 'b' } },
    )
    expect(rules(log)).toEqual(['incomplete-copy', 'incomplete-copy', 'missing-run', 'no-reference'])
    expect(log.value('copyTime')).toBe(10)
  })
})

describe('tpc-h', () => {
  /** Every query takes 36 s, refresh functions too. */
  function file(name: string, phase: 'power' | 'throughput', stream: number, from: number | null, seconds = 36): Run {
    const builder = new RunBuilder(
      { path: name, member: null },
      { benchmark: 'tpc-h', tool: 'TPC-H', index: 0, line: 2 },
    )
    builder.dimension('scale', 1)
    if (from !== null) builder.period(localTimestamp(from, null), localTimestamp(from + 22 * seconds, null))
    for (let query = 1; query <= 22; query++)
      builder.observe('queryTime', seconds, 's', { dimensions: { phase, stream, query } })
    if (phase === 'power') {
      for (const refresh of ['RF1', 'RF2'])
        builder.observe('refreshTime', 36, 's', { dimensions: { phase, stream, refresh } })
    }
    return builder.build()
  }

  it('puts files together', () => {
    const runs = [
      file('0.csv', 'power', 0, null),
      file('1.csv', 'throughput', 1, 0),
      file('2.csv', 'throughput', 2, 800),
    ]
    const log = scoreRuns(runs, { score: 'tpc-h', price: 1000 })
    expect(log.problems).toEqual([])
    // By hand: 3600 ÷ 36 = 100; from 0 to 800 + 792 s: 2 · 22 · 3600 ÷ 1592 = 99.497; √(100 · 99.497) = 99.748; 1000 ÷ 99.748 = 10.0252.
    expect(log.value('qpph')).toBeCloseTo(100, 9)
    expect(log.value('qthh')).toBeCloseTo(99.4975, 4)
    expect(log.value('qphh')).toBeCloseTo(99.7484, 4)
    expect(log.value('pricePerQphh')).toBeCloseTo(10.0252, 4)
  })

  it('gives reasons instead of scores', () => {
    const power = file('0.csv', 'power', 0, null)
    const failed = {
      ...power,
      observations: power.observations.map((one, i) => (i === 4 ? { ...one, value: null } : one)),
    }
    const log = scoreRuns([failed, file('1.csv', 'throughput', 1, null)], { score: 'tpc-h' })
    expect(log.values).toEqual([])
    expect(log.problems.map(({ message }) => message)).toEqual([
      'Unexpected TPC-H test: no power score: 21 of 22 queries have a time, missing: 5',
      'Unexpected TPC-H test: 1 query streams, at least 2 at scale factor 1',
      'Unexpected TPC-H test: no throughput score: the length of the throughput test is not known',
    ])
    const scales = scoreRuns([power], { score: 'tpc-h', scale: 300 })
    expect(scales.values).toEqual([])
  })

  it('agrees with what a whole file has computed', async () => {
    const { runs } = await readBytes(readFileSync('test/fixtures/tpch/whole-test.csv'), 'log.csv')
    const log = scoreRuns(runs, { score: 'tpc-h' })
    for (const metric of ['qpph', 'qthh', 'qphh', 'pricePerQphh']) {
      expect(log.value(metric)).toBe(runs[0]!.observations.find((one) => one.metric === metric)!.value)
    }
  })
})

test('no order of the rows matters, and no odd row crashes a score', async () => {
  const declared: Record<string, unknown>[] = scores.map(({ id }) => ({
    score: id,
    benchmark: 'b',
    ...(id === 'terminal-server' && { rules: [{ kind: 'mean', factor: 2 }], reference: { system: 'x' } }),
    ...(id === 'quotient' && { metric: 'quotient', of: 'rate', to: 'iops' }),
    ...((id === 'boot-time' || id === 'file-copy') && { reference: { system: 'x' } }),
  }))
  const metrics = [
    'rate',
    'referenceRate',
    'iops',
    'responseTime',
    'referenceTime',
    'transactionRate',
    'eventTime',
    'transferTime',
    'queryTime',
    'power',
  ]
  const row = fc.record({
    metric: fc.constantFrom(...metrics),
    value: fc.constantFrom('', '0', '-1', '5', '1e300', '1e-300'),
    tiles: fc.constantFrom('', '1', '2', 'x'),
    tile: fc.constantFrom('', '1'),
    workload: fc.constantFrom('', 'java', 'web', 'database'),
    users: fc.constantFrom('', '10', '20'),
    threads: fc.constantFrom('', '4', '8'),
    operation: fc.constantFrom('', 'read', 'write'),
    event: fc.constantFrom('', 'bootMenu', 'logonScreen'),
    system: fc.constantFrom('', 'x', 'y'),
  })
  const header = 'benchmark,metric,value,unit,tiles,tile,workload,users,threads,operation,event,system'
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, { minLength: 1, maxLength: 30, selector: (one) => JSON.stringify({ ...one, value: '' }) }),
      async (rows) => {
        const text = rows.map(({ metric, value, ...rest }) =>
          ['b', metric, value, '1', ...Object.values(rest)].join(','),
        )
        const log = await readBytes(Buffer.from(['benchpaper-log,1', header, ...text].join('\n')), 'log.csv')
        for (const one of declared) {
          for (const { observation } of scoreRuns(log.runs, one).values)
            expect(Number.isFinite(observation.value)).toBe(true)
          const turned = log.runs.toReversed().map((run) => ({ ...run, observations: run.observations.toReversed() }))
          expect(summary(scoreRuns(turned, one))).toEqual(summary(scoreRuns(log.runs, one)))
        }
      },
    ),
    { numRuns: 60, seed: 1 },
  )
})

/** Rounded: sums in another order differ in their last bits. */
function summary({ values }: ScoredLog): string[] {
  return values
    .map(({ observation: { metric, value, dimensions } }) =>
      JSON.stringify([metric, Object.entries(dimensions).sort(), Number(value!.toPrecision(9))]),
    )
    .sort()
}
