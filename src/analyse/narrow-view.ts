/** A part of a view for one table or figure: only the rows and columns of one value, or one computed column of each group. */
import type { ViewSpec } from './view-schema.ts'
import { keyJoint, type Member, type View } from './view.ts'

/**
 * The rows and columns that have `key` in a dimension; that dimension, the same for all of them, is left out where others remain.
 * `null` when neither rows nor columns have it.
 */
export function onlyWith(view: View, key: string): View | null {
  const rows = narrow(view.rows, view.spec.rows, key)
  const columns = narrow(view.columns, view.spec.columns, key)
  if (!rows && !columns) return null
  const { chosen: rowsAt, ...ofRows } = rows ?? all(view.rows, view.spec.rows)
  const { chosen: columnsAt, ...ofColumns } = columns ?? all(view.columns, view.spec.columns)
  return {
    ...view,
    spec: { ...view.spec, rows: ofRows.axes, columns: ofColumns.axes },
    rows: ofRows.members,
    columns: ofColumns.members,
    cells: rowsAt.map((row) => columnsAt.map((column) => view.cells[row]![column]!)),
  }
}

/** Only the columns that the rule `id` computes; `null` when there are none. */
export function onlyDerived(view: View, id: string): View | null {
  const chosen = view.columns.flatMap(({ derived }, index) => (derived?.id === id ? [index] : []))
  if (chosen.length === 0) return null
  const columns = chosen.map((index) => view.columns[index]!)
  const shown = columns.map((column) => ({ ...column, derived: { ...column.derived!, hidden: false } }))
  const narrowed: View = {
    ...view,
    columns: shown,
    cells: view.cells.map((row) => chosen.map((index) => row[index]!)),
  }
  return onlyWith(narrowed, id)
}

interface Narrowed {
  axes: ViewSpec['rows']
  members: Member[]
  /** Places in the view. */
  chosen: number[]
}

function all(members: Member[], axes: ViewSpec['rows']): Narrowed {
  return { axes, members, chosen: members.map((_, index) => index) }
}

function narrow(members: Member[], axes: ViewSpec['rows'], key: string): Narrowed | null {
  const chosen = members.flatMap(({ keys }, index) => (keys.includes(key) ? [index] : []))
  if (chosen.length === 0) return null
  const level = members[chosen[0]!]!.keys.indexOf(key)
  if (axes.length === 1 || chosen.some((index) => members[index]!.keys[level] !== key))
    return { axes, members: chosen.map((index) => members[index]!), chosen }
  return {
    axes: axes.toSpliced(level, 1),
    members: chosen.map((index) => {
      const keys = members[index]!.keys.toSpliced(level, 1)
      return { ...members[index]!, keys, key: keys.join(keyJoint) }
    }),
    chosen,
  }
}
