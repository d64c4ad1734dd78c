/**
 * Iometer results of six arrays, queue depths 1 to 64. Rates follow from a closed queue: `most · depth ÷ (depth + half)`. Of two
 * arrays the one with fewer, faster drives leads while few requests are outstanding, the one with more drives when many are.
 */
import { joinLines, writePreamble, writeSpecs, writeTable } from '../../helpers/iometer-log.ts'
import { Random } from '../random.ts'

/** Greatest rate and depth at which half of it is reached: I/Os a second; of sequential work MB/s (10⁶ B/s). */
type Curve = [most: number, half: number]

interface ArrayPlan {
  folder: string
  host: string
  firstEnd: string
  curves: Record<Workload, Curve>
}

const kib = 1024

/** Specification lines; a size for the rates: the mean of the Web server's sizes. */
const workloads = {
  OLTP: { lines: ['8192,100,67,100,0,1,0,0'], size: 8 * kib, reads: 0.67, isSequential: false },
  'Web server': {
    lines: [
      ...['512,22,100,100,0,1,0,0', '1024,15,100,100,0,1,0,0', '2048,8,100,100,0,1,0,0', '4096,23,100,100,0,1,0,0'],
      ...['8192,15,100,100,0,1,0,0', '16384,2,100,100,0,1,0,0', '32768,6,100,100,0,1,0,0', '65536,7,100,100,0,1,0,0'],
      ...['131072,1,100,100,0,1,0,0', '524288,1,100,100,0,1,0,0'],
    ],
    size: 15_360,
    reads: 1,
    isSequential: false,
  },
  'Random read 64 KB': { lines: ['65536,100,100,100,0,1,0,0'], size: 64 * kib, reads: 1, isSequential: false },
  'Random write 64 KB': { lines: ['65536,100,0,100,0,1,0,0'], size: 64 * kib, reads: 0, isSequential: false },
  'Sequential read 64 KB': { lines: ['65536,100,100,0,0,1,0,0'], size: 64 * kib, reads: 1, isSequential: true },
  'Sequential read 512 KB': { lines: ['524288,100,100,0,0,1,0,0'], size: 512 * kib, reads: 1, isSequential: true },
  'Sequential read 1 MB': { lines: ['1048576,100,100,0,0,1,0,0'], size: 1024 * kib, reads: 1, isSequential: true },
  'Sequential write 64 KB': { lines: ['65536,100,0,0,0,1,0,0'], size: 64 * kib, reads: 0, isSequential: true },
  'Sequential write 512 KB': { lines: ['524288,100,0,0,0,1,0,0'], size: 512 * kib, reads: 0, isSequential: true },
  'Sequential write 1 MB': { lines: ['1048576,100,0,0,0,1,0,0'], size: 1024 * kib, reads: 0, isSequential: true },
} as const
type Workload = keyof typeof workloads

