/**
 * How much a server can hold: its drive bays of a form factor, all with the largest disk that it takes there, apart for each
 * interface. Arithmetic on what machines are sold with; it is measured as little as the bays are, and says so no more than they do.
 *
 * Metrics of the log: `driveBays`, a count for each server and form factor; `driveCapacity`, a row for each disk that a server takes.
 */
import { z } from 'zod'
import { agrees, defineScore, derive, scope, select, without, type Measured } from './score.ts'

const options = z.strictObject({
  ...scope('drive-support'),
  baysMetric: z.string().default('driveBays'),
  capacityMetric: z.string().default('driveCapacity'),
  /** What server and bay have in common with a disk that fits. */
  match: z.array(z.string()).min(1).default(['server', 'formFactor']),
  /** Dimension of the disks whose values are kept apart. */
  by: z.string().default('interface'),
  /** Dimension of the result that has those values; the bays have it, too, with a value of their own. */
  as: z.string().default('quantity'),
})

export const driveCapacity = defineScore({
  id: 'drive-capacity',
  title: 'Largest drive capacity of servers',
  options,
  compute(all, settings) {
    const disks = select(all, settings.capacityMetric, settings)
    return select(all, settings.baysMetric, settings).flatMap((bays) => {
      const place = Object.fromEntries(settings.match.map((name) => [name, bays.conditions[name] ?? '']))
      const fitting = disks.filter(({ conditions }) => agrees(place, conditions))
      const kinds = [...new Set(fitting.map(({ conditions }) => conditions[settings.by]))]
      return kinds.flatMap((kind) => {
        if (kind === undefined) return []
        const largest = fitting.filter(({ conditions }) => conditions[settings.by] === kind).reduce(larger)
        return [
          derive([bays, largest], {
            metric: 'totalCapacity',
            value: bays.value * largest.value,
            unit: largest.observation.unit,
            dimensions: { ...without(bays.conditions, [settings.as]), [settings.as]: kind },
          }),
        ]
      })
    })
  },
})

function larger(a: Measured, b: Measured): Measured {
  return b.value > a.value ? b : a
}
