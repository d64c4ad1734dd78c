/**
 * HTML reports as a list of table rows and lines of text, in the order of the page: all that reports of benchmark tools
 * hold. Layout, scripts and styles are left out. What the page nests does not matter: a table inside a cell gives rows of its
 * own. Nothing is fetched or run, and size, depth and number of blocks are bounded.
 */
import { Parser } from 'htmlparser2'
import type { Source } from './source.ts'

export type HtmlBlock = HtmlRow | HtmlLine

export interface HtmlRow {
  kind: 'row'
  /** 1-based line of the row's tag. */
  line: number
  /** Tells the tables of a page apart. */
  table: number
  /** Text of the cells, blanks collapsed; a line break in a cell is one blank. */
  cells: string[]
}

export interface HtmlLine {
  kind: 'line'
  /** 1-based. */
  line: number
  /** Never empty, blanks collapsed. */
  text: string
}

export interface HtmlPage {
  blocks: HtmlBlock[]
  /** False when the page has no `</html>`: it was cut off, and the last row, being doubtful, is left out. */
  isComplete: boolean
}

interface HtmlLimits {
  /** Bytes of the file. */
  size?: number
}

/** Reports of tools nest some ten levels. */
const depthLimit = 100
const blockLimit = 200_000
const cellLimit = 1000
/** Fed piecewise, so that reading can stop soon. */
const pieceLength = 2 ** 16

export async function readHtml(source: Source, { size = 16 * 2 ** 20 }: HtmlLimits = {}): Promise<HtmlPage> {
  const text = await source.text(size)
  const reader = new BlockReader(text)
  const parser = new Parser(reader, { decodeEntities: true })
  reader.parser = parser
  for (let start = 0; start < text.length && reader.overrun === null; start += pieceLength) {
    parser.write(text.slice(start, start + pieceLength))
  }
  reader.isEnding = true
  if (reader.overrun === null) parser.end()
  report(reader, source)
  return { blocks: reader.blocks, isComplete: reader.isComplete }
}

/** Their content is no text of the page. */
const silentTags = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg'])
/** A line of text goes on across these. */
const inlineTags = new Set([
  'a',
  'abbr',
  'b',
  'big',
  'code',
  'em',
  'font',
  'i',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
])

interface OpenRow extends HtmlRow {
  /** The cell that text goes to; `null` between cells. */
  cell: string | null
}

class BlockReader {
  readonly blocks: HtmlBlock[] = []
  parser: Parser | null = null
  /** Line of what goes beyond a limit. */
  overrun: number | null = null
  isComplete = false
  /** From here on elements are closed because the text ends. */
  isEnding = false
  readonly #rows: OpenRow[] = []
  readonly #tables: number[] = []
  readonly #text: string
  #depth = 0
  #silent = 0
  #tableCount = 0
  #buffer = ''
  #bufferLine = 1
  #line = 1
  /** Where that line ends; -1 in the last one. */
  #next: number

  constructor(text: string) {
    this.#text = text
    this.#next = text.indexOf('\n')
  }

  onopentag(name: string): void {
    if (this.overrun !== null) return
    const line = this.#lineAt(this.parser!.startIndex)
    if (++this.#depth > depthLimit || this.blocks.length > blockLimit) {
      this.overrun = line
      return
    }
    if (silentTags.has(name)) this.#silent++
    if (!inlineTags.has(name)) this.#break()
    if (name === 'table') this.#tables.push(++this.#tableCount)
    else if (name === 'tr')
      this.#rows.push({ kind: 'row', line, table: this.#tables.at(-1) ?? 0, cells: [], cell: null })
    else if (name === 'td' || name === 'th') this.#openCell(line)
  }

  ontext(text: string): void {
    if (this.overrun !== null || this.#silent > 0) return
    const row = this.#rows.at(-1)
    if (typeof row?.cell === 'string') {
      row.cell += text
      return
    }
    let line = this.#lineAt(this.parser!.startIndex)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        this.#break()
        line++
      }
      if (this.#buffer === '') this.#bufferLine = line
      this.#buffer += part
    }
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (this.overrun !== null) return
    this.#depth--
    if (silentTags.has(name)) this.#silent--
    if (name === 'html' && !isImplied) this.isComplete = true
    if (!inlineTags.has(name)) this.#break()
    if (name === 'table') this.#tables.pop()
    else if (name === 'td' || name === 'th') this.#closeCell()
    else if (name === 'tr') this.#closeRow()
  }

  #openCell(line: number): void {
    const row = this.#rows.at(-1)
    if (!row) return
    if (row.cells.length >= cellLimit) this.overrun = line
    row.cell = ''
  }

  #closeCell(): void {
    const row = this.#rows.at(-1)
    if (typeof row?.cell !== 'string') return
    row.cells.push(collapse(row.cell))
    row.cell = null
  }

  #closeRow(): void {
    const row = this.#rows.pop()
    // Closed by the end of the text: the last number may lack digits.
    if (!row || this.isEnding) return
    const { kind, line, table, cells } = row
    if (cells.some((cell) => cell !== '')) this.blocks.push({ kind, line, table, cells })
  }

  /** Ends a line of text; inside a cell it is a blank. */
  #break(): void {
    const row = this.#rows.at(-1)
    if (typeof row?.cell === 'string') {
      row.cell += ' '
      return
    }
    const text = collapse(this.#buffer)
    this.#buffer = ''
    if (text !== '' && !this.isEnding) this.blocks.push({ kind: 'line', line: this.#bufferLine, text })
  }

  /** Line of a position not before the one asked for last. */
  #lineAt(position: number): number {
    while (this.#next !== -1 && this.#next < position) {
      this.#line++
      this.#next = this.#text.indexOf('\n', this.#next + 1)
    }
    return this.#line
  }
}

function collapse(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim()
}

function report({ overrun, isComplete }: BlockReader, source: Source): void {
  if (overrun !== null) {
    source.problems.error('html-too-large', `Unexpected depth or number of elements, expected a report of a tool`, {
      line: overrun,
      hint: 'What follows was not read. The page is no report of its tool, or damaged.',
    })
  } else if (!isComplete) {
    source.problems.error('html-cut-off', 'Unexpected end of the page, expected </html>', {
      expected: '</html>',
      hint: 'Only complete rows were read. Copy the file again, or repeat the run.',
    })
  }
}
