/**
 * fio JSON: what `fio --output-format=json` (or json+) writes. Seen: 2.1.4, 2.17, 3.12, 3.26.
 * The writer: `stat.c` and `json.c` of https://github.com/axboe/fio.
 *
 *     {
 *       "fio version" : "fio-3.26",
 *       "timestamp" : 1618699271,
 *       "global options" : { "ioengine" : "libaio" },
 *       "jobs" : [
 *         {
 *           "jobname" : "randwrite", "groupid" : 0, "error" : 0, "elapsed" : 122,
 *           "job options" : { "rw" : "randwrite", "bs" : "4k", "iodepth" : "1" },
 *           "write" : { "io_bytes" : 1073741824, "bw_bytes" : 8876980, "bw" : 8668, "iops" : 2167.231601,
 *             "clat_ns" : { "mean" : 418473.267365, "percentile" : { "99.000000" : 264192 } } } } ] }
 *
 * Quirks met: units hang on field and version (direction.ts); prompts and messages around, between and inside documents;
 * the same document twice; interim documents of --status-interval; a block of zeros for each unused direction; options
 * under two names; entries that stand for a group; client mode with a total that may be wrong. json+ histograms are left.
 */
import type { Format } from '../format.ts'
import { findDocuments, type FioDocument } from './documents.ts'
import { normaliseDocuments } from './normalise.ts'
import { dropInterim } from './status-series.ts'

/** A document of a hundred jobs with all histograms has some 30 MB. */
const sizeLimit = 64 * 2 ** 20

export const fioJson: Format<FioDocument[]> = {
  id: 'fio-json',
  title: 'fio results (JSON)',
  about: {
    versions: '2.1.4, 2.17, 3.12, 3.26',
    reads: 'Rates, bandwidths, completion, submission and total latency, percentiles, errors, CPU share, options.',
    leaves: 'Histograms of json+, queue depth and latency distributions, bandwidth samples, disk_util.',
    quirks: [
      'Units are chosen by field and version; responseTime is the completion latency (clat), totalResponseTime is lat.',
      'Text around the documents is passed over; a repeated document and interim ones count once.',
      'Directions without I/O are left out. Jobs of one group form one run; their sums carry no job dimension.',
      'Under group_reporting the name is that of the first job and the options are those of the last.',
      'jobCpuUtilization is the share of one processor that fio took, not the load of the machine.',
    ],
  },

  detect(head) {
    return /\{\s{0,100}"fio version"\s*:/.test(head.text)
  },

  async parse(source) {
    const documents = findDocuments(await source.text(sizeLimit), source.problems)
    return dropInterim(documents, source.problems)
  },

  normalise: normaliseDocuments,
}
