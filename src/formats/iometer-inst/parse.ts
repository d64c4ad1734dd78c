/** The raw records of an `inst` file: per test its interval rows, its whole-test rows and its ALL row. */
import { localSeconds } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { at } from '../iometer/columns.ts'
import { readTables } from '../iometer/reader.ts'
import type { TableStart } from '../iometer/tables.ts'
import type { Row } from '../iometer/row.ts'
import { parseStamp } from '../iometer/stamp.ts'
import { IntervalRows } from './intervals.ts'

export interface InstTest extends TableStart {
  intervals: IntervalRows
  /** One row per worker over the whole test, written at its end: no interval. */
  workers: Row[]
  all: Row | null
  end: Timestamp | null
  isCut: boolean
}

export async function parseInst(source: Source): Promise<InstTest[]> {
  const tests: InstTest[] = []
  const { problems, options } = source
  let test: InstTest | null = null
  await readTables(source, {
    table(start) {
      if (start.layout.stamp === -1) {
        problems.fail('results-file', 'Unexpected header without TimeStamp, expected a file of intervals', {
          line: start.line,
          hint: 'This is a file of whole tests: read it with --as iometer-csv.',
        })
      }
      test = { ...start, intervals: new IntervalRows(), workers: [], all: null, end: null, isCut: false }
    },
    row(row) {
      if (row.kind === 'ALL') {
        test!.all = row
      } else if (row.kind !== 'WORKER') {
        problems.warning('row-order', `Unexpected ${row.kind} row, expected WORKER and ALL rows only`, {
          line: row.line,
          hint: 'The row is left out.',
        })
      } else if (row.values[at.rawRunTime]! > 0 || row.spec !== '') {
        test!.workers.push(row)
      } else {
        const stamp = parseStamp(row.stamp ?? '', options.offset ?? null)
        if (stamp) test!.intervals.add(row, localSeconds(stamp))
        else reportStamp(row)
      }
    },
    end({ stamp, isCut }) {
      const ended = { ...test!, end: stamp, isCut }
      test = null
      if (ended.intervals.length > 0 || ended.workers.length > 0 || ended.all) tests.push(ended)
    },
  })
  return tests

  function reportStamp(row: Row): void {
    problems.error('invalid-time', `Unexpected time stamp "${row.stamp ?? ''}", expected a date and time`, {
      line: row.line,
      actual: row.stamp ?? '',
      expected: 'YYYY-MM-DD HH:MM:SS:mmm',
      hint: 'The row is left out. The log may be damaged.',
    })
  }
}
