/** Numbers of logs that may be damaged: sums and products of them must stay finite. */
import { parseNumber } from '../source/numbers.ts'

/** No count, time or rate in any unit of our logs comes near: a billion gigabytes. */
export const plausibleLimit = 1e18

/** The number that a text holds; NaN for any other text, and for what no tool has measured. */
export function parsePlausible(text: string): number {
  const value = parseNumber(text)
  return Math.abs(value) <= plausibleLimit ? value : NaN
}
