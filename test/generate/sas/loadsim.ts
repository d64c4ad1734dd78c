/** LoadSim 2003 with 1,200 users: what `lslog answer` prints of each run, and the server's counters in the steady state. */
import { Random } from '../random.ts'
import { clock, crlf, two } from './text.ts'

interface LoadsimRun {
  folder: string
  host: string
  raid: string
  firstSample: string
  /** How much slower than the fastest run the tasks answer. */
  slowness: number
}

const runs: LoadsimRun[] = [
  { folder: 'u320-15k', host: 'EX380G4-C', raid: '1+0', firstSample: '2005-07-05T11:00:04', slowness: 1 },
  { folder: 'sas-10k', host: 'EX380G4-A', raid: '1+0', firstSample: '2005-07-05T11:00:11', slowness: 1.128 },
  { folder: 'u320-10k', host: 'EX380G4-B', raid: '1+0', firstSample: '2005-07-05T11:00:07', slowness: 1.271 },
  { folder: 'u320-15k', host: 'EX380G4-C', raid: '5', firstSample: '2005-07-07T10:30:09', slowness: 1.183 },
  { folder: 'sas-10k', host: 'EX380G4-A', raid: '5', firstSample: '2005-07-07T10:30:02', slowness: 1.379 },
  { folder: 'u320-10k', host: 'EX380G4-B', raid: '5', firstSample: '2005-07-07T10:30:13', slowness: 1.662 },
]

/** Weight in the score, hits of an hour, and 95th percentile, median and mean of the fastest run in ms. */
const tasks: [task: string, weight: number, hits: number, p95: number, median: number, mean: number][] = [
  ['SEND', 3, 2381, 171, 71, 84],
  ['READ', 10, 14322, 93, 34, 42],
  ['REPLY', 2, 1018, 148, 66, 75],
  ['REPLY ALL', 1, 587, 166, 70, 81],
  ['FORWARD', 1, 1043, 152, 67, 77],
  ['MOVE', 1, 1466, 128, 49, 58],
  ['DELETE', 3, 2897, 109, 41, 50],
  ['BROWSE CALENDAR', 1, 1392, 81, 30, 37],
  ['MAKE APPOINTMENT', 1, 214, 119, 52, 60],
  ['REQUEST MEETING', 1, 361, 187, 79, 93],
  ['BROWSE CONTACTS', 1, 942, 77, 28, 35],
  ['CREATE CONTACT', 1, 233, 112, 47, 55],
  ['JOURNAL APPLICATIONS', 1, 0, 0, 0, 0],
]

export function loadsimLogs(): [string, Buffer][] {
  return runs.flatMap((run, index): [string, Buffer][] => {
    const random = new Random(20050705 + index)
    const folder = `loadsim/${run.folder}/raid${run.raid}`
    return [
      [`${folder}/lslog.txt`, writeAnswer(run, random)],
      [`${folder}/perfmon.csv`, writeCounters(run, random)],
    ]
  })
}

function writeAnswer({ slowness }: LoadsimRun, random: Random): Buffer {
  const rows = tasks.map(([task, weight, hits, ...times]) => {
    const own = slowness * (1 + 0.015 * random.normal())
    const shown = hits === 0 ? 0 : hits + random.integer(-25, 25)
    const [p95, median, mean] = times.map((time) => Math.round(time * own)) as [number, number, number]
    return {
      task,
      cells: [weight, shown, p95, median, mean, Math.round(0.62 * mean)],
      weight: shown === 0 ? 0 : weight,
    }
  })
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const score = rows.reduce((sum, { weight, cells }) => sum + weight * cells[2]!, 0) / total
  const widths = [9, 9, 15, 15, 11, 13]
  const line = (name: string, cells: (string | number)[]): string =>
    name.padEnd(22) + cells.map((cell, index) => String(cell).padStart(widths[index]!)).join('')
  return crlf([
    'Microsoft Exchange Server Load Simulator Log',
    'lslog answer lsperf.log',
    'Scenario: 1200 users, profile MMB-3, hours 2:00 to 3:00',
    '',
    line('Category', ['Weight', 'Hits', '95th Pctile', '50th Pctile', 'Mean', 'Std. Dev.']),
    line('--------', ['------', '----', '-----------', '-----------', '----', '---------']),
    ...rows.map(({ task, cells }) => line(task, cells)),
    '--------',
    line('Weighted Avg', ['', '', String(Math.round(score))]),
  ])
}

const interval = 15_000
/** An hour. */
const samples = 240

function writeCounters({ host, firstSample, slowness }: LoadsimRun, random: Random): Buffer {
  const first = clock(firstSample)
  // 580 within rounding, and the same but for chance in all runs: the users decide how much is to be done.
  const transfers = shapeOf(580 + random.between(-0.3, 0.3), 0.07, random)
  const reads = transfers.map((value) => value * (0.63 + 0.015 * random.normal()))
  const columns: [path: string, values: number[]][] = [
    ['LogicalDisk(E:)\\Disk Transfers/sec', transfers],
    ['LogicalDisk(E:)\\Disk Reads/sec', reads],
    ['LogicalDisk(E:)\\Disk Writes/sec', transfers.map((value, index) => value - reads[index]!)],
    ['MSExchangeIS\\RPC Averaged Latency', shapeOf(7.1 * slowness, 0.12, random).map(Math.round)],
    ['MSExchangeIS\\RPC Requests', shapeOf(4.2 * slowness, 0.3, random).map((value) => Math.max(0, Math.round(value)))],
    ['Processor(_Total)\\% Processor Time', shapeOf(27.5, 0.09, random)],
  ]
  const head = ['(PDH-CSV 4.0) (Central Daylight Time)(300)', ...columns.map(([path]) => `\\\\${host}\\${path}`)]
  const rows = Array.from({ length: samples }, (_, index) => [
    pdhTime(first + index * interval + random.integer(-12, 12)),
    ...columns.map(([, values]) => String(Number(values[index]!.toPrecision(15)))),
  ])
  return crlf([head, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')))
}

/** Values that wander around a mean and have exactly that mean. */
function shapeOf(mean: number, deviation: number, random: Random): number[] {
  const values = random.wander(samples)
  const centre = values.reduce((sum, value) => sum + value, 0) / samples
  return values.map((value) => mean * (1 + deviation * (value - centre)))
}

/** `07/05/2005 11:00:04.012` */
function pdhTime(ms: number): string {
  const date = new Date(ms)
  const day = [two(date.getUTCMonth() + 1), two(date.getUTCDate()), date.getUTCFullYear()].join('/')
  return `${day} ${date.toISOString().slice(11, 23)}`
}
