/** One `<TimeSpan>` of results with its profile, as `Measured`. */
import type { ProblemSink } from '../../problems.ts'
import { childrenOf, elementAt, textAt, type XmlElement } from '../../source/xml.ts'
import { checkAggregate } from '../aggregate.ts'
import type { Cell, IntervalSeries, Measured, Operation, PercentileRow, Target, Totals } from '../diskspd/measured.ts'
import { operations } from '../diskspd/measured.ts'
import { readStart } from '../diskspd/time.ts'
import { parsePlausible } from '../plausible.ts'
import { reportUnreadable } from '../unreadable.ts'

/** In names of elements: `IOCount`, `ReadCount`, `WriteCount`. */
const words: Readonly<Record<Operation, string>> = { all: '', read: 'Read', write: 'Write' }

export function readTimespan(
  results: XmlElement,
  timespan: XmlElement,
  index: number,
  problems: ProblemSink,
): Measured {
  const profile = childrenOf(elementAt(results, 'Profile', 'TimeSpans'), 'TimeSpan')[index]
  const targets = childrenOf(elementAt(profile, 'Targets'), 'Target').map(readTarget)
  const threads = childrenOf(timespan, 'Thread')
  const rows = threads.flatMap((thread) => childrenOf(thread, 'Target'))
  const paths = [...new Set(rows.map((row) => textAt(row, 'Path') ?? ''))]
  const countFaults = (): number => problems.count('aggregate-differs') + problems.count('unreadable-number')
  const before = countFaults()
  const measured: Measured = {
    line: timespan.line,
    version: textAt(results, 'System', 'Tool', 'Version'),
    computer: textAt(results, 'System', 'ComputerName'),
    start: readStart(textAt(results, 'System', 'RunTime')),
    commandLine: null,
    duration: cellAt(profile, 'Duration').value,
    warmup: cellAt(profile, 'Warmup').value,
    cooldown: cellAt(profile, 'Cooldown').value,
    seconds: cellAt(timespan, 'TestTimeSeconds'),
    threads: cellAt(timespan, 'ThreadCount').value,
    targets,
    cpu: readCpu(elementAt(timespan, 'CpuUtilization'), problems),
    totals: sumRows(rows, timespan, problems),
    targetTotals: new Map(
      paths.length < 2 ? [] : paths.map((path) => [path, sumRows(rowsOf(rows, path), undefined, problems)]),
    ),
    percentiles: readPercentiles(elementAt(timespan, 'Latency')),
    targetPercentiles: new Map(),
    series: readSeries(elementAt(timespan, 'Iops')),
    faults: [],
    remarks: [],
  }
  if (!timespan.isComplete) measured.faults.push('The log breaks off or is damaged inside this timespan.')
  if (countFaults() > before) measured.faults.push('Numbers contradict each other or cannot be read.')
  if (measured.seconds.value === null) measured.faults.push('The test time is missing, so there are no rates.')
  checkThreads(measured, threads, timespan.isComplete, problems)
  return measured
}

function rowsOf(rows: XmlElement[], path: string): XmlElement[] {
  return rows.filter((row) => (textAt(row, 'Path') ?? '') === path)
}

function readTarget(target: XmlElement): Target {
  const percent = cellAt(target, 'WriteRatio').value
  const isRandom = textAt(target, 'RandomAccess') ?? (cellAt(target, 'Random').value !== null ? 'true' : null)
  const caching = [
    textAt(target, 'DisableOSCache') === 'true' || textAt(target, 'DisableAllCache') === 'true'
      ? 'software cache disabled'
      : null,
    textAt(target, 'WriteThrough') === 'true' || textAt(target, 'DisableAllCache') === 'true'
      ? 'writethrough on'
      : null,
  ].filter((text) => text !== null)
  return {
    path: textAt(target, 'Path') ?? '',
    blockSize: cellAt(target, 'BlockSize').value,
    writeShare: percent === null ? null : percent / 100,
    randomShare:
      isRandom === null ? (textAt(target, 'SequentialScan') === 'true' ? 0 : null) : isRandom === 'true' ? 1 : 0,
    queueDepth: cellAt(target, 'RequestCount').value,
    threads: cellAt(target, 'ThreadsPerFile').value,
    caching: caching.length === 0 ? null : caching.join('; '),
  }
}

