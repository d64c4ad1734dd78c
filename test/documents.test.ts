/** Documents that are made from the code are up to date, and links between documents lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { formats } from '../src/formats/index.ts'
import { formatsDocument } from './helpers/formats-document.ts'

const root = join(import.meta.dirname, '..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]

test('docs/formats.md says what the formats say (npm run docs writes it)', async () => {
  const file = join(root, 'docs/formats.md')
  expect(readFileSync(file, 'utf8')).toBe(await formatsDocument(formats, file))
})

test.each(formats.map((format) => [format.id, format] as const))('%s describes itself', (id, { title, about }) => {
  expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  expect(title.length).toBeGreaterThan(5)
  for (const text of [about.versions, about.reads, about.leaves]) expect(text.length).toBeGreaterThan(2)
  expect(about.quirks.length).toBeGreaterThan(0)
})

test.each(documents)('links of %s lead to files', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/```.*?```/gs, '')
  for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(target!)) continue
    expect(existsSync(join(root, dirname(document), target!)), `${document}: ${target}`).toBe(true)
  }
})

test.each(documents)('%s has no marks of a conflict', (document) => {
  expect(readFileSync(join(root, document), 'utf8')).not.toMatch(/^(?:[<>] ?){7}|^\| ={7} /m)
})
