/** A SPEC CPU result as its file has it, whichever rendering (rsf, csv, txt) it was read from. */
import type { Timestamp } from '../../model/result.ts'
import type { Mode, Suite, Tuning } from './suites.ts'

export type Rendering = 'rsf' | 'csv' | 'txt'

/** One run of one benchmark. */
export interface Iteration {
  /** `400.perlbench`. */
  benchmark: string
  tuning: Tuning
  /** 1-based, in the order run; `null` when the file does not number them. */
  iteration: number | null
  /** Seconds; of a rate run, the time of the slowest copy. `null` when it did not run to its end. */
  time: number | null
  /** Half a unit of the last digit printed of `time`. */
  timeError: number
  /** Speed: reference ÷ time. Rate: copies × reference ÷ time. */
  ratio: number | null
  /** Half a unit of the last digit printed of `ratio`. */
  ratioError: number
  /** Copies of a rate run, threads of a CPU2017 speed run. */
  copies: number | null
  /** Reference seconds, where the file has them. */
  reference: number | null
  /** Whether the file marks this run as the one that counts. */
  selected: boolean
  /** `S` success, `CE` compile error, `RE` run error, `VE` verification error, `NR` not run. */
  status: string
  /** The peak row only repeats the base run. */
  basepeak: boolean
  /** 1-based. */
  line: number
}

/** A geometric mean as printed; `value` is `null` for `--` and `Not Run`. */
export interface PrintedScore {
  tuning: Tuning
  value: number | null
  /** Half a unit of the last digit printed. */
  error: number
  text: string
  line: number
}

/** A described property: SPEC's own key (`hw_cpu_name`), text as written, several lines joined by a blank. */
export interface Description {
  text: string
  line: number
}

export interface SpecCpuResult {
  rendering: Rendering
  suite: Suite | null
  mode: Mode | null
  /** `ref`, `test`, `train`; `null` when the file does not say. */
  size: string | null
  iterations: Iteration[]
  /** Benchmarks that the file's own table of selected runs marks: the same fields once more. */
  selected: Iteration[]
  scores: PrintedScore[]
  description: Map<string, Description>
  /** What the file says about its validity; `null` when it says nothing. */
  claimsValid: boolean | null
  /** Whether columns or scores carry `Est.`. */
  saysEstimated: boolean
  reasons: string[]
  /** `1.2`, `1.1.5`. */
  suiteVersion: string | null
  runNumber: string | null
  start: Timestamp | null
  /** As written: `1 July 2014`, `2021-04-06`. */
  published: string | null
  /** Lines read. */
  lines: number
}

export function emptyResult(rendering: Rendering): SpecCpuResult {
  return {
    rendering,
    suite: null,
    mode: null,
    size: null,
    iterations: [],
    selected: [],
    scores: [],
    description: new Map(),
    claimsValid: null,
    saysEstimated: false,
    reasons: [],
    suiteVersion: null,
    runNumber: null,
    start: null,
    published: null,
    lines: 0,
  }
}

/** More runs than any suite can have; a file with more is not what it seems, and must not fill the memory. */
export const iterationLimit = 20_000
