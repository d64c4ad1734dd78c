/** Where other readers of Iometer files are known to fail: one test per public symptom. */
import { describe, expect, it } from 'vitest'
import { readLog, type ReadLog } from '../../src/formats/read.ts'
import { readBytes, sourceOf } from '../helpers/check-format.ts'
import { observationsOf, valueOf } from '../helpers/observations.ts'
import { headerOf, joinLines, writePreamble, writeSpecs, writeTable, type TestPlan } from '../helpers/iometer-log.ts'

const all = { scope: 'all', operation: 'all' }

function disks(count: number): { name: string; reads: number; writes: number }[] {
  return Array.from({ length: count }, (_, i) => ({ name: `${i}: "Disk ${i}"`, reads: 3000, writes: 1000 }))
}

const plan: TestPlan = {
  managers: [{ name: 'HOST1', workers: [{ name: 'Worker 1', disks: disks(1) }] }],
  ...{ spec: 'Mix', size: 4096, queueDepth: 4, seconds: 10, end: '2020-05-04 10:00:10:500' },
}
const specs = writeSpecs([{ name: 'Mix', lines: ['4096,100,75,100,0,1,0,0'] }], 'C')
const preamble = writePreamble(0, 'a test', '1.1.0', '2020-05-04 10:00:00:000')

function log(...parts: (string | string[])[]): string {
  return joinLines(preamble, specs, ...parts, "'End Test")
}

function read(text: string): Promise<ReadLog> {
  return readBytes(Buffer.from(text, 'latin1'), 'results.csv')
}

