import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { NumberTable } from '../../src/source/number-table.ts'

function temporaryFiles(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('benchpaper-') && !name.startsWith('benchpaper-bench'))
}

/** The number at a row and column of the tables below. */
const at = (row: number, column: number): number => row * 1000 + column

/** Fills a table panel by panel; the last one is not full. */
function fill(table: NumberTable, rows: number, panelRows: number): void {
  let panel = new Float64Array(panelRows * table.width)
  for (let from = 0; from < rows; from += panelRows) {
    const count = Math.min(panelRows, rows - from)
    for (let c = 0; c < table.width; c++) for (let r = 0; r < count; r++) panel[c * panelRows + r] = at(from + r, c)
    panel = table.append(panel, count, panelRows)
  }
}

test('property: columns are what rows were, in memory, in the file, or still on the way there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 200 }),
      fc.boolean(),
      async (width, rows, panelRows, budget, isWaiting) => {
        const table = new NumberTable(width, budget)
        fill(table, rows, panelRows)
        if (isWaiting) await new Promise((resolve) => setTimeout(resolve, 5))
        const columns: number[][] = []
        table.forEachColumn((numbers, column) => {
          columns[column] = [...numbers]
        })
        await table.close()
        const expected = Array.from({ length: width }, (_, c) => Array.from({ length: rows }, (_, r) => at(r, c)))
        expect(columns).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})

test('more than memory should hold, and nothing is left behind', async () => {
  const before = temporaryFiles()
  const table = new NumberTable(40, 10_000)
  fill(table, 30_000, 500)
  let seen = 0
  table.forEachColumn((numbers, column) => {
    expect(numbers.length).toBe(30_000)
    expect(numbers.every((number, row) => number === at(row, column))).toBe(true)
    seen++
  })
  expect(seen).toBe(40)
  await table.close()
  expect(temporaryFiles()).toEqual(before)
})
