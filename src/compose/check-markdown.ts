/** What a template cannot mean: directives that nobody knows, raw HTML, pictures, links that run code. */
import type { Nodes } from 'mdast'
import { visit } from 'unist-util-visit'
import type { ProblemSink } from '../problems.ts'
import { placeOf } from './numbering.ts'

const blocks = [
  'table',
  'figure',
  'chart',
  'diagram',
  'chapter',
  'page-start',
  'summary',
  'note',
  'machines',
  'machine',
]

export function checkMarkdown(tree: Nodes, problems: ProblemSink): void {
  visit(tree, (node, _, parent: Nodes | undefined) => {
    if (node.type === 'leafDirective' && node.name === 'chart' && !isFigure(parent)) {
      problems.error('chart-outside-figure', 'Unexpected chart by itself, expected it in a figure', {
        ...placeOf(node),
        hint: 'Write ::figure[…]{#id …} for one chart, or :::figure[…]{#id} around several.',
      })
    } else if ((node.type === 'leafDirective' || node.type === 'containerDirective') && !blocks.includes(node.name)) {
      problems.error('unknown-directive', `Unexpected directive ${node.name}, expected one of: ${blocks.join(', ')}`, {
        ...placeOf(node),
        hint: 'Check the spelling; docs/report-language.md lists the blocks.',
      })
    } else if (node.type === 'html') {
      problems.error('html-in-template', `Unexpected HTML ${node.value.slice(0, 40)}, expected Markdown`, {
        ...placeOf(node),
        hint: 'HTML is not taken over. Write Markdown, or a directive.',
      })
    } else if (node.type === 'image') {
      problems.error('image-in-template', `Unexpected picture ${node.url}, expected a figure or a diagram`, {
        ...placeOf(node),
        hint: 'Reports contain everything they show: draw it with ::figure or ::diagram.',
      })
    } else if (
      (node.type === 'link' || node.type === 'definition') &&
      !/^(?:https?:|mailto:|#|\.{0,2}\/)/i.test(node.url)
    ) {
      problems.error('unsafe-link', `Unexpected address ${node.url}, expected http, https or mailto`, {
        ...placeOf(node),
        hint: 'Links of reports lead to pages and mail addresses only.',
      })
    }
  })
}

function isFigure(node: Nodes | undefined): boolean {
  return node?.type === 'containerDirective' && node.name === 'figure'
}
