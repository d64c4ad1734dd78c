/** Which tests did not run as long as they should: Iometer marks neither a stopped test nor the partial one of an abort. */
import type { ResultBlock } from './block.ts'
import type { BlockFacts } from './facts.ts'

export interface JudgedBlock {
  block: ResultBlock
  facts: BlockFacts
}

/** The run time of other tests that should have run as long, in seconds, for each test that did not. */
export function findDeviantTests(tests: readonly JudgedBlock[]): Map<ResultBlock, number> {
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
  const deviant = new Map<ResultBlock, number>()
  for (const group of groups.values()) {
    const usual = usualSeconds(group.map(({ facts }) => facts.seconds!))
    for (const { block, facts } of group) {
      const difference = Math.abs(facts.seconds! - usual)
      if (difference > Math.max(1, usual * 0.05)) deviant.set(block, usual)
    }
  }
  return deviant
}

/** The upper median: of two different times the longer is the configured one, since a test can only be stopped early. */
function usualSeconds(seconds: number[]): number {
  return seconds.sort((a, b) => a - b)[seconds.length >> 1]!
}

/** Whether the block is the last of a series that was aborted, and nothing tells if it is whole. */
export function isPerhapsPartial({ block, facts }: JudgedBlock, tests: readonly JudgedBlock[]): boolean {
  if (!block.series.isAborted) return false
  const siblings = tests.filter((test) => test.block.series === block.series)
  if (siblings.at(-1)?.block !== block) return false
  return facts.seconds === null || siblings.filter((test) => test.facts.seconds !== null).length < 2
}
