/** Splits one line of RFC 4180 text into cells that know their column. A quoted cell ends on its own line. */

export interface Cell {
  /** Without quotes and outer blanks. */
  text: string
  /** 1-based column of the cell's first character in its line. */
  column: number
}

/** Why a line cannot be split. */
export interface QuoteFault {
  /** 1-based. */
  column: number
  reason: 'unclosed' | 'stray'
}

/**
 * @param limit cells after the limit are not split off: a damaged line of separators must not fill the memory. One
 * more than the limit is returned, so that the caller can tell.
 */
export function splitCells(line: string, limit: number): Cell[] | QuoteFault {
  const cells: Cell[] = []
  let at = 0
  while (cells.length <= limit) {
    const column = at + 1
    let text: string
    if (line[at] === '"') {
      const end = closingQuote(line, at + 1)
      if (end === -1) return { column, reason: 'unclosed' }
      text = line.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      if (at < line.length && line[at] !== ',') return { column: at + 1, reason: 'stray' }
    } else {
      const comma = line.indexOf(',', at)
      const end = comma === -1 ? line.length : comma
      text = line.slice(at, end)
      const quote = text.indexOf('"')
      if (quote !== -1) return { column: column + quote, reason: 'stray' }
      at = end
    }
    cells.push({ text: text.trim(), column })
    if (at >= line.length) break
    at++
  }
  return cells
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return -1
}
