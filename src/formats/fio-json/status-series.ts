/** `--status-interval` prints a document of what has been done so far every few seconds; only the last is the result. */
import { itemsOf, memberOf, numberOf, textOf, type JsonNode } from '../../source/json.ts'
import type { ProblemSink } from '../../problems.ts'
import { versionOf, type FioDocument } from './documents.ts'

/** Leaves out documents that a later one of the same run supersedes. Separate runs in one file stay apart. */
export function dropInterim(documents: FioDocument[], problems: ProblemSink): FioDocument[] {
  const kept: FioDocument[] = []
  let dropped = 0
  for (const document of documents) {
    const last = kept.at(-1)
    // A document that broke off must not supersede a whole one.
    if (last && document.fault === null && isContinuation(last, document)) {
      kept[kept.length - 1] = document
      dropped++
    } else {
      kept.push(document)
    }
  }
  if (dropped > 0) {
    problems.info('interim-documents', `Unexpected ${dropped} interim documents, expected the final one alone`, {
      line: documents[0]!.line,
      hint: 'They come from --status-interval. The last document holds the totals and was read.',
    })
  }
  return kept
}

/** Same jobs, started at the same moment, and no counter has gone back. */
function isContinuation(before: FioDocument, after: FioDocument): boolean {
  if (identityOf(before) !== identityOf(after)) return false
  const [start, nextStart] = [startOf(before.node), startOf(after.node)]
  if (start === null || nextStart === null || Math.abs(start - nextStart) > 2.5) return false
  const counters = countersOf(before.node)
  const next = countersOf(after.node)
  return counters.every((value, i) => value <= next[i]!) && counters.some((value, i) => value < next[i]!)
}

function identityOf(document: FioDocument): string {
  const names = jobsOf(document.node).map((job) => textOf(memberOf(job, 'jobname')))
  return JSON.stringify([versionOf(document), names])
}

/** Seconds since 1970 at which the jobs were started, to a second. */
function startOf(document: JsonNode): number | null {
  const end = numberOf(memberOf(document, 'timestamp'))
  const elapsed = jobsOf(document).map((job) => numberOf(memberOf(job, 'elapsed')) ?? 0)
  return end === null || elapsed.length === 0 ? null : end - elapsed.reduce((a, b) => Math.max(a, b))
}

function countersOf(document: JsonNode): number[] {
  return jobsOf(document).flatMap((job) =>
    ['read', 'write', 'trim'].flatMap((operation) => {
      const node = memberOf(job, operation)
      return [numberOf(memberOf(node, 'total_ios')) ?? 0, numberOf(memberOf(node, 'runtime')) ?? 0]
    }),
  )
}

export function jobsOf(document: JsonNode): JsonNode[] {
  const jobs = itemsOf(memberOf(document, 'jobs'))
  return jobs.length > 0 ? jobs : itemsOf(memberOf(document, 'client_stats'))
}
