/** Each self-check meets a log with one wrong number; and each limit of a check a log that is right. */
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { readBytes } from '../helpers/check-format.ts'
import { valueOf } from '../helpers/observations.ts'
import {
  headerOf,
  joinLines,
  writePreamble,
  writeSpecs,
  writeTable,
  type LogLayout,
  type TestPlan,
} from '../helpers/iometer-log.ts'

/** 4,000 I/Os per second of 4 KiB at queue depth 4: 1 ms. */
const plan: TestPlan = {
  managers: [{ name: 'HOST1', workers: [{ name: 'Worker 1', disks: [{ name: 'D', reads: 30_000, writes: 10_000 }] }] }],
  spec: 'Mix',
  size: 4096,
  queueDepth: 4,
  seconds: 10,
  end: '2020-05-04 10:00:10:500',
}
const specLine = '4096,100,75,100,0,1,0,0'

interface Change {
  plan?: Partial<TestPlan>
  specLine?: string
  layout?: LogLayout
  version?: string
}

function write({ layout = 'C', version = '1.1.0', ...change }: Change = {}): string {
  return joinLines(
    writePreamble(0, 'a test', version, '2020-05-04 10:00:00:000'),
    writeSpecs([{ name: 'Mix', lines: [change.specLine ?? specLine] }], layout),
    writeTable({ ...plan, ...change.plan }, layout),
    "'End Test",
  )
}

function read(text: string): Promise<ReadLog> {
  return readBytes(Buffer.from(text, 'latin1'), 'results.csv')
}

/** Replaces a cell, named by its column, in the first row of a type. */
function withCell(text: string, kind: string, column: string, value: string): string {
  const index = headerOf('C').split(',').indexOf(column)
  return text.replace(
    new RegExp(`^${kind},.*$`, 'm'),
    (row) => row.trim().split(',').with(index, value).join(',') + '\r',
  )
}

async function rulesOf(text: string): Promise<string[]> {
  const { problems } = await read(text)
  return [...new Set(problems.map(({ ruleId }) => ruleId))]
}

