/** Tables from views, as syntax trees: result tables never pass through the Markdown parser. */
import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Cell, Member, View } from '../analyse/view.ts'
import type { AxisSpec, NumberStyle } from '../analyse/view-schema.ts'
import { formatDigits, formatNumber, formatUnit } from '../locale/format.ts'
import type { Language } from '../locale/language.ts'
import type { ReportWord } from '../locale/report-words.ts'

export interface TableWords {
  language: Language
  word: (source: ReportWord) => string
  /** Name of a dimension, or of one of its values. */
  label: (dimension: string, key?: string) => string
  /** Head of a computed column. */
  derivedLabel: (view: View, id: string) => string
  footnote: (view: View, index: number) => string
}

interface Shown {
  member: Member
  /** Place in the view. */
  index: number
}

/** Columns that a reader sees; hidden ones serve prose and claims. */
export function shownColumns(view: View): Shown[] {
  return view.columns
    .map((member, index) => ({ member, index }))
    .filter(({ member }) => member.derived?.hidden !== true)
}

/** The unit of all values, where it is better said once than in every head. */
export function sharedUnit(view: View, words: TableWords): string | null {
  const measured = shownColumns(view).filter(({ member }) => member.derived === null)
  const units = new Set(measured.map(({ index }) => columnUnit(view, index)))
  const [unit] = units
  return measured.length > 3 && units.size === 1 && unit ? formatUnit(unit, words.language) : null
}

export function tableOf(view: View, words: TableWords): Element {
  const columns = shownColumns(view)
  const isUnitShared = sharedUnit(view, words) !== null
  const marks = new Footnotes(view)
  const head = view.spec.columns.map((_, level) => h('tr', headRow(view, columns, level, isUnitShared, words)))
  const groups = runs(view.rows.map(({ keys }) => (keys.length > 1 ? keys[0]! : '')))
  const body = groups.map(({ start, length }) =>
    h(
      'tbody',
      view.rows.slice(start, start + length).map((row, offset) => {
        const at = start + offset
        const cells = columns.map(({ member, index }) =>
          h('td.number', cellContent(view.cells[at]![index]!, marks.of(row, member), words)),
        )
        return h('tr', [...rowHeads(view, at, words), ...cells])
      }),
    ),
  )
  // Heads of many narrow columns have to wrap.
  const table = h(`table.results${view.spec.rows.length > 2 ? '.levels' : ''}`, [h('thead', head), ...body])
  return marks.used.length === 0 ? table : h('div', [table, footnoteList(view, marks, words)])
}

/** One row of column heads a dimension; equal neighbours span. */
function headRow(view: View, columns: Shown[], level: number, isUnitShared: boolean, words: TableWords): Element[] {
  const levels = view.spec.columns.length
  const corner =
    level === 0
      ? view.spec.rows.map(({ dimension }) =>
          h('th', { scope: 'col', rowSpan: levels > 1 ? levels : undefined }, words.label(dimension)),
        )
      : []
  const spans =
    level < levels - 1
      ? runs(columns.map(({ member }) => member.keys.slice(0, level + 1).join('\u{0}')))
      : columns.map((_, start) => ({ start, length: 1 }))
  const heads = spans.map(({ start, length }) => {
    const { member, index } = columns[start]!
    const title = keyLabel(view, member, view.spec.columns, level, words)
    if (level < levels - 1) return h('th', { scope: 'colgroup', colSpan: length, class: 'group' }, title)
    const unit = columnUnit(view, index)
    const hasUnit = unit !== null && unit !== '' && unit !== '1' && (!isUnitShared || member.derived !== null)
    return h(
      'th',
      { scope: 'col', class: 'number' },
      hasUnit ? [title, ' ', h('span.unit', `(${formatUnit(unit, words.language)})`)] : title,
    )
  })
  return [...corner, ...heads]
}

/** Row heads: a group's name spans its rows. */
export function rowHeads(view: View, at: number, words: TableWords): Element[] {
  const row = view.rows[at]!
  return row.keys.flatMap((_, level) => {
    const isLast = level === row.keys.length - 1
    const path = row.keys.slice(0, level + 1).join('\u{0}')
    const isSame = (other: Member | undefined): boolean => other?.keys.slice(0, level + 1).join('\u{0}') === path
    if (!isLast && isSame(view.rows[at - 1])) return []
    let span = 1
    while (!isLast && isSame(view.rows[at + span])) span++
    const unit = isLast ? rowUnit(view, at) : null
    const title = keyLabel(view, row, view.spec.rows, level, words)
    const content = unit === null ? title : [title, ' ', h('span.unit', `(${formatUnit(unit, words.language)})`)]
    return [h('th', { scope: isLast ? 'row' : 'rowgroup', rowSpan: span > 1 ? span : undefined }, content)]
  })
}

