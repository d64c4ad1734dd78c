/**
 * The run log of HammerDB. Lines of virtual users come in any order; each names its user. A log may hold several runs: a
 * sweep over numbers of users.
 */

export interface QueryTime {
  line: number
  query: number
  seconds: number
  /** As printed. */
  text: string
}

/** One pass of a virtual user through all queries. */
export interface QuerySet {
  /** From 1. */
  number: number
  queries: QueryTime[]
  /** Whole seconds, as printed at its end. */
  seconds: { value: number; line: number } | null
  geometricMean: { value: number; text: string; line: number } | null
}

export interface HammerRun {
  line: number
  /** As the sequence announces it; without the monitor. */
  virtualUsers: number | null
  /** As counted by the monitor. */
  activeUsers: number | null
  rampupMinutes: number | null
  durationMinutes: number | null
  isTimed: boolean
  /** Whether the monitor has seen the end of the test period. */
  isComplete: boolean
  result: { nopm: number | null; tpm: number | null; database: string | null; line: number } | null
  /** Users that ended before the test period did. */
  earlyUsers: number
  failedUsers: { user: number; line: number }[]
  finishedUsers: number
  /** By virtual user, in the order of passes. */
  querySets: Map<number, QuerySet[]>
  /** Settings in force when it began. */
  settings: ReadonlyMap<string, string>
  database: string | null
  benchmark: 'TPROC-C' | 'TPROC-H' | null
  /** Loads a schema: no measurement. */
  isBuild: boolean
}

/** Settings that say how the test was run, without the prefix of the database. Users, passwords and hosts stay in the log. */
const shownSettings =
  /_(count_ware|num_vu|rampup|duration|allwarehouse|driver|total_iterations|keyandthink|no_stored_procs|storedprocs|partition|prepared|storage_engine|tpch_storage_engine|async_scale|vacuum|scale_fact|total_querysets|degree_of_parallel|num_tpch_threads)$/

export class HammerReader {
  version: string | null = null
  readonly runs: HammerRun[] = []
  #run: HammerRun | null = null
  #hasUsers = false
  #settings = new Map<string, string>()
  #database: string | null = null
  #benchmark: HammerRun['benchmark'] = null

  read(raw: string, line: number): void {
    const text = raw.replaceAll('\uFEFF', '').trim()
    const user = /^Vuser (\d{1,6}):(.*)$/.exec(text)
    if (user) {
      this.#readUser(Number(user[1]), user[2]!.trim(), line)
    } else if (/^\d{1,6} VU TEST$/.test(text)) {
      this.#start(line).virtualUsers = Number(text.split(' ')[0])
    } else if (/^Vuser 1 created\b/.test(text)) {
      // Without the announcement of the sequence, new users are a new run.
      if (!this.#run || this.#hasUsers) this.#start(line)
      this.#hasUsers = true
    } else if (/^(?:vudestroy success|(?:TEST |RUN )?SEQUENCE COMPLETE)$/.test(text)) {
      this.#run = null
    } else {
      this.#readSetting(text)
    }
  }

  #readSetting(text: string): void {
    const version = /^HammerDB CLI v(\d+(?:\.\d+)*)/.exec(text)
    if (version) this.version = version[1]!
    const database = /^Database set to (.+)$/.exec(text)
    if (database) this.#database = database[1]!
    const benchmark = /^Benchmark set to TP(?:RO)?C-([CH])\b/.exec(text)
    // The results are not those of the audited TPC benchmarks and must not bear their names.
    if (benchmark) this.#benchmark = benchmark[1] === 'C' ? 'TPROC-C' : 'TPROC-H'
    const setting =
      /^Changed \w+:(\w+) from .* to (\S+) for /.exec(text) ??
      /^Value \S+ for \w+:(\w+) is the same as existing value (\S+),/.exec(text) ??
      /^(\w+)\s+= (\S+)$/.exec(text)
    const name = shownSettings.exec(setting?.[1] ?? '')?.[1]
    if (name !== undefined) this.#settings.set(name, setting![2]!)
  }

