import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderChart } from '../../src/charts/render.ts'
import { ProblemSink } from '../../src/problems.ts'
import { barRows, chartKinds, chartOptions, chartSpec, englishTexts, japaneseTexts } from '../helpers/charts.ts'
import { layoutFaults, layoutOf } from '../helpers/svg-layout.ts'

const servers = ['G5+Win2003', 'Gen8+Win2012']
// The five tables of the published file-server report.
const fileServer: [string, [string, ...number[]][], number][] = [
  [
    'transfer time',
    [
      ['40K', 10735, 3780],
      ['512K', 1257, 480],
      ['1M', 812, 364],
      ['10M', 422, 178],
    ],
    0,
  ],
  [
    'disk read',
    [
      ['40K', 1.7, 4.2],
      ['512K', 13.9, 33.4],
      ['1M', 21.1, 43.4],
      ['10M', 39.9, 93.4],
    ],
    1,
  ],
  [
    'queue',
    [
      ['40K', 1.6, 2],
      ['512K', 7.6, 3.5],
      ['1M', 8.2, 3.3],
      ['10M', 9, 4.2],
    ],
    1,
  ],
  [
    'network',
    [
      ['40K', 1.7, 4.8],
      ['512K', 15, 37.3],
      ['1M', 22.2, 45.1],
      ['10M', 42.4, 100.6],
    ],
    1,
  ],
  [
    'CPU',
    [
      ['40K', 1.1, 1],
      ['512K', 3.5, 1.1],
      ['1M', 4.9, 1.2],
      ['10M', 8.2, 1.5],
    ],
    1,
  ],
]

function textsOf(svg: string): string[] {
  return layoutOf(svg).texts.map((one) => one.text)
}

