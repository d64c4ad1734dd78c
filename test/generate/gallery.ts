/** All kinds of charts with their sample rows in one page, `.cache/gallery.html`: to look at after a change. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { renderBlockDiagram } from '../../src/charts/block-diagram.ts'
import { renderChart } from '../../src/charts/render.ts'
import { defaultTheme } from '../../src/charts/theme.ts'
import { chartKinds, chartOptions, englishTexts, japaneseTexts, sampleDiagram } from '../helpers/charts.ts'

const require = createRequire(import.meta.url)

function fontFace(set: string, weight: number, range: string): string {
  const file = require.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${set}-${weight}-normal.woff2`)
  const data = readFileSync(file).toString('base64')
  return `@font-face{font-family:'Noto Sans JP';font-weight:${weight};src:url(data:font/woff2;base64,${data});${range}}`
}

const figures: string[] = []
for (const [locale, texts] of [
  ['en', englishTexts],
  ['ja', japaneseTexts],
] as const) {
  for (const kind of chartKinds) {
    const svg = await renderChart(chartOptions(kind, undefined, { locale, texts, idPrefix: `${kind}-${locale}` }))
    figures.push(`<figure>${svg}<figcaption>${kind} (${locale})</figcaption></figure>`)
  }
}
const diagram = renderBlockDiagram({
  diagram: sampleDiagram,
  title: 'Test set-up',
  description: '',
  locale: 'ja',
  theme: defaultTheme,
  idPrefix: 'diagram',
})
figures.push(`<figure>${diagram}<figcaption>block diagram</figcaption></figure>`)

const fonts = [400, 700].flatMap((weight) => [
  fontFace('japanese', weight, ''),
  fontFace('latin', weight, 'unicode-range:U+0-FF,U+2000-206F'),
])
const style = `${fonts.join('')}figure{display:inline-block;margin:12px}figcaption{color:#777;font:12px sans-serif}`
const folder = join(import.meta.dirname, '../../.cache')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'gallery.html'),
  `<!doctype html><meta charset="utf-8"><title>Charts</title><style>${style}</style>${figures.join('')}`,
)