  #start(line: number): HammerRun {
    this.#hasUsers = false
    this.#run = {
      line,
      virtualUsers: null,
      activeUsers: null,
      rampupMinutes: null,
      durationMinutes: null,
      isTimed: false,
      isComplete: false,
      result: null,
      earlyUsers: 0,
      failedUsers: [],
      finishedUsers: 0,
      querySets: new Map(),
      settings: new Map(this.#settings),
      database: this.#database,
      benchmark: this.#benchmark,
      isBuild: false,
    }
    this.runs.push(this.#run)
    return this.#run
  }

  #readUser(user: number, text: string, line: number): void {
    const run = this.#run ?? this.#start(line)
    const query = /^query (\d{1,3}) completed in (\d{1,9}(?:\.\d+)?) seconds$/.exec(text)
    if (query) {
      setOf(run, user).queries.push({ line, query: Number(query[1]), seconds: Number(query[2]), text: query[2]! })
      return
    }
    const minutes = /^(?:Beginning rampup time of (\d{1,9}) minutes|Timing test period of (\d{1,9}) in minutes)$/.exec(
      text,
    )
    if (minutes) {
      if (minutes[1] === undefined) run.durationMinutes = Number(minutes[2])
      else run.rampupMinutes = Number(minutes[1])
    } else if (text.includes('Taking start Transaction Count')) run.isTimed = true
    else if (text.startsWith('Test complete, Taking end')) run.isComplete = true
    else if (/^FINISHED (?:SUCCESS|FAILED)$/.test(text)) finishUser(run, user, text.endsWith('FAILED'), line)
    else if (/^CREATING .*SCHEMA/.test(text)) run.isBuild = true
    else readSummary(run, user, text, line)
  }
}

function finishUser(run: HammerRun, user: number, hasFailed: boolean, line: number): void {
  run.finishedUsers++
  if (hasFailed) run.failedUsers.push({ user, line })
  if (run.isTimed && !run.isComplete) run.earlyUsers++
}

function readSummary(run: HammerRun, user: number, text: string, line: number): void {
  const active = /^(\d{1,6}) Active Virtual Users configured$/.exec(text)
  if (active) run.activeUsers = Number(active[1])
  if (text.startsWith('TEST RESULT')) run.result = readResult(text, line)
  const sets = /^Completed (\d{1,6}) query set\(s\) in (\d{1,9}) seconds$/.exec(text)
  if (sets) setOf(run, user).seconds = { value: Number(sets[2]), line }
  const mean = /^Geometric mean of query times returning rows \(\d+\) is (\d{1,9}(?:\.\d+)?)$/.exec(text)
  const last = run.querySets.get(user)?.at(-1)
  if (mean && last) last.geometricMean = { value: Number(mean[1]), text: mean[1]!, line }
}

/** NOPM and TPM changed places in 4.0 (TPC-Council/HammerDB#99): each is found by its own label. */
function readResult(text: string, line: number): HammerRun['result'] {
  const nopm = /(\d{1,15}) NOPM\b/.exec(text)
  // The words between number and label name the database; a number or the other label ends them.
  const tpm = /(\d{1,15}) ((?:(?!NOPM\b)[A-Za-z]\w{0,30} ){0,4})TPM\b/.exec(text)
  const database = tpm?.[2]?.trim() ?? ''
  return {
    nopm: nopm ? Number(nopm[1]) : null,
    tpm: tpm ? Number(tpm[1]) : null,
    database: database === '' ? null : database,
    line,
  }
}

/** The pass that a user is in: a new one after the last was summed up. */
function setOf(run: HammerRun, user: number): QuerySet {
  const sets = run.querySets.get(user) ?? []
  run.querySets.set(user, sets)
  const last = sets.at(-1)
  if (last?.seconds === null) return last
  const set: QuerySet = { number: sets.length + 1, queries: [], seconds: null, geometricMean: null }
  sets.push(set)
  return set
}
