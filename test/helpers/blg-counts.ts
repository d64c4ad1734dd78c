/** Raw counts that come out as wanted values. */
import type { BlgOptions } from './blg-clock.ts'
import type { RawCount } from './blg-writer.ts'
import type { CounterType } from './counter-types.ts'

/**
 * Counts whose cooked values are `values` (percentages as 0–100), as exactly as whole numbers allow. The first sample of
 * what needs two has none, so `values[0]` is not used then. `bases`: operations between two samples, for averages.
 */
export function countsFor(
  type: CounterType,
  values: readonly number[],
  options: Pick<BlgOptions, 'interval' | 'frequency'>,
  bases: readonly number[] = [],
): RawCount[] {
  const frequency = options.frequency ?? 1e7
  const ticks = Math.round(options.interval * 1e7)
  const clockTicks = Math.round(options.interval * frequency)
  let n = 0
  let d = 0
  return values.map((value, i) => {
    const base = bases[i] ?? 1
    const isFirst = i === 0
    const step = isFirst ? 0 : 1
    switch (type) {
      case 'RAWCOUNT':
      case 'LARGE_RAWCOUNT':
        return { n: BigInt(Math.round(value)) }
      case 'RAW_FRACTION':
        return { n: BigInt(Math.round((value / 100) * base)), d: BigInt(base) }
      case 'COUNTER':
      case 'BULK_COUNT':
        n += step * Math.round(value * options.interval)
        return { n: BigInt(n) }
      case '100NSEC_TIMER':
        n += step * Math.round((value / 100) * ticks)
        return { n: BigInt(n) }
      case '100NSEC_TIMER_INV':
        n += step * Math.round((1 - value / 100) * ticks)
        return { n: BigInt(n) }
      case '100NS_QUEUELEN':
        n += step * Math.round(value * ticks)
        return { n: BigInt(n) }
      case 'TIMER':
        n += step * Math.round((value / 100) * clockTicks)
        return { n: BigInt(n) }
      case 'AVERAGE_BULK':
        d += step * base
        n += step * Math.round(value * base)
        return { n: BigInt(n), d: BigInt(d) }
      case 'AVERAGE_TIMER':
        d += step * base
        n += step * Math.round(value * base * frequency)
        return { n: BigInt(n), d: BigInt(d) }
      default:
        throw new Error(`no way from values to counts of ${type}`)
    }
  })
}
