import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { renderChart } from '../../src/charts/render.ts'
import { ProblemSink } from '../../src/problems.ts'
import { chartKinds, chartOptions, chartSpec, englishTexts, japaneseTexts } from '../helpers/charts.ts'
import { layoutFaults, layoutOf } from '../helpers/svg-layout.ts'

// ESLint's own JSON Schema validator, found from ESLint: it is no dependency of ours.
const fromEslint = createRequire(createRequire(import.meta.url).resolve('eslint'))
const Ajv = fromEslint('ajv') as new (options: object) => {
  compile: (schema: unknown) => ((value: unknown) => boolean) & { errors?: unknown }
}
const schema: unknown = createRequire(import.meta.url)('vega-lite/vega-lite-schema.json')
const validate = new Ajv({ allErrors: false, unknownFormats: 'ignore', nullable: true, logger: false }).compile(schema)

describe.each(chartKinds)('%s', (kind) => {
  it('is valid Vega-Lite', () => {
    expect(validate(chartSpec(kind)), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    ['en', englishTexts],
    ['ja', japaneseTexts],
    ['de', englishTexts],
  ])('draws its own sample in %s without warnings, overlaps or cut texts', async (locale, texts) => {
    const problems = new ProblemSink(kind)
    const svg = await renderChart(chartOptions(kind, undefined, { locale, texts, problems }))
    expect(problems.toProblems()).toEqual([])
    expect(layoutFaults(svg)).toEqual([])
    expect(layoutOf(svg)).toMatchObject({ width: 642 })
  })

  it('leaves spec and rows as they were', async () => {
    const options = chartOptions(kind)
    await renderChart(options)
    expect(options.spec).toEqual(chartSpec(kind))
    expect(options.data.rows).toEqual(chartSpec(kind).data.values)
  })

  it('says in its description what rows it wants', () => {
    const { description, data } = chartSpec(kind)
    for (const field of new Set(data.values.flatMap(Object.keys))) expect(description).toContain(field)
  })
})
