/** Every published number is in every report and language; `npm run facts` prints them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLab, copyLab, remove, type BuiltLab } from '../helpers/build-lab.ts'
import { missingNumbers, publishedNumbers, reportsWithFacts } from '../helpers/facts.ts'

let lab: BuiltLab
beforeAll(async () => {
  lab = await buildLab(await copyLab(), { formats: ['html'] })
}, 180_000)
afterAll(() => remove(lab.folder))

test('all reports build without a problem', () => {
  expect(lab.problems.filter(({ severity }) => severity !== 'info')).toEqual([])
})

test.each(
  Object.entries(reportsWithFacts).flatMap(([report, name]) => ['en', 'ja'].map((tag) => [report, tag, name] as const)),
)('%s %s', async (report, tag, name) => {
  const numbers = publishedNumbers(name)
  expect(numbers.length).toBeGreaterThan(40)
  const missing = missingNumbers(numbers, await lab.text(`${report}/${tag}/report.html`))
  expect(missing.map(({ fact, value }) => `${fact.id}: ${fact.what}: ${value}`)).toEqual([])
})

test('a number that is not there is found to be missing', () => {
  const numbers = publishedNumbers('file-server')
  expect(missingNumbers(numbers, '<p>10735 s, 17.8 %, 3780.25</p>').length).toBe(
    numbers.length - numbers.filter(({ value }) => value === 10735 || value === 17.8).length,
  )
})
