/** Parts of views in tables and figures, and tables of sets. Expected texts are written by hand. */
import { toHtml } from 'hast-util-to-html'
import { beforeAll, describe, expect, test } from 'vitest'
import type { View } from '../../src/analyse/view.ts'
import { chartInput } from '../../src/compose/chart-input.ts'
import { ChartInputError, ChartSource } from '../../src/compose/chart-inputs/source.ts'
import { viewTable } from '../../src/compose/view-table.ts'
import { dataOf, plainNames, readResults, viewOf } from '../helpers/small-view.ts'

let support: View
let cache: View

beforeAll(async () => {
  const servers = { tower: ['T1', 'T2', 'T3'], rack: ['R1', 'R2'], blade: ['B1'] }
  const takes: Record<string, string[]> = {
    'ECO,500': ['T1', 'T3', 'R1', 'R2'],
    'ECO,320': ['T1', 'T3', 'R1', 'R2'],
    'BC,500': ['T2', 'B1'],
  }
  const rows = Object.entries(takes).flatMap(([disk, names]) =>
    Object.entries(servers).flatMap(([family, all]) =>
      all.filter((server) => names.includes(server)).map((server) => `disk,${disk},${family},${server},fits,1,`),
    ),
  )
  const results = await readResults(`benchmark,class,capacity,family,server,metric,value,unit\n${rows.join('\n')}`)
  support = viewOf(results, {
    metric: 'fits',
    unit: '',
    rows: ['class', { dimension: 'capacity', order: [500, 320] }],
    columns: [
      { dimension: 'family', order: ['tower', 'rack', 'blade'] },
      { dimension: 'server', order: ['T1', 'T2', 'T3', 'R1', 'R2', 'B1'] },
    ],
  })
  const gains = await readResults(`benchmark,disk,depth,cache,metric,value,unit
disk,a,1,off,iops,100,1/s
disk,a,1,on,iops,150,1/s
disk,a,2,off,iops,200,1/s
disk,a,2,on,iops,196,1/s`)
  cache = viewOf(gains, {
    metric: 'iops',
    unit: 'IO/s',
    rows: 'disk',
    columns: ['depth', 'cache'],
    derive: [{ id: 'gain', label: 'Gain', operation: 'gain', of: 'on', to: 'off', unit: '%', decimals: 0 }],
  })
})

describe('tables of sets', () => {
  test('name all of a kind, all but a few, or the few', () => {
    const { csv } = viewTable({ view: 'small', as: 'sets' }, dataOf(support), plainNames)
    expect(csv.replace('\u{feff}', '').trimEnd().split('\r\n')).toEqual([
      'class,capacity,server',
      'ECO,500,all tower except T2; all rack',
      'ECO,320,all tower except T2; all rack',
      'BC,500,T2; B1',
    ])
  })

  test('equal sets of a group share a cell', () => {
    const { element } = viewTable({ view: 'small', as: 'sets' }, dataOf(support), plainNames)
    const cells = toHtml(element).match(/<td[^>]*>[^<]*<\/td>/g)
    expect(cells).toEqual(['<td rowspan="2">all tower except T2; all rack</td>', '<td>T2; B1</td>'])
  })

  test('only part of the rows, beside all columns', () => {
    const { csv } = viewTable({ view: 'small', only: 'BC', as: 'sets' }, dataOf(support), plainNames)
    expect(csv).toContain('capacity,server\r\n500,T2; B1')
  })

  test.each([
    [{ view: 'other' }, 'unknown-view', 'Unexpected view other, expected one of: small'],
    [
      { view: 'small', only: 'EP' },
      'table-attribute',
      'Unexpected only=EP, expected a value of a row or column of small',
    ],
    [{ view: 'small', as: 'list' }, 'table-attribute', 'Unexpected as=list, expected sets'],
  ])('%o is an error', (attributes, ruleId, message) => {
    expect.assertions(2)
    try {
      viewTable(attributes, dataOf(support), plainNames)
    } catch (error) {
      expect(error).toBeInstanceOf(ChartInputError)
      expect(error).toMatchObject({ ruleId, message })
    }
  })
})

describe('figures', () => {
  const source = (attributes: Record<string, string>): ChartSource =>
    new ChartSource({
      chart: 'clustered-bars',
      attributes: { view: 'small', ...attributes },
      data: dataOf(cache),
      names: plainNames,
      warn: (message) => {
        throw new Error(message)
      },
    })

  test('of a computed column show it for each group', () => {
    const { rows, texts, download } = chartInput(source({ derived: 'gain' }))
    // 150 ÷ 100 and 196 ÷ 200.
    expect(rows.map(({ series, value, label }) => [series, value, label])).toEqual([
      ['1', 50, '50'],
      ['2', -2, '\u{2212}2'],
    ])
    expect(texts.yTitle).toBe('derived gain (%)')
    expect(download[0]).toEqual(['disk', '1 (%)', '2 (%)'])
  })

  test('of one value leave out its dimension', () => {
    const { rows } = chartInput(source({ only: '2' }))
    expect(rows.map(({ series, value }) => [series, value])).toEqual([
      ['off', 200],
      ['on', 196],
    ])
  })

  test('without labels, and with room above', () => {
    const { rows } = chartInput(source({ derived: 'gain', labels: 'none', top: '90' }))
    expect(rows.map(({ label, room }) => [label, room])).toEqual([
      ['', 90],
      ['', undefined],
    ])
  })

  test.each([
    [{ only: '3' }, 'Unexpected only=3, expected a value of a row or column of small'],
    [{ derived: 'ratio' }, 'Unexpected derived=ratio, expected a computed column of small'],
    [{ labels: 'few' }, 'Unexpected labels=few, expected none'],
    [{ top: 'high' }, 'Unexpected top=high, expected a number'],
  ])('%o is an error', (attributes, message) => {
    expect(() => chartInput(source(attributes))).toThrow(message)
  })
})
