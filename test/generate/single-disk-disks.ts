/**
 * The 23 disks of primergy/single-disk and how fast each is made to be. Published figures that have survived fix some
 * values; the others are plausible for such disks, and agree with what the published text says of them.
 */

export interface Disk {
  class: 'ECO' | 'BC' | 'EP'
  technology: 'HDD' | 'SSD'
  interface: 'SATA' | 'SAS'
  /** Gbit/s */
  lineRate: number
  /** Inches. */
  formFactor: string
  /** rpm; 0 turns not at all. */
  speed: number
  /** GB of 10⁹ bytes. */
  capacity: number
  curves: Curves
  /** All random rates by this. */
  factor: number
  /** MiB/s of sequential reads and writes with enough I/Os outstanding. */
  read: number
  write: number
}

/** I/Os a second with 1, 2, 4, 8, 16 and 32 outstanding. */
export type Curve = readonly [number, number, number, number, number, number]
export type Curves = Record<'database' | 'fileServer' | 'fileCopy', Curve>

/** From the rate at the lowest load to that at the highest, by the part of the way that each step has made. */
function between(low: number, high: number, way: Curve): Curve {
  return way.map((part) => low + (high - low) * part) as unknown as Curve
}

// The last step is less than 5 % of the rate: the sweep ends in saturation.
const sataWay: Curve = [0, 0.2, 0.48, 0.75, 0.94, 1]
const sasWay: Curve = [0, 0.235, 0.41, 0.64, 0.93, 1]

const sata: Curves = {
  database: between(100, 187, sataWay),
  fileServer: between(84, 151, sataWay),
  fileCopy: between(88, 154, sataWay),
}
// Half as much again as SATA with one I/O outstanding, twice as much with 32; with twice the load the same response time.
const sas15: Curves = {
  database: between(150, 368, sasWay),
  fileServer: between(126, 298, sasWay),
  fileCopy: between(132, 304, sasWay),
}
// 15000 rpm leads by 30, 30 and 28 % at the lowest load, by 20, 23 and 18 % at the highest.
const sas10: Curves = {
  database: between(150 / 1.3, 368 / 1.2, sasWay),
  fileServer: between(126 / 1.3, 298 / 1.23, sasWay),
  fileCopy: between(132 / 1.28, 304 / 1.18, sasWay),
}
const ssd: Curves = {
  database: [2100, 3000, 3800, 4300, 4480, 4560],
  fileServer: [1000, 1450, 1850, 2150, 2300, 2380],
  fileCopy: [850, 1220, 1540, 1750, 1850, 1900],
}

// Streaming: SAS 40 % above SATA, SSD 30 % above SAS, 15000 rpm 24 % above 10000 rpm. Restore: SAS 39 % above SATA.
const sataSample = { read: 98, write: 97 }
const sasSample = { read: sataSample.read * 1.4, write: sataSample.write * 1.39 }

type Row = [factor: number, formFactor: string, speed: number, capacity: number, read: number, write: number]

function disks(shared: Pick<Disk, 'class' | 'technology' | 'interface' | 'lineRate' | 'curves'>, rows: Row[]): Disk[] {
  return rows.map(([factor, formFactor, speed, capacity, read, write]) => ({
    ...shared,
    factor,
    formFactor,
    speed,
    capacity,
    read,
    write,
  }))
}

const hdd = { technology: 'HDD' } as const
const sata3 = { ...hdd, interface: 'SATA', lineRate: 3, curves: sata } as const
const sas6 = { ...hdd, interface: 'SAS', lineRate: 6 } as const

