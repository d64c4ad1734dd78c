/** From documents to runs: one run for each group of jobs that ran together. */
import { localSeconds, localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate } from '../aggregate.ts'
import { groupBy } from '../group-by.ts'
import type { Direction } from './direction.ts'
import { versionOf, type FioDocument } from './documents.ts'
import { isClientTotal, readJob, type Job } from './job.ts'
import { observeDirection, observeJob, observeTotals, sumDirections } from './observe.ts'
import {
  blockSizeOption,
  countOption,
  durationOption,
  isSet,
  randomShareOption,
  readShareOption,
  shownOptions,
} from './options.ts'
import { jobsOf } from './status-series.ts'
import { endOf } from './time.ts'

export function normaliseDocuments(documents: FioDocument[], source: Source): Run[] {
  const runs: Run[] = []
  for (const document of documents) {
    const nodes = jobsOf(document.node).filter((node) => node.isComplete)
    const jobs = nodes
      .filter((node) => !isClientTotal(node))
      .map((node) => readJob(node, document.node, source.problems))
    const groups = groupBy(jobs, ({ group }) => group)
    for (const members of groups.values()) runs.push(buildRun(document, members, groups.size, runs.length, source))
    const total = nodes.find(isClientTotal)
    if (total) checkClientTotal(readJob(total, document.node, source.problems), jobs, source)
    if (jobs.length === 0) reportNoJobs(document, source)
  }
  return runs
}

function reportNoJobs({ line, fault }: FioDocument, source: Source): void {
  if (fault) return
  source.problems.warning('no-jobs', 'Unexpected document without jobs, expected at least one', {
    line,
    hint: 'fio stopped before a job began. Look at its messages and run it again.',
  })
}

function buildRun(document: FioDocument, jobs: Job[], groups: number, index: number, source: Source): Run {
  const hosts = new Set(jobs.map(({ host }) => host))
  const builder = new RunBuilder(source, {
    benchmark: 'fio',
    tool: 'fio',
    toolVersion: versionOf(document),
    system: hosts.size === 1 ? jobs[0]!.host : null,
    index,
    line: jobs[0]!.line,
  })
  setPeriod(builder, document, jobs, groups)
  describe(builder, jobs)
  judge(builder, document, jobs, source)
  observe(builder, jobs)
  return builder.build()
}

/** The log has the time of its writing only. With several groups that is the end of the last of them. */
function setPeriod(builder: RunBuilder, document: FioDocument, jobs: Job[], groups: number): void {
  const end = endOf(document.node)
  const elapsed = jobs.map((job) => job.elapsed ?? 0).reduce((a, b) => Math.max(a, b))
  // More than thirty years of running time are damage.
  const isAlone = groups === 1 && document.fault === null && end !== null && elapsed > 0 && elapsed < 1e9
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

function judge(builder: RunBuilder, document: FioDocument, jobs: Job[], source: Source): void {
  const { problems } = source
  if (document.fault) builder.invalid('The log breaks off or is damaged inside this document; jobs may be missing.')
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

/** The `All clients` entry against the sum of the clients; the clients are what is used. */
function checkClientTotal(total: Job, jobs: Job[], source: Source): void {
  const sums = sumDirections(jobs)
  for (const { operation, iops, throughput } of total.directions) {
    const sum = sums.find((direction) => direction.operation === operation)
    if (!sum) continue
    for (const [name, printed, recomputed] of [
      ['iops', iops, sum.iops.value],
      ['bandwidth in B/s', throughput, sum.throughput.value],
    ] as const) {
      if (printed.value === null || recomputed === null) continue
      checkAggregate(source.problems, {
        name: `${operation} ${name} of All clients`,
        printed: printed.value,
        recomputed,
        // Clients stop some milliseconds apart, and the total is taken over the longest.
        tolerance: 0.01 * recomputed,
        line: printed.line,
      })
    }
  }
}