describe('clustered bars', () => {
  it.each(fileServer)(
    'show every label of the %s table, categories and series in order',
    async (_, table, decimals) => {
      const rows = barRows(servers, table, decimals)
      const svg = await renderChart(chartOptions('clustered-bars', rows))
      const texts = textsOf(svg)
      for (const row of rows) expect(texts).toContain(row.label)
      expect(texts.filter((text) => /^\d+[KM]$/.test(text))).toEqual(['40K', '512K', '1M', '10M'])
      expect(texts.filter((text) => servers.includes(text))).toEqual(servers)
      expect(layoutFaults(svg)).toEqual([])
    },
  )

  it('end their axes as published', async () => {
    const tops = []
    for (const [, table, decimals] of fileServer) {
      const svg = await renderChart(chartOptions('clustered-bars', barRows(servers, table, decimals)))
      // Ticks are the texts left of the plot, which end at one x.
      const ticks = layoutOf(svg).texts.filter((one) => one.x < 40 && /^[\d,]+$/.test(one.text))
      tops.push(ticks.map((one) => one.text).at(-1))
    }
    expect(tops).toEqual(['12000', '100', '10', '120', '9'])
  })

  it('keep a reversed order, too', async () => {
    const rows = barRows(servers.toReversed(), [
      ['10M', 1, 2],
      ['1M', 3, 4],
      ['40K', 5, 6],
    ])
    const texts = textsOf(await renderChart(chartOptions('clustered-bars', rows)))
    expect(texts.filter((text) => /^\d+[KM]$/.test(text))).toEqual(['10M', '1M', '40K'])
    expect(texts.filter((text) => servers.includes(text))).toEqual(servers.toReversed())
  })

  it('keep the order of categories and series that wrap', async () => {
    const names = [
      'データベースサーバー（オンライントランザクション処理）',
      'ファイルサーバー（ランダム読み書き混在）',
      'Webサーバー（読み込み中心）',
      'ビデオストリーミング配信（シーケンシャル読み込み）',
    ]
    const rows = barRows(
      servers,
      names.map((name, index) => [name, 10 - index, index + 1]),
    )
    const svg = await renderChart(chartOptions('clustered-bars', rows, { locale: 'ja', texts: japaneseTexts }))
    const starts = layoutOf(svg).texts.filter(({ text }) =>
      names.some((name) => name.startsWith(text) && text.length > 3),
    )
    const order = starts.sort((a, b) => a.x - b.x).map(({ text }) => names.findIndex((name) => name.startsWith(text)))
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('wrap long Japanese categories and legends', async () => {
    const rows = barRows(
      ['BC-SATA 3.5インチ 7200 rpm 500 GB(キャッシュ有効)', 'EP-SAS 2.5インチ 15000 rpm 146 GB(キャッシュ有効)', 'SSD'],
      [
        ['データベース(ランダムアクセス、67 %リード、33 %ライト、8 KBのブロックサイズ)', 310.4, 480.1, 2210.5],
        ['ファイルサーバー(ランダムアクセス、64 KB)', 210.4, 330.1, 1105.2],
        ['ストリーミング(シーケンシャルアクセス、100 %リード)', 1510.4, 1830.1, 4105.2],
        ['リストア(シーケンシャルアクセス、100 %ライト)', 1410.4, 1730.1, 3105.2],
      ],
      1,
    )
    const problems = new ProblemSink('chart')
    const svg = await renderChart(
      chartOptions('clustered-bars', rows, { locale: 'ja', texts: japaneseTexts, problems }),
    )
    expect(layoutFaults(svg)).toEqual([])
    expect(problems.toProblems()).toEqual([])
    const joined = textsOf(svg).join('')
    for (const row of rows) {
      expect(joined).toContain(row.category)
      expect(joined).toContain(row.series)
      expect(joined).toContain(row.label)
    }
  })

  it('leave labels out, and say so, rather than print them over each other', async () => {
    const table = Array.from({ length: 12 }, (_, index): [string, ...number[]] => [
      `${index}`,
      10000,
      20000,
      30000,
      40000,
    ])
    const rows = barRows(['a', 'b', 'c', 'd'], table, 2)
    const problems = new ProblemSink('chart')
    const svg = await renderChart(chartOptions('clustered-bars', rows, { problems }))
    expect(textsOf(svg)).not.toContain('10,000.00')
    expect(problems.toProblems()).toMatchObject([{ ruleId: 'chart-labels-hidden', severity: 'info' }])
    expect(layoutFaults(svg)).toEqual([])
  })

  it('draw a loss below zero, its label clear of the categories', async () => {
    const svg = await renderChart(
      chartOptions(
        'clustered-bars',
        barRows(
          ['gain'],
          [
            ['SATA', -19],
            ['SSD', 130],
          ],
        ),
      ),
    )
    const { texts } = layoutOf(svg)
    const [label, category] = ['-19', 'SATA'].map((text) => texts.find((one) => one.text === text)!)
    expect(label!.y + label!.height).toBeLessThan(category!.y)
    expect(texts.map((one) => one.text)).toContain('−40')
  })

  it('warn when there are more categories than fit', async () => {
    const rows = barRows(
      ['a'],
      Array.from({ length: 60 }, (_, index): [string, number] => [`ファイルサーバー${index}`, index]),
    )
    const problems = new ProblemSink('chart')
    const svg = await renderChart(chartOptions('clustered-bars', rows, { locale: 'ja', problems }))
    expect(problems.toProblems().map((one) => one.ruleId)).toContain('chart-categories-crowded')
    expect(layoutFaults(svg)).toEqual([])
  })

  it('stay tidy with any data', async () => {
    const word = fc.constantFrom(
      'サーバー',
      'ディスク',
      'RAID 1+0',
      '2.5"',
      'X5570',
      '転送',
      '<&">',
      'Windows Server 2012 ',
      '、',
    )
    const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(''))
    const value = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true }))
    const table = fc.tuple(
      fc.uniqueArray(name, { minLength: 1, maxLength: 9 }),
      fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      fc.array(value, { minLength: 36, maxLength: 36 }),
    )
    await fc.assert(
      fc.asyncProperty(table, async ([categories, series, values]) => {
        const rows = barRows(
          series,
          categories.map((category, row) => [category, ...series.map((_, index) => values[row * 4 + index]!)]),
          1,
        )
        for (const kind of ['clustered-bars', 'horizontal-bars', 'stacked-bars']) {
          const problems = new ProblemSink('chart')
          const svg = await renderChart(chartOptions(kind, rows, { locale: 'ja', problems }))
          expect(layoutFaults(svg), kind).toEqual([])
        }
      }),
      { numRuns: 12, seed: 7 },
    )
  })
})

describe('time series', () => {
  it('of a long log become as small as their pixels, with their peak and their gap', async () => {
    const rows = Array.from({ length: 40_000 }, (_, time) => ({
      time,
      series: 'read',
      value: time > 10_000 && time < 12_000 ? null : time === 31_234 ? 97 : 50 + (time % 10),
    }))
    const svg = await renderChart(chartOptions('time-series', rows))
    expect(svg.length).toBeLessThan(40_000)
    const path = /d="(M[^"]*)"[^>]*stroke="#22507b"/.exec(svg)![1]!
    // Two pieces; top of the plot is y = 0 for 120, 97 of 120 lies 19 % below it, all else more than half.
    expect(path.match(/M/g)).toHaveLength(2)
    const ys = [...path.matchAll(/[ML][\d.]+,([\d.]+)/g)].map((match) => Number(match[1])).sort((a, b) => a - b)
    expect(ys[0]! / ys.at(-1)!).toBeLessThan(0.5)
    expect(layoutOf(svg).texts.map((one) => one.text)).toContain('2:00:00')
  })
})

describe('relative bars', () => {
  it('draw an arrow for each gain that has room', async () => {
    const bars = (value: number) => [
      { category: 'OLTP', series: '10k', value: 100, label: '100 %' },
      { category: 'OLTP', series: '15k', value, label: `${value - 100} %` },
    ]
    const lines = async (value: number): Promise<number> =>
      (await renderChart(chartOptions('relative-bars', bars(value)))).match(/stroke-width="2"/g)?.length ?? 0
    // A shaft and a head.
    expect(await lines(150)).toBe(2)
    expect(await lines(102)).toBe(0)
    expect(await lines(60)).toBe(0)
  })
})

