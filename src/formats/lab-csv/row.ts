/** The columns with a fixed meaning, as a schema: text of the cells in, values out, every fault with its rule id. */
import { z } from 'zod'
import type { Timestamp } from '../../model/result.ts'
import { namedUnits } from '../../model/units.ts'
import { parseNumber } from '../../source/numbers.ts'
import { isDate, readTime } from './time.ts'

/** What is wrong with a cell: the parts of a problem that do not depend on where it is. */
export interface CellFault {
  ruleId: string
  message: string
  expected: string
  hint: string
}

/** A cell that is a `T` or a fault. */
function cell<T>(read: (text: string) => T | CellFault) {
  return z.string().transform((text, context): T => {
    const value = read(text)
    if (!isFault(value)) return value
    context.addIssue({ code: 'custom', message: value.message, params: value })
    return z.NEVER
  })
}

function isFault(value: unknown): value is CellFault {
  return typeof value === 'object' && value !== null && 'ruleId' in value
}

const text = cell((cell) => (cell === '' ? null : cell))

const id = cell((cell) =>
  isId(cell)
    ? cell
    : {
        ruleId: 'invalid-id',
        message: 'Unexpected name of a benchmark or metric, expected letters, digits and hyphens after a small letter',
        expected: 'file-copy, transferTime, …',
        hint: 'Write it like file-copy or transferTime: a small letter first, no blanks.',
      },
)

const number = cell((cell): number | null | CellFault => {
  if (cell === '') return null
  const value = parseNumber(cell)
  if (Number.isFinite(value)) return value
  const hasComma = /^[-+]?\d+,\d+(?:[eE][-+]?\d+)?$/.test(cell)
  if (!hasComma) {
    return {
      ruleId: 'invalid-number',
      message: 'Unexpected value, expected a number',
      expected: 'a number with a decimal point, or nothing',
      hint: 'Write digits with a decimal point and no thousands separators; leave the cell empty for a missing value.',
    }
  }
  return {
    ruleId: 'decimal-comma',
    message: 'Unexpected comma in a number, expected a decimal point',
    expected: 'a number with a decimal point',
    hint: `Write ${cell.replace(',', '.')} for a decimal comma and ${cell.replace(',', '')} for a thousands separator.`,
  }
})

const unit = cell((cell) =>
  namedUnits.has(cell)
    ? cell
    : {
        ruleId: 'unknown-unit',
        message: 'Unexpected unit, expected one that is known',
        expected: [...namedUnits.keys()].filter((name) => name !== '').join(', '),
        hint: 'Capitals count: MB is 10⁶ bytes, MiB 2²⁰. Leave the unit empty, or write 1, for a count or a score.',
      },
)

const time = cell((cell): Timestamp | null | CellFault =>
  cell === ''
    ? null
    : (readTime(cell) ?? {
        ruleId: 'invalid-time',
        message: 'Unexpected time, expected a date and a time of day that exist',
        expected: 'YYYY-MM-DD HH:MM:SS, with .mmm and an offset such as +09:00 if known',
        hint: 'Write 2013-08-05 13:02:11. A spreadsheet may have dropped the seconds or turned the date round.',
      }),
)

const date = cell((cell): string | null | CellFault =>
  cell === '' || isDate(cell)
    ? cell.replaceAll('/', '-') || null
    : {
        ruleId: 'invalid-time',
        message: 'Unexpected date of publication, expected a day, a month or a year',
        expected: 'YYYY-MM-DD, YYYY-MM or YYYY',
        hint: 'Write 2013-08-05, or 2013-08 when the day is not known.',
      },
)

function word<const T extends string>(words: readonly T[]) {
  return cell((cell): T | null | CellFault => {
    const known = words.find((word) => word === cell)
    if (known !== undefined || cell === '') return known ?? null
    return {
      ruleId: 'unknown-word',
      message: `Unexpected word, expected ${words.join(' or ')}`,
      expected: words.join(' or '),
      hint: 'Use one of these words in small letters, or leave the cell empty.',
    }
  })
}

/** One row, columns that the file does not have filled with empty text. Values are still in the unit of the row. */
export const rowSchema = z.object({
  /** `file-copy`, `oltp-2`, … */
  benchmark: id,
  /** `transferTime`, `score`, … */
  metric: id,
  /** In `unit`; `null` for an empty cell. */
  value: number,
  /** A name of `namedUnits`; empty for a pure number. */
  unit,
  /** Tells repetitions apart. */
  run: text,
  start: time,
  end: time,
  /** Empty: measured. */
  status: word(['measured', 'estimated', 'calculated']),
  publishedIn: text,
  /** `2013-08-05`, `2013-08` or `2013`. */
  publishedOn: date,
  valid: word(['yes', 'no']),
  /** Why the run is not valid, or what a reader must know. */
  reason: text,
  /** The machine under test, as `Run.system`. */
  system: text,
  tool: text,
  toolVersion: text,
})

export type RowValues = z.output<typeof rowSchema>

export const requiredColumns = ['benchmark', 'metric', 'value', 'unit'] as const
export const fixedColumns = Object.keys(rowSchema.shape) as (keyof RowValues)[]

/** What the model takes as the id of a benchmark, metric or dimension. */
export function isId(name: string): boolean {
  return /^[a-z][a-zA-Z0-9-]*$/.test(name)
}