/** There are no totals in the file: they are the sums of all threads and targets. */
function sumRows(rows: XmlElement[], timespan: XmlElement | undefined, problems: ProblemSink): Totals[] {
  return operations.flatMap((operation) => {
    const ios = sumCells(rows, operation === 'all' ? 'IOCount' : `${words[operation]}Count`, problems)
    const bytes = sumCells(rows, operation === 'all' ? 'BytesCount' : `${words[operation]}Bytes`, problems)
    if (ios.value === 0 && bytes.value === 0) return []
    if (rows.length === 0) return []
    if (operation === 'all') checkRows(rows, problems)
    const latency = timespan ? elementAt(timespan, 'Latency') : undefined
    const only = timespan || rows.length > 1 ? undefined : rows[0]
    if (
      latency?.children.some(
        ({ isComplete, text, children }) => isComplete && children.length === 0 && Number.isNaN(parsePlausible(text)),
      )
    ) {
      reportUnreadable(problems, 'latency', 'no number', latency.line)
    }
    if (latency) checkLatency(latency, rows, operation, problems)
    const iopsStddev = elementAt(timespan, 'Iops', `${words[operation]}IopsStdDev`)
    return {
      operation,
      ios,
      bytes,
      iops: null,
      throughput: null,
      responseTime: timespan
        ? milliseconds(elementAt(latency, `Average${words[operation] === '' ? 'Total' : words[operation]}Milliseconds`))
        : milliseconds(elementAt(only, `Average${words[operation]}LatencyMilliseconds`)),
      responseTimeStddev: milliseconds(elementAt(latency ?? only, `${words[operation]}LatencyStdev`)),
      iopsStddev: iopsStddev ? cellOf(iopsStddev) : null,
    }
  })
}

/** Each row says I/Os and bytes twice: in all, and as reads and writes. */
function checkRows(rows: XmlElement[], problems: ProblemSink): void {
  for (const row of rows) {
    for (const [whole, suffix] of [
      ['IOCount', 'Count'],
      ['BytesCount', 'Bytes'],
    ] as const) {
      const printed = cellAt(row, whole)
      const parts = [cellAt(row, `Read${suffix}`).value, cellAt(row, `Write${suffix}`).value]
      if (printed.value === null || parts[0] === null || parts[1] === null) continue
      checkAggregate(problems, {
        name: whole,
        printed: printed.value,
        recomputed: parts[0]! + parts[1]!,
        tolerance: 0,
        line: printed.line,
      })
    }
  }
}

/** The mean over everything against those of the rows, each with its I/Os as weight. */
function checkLatency(latency: XmlElement, rows: XmlElement[], operation: Operation, problems: ProblemSink): void {
  const word = words[operation]
  const printed = cellAt(latency, `Average${word === '' ? 'Total' : word}Milliseconds`)
  let sum = 0
  let weights = 0
  for (const row of rows) {
    const ios = cellAt(row, operation === 'all' ? 'IOCount' : `${word}Count`).value
    if (ios === 0) continue
    const mean = cellAt(row, `Average${word}LatencyMilliseconds`).value
    if (ios === null || mean === null) return
    sum += ios * mean
    weights += ios
  }
  if (printed.value === null || weights === 0) return
  checkAggregate(problems, {
    name: `average ${operation} latency in ms`,
    printed: printed.value,
    recomputed: sum / weights,
    // Three decimals, of the mean and of the rows.
    tolerance: 0.00101,
    line: printed.line,
  })
}