describe('every chart', () => {
  it('is the same whatever is drawn before or beside it', async () => {
    const alone = new Map<string, string>()
    for (const kind of chartKinds) alone.set(kind, await renderChart(chartOptions(kind)))
    const together = await Promise.all(chartKinds.toReversed().map((kind) => renderChart(chartOptions(kind))))
    expect(together.toReversed()).toEqual([...alone.values()])
  })

  it('has a name, and ids that begin with its prefix', async () => {
    for (const kind of chartKinds) {
      const svg = await renderChart(chartOptions(kind, undefined, { idPrefix: 'fig-7' }))
      expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="Transfer time. Two servers, four file sizes"/)
      for (const [, id] of svg.matchAll(/\sid="([^"]*)"/g)) expect(id).toMatch(/^fig-7-/)
      for (const [, id] of svg.matchAll(/url\(#([^)]*)\)/g)) expect(svg).toContain(`id="${id!}"`)
      expect(svg).not.toMatch(/\sclass=|\d\.\d{3}/)
    }
  })

  it('draws without any rows', async () => {
    for (const kind of chartKinds) {
      const svg = await renderChart(chartOptions(kind, []))
      expect(layoutFaults(svg), kind).toEqual([])
    }
  })

  it('keeps the place of a missing value', async () => {
    const rows = barRows(servers, [
      ['40K', 5, 6],
      ['1M', 7, 8],
    ]).map((row) => (row.category === '1M' ? { ...row, value: null, label: '–' } : row))
    const texts = textsOf(await renderChart(chartOptions('clustered-bars', rows)))
    expect(texts).toContain('1M')
    expect(texts.filter((text) => servers.includes(text))).toEqual(servers)
  })

  it('writes numbers as the language does', async () => {
    const rows = barRows(servers, [['40K', 107350, 37800]])
    expect(textsOf(await renderChart(chartOptions('clustered-bars', rows, { locale: 'de' })))).toContain('120.000')
  })

  it('escapes what the data says', async () => {
    const svg = await renderChart(
      chartOptions('clustered-bars', barRows(['<script>alert(1)</script>', 'a"b'], [['</svg>\u0000\u000b', 1, 2]]), {
        title: '"><script>',
      }),
    )
    expect(svg).not.toContain('<script')
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
    expect(svg).not.toMatch(/[\u0000\u000b]/) // eslint-disable-line no-control-regex -- what XML forbids
  })

  it('has the size that was asked for', async () => {
    for (const kind of chartKinds) {
      const svg = await renderChart(chartOptions(kind, undefined, { width: 480, height: 260 }))
      expect(layoutOf(svg), kind).toMatchObject({ width: 480, height: 260 })
    }
  })
})

describe('a spec that is wrong', () => {
  it.each([
    ['no object', 'text', /Unexpected string/],
    ['without the data source', { mark: 'bar' }, /Unexpected data/],
    ['that loads a file', { mark: 'bar', data: { name: 'table', url: 'file:///etc/passwd' } }, /Unexpected data/],
    ['with unknown hints', { ...chartSpec('clustered-bars'), usermeta: { benchpaper: { axis: 1 } } }, /specification/],
    ['that is no Vega-Lite', { data: { name: 'table' } }, /specification/],
  ])('%s is a problem', async (_, spec, message) => {
    await expect(renderChart({ ...chartOptions('clustered-bars'), spec })).rejects.toMatchObject({
      reason: expect.stringMatching(message) as unknown,
      ruleId: 'chart-spec-invalid',
    })
  })

  it('names a text that is missing', async () => {
    const { xTitle, ...texts } = englishTexts
    expect(xTitle).toBe('File size')
    const rendered = renderChart(chartOptions('clustered-bars', undefined, { texts }))
    await expect(rendered).rejects.toMatchObject({ ruleId: 'chart-text-missing' })
  })

  it('reports a warning of Vega-Lite each time', async () => {
    const spec = {
      ...chartSpec('clustered-bars'),
      mark: 'bar',
      layer: undefined,
      encoding: {
        x: { field: 'category', type: 'nominal' },
        size: { field: 'value', type: 'quantitative' },
        theta: { field: 'value', type: 'quantitative' },
      },
    }
    for (let time = 0; time < 2; time++) {
      const problems = new ProblemSink('chart')
      await renderChart({ ...chartOptions('clustered-bars'), spec, problems })
      expect(problems.toProblems().map((one) => one.ruleId)).toContain('chart-spec-warning')
      await expect(renderChart({ ...chartOptions('clustered-bars'), spec })).rejects.toMatchObject({
        ruleId: 'chart-spec-warning',
      })
    }
  })
})
