/** The raw records of a result file: one block per test, with the tree of rows below it. */
import type { Timestamp } from '../../model/result.ts'
import type { ProblemSink } from '../../problems.ts'
import { at } from '../iometer/columns.ts'
import type { Listener, TableEnd, TableStart } from '../iometer/tables.ts'
import { releaseRow, type Row } from '../iometer/row.ts'

export interface WorkerGroup {
  /** `null` when the WORKER row is missing or damaged. */
  row: Row | null
  /** DISK, NETWORK and UNKNOWN rows. */
  targets: Row[]
}

export interface ManagerGroup {
  row: Row | null
  processors: Row[]
  workers: WorkerGroup[]
}

/** One table: the results of one test. Depending on "Record Results", rows from the bottom up are absent. */
export interface ResultBlock extends TableStart {
  all: Row | null
  managers: ManagerGroup[]
  /** The end of the test; `null` when the log breaks off before it, or the writer has none. */
  end: Timestamp | null
  isCut: boolean
  /** Rows below ALL were left out because there are too many. */
  isThinned: boolean
  /** Only the main totals of the test are kept because there are too many tests. */
  isBrief: boolean
}

/** Rows below ALL that are kept of a file: about 50 observations each. */
const detailLimit = 4_100
/** Rows of one test: a whole test is checked before any of it is left out. */
const blockLimit = 20_000
/** Tests of which all totals are kept: 55 observations each, 6 of the others. */
const fullLimit = 1_000
/** Tests that are kept at all: more than a year of them. */
const testLimit = 50_000

/** Builds blocks from rows; `close` sees each block while it is complete, before rows may be dropped. */
export class BlockCollector implements Listener {
  readonly #problems: ProblemSink
  readonly #close: (block: ResultBlock) => void
  #block: ResultBlock | null = null
  /** Rows kept of the blocks before. */
  #kept = 0
  #inBlock = 0
  #tests = 0

  constructor(problems: ProblemSink, close: (block: ResultBlock) => void) {
    this.#problems = problems
    this.#close = close
  }

  table(start: TableStart): void {
    const { line, layout, series, specs, isResaved } = start
    this.#block = {
      line,
      layout,
      series,
      specs,
      isResaved,
      all: null,
      managers: [],
      end: null,
      isCut: false,
      isThinned: false,
      isBrief: false,
    }
    this.#inBlock = 0
  }

  row(row: Row): void {
    const block = this.#block!
    if (block.series.isQt) dropZeros(row)
    if (row.kind === 'ALL') {
      if (block.all) this.#reportOrder(row)
      else block.all = row
      return
    }
    if (this.#inBlock >= blockLimit) {
      block.isThinned = true
      return
    }
    this.#inBlock++
    if (row.kind === 'MANAGER') {
      block.managers.push({ row, processors: [], workers: [] })
      return
    }
    if (block.managers.length === 0) {
      // The Qt rewrite has no managers.
      if (!block.series.isQt) this.#reportOrder(row)
      block.managers.push({ row: null, processors: [], workers: [] })
    }
    const manager = block.managers.at(-1)!
    if (row.kind === 'PROCESSOR') manager.processors.push(row)
    else if (row.kind === 'WORKER') manager.workers.push({ row, targets: [] })
    else if (manager.workers.length === 0) manager.workers.push({ row: null, targets: [row] })
    else manager.workers.at(-1)!.targets.push(row)
  }

  end(end: TableEnd): void {
    const block = this.#block!
    this.#block = null
    block.end = end.stamp
    block.isCut = end.isCut
    if (!block.all && block.managers.length === 0) return
    this.#tests++
    if (this.#tests > testLimit) {
      if (this.#tests === testLimit + 1) this.#reportTooMany(block)
      return
    }
    block.isBrief = this.#tests > fullLimit
    if (this.#tests === fullLimit + 1) this.#reportBrief(block)
    this.#close(block)
    this.#kept += this.#inBlock
    if (this.#kept > detailLimit || block.isThinned) {
      block.isThinned = true
      releaseRows(block.managers)
      block.managers = []
      if (this.#problems.count('too-many-rows') === 0) this.#reportThinned(block)
    }
  }

  #reportThinned(block: ResultBlock): void {
    this.#problems.warning('too-many-rows', `Unexpected number of rows, expected at most ${detailLimit} below ALL`, {
      line: block.line,
      hint: 'From this test on only totals are kept. Split the log into smaller files to have all rows.',
    })
  }

  #reportBrief(block: ResultBlock): void {
    this.#problems.warning(
      'too-many-totals',
      `Unexpected number of tests, expected at most ${fullLimit} with all totals`,
      {
        line: block.line,
        hint: 'From this test on only rate, throughput, response times, errors and CPU load are kept. Split the log into smaller files to have all.',
      },
    )
  }

  #reportTooMany(block: ResultBlock): void {
    this.#problems.error('too-many-tests', `Unexpected number of tests, expected at most ${testLimit}`, {
      line: block.line,
      hint: 'This test and all after it are left out. Split the log into smaller files.',
    })
  }

  #reportOrder(row: Row): void {
    this.#problems.warning(
      'row-order',
      `Unexpected ${row.kind} row here, expected ALL, MANAGER, PROCESSOR, WORKER, DISK`,
      {
        line: row.line,
        hint: 'A row above may be damaged or missing.',
      },
    )
  }
}

function releaseRows(managers: readonly ManagerGroup[]): void {
  for (const { row, processors, workers } of managers) {
    if (row) releaseRow(row)
    processors.forEach(releaseRow)
    for (const worker of workers) {
      if (worker.row) releaseRow(worker.row)
      worker.targets.forEach(releaseRow)
    }
  }
}

/** The Qt rewrite writes 0 for what it does not measure. */
function dropZeros({ values }: Row): void {
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && i !== at.errors) values[i] = NaN
}
