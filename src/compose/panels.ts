/** Figures of several charts: `:::figure[Caption]{#id}` around a `::chart[Title]{view=… chart=…}` each. */
import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Nodes } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import { toString } from 'mdast-util-to-string'
import { drawChart, type ChartContext, type FigureJob } from './figures.ts'
import type { ReportData } from './report-data.ts'
import { joinCsv } from './tables.ts'

export function isPanel(node: Nodes): node is LeafDirective {
  return node.type === 'leafDirective' && node.name === 'chart'
}

/** Several charts of one figure, one below the other, those of half a width side by side; their data in one file. */
export async function drawPanels(
  panels: readonly LeafDirective[],
  { anchor, caption, names }: FigureJob,
  { data, charts }: { data: ReportData; charts: ChartContext },
): Promise<{ elements: Element; csv: string | null }> {
  const drawn = await Promise.all(
    panels.map(async (node, index) => {
      const title = toString(node)
      const chart = await drawChart(
        { node, anchor: { ...anchor, id: `${anchor.id}-${index + 1}` }, caption: title || caption, names, data },
        charts,
      )
      const width = node.attributes?.width === 'half' ? 'half' : 'full'
      const heading = title === '' ? [] : [h('p.panel-title', title)]
      const element = h(`div.panel.${width}`, [...heading, ...(chart ? [chart.svg] : [])])
      return { element, csv: chart && { title, text: chart.csv } }
    }),
  )
  const tables = drawn.flatMap(({ csv }) => csv ?? [])
  return {
    elements: h(
      'div.panels',
      drawn.map(({ element }) => element),
    ),
    csv: tables.length === 0 ? null : joinCsv(tables),
  }
}
