/**
 * Numbers typed into prose that look like results: they would stay when the data changes. Written by a placeholder or
 * guarded by a claim they are fine; a limit or another fixed value says so: `:constant[20 ms]`.
 */
import type { Nodes, Parents } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import type { ProblemSink } from '../problems.ts'
import { placeOf } from './numbering.ts'

/** A number with a unit of results. Sizes of data (16 GB) are settings and may be typed. */
const result =
  /(?<![\p{L}\d.,-])\d+(?:[.,]\d+)?[\u{a0}\u{202f} ]?(?:%|％|×|(?:times|fold|per cent|percent|ms|µs|s|seconds?|minutes?|[KMG]i?B\/s|IO\/s|IOPS|tps|W|watts?|users|tiles|points|bops|jOPS)(?![\p{L}\d])|倍|秒|ミリ秒|ユーザー|ポイント)/u

/** Call it before placeholders are put into words. */
export function reportTypedNumbers(tree: Nodes, problems: ProblemSink): void {
  visit(tree, (node, _, parent: Parents | undefined) => {
    if (node.type === 'textDirective' && (node.name === 'claim' || node.name === 'constant')) return SKIP
    if (node.type !== 'text') return undefined
    const match = result.exec(node.value)
    if (match) {
      problems.warning('typed-number', `Unexpected number "${match[0]}" in prose, expected a placeholder or a claim`, {
        ...placeOf(node.position ? node : (parent ?? node)),
        actual: match[0],
        hint: 'Quote it with {{value …}}, guard the sentence with :claim[…]{if="…"}, or say that it never changes: :constant[…].',
      })
    }
    return undefined
  })
}
