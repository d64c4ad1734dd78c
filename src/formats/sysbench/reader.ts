/** sysbench's output as written: one test after the other, each number with its unit and line. */

export interface Printed {
  value: number
  /** As in the log, for its precision. */
  text: string
  line: number
}

/** A number in a unit that its line, or the head of its block, names: `ms`, `s`, `MiB`. */
export interface Measure extends Printed {
  unit: string
}

export interface Interval {
  line: number
  seconds: number
  /** `tps`, `qps`, `eps`, `err/s`, … */
  rates: ReadonlyMap<string, number>
  percentile: { level: number; ms: number } | null
}

export interface SysbenchTest {
  line: number
  version: string | null
  /** `oltp`, `cpu`, `memory`, `fileio`, as far as the output shows. */
  kind: string | null
  threads: number | null
  intervals: Interval[]
  /** Counts of `queries performed` and the like, by label. */
  counts: Map<string, Printed>
  /** Rates in brackets behind a count, or on lines of their own: `transactions`, `queries`, `events`. */
  rates: Map<string, Printed>
  /** `min`, `avg`, `max`, `sum`. */
  latency: Map<string, Measure>
  percentile: { level: number; measure: Measure } | null
  totalTime: Measure | null
  /** Sum of all threads' time in events. */
  eventTime: Measure | null
  /** MiB/s and the like, by operation. */
  throughput: Map<string, Measure>
  messages: { text: string; line: number }[]
  /** Lines of intervals that lack what the first one has. */
  damaged: number[]
  /** Whether the last line of the summary has come. */
  isWhole: boolean
}

export class SysbenchReader {
  readonly tests: SysbenchTest[] = []
  /** Interval lines so far, of all tests. */
  intervals = 0
  /** Head of the block that lines belong to: `Latency (ms)`, `queries performed`. */
  #block = ''
  #version: string | null = null

  read(raw: string, line: number): void {
    const text = raw.replaceAll('\uFEFF', '').trim()
    if (text === '') return
    const version = /^sysbench v?(\d+\.\d+(?:\.\d+)?)/.exec(text)
    if (version) this.#version = version[1]!
    if (version || (/^(?:Running the test with|Number of threads:)/.test(text) && isOver(this.tests.at(-1)))) {
      this.#start(line)
      return
    }
    const test = this.tests.at(-1)
    if (!test) return
    if (/^(?:FATAL|ALERT)\b/.test(text)) test.messages.push({ text: text.slice(0, 200), line })
    else if (text.startsWith('[')) {
      this.intervals++
      addInterval(test, text, line)
    } else this.#readLine(test, text, line)
  }

  #start(line: number): void {
    this.#block = ''
    this.tests.push({
      line,
      version: this.#version,
      kind: null,
      threads: null,
      intervals: [],
      counts: new Map(),
      rates: new Map(),
      latency: new Map(),
      percentile: null,
      totalTime: null,
      eventTime: null,
      throughput: new Map(),
      messages: [],
      damaged: [],
      isWhole: false,
    })
  }

  #readLine(test: SysbenchTest, text: string, line: number): void {
    test.kind ??= kindOf(text)
    const pair = /^(.+?):\s*(.*)$/.exec(text)
    if (!pair) {
      readTransfer(test, text, line)
      return
    }
    const [, label, value] = pair
    if (value === '') this.#block = label!
    else if (label === 'Number of threads') test.threads = /^\d{1,9}$/.test(value!) ? Number(value) : null
    else readValue(test, this.#block, label!, value!, line)
  }
}

/** Whether the summary of a test has come: what follows is another test. */
function isOver(test: SysbenchTest | undefined): boolean {
  return test !== undefined && (test.totalTime !== null || test.latency.size > 0)
}

function kindOf(text: string): string | null {
  if (text === 'OLTP test statistics:' || text === 'SQL statistics:') return 'oltp'
  if (/^(?:Prime numbers limit|CPU speed|Doing CPU performance benchmark)/.test(text)) return 'cpu'
  if (text.startsWith('Running memory speed test')) return 'memory'
  return /^(?:Extra file open flags|File operations)/.test(text) ? 'fileio' : null
}