const arrays: ArrayPlan[] = [
  {
    folder: 'sas-10k-8',
    host: 'IO380G4-SAS',
    firstEnd: '2005-04-11T09:32:10',
    curves: {
      OLTP: [1520, 8.4],
      'Web server': [1330, 9.6],
      'Random read 64 KB': [1080, 9],
      'Random write 64 KB': [338, 0.7],
      'Sequential read 64 KB': [424, 1.3],
      'Sequential read 512 KB': [478, 0.5],
      'Sequential read 1 MB': [489, 0.36],
      'Sequential write 64 KB': [262, 1.1],
      'Sequential write 512 KB': [287, 0.7],
      'Sequential write 1 MB': [296, 0.6],
    },
  },
  {
    folder: 'u320-10k-6',
    host: 'IO380G4-SCSI',
    firstEnd: '2005-04-13T09:20:44',
    curves: {
      OLTP: [1010, 5.6],
      'Web server': [900, 6.3],
      'Random read 64 KB': [690, 6.2],
      'Random write 64 KB': [212, 0.6],
      'Sequential read 64 KB': [233, 0.7],
      'Sequential read 512 KB': [240, 0.28],
      'Sequential read 1 MB': [243, 0.22],
      'Sequential write 64 KB': [152, 0.8],
      'Sequential write 512 KB': [162, 0.5],
      'Sequential write 1 MB': [167, 0.45],
    },
  },
  {
    folder: 'u320-15k-6',
    host: 'IO380G4-SCSI',
    firstEnd: '2005-04-15T08:51:37',
    curves: {
      OLTP: [1290, 4.3],
      'Web server': [1120, 4.9],
      'Random read 64 KB': [850, 5],
      'Random write 64 KB': [258, 0.55],
      'Sequential read 64 KB': [241, 0.6],
      'Sequential read 512 KB': [246, 0.25],
      'Sequential read 1 MB': [248, 0.2],
      'Sequential write 64 KB': [161, 0.7],
      'Sequential write 512 KB': [168, 0.45],
      'Sequential write 1 MB': [171, 0.4],
    },
  },
  {
    folder: 'sas-10k-10',
    host: 'IO380G4-SAS',
    firstEnd: '2005-04-18T09:05:21',
    curves: {
      OLTP: [1885, 9.8],
      'Web server': [1660, 11.5],
      'Random read 64 KB': [1320, 9.5],
      'Random write 64 KB': [412, 0.75],
      'Sequential read 64 KB': [446, 1.3],
      'Sequential read 512 KB': [497, 0.5],
      'Sequential read 1 MB': [507, 0.36],
      'Sequential write 64 KB': [281, 1.1],
      'Sequential write 512 KB': [309, 0.7],
      'Sequential write 1 MB': [318, 0.6],
    },
  },
  {
    folder: 'u320-10k-10',
    host: 'IO380G4-SCSI',
    firstEnd: '2005-04-20T09:14:02',
    curves: {
      OLTP: [1690, 9],
      'Web server': [1500, 10.6],
      'Random read 64 KB': [1150, 9.3],
      'Random write 64 KB': [318, 0.6],
      'Sequential read 64 KB': [241, 0.65],
      'Sequential read 512 KB': [247, 0.26],
      'Sequential read 1 MB': [249, 0.2],
      'Sequential write 64 KB': [163, 0.75],
      'Sequential write 512 KB': [172, 0.48],
      'Sequential write 1 MB': [176, 0.42],
    },
  },
  {
    folder: 'u320-15k-10',
    host: 'IO380G4-SCSI',
    firstEnd: '2005-04-22T08:47:55',
    curves: {
      OLTP: [2150, 7],
      'Web server': [1880, 8],
      'Random read 64 KB': [1330, 7],
      'Random write 64 KB': [376, 0.55],
      'Sequential read 64 KB': [245, 0.55],
      'Sequential read 512 KB': [250, 0.24],
      'Sequential read 1 MB': [252, 0.18],
      'Sequential write 64 KB': [169, 0.65],
      'Sequential write 512 KB': [176, 0.42],
      'Sequential write 1 MB': [179, 0.38],
    },
  },
]

const depths = [1, 2, 4, 8, 16, 32, 64]
const seconds = 300
const version = '2004.07.30'

export function iometerLogs(): [string, Buffer][] {
  return arrays.flatMap((array, index): [string, Buffer][] => {
    const random = new Random(20050411 + index)
    const clock = { now: Date.parse(`${array.firstEnd}Z`) }
    return (['random', 'sequential'] as const).map((kind) => {
      const names = (Object.keys(workloads) as Workload[]).filter(
        (name) => workloads[name].isSequential === (kind === 'sequential'),
      )
      const tests = names.flatMap((name) => depths.map((depth) => writeTest(array, name, depth, clock, random)))
      const preamble = writePreamble(1, `${array.folder}, RAID 5`, version, stamp(clock.now))
      return [`iometer/${array.folder}/${kind}.csv`, Buffer.from(joinLines(preamble, ...tests), 'latin1')]
    })
  })
}

function writeTest(array: ArrayPlan, name: Workload, depth: number, clock: { now: number }, random: Random): string[] {
  const { lines, size, reads: share, isSequential } = workloads[name]
  const [most, half] = array.curves[name]
  const value = ((most * depth) / (depth + half)) * (1 + 0.002 * random.normal())
  const rate = isSequential ? (value * 1e6) / size : value
  const ios = Math.round(rate * seconds)
  const reads = Math.round(ios * share)
  const disk = { name: 'E: ""', reads, writes: ios - reads }
  const specs = writeSpecs([{ name, lines: [...lines] }], 'A')
  const table = writeTable(
    {
      managers: [{ name: array.host, workers: [{ name: 'Worker 1', disks: [disk] }] }],
      spec: name,
      size,
      queueDepth: depth,
      seconds,
      end: stamp(clock.now),
      record: 'no targets',
    },
    'A',
  )
  clock.now += (seconds + 30) * 1000 + random.integer(600, 1900)
  return [...specs, ...table]
}

/** `2005-04-11 09:32:10:000` */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ').replace('.', ':')
}
