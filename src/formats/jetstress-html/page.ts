/** From the rows of the page to labelled fields and tables of measurements, as written. */
import type { HtmlPage, HtmlRow } from '../../source/html.ts'

export interface Field {
  /** As written, blanks collapsed. */
  text: string
  line: number
}

export interface MeasuredTable {
  /** The heading above it, `Transactional I/O Performance`; empty without one. */
  title: string
  /** The heads of its columns; the first names the rows. */
  columns: string[]
  line: number
  rows: { line: number; cells: string[] }[]
}

export interface JetstressPage {
  /** What the test is: `Performance`, `Stress`, `Streaming Backup`, `SoftRecovery`; `null` when the page does not say. */
  testType: string | null
  /** By label in small letters, without colon: `overall test result`. The first of several is kept. */
  fields: Map<string, Field>
  tables: MeasuredTable[]
  /** Lines of text, the test log among them. */
  lines: Field[]
  /** False when the page was cut off, so that rows may be missing. */
  isComplete: boolean
}

/** First heads of the tables that hold measurements. */
const tableHeads = /^(?:MSExchange Database\b.*|LogicalDisk|PhysicalDisk|Counter|Database Instance)$/i
const titleLimit = 200
const typePattern = /^(?:.*\bJetstress\b.*?)?\b([A-Z][A-Za-z-]*(?: [A-Z][a-z]+)?) Test Result(?:s)? Report$/

export function readPage({ blocks, isComplete }: HtmlPage): JetstressPage {
  const page: JetstressPage = { testType: null, fields: new Map(), tables: [], lines: [], isComplete }
  let title = ''
  let current: { table: MeasuredTable; id: number } | null = null
  for (const block of blocks) {
    const text = block.kind === 'line' ? block.text : block.cells.length === 1 ? block.cells[0]! : null
    if (text !== null) {
      title = text
      current = null
      if (text.length < titleLimit) page.testType ??= typePattern.exec(text)?.[1] ?? null
      page.lines.push({ text, line: block.line })
      continue
    }
    const row = block as HtmlRow
    if (row.cells.length > 1 && tableHeads.test(row.cells[0]!)) {
      current = { table: { title, columns: row.cells, line: row.line, rows: [] }, id: row.table }
      page.tables.push(current.table)
    } else if (current?.id === row.table) {
      current.table.rows.push({ line: row.line, cells: row.cells })
    } else {
      const label = row.cells[0]!.replace(/:$/, '').toLowerCase()
      if (label !== '' && !page.fields.has(label)) page.fields.set(label, { text: row.cells[1]!, line: row.line })
    }
  }
  return page
}

/** The first field there is: versions name the same thing differently. */
export function fieldOf(page: JetstressPage, ...labels: string[]): Field | null {
  for (const label of labels) {
    const field = page.fields.get(label)
    if (field && field.text !== '') return field
  }
  return null
}
