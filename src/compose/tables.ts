/** Tables from views, as syntax trees: result tables never pass through the Markdown parser. */
import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Cell, Member, View } from '../analyse/view.ts'
import { formatNumber, formatUnit } from '../locale/format.ts'
import type { Language } from '../locale/language.ts'
import type { ReportWord } from '../locale/report-words.ts'

export interface TableWords {
  language: Language
  word(source: ReportWord): string
  /** Name of a dimension, or of one of its values. */
  label(dimension: string, key?: string): string
  /** Head of a computed column. */
  derivedLabel(view: View, id: string): string
}

/** Columns that a reader sees; hidden ones serve prose and claims. */
export function shownColumns(view: View): { member: Member; index: number }[] {
  return view.columns
    .map((member, index) => ({ member, index }))
    .filter(({ member }) => member.derived?.hidden !== true)
}

export function tableOf(view: View, words: TableWords): Element {
  const { language } = words
  const columns = shownColumns(view)
  const head = h('tr', [
    h('th', { scope: 'col' }, words.label(view.spec.rows.dimension)),
    ...columns.map(({ member }) => {
      const { unit } = member.derived ?? view.spec
      const title = columnTitle(view, member, words)
      return h(
        'th',
        { scope: 'col', class: 'number' },
        unit === '' || unit === '1' ? title : [title, ' ', h('span.unit', `(${formatUnit(unit, language)})`)],
      )
    }),
  ])
  const body = view.rows.map((row, index) =>
    h('tr', [
      h('th', { scope: 'row' }, words.label(view.spec.rows.dimension, row.key)),
      ...columns.map(({ member, index: column }) =>
        h('td.number', cellContent(view.cells[index]![column]!, member, view, words)),
      ),
    ]),
  )
  return h('table.results', [h('thead', head), h('tbody', body)])
}

export function columnTitle(view: View, member: Member, words: TableWords): string {
  return member.derived ? words.derivedLabel(view, member.key) : words.label(view.spec.columns.dimension, member.key)
}

/** A missing value is a dash, never 0; published values are bold, others than measured ones say so. */
function cellContent(cell: Cell, member: Member, view: View, words: TableWords): (Element | string)[] {
  if (cell.value === null) return ['–']
  const text = formatCell(cell.value, member, view, words.language)
  const mark =
    cell.status === 'estimated'
      ? [' ', words.word('(est.)')]
      : cell.status === 'calculated'
        ? [' ', words.word('(calc.)')]
        : []
  return [cell.published ? h('strong', text) : text, ...mark]
}

export function formatCell(value: number, member: Member, view: View, language: Language): string {
  return formatNumber(value, (member.derived ?? view.spec).decimals, language)
}

/** The same data for a spreadsheet: RFC 4180, decimal points, unrounded, UTF-8 with byte order mark for Excel. */
export function csvOf(view: View, words: TableWords): string {
  const columns = shownColumns(view)
  const rows = [
    [
      words.label(view.spec.rows.dimension),
      ...columns.map(({ member }) => {
        const { unit } = member.derived ?? view.spec
        return `${columnTitle(view, member, words)}${unit === '' ? '' : ` (${formatUnit(unit, words.language)})`}`
      }),
    ],
    ...view.rows.map((row, index) => [
      words.label(view.spec.rows.dimension, row.key),
      ...columns.map(({ index: column }) => {
        const { value } = view.cells[index]![column]!
        return value === null ? '' : String(value)
      }),
    ]),
  ]
  return `\u{feff}${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`
}

/** A leading sign that a spreadsheet would take for a formula is text here. */
function csvField(text: string): string {
  const safe = /^[=+@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
