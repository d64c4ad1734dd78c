/** From documents to runs: one run for each group of jobs that ran together. */
import type { Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate } from '../aggregate.ts'
import { groupBy } from '../group-by.ts'
import { buildRun } from './build-run.ts'
import { versionOf, type FioDocument } from './documents.ts'
import { isClientTotal, readJob, type Job } from './job.ts'
import { sumDirections } from './observe.ts'
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
    const execution = {
      version: versionOf(document),
      end: endOf(document.node),
      groups: groups.size,
      isBroken: document.fault !== null,
    }
    for (const members of groups.values()) runs.push(buildRun(execution, members, runs.length, source))
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
