/** `out/index.html`: every report with its editions. */
import { h } from 'hastscript'
import { toHtml } from 'hast-util-to-html'

export interface EditionSummary {
  tag: string
  /** Name of the language in itself. */
  language: string
  title: string
  description: string
  hasPdf: boolean
}

export interface BuiltReport {
  id: string
  /** Name of the product line. */
  line: string
  editions: EditionSummary[]
}

const styles = `
body { font: 16px/1.55 'Noto Sans JP', system-ui, sans-serif; color: #1d252d; max-width: 860px; margin: 48px auto; padding: 0 24px; }
h1 { font-size: 28px; } h2 { font-size: 18px; margin: 36px 0 8px; padding-bottom: 6px; border-bottom: 1px solid #c4ced8; }
article { margin: 18px 0 26px; } h3 { font-size: 17px; margin: 0 0 4px; } p { margin: 0 0 6px; color: #46525e; }
a { color: #1f4e79; margin-right: 18px; } li { margin: 4px 0; } ul { list-style: none; padding: 0; margin: 0; }`

export function catalogueOf(reports: readonly BuiltReport[]): string {
  const lines = [...new Set(reports.map(({ line }) => line))]
  const page = h('html', { lang: 'en' }, [
    h('head', [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', 'Performance reports'),
      h('style', styles),
    ]),
    h('body', [
      h('h1', 'Performance reports'),
      ...lines.flatMap((line) => [h('h2', line), ...reports.filter((report) => report.line === line).map(article)]),
    ]),
  ])
  return `<!doctype html>\n${toHtml(page)}\n`
}

function article({ id, editions }: BuiltReport): ReturnType<typeof h> {
  const [first] = editions
  return h('article', [
    h('h3', { lang: first?.tag }, first?.title ?? id),
    h('p', { lang: first?.tag }, first?.description ?? ''),
    h(
      'ul',
      editions.map(({ tag, language, hasPdf }) =>
        h('li', [
          h('a', { href: `${id}/${tag}/report.html`, lang: tag, hreflang: tag }, language),
          ...(hasPdf ? [h('a', { href: `${id}/${tag}/report.pdf`, lang: tag, hreflang: tag }, 'PDF')] : []),
        ]),
      ),
    ),
  ])
}