/** In the order of the published table of the measurement environment. */
export const allDisks: readonly Disk[] = [
  ...disks({ class: 'ECO', ...sata3 }, [
    [0.7, '2.5', 5400, 160, 62, 60],
    [0.73, '2.5', 5400, 320, 74, 73],
    [0.75, '2.5', 5400, 500, 83, 81],
    [0.89, '3.5', 7200, 500, 104, 101],
  ]),
  ...disks({ class: 'BC', ...sata3 }, [
    [0.96, '2.5', 7200, 160, 70, 68],
    [1, '2.5', 7200, 500, sataSample.read, sataSample.write],
    [1.03, '2.5', 7200, 1000, 112, 110],
    [0.88, '3.5', 7200, 250, 88, 86],
    [0.92, '3.5', 7200, 500, 108, 105],
    [0.95, '3.5', 7200, 1000, 116, 114],
    [0.945, '3.5', 7200, 2000, 128, 125],
  ]),
  ...disks({ class: 'BC', ...sas6, curves: sas10 }, [
    [1, '2.5', 10000, 146, sasSample.read / 1.24, sasSample.write / 1.24],
    [1.02, '2.5', 10000, 300, 122, 119],
    [1.035, '2.5', 10000, 450, 128, 125],
    [1.05, '2.5', 10000, 600, 134, 131],
  ]),
  ...disks({ class: 'EP', ...sas6, curves: sas15 }, [
    [0.98, '2.5', 15000, 73, 128, 126],
    [1, '2.5', 15000, 146, sasSample.read, sasSample.write],
    [0.96, '3.5', 15000, 146, 118, 116],
    [0.985, '3.5', 15000, 300, 135, 132],
    [1, '3.5', 15000, 450, 150, 147],
    [1.015, '3.5', 15000, 600, 158, 154],
  ]),
  ...disks({ class: 'EP', technology: 'SSD', interface: 'SATA', lineRate: 3, curves: ssd }, [
    [0.95, '2.5', 0, 32, 174, 118],
    [1, '2.5', 0, 64, sasSample.read * 1.3, 129],
  ]),
]

export function folderOf({
  class: kind,
  technology,
  interface: port,
  lineRate,
  formFactor,
  speed,
  capacity,
}: Disk): string {
  return `${kind}-${technology}-${port}-${lineRate}g-${formFactor}in-${speed}rpm-${capacity}gb`
}

/** The part, in per cent, by which the disk's write cache raises the rate at each load. */
export interface CacheGain extends Record<keyof Curves, Curve> {
  /** Sequential loads have four steps: 1, 2, 4 and 8. */
  restore: readonly [number, number, number, number]
}

/** By folder: the disks that were measured without their cache, too. */
export const cacheGains: Readonly<Record<string, CacheGain>> = {
  'ECO-HDD-SATA-3g-2.5in-5400rpm-320gb': {
    database: [27, 29, 31, 33, 31, 30],
    fileServer: [18, 16, 14, 12, 8, 2],
    fileCopy: [14, 18, 22, 26, 24, 20],
    restore: [300, 260, 190, 120],
  },
  'BC-HDD-SATA-3g-3.5in-7200rpm-1000gb': {
    database: [36, 40, 45, 49, 46, 45],
    fileServer: [24, 26, 28, 30, 26, 22],
    fileCopy: [33, 41, 53, 50, 44, 38],
    restore: [310, 180, 60, 1],
  },
  'BC-HDD-SAS-6g-2.5in-10000rpm-600gb': {
    database: [1, 13, 24, 26, 12, 2],
    fileServer: [12, 14, 16, 13, 8, 1],
    fileCopy: [18, 27, 34, 31, 14, 1],
    restore: [280, 150, 40, 0.5],
  },
  'EP-HDD-SAS-6g-3.5in-15000rpm-600gb': {
    database: [2, 12, 22, 24, 10, 1],
    fileServer: [10, 13, 15, 12, 7, 0.5],
    fileCopy: [15, 24, 32, 30, 12, 0.5],
    restore: [260, 140, 35, 1],
  },
  'EP-SSD-SATA-3g-2.5in-0rpm-64gb': {
    database: [95, 140, 175, 160, 150, 140],
    fileServer: [30, 38, 50, 47, 44, 42],
    fileCopy: [21, 23, 26, 28, 27, 25],
    restore: [295, 240, 180, 130],
  },
}
