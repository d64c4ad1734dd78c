/** Scales are free text of each test profile. Those with a plain meaning become canonical; the others stay a score. */
import { toCanonical, type Unit } from '../../model/units.ts'

interface Quantity {
  metric: string
  unit: Unit
  /** Canonical value of a number of the scale. */
  convert: (value: number) => number
}

const names: Readonly<Record<string, [metric: string, unit: string]>> = {
  seconds: ['duration', 's'],
  s: ['duration', 's'],
  sec: ['duration', 's'],
  ms: ['duration', 'ms'],
  milliseconds: ['duration', 'ms'],
  us: ['duration', 'us'],
  microseconds: ['duration', 'us'],
  ns: ['duration', 'ns'],
  nanoseconds: ['duration', 'ns'],
  minutes: ['duration', 'min'],
  bytes: ['size', 'B'],
  'byte/s': ['throughput', 'B/s'],
  'kb/s': ['throughput', 'kB/s'],
  'mb/s': ['throughput', 'MB/s'],
  'gb/s': ['throughput', 'GB/s'],
  'kib/s': ['throughput', 'KiB/s'],
  'mib/s': ['throughput', 'MiB/s'],
  'gib/s': ['throughput', 'GiB/s'],
  iops: ['iops', '1/s'],
  watts: ['power', 'W'],
}

const rates: Readonly<Record<string, number>> = {
  'iterations per minute': 1 / 60,
  'iterations per second': 1,
  'transactions per second': 1,
  tps: 1,
  'requests per second': 1,
  'frames per second': 1,
  fps: 1,
  flops: 1,
  mflops: 1e6,
  gflops: 1e9,
  tflops: 1e12,
}

/** `MB/s`, `Seconds`, `Mflops`, …; anything else is a `score`, with its scale as a dimension. */
export function quantityOf(scale: string): Quantity {
  const name = scale.trim().toLowerCase()
  if (Object.hasOwn(names, name)) {
    const [metric, unit] = names[name]!
    const { unit: canonical } = toCanonical(0, unit)!
    return { metric, unit: canonical, convert: (value) => toCanonical(value, unit)!.value }
  }
  if (Object.hasOwn(rates, name)) return { metric: 'rate', unit: '1/s', convert: (value) => value * rates[name]! }
  return { metric: 'score', unit: '1', convert: (value) => value }
}
