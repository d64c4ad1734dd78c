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
import { counterMeaning } from '../../model/counter-meaning.ts'
import { localTimestamp, RunBuilder } from '../../model/builder.ts'
import type { Dimensions, Run, Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import type { Format } from '../format.ts'
import { isTraceFile } from './buffers.ts'
import { secondsSinceFirst, type Moment } from './clock.ts'
import type { Column } from './columns.ts'
import { parseLog, type PerformanceLog } from './parse.ts'
import { toUnixMs } from './time-zone.ts'

export const perfmonBlg: Format<PerformanceLog> = {
  id: 'perfmon-blg',
  title: 'Performance Monitor log (binary, .blg)',
  about: {
    versions: 'Windows Vista and Windows 8 logs have been read; the structures are the same up to Windows 11.',
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
  normalise,
}

function normalise(log: PerformanceLog, source: Source): Run[] {
  if (log.moments.length === 0) return []
  const times = secondsSinceFirst(log.moments)
  const machines = new Map<string, Column[]>()
  for (const { machine } of log.catalog) if (!machines.has(machine)) machines.set(machine, [])
  for (const column of log.columns) machines.get(column.identity.machine)?.push(column)
  return [...machines].map(([machine, columns], index) => {
    const run = new RunBuilder(source, {
      benchmark: 'perfmon',
      tool: 'Performance Monitor',
      system: machine === '' ? null : machine,
      index,
      byte: 0,
    })
    run.period(timestamp(log.moments[0]!), timestamp(log.moments.at(-1)!))
    addSettings(run, log, columns, times)
    for (const column of columns) addSeries(run, column, times, log.firstRow)
    return run.build()
  })
}

function addSettings(run: RunBuilder, log: PerformanceLog, columns: readonly Column[], times: Float64Array): void {
  const kinds = new Set(log.catalog.map(({ kind }) => (kind === 'object' ? 'objects' : 'counters')))
  const steps = times.slice(1).map((time, i) => time - times[i]!)
  steps.sort()
  run
    .setting('mode', [...kinds].sort().join(' and '))
    .setting('osVersion', log.header?.osVersion ?? null)
    .setting('sampleInterval', steps[steps.length >> 1] ?? null)
    .setting('samples', times.length)
    .setting('counters', columns.length)
    .setting('closed', log.header === null ? null : log.header.endTime !== 0n)
    .setting('buffersLost', log.header?.buffersLost ?? null)
    .setting('eventsLost', log.header?.eventsLost ?? null)
}

function addSeries(run: RunBuilder, column: Column, times: Float64Array, firstRow: number): void {
  const { object, instance, counter } = column.identity
  const { metric, unit, factor, divisor } = counterMeaning(object, counter)
  const values = column.toArray(times.length, firstRow)
  for (let i = 0; i < values.length; i++) values[i] = (values[i]! * factor) / divisor
  const dimensions: Dimensions = instance === null ? { object, counter } : { object, instance, counter }
  run.series({ metric, name: column.name, unit, dimensions, times, values, byte: column.offset })
}

function timestamp({ local, offset }: Moment): Timestamp {
  return localTimestamp(toUnixMs(local) / 1000, offset)
}
