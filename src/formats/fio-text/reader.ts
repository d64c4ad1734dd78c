/** fio's normal output as written: executions with their jobs. Units are in each line and float. */
import { localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'
import { toCanonical } from '../../model/units.ts'
import type { ProblemSink } from '../../problems.ts'
import { checkAggregate } from '../aggregate.ts'
import type { Direction, Latency } from '../fio-json/direction.ts'
import type { Job } from '../fio-json/job.ts'
import { localClock } from '../fio-json/time.ts'
import { readDefinition } from './definition.ts'

export interface TextExecution {
  line: number
  version: string | null
  end: Timestamp | null
  jobs: Job[]
  /** Options by group and name. */
  definitions: Map<string, Map<string, string>>
  /** Whether the summary of all groups has come, which is last. */
  isWhole: boolean
}

const timeUnits: Readonly<Record<string, string>> = { nsec: 'ns', usec: 'us', msec: 'ms', sec: 's' }
const kilos: Readonly<Record<string, number>> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }
const number = String.raw`\s*(\d{1,15}(?:\.\d+)?[kKMG]?)`
const latencyPattern = new RegExp(
  `^([sc]?lat) \\((\\w+)\\)\\s*: min=${number}, max=${number}, avg=${number}, stdev=${number}$`,
)

export class FioTextReader {
  readonly executions: TextExecution[] = []
  readonly #problems: ProblemSink
  #job: Job | null = null
  #direction: Direction | null = null
  /** Unit of the percentile rows that follow. */
  #percentileUnit: string | null = null

  constructor(problems: ProblemSink) {
    this.#problems = problems
  }

  read(raw: string, line: number): void {
    const text = raw.trim()
    const definition = readDefinition(text)
    if (definition) {
      this.#execution(line, true).definitions.set(definition.key, definition.options)
      return
    }
    const version = /^fio-(\d+\.\d+(?:\.\d+)*\S{0,20})$/.exec(text)
    if (version) this.#execution(line, true).version = version[1]!
    else if (/^Run status group \d+/.test(text)) this.#endGroup(line)
    else if (!this.#readJob(text, line) && this.#job) this.#readDetail(this.#job, text, line)
  }

  /** The current one; a new one when jobs are announced after results were printed. */
  #execution(line: number, isStart: boolean): TextExecution {
    const last = this.executions.at(-1)
    if (last && !(isStart && (last.jobs.length > 0 || last.isWhole))) return last
    this.#job = null
    const execution: TextExecution = {
      line,
      version: null,
      end: null,
      jobs: [],
      definitions: new Map(),
      isWhole: false,
    }
    this.executions.push(execution)
    return execution
  }