function sumCells(rows: XmlElement[], name: string, problems: ProblemSink): Cell {
  const cells = rows.map((row) => cellAt(row, name))
  const broken = cells.findIndex(({ value }) => value === null)
  const line = cells[0]?.line ?? 1
  // A sum without one of its parts would pass for the whole.
  if (broken !== -1) {
    // Where the file breaks off, that has been said.
    if (rows[broken]!.isComplete) reportUnreadable(problems, name, 'no number', cells[broken]!.line)
    return { value: null, line }
  }
  return { value: cells.reduce((sum, { value }) => sum + value!, 0), line }
}

function readCpu(element: XmlElement | undefined, problems: ProblemSink): Cell | null {
  const average = elementAt(element, 'Average', 'UsagePercent')
  if (!average) return null
  const { value, line } = cellOf(average)
  const rows = childrenOf(element, 'CPU').map((row) => cellAt(row, 'UsagePercent').value)
  if (value !== null && rows.length > 0 && !rows.includes(null)) {
    const recomputed = rows.reduce((sum: number, row) => sum + row!, 0) / rows.length
    checkAggregate(problems, { name: 'average CPU usage in %', printed: value, recomputed, tolerance: 0.0101, line })
  }
  return { value: value === null ? null : value / 100, line }
}

function readPercentiles(latency: XmlElement | undefined): PercentileRow[] {
  return childrenOf(latency, 'Bucket').flatMap((bucket) => {
    const percentile = cellAt(bucket, 'Percentile').value
    if (percentile === null || percentile < 0 || percentile > 100) return []
    const values = new Map(
      operations.map((operation) => {
        const name = operation === 'all' ? 'Total' : words[operation]
        return [operation, milliseconds(elementAt(bucket, `${name}Milliseconds`))?.value ?? null] as const
      }),
    )
    return { percentile, line: bucket.line, values }
  })
}

/** `-D` writes the I/Os of every interval; the sums of each target below it are left. */
function readSeries(iops: XmlElement | undefined): IntervalSeries[] {
  const buckets = childrenOf(iops, 'Bucket')
  if (buckets.length === 0) return []
  const attribute = (bucket: XmlElement, name: string): number => parsePlausible(bucket.attributes.get(name) ?? '')
  const times = Float64Array.from(buckets, (bucket) => attribute(bucket, 'SampleMillisecond') / 1000)
  const isRising = times.every((time, i) => Number.isFinite(time) && (i === 0 || time > times[i - 1]!))
  if (!isRising) return []
  return operations.flatMap((operation) => {
    const name = operation === 'all' ? 'Total' : words[operation]
    const values = Float64Array.from(buckets, (bucket) => attribute(bucket, name))
    return values.every((value) => value === 0) ? [] : { line: buckets[0]!.line, operation, times, values }
  })
}

function checkThreads(measured: Measured, threads: XmlElement[], isComplete: boolean, problems: ProblemSink): void {
  if (measured.threads === null || measured.threads === threads.length) return
  // The sum of some threads would pass for that of all.
  measured.totals = []
  measured.targetTotals = new Map()
  measured.faults.push(`Results of ${threads.length} threads are there, ${measured.threads} ran.`)
  if (!isComplete) return
  problems.error('missing-rows', `Unexpected ${threads.length} threads in the results, expected ${measured.threads}`, {
    line: measured.line,
    actual: String(threads.length),
    expected: String(measured.threads),
    hint: 'Rows were lost: the file was edited or damaged. Compare it with the original.',
  })
}

function milliseconds(element: XmlElement | undefined): Cell | null {
  if (!element) return null
  const { value, line } = cellOf(element)
  return { value: value === null ? null : value / 1000, line }
}

function cellAt(element: XmlElement | undefined, name: string): Cell {
  const found = elementAt(element, name)
  return found ? cellOf(found) : { value: null, line: element?.line ?? 1 }
}

/** diskspd never writes a negative number: one is damage. */
function cellOf({ text, line, isComplete }: XmlElement): Cell {
  const value = isComplete ? parsePlausible(text) : NaN
  return { value: value >= 0 ? value : null, line }
}
