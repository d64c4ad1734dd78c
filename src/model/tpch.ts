/**
 * The metrics of TPC-H, by clauses 5.3.6.1, 5.4.1 to 5.4.3 of its specification (revision 2.3.0 and later). Times in seconds. Nothing
 * is rounded. Results of different scale factors cannot be compared.
 */

/** 22 queries and two refresh functions. */
export const queryNames: readonly string[] = Array.from({ length: 22 }, (_, i) => String(i + 1))
export const refreshNames: readonly string[] = ['RF1', 'RF2']

export interface TpchTest {
  /** Size of the database in GB; `null` when it is not known. */
  scale: number | null
  /** Of the power test, by name: `1` … `22`, `RF1`, `RF2`. `null`: it failed, or has no time. */
  powerTimes: ReadonlyMap<string, number | null>
  /** Query streams of the throughput test. */
  streams: number
  /** From the start of the first query stream to the end of the last or of the refresh stream; `null` when it is not known. */
  throughputSeconds: number | null
  /** Queries of the throughput test that failed or have no time, for people: `stream 2 query 5`. */
  failedInStreams: readonly string[]
  /** Three-year price of the system; `null` when it is not known. */
  price: number | null
}

export interface TpchScores {
  /** QppH@Size. */
  power: number | null
  /** QthH@Size. */
  throughput: number | null
  /** QphH@Size. */
  composite: number | null
  /** Price / QphH@Size, in the currency of the price; publications round it up to the next hundredth or tenth. */
  pricePerformance: number | null
  /** Why a score is missing, and what else breaks the rules. */
  reasons: string[]
}

export function tpchScores(test: TpchTest): TpchScores {
  const reasons: string[] = []
  const power = powerScore(test, reasons)
  const throughput = throughputScore(test, reasons)
  const composite = power === null || throughput === null ? null : Math.sqrt(power * throughput)
  const pricePerformance = composite === null || test.price === null ? null : test.price / composite
  return { power, throughput, composite, pricePerformance, reasons }
}

/**
 * 3600 · SF ÷ (product of the 24 times)^(1/24). A time below a thousandth of the longest counts as that thousandth (5.4.1.4). Logarithms keep
 * the product within range.
 */
function powerScore({ scale, powerTimes }: TpchTest, reasons: string[]): number | null {
  if (scale === null || powerTimes.size === 0) return null
  const names = [...queryNames, ...refreshNames]
  const missing = names.filter((name) => (powerTimes.get(name) ?? null) === null)
  const notPositive = names.filter((name) => (powerTimes.get(name) ?? 1) <= 0)
  if (missing.length > 0) {
    const count = queryNames.length - missing.filter((name) => queryNames.includes(name)).length
    reasons.push(`no power score: ${count} of 22 queries have a time, missing: ${missing.join(', ')}`)
  }
  if (notPositive.length > 0) reasons.push(`no power score: not above zero: ${notPositive.join(', ')}`)
  if (missing.length + notPositive.length > 0) return null
  const times = names.map((name) => powerTimes.get(name)!)
  const floor = Math.max(...times) / 1000
  const mean = times.reduce((sum, time) => sum + Math.log(Math.max(time, floor)), 0) / times.length
  return (3600 * scale) / Math.exp(mean)
}

/** Streams · 22 · 3600 ÷ elapsed seconds · SF. */
function throughputScore(test: TpchTest, reasons: string[]): number | null {
  const { scale, streams, throughputSeconds, failedInStreams } = test
  if (scale === null || streams === 0) return null
  const least = minimumStreams(scale)
  if (least === null) reasons.push(`scale factor ${scale} is none of the specification`)
  else if (streams < least) reasons.push(`${streams} query streams, at least ${least} at scale factor ${scale}`)
  if (failedInStreams.length > 0) {
    const shown = failedInStreams.slice(0, 5).join(', ')
    const more = failedInStreams.length > 5 ? ` and ${failedInStreams.length - 5} more` : ''
    reasons.push(`no throughput score: without a time: ${shown}${more}`)
    return null
  }
  if (throughputSeconds === null || throughputSeconds <= 0) {
    reasons.push('no throughput score: the length of the throughput test is not known')
    return null
  }
  return (streams * 22 * 3600 * scale) / throughputSeconds
}

/** Table 11 of the specification. */
const streamsByScale = new Map([
  [1, 2],
  [10, 3],
  [30, 4],
  [100, 5],
  [300, 6],
  [1000, 7],
  [3000, 8],
  [10_000, 9],
  [30_000, 10],
  [100_000, 11],
])

/** `null` for a scale factor that the specification does not have. */
export function minimumStreams(scale: number): number | null {
  return streamsByScale.get(scale) ?? null
}
