/**
 * fio text: the normal output, for labs that did not ask for JSON. Seen as excerpts in public reports: 2.1.9,
 * 2.2.8, 3.1, 3.7, 3.36.
 *
 *     rand-write: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=1
 *     fio-3.1
 *     rand-write: (groupid=0, jobs=1): err= 0: pid=21461: Fri Oct  6 05:21:27 2017
 *       write: IOPS=3068, BW=11.0MiB/s (12.6MB/s)(4096MiB/341704msec)
 *         clat (usec): min=359, max=45445, avg=1294.12, stdev=1983.67
 *         clat percentiles (usec):
 *          |  1.00th=[  445], 99.99th=[28181]
 *
 * Quirks met: the unit of each time is in its line and changes from line to line; KB means KiB in 2.x; counts end in k or
 * M; values have three or four digits, so JSON is better; several executions in one file.
 */
import type { Run } from '../../model/result.ts'
import { readLines } from '../../source/lines.ts'
import type { Source } from '../../source/source.ts'
import { buildRun } from '../fio-json/build-run.ts'
import type { Format } from '../format.ts'
import { groupBy } from '../group-by.ts'
import { FioTextReader, type TextExecution } from './reader.ts'

export const fioText: Format<TextExecution[]> = {
  id: 'fio-text',
  title: 'fio results (normal output)',
  about: {
    versions: '2.1.9, 2.2.8, 3.1, 3.7, 3.36 (as excerpts)',
    reads: 'Rates, bandwidths, latencies, percentiles, CPU share, the options that are announced.',
    leaves: 'Distributions, samples of bandwidth, the summary of all groups, disk statistics.',
    quirks: [
      'Units are read from each line; KB is KiB in 2.x.',
      'Values are rounded to three or four digits: prefer --output-format=json.',
      'An execution without its summary of groups breaks off and is invalid.',
    ],
  },

  detect(head) {
    return (
      /^.{1,500}: \(groupid=\d+, jobs=\d+\): err=\s*\d/m.test(head.text) ||
      /^.{1,500}: \(g=\d+\): rw=\w+, bs=.{1,200}, ioengine=/m.test(head.text)
    )
  },

  async parse(source) {
    const reader = new FioTextReader(source.problems)
    await readLines(source, (view) => {
      reader.read(view.text(view.start, Math.min(view.end, view.start + 2048)), view.number)
      return true
    })
    const executions = reader.executions.filter(({ jobs }) => jobs.length > 0)
    if (executions.length === 0) {
      source.problems.fail('no-results', 'Unexpected end of the output without results, expected jobs', {
        line: 1,
        hint: 'fio stopped before a job ended. Look at its messages and run it again.',
      })
    }
    return executions
  },

  normalise(executions, source) {
    const runs: Run[] = []
    for (const execution of executions) {
      const { version, end, jobs, isWhole } = execution
      if (!isWhole) reportCut(execution, source)
      const groups = groupBy(jobs, ({ group }) => group)
      for (const members of groups.values()) {
        runs.push(buildRun({ version, end, groups: groups.size, isBroken: !isWhole }, members, runs.length, source))
      }
    }
    return runs
  },
}

function reportCut({ line }: TextExecution, source: Source): void {
  source.problems.error('truncated-results', 'Unexpected end of the output, expected the summary of all groups', {
    line,
    hint: 'fio was stopped or the file is cut off. Copy it again, or repeat the run.',
  })
}
