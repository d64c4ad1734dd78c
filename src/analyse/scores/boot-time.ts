/**
 * Boot times from events of a stop-watch: from the boot menu to the logon screen. What comes before, the firmware's part, is the
 * same however a system boots and is given apart. Also: how much longer than the reference, and how many boots a link carries at once
 * (PRIMERGY performance report on iSCSI and iSCSI boot, 2009).
 *
 * Metrics of the log: `eventTime` with the dimension `event` (`powerOn`, `bootMenu`, `menuEnd`, `logonScreen`), `bytesTransferred` of the boot.
 */
import { z } from 'zod'
import type { DataProblems, RunObservation } from '../measures.ts'
import {
  computedStatus,
  conditionsSchema,
  defineScore,
  derive,
  groupWithout,
  meanOf,
  ratiosTo,
  scope,
  select,
  without,
  type Measured,
  type ScoredObservation,
} from './score.ts'

const options = z.strictObject({
  ...scope('boot-time'),
  /** Event from which the boot counts: the start of the boot menu, by the report's definition. Its first result says its end. */
  from: z.string().default('bootMenu'),
  to: z.string().default('logonScreen'),
  powerOn: z.string().default('powerOn'),
  /** Conditions of the boot that counts as 1: `{ attachment: local }`. Without it there are no ratios. */
  reference: conditionsSchema.optional(),
  /** What a link carries in one direction, bytes per second: 117 MB/s of Ethernet with 1 Gbit/s, by the report. */
  linkRate: z.number().positive().default(117e6),
  /** Seconds within which all boots shall be done: 50, by the report. */
  window: z.number().positive().default(50),
  eventMetric: z.string().default('eventTime'),
  volumeMetric: z.string().default('bytesTransferred'),
})
type Options = z.output<typeof options>

export const bootTime = defineScore({
  id: 'boot-time',
  title: 'Boot times',
  options,
  compute(all, settings, problems) {
    const events = select(all, settings.eventMetric, settings)
    const boots = durations(events, settings.from, settings.to, problems, true)
    const early = durations(events, settings.powerOn, settings.from, problems, false)
    const times = means(boots, 'bootTime')
    const ratios = settings.reference ? ratiosTo(settings.reference, times, 'bootTimeRatio', problems) : []
    return [...times, ...means(early, 'preBootTime'), ...ratios, ...parallelBoots(all, settings)]
  },
})

/** Time between two events of one run. */
function durations(
  events: readonly Measured[],
  from: string,
  to: string,
  problems: DataProblems,
  isNeeded: boolean,
): Measured[] {
  // Repetitions are runs of their own, of the same conditions.
  const withRun = events.map((event): Measured => ({
    ...event,
    conditions: { ...event.conditions, '#run': event.run.id },
  }))
  return groupWithout(withRun, 'event').flatMap(({ members }) => {
    const [start, end] = [from, to].map((name) => members.filter(({ conditions }) => conditions.event === name))
    const conditions = without(members[0]!.conditions, ['#run', 'event'])
    const [first, last] = [start![0], end![0]]
    if (first && last && start!.length === 1 && end!.length === 1 && last.value > first.value) {
      const observation = { ...last.observation, value: last.value - first.value }
      return [{ run: last.run, observation, value: last.value - first.value, conditions }]
    }
    if (isNeeded) reportEvents(members[0]!, from, to, problems)
    return []
  })
}

function means(values: readonly Measured[], metric: string): ScoredObservation[] {
  return groupWithout(values).map(({ conditions, members }) => meanOf(members, metric, conditions))
}

/** Metric `parallelBoots`: how many times the volume of a boot goes through the link within the window, whole ones. */
function parallelBoots(all: readonly RunObservation[], settings: Options): ScoredObservation[] {
  const volumes = select(all, settings.volumeMetric, settings)
  return groupWithout(volumes).flatMap(({ conditions, members }) => {
    const volume = members.reduce((sum, { value }) => sum + value, 0) / members.length
    if (volume <= 0) return []
    const value = Math.floor((settings.linkRate * settings.window) / volume)
    const made = { metric: 'parallelBoots', value, unit: '1' as const, dimensions: conditions }
    return [derive(members, { ...made, status: computedStatus(members) })]
  })
}

function reportEvents(one: Measured, from: string, to: string, problems: DataProblems): void {
  problems
    .of(one.run)
    .error('missing-event', `Unexpected events of a boot, expected ${from} once and ${to} once after it`, {
      line: one.observation.origin.line ?? undefined,
      hint: 'The boot was left out. Log the time of both events, and number repetitions with a run column.',
    })
}
