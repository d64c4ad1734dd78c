/** One run from the jobs of one group, whether they were written as JSON or as text. */
import { localSeconds, localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run, Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { groupBy } from '../group-by.ts'
import type { Direction } from './direction.ts'
import type { Job } from './job.ts'
import { observeDirection, observeJob, observeTotals } from './observe.ts'
import {
  blockSizeOption,
  countOption,
  durationOption,
  isSet,
  randomShareOption,
  readShareOption,
  shownOptions,
} from './options.ts'

/** What the groups of one execution of fio share. */
export interface Execution {
  version: string | null
  /** When its results were written. */
  end: Timestamp | null
  /** How many groups there are: with several, the end is that of the last. */
  groups: number
  /** Whether its text breaks off or is damaged. */
  isBroken: boolean
}

export function buildRun(execution: Execution, jobs: Job[], index: number, source: Source): Run {
  const hosts = new Set(jobs.map(({ host }) => host))
  const builder = new RunBuilder(source, {
    benchmark: 'fio',
    tool: 'fio',
    toolVersion: execution.version,
    system: hosts.size === 1 ? jobs[0]!.host : null,
    index,
    line: jobs[0]!.line,
  })
  setPeriod(builder, execution, jobs)
  describe(builder, jobs)
  judge(builder, execution, jobs, source)
  observe(builder, jobs)
  return builder.build()
}

/** The log has the time of its writing only. With several groups that is the end of the last of them. */
function setPeriod(builder: RunBuilder, { end, groups, isBroken }: Execution, jobs: Job[]): void {
  const elapsed = jobs.map((job) => job.elapsed ?? 0).reduce((a, b) => Math.max(a, b))
  // More than thirty years of running time are damage.
  const isAlone = groups === 1 && !isBroken && end !== null && elapsed > 0 && elapsed < 1e9
  builder.period(isAlone ? localTimestamp(localSeconds(end) - elapsed, end.offset) : null, end)
  builder.setting('startIs', isAlone ? 'computed: end minus elapsed' : null)
  builder.setting('endIs', groups === 1 ? 'as logged' : 'of the whole fio run')
}

/** What all jobs of the group have in common. */
function describe(builder: RunBuilder, jobs: Job[]): void {
  const [first] = jobs
  const isGroup = jobs.some((job) => job.isGroup)
  builder
    .setting('jobs', jobs.length)
    .setting('groupReporting', isGroup)
    .setting('responseTimeIs', 'completion latency (clat)')
  for (const name of shownOptions) {
    const values = new Set(jobs.map(({ options }) => options.get(name)))
    const [value] = values
    if (values.size === 1 && value !== undefined) builder.setting(name, value)
  }
  if (new Set(jobs.map(({ name }) => name)).size === 1) builder.dimension('job', first!.name)
  if (isGroup) {
    builder.remark('Reported as a group: the figures are those of all its jobs, the name is that of the first.')
  }
  // The options are those of the group's last job (axboe/fio#2132): a fact only if that is the first as well.
  const isMixedGroup = jobs.some(({ isGroup, options, name }) => isGroup && (options.get('name') ?? name) !== name)
  if (isMixedGroup) builder.remark('Options are those of the last job of the group; the other jobs may differ.')
  const common = (read: (job: Job) => number | null): number | null => {
    const values = new Set(jobs.map(read))
    return values.size === 1 && !isMixedGroup ? read(first!) : null
  }
  const set = (name: string, value: number | null): void => {
    if (value !== null) builder.dimension(name, value)
  }
  set('blockSize', common(blockSizeOf))
  set(
    'readShare',
    common(({ options }) => readShareOption(options)),
  )
  set(
    'randomShare',
    common(({ options }) => randomShareOption(options)),
  )
  const depth = common(({ options }) =>
    options.size === 0 ? null : options.has('iodepth') ? countOption(options, 'iodepth') : 1,
  )
  set('queueDepth', depth)
  // How many jobs stand behind a group entry, only `numjobs` says; fio does not always echo it (axboe/fio#237).
  const count = isGroup ? common(({ options }) => countOption(options, 'numjobs')) : jobs.length
  builder.setting(
    'totalQueueDepth',
    depth === null || count === null ? null : depth * count * (isGroup ? jobs.length : 1),
  )
}

/** By the options, or by what was moved: bytes by I/Os. */
function blockSizeOf({ options, directions }: Job): number | null {
  if (options.has('bs')) return blockSizeOption(options)
  if (options.has('bsrange') || options.has('bssplit')) return null
  const sizes = new Set(directions.map(({ ios, bytes }) => (ios === null || bytes === null ? NaN : bytes / ios)))
  const [size] = sizes
  return sizes.size === 1 && Number.isInteger(size) ? size! : null
}

function judge(builder: RunBuilder, { isBroken }: Execution, jobs: Job[], source: Source): void {
  const { problems } = source
  if (isBroken) builder.invalid('The log breaks off or is damaged inside this document; jobs may be missing.')
  for (const job of jobs) {
    if (job.error !== 0) {
      builder.invalid(`Job ${job.name} ended with error ${job.error}.`)
      problems.warning('job-failed', `Unexpected error ${job.error} of job ${job.name}, expected 0`, {
        line: job.line,
        actual: String(job.error),
        expected: '0',
        hint: 'The number is an errno of the operating system. Its figures cover what was done until then.',
      })
    }
    if (job.isFaulty) builder.invalid(`Job ${job.name}: numbers contradict each other or cannot be read.`)
    const wanted = isSet(job.options, 'time_based') ? durationOption(job.options, 'runtime') : null
    const seconds = longest(job.directions)
    if (wanted !== null && seconds !== null && seconds < 0.95 * wanted) {
      builder.invalid(`Job ${job.name} ran ${seconds} s of ${wanted} s: it was stopped early.`)
    }
    checkBlockSize(job, source)
    if (job.steady && !job.steady.isAttained) builder.remark(`Job ${job.name} did not reach its steady state.`)
  }
  if (jobs.every(({ directions }) => directions.length === 0)) {
    builder.invalid('No I/O was done.')
    problems.warning('no-io', 'Unexpected group of jobs without any I/O, expected reads, writes or trims', {
      line: jobs[0]!.line,
      hint: 'The job failed, was stopped before it began, or its log was damaged. Run it again.',
    })
  }
}

function longest(directions: Direction[]): number | null {
  const seconds = directions.flatMap((direction) => direction.seconds ?? [])
  return seconds.length === 0 ? null : seconds.reduce((a, b) => Math.max(a, b))
}

/** Bytes moved against I/Os times block size: shows a field read in the wrong unit, or options of another job. */
function checkBlockSize(job: Job, source: Source): void {
  const size = blockSizeOption(job.options)
  if (size === null || job.isGroup) return
  for (const { operation, ios, bytes, line } of job.directions) {
    // The last block of a file may be short.
    if (ios === null || bytes === null || ios === 0 || Math.abs(bytes / ios / size - 1) < 0.01) continue
    source.problems.warning(
      'block-size-differs',
      `Unexpected ${Math.round(bytes / ios)} bytes per ${operation}, expected ${size}`,
      {
        line,
        actual: String(Math.round(bytes / ios)),
        expected: String(size),
        hint: 'The option bs says otherwise. Short transfers, or options of another job; trust the bytes.',
      },
    )
  }
}

function observe(builder: RunBuilder, jobs: Job[]): void {
  observeTotals(builder, jobs)
  if (jobs.length === 1) {
    observeJob(builder, jobs[0]!, {})
    return
  }
  const names = groupBy(jobs, ({ name, host }) => JSON.stringify([name, host]))
  for (const clones of names.values()) {
    for (const [i, job] of clones.entries()) {
      const dimensions: Dimensions = {
        job: job.name,
        ...(job.host !== null && { host: job.host }),
        ...(clones.length > 1 && { jobNumber: i + 1 }),
      }
      for (const direction of job.directions) observeDirection(builder, direction, dimensions)
      observeJob(builder, job, dimensions)
    }
  }
}
