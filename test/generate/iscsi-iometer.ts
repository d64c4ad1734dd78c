/** Iometer result files of the report primergy/iscsi: three ways to attach the storage, three patterns, three block sizes. */
import { joinLines, writePreamble, writeSpecs, writeTable, type ProcessorLoad } from '../helpers/iometer-log.ts'
import { Random } from './random.ts'

/** One test: what went through and what it cost, as means over its two minutes. */
interface Test {
  /** I/Os a second over both arrays. */
  iops: number
  /** CPU load of the server in per cent, mean of its eight cores. */
  cpu: number
  slowestMs: number
}

const blockSizes = [4, 8, 64] as const
type Pattern = 'sequential-read' | 'sequential-write' | 'random'
type Mode = 'read' | 'write' | 'mixed'

/** Name and share of reads and of random positions, in per cent. */
const patterns: Record<Pattern, { name: string; reads: number; random: number }> = {
  'sequential-read': { name: 'Sequential read', reads: 100, random: 0 },
  'sequential-write': { name: 'Sequential write', reads: 0, random: 0 },
  random: { name: 'Random 67% read', reads: 67, random: 100 },
}

const test = (iops: number, cpu: number, slowestMs: number): Test => ({ iops, cpu, slowestMs })

/** By attachment and pattern: 4, 8, 64 KB. Six I/Os are in flight, so that the response time is 6 ÷ I/O rate. */
const attachments: Record<string, Record<Pattern, [Test, Test, Test]>> = {
  das: {
    'sequential-read': [test(24180, 4.82, 21), test(21040, 5.27, 24), test(5951, 2.97, 33)],
    'sequential-write': [test(14520, 5.51, 38), test(13010, 5.47, 41), test(5002, 4.01, 57)],
    random: [test(1188, 0.74, 118), test(1165, 0.77, 121), test(923, 0.88, 136)],
  },
  fc: {
    'sequential-read': [test(18060, 5.59, 26), test(16490, 5.61, 27), test(5338, 4.0, 36)],
    'sequential-write': [test(11310, 5.37, 44), test(10090, 5.29, 46), test(3904, 3.83, 63)],
    random: [test(1212, 2.06, 112), test(1190, 2.08, 114), test(946, 2.27, 129)],
  },
  iscsi: {
    'sequential-read': [test(9020, 5.06, 47), test(8010, 4.79, 51), test(1784, 3.39, 74)],
    'sequential-write': [test(7610, 3.35, 58), test(6980, 3.39, 62), test(1699, 1.56, 88)],
    random: [test(1177, 1.06, 126), test(1168, 1.11, 131), test(909, 1.36, 147)],
  },
}

/** By number of links and direction, blocks of 64 KB, sequential. */
const links: Record<string, Record<Mode, Test>> = {
  '1': { read: test(1786, 3.41, 72), write: test(1776, 1.64, 85), mixed: test(2593, 4.37, 91) },
  '2': { read: test(3522, 6.58, 69), write: test(3487, 3.29, 83), mixed: test(5049, 8.36, 90) },
}

const secondsOfRun = 120
/** Ramp-up and the pause before the next test. */
const secondsBetween = 17
const kilobyte = 1024
/** Clock of the cores as Windows measures it. */
const clock = 2_992_573_000

