/** Which tests did not run as long as they should: Iometer marks neither a stopped test nor the partial one of an abort. */
import type { TestSeries } from '../iometer/tables.ts'
import type { ResultBlock } from './block.ts'
import type { BlockFacts } from './facts.ts'

export interface JudgedBlock {
  block: ResultBlock
  facts: BlockFacts
}

export interface Deviation {
  /** Run time of the others, in seconds. */
  usual: number
  /** All tests of a series have one configured time; repetitions in other series may have been given another. */
  isSeries: boolean
}

/** The tests that did not run as long as others that should have. */
export function findDeviantTests(tests: readonly JudgedBlock[]): Map<ResultBlock, Deviation> {
  const groups = new Map<unknown, JudgedBlock[]>()
  const sizes = new Map<unknown, number>()
  for (const { block } of tests) sizes.set(block.series, (sizes.get(block.series) ?? 0) + 1)
  for (const test of tests) {
    if (test.facts.seconds === null) continue
    const { series } = test.block
    // All tests of a series have one configured time; a series of one test is compared with its repetitions.
    const key = sizes.get(series)! > 1 ? series : `${series.description}\n${test.facts.specNames.join('\n')}`
    const group = groups.get(key)
    if (group) group.push(test)
    else groups.set(key, [test])
  }
  const deviant = new Map<ResultBlock, Deviation>()
  for (const [key, group] of groups) {
    const isSeries = typeof key !== 'string'
    const usual = usualSeconds(group.map(({ facts }) => facts.seconds!))
    for (const { block, facts } of group) {
      const difference = Math.abs(facts.seconds! - usual)
      if (difference > Math.max(1, usual * 0.05)) deviant.set(block, { usual, isSeries })
    }
  }
  return deviant
}

/** The upper median: of two different times the longer is the configured one, since a test can only be stopped early. */
function usualSeconds(seconds: number[]): number {
  return seconds.sort((a, b) => a - b)[seconds.length >> 1]!
}

/** The last tests of series that were aborted, where nothing tells if they are whole. */
export function findPerhapsPartial(tests: readonly JudgedBlock[]): Set<ResultBlock> {
  const last = new Map<TestSeries, { test: JudgedBlock; timed: number }>()
  for (const test of tests) {
    const { series } = test.block
    const timed = (last.get(series)?.timed ?? 0) + (test.facts.seconds === null ? 0 : 1)
    if (series.isAborted) last.set(series, { test, timed })
  }
  const perhaps = [...last.values()].filter(({ test, timed }) => test.facts.seconds === null || timed < 2)
  return new Set(perhaps.map(({ test }) => test.block))
}
