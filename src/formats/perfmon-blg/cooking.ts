/**
 * From raw counts to values. Each counter type has a formula over two samples, older (0) and newer (1), or over the newer
 * one alone. Source of the formulas: Microsoft's "Calculating Counter Values" and the counter type pages. Results are what
 * Performance Monitor shows: percentages as 0–100, not capped.
 */

/**
 * One sample of one counter. 64-bit numbers come as two halves, the upper one signed: their differences are exact then, and
 * a FILETIME (1.3e17) does not fit into a double.
 */
export interface RawValue {
  /** The count. */
  nHi: number
  nLo: number
  /** What it is divided by: a clock or the base counter. Record logs call it the second value. */
  dHi: number
  dLo: number
  /** Ticks per second of the clock that the formula uses. */
  frequency: number
  /** How many parts a multi timer has. */
  multi: number
  /** Whether count and divisor are of 32 bits and go on from 0 after 2³² − 1. */
  nWraps: boolean
  dWraps: boolean
}

export function emptyValue(): RawValue {
  return { nHi: 0, nLo: 0, dHi: 0, dLo: 0, frequency: 0, multi: 0, nWraps: false, dWraps: false }
}

export type Formula =
  /** N */
  | 'value'
  /** 100·N/B */
  | 'fraction'
  /** (O−N)/F */
  | 'elapsed'
  /** ΔN */
  | 'delta'
  /** ΔN/(Δt/F) */
  | 'rate'
  /** ΔN/Δt */
  | 'queue'
  /** 100·ΔN/Δt */
  | 'timer'
  /** 100·(1−ΔN/Δt) */
  | 'inverseTimer'
  /** 100·ΔN/Δt/B */
  | 'multiTimer'
  /** 100·(B−ΔN/Δt) */
  | 'inverseMultiTimer'
  /** ΔN/ΔB */
  | 'average'
  /** (ΔN/F)/ΔB */
  | 'averageTime'
  /** 100·ΔN/ΔB */
  | 'percentOfBase'

export interface CounterRule {
  formula: Formula
  /** What the count is divided by. `base` is the counter defined after it. */
  divisor: 'none' | 'performance' | '100ns' | 'object' | 'base'
}

/** By type code. Names are those of the public header winperf.h without PERF_ and COUNTER_. */
const rules: ReadonlyMap<number, CounterRule> = new Map<number, CounterRule>([
  [0x00000000, { formula: 'value', divisor: 'none' }], // RAWCOUNT_HEX
  [0x00000100, { formula: 'value', divisor: 'none' }], // LARGE_RAWCOUNT_HEX
  [0x00010000, { formula: 'value', divisor: 'none' }], // RAWCOUNT
  [0x00010100, { formula: 'value', divisor: 'none' }], // LARGE_RAWCOUNT
  [0x00400400, { formula: 'delta', divisor: 'none' }], // DELTA
  [0x00400500, { formula: 'delta', divisor: 'none' }], // LARGE_DELTA
  [0x00410400, { formula: 'rate', divisor: 'performance' }], // SAMPLE_COUNTER
  [0x10410400, { formula: 'rate', divisor: 'performance' }], // COUNTER
  [0x10410500, { formula: 'rate', divisor: 'performance' }], // BULK_COUNT
  [0x00450400, { formula: 'queue', divisor: 'performance' }], // QUEUELEN_TYPE
  [0x00450500, { formula: 'queue', divisor: 'performance' }], // LARGE_QUEUELEN_TYPE
  [0x00550500, { formula: 'queue', divisor: '100ns' }], // 100NS_QUEUELEN_TYPE
  [0x00650500, { formula: 'queue', divisor: 'object' }], // OBJ_TIME_QUEUELEN_TYPE
  [0x20410500, { formula: 'timer', divisor: 'performance' }], // TIMER
  [0x21410500, { formula: 'inverseTimer', divisor: 'performance' }], // TIMER_INV
  [0x20510500, { formula: 'timer', divisor: '100ns' }], // 100NSEC_TIMER
  [0x21510500, { formula: 'inverseTimer', divisor: '100ns' }], // 100NSEC_TIMER_INV
  [0x20610500, { formula: 'timer', divisor: 'object' }], // OBJ_TIME_TIMER
  [0x22410500, { formula: 'multiTimer', divisor: 'performance' }], // MULTI_TIMER
  [0x23410500, { formula: 'inverseMultiTimer', divisor: 'performance' }], // MULTI_TIMER_INV
  [0x22510500, { formula: 'multiTimer', divisor: '100ns' }], // 100NSEC_MULTI_TIMER
  [0x23510500, { formula: 'inverseMultiTimer', divisor: '100ns' }], // 100NSEC_MULTI_TIMER_INV
  [0x20470500, { formula: 'percentOfBase', divisor: 'base' }], // PRECISION_SYSTEM_TIMER
  [0x20570500, { formula: 'percentOfBase', divisor: 'base' }], // PRECISION_100NS_TIMER
  [0x20670500, { formula: 'percentOfBase', divisor: 'base' }], // PRECISION_OBJECT_TIMER
  [0x20c20400, { formula: 'percentOfBase', divisor: 'base' }], // SAMPLE_FRACTION
  [0x30020400, { formula: 'averageTime', divisor: 'base' }], // AVERAGE_TIMER
  [0x40020500, { formula: 'average', divisor: 'base' }], // AVERAGE_BULK
  [0x20020400, { formula: 'fraction', divisor: 'base' }], // RAW_FRACTION
  [0x20020500, { formula: 'fraction', divisor: 'base' }], // LARGE_RAW_FRACTION
  [0x30240500, { formula: 'elapsed', divisor: 'object' }], // ELAPSED_TIME
])

