/** From segments to runs: units are already canonical; here come times, names and places. */
import { localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run } from '../../model/result.ts'
import type { Statistics } from '../../model/statistics.ts'
import type { Source } from '../../source/source.ts'
import { readClock } from './clock.ts'
import type { Column } from './header.ts'
import type { PerfmonText, Segment } from './read-log.ts'

/** One run for each segment. */
export function normaliseLog(log: PerfmonText, source: Source): Run[] {
  return log.segments.map((segment, index) => normaliseSegment(segment, index, log.encoding, source))
}

function normaliseSegment(segment: Segment, index: number, encoding: string, source: Source): Run {
  const { header, columns, lines } = segment
  const { zone } = header
  const clock = readClock(segment, source.problems)
  const machines = new Set(header.columns.flatMap(({ path }) => path.machine ?? []))
  const [machine = null] = machines
  const run = new RunBuilder(source, {
    benchmark: 'perfmon',
    tool: zone.isAbsent ? 'typeperf' : 'Performance Monitor',
    system: machines.size === 1 ? machine : null,
    index,
    line: header.line,
  })
  const { offset } = zone
  if (clock.start === null || clock.end === null) {
    source.problems.warning('no-samples', 'Unexpected end of the log after its header, expected records', {
      line: header.line,
      hint: 'The collection was stopped before its first sample, or the rest of the log is damaged or missing.',
    })
  } else {
    const endOffset = offset === null ? null : offset - clock.setBack
    run.period(localTimestamp(clock.start, offset), localTimestamp(clock.end, endOffset))
  }
  run
    .setting('zoneName', zone.name)
    .setting('comment', header.comment)
    .setting('encoding', encoding)
    .setting('counters', segment.counters)
    .setting('samples', lines.length)
    .setting('interval', clock.interval)
  const withoutValues: string[] = []
  for (const [i, column] of columns.entries()) {
    const samples = segment.samples[i]!
    const head = {
      metric: column.meaning.metric,
      name: column.name,
      unit: column.meaning.unit,
      dimensions: dimensionsOf(column, machines.size > 1),
      line: header.line,
    }
    if (samples instanceof Float64Array) run.series({ ...head, times: clock.times, values: samples })
    else run.summarisedSeries({ ...head, summary: samples, interval: clock.interval })
    if (lines.length > 1 && isEmpty(samples)) withoutValues.push(column.name)
  }
  if (withoutValues.length > 0) reportEmpty(withoutValues, header.line, source)
  return run.build()
}

function isEmpty(samples: Float64Array | Statistics): boolean {
  return samples instanceof Float64Array ? samples.every(Number.isNaN) : samples.missing === samples.count
}

function dimensionsOf({ path, name, loggedName }: Column, hasMachines: boolean): Dimensions {
  return {
    ...(hasMachines && path.machine !== null && { machine: path.machine }),
    object: path.object,
    ...(path.instance !== null && { instance: path.instance }),
    counter: path.counter,
    ...(loggedName !== name && { loggedName }),
  }
}

function reportEmpty(names: readonly string[], line: number, source: Source): void {
  const shown = names.slice(0, 3).join(', ')
  source.problems.info(
    'counter-without-values',
    `Unexpected lack of values in ${names.length} counters, expected some`,
    {
      line,
      actual: names.length > 3 ? `${shown}, …` : shown,
      hint: 'Their instances were gone or the provider failed all the time. Their samples are missing, not zero.',
    },
  )
}
