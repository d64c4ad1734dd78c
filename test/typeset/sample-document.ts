/** A small report in two languages with all that typesetting has to get right. */
import type { PageMap } from '../../src/typeset/page-map.ts'

export type SampleLanguage = 'en' | 'ja'

const words = {
  en: {
    title: 'Disk performance of a test server',
    page: '"Page " counter(page) " of " counter(pages)',
    header: 'Performance report',
    contents: 'Contents',
    chapters: [
      'Measured throughput of all file servers that were compared under a load of random and sequential accesses',
      'Response times',
    ],
    section: 'Test conditions',
    text: 'Every value is the mean of three runs on an idle system. ',
    table: 'Throughput by queue depth',
    heads: ['Queue depth', 'IO/s', 'MB/s'],
    figure: 'A bar chart of two values',
  },
  ja: {
    title: 'テストサーバのディスク性能',
    page: 'counter(page) " / " counter(pages) " ページ"',
    header: '性能報告書',
    contents: '目次',
    chapters: [
      'ランダムアクセスとシーケンシャルアクセスの負荷で比較したすべてのファイルサーバの測定スループット',
      '応答時間',
    ],
    section: '測定条件',
    text: '値はすべて、負荷のないシステムでの三回の測定の平均である。',
    table: 'キューの深さとスループット',
    heads: ['キューの深さ', 'IO/s', 'MB/s'],
    figure: '二つの値の棒グラフ',
  },
}

export const sampleTitle = (lang: SampleLanguage): string => words[lang].title
export const sampleHeadings = (lang: SampleLanguage): string[] => {
  const { contents, chapters, section } = words[lang]
  return [contents, chapters[0]!, section, chapters[1]!, section]
}
/** All text, for the choice of characters. */
export const sampleText = (lang: SampleLanguage): string => JSON.stringify(words[lang])

/** Chapters start on new pages; the table of the first is three pages long. */
export function sampleDocument(lang: SampleLanguage, fontCss: string, pages: PageMap): string {
  const { title, page, header, contents, chapters, section, text, table, heads, figure } = words[lang]
  const rows = Array.from(
    { length: 90 },
    (_none, row) => `<tr><th scope="row">${row}</th><td>${row * 10}</td><td>${row}</td></tr>`,
  )
  const entries = chapters.flatMap((chapter, index) => [
    { id: `c${index}`, label: chapter },
    { id: `節 ${index}`, label: section },
  ])
  const body = chapters.map(
    (chapter, index) => `<section><h1 id="c${index}">${chapter}</h1><p>${text.repeat(8)}</p>
      <h2 id="節 ${index}">${section}</h2><p>${text.repeat(30)}</p>
      <figure><svg role="img" aria-label="${figure}" width="200" height="80"><rect width="50" height="80"/><rect x="70" y="30" width="50" height="50"/></svg></figure>
      ${index === 0 ? `<table><caption>${table}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
      </section>`,
  )
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title><style>${fontCss}
    @page { size: A4; margin: 20mm; @top-left { content: "${header}"; font: 700 9pt "Noto Sans JP" }
      @bottom-right { content: ${page}; font: 9pt "Noto Sans JP" } }
    @page cover { @top-left { content: none } @bottom-right { content: none } }
    body { font: 10pt/1.6 "Noto Sans JP"; margin: 0 }
    .cover { page: cover; break-after: page; font-size: 24pt }
    section { break-before: page }
    thead { display: table-header-group } tr { break-inside: avoid }
    </style></head><body><div class="cover">${title}</div>
    <nav><h1>${contents}</h1><ol>${entries.map(({ id, label }) => `<li><a href="#${encodeURIComponent(id)}">${label} <span>[${pages.pages.get(id) ?? '–'}]</span></a></li>`).join('')}</ol>
    <p><a href="https://example.com/">example.com</a></p></nav>${body.join('')}</body></html>`
}