/** `null` for a type without formula: such a counter gives no series rather than a wrong one. */
export function ruleOf(type: number): CounterRule | null {
  return rules.get(type) ?? null
}

/** A base: the divisor of the counter before it, no counter of its own. */
export function isBase(type: number): boolean {
  return (type & 0x40070c00) === 0x40030400
}

/** A place holder that never has a value (PERF_COUNTER_NODATA, zero-length counters). */
export function isEmptyType(type: number): boolean {
  return (type & 0xf00) === 0x200
}

/** Whether a formula needs the base counter as the number of parts, its divisor being a clock. */
export function hasParts(formula: Formula): boolean {
  return formula === 'multiTimer' || formula === 'inverseMultiTimer'
}

/**
 * Which numbers of a counter have 32 bits, for logs that store all with 64. The type code says it of the count, but for the
 * ticks of average timers, which always have 64; bases of averages have 32, time stamps 64.
 */
export function wrapsOf(type: number, { formula, divisor }: CounterRule): Pick<RawValue, 'nWraps' | 'dWraps'> {
  const isNarrow = (type & 0x300) === 0
  return {
    nWraps: isNarrow && formula !== 'averageTime',
    dWraps: divisor === 'base' && (isNarrow || formula !== 'percentOfBase'),
  }
}

/** Whether a formula needs an older sample. */
export function needsOlder(formula: Formula): boolean {
  return formula !== 'value' && formula !== 'fraction' && formula !== 'elapsed'
}

/** The value, NaN when there is none: clocks that stand still, counts that went backwards. */
export function cook(formula: Formula, older: RawValue, newer: RawValue): number {
  switch (formula) {
    case 'value':
      return toNumber(newer.nHi, newer.nLo)
    case 'fraction': {
      const base = toNumber(newer.dHi, newer.dLo)
      return base === 0 ? 0 : (100 * toNumber(newer.nHi, newer.nLo)) / base
    }
    case 'elapsed': {
      const seconds = (toNumber(newer.dHi - newer.nHi, 0) + (newer.dLo - newer.nLo)) / newer.frequency
      return seconds >= 0 && newer.frequency > 0 ? seconds : NaN
    }
    default: {
      const n = countDelta(older, newer)
      if (Number.isNaN(n) || formula === 'delta') return n
      return isOverBase(formula) ? cookOverBase(formula, n, older, newer) : cookOverTime(formula, n, older, newer)
    }
  }
}

function isOverBase(formula: Formula): boolean {
  return formula === 'average' || formula === 'averageTime' || formula === 'percentOfBase'
}

function cookOverBase(formula: Formula, n: number, older: RawValue, newer: RawValue): number {
  const base = forward(difference(newer.dHi, newer.dLo, older.dHi, older.dLo), newer.dWraps)
  // Nothing happened between the samples; Performance Monitor shows 0.
  if (base === 0) return 0
  if (formula === 'average') return n / base
  if (formula === 'percentOfBase') return (100 * n) / base
  return newer.frequency > 0 ? n / newer.frequency / base : NaN
}

function cookOverTime(formula: Formula, n: number, older: RawValue, newer: RawValue): number {
  const ticks = difference(newer.dHi, newer.dLo, older.dHi, older.dLo)
  if (ticks <= 0) return NaN
  switch (formula) {
    case 'rate':
      return newer.frequency > 0 ? n / (ticks / newer.frequency) : NaN
    case 'queue':
      return n / ticks
    case 'timer':
      return (100 * n) / ticks
    // Idle time and clock are read at different moments; what falls below 0 by that is 0.
    case 'inverseTimer':
      return Math.max(0, 100 * (1 - n / ticks))
    case 'multiTimer':
      return newer.multi > 0 ? (100 * n) / ticks / newer.multi : NaN
    case 'inverseMultiTimer':
      return newer.multi > 0 ? Math.max(0, 100 * (newer.multi - n / ticks)) : NaN
    default:
      return NaN
  }
}

/** ΔN; NaN when the count went backwards. */
export function countDelta(older: RawValue, newer: RawValue): number {
  return forward(difference(newer.nHi, newer.nLo, older.nHi, older.nLo), newer.nWraps)
}

/**
 * A 32-bit count that passed 2³² goes on from 0. Only a step of less than half the range is taken for that: after the
 * restart of a service a count falls too, and then there is no value.
 */
function forward(delta: number, wraps: boolean): number {
  if (delta >= 0) return delta
  return wraps && delta < -(2 ** 31) ? delta + 2 ** 32 : NaN
}

/** Rounded once; exact below 2⁵³. */
function difference(hi1: number, lo1: number, hi0: number, lo0: number): number {
  return (hi1 - hi0) * 2 ** 32 + (lo1 - lo0)
}

function toNumber(hi: number, lo: number): number {
  return hi * 2 ** 32 + lo
}
