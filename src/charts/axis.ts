/**
 * Where a value axis ends and how it is divided. One rule for all charts: the step is the finest of 1, 2, 5 × 10ⁿ that
 * reaches the largest value in at most nine steps, and the axis ends at the first multiple of the step beyond that value.
 * So 8.2 gives 0–9 by 1, 93.4 gives 0–100 by 20, 10 735 gives 0–12 000 by 2 000.
 */

export interface AxisOptions {
  /** At most this many steps from zero to the largest value; 9 when absent. Fewer for a low chart. */
  maxSteps?: number | undefined
  /** What a value cannot exceed, such as 100 for a percentage: the axis ends there rather than above. */
  ceiling?: number | undefined
}

/** A value axis in the unit of its values. Zero is always on it. */
export interface ValueAxis {
  bottom: number
  top: number
  step: number
  /** Decimals that tell neighbouring ticks apart. */
  decimals: number
}

/** Values that are null or not finite are left out; without any value the axis is 0–1. */
export function valueAxis(values: Iterable<number | null>, options: AxisOptions = {}): ValueAxis {
  let smallest = 0
  let largest = 0
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue
    smallest = Math.min(smallest, value)
    largest = Math.max(largest, value)
  }
  const extent = Math.max(largest, -smallest)
  if (extent === 0) return { bottom: 0, top: 1, step: 0.2, decimals: 1 }
  const { maxSteps = 9, ceiling } = options
  const step = niceStep(extent, maxSteps)
  const top = largest === 0 ? 0 : beyond(largest, step)
  const bottom = smallest === 0 ? 0 : -beyond(-smallest, step)
  const capped = ceiling !== undefined && largest <= ceiling && top > ceiling ? ceiling : top
  return { bottom, top: capped, step, decimals: decimalsOf(step) }
}

/** The finest of 1, 2, 5 × 10ⁿ that covers `extent` (above 0) in at most `maxSteps` steps. */
function niceStep(extent: number, maxSteps: number): number {
  const rough = extent / maxSteps
  const exponent = Math.floor(Math.log10(rough))
  for (const power of [exponent, exponent + 1]) {
    for (const digit of [1, 2, 5]) {
      const step = decimal(digit, power)
      if (extent / step <= maxSteps * (1 + tolerance)) return step
    }
  }
  return decimal(1, exponent + 2)
}

/** Quotients of decimal fractions miss the whole number by a few last bits. */
const tolerance = 1e-9

/** The first multiple of `step` that is greater than `value`. */
function beyond(value: number, step: number): number {
  const steps = Math.floor((value / step) * (1 + tolerance)) + 1
  return Number((steps * step).toPrecision(12))
}

/** `digit × 10^power`, correctly rounded, which a product is not for negative powers. */
function decimal(digit: number, power: number): number {
  return Number(`${digit}e${power}`)
}

/** Multiples of the step from bottom to top. */
export function axisTicks({ bottom, top, step }: Pick<ValueAxis, 'bottom' | 'top' | 'step'>): number[] {
  const first = Math.round(bottom / step)
  const count = Math.floor((top / step) * (1 + tolerance)) - first + 1
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + tolerance))
}

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]

/** The finest step in seconds that a clock face divides well, with at most `maxSteps` steps in `duration` seconds. */
export function timeStep(duration: number, maxSteps = 9): number {
  const step = timeSteps.find((one) => duration / one <= maxSteps * (1 + tolerance))
  return step ?? niceStep(duration / 86_400, maxSteps) * 86_400
}

/** Ticks of a base-2 axis (queue depths, block sizes): every power of two from below the smallest to above the largest. */
export function powersOfTwo(values: Iterable<number | null>): number[] {
  const exponents: number[] = []
  for (const value of values)
    if (value !== null && Number.isFinite(value) && value > 0) exponents.push(Math.log2(value))
  if (exponents.length === 0) return [1, 2]
  const first = Math.floor(exponents.reduce((a, b) => Math.min(a, b)) + tolerance)
  const last = Math.ceil(exponents.reduce((a, b) => Math.max(a, b)) - tolerance)
  return Array.from({ length: last - first + 1 }, (_, index) => 2 ** (first + index))
}
