/**
 * SPECjbb2005's score and its rules of validity. Sources: the kit's run rules 2.3, 2.4 and 3.1, and what its reporter
 * checks. Throughput of a point is transactions ÷ seconds; of several JVMs the sum at the same number of warehouses.
 */
import type { Seconds } from '../../model/units.ts'

/** One measured point of one JVM. */
export interface Point {
  warehouses: number
  /** Operations per second (bops); `null` when the file has neither score nor counts. */
  throughput: number | null
  /** Milliseconds since 1970. */
  startMs: number | null
  endMs: number | null
  elapsed: Seconds | null
  line: number
}

export interface Jvm {
  /** 1-based. */
  number: number
  points: Point[]
}

export interface Rules {
  /** N: warehouses at which the peak is expected, per JVM. */
  expectedPeak: number | null
  /** Intended length of a measurement; 240 s in a run that counts. */
  measurement: Seconds
}

export interface TotalPoint {
  warehouses: number
  throughput: number
  /** Between N and 2N: part of the mean. */
  isAveraged: boolean
  line: number
}

export interface Score {
  totals: TotalPoint[]
  /** SPECjbb2005 bops: mean of the totals from N to 2N, N + 1 points, missing ones as 0. */
  bops: number | null
  bopsPerJvm: number | null
  /** Points from N to 2N that are missing and count as 0. */
  missing: number
  /** Warehouses of the highest total. */
  measuredPeak: number | null
  /** Broken rules. */
  reasons: string[]
  /** What a reader should know though no rule is broken. */
  remarks: string[]
}

export const minimumPoints = 8

export function scoreJvms(jvms: readonly Jvm[], rules: Rules): Score {
  const reasons: string[] = []
  const remarks: string[] = []
  const { expectedPeak: peak } = rules
  const totals = sumPoints(jvms, peak)
  const averaged = totals.filter(({ isAveraged }) => isAveraged)
  const sum = averaged.reduce((total, { throughput }) => total + throughput, 0)
  const bops = peak === null || averaged.length === 0 ? null : sum / (peak + 1)
  const missing = peak === null ? 0 : peak + 1 - averaged.length
  const best = totals.reduce<TotalPoint | null>((a, b) => (a && a.throughput >= b.throughput ? a : b), null)
  if (missing > 0 && bops !== null) {
    remarks.push(`${missing} of ${peak! + 1} points between ${peak!} and ${2 * peak!} warehouses count as 0`)
  }
  for (const jvm of jvms) checkJvm(jvm, rules, jvms.length > 1 ? `JVM ${jvm.number}: ` : '', reasons)
  if (jvms.length > 1) checkTogether(jvms, peak, reasons)
  return {
    totals,
    bops,
    bopsPerJvm: bops === null ? null : bops / jvms.length,
    missing,
    measuredPeak: best?.warehouses ?? null,
    reasons: [...new Set(reasons)],
    remarks,
  }
}

function sumPoints(jvms: readonly Jvm[], peak: number | null): TotalPoint[] {
  const totals = new Map<number, TotalPoint>()
  for (const { points } of jvms) {
    for (const { warehouses, throughput, line } of points) {
      if (throughput === null) continue
      const total = totals.get(warehouses)
      if (total) total.throughput += throughput
      else {
        const isAveraged = peak !== null && warehouses >= peak && warehouses <= 2 * peak
        totals.set(warehouses, { warehouses, throughput, isAveraged, line })
      }
    }
  }
  return [...totals.values()].sort((a, b) => a.warehouses - b.warehouses)
}

function checkJvm(
  { points }: Jvm,
  { expectedPeak: peak, measurement }: Rules,
  prefix: string,
  reasons: string[],
): void {
  const run = new Set(points.filter(({ throughput }) => (throughput ?? 0) > 0).map(({ warehouses }) => warehouses))
  const most = [...run].reduce((a, b) => Math.max(a, b), 0)
  if (most < minimumPoints) {
    reasons.push(`${prefix}${most} warehouses at most, expected all points from 1 to ${minimumPoints}`)
  }
  if (new Set(points.map(({ warehouses }) => warehouses)).size < points.length) reasons.push(`${prefix}a point repeats`)
  const gap = peak === null ? null : firstGap(run, Math.max(peak, Math.min(minimumPoints, most)))
  if (gap !== null) reasons.push(`${prefix}no point with ${gap} warehouses, expected all from 1 to the peak`)
  for (const { warehouses, elapsed } of points) {
    if (peak === null || warehouses < peak || elapsed === null) continue
    // The band of the kit's reporter; the rules' text has 238.8 to 264 s.
    const part = elapsed / measurement
    if (part < 0.995 || part > 1.15) {
      reasons.push(`${prefix}the point with ${warehouses} warehouses took ${elapsed} s, expected ${measurement} s`)
    }
  }
}

/** The first number from 1 below `end` that is not in `run`; looks at no more numbers than there are points. */
function firstGap(run: ReadonlySet<number>, end: number): number | null {
  for (let warehouses = 1; warehouses < end; warehouses++) if (!run.has(warehouses)) return warehouses
  return null
}

/** All JVMs run the same points, and measure them at the same time. */
function checkTogether(jvms: readonly Jvm[], peak: number | null, reasons: string[]): void {
  const sequence = ({ points }: Jvm): string => points.map(({ warehouses }) => warehouses).join()
  if (jvms.some((jvm) => sequence(jvm) !== sequence(jvms[0]!))) {
    reasons.push('the JVMs did not run the same points')
    return
  }
  for (const [i, { warehouses }] of jvms[0]!.points.entries()) {
    if (peak !== null && warehouses < peak) continue
    const starts = jvms.flatMap(({ points }) => points[i]!.startMs ?? [])
    const ends = jvms.flatMap(({ points }) => points[i]!.endMs ?? [])
    if (starts.length > 0 && ends.length > 0 && Math.max(...starts) >= Math.min(...ends)) {
      reasons.push(`the JVMs measured ${warehouses} warehouses at different times`)
    }
  }
}
