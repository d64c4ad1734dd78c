/**
 * The raw logs of the report proliant/file-server, reconstructed: 2 systems × 4 file sizes × 5 runs, each the log of the
 * copying script (Lab CSV) and the Performance Monitor log of the file server. Made so that the means equal the
 * published figures; data/proliant/file-server/README.md says how. `npx tsx test/generate/file-server-logs.ts <folder>`
 * writes them; the same bytes come out every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeCp932 } from './cp932.ts'
import { writePerfmon, type Load, type Server } from './file-server-perfmon.ts'
import { Random } from './random.ts'

interface System extends Server {
  folder: string
  /** Per file size: when the first run started (local time) and the means over five runs that the logs must have. */
  sets: Record<FileSize, { firstStart: string; means: Means }>
}

type FileSize = '40K' | '512K' | '1M' | '10M'

/** Rates in MB/s (10⁶ B/s), CPU in %. Chosen within the rounding of the printed values and of the printed ratios. */
interface Means {
  timeMs: number
  read: number
  queue: number
  sent: number
  cpu: number
}

const repetitions = 5
const bytesCopied = 16e9
const fileBytes: Record<FileSize, number> = { '40K': 40e3, '512K': 512e3, '1M': 1e6, '10M': 10e6 }
const loadGenerator = 'LG-BL460CG7'

const systems: System[] = [
  {
    folder: 'g5',
    host: 'FS-DL380G5',
    adapters: ['HP NC373i Multifunction Gigabit Server Adapter', 'MS TCP Loopback interface'],
    description: null,
    digits: 17,
    availableMb: 2890,
    unevenness: 0.2,
    busiestProcessor: 2.6,
    sets: {
      '40K': {
        firstStart: '2013-06-10T09:12:41.218',
        means: { timeMs: 10735214, read: 1.66, queue: 1.62, sent: 1.702, cpu: 1.1 },
      },
      '512K': {
        firstStart: '2013-06-12T10:03:07.640',
        means: { timeMs: 1257182, read: 13.91, queue: 7.61, sent: 15.04, cpu: 3.5 },
      },
      '1M': {
        firstStart: '2013-06-13T09:45:52.093',
        means: { timeMs: 811864, read: 21.08, queue: 8.21, sent: 22.21, cpu: 4.9 },
      },
      '10M': {
        firstStart: '2013-06-14T13:20:16.781',
        means: { timeMs: 421930, read: 39.91, queue: 8.98, sent: 42.36, cpu: 8.2 },
      },
    },
  },
  {
    folder: 'gen8',
    host: 'FS-DL380PGEN8',
    adapters: [
      'HP Ethernet 1Gb 4-port 331FLR Adapter',
      'isatap.{5B1D7A36-2C0E-4F7B-9A54-D0C86E21F3A9}',
      'MS TCP Loopback interface',
    ],
    description: 'ファイルサーバーの性能測定(表示速度、ディスク待ち行列、送信、ＣＰＵ)',
    digits: 20,
    availableMb: 14570,
    unevenness: 0.06,
    busiestProcessor: 3.1,
    sets: {
      '40K': {
        firstStart: '2013-07-08T10:05:23.406',
        means: { timeMs: 3780138, read: 4.2, queue: 2.01, sent: 4.801, cpu: 1.001 },
      },
      '512K': {
        firstStart: '2013-07-09T09:31:48.875',
        means: { timeMs: 480086, read: 33.41, queue: 3.51, sent: 37.3, cpu: 1.078 },
      },
      '1M': {
        firstStart: '2013-07-10T09:50:02.530',
        means: { timeMs: 363942, read: 43.41, queue: 3.28, sent: 45.08, cpu: 1.186 },
      },
      '10M': {
        firstStart: '2013-07-10T15:14:35.167',
        means: { timeMs: 178062, read: 93.38, queue: 4.21, sent: 100.62, cpu: 1.476 },
      },
    },
  },
]

