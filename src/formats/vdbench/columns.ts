/**
 * Names of columns. flatfile.html has one header line of words. The other reports have two lines, right-aligned: what
 * stands above each other belongs together, and a group such as `....read.....` covers several columns:
 *
 *     Jan 24, 2019    interval        i/o   MB/sec   bytes   read     resp
 *                                    rate  1024**2     i/o    pct     time
 */

interface Word {
  text: string
  start: number
  end: number
}

/** `i/o rate`, `mb/sec 1024**2`, `read pct`, …: one for each value behind the interval; `null` if the lines do not fit. */
export function pairColumns(upper: string, lower: string): string[] | null {
  const date = datePattern.exec(upper)
  const groups = wordsOf(upper).filter(({ start }) => start >= (date?.[0].length ?? 0))
  const columns = wordsOf(lower).map((word) => {
    const group = groups.find(({ start, end }) => start < word.end && word.start < end)
    return group ? `${clean(group.text)} ${word.text.toLowerCase()}` : null
  })
  return columns.length > 0 && columns.every((column) => column !== null) ? columns : null
}

/** `Jan 24, 2019` at the start of a header. */
export const datePattern = /^([A-Z][a-z]{2}) +(\d{1,2}), ((?:19|20)\d\d)\b/

/** Group names are padded with dots. */
function clean(text: string): string {
  return text.replaceAll(/^\.+|\.+$/g, '').toLowerCase()
}

function wordsOf(line: string): Word[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }))
}

/** A value of our vocabulary that a column holds. */
export interface Meaning {
  metric: 'iops' | 'throughput' | 'responseTime' | 'responseTimeMax' | 'responseTimeStddev' | 'cpuUtilization'
  operation: string | null
  /** Unit of the log, by the names of units.ts. MB is 2^20 here: headers say 1024**2. */
  unit: '1/s' | 'MiB/s' | 'ms' | '%'
}

const fixed: Readonly<Record<string, Meaning>> = {
  // Block workloads.
  'i/o rate': { metric: 'iops', operation: 'all', unit: '1/s' },
  'mb/sec 1024**2': { metric: 'throughput', operation: 'all', unit: 'MiB/s' },
  'resp time': { metric: 'responseTime', operation: 'all', unit: 'ms' },
  'read max': { metric: 'responseTimeMax', operation: 'read', unit: 'ms' },
  'write max': { metric: 'responseTimeMax', operation: 'write', unit: 'ms' },
  'resp max': { metric: 'responseTimeMax', operation: 'all', unit: 'ms' },
  'resp stddev': { metric: 'responseTimeStddev', operation: 'all', unit: 'ms' },
  'cpu% sys+u': { metric: 'cpuUtilization', operation: null, unit: '%' },
  // File-system workloads.
  'reqstdops rate': { metric: 'iops', operation: 'all', unit: '1/s' },
  'reqstdops resp': { metric: 'responseTime', operation: 'all', unit: 'ms' },
  'cpu% total': { metric: 'cpuUtilization', operation: null, unit: '%' },
  'mb/sec read': { metric: 'throughput', operation: 'read', unit: 'MiB/s' },
  'mb/sec write': { metric: 'throughput', operation: 'write', unit: 'MiB/s' },
  'mb/sec total': { metric: 'throughput', operation: 'all', unit: 'MiB/s' },
  // flatfile.html.
  rate: { metric: 'iops', operation: 'all', unit: '1/s' },
  'mb/sec': { metric: 'throughput', operation: 'all', unit: 'MiB/s' },
  mb_read: { metric: 'throughput', operation: 'read', unit: 'MiB/s' },
  mb_write: { metric: 'throughput', operation: 'write', unit: 'MiB/s' },
  resp: { metric: 'responseTime', operation: 'all', unit: 'ms' },
  resp_max: { metric: 'responseTimeMax', operation: 'all', unit: 'ms' },
  resp_std: { metric: 'responseTimeStddev', operation: 'all', unit: 'ms' },
  read_max: { metric: 'responseTimeMax', operation: 'read', unit: 'ms' },
  write_max: { metric: 'responseTimeMax', operation: 'write', unit: 'ms' },
  read_std: { metric: 'responseTimeStddev', operation: 'read', unit: 'ms' },
  write_std: { metric: 'responseTimeStddev', operation: 'write', unit: 'ms' },
  cpu_used: { metric: 'cpuUtilization', operation: null, unit: '%' },
}

const operations = new Set('read write mkdir rmdir create open close delete getattr setattr copy move'.split(' '))

/** `null` for columns that are settings or are left. */
export function meaningOf(column: string): Meaning | null {
  if (Object.hasOwn(fixed, column)) return fixed[column]!
  const pair = /^([a-z]+)[ _](rate|resp)$/.exec(column)
  if (!pair || !operations.has(pair[1]!)) return null
  return pair[2] === 'rate'
    ? { metric: 'iops', operation: pair[1]!, unit: '1/s' }
    : { metric: 'responseTime', operation: pair[1]!, unit: 'ms' }
}
