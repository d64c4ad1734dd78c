/**
 * Tables of sets: a row, and which of a view's columns have a value in it, in words: "all tower servers except TX100 S2; RX300 S6".
 * Columns of a view with two dimensions are members by group: `columns: [family, server]`.
 */
import type { Element } from 'hast'
import { h } from 'hastscript'
import { keyJoint, type View } from '../analyse/view.ts'
import { formatList } from '../locale/format.ts'
import { rowHeads, type TableWords } from './tables.ts'

export function setTable(view: View, words: TableWords): Element {
  const heads = [...view.spec.rows, view.spec.columns.at(-1)!].map(({ dimension }) =>
    h('th', { scope: 'col' }, words.label(dimension)),
  )
  const sets = view.rows.map((_, at) => setOf(view, at, words))
  const body = view.rows.map((_, at) => {
    const span = spanOf(view, sets, at)
    const cell = span === 0 ? [] : [h('td', { rowSpan: span > 1 ? span : undefined }, sets[at])]
    return h('tr', [...rowHeads(view, at, words), ...cell])
  })
  return h('table.results.sets', [h('thead', h('tr', heads)), h('tbody', body)])
}

/** Neighbours of one group that have the same set share its cell: 0 for those that are not the first of them. */
function spanOf({ rows }: View, sets: readonly string[], at: number): number {
  const groupOf = (row: number): string | undefined => rows[row]?.keys.slice(0, -1).join(keyJoint)
  const isSame = (row: number): boolean => groupOf(row) === groupOf(at) && sets[row] === sets[at]
  if (rows[at]!.keys.length > 1 && isSame(at - 1)) return 0
  let span = 1
  while (rows[at]!.keys.length > 1 && isSame(at + span)) span++
  return span
}

/** Heads and rows for a spreadsheet. */
export function setRows(view: View, words: TableWords): string[][] {
  return [
    [...view.spec.rows, view.spec.columns.at(-1)!].map(({ dimension }) => words.label(dimension)),
    ...view.rows.map(({ keys }, at) => [
      ...keys.map((key, level) => words.label(view.spec.rows[level]!.dimension, key)),
      setOf(view, at, words),
    ]),
  ]
}

function setOf(view: View, row: number, words: TableWords): string {
  const axis = view.spec.columns.at(-1)!.dimension
  const groups = new Map<string, { with: string[]; without: string[] }>()
  view.columns.forEach(({ keys, derived }, index) => {
    if (derived !== null) return
    const name = keys
      .slice(0, -1)
      .map((key, level) => words.label(view.spec.columns[level]!.dimension, key))
      .join(words.language.marks.list)
    const group = groups.get(name) ?? { with: [], without: [] }
    groups.set(name, group)
    group[view.cells[row]![index]!.value === null ? 'without' : 'with'].push(words.label(axis, keys.at(-1)))
  })
  const parts = [...groups].flatMap(([name, group]) => describe(name, group, words))
  return parts.length === 0 ? '–' : parts.join(words.language.marks.parts)
}

/** The shorter way to say it: members, or all but a few. */
function describe(group: string, members: { with: string[]; without: string[] }, words: TableWords): string[] {
  if (members.with.length === 0) return []
  const list = (names: string[]): string => formatList(names, words.language)
  const isNamed = group !== '' && members.with.length > 1
  if (!isNamed || members.without.length >= members.with.length) return [list(members.with)]
  if (members.without.length === 0) return [words.word('all {group}').replace('{group}', group)]
  const text = words.word('all {group} except {members}').replace('{group}', group)
  return [text.replace('{members}', list(members.without))]
}