function keyLabel(view: View, member: Member, axes: readonly AxisSpec[], level: number, words: TableWords): string {
  const key = member.keys[level]!
  return member.derived?.id === key ? words.derivedLabel(view, key) : words.label(axes[level]!.dimension, key)
}

/** All keys of a row or column in words. */
export function memberLabel(
  view: View,
  member: Member,
  axes: readonly AxisSpec[],
  words: Pick<TableWords, 'label' | 'derivedLabel'>,
): string {
  return member.keys.map((_, level) => keyLabel(view, member, axes, level, words as TableWords)).join(', ')
}

/** The unit of a column's cells; `null` when they have several. */
export function columnUnit(view: View, column: number): string | null {
  return onlyOne(view.cells.map((row) => row[column]!.style.unit))
}

/** The unit of a row's cells, where their columns have none in common. */
function rowUnit(view: View, row: number): string | null {
  if (view.columns.some(({ derived }, column) => derived === null && columnUnit(view, column) !== null)) return null
  return onlyOne(
    view.cells[row]!.filter((_, column) => view.columns[column]!.derived === null).map(({ style }) => style.unit),
  )
}

function onlyOne(values: readonly string[]): string | null {
  return new Set(values).size === 1 ? values[0]! : null
}

function runs(keys: readonly string[]): { start: number; length: number }[] {
  const found: { start: number; length: number }[] = []
  keys.forEach((key, index) => {
    const last = found.at(-1)
    if (last && keys[last.start] === key) last.length++
    else found.push({ start: index, length: 1 })
  })
  return found
}

/** A missing value is a dash, never 0; published values are bold, others than measured ones say so. */
function cellContent(cell: Cell, marks: string[], words: TableWords): (Element | string)[] {
  const sup = marks.length === 0 ? [] : [h('sup', marks.join(' '))]
  if (cell.value === null) return ['–', ...sup]
  const text = formatCell(cell.value, cell.style, words.language)
  const status =
    cell.status === 'estimated' ? words.word('(est.)') : cell.status === 'calculated' ? words.word('(calc.)') : null
  return [cell.published ? h('strong', text) : text, ...(status === null ? [] : ['\u{a0}', status]), ...sup]
}

export function formatCell(value: number, style: NumberStyle, language: Language): string {
  return style.digits === null
    ? formatNumber(value, style.decimals, language)
    : formatDigits(value, style.digits, language)
}

/** Footnotes of a view in the order in which their marks appear. */
class Footnotes {
  readonly used: number[] = []
  readonly #view: View

  constructor(view: View) {
    this.#view = view
  }

  of(row: Member, column: Member): string[] {
    return this.#view.spec.footnotes.flatMap(({ rows, columns }, index) => {
      const isRow = rows.length === 0 || rows.some((key) => row.keys.includes(String(key)))
      const isColumn = columns.length === 0 || columns.some((key) => column.keys.includes(String(key)))
      if (!isRow || !isColumn) return []
      if (!this.used.includes(index)) this.used.push(index)
      return [`${this.used.indexOf(index) + 1})`]
    })
  }
}

function footnoteList(view: View, { used }: Footnotes, words: TableWords): Element {
  return h(
    'ol.footnotes',
    used.map((index, at) => h('li', [h('span.mark', `${at + 1})`), ' ', words.footnote(view, index)])),
  )
}

/** Heads, then the unrounded values. */
export function csvRows(view: View, words: TableWords): string[][] {
  const columns = shownColumns(view)
  const unitOf = (unit: string | null): string =>
    unit === null || unit === '' || unit === '1' ? '' : ` (${formatUnit(unit, words.language)})`
  return [
    [
      ...view.spec.rows.map(({ dimension }) => words.label(dimension)),
      ...columns.map(
        ({ member, index }) =>
          `${memberLabel(view, member, view.spec.columns, words)}${unitOf(columnUnit(view, index))}`,
      ),
    ],
    ...view.rows.map((row, at) => [
      ...row.keys.map(
        (_, level) =>
          `${keyLabel(view, row, view.spec.rows, level, words)}${level === row.keys.length - 1 ? unitOf(rowUnit(view, at)) : ''}`,
      ),
      ...columns.map(({ index }) => plainNumber(view.cells[at]![index]!.value)),
    ]),
  ]
}

/** RFC 4180, UTF-8 with byte order mark for Excel. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\u{feff}${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`
}

/** Several tables in one file, each under its title. */
export function joinCsv(tables: readonly { title: string; text: string }[]): string {
  const parts = tables.map(({ title, text }) => `${csvField(title)}\r\n${text.replace(/^\u{feff}/u, '')}`)
  return `\u{feff}${parts.join('\r\n')}`
}

/** Twelve significant digits: more than any log has, fewer than the noise of binary fractions. */
function plainNumber(value: number | null): string {
  return value === null ? '' : String(Number(value.toPrecision(12)))
}

/** A leading sign that a spreadsheet would take for a formula is text here; a negative number stays one. */
function csvField(text: string): string {
  const safe = /^[=+@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
