/** `out/index.html`: every report with its editions. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { h } from 'hastscript'
import { toHtml } from 'hast-util-to-html'

const editionSchema = z.strictObject({
  tag: z.string(),
  /** Name of the language in itself. */
  language: z.string(),
  title: z.string(),
  description: z.string(),
  hasPdf: z.boolean(),
})
export type EditionSummary = z.infer<typeof editionSchema>

const builtSchema = z.strictObject({
  id: z.string(),
  /** Name of the product line. */
  line: z.string(),
  editions: z.array(editionSchema),
})
export type BuiltReport = z.infer<typeof builtSchema>

/** What an earlier build said of a report; `null` when there was none that can be read. */
export async function readEntry(file: string): Promise<BuiltReport | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return builtSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Editions in the order of the report; one that was not built now is kept from before. */
export function mergeEntry(before: BuiltReport | null, now: BuiltReport, languages: readonly string[]): BuiltReport {
  const known = [...now.editions, ...(before?.editions ?? [])]
  return { ...now, editions: languages.flatMap((tag) => known.find((edition) => edition.tag === tag) ?? []) }
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