/** Path below the logs folder, such as `g5/40K/run1/copy.csv`, and content. */
export function fileServerLogs(): Map<string, Buffer> {
  const logs = new Map<string, Buffer>()
  for (const [systemIndex, system] of systems.entries()) {
    for (const [sizeIndex, [size, { firstStart, means }]] of Object.entries(system.sets).entries()) {
      const random = new Random(20130600 + 10 * systemIndex + sizeIndex)
      const loads = drawRuns(means, Date.parse(`${firstStart}Z`), random)
      loads.forEach((load, index) => {
        const folder = `${system.folder}/${size}/run${index + 1}`
        logs.set(`${folder}/copy.csv`, writeCopyLog(system, size as FileSize, index + 1, load, random))
        const intervalMs = size === '40K' ? 15_000 : 5_000
        // Once, the network counters did not answer in time: a blank cell, which is not 0.
        const hasGap = folder === 'gen8/1M/run4'
        logs.set(`${folder}/perfmon.csv`, writePerfmon(system, load, { intervalMs, hasGap, random }))
      })
    }
  }
  return logs
}

/** Five runs around the means: a run that took longer moved fewer bytes a second. */
function drawRuns(means: Means, firstStartMs: number, random: Random): Load[] {
  const slowness = random.centred(repetitions, random.between(0.006, 0.011))
  // Two sums of 0 add up to 0, so the means stay what they are.
  const scatter = (scale: number, deviation: number) =>
    random.centred(repetitions, deviation).map((one, index) => one - scale * slowness[index]!)
  const [read, sent, cpu, queue] = [scatter(1, 0.003), scatter(1, 0.002), scatter(0.5, 0.008), scatter(-0.5, 0.009)]
  let restMs = repetitions * means.timeMs
  let startMs = firstStartMs
  return slowness.map((slow, index) => {
    const timeMs = index === repetitions - 1 ? restMs : Math.round(means.timeMs * (1 + slow))
    restMs -= timeMs
    const load = {
      startMs,
      endMs: startMs + timeMs,
      read: means.read * 1e6 * (1 + read[index]!),
      sent: means.sent * 1e6 * (1 + sent[index]!),
      cpu: means.cpu * (1 + cpu[index]!),
      queue: means.queue * (1 + queue[index]!),
    }
    // Between two runs the server is started again, to empty its cache.
    startMs = load.endMs + random.integer(16 * 60_000, 21 * 60_000)
    return load
  })
}

function writeCopyLog(system: System, size: FileSize, run: number, load: Load, random: Random): Buffer {
  const seed = random.integer(1, 32767)
  const ends = [system.host, run, ...[load.startMs, load.endMs].map(slashTime)]
  const about = [
    'measured',
    'yes',
    'filecopy.vbs',
    '1.2',
    `filecopy.vbs /total:16GB`,
    seed,
    `bench${size}`,
    loadGenerator,
  ]
  const rows = [
    ['transferTime', ((load.endMs - load.startMs) / 1000).toFixed(3), 's'],
    ['filesCopied', bytesCopied / fileBytes[size], ''],
    ['bytesCopied', bytesCopied, 'B'],
  ].map((value) => ['file-copy', ...ends, ...value, ...about].join(','))
  const lines = [
    'benchpaper-log,1',
    '# ファイルコピー計測ログ',
    `# 共有 bench${size} から無作為に選んだファイルを RAM ディスクへコピー`,
    'benchmark,system,run,start,end,metric,value,unit,status,valid,tool,toolVersion,setting:script,setting:seed,setting:share,setting:loadGenerator',
    ...rows,
  ]
  return encodeCp932(lines.map((line) => `${line}\r\n`).join(''))
}

/** `2013/06/10 09:12:41.218` */
function slashTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replaceAll('-', '/').replace('T', ' ')
}

function main(folder: string): void {
  for (const [path, content] of fileServerLogs()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? 'data/proliant/file-server/logs')
