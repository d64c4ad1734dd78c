/** Numbers of SPEC's result files. */
import { parseNumber } from '../source/numbers.ts'

/**
 * A measured value as printed; `null` for anything but 0 or a number from 10⁻⁹ to 10¹⁵. No time, count, ratio or power is
 * outside that range, and products and quotients of numbers inside stay finite.
 */
export function readMeasure(text: string): number | null {
  const value = parseNumber(text)
  return value === 0 || (value >= 1e-9 && value <= 1e15) ? Math.abs(value) : null
}
