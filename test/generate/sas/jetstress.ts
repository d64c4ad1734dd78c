/**
 * Sweeps of Jetstress 2004: 3 arrays × 4 RAID levels, a page for each number of threads, one archive for each sweep. Threads
 * wait for the disks only, so that Little's law ties the three quantities together: threads ≈ transfers/s × mean latency.
 */
import { gzipSync } from 'fflate'
import { writeZip } from '../../../src/source/archive/write-zip.ts'
import { tar } from '../../helpers/tar.ts'
import { Random } from '../random.ts'
import { jetstressPage } from './jetstress-page.ts'
import { clock } from './text.ts'

export interface Sweep {
  /** At the operating point of the published paper; latencies in seconds. */
  threads: number
  transfers: number
  read: number
  write: number
  /** Threads at which half of the greatest rate is reached. */
  half: number
  /** From here on more threads bring less. */
  peak: number
}

/** How fast the rate falls beyond the peak, by RAID level: parity costs more. */
const levels = [
  { raid: '0', most: 30, fall: 0.0025 },
  { raid: '1+0', most: 26, fall: 0.003 },
  { raid: '5', most: 20, fall: 0.004 },
  { raid: '6', most: 14, fall: 0.008 },
] as const
type Raid = (typeof levels)[number]['raid']

interface Machine {
  folder: string
  host: string
  drives: string
  archive: 'zip' | 'tar.gz'
  firstStart: string
  sweeps: Record<Raid, Sweep>
}

/**
 * Rates, latencies and thread counts round to the printed ones, leads and factors too: 1756.8 ÷ 1526.3 − 1 = 15.1 %, and so on.
 * test/data/sas-logs.test.ts recomputes all of them.
 */
const machines: Machine[] = [
  {
    folder: 'u320-15k',
    host: 'EX380G4-C',
    drives: 'SA-6402, MSA30, 10 x 36 GB 15k U320',
    archive: 'zip',
    firstStart: '2005-06-06T08:30:00',
    sweeps: {
      '0': { threads: 16, transfers: 1756.812, read: 0.013087, write: 0.001702, half: 13, peak: 24 },
      '1+0': { threads: 14, transfers: 1409.236, read: 0.015112, write: 0.001897, half: 12, peak: 19 },
      '5': { threads: 16, transfers: 1218.518, read: 0.019683, write: 0.006181, half: 6, peak: 15 },
      '6': { threads: 10, transfers: 825.949, read: 0.017946, write: 0.003304, half: 4.5, peak: 11 },
    },
  },
  {
    folder: 'sas-10k',
    host: 'EX380G4-A',
    drives: 'SA-P600, MSA50, 10 x 36 GB 10k SAS',
    archive: 'tar.gz',
    firstStart: '2005-06-06T08:45:00',
    sweeps: {
      '0': { threads: 16, transfers: 1526.174, read: 0.015031, write: 0.0001798, half: 12, peak: 23 },
      '1+0': { threads: 14, transfers: 1132.871, read: 0.018587, write: 0.0001969, half: 10, peak: 18 },
      '5': { threads: 10, transfers: 873.812, read: 0.017294, write: 0.0001801, half: 5, peak: 7 },
      '6': { threads: 6, transfers: 544.093, read: 0.016077, write: 0.0002902, half: 3.5, peak: 5 },
    },
  },
  {
    folder: 'u320-10k',
    host: 'EX380G4-B',
    drives: 'SA-6402, MSA30, 10 x 36 GB 10k U320',
    archive: 'zip',
    firstStart: '2005-06-06T08:35:00',
    sweeps: {
      '0': { threads: 16, transfers: 1240.866, read: 0.019058, write: 0.001668, half: 11, peak: 20 },
      '1+0': { threads: 14, transfers: 1075.041, read: 0.019611, write: 0.001779, half: 10, peak: 17 },
      '5': { threads: 8, transfers: 665.327, read: 0.018193, write: 0.001699, half: 4.5, peak: 9 },
      '6': { threads: 6, transfers: 491.894, read: 0.017962, write: 0.002997, half: 5, peak: 7 },
    },
  },
]

const readShare = 0.65
const hour = 3_600_000

export function jetstressLogs(): [string, Buffer][] {
  return machines.flatMap((machine, index) => {
    const random = new Random(20050606 + index)
    let start = clock(machine.firstStart)
    return levels.map(({ raid, most, fall }): [string, Buffer] => {
      const sweep = machine.sweeps[raid]
      const pages = []
      for (let threads = 2; threads <= most; threads += 2) {
        const point = pointOf(sweep, threads, fall, random)
        const page = jetstressPage({
          ...point,
          threads,
          raid,
          host: machine.host,
          drives: machine.drives,
          start,
          random,
        })
        pages.push({ name: `t${String(threads).padStart(2, '0')}/${page.name}`, bytes: page.bytes })
        // The databases are restored between two runs.
        start += 2 * hour + random.integer(24 * 60_000, 31 * 60_000)
      }
      return [`jetstress/${machine.folder}/raid${raid}.${machine.archive}`, pack(pages, machine.archive)]
    })
  })
}

interface Point {
  /** Per second. */
  reads: number
  writes: number
  /** Seconds. */
  read: number
  write: number
}

function pointOf(sweep: Sweep, threads: number, fall: number, random: Random): Point {
  const isPrinted = threads === sweep.threads
  const noise = isPrinted ? 1 : 1 + 0.003 * random.normal()
  const transfers = (noise * sweep.transfers * rate(sweep, threads, fall)) / rate(sweep, sweep.threads, fall)
  const write =
    sweep.write * (isPrinted ? 1 : (0.55 + (0.45 * threads) / sweep.threads) * (1 + 0.008 * random.normal()))
  // What remains of the threads' time is reading. Threads do a little more than wait, a fixed part of the time.
  const waiting = (sweep.transfers * (readShare * sweep.read + (1 - readShare) * sweep.write)) / sweep.threads
  const read = isPrinted ? sweep.read : ((threads * waiting) / transfers - (1 - readShare) * write) / readShare
  const share = readShare + random.between(-0.004, 0.004)
  return { reads: transfers * share, writes: transfers * (1 - share), read, write }
}

/** Rises towards saturation, then falls a little: any number in which only ratios matter. */
function rate({ half, peak }: Sweep, threads: number, fall: number): number {
  const beyond = Math.max(0, threads - peak)
  return threads / (threads + half) / (1 + fall * beyond * beyond)
}

function pack(files: { name: string; bytes: Buffer }[], archive: Machine['archive']): Buffer {
  if (archive === 'zip') return Buffer.from(writeZip(files))
  // Not Node's gzip: the bytes of zlib depend on how Node was built.
  return Buffer.from(gzipSync(tar(files), { level: 9, mtime: 0 }))
}
