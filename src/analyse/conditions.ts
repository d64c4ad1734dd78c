/** Conditions as authors write them under `where`: of values, runs and traces alike. */
import type { Dimensions } from '../model/result.ts'

/** Dimension to value, or to a list of values. */
export type Conditions = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** What tells the roles of systems. */
export interface Roles {
  /** Role to system id: conditions may say `old` where the dimension is `system`. */
  systems: ReadonlyMap<string, string>
}

/** Whether the conditions of a value or run are those that `where` asks for. */
export function matches(conditions: Dimensions, where: Conditions, roles: Roles): boolean {
  return Object.entries(where).every(([name, wanted]) =>
    [wanted].flat().some((value) => resolve(name, String(value), roles) === String(conditions[name])),
  )
}

export function resolve(dimension: string, value: string, { systems }: Roles): string {
  return dimension === 'system' ? (systems.get(value) ?? value) : value
}
