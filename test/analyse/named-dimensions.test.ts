import { beforeAll, expect, test } from 'vitest'
import { withNamedDimensions } from '../../src/analyse/named-dimensions.ts'
import type { Results } from '../../src/model/result.ts'
import { readResults, viewOf } from '../helpers/small-view.ts'

let results: Results

beforeAll(async () => {
  results = await readResults(`benchmark,run,blockSize,readShare,depth,metric,value,unit
disk,1,8192,0.67,1,iops,100,1/s
disk,1,8192,0.67,2,iops,120,1/s
disk,1,65536,1,1,iops,900,1/s
disk,1,65536,1,2,iops,950,1/s`)
})

const named = {
  profile: { database: { blockSize: 8192, readShare: 0.67 }, streaming: { blockSize: 65536, readShare: 1 } },
  load: { light: { depth: 1 }, any: { depth: [1, 2] } },
}

test('a name stands for conditions of observations', () => {
  const view = viewOf(withNamedDimensions(results, named), {
    metric: 'iops',
    unit: 'IO/s',
    where: { load: 'light' },
    rows: 'profile',
    columns: 'load',
  })
  expect(view.rows.map(({ key }) => key)).toEqual(['database', 'streaming'])
  // Both names of a load fit one outstanding I/O: the first one counts.
  expect(view.cells.map((row) => row.map(({ value }) => value))).toEqual([[100], [900]])
})

test('or of whole runs, such as those of their paths', () => {
  const runs = results.runs.map((run) => ({ ...run, dimensions: { disk: 'a' } }))
  const [run] = withNamedDimensions({ ...results, runs }, { sample: { sas: { disk: 'a' } } }).runs
  expect(run!.dimensions).toEqual({ sample: 'sas', disk: 'a' })
  expect(run!.observations[0]).toBe(runs[0]!.observations[0])
})

test('what the log says itself stays', () => {
  const runs = results.runs.map((run) => ({ ...run, dimensions: { disk: 'a', sample: 'own' } }))
  expect(withNamedDimensions({ ...results, runs }, { sample: { sas: { disk: 'a' } } }).runs[0]!.dimensions).toEqual({
    sample: 'own',
    disk: 'a',
  })
})

test('without names nothing is copied', () => {
  expect(withNamedDimensions(results, {})).toBe(results)
})
