/** One entry of `jobs` or `client_stats`: a job, a clone of it, or a whole group under `group_reporting`. */
import type { ProblemSink } from '../../problems.ts'
import { memberOf, numberOf, textOf, type JsonNode } from '../../source/json.ts'
import { plausibleLimit } from '../plausible.ts'
import { readDirections, type Cell, type Direction } from './direction.ts'
import { isSet, optionsOf, type Options } from './options.ts'

export interface Job {
  name: string
  /** Jobs of one group run at the same time; a new group starts with `stonewall` or `new_group`. */
  group: number
  /** In client mode. */
  host: string | null
  line: number
  /** errno of the failure that ended the job, 0 for none. */
  error: number
  /** I/Os that failed and were passed over (`continue_on_error`). */
  failedIos: Cell
  /** Seconds since fio started. */
  elapsed: number | null
  /** Share of one processor that the job's own process took, 0–1. */
  cpu: Cell
  options: Options
  /** Whether the entry stands for a group, under the name of its first job and with the options of its last. */
  isGroup: boolean
  directions: Direction[]
  /** Whether its numbers contradict each other, or some cannot be read. */
  isFaulty: boolean
  steady: SteadyState | null
}

export interface SteadyState {
  isAttained: boolean
  /** 1/s. */
  iops: Cell
  /** B/s, while all other bandwidths of the file are KiB/s (axboe/fio#1134). */
  throughput: Cell
}

/** Whether the entry sums the others up, as client mode does: wrong in some versions (axboe/fio#1918). */
export function isClientTotal(node: JsonNode): boolean {
  return textOf(memberOf(node, 'jobname')) === 'All clients'
}

export function readJob(node: JsonNode, document: JsonNode, problems: ProblemSink): Job {
  const options = optionsOf(document, node)
  const name = textOf(memberOf(node, 'jobname')) ?? 'unnamed'
  const user = memberOf(node, 'usr_cpu')
  const percent = [numberOf(user), numberOf(memberOf(node, 'sys_cpu'))]
  const faults = countFaults(problems)
  const directions = readDirections(node, problems)
  const cpu = percent[0] === null || percent[1] === null ? null : (percent[0]! + percent[1]!) / 100
  return {
    name,
    group: numberOf(memberOf(node, 'groupid')) ?? 0,
    host: textOf(memberOf(node, 'hostname')),
    line: node.line,
    error: numberOf(memberOf(node, 'error')) ?? 0,
    failedIos: cellOf(node, 'total_err'),
    elapsed: numberOf(memberOf(node, 'elapsed')),
    cpu: { value: cpu !== null && cpu >= 0 && cpu < plausibleLimit ? cpu : null, line: user?.line ?? node.line },
    options,
    isGroup: isSet(options, 'group_reporting'),
    directions,
    isFaulty: countFaults(problems) > faults,
    steady: readSteadyState(memberOf(node, 'steadystate')),
  }
}

function countFaults(problems: ProblemSink): number {
  return problems.count('aggregate-differs') + problems.count('latency-order') + problems.count('unreadable-number')
}

function readSteadyState(node: JsonNode | undefined): SteadyState | null {
  const attained = numberOf(memberOf(node, 'attained'))
  if (node === undefined || attained === null) return null
  const data = memberOf(node, 'data') ?? node
  return {
    isAttained: attained !== 0,
    iops: cellOf(data, 'iops_mean'),
    throughput: cellOf(data, 'bw_mean'),
  }
}

function cellOf(node: JsonNode, name: string): Cell {
  const member = memberOf(node, name)
  return { value: numberOf(member), line: member?.line ?? node.line }
}
