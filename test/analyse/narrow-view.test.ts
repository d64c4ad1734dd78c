import { beforeAll, expect, test } from 'vitest'
import { onlyDerived, onlyWith } from '../../src/analyse/narrow-view.ts'
import type { View } from '../../src/analyse/view.ts'
import type { Results } from '../../src/model/result.ts'
import { readResults, viewOf } from '../helpers/small-view.ts'

// Gains by hand: 150 ÷ 100 − 1 = 50 %, 90 ÷ 60 − 1 = 50 %, 44 ÷ 40 − 1 = 10 %.
const rows = `benchmark,profile,depth,cache,metric,value,unit
disk,database,1,off,iops,100,1/s
disk,database,1,on,iops,150,1/s
disk,database,2,off,iops,60,1/s
disk,database,2,on,iops,90,1/s
disk,restore,1,off,iops,40,1/s
disk,restore,1,on,iops,44,1/s`

const spec = {
  metric: 'iops',
  unit: 'IO/s',
  rows: ['profile', 'depth'],
  columns: 'cache',
  derive: [{ id: 'gain', label: 'Gain', operation: 'gain', of: 'on', to: 'off', unit: '%', hidden: true }],
}

let results: Results
let view: View

beforeAll(async () => {
  results = await readResults(rows)
  view = viewOf(results, spec)
})

function values({ cells }: View): (number | null)[][] {
  return cells.map((row) => row.map(({ value }) => value && Number(value.toPrecision(9))))
}

test('only the rows of a value, without its dimension', () => {
  const part = onlyWith(view, 'database')!
  expect(part.rows.map(({ key }) => key)).toEqual(['1', '2'])
  expect(part.spec.rows.map(({ dimension }) => dimension)).toEqual(['depth'])
  expect(values(part)).toEqual([
    [100, 150, 50],
    [60, 90, 50],
  ])
  // The view itself stays as it is.
  expect(view.rows).toHaveLength(3)
})

test('a dimension that is the only one stays', () => {
  const part = onlyWith(view, 'on')!
  expect(part.columns.map(({ key }) => key)).toEqual(['on'])
  expect(values(part)).toEqual([[150], [90], [44]])
})

test('only computed columns, which are shown then', () => {
  const part = onlyDerived(view, 'gain')!
  expect(part.columns.map(({ derived }) => derived?.hidden)).toEqual([false])
  expect(values(part)).toEqual([[50], [50], [10]])
})

test('computed columns of groups are named by their group', () => {
  const byDepth = viewOf(results, { ...spec, rows: 'profile', columns: ['depth', 'cache'] })
  const part = onlyDerived(byDepth, 'gain')!
  expect(part.columns.map(({ key }) => key)).toEqual(['1', '2'])
  expect(part.spec.columns.map(({ dimension }) => dimension)).toEqual(['depth'])
  expect(values(part)).toEqual([
    [50, 50],
    [10, null],
  ])
})

test('nothing for what the view does not have', () => {
  expect(onlyWith(view, 'backup')).toBeNull()
  expect(onlyDerived(view, 'ratio')).toBeNull()
})
