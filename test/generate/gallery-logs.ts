/** The logs of the gallery of charts, test/gallery: Lab CSV and two Performance Monitor logs, all invented. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Random } from './random.ts'

const folder = join(import.meta.dirname, '../gallery/data/charts/gallery/logs')

function write(file: string, lines: string[], lineEnd = '\n'): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map((line) => `${line}${lineEnd}`).join(''))
}

function writeTable(file: string, columns: string, rows: (string | number)[][]): void {
  write(file, ['benchpaper-log,1', '# Invented values', columns, ...rows.map((row) => row.join(','))])
}

type Role = 'old' | 'new'
const roles: readonly Role[] = ['old', 'new']

// Transactions by load profile: one published value, one estimate, one that is missing.
const profiles = ['database', 'fileServer', 'webServer', 'streaming']
const rates: Record<Role, (number | '')[]> = { old: [3120, 2480, 4015, ''], new: [4870, 3105, 3690, 5230] }
for (const role of roles) {
  writeTable(
    `${role}/profiles.csv`,
    'benchmark,profile,metric,value,unit,status,publishedIn,publishedOn',
    profiles.map((profile, at) => {
      const isEstimate = role === 'new' && profile === 'streaming'
      const isPublished = role === 'new' && profile === 'database'
      const published = isPublished ? ['Example list', '2013-06'] : ['', '']
      return [
        'profiles',
        profile,
        'iops',
        rates[role][at]!,
        'IO/s',
        isEstimate ? 'estimated' : 'measured',
        ...published,
      ]
    }),
  )
}

// Reads and writes by RAID level.
const levels = ['0', '1+0', '5', '6']
const mix: Record<string, number[]> = { read: [2140, 1905, 1630, 1540], write: [1020, 640, 310, 205] }
writeTable(
  'mix.csv',
  'benchmark,raid,operation,metric,value,unit',
  levels.flatMap((level, at) =>
    Object.keys(mix).map((operation) => ['mix', level, operation, 'iops', mix[operation]![at]!, 'IO/s']),
  ),
)

// A score for each processor.
const scores = { cpu1: 1, cpu2: 1.38, cpu3: 1.71, cpu4: 2.12 }
writeTable(
  'scores.csv',
  'benchmark,processor,metric,value,unit,status,publishedIn,publishedOn',
  Object.entries(scores).map(([processor, score]) => {
    const isLast = processor === 'cpu4'
    const status = processor === 'cpu2' ? 'estimated' : 'measured'
    return ['score', processor, 'score', score, '1', status, isLast ? 'Example list' : '', isLast ? '2013-07' : '']
  }),
)

// Throughput by block size and queue depth: it rises to a limit, and the response time with it.
const disks = {
  sata: { limit: 170, service: 9.2 },
  sas10: { limit: 360, service: 4.6 },
  sas15: { limit: 520, service: 3.1 },
}
const depths = [1, 2, 4, 8, 16, 32]
writeTable(
  'queue.csv',
  'benchmark,disk,queueDepth,metric,value,unit',
  Object.entries(disks).flatMap(([disk, { limit, service }]) =>
    depths.flatMap((depth) => {
      const rate = (limit * depth) / (depth + (limit * service) / 1000)
      return [
        ['queue', disk, depth, 'iops', rate.toFixed(1), 'IO/s'],
        ['queue', disk, depth, 'responseTime', ((depth / rate) * 1000).toFixed(2), 'ms'],
      ]
    }),
  ),
)
const blocks = [4, 8, 16, 32, 64, 128, 256, 512, 1024]
writeTable(
  'blocks.csv',
  'benchmark,disk,blockSize,metric,value,unit',
  Object.entries(disks).flatMap(([disk, { limit }]) =>
    blocks.map((size) => {
      const rate = (0.45 * limit * size) / (size + 48)
      return ['blocks', disk, size < 1024 ? `${size} KB` : '1 MB', 'throughput', rate.toFixed(1), 'MB/s']
    }),
  ),
)

// Virtual machines until the processor is busy.
const steps: Record<Role, { score: number[]; load: number[] }> = {
  old: { score: [1.1, 2.2, 3.1, 3.7, 3.8], load: [22, 45, 70, 94, 99] },
  new: { score: [1.2, 2.4, 3.6, 4.7, 5.8, 6.7, 7.2], load: [13, 27, 41, 55, 70, 86, 97] },
}
for (const role of roles) {
  writeTable(
    `${role}/tiles.csv`,
    'benchmark,tiles,metric,value,unit',
    steps[role].score.flatMap((score, at) => [
      ['tiles', at + 1, 'score', score, '1'],
      ['tiles', at + 1, 'cpuUtilization', steps[role].load[at]!, '%'],
    ]),
  )
}

// Response times: classes of 1 ms, and the classes of different width that load generators write.
const even = [2, 14, 41, 88, 120, 96, 60, 31, 15, 8, 4, 3, 1, 1]
const edges = [0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]
const uneven = [0, 12, 160, 940, 2210, 3480, 2900, 1320, 410, 95, 21, 4]
const percentiles = { 50: 4.4, 95: 8.1, 99: 11.6 }
writeTable('distribution.csv', 'benchmark,binLow,binHigh,percentile,metric,value,unit', [
  ...even.map((count, at) => ['latency', at / 1000, (at + 1) / 1000, '', 'histogramCount', count, '1']),
  ...uneven.map((count, at) => ['latency-classes', edges[at]!, edges[at + 1] ?? '', '', 'histogramCount', count, '1']),
  ...Object.entries(percentiles).map(([rank, value]) => [
    'latency',
    '',
    '',
    rank,
    'responseTimePercentile',
    value,
    'ms',
  ]),
  ...Object.entries({ 50: 3.2, 99: 46 }).map(([rank, value]) => [
    'latency-classes',
    '',
    '',
    rank,
    'responseTimePercentile',
    value,
    'ms',
  ]),
])

// Ten minutes of counters each: a pause of the log in one, samples that are missing in the other.
const shapes: Record<Role, { seed: number; cpu: number; disk: number; pause: number; blank: number }> = {
  old: { seed: 7, cpu: 72, disk: 41, pause: 60, blank: -1 },
  new: { seed: 11, cpu: 34, disk: 96, pause: -1, blank: 40 },
}
for (const role of roles) {
  const { seed, cpu, disk, pause, blank } = shapes[role]
  const random = new Random(seed)
  const count = 120
  const start = Date.UTC(2013, 5, 10, 9, 0, 0)
  const host = role === 'old' ? 'SRV-A' : 'SRV-B'
  const counters = [
    'Processor(_Total)\\% Processor Time',
    'PhysicalDisk(_Total)\\Disk Read Bytes/sec',
    'PhysicalDisk(_Total)\\Disk Write Bytes/sec',
  ]
  const [wave, reads, writes] = [random.wander(count), random.wander(count), random.wander(count)]
  const records = Array.from({ length: count }, (_, at) => {
    // Load rises in the first minute and falls in the last.
    const level = Math.min(1, (at + 1) / 12, (count - at) / 12)
    const values = [
      Math.min(100, Math.max(0, level * cpu * (1 + 0.12 * wave[at]!))),
      Math.max(0, level * disk * 1e6 * (1 + 0.2 * reads[at]!)),
      Math.max(0, level * disk * 0.4e6 * (1 + 0.25 * writes[at]!)),
    ]
    const isBlank = blank >= 0 && at >= blank && at < blank + 8
    return [pdhTime(start + at * 5000), ...values.map((value) => (isBlank ? ' ' : value.toPrecision(9)))]
  }).filter((_, at) => pause < 0 || at < pause || at >= pause + 10)
  const head = ['(PDH-CSV 4.0) (Tokyo Standard Time)(-540)', ...counters.map((path) => `\\\\${host}\\${path}`)]
  write(
    `${role}/perfmon.csv`,
    [head, ...records].map((cells) => cells.map((cell) => `"${cell}"`).join(',')),
    '\r\n',
  )
}

/** `06/10/2013 09:12:41.218` */
function pdhTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 23)}`
}
