import { describe, expect, it } from 'vitest'
import { renderBlockDiagram, type Diagram } from '../../src/charts/block-diagram.ts'
import { defaultTheme } from '../../src/charts/theme.ts'
import { sampleDiagram } from '../helpers/charts.ts'
import { layoutFaults, layoutOf } from '../helpers/svg-layout.ts'

const fileServer: Diagram = {
  boxes: [
    { id: 'client', kind: 'client', title: '負荷生成クライアント', lines: ['HP ProLiant BL460c G7', 'メモリ：32GB'] },
    {
      id: 'g5',
      kind: 'server',
      title: 'HP ProLiant DL380 G5',
      lines: ['OS：Windows Server 2003 R2 SP2 Standard (32-bit)'],
    },
    {
      id: 'gen8',
      kind: 'server',
      title: 'HP ProLiant DL380p Gen8',
      lines: ['OS：Windows Server 2012'],
      emphasis: true,
    },
  ],
  links: [
    { from: 'client', to: 'g5', label: '1Gbps Ethernet' },
    { from: 'client', to: 'gen8', label: '1Gbps Ethernet' },
  ],
}

function draw(diagram: Diagram, width?: number): string {
  return renderBlockDiagram({
    diagram,
    title: 'Test set-up',
    description: 'Load generator, network, servers',
    locale: 'ja',
    theme: defaultTheme,
    idPrefix: 'figure-1',
    width,
  })
}

describe('renderBlockDiagram', () => {
  it.each([
    ['one client and two servers', fileServer, 642],
    ['one client and two servers, narrow', fileServer, 380],
    ['four columns with links below', sampleDiagram, 642],
  ])('draws %s without overlaps or cut texts', (_, diagram, width) => {
    const svg = draw(diagram, width)
    expect(layoutFaults(svg)).toEqual([])
    expect(layoutOf(svg).width).toBe(width)
    const words = layoutOf(svg)
      .texts.map((one) => one.text)
      .join(' ')
      .replaceAll(' ', '')
    for (const text of diagram.boxes.flatMap((box) => [box.title, ...(box.lines ?? [])]))
      expect(words).toContain(text.replaceAll(' ', ''))
    expect(svg).toBe(draw(diagram, width))
  })

  it('puts the text of a box into the box', () => {
    const svg = draw(sampleDiagram)
    const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="4"/g)].map(
      (match) => match.slice(1).map(Number),
    ) as [number, number, number, number][]
    const labels = sampleDiagram.links!.map((link) => link.label)
    for (const text of layoutOf(svg).texts) {
      if (labels.includes(text.text)) continue
      const inside = boxes.some(
        ([x, y, width, height]) =>
          text.x >= x && text.x + text.width <= x + width && text.y >= y && text.y + text.height <= y + height,
      )
      expect(inside, text.text).toBe(true)
    }
  })

  it('writes a label once for links that share it and an end', () => {
    const texts = layoutOf(draw(fileServer)).texts.map((one) => one.text)
    expect(texts.filter((text) => text.includes('1Gbps'))).toHaveLength(1)
  })

  it('does not follow links in a circle', () => {
    const circle: Diagram = {
      boxes: [
        { id: 'a', kind: 'server', title: 'A' },
        { id: 'b', kind: 'server', title: 'B' },
      ],
      links: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    }
    expect(layoutFaults(draw(circle))).toEqual([])
  })

  it('says what is wrong', () => {
    const [first] = fileServer.boxes
    expect(() => draw({ boxes: [first!], links: [{ from: 'client', to: 'x' }] })).toThrow(/link from "client" to "x"/)
    expect(() => draw({ boxes: [first!, first!] })).toThrow(/second box "client"/)
    const long = Array.from({ length: 8 }, (_, column) => ({ ...first!, id: String(column), column }))
    expect(() => draw({ boxes: long })).toThrow(/8 columns/)
    expect(() => draw({ boxes: [] })).toThrow()
  })
})