describe('known symptoms', () => {
  it('more than nine managers, workers and disks', async () => {
    const managers = Array.from({ length: 12 }, (_, m) => ({
      name: `HOST${m}`,
      workers: Array.from({ length: 10 }, (__, w) => ({ name: `Worker ${w + 1}`, disks: disks(11) })),
    }))
    const { runs, problems } = await read(log(writeTable({ ...plan, managers }, 'C')))
    expect(problems).toEqual([])
    expect(runs[0]!.dimensions).toMatchObject({ managers: 12, workers: 120, targets: 1320 })
    // 1,320 disks × 400 I/Os per second.
    expect(valueOf(runs[0], 'iops', all)).toBe(528_000)
    expect(observationsOf(runs[0]!, 'iops', { scope: 'disk', operation: 'all' })).toHaveLength(1320)
  })

  it('a queue depth that no list has, cycled in one series', async () => {
    const tables = [1, 3, 2048].map((queueDepth) => writeTable({ ...plan, queueDepth }, 'C'))
    const { runs } = await read(log(...tables))
    expect(runs.map(({ dimensions }) => dimensions.queueDepth)).toEqual([1, 3, 2048])
    // Per target: 2048 I/Os in flight / 400 per second.
    expect(valueOf(runs[2], 'responseTime', all)).toBe(5.12)
  })

  it('a version from the future, or without a number', async () => {
    for (const version of ['9.9.9-RC2', '2010.02.07 DEBUG', 'post']) {
      const { runs } = await read(log(writeTable(plan, 'C')).replace('1.1.0', version))
      expect(runs[0]!.toolVersion).toBe(version)
      expect(valueOf(runs[0], 'iops', all)).toBe(400)
    }
  })

  it('a column nobody knows: reported, unread, the others right', async () => {
    const text = log(writeTable(plan, 'C')).replace('Average Response Time', 'Median Response Time')
    const { runs, problems } = await read(text)
    expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual(['missing-column', 'unknown-column'])
    expect(problems.find(({ ruleId }) => ruleId === 'unknown-column')).toMatchObject({ line: 14, severity: 'error' })
    expect(observationsOf(runs[0]!, 'responseTime', all)).toEqual([])
    expect(valueOf(runs[0], 'responseTimeMax', all)).toBe(0.4)
  })

  it('columns in another order', async () => {
    const lines = writeTable(plan, 'C').map((line) => {
      const cells = line.split(',')
      return cells.length < 59
        ? line
        : [...cells.slice(0, 6), ...cells.slice(6, 9).reverse(), ...cells.slice(9)].join(',')
    })
    expect(lines[1]).toContain('# Disks,Write IOps,Read IOps,IOps,')
    const { runs, problems } = await read(log(lines))
    expect(problems).toEqual([])
    expect(valueOf(runs[0], 'iops', { scope: 'all', operation: 'write' })).toBe(100)
  })

  it('decimal commas in a file with commas: nothing is read, and it is said', async () => {
    const lines = writeTable(plan, 'C').map((line) => line.replaceAll(/(\d)\.(\d{6})/g, '$1,$2'))
    const { runs, problems } = await read(log(lines))
    expect(runs).toEqual([])
    expect(problems.filter(({ ruleId }) => ruleId === 'cell-count').length).toBeGreaterThan(3)
    expect(problems[0]!.hint).toContain('decimal commas')
  })

  it('a cell that is no number: missing, never 0', async () => {
    const text = log(writeTable(plan, 'C')).replace(/^(ALL,All,Mix,1,1,1),400.000000/m, '$1,4OO.000000')
    const { runs, problems } = await read(text)
    expect(problems[0]).toMatchObject({ ruleId: 'invalid-number', line: 15, column: 19, actual: '4OO.000000' })
    expect(observationsOf(runs[0]!, 'iops', all)).toEqual([])
  })

  it('counters above 2^53: read, and the rounding is told', async () => {
    // 9007199254740993 = 2^53 + 1 has no double of its own.
    const index = headerOf('C').split(',').indexOf('Bytes Read')
    const text = log(writeTable(plan, 'C')).replace(/^ALL,.*$/m, (row) =>
      row.split(',').with(index, '9007199254740993').join(','),
    )
    const { runs, problems } = await read(text)
    expect(problems.find(({ ruleId }) => ruleId === 'counter-rounded')).toMatchObject({ actual: '9007199254740993' })
    expect(valueOf(runs[0], 'bytesRead', { scope: 'all' })).toBe(9_007_199_254_740_992)
  })

  it('the same disk under four workers: four rows, told apart by place', async () => {
    const workers = [1, 2, 3, 4].map((w) => ({ name: `Worker ${w}`, disks: disks(1) }))
    const { runs } = await read(log(writeTable({ ...plan, managers: [{ name: 'HOST1', workers }] }, 'C')))
    const rows = observationsOf(runs[0]!, 'iops', { scope: 'disk', operation: 'all', disk: '0: "Disk 0"' })
    expect(rows.map(({ dimensions }) => dimensions.workerIndex)).toEqual([1, 2, 3, 4])
  })

  it('a run in the middle of the file that never ended', async () => {
    const killed = writeTable(plan, 'C').slice(0, 4)
    const { runs, problems } = await read(
      joinLines(preamble, specs, killed, preamble, specs, writeTable(plan, 'C'), "'End Test"),
    )
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['log-cut-off', 'no-end-test'])
    expect(runs.map(({ valid }) => valid)).toEqual([false, null])
    expect(runs[1]!.settings.runSeconds).toBe(10)
  })

  it('the only test of an aborted series: nothing tells if it is whole', async () => {
    const { runs } = await read(joinLines(preamble, specs, writeTable(plan, 'C'), 'Aborted test'))
    expect(runs[0]!.valid).toBe(false)
    expect(runs[0]!.reasons[0]).toContain('no other test of it shows')
  })

  it('a repetition of one test that was stopped early', async () => {
    const short = {
      ...plan,
      seconds: 4,
      managers: [{ name: 'H', workers: [{ name: 'W', disks: [{ name: 'D', reads: 1200, writes: 400 }] }] }],
    }
    const series = [plan, short, plan, plan].map((one) => [...preamble, ...specs, ...writeTable(one, 'C'), "'End Test"])
    const { runs } = await read(joinLines(...series))
    // It may have been configured so: a remark, no verdict.
    expect(runs.map(({ reasons }) => reasons)).toEqual([
      [],
      ['The test ran 4.0 s, its repetitions in other series 10.0 s.'],
      [],
      [],
    ])
    expect(runs.map(({ valid }) => valid)).toEqual([null, null, null, null])
  })

  it('numbers beyond reason: no test lasts a million years', async () => {
    const at = (column: string): number => headerOf('C').split(',').indexOf(column)
    const change = (column: string, value: string): string =>
      log(writeTable(plan, 'C')).replace(/^(?:ALL|MANAGER|WORKER),.*$/gm, (row) =>
        row.split(',')[at(column)] === '' ? row : row.split(',').with(at(column), value).join(','),
      )
    const long = await read(change('Total Raw Run Time', '18446744073709551615'))
    expect(long.runs[0]!.start).toBeNull()
    expect(long.problems.map(({ ruleId }) => ruleId)).toContain('check-counter-rate')
    const large = await read(change('MiBps (Binary)', '1e308'))
    expect(large.problems[0]).toMatchObject({ ruleId: 'invalid-number', actual: '1e308' })
    const negative = await read(change('IOps', '-400.000000'))
    expect(negative.problems[0]).toMatchObject({ ruleId: 'invalid-number', expected: null })
    expect(observationsOf(negative.runs[0]!, 'iops', all)).toEqual([])
    const line = await read(`${log(writeTable(plan, 'C'))}${'x,'.repeat(50_000)}\r\n`)
    expect(line.problems.map(({ ruleId }) => ruleId)).toEqual(['unexpected-line'])
  })

  it('more specifications or lines of them than Iometer allows', async () => {
    const many = Array.from({ length: 1002 }, (_, i) => ({ name: `S${i}`, lines: ['4096,100,75,100,0,1,0,0'] }))
    const { problems } = await read(joinLines(preamble, writeSpecs(many, 'C'), writeTable(plan, 'C'), "'End Test"))
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['too-many-specifications', 'too-many-specifications'])
    const long = writeSpecs([{ name: 'Mix', lines: Array<string>(101).fill('4096,1,75,100,0,1,0,0') }], 'C')
    const { problems: lines, runs } = await read(joinLines(preamble, long, writeTable(plan, 'C'), "'End Test"))
    expect(lines.map(({ ruleId }) => ruleId)).toEqual(['access-spec-line'])
    expect(runs[0]!.dimensions).not.toHaveProperty('blockSize')
  })

  it('lines of something else between the rows', async () => {
    const lines = writeTable(plan, 'C')
    const { runs, problems } = await read(log([...lines.slice(0, 3), 'SOMETHING,else', ...lines.slice(3)]))
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['unknown-row'])
    expect(valueOf(runs[0], 'iops', { scope: 'worker', operation: 'all' })).toBe(400)
  })

  it('a file of intervals given as results, and the other way round', async () => {
    const inst = log(["'Results", `TimeStamp,${headerOf('C', true)}`])
    const asResults = await readLog(sourceOf(Buffer.from(inst), 'x.csv'), 'iometer-csv')
    expect(asResults.problems[0]).toMatchObject({ ruleId: 'inst-file', severity: 'error' })
    const asInst = await readLog(sourceOf(Buffer.from(log(writeTable(plan, 'C'))), 'x.csv'), 'iometer-inst')
    expect(asInst.problems[0]).toMatchObject({ ruleId: 'results-file', severity: 'error' })
  })

  it('a header pushed out of sight by specifications: the name tells', async () => {
    const long = writeSpecs([{ name: 'Mix', lines: Array<string>(200).fill('4096,1,75,100,0,1,4096,1024') }], 'C')
    const text = joinLines(preamble, long, "'Results", `TimeStamp,${headerOf('C', true)}`)
    expect((await readBytes(Buffer.from(text), 'instresults.csv')).format?.id).toBe('iometer-inst')
    expect((await readBytes(Buffer.from(text), 'results.csv')).format?.id).toBe('iometer-csv')
  })

  it('more rows than memory should hold: totals are kept', async () => {
    const workers = Array.from({ length: 8 }, (_, w) => ({ name: `W${w}`, disks: disks(250) }))
    const table = writeTable({ ...plan, managers: [{ name: 'H', workers }] }, 'C')
    const { runs, problems } = await read(log(table, table, table, table))
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['too-many-rows'])
    expect(runs.map((run) => valueOf(run, 'iops', all))).toEqual([8e5, 8e5, 8e5, 8e5])
    expect(observationsOf(runs[1]!, 'iops', { scope: 'disk', operation: 'all' })).toHaveLength(2000)
    expect(observationsOf(runs[2]!, 'iops', { scope: 'disk', operation: 'all' })).toHaveLength(0)
    expect(runs[2]!.settings.runSeconds).toBe(10)
  })

  it('thousands of tests: the main totals of all are kept', async () => {
    const small = { ...plan, managers: [{ name: 'H', workers: [{ name: 'W', disks: disks(1) }] }] }
    const table = writeTable({ ...small, record: 'no managers' }, 'C')
    const { runs, problems } = await read(log(...Array<string[]>(1200).fill(table)))
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['too-many-totals'])
    expect(runs.length).toBe(1200)
    const [full, brief] = [runs[999]!, runs[1000]!]
    expect(observationsOf(full, 'histogramCount', {}).length).toBe(21)
    expect(brief.observations.map(({ metric }) => metric)).toEqual([
      ...['iops', 'throughput', 'responseTime', 'responseTimeMax', 'errors', 'cpuUtilization'],
    ])
    expect(valueOf(brief, 'responseTime', all)).toBe(valueOf(full, 'responseTime', all))
  })
})
