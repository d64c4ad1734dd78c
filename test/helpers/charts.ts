/** Chart specs and options as tests need them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagram } from '../../src/charts/block-diagram.ts'
import type { Row } from '../../src/charts/layout.ts'
import type { ChartOptions } from '../../src/charts/render.ts'
import { defaultTheme } from '../../src/charts/theme.ts'

const folder = join(import.meta.dirname, '../../templates/charts')

/** `clustered-bars`, `lines-log2`, … */
export const chartKinds: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.vl.json'))
  .map((name) => name.slice(0, -'.vl.json'.length))
  .sort()

export interface ChartSpec extends Record<string, unknown> {
  data: { name: string; values: Row[] }
}

export function chartSpec(kind: string): ChartSpec {
  return JSON.parse(readFileSync(join(folder, `${kind}.vl.json`), 'utf8')) as ChartSpec
}

export const englishTexts = {
  yTitle: 'Transfer time (s)',
  xTitle: 'File size',
  leftTitle: 'Transactions (IO/s)',
  rightTitle: 'Response time (ms)',
  secondTitle: 'CPU load (%), dashed',
  limitLabel: 'Limit 20 ms',
  middleTitle: 'Sequential write (MB/s)',
}

export const japaneseTexts = {
  yTitle: '転送時間(秒)',
  xTitle: 'ファイルサイズ',
  leftTitle: 'トランザクション(IO/s)',
  rightTitle: 'レスポンスタイム(ms)',
  secondTitle: 'CPU使用率(%、破線)',
  limitLabel: '上限 20 ms',
  middleTitle: 'シーケンシャルライト(MB/秒)',
}

export function chartOptions(kind: string, rows?: Row[], more: Partial<ChartOptions> = {}): ChartOptions {
  const spec = chartSpec(kind)
  return {
    spec,
    data: { rows: rows ?? spec.data.values },
    texts: englishTexts,
    title: 'Transfer time',
    description: 'Two servers, four file sizes',
    locale: 'en',
    theme: defaultTheme,
    idPrefix: 'figure-1',
    ...more,
  }
}

/** Category, then the values of the series in their order; labels as a table would print them. */
export function barRows(series: string[], table: [string, ...number[]][], decimals = 0): Row[] {
  return table.flatMap(([category, ...values]) =>
    values.map((value, index) => ({
      category,
      series: series[index]!,
      value,
      label: value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    })),
  )
}

/** Controller, load generators, network, server, storage, with links of every direction. */
export const sampleDiagram: Diagram = {
  boxes: [
    { id: 'controller', kind: 'controller', title: 'Framework controller', column: 0 },
    { id: 'clients', kind: 'client', title: 'Load generators', several: true, column: 0 },
    { id: 'lan', kind: 'switch', title: 'LAN switch' },
    { id: 'sut', kind: 'server', title: 'System under test', lines: ['tile 1 … tile n'], emphasis: true },
    { id: 'disks', kind: 'storage', title: 'Disk subsystem' },
  ],
  links: [
    { from: 'controller', to: 'clients', label: 'starts' },
    { from: 'controller', to: 'lan', label: '1 Gbit/s' },
    { from: 'clients', to: 'lan', label: '10 Gbit/s' },
    { from: 'lan', to: 'sut' },
    { from: 'sut', to: 'disks', label: 'Fibre Channel' },
    { from: 'controller', to: 'sut', label: 'management network' },
    { from: 'disks', to: 'lan', label: 'back-up' },
  ],
}
