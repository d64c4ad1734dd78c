/** Names of access specifications that stand for different things in one file: grouping by name would mix them. */
import type { ProblemSink } from '../../problems.ts'
import { specContent } from '../iometer/spec.ts'
import type { JudgedBlock } from './validity.ts'

export function reportReusedNames(tests: readonly JudgedBlock[], problems: ProblemSink): void {
  const contents = new Map<string, string>()
  const reported = new Set<string>()
  for (const { facts } of tests) {
    for (const spec of facts.specs) {
      const content = specContent(spec)
      const first = contents.get(spec.name) ?? content
      contents.set(spec.name, first)
      if (first === content || reported.has(spec.name)) continue
      reported.add(spec.name)
      problems.info(
        'specification-name-reused',
        `Unexpected second content of access specification "${spec.name}", expected one`,
        {
          line: spec.line,
          actual: content,
          expected: first,
          hint: 'Tell its tests apart by block size, read share and random share, or by the description, not by name.',
        },
      )
    }
  }
}
