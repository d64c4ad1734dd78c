/**
 * Binary logs of Performance Monitor (`.blg`), as Windows Vista and later write them. Written from the bytes of real logs
 * (Vista 32-bit, Windows 8 64-bit) and Microsoft's public descriptions of trace files, performance data and counter types.
 *
 * A log is an event trace file: buffers of one size (`buffers.ts`), a file header with the time zone (`trace-header.ts`),
 * events of one provider joined to records (`records.ts`): name tables, a catalog of the logged counters, and samples.
 * A sample holds raw counts of single counters, of one counter for all instances, or of whole objects (`sample.ts`,
 * `object.ts`); `cooking.ts` makes values of two of them.
 *
 * Quirks: sample times are local, so the zone's rules are needed for UTC; instances of the same name are told apart by their
 * order only; counts fall when a process ends; a log that was not closed has no end time and may end anywhere.
 */
import type { Format } from '../format.ts'
import { isTraceFile } from './buffers.ts'
import { normaliseLog } from './normalise.ts'
import { parseLog, type PerformanceLog } from './parse.ts'

export const perfmonBlg: Format<PerformanceLog> = {
  id: 'perfmon-blg',
  title: 'Performance Monitor log (binary, .blg)',
  about: {
    versions:
      'Logs of Windows Vista (32-bit) and Windows 8 (64-bit) have been read; later versions are expected to be the same.',
    reads: 'Every counter with a documented type as a series, with its time in the zone of the machine.',
    leaves: 'Thread and user data of the trace, scale factors, the closing summary, counters of unknown types.',
    quirks: [
      'Times are local; the time zone in the header gives UTC, across changes of daylight saving time too.',
      'Percentages are not capped at 100 and become ratios.',
      'A count that falls has no value, unless a 32-bit count has passed 2^32.',
      'Instances of the same name are numbered by their order in each sample: svchost#3 is not one process over time.',
      'Logs of whole objects name counters by index, so those of any language come out in English.',
    ],
  },
  detect: (head) => isTraceFile(head.bytes),
  parse: parseLog,
  normalise: normaliseLog,
}