  #endGroup(line: number): void {
    this.#execution(line, false).isWhole = true
    this.#job = null
  }

  #readJob(text: string, line: number): boolean {
    const match = /^(.{1,500}): \(groupid=(\d{1,9}), jobs=(\d{1,9})\): err=\s*(\d{1,9}).*?: pid=\d+: (.*)$/.exec(text)
    if (!match) return false
    const [, name, group, jobs, error, time] = match
    const execution = this.#execution(line, this.executions.at(-1)?.isWhole === true)
    const clock = localClock(time!)
    if (clock !== null) execution.end = localTimestamp(clock, null)
    const options = new Map(execution.definitions.get(`${group!}:${name!}`))
    const isGroup = Number(jobs) > 1
    if (isGroup) options.set('numjobs', jobs!)
    this.#direction = null
    this.#percentileUnit = null
    this.#job = {
      name: name!,
      group: Number(group),
      host: null,
      line,
      error: Number(error),
      failedIos: { value: null, line },
      elapsed: null,
      cpu: { value: null, line },
      options,
      isGroup,
      directions: [],
      isFaulty: false,
      steady: null,
    }
    execution.jobs.push(this.#job)
    return true
  }

  #readDetail(job: Job, text: string, line: number): void {
    const direction = readDirection(text, line)
    if (direction) {
      this.#direction = direction
      this.#percentileUnit = null
      job.directions.push(direction)
      return
    }
    const cpu = /^cpu\s*: usr=(\d{1,9}(?:\.\d+)?)%, sys=(\d{1,9}(?:\.\d+)?)%/.exec(text)
    if (cpu) job.cpu = { value: (Number(cpu[1]) + Number(cpu[2])) / 100, line }
    const issued = /^issued\s*(?:rwts?)?\s*: total=(?:r=)?(\d{1,15})[,/](?:w=)?(\d{1,15})[,/](?:d=)?(\d{1,15})/.exec(
      text,
    )
    if (issued) this.#setIssued(job, issued.slice(1, 4).map(Number))
    if (this.#direction) this.#readLatency(this.#direction, text, line)
  }

  #readLatency(direction: Direction, text: string, line: number): void {
    const match = latencyPattern.exec(text)
    const heading = /^clat percentiles \((\w+)\):/.exec(text)
    if (match) {
      const [min, max, mean, stddev] = match.slice(3).map((value) => secondsOf(countOf(value), match[2]!))
      const latency: Latency = { line, min: min!, max: max!, mean: mean!, stddev: stddev!, percentiles: [] }
      if (match[1] === 'slat') direction.submission = latency
      else if (match[1] === 'lat') direction.total = latency
      else direction.completion = latency
    } else if (heading) {
      this.#percentileUnit = heading[1]!
    } else if (text.startsWith('|') && this.#percentileUnit !== null) {
      for (const [, percentile, value] of text.matchAll(/(\d{1,2}\.\d+)th=\[\s*(?:>=)?(\d{1,15})\]/g)) {
        const seconds = secondsOf(Number(value), this.#percentileUnit)
        if (seconds !== null) {
          direction.completion?.percentiles.push({ percentile: Number(percentile), value: seconds, line })
        }
      }
    }
  }

  #setIssued(job: Job, counts: number[]): void {
    for (const direction of job.directions) {
      const at = ['read', 'write', 'trim'].indexOf(direction.operation)
      if (at === -1) continue
      direction.ios = counts[at]!
      const { iops, seconds, ios, operation } = direction
      if (iops.value === null || seconds === null || seconds < 0.1) continue
      const agrees = checkAggregate(this.#problems, {
        name: `${operation} iops`,
        printed: iops.value,
        recomputed: ios / seconds,
        // Cut or rounded to three or four digits, by version.
        tolerance: Math.max(1, 0.006 * iops.value),
        line: iops.line,
      })
      if (!agrees) job.isFaulty = true
    }
  }
}

/** `write: IOPS=459, BW=1839KiB/s (1883kB/s)(4096MiB/2280s)`; 2.x: `write: io=10240MB, bw=183725KB/s, iops=45931, runt= 57073msec`. */
function readDirection(text: string, line: number): Direction | null {
  const recent =
    /^(read|write|trim|mixed)\s*: IOPS=([\d.]+[kMG]?), BW=([\d.]+)([KMGT]?)i?B\/s \(.*?\)\([\d.]+[KMGT]?i?B\/(\d{1,12})(msec|sec|s)\)/.exec(
      text,
    )
  const old =
    /^(read|write|trim|mixed)\s*: io=[\d.]+[KMGT]?B, bw=([\d.]+)([KMGT]?)B\/s, iops=(\d{1,12}), runt=\s*(\d{1,12})msec/.exec(
      text,
    )
  if (!recent && !old) return null
  const [operation, iops, bandwidth, prefix, time, unit] = recent
    ? recent.slice(1)
    : [old![1], old![4], old![2], old![3], old![5], 'msec']
  // KB is KiB in 2.x, and both versions count in 1024.
  const throughput = Number(bandwidth) * 1024 ** ' KMGT'.indexOf(prefix === '' ? ' ' : prefix!)
  const rate = countOf(iops!)
  return {
    operation: operation!,
    line,
    iops: { value: Number.isFinite(rate) ? rate : null, line },
    throughput: { value: Number.isFinite(throughput) ? throughput : null, line },
    ios: null,
    bytes: null,
    seconds: Number(time) / (unit === 'msec' ? 1000 : 1),
    completion: null,
    submission: null,
    total: null,
  }
}

/** `45.9k`: powers of 1000. */
function countOf(text: string): number {
  const match = /^([\d.]{1,30})([kKMG]?)$/.exec(text)
  return match ? Number(match[1]) * kilos[match[2]!]! : NaN
}

function secondsOf(value: number, unit: string): number | null {
  const name = timeUnits[unit]
  return name === undefined || !Number.isFinite(value) ? null : toCanonical(value, name)!.value
}
