/** Markdown as templates use it: CommonMark, tables, directives, placeholders. */
import type { Root } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkDirective from 'remark-directive'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { mustacheFromMarkdown, mustacheSyntax } from './mustache.ts'

const parser = unified()
  .use(function () {
    const data = this.data()
    data.micromarkExtensions = [mustacheSyntax, ...(data.micromarkExtensions ?? [])]
    data.fromMarkdownExtensions = [mustacheFromMarkdown, ...(data.fromMarkdownExtensions ?? [])]
  })
  .use(remarkParse)
  .use(remarkGfm)
  // CommonMark does not close `**強調。**` before a Japanese letter.
  .use(remarkCjkFriendly)
  .use(remarkDirective)
  .freeze()

export function parseMarkdown(text: string): Root {
  return parser.parse(text)
}