describe('self-checks', () => {
  it.each([
    ['ALL', 'Read IOps', '3000.001000', 'check-rate-sum'],
    ['DISK', 'Write MiBps (Binary)', '3.906300', 'check-rate-sum'],
    ['WORKER', 'MBps (Decimal)', '16.384010', 'check-decimal-binary'],
    ['ALL', 'MiBps (Binary)', '15.625100', 'check-throughput'],
    ['MANAGER', 'Bytes Read', '122880001', 'check-bytes'],
    ['WORKER', '1 to 2 mS', '20001', 'check-histogram-sum'],
    ['WORKER', 'Average Read Response Time', '1.000100', 'check-ticks'],
    ['WORKER', 'Total Raw Run Time', '100000100', 'check-counter-rate'],
    ['ALL', 'Write I/Os', '10001', 'check-row-sum'],
    ['ALL', 'Interrupts per Second', '1001.000000', 'check-row-sum'],
    ['MANAGER', 'Maximum Response Time', '401.000000', 'check-row-max'],
    ['ALL', 'Average Response Time', '1.100000', 'littles-law'],
    ['DISK', 'Average Response Time', '1.001000', 'check-time-mix'],
    ['ALL', 'Maximum Read Response Time', '401.000000', 'check-time-mix'],
    ['WORKER', 'Maximum Write Response Time', '399.000000', 'check-ticks'],
    ['ALL', 'Read Errors', '1', 'check-rate-sum'],
    ['ALL', '% User Time', '6.000000', 'check-cpu-mean'],
    ['PROCESSOR', '% CPU Utilization', '20.001000', 'check-cpu-mean'],
    ['MANAGER', 'CPU Effectiveness', '161.000000', 'check-effectiveness'],
    ['PROCESSOR', 'Interrupts per Second', '501.000000', 'check-row-sum'],
  ])('notices a wrong number in row %s, column %s', async (kind, column, value, rule) => {
    const { problems } = await read(withCell(write(), kind, column, value))
    const problem = problems.find(({ ruleId }) => ruleId === rule)
    expect(problem, `${rule} among ${problems.map(({ ruleId }) => ruleId).join()}`).toMatchObject({ severity: 'error' })
    // Both numbers are told, and where the first is.
    expect(problem!.actual).not.toBeNull()
    expect(problem!.expected).not.toBeNull()
    expect(problem!.line).toBeGreaterThan(14)
  })

  it('is silent about a log that agrees with itself', async () => {
    for (const layout of ['A', 'B', 'interim', 'C'] as const) expect(await rulesOf(write({ layout }))).toEqual([])
  })

  it('keeps the printed number where ticks disagree, and adds digits where they agree', async () => {
    const where = { scope: 'worker', operation: 'read' }
    const wrong = await read(withCell(write(), 'WORKER', 'Average Read Response Time', '1.000100'))
    expect(valueOf(wrong.runs[0], 'responseTime', where)).toBeCloseTo(0.0010001, 12)
    // 30,001 of 40,001 reads: 400,000,000 ticks × 30,001 / 40,001 (rounded) over 30,001 reads at 10 MHz.
    const disks = [{ name: 'D', reads: 30_001, writes: 10_000 }]
    const right = await read(write({ plan: { managers: [{ name: 'H', workers: [{ name: 'W', disks }] }] } }))
    expect(right.problems).toEqual([])
    const ticks = Math.round((400_000_000 * 30_001) / 40_001)
    expect(valueOf(right.runs[0], 'responseTime', where)).toBe(ticks / 10_000_000 / 30_001)
  })

  it('does not expect a full queue of tests with pauses, bursts or answers', async () => {
    const slow = (text: string): string =>
      text.replaceAll(',1.000000,1.000000,1.000000,1.000000,', ',9.000000,9.000000,9.000000,9.000000,')
    for (const line of ['4096,100,75,100,10,1,0,0', '4096,100,75,100,0,16,0,0', '4096,100,75,100,0,1,0,512']) {
      expect(await rulesOf(slow(write({ specLine: line })))).not.toContain('littles-law')
    }
    expect(await rulesOf(slow(write()))).toContain('littles-law')
  })

  it('allows I/Os that took 10 s or more to be in no bin', async () => {
    let text = withCell(write(), 'WORKER', '1 to 2 mS', '19999')
    for (const kind of ['ALL', 'MANAGER']) text = withCell(text, kind, '1 to 2 mS', '19999')
    expect(await rulesOf(text)).toContain('check-histogram-sum')
    for (const kind of ['ALL', 'MANAGER', 'WORKER', 'DISK'])
      text = withCell(text, kind, 'Maximum Response Time', '10400.000000')
    expect(await rulesOf(text)).not.toContain('check-histogram-sum')
  })

  it('tells when the system did not take as many I/Os as configured', async () => {
    let text = write()
    for (const kind of ['ALL', 'MANAGER', 'WORKER', 'DISK']) text = withCell(text, kind, 'Queue Depth', '8')
    const { problems, runs } = await read(text)
    expect(problems.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([['queue-not-filled', 'info']])
    expect(runs[0]!.settings.outstandingIos).toBe(8)
    expect(valueOf(runs[0], 'outstandingIos', { scope: 'all' })).toBe(4)
  })

  it('suspects a network test where totals alone are twice too high', async () => {
    let text = write({ plan: { record: 'no managers' } })
    text = withCell(text, 'ALL', 'Queue Depth', '2')
    expect(await rulesOf(text)).toEqual(['network-double-count'])
  })
})

describe('a digit changed anywhere in a table', () => {
  /** What the log says only once: nothing can contradict it. */
  const alone = new Set(['Transactions per Connection', 'Starting Sector', 'Maximum Size'])
  /** What is not read: raw ticks and bins of targets repeat their worker's, transactions their I/Os. */
  const unread =
    /^(?:DISK (?:.*Raw|Queue Depth|Processor Speed|.* mS)|(?:MANAGER|WORKER) .*Raw Transaction|MANAGER Total Raw Run|PROCESSOR Processor Speed)/

  it('is noticed, but where the log has nothing to compare', async () => {
    const lines = write().split('\r\n')
    const header = headerOf('C').split(',')
    const missed: string[] = []
    for (const [i, line] of lines.entries()) {
      const kind = /^(ALL|MANAGER|PROCESSOR|WORKER|DISK),/.exec(line)?.[1]
      if (kind === undefined) continue
      const cells = line.split(',')
      for (const [k, cell] of cells.entries()) {
        if (k < 3 || !/[1-9]/.test(cell) || alone.has(header[k]!) || unread.test(`${kind} ${header[k]!}`)) continue
        const changed = cell.replace(/[1-9]/, (digit) => String((Number(digit) % 9) + 1))
        const { problems } = await read(lines.with(i, cells.with(k, changed).join(',')).join('\r\n'))
        if (!problems.some(({ severity }) => severity !== 'info')) missed.push(`${kind} ${header[k]!}`)
      }
    }
    expect([...new Set(missed)]).toEqual([])
  })
})
