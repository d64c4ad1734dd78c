/** SPEC's arithmetic: which run counts, ratios, geometric means, and how far a printed value may be off. */
import type { Iteration } from './result.ts'
import type { Suite } from './suites.ts'

/** A run that finished and was verified. */
export function isGood(iteration: Iteration): boolean {
  return iteration.status === 'S' && iteration.time !== null && iteration.ratio !== null
}

/**
 * The run that counts: of the good ones by rising time, the one at ⌊n/2⌋. So the median of three and the slower of two
 * (CPU2006 run rules 4.3.1, CPU2017 run rules 1.2.1). Among equal times the one that the file marks.
 */
export function selectRun(iterations: readonly Iteration[]): Iteration | null {
  const good = iterations.filter(isGood).sort((a, b) => a.time! - b.time!)
  const middle = good[good.length >> 1]
  if (!middle) return null
  return good.find((one) => one.selected && one.time === middle.time) ?? middle
}

/** The ratio that reference and time give; `null` without them. `error` is what rounding of the time may cost. */
export function recomputeRatio(iteration: Iteration, suite: Suite): { ratio: number; error: number } | null {
  const reference = iteration.reference ?? suite.references.get(iteration.benchmark)
  const { time, timeError } = iteration
  if (reference === undefined || time === null || time <= 0) return null
  const copies = suite.mode === 'rate' ? iteration.copies : 1
  if (copies === null || copies <= 0) return null
  const ratio = (copies * reference) / time
  return { ratio, error: (ratio * timeError) / time }
}

/** Geometric mean; `null` without values or with one that is not above 0. Logarithms keep long products finite. */
export function geometricMean(values: readonly number[]): number | null {
  if (values.length === 0 || values.some((value) => !(value > 0))) return null
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** How far rounded ratios may move their geometric mean: the mean times their mean relative error. */
export function meanError(mean: number, iterations: readonly Iteration[]): number {
  const relative = iterations.map(({ ratio, ratioError }) => ratioError / ratio!)
  return (mean * relative.reduce((a, b) => a + b, 0)) / relative.length
}

/** Whether two values agree within what their printing leaves open. */
export function agree(a: number, b: number, error: number): boolean {
  return Math.abs(a - b) <= error + 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}

/** Half a unit of the last digit of a printed number: `16.40` → 0.005, `1043` → 0.5. */
export function halfDigit(text: string): number {
  const point = text.indexOf('.')
  return 0.5 * 10 ** (point === -1 ? 0 : point + 1 - text.trimEnd().length)
}

/** The same for a number cut to three significant digits, as the text report prints ratios: 1810 → 5. */
export function halfDigitOfThree(value: number): number {
  return value > 0 ? 0.5 * 10 ** (Math.floor(Math.log10(value)) - 2) : 0.5
}
