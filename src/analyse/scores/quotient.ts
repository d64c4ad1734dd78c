/**
 * One metric divided by another of the same run: CPU load for each thousand I/Os, energy for each transaction. Both are readings of one
 * test, so that the quotient has their status.
 */
import { z } from 'zod'
import { units } from '../../model/units.ts'
import { agrees, conditionsSchema, defineScore, derive, meets, select, type Measured } from './score.ts'

const options = z.strictObject({
  /** Id of the benchmark whose runs count. */
  benchmark: z.string(),
  /** Conditions of both metrics. */
  where: conditionsSchema.default({}),
  /** Further conditions of the divisor, which may have dimensions that the dividend lacks. */
  toWhere: conditionsSchema.default({}),
  /** Name of the quotient, for views. */
  metric: z.string(),
  of: z.string(),
  to: z.string(),
  /** So many of `to` count as one: 1000 for "per thousand". */
  per: z.number().positive().default(1),
  /** What the quotient is in: `ratio` for a CPU load, which views can show in per cent. */
  unit: z.enum(units).default('1'),
})

export const quotient = defineScore({
  id: 'quotient',
  title: 'Quotients',
  options,
  compute(all, { metric, of, to, toWhere, per, unit, ...scope }, problems) {
    const divisors = select(all, to, scope).filter(({ conditions }) => meets(conditions, toWhere))
    return select(all, of, scope).flatMap((one) => {
      const fitting = divisors.filter(
        ({ run, conditions }) => run.id === one.run.id && agrees(conditions, one.conditions),
      )
      const [divisor] = fitting
      if (divisor === undefined || fitting.length > 1 || divisor.value === 0) {
        problems
          .of(one.run)
          .error(
            'no-divisor',
            `Unexpected number of values of ${to} (${fitting.length}) for ${metric}, expected one above zero`,
            {
              line: one.observation.origin.line ?? undefined,
              hint: 'Narrow the score with "where" or "toWhere", or check the log.',
            },
          )
        return []
      }
      return [divide(one, divisor)]
    })

    function divide(one: Measured, divisor: Measured) {
      const { dimensions } = one.observation
      const made = derive([one, divisor], { metric, value: (one.value / divisor.value) * per, unit, dimensions })
      // The conditions of the run stay those of the run.
      return { ...made, run: { ...made.run, dimensions: one.run.dimensions } }
    }
  },
})