function readValue(test: SysbenchTest, block: string, label: string, value: string, line: number): void {
  const percentile = /^(?:approx\.\s+)?(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)? percentile$/.exec(label)
  const unit = /^Latency \((\w+)\)$/.exec(block)?.[1]
  const isLatency = unit !== undefined || block === 'response time' || block === 'per-request statistics'
  if (percentile) {
    const measure = readMeasure(value, unit ?? 'ms', line)
    if (measure) test.percentile = { level: Number(percentile[1]), measure }
  } else if (isLatency && /^(?:min|avg|max|sum)$/.test(label)) {
    const measure = readMeasure(value, unit ?? 'ms', line)
    if (measure) test.latency.set(label, measure)
  } else if (label === 'total time' || label === 'time elapsed') {
    test.totalTime = readMeasure(value, 's', line)
  } else if (label === 'total time taken by event execution') {
    test.eventTime = readMeasure(value, 's', line)
  } else if (label === 'execution time (avg/stddev)') {
    test.isWhole = /^[\d.]+\/[\d.]+$/.test(value)
  } else {
    readCount(test, label, value, line)
  }
}

/** `2142242 (1782.23 per sec.)`, `12345`, `events/s (eps): 998.4`, `read, MiB/s: 48.82`. */
function readCount(test: SysbenchTest, label: string, value: string, line: number): void {
  const throughput = /^(read|written), (\w+)\/s$/.exec(label)
  const perSecond = /^(?:(reads|writes|fsyncs)\/s|events\/s \(eps\)|events per second)$/.exec(label)
  const iops = /^IOPS=(\d{1,15}(?:\.\d+)?) (\d{1,15}(?:\.\d+)?) (\w+)\/s/.exec(value)
  const counted = /^(\d{1,15})\s*(?:\(\s*(\d{1,15}(?:\.\d+)?) per sec(?:\.|ond)\))?$/.exec(value)
  if (throughput) {
    const measure = readMeasure(value, throughput[2]!, line)
    if (measure) test.throughput.set(throughput[1] === 'read' ? 'read' : 'write', measure)
  } else if (perSecond) {
    setRate(test, perSecond[1] ?? 'events', value, line)
  } else if (iops && (label === 'read' || label === 'write')) {
    setRate(test, `${label}s`, iops[1]!, line)
    test.throughput.set(label, { value: Number(iops[2]), text: iops[2]!, unit: iops[3]!, line })
  } else if (counted) {
    test.counts.set(label, { value: Number(counted[1]), text: counted[1]!, line })
    if (counted[2] !== undefined) setRate(test, label, counted[2], line)
  }
}

function setRate(test: SysbenchTest, name: string, text: string, line: number): void {
  if (/^\d{1,15}(?:\.\d+)?$/.test(text)) test.rates.set(name, { value: Number(text), text, line })
}

/** `102400.00 MiB transferred (12345.67 MiB/sec)`. */
function readTransfer(test: SysbenchTest, text: string, line: number): void {
  const match = /^[\d.]+ [KMG]i?B transferred \((\d{1,15}(?:\.\d+)?) ([KMG]i?B)\/sec\)$/.exec(text)
  if (match) test.throughput.set('all', { value: Number(match[1]), text: match[1]!, unit: match[2]!, line })
}

/** A unit behind the number wins over that of the block. */
function readMeasure(value: string, unit: string, line: number): Measure | null {
  const match = /^(\d{1,15}(?:\.\d+)?)\s*([a-zA-Zµ]*)$/.exec(value)
  return match ? { value: Number(match[1]), text: match[1]!, unit: match[2] === '' ? unit : match[2]!, line } : null
}

function addInterval(test: SysbenchTest, text: string, line: number): void {
  const time = /^\[\s*(\d{1,15}(?:\.\d+)?)\s*s\s*\](.*)$/.exec(text)
  if (!time) return
  const rates = new Map<string, number>()
  for (const [, name, value] of time[2]!.matchAll(/\b(tps|qps|eps|err\/s|errors|reconn\/s):\s*(\d{1,15}(?:\.\d+)?)/g)) {
    rates.set(name === 'errors' ? 'err/s' : name!, Number(value))
  }
  const old = /response time: (\d{1,15}(?:\.\d+)?)ms \((\d{1,15}(?:\.\d+)?)%\)/.exec(time[2]!)
  const recent = /lat(?:ency)? \(ms,\s*(\d{1,15}(?:\.\d+)?)%\): (\d{1,15}(?:\.\d+)?)/.exec(time[2]!)
  const percentile = old
    ? { level: Number(old[2]), ms: Number(old[1]) }
    : recent
      ? { level: Number(recent[1]), ms: Number(recent[2]) }
      : null
  const [first] = test.intervals
  const isLike = !first || (first.rates.size === rates.size && (first.percentile === null) === (percentile === null))
  if (isLike) test.intervals.push({ line, seconds: Number(time[1]), rates, percentile })
  else test.damaged.push(line)
}
