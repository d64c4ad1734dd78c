/**
 * Units. Values in the model are canonical; a unit as a log or a reader writes it is converted here and nowhere else.
 * 1 MB = 10⁶ B, 1 MiB = 2²⁰ B, always spelt.
 */

/** Seconds. */
export type Seconds = number
/** Bytes. */
export type Bytes = number
/** Bytes per second. */
export type BytesPerSecond = number
/** Operations (I/Os, transactions, requests) per second. */
export type PerSecond = number
/** A part of a whole, 0–1; may exceed 1 where a tool counts several processors as 100 % each. */
export type Ratio = number

/** Units of values in the model. `1` is a pure number: a count, a queue length, a score without unit. */
export type Unit = 's' | 'B' | 'B/s' | '1/s' | 'ratio' | 'W' | 'J' | 'Hz' | '1' | '1/s/W' | 'K' | 'V' | 'A'

export const units: readonly Unit[] = ['s', 'B', 'B/s', '1/s', 'ratio', 'W', 'J', 'Hz', '1', '1/s/W', 'K', 'V', 'A']

/** A unit people read or logs write: how many canonical units it holds. */
interface NamedUnit {
  unit: Unit
  /** Canonical units in one of this unit. */
  factor: number
}

const binary = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 }
const decimal = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 }

/** Every unit that a log, a view or a chart may name. */
export const namedUnits: ReadonlyMap<string, NamedUnit> = new Map([
  ...units.map((unit): [string, NamedUnit] => [unit, { unit, factor: 1 }]),
  ...Object.entries({ ...binary, ...decimal }).flatMap(([prefix, factor]): [string, NamedUnit][] => [
    [`${prefix}B`, { unit: 'B', factor }],
    [`${prefix}B/s`, { unit: 'B/s', factor }],
  ]),
  ['KB', { unit: 'B', factor: 1e3 }],
  ['KB/s', { unit: 'B/s', factor: 1e3 }],
  ['kbit/s', { unit: 'B/s', factor: 1e3 / 8 }],
  ['Mbit/s', { unit: 'B/s', factor: 1e6 / 8 }],
  ['Gbit/s', { unit: 'B/s', factor: 1e9 / 8 }],
  ['ms', { unit: 's', factor: 1e-3 }],
  ['µs', { unit: 's', factor: 1e-6 }],
  ['us', { unit: 's', factor: 1e-6 }],
  ['ns', { unit: 's', factor: 1e-9 }],
  ['min', { unit: 's', factor: 60 }],
  ['h', { unit: 's', factor: 3600 }],
  ['%', { unit: 'ratio', factor: 0.01 }],
  ['IO/s', { unit: '1/s', factor: 1 }],
  ['kHz', { unit: 'Hz', factor: 1e3 }],
  ['MHz', { unit: 'Hz', factor: 1e6 }],
  ['GHz', { unit: 'Hz', factor: 1e9 }],
  ['kW', { unit: 'W', factor: 1e3 }],
  ['Wh', { unit: 'J', factor: 3600 }],
  ['', { unit: '1', factor: 1 }],
] satisfies [string, NamedUnit][])

/** The canonical value of `value` written in the unit called `name`; `null` when no such unit is known. */
export function toCanonical(value: number, name: string): { value: number; unit: Unit } | null {
  const named = namedUnits.get(name)
  // Dividing by a whole number keeps decimals exact that multiplying by its inverse would not: 8.2 % is 0.082.
  return named ? { value: scale(value, named.factor), unit: named.unit } : null
}

/** `value` (canonical) in the unit called `name`; `null` when that unit measures something else. */
export function fromCanonical(value: number, unit: Unit, name: string): number | null {
  const named = namedUnits.get(name)
  if (named?.unit !== unit) return null
  return named.factor < 1 ? value * Math.round(1 / named.factor) : value / named.factor
}

function scale(value: number, factor: number): number {
  return factor < 1 ? value / Math.round(1 / factor) : value * factor
}
