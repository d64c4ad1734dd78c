/**
 * What a run must keep, by version of Jetstress: averages over the test, for each database and log.
 *
 * 2004: reads and writes of databases 20 ms. 2007: database reads 20 ms, log writes 10 ms. 2010 and 2013: the same averages (the
 * thresholds `Strict` and `Lenient` of JetstressConfig.xml differ in the maximum only: 100 ms, 200 ms in stress tests). Maxima
 * are not in the page and so are not checked here. The test log inside the page may print the thresholds in force; they win.
 */

/** Seconds; `null` where the version sets no limit. */
export interface Limits {
  databaseRead: number | null
  databaseWrite: number | null
  logWrite: number | null
}

export interface Generation {
  /** The year in the product's name. */
  name: string
  limits: Limits
}

const generations = new Map<number, Generation>([
  [6, { name: '2004', limits: { databaseRead: 0.02, databaseWrite: 0.02, logWrite: null } }],
  [8, { name: '2007', limits: { databaseRead: 0.02, databaseWrite: null, logWrite: 0.01 } }],
  [14, { name: '2010', limits: { databaseRead: 0.02, databaseWrite: null, logWrite: 0.01 } }],
  [15, { name: '2013', limits: { databaseRead: 0.02, databaseWrite: null, logWrite: 0.01 } }],
])

/** By the version of the program, `14.01.0225.017`; `null` for one that is not known. */
export function generationOf(version: string | null): Generation | null {
  const major = version === null ? null : /^0*(\d+)\./.exec(version)?.[1]
  return major === undefined || major === null ? null : (generations.get(Number(major)) ?? null)
}

/**
 * A line of the test log such as `Database read latency thresholds: (average: 0.02 seconds/read, maximum: 0.05 seconds/read).` or
 * with `20 msec/read`. The average in seconds.
 */
export function readThreshold(line: string): { kind: 'databaseRead' | 'logWrite'; average: number } | null {
  const match =
    /\b(database read|log write) latency thresholds?:?\s*\(average:?\s*(\d+(?:[.,]\d+)?)\s*(msec|ms|milliseconds|seconds|sec|s)\//i.exec(
      line,
    )
  if (!match) return null
  const value = Number(match[2]!.replace(',', '.'))
  const isMilli = match[3]!.toLowerCase().startsWith('m')
  return {
    kind: match[1]!.toLowerCase() === 'database read' ? 'databaseRead' : 'logWrite',
    average: isMilli ? value / 1000 : value,
  }
}