/** Path below the logs folder, such as `throughput/das/random.csv`, and content. */
export function iometerLogs(): Map<string, Buffer> {
  const logs = new Map<string, Buffer>()
  let start = Date.parse('2008-06-16T09:04:12.000Z')
  for (const [attachmentIndex, [attachment, tests]] of Object.entries(attachments).entries()) {
    for (const [patternIndex, [pattern, three]] of Object.entries(tests).entries()) {
      const random = new Random(20080600 + 10 * attachmentIndex + patternIndex)
      const plans = three.map((one, at) => ({
        ...one,
        ...patterns[pattern as Pattern],
        name: `${patterns[pattern as Pattern].name} ${blockSizes[at]!} KB`,
        size: blockSizes[at]! * kilobyte,
      }))
      logs.set(`throughput/${attachment}/${pattern}.csv`, writeLog(`${attachment} ${pattern}`, plans, start, random))
      start += 25 * 60_000 + random.integer(0, 900_000)
    }
  }
  start += 20 * 3_600_000
  for (const [number, tests] of Object.entries(links)) {
    for (const [modeIndex, [mode, one]] of Object.entries(tests).entries()) {
      const random = new Random(20080700 + 10 * Number(number) + modeIndex)
      const reads = { read: 100, write: 0, mixed: 50 }[mode]!
      const plan = { ...one, name: `Sequential ${reads}% read 64 KB`, reads, random: 0, size: 64 * kilobyte }
      logs.set(`links/${number}/${mode}.csv`, writeLog(`iscsi ${number} x GbE ${mode}`, [plan], start, random))
      start += 12 * 60_000 + random.integer(0, 300_000)
    }
  }
  return logs
}

interface Plan extends Test {
  name: string
  /** Per cent. */
  reads: number
  random: number
  size: number
}

function writeLog(description: string, plans: Plan[], startMs: number, random: Random): Buffer {
  const parts = plans.map((plan, index) => {
    const endMs = startMs + (index + 1) * (secondsOfRun + secondsBetween) * 1000 + random.integer(0, 900)
    const specs = writeSpecs(
      [{ name: plan.name, lines: [`${plan.size},100,${plan.reads},${plan.random},0,1,0,0`] }],
      'A',
    )
    return [...specs, ...writeTest(plan, endMs, random)]
  })
  const log = joinLines(writePreamble(0, description, '2006.07.27', stamp(startMs)), ...parts)
  return Buffer.from(log, 'latin1')
}

function writeTest(plan: Plan, endMs: number, random: Random): string[] {
  const total = Math.round(plan.iops * secondsOfRun)
  // Neither array gets exactly its half, nor do reads and writes meet their shares exactly.
  const first = Math.round(total * random.between(0.497, 0.503))
  const disks = [first, total - first].map((ios, index) => {
    const share = plan.reads % 100 === 0 ? plan.reads / 100 : plan.reads / 100 + random.between(-0.0008, 0.0008)
    const reads = Math.round(ios * share)
    return { name: `PHYSICALDRIVE:${index + 1}`, reads, writes: ios - reads }
  })
  return writeTable(
    {
      managers: [{ name: 'RX300S4', workers: [{ name: 'Worker 1', disks }] }],
      spec: plan.name,
      size: plan.size,
      queueDepth: 3,
      seconds: secondsOfRun,
      end: stamp(endMs),
      loads: drawLoads(plan, random),
      clock,
      slowestMs: plan.slowestMs,
    },
    'A',
  )
}

/** Eight cores whose mean is the load: the first one serves most interrupts. */
function drawLoads({ cpu, iops }: Plan, random: Random): ProcessorLoad[] {
  const weights = Array.from({ length: 8 }, (_, core) => (core === 0 ? 2.6 : 0.6) + random.between(0, 0.3))
  const mean = weights.reduce((sum, one) => sum + one, 0) / 8
  return weights.map((weight, core) => {
    const own = (cpu * weight) / mean
    const part = (share: number): number => own * share * random.between(0.9, 1.1)
    const [user, dpc, interrupt] = [part(0.12), part(core === 0 ? 0.3 : 0.06), part(core === 0 ? 0.12 : 0.03)]
    const interrupts = 64 + (core === 0 ? 0.9 * iops : 0.02 * iops) * random.between(0.95, 1.05)
    return { cpu: own, user, privileged: own - user, dpc, interrupt, interrupts }
  })
}

/** `2008-06-16 09:04:12:000`: a colon before the milliseconds. */
function stamp(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}:${iso.slice(20, 23)}`
}
