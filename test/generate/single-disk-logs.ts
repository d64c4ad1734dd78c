/**
 * The raw logs of the report primergy/single-disk, reconstructed: for each of 23 disks a result file of Iometer with the five
 * load profiles over the number of outstanding I/Os, for five of them a second one without disk cache, for three a study of
 * block sizes, and which server takes which disk. data/primergy/single-disk/README.md says how the values were made.
 * `npx tsx test/generate/single-disk-logs.ts <folder>` writes them; the same bytes come out every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Random } from './random.ts'
import { allDisks, cacheGains, folderOf, type CacheGain, type Disk } from './single-disk-disks.ts'
import { writeResults, type Point, type Spec } from './single-disk-iometer.ts'
import { writeBays, writeDisks, writeSupport } from './single-disk-servers.ts'

const kib = 1024
const mib = 1024 * kib

const randomProfiles = {
  database: { name: 'Database', size: 8 * kib, readPercent: 67, randomPercent: 100 },
  fileServer: { name: 'File server', size: 64 * kib, readPercent: 67, randomPercent: 100 },
  fileCopy: { name: 'File copy', size: 64 * kib, readPercent: 50, randomPercent: 100 },
} as const satisfies Record<string, Spec>
const streaming: Spec = { name: 'Streaming', size: 64 * kib, readPercent: 100, randomPercent: 0 }
const restore: Spec = { name: 'Restore', size: 64 * kib, readPercent: 0, randomPercent: 0 }

const randomDepths = [1, 2, 4, 8, 16, 32]
const sequentialDepths = [1, 2, 4, 8]
/** With one I/O outstanding the disk waits a moment for the next one. */
const sequentialRise = [0.985, 1, 1, 1]

/** 8 GiB, which every disk has room for, in sectors of 512 bytes. */
const sectors = 16_777_216
/** Relative: no two runs are alike, and published leads still come out after rounding. */
const unevenness = 0.001

/** Path below the logs folder and content. */
export function singleDiskLogs(): Map<string, Buffer> {
  const logs = new Map<string, Buffer>()
  const add = (path: string, text: string): void => void logs.set(path, Buffer.from(text, 'latin1'))
  add('servers/disks.csv', writeDisks())
  add('servers/bays.csv', writeBays())
  add('servers/support.csv', writeSupport())
  allDisks.forEach((disk, index) => {
    const random = new Random(20110700 + index)
    const options = { startMs: Date.UTC(2011, 6, 4 + index, 9, 0, 12, 15), sectors, random }
    const folder = folderOf(disk)
    add(`profiles/${folder}/cache-on.csv`, writeProfiles(disk, null, options))
    const gains = cacheGains[folder]
    if (!gains) return
    const later = { ...options, startMs: options.startMs + 4 * 3_600_000 }
    add(`profiles/${folder}/cache-off.csv`, writeProfiles(disk, gains, later))
  })
  for (const [at, [folder, times]] of Object.entries(blockTimes).entries()) {
    const random = new Random(20110800 + at)
    for (const [index, [pattern, spec]] of Object.entries(patterns).entries()) {
      const startMs = Date.UTC(2011, 7, 1 + at, 10 + 2 * index, 3, 41, 320)
      const points = blockSizes.map((size): Point => {
        const ms = times[pattern as Pattern](size)
        return {
          spec: { ...spec, name: `${spec.name} ${size} KB`, size: size * kib },
          depth: 1,
          iops: vary(1000 / ms, random),
        }
      })
      const series = [{ type: 0 as const, description: `${folder} block size, disk cache on`, points }]
      add(`block-size/${folder}/${pattern}.csv`, writeResults(series, { startMs, sectors, random }))
    }
  }
  return logs
}

type FileOptions = Parameters<typeof writeResults>[1]

/** @param gains of the disk cache, in per cent, when it is off; `null` when it is on */
function writeProfiles(disk: Disk, gains: CacheGain | null, options: FileOptions): string {
  const { random } = options
  const rate = (iops: number, gain: number | undefined): number => vary(iops / (1 + (gain ?? 0) / 100), random)
  const randomPoints = Object.entries(randomProfiles).flatMap(([id, spec]) => {
    const profile = id as keyof typeof randomProfiles
    return randomDepths.map((depth, at): Point => {
      const iops = rate(disk.curves[profile][at]! * disk.factor, gains?.[profile][at])
      return { spec, depth, iops }
    })
  })
  const sequential = (spec: Spec, mibps: number, gain?: CacheGain['restore']): Point[] =>
    sequentialDepths.map((depth, at) => {
      const iops = rate((mibps * sequentialRise[at]! * mib) / spec.size, gain?.[at])
      return { spec, depth, iops }
    })
  const state = gains ? 'off' : 'on'
  return writeResults(
    [
      { type: 6, description: `random profiles, disk cache ${state}`, points: randomPoints },
      {
        type: 6,
        description: `sequential profiles, disk cache ${state}`,
        // The cache does nothing for reads.
        points: [...sequential(streaming, disk.read), ...sequential(restore, disk.write, gains?.restore)],
      },
    ],
    options,
  )
}

function vary(value: number, random: Random): number {
  return value * (1 + random.between(-unevenness, unevenness))
}

type Pattern = 'random67' | 'sequential-read' | 'sequential-write'

const patterns: Record<Pattern, Omit<Spec, 'size'>> = {
  random67: { name: 'Random 67/33', readPercent: 67, randomPercent: 100 },
  'sequential-read': { name: 'Sequential read', readPercent: 100, randomPercent: 0 },
  'sequential-write': { name: 'Sequential write', readPercent: 0, randomPercent: 0 },
}

/** KiB */
const blockSizes = [4, 8, 16, 32, 64, 128, 256, 512, 1024]

/** Milliseconds of one I/O by block size in KiB, with one outstanding. */
type Times = Record<Pattern, (size: number) => number>

/** Two straight lines that meet at 64 KiB: with 8 KiB this is the database profile, with 64 KiB the file server profile. */
function randomTime(at8: number, at64: number, perKib: number): (size: number) => number {
  return (size) => (size <= 64 ? at64 - ((at64 - at8) * (64 - size)) / 56 : at64 + perKib * (size - 64))
}

const atRate = (mibps: number) => (size: number) => (size / 1024 / mibps) * 1000

/** From rates in MiB/s for each block size. */
function byRates(rates: number[]): (size: number) => number {
  return (size) => atRate(rates[blockSizes.indexOf(size)]!)(size)
}

const blockTimes: Record<string, Times> = {
  'BC-HDD-SATA-3g-2.5in-7200rpm-500gb': {
    random67: randomTime(1000 / 100, 1000 / 84, 0.02),
    'sequential-read': atRate(96.5),
    'sequential-write': atRate(95.5),
  },
  'EP-HDD-SAS-6g-2.5in-15000rpm-146gb': {
    random67: randomTime(1000 / 150, 1000 / 126, 0.012),
    'sequential-read': atRate(135.1),
    'sequential-write': atRate(132.8),
  },
  'EP-SSD-SATA-3g-2.5in-0rpm-64gb': {
    random67: randomTime(1000 / 2100, 1000 / 1000, 0.0075),
    'sequential-read': byRates([58, 92, 128, 154, 175.7, 186, 191, 194, 196]),
    'sequential-write': byRates([66, 88, 105, 118, 127, 129, 130, 130.3, 130.5]),
  },
}

function main(folder: string): void {
  for (const [path, content] of singleDiskLogs()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? 'data/primergy/single-disk/logs')
