/**
 * Example Tool: what writes this format, the versions whose files have been read, a link to its documentation or source.
 *
 *     example-tool 1.0 on server1
 *     seconds operations
 *     1.0 512
 *     2.0 498
 *     total 1010
 *
 * Quirks met: what a reader of this file must know, such as locale, encoding, missing samples, wrap-around.
 *
 * `npm run new:format <id>` copies this file; docs/add-a-format.md leads through the rest.
 */
import { RunBuilder } from '../model/builder.ts'
import { readLines } from '../source/lines.ts'
import { parseNumber } from '../source/numbers.ts'
import { checkAggregate, printPrecision } from './aggregate.ts'
import type { Format } from './format.ts'

/** The log as written: units and names of the tool, each record with its line. */
interface TemplateLog {
  version: string | null
  host: string | null
  rows: TemplateRow[]
  /** As printed in the last line; `null` when the log ends without. */
  total: { value: number; line: number } | null
}

interface TemplateRow {
  /** Seconds since the start, at the end of the interval. */
  seconds: number
  /** Operations completed in the interval; NaN when the cell holds none. */
  operations: number
  line: number
}

export const templateFormat: Format<TemplateLog> = {
  id: 'template-format',
  title: 'Example Tool results (text)',
  about: {
    versions: '1.0',
    reads: 'What is taken from the file.',
    leaves: 'What is left in it.',
    quirks: ['What is odd about the format and how it is met.'],
  },

  // By content: people rename files. Pure, and so narrow that no other format's file is claimed.
  detect(head) {
    return /^\uFEFF?example-tool \d/.test(head.text)
  },

  async parse(source) {
    const log: TemplateLog = { version: null, host: null, rows: [], total: null }
    await readLines(source, (view) => {
      const line = view.number
      const text = view.text().trim()
      const [first = '', second = ''] = text.split(/\s+/, 2)
      if (line === 1) {
        const [, version, host] = /^\S+ (\S+)(?: on (\S+))?/.exec(text) ?? []
        log.version = version ?? null
        log.host = host ?? null
      } else if (first === 'total') {
        log.total = { value: parseNumber(second), line }
      } else if (/^\d/.test(first)) {
        log.rows.push({ seconds: parseNumber(first), operations: parseNumber(second), line })
      } else if (text !== '' && !text.startsWith('seconds')) {
        source.problems.warning('unexpected-line', `Unexpected line, expected an interval or the total`, {
          line,
          actual: text.slice(0, 80),
          hint: 'The line was left out. The log may be of a version that is not known.',
        })
      }
      return true
    })
    return log
  },

  // Canonical units, `null` for what is missing. The builder keeps the invariants.
  normalise({ version, host, rows, total }, source) {
    const start = { benchmark: 'template-format', tool: 'Example Tool', toolVersion: version, system: host }
    const run = new RunBuilder(source, { ...start, index: 0, line: 1 })
    const times = Float64Array.from(rows, ({ seconds }) => seconds)
    const values = Float64Array.from(rows, ({ seconds, operations }, index) => {
      return operations / (seconds - (rows[index - 1]?.seconds ?? 0))
    })
    run.series({
      metric: 'throughput',
      name: 'Operations per second',
      unit: '1/s',
      times,
      values,
      line: rows[0]?.line ?? null,
    })
    const last = rows.at(-1)
    const recomputed = rows.reduce((sum, { operations }) => sum + operations, 0)
    const isWhole = total !== null && last !== undefined && last.seconds > 0 && Number.isFinite(total.value)
    if (!isWhole) {
      source.problems.warning('log-cut-off', 'Unexpected end of the log, expected a total', {
        line: last?.line ?? 1,
        hint: 'The tool was stopped or is still running. The intervals are there; run it again for a result.',
      })
      run.invalid('the log has no total')
    } else {
      // Whatever the tool has added up is added up again.
      const tolerance = printPrecision(String(total.value))
      checkAggregate(source.problems, { name: 'total', printed: total.value, recomputed, tolerance, line: total.line })
    }
    run.observe('throughput', isWhole ? total.value / last.seconds : null, '1/s', { line: total?.line ?? null })
    return [run.build()]
  },
}
