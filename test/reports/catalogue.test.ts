/** The catalogue of reports, stale files, and a damaged catalogue of translations. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLab, copyLab, remove } from '../helpers/build-lab.ts'

const report = 'proliant/file-server'
let folder: string

beforeAll(async () => {
  folder = await copyLab(['data', 'templates'])
})
afterAll(() => remove(folder))

const build = (options: Parameters<typeof buildLab>[1]) =>
  buildLab(folder, { templates: join(folder, 'templates'), reports: [report], formats: ['html'], ...options })

test('building one language keeps the others in the catalogue, in the order of the report', async () => {
  await build({ languages: ['ja'] })
  const built = await build({ languages: ['en'] })
  const index = await built.text('index.html')
  const links = [...index.matchAll(/href="([^"]+)"/g)].map((match) => match[1])
  expect(links).toEqual([`${report}/en/report.html`, `${report}/ja/report.html`])
})

test('a PDF of other numbers does not stay beside a new page', async () => {
  const stale = join(folder, 'out', report, 'en/report.pdf')
  await writeFile(stale, 'old')
  await build({ languages: ['en'] })
  expect(await readdir(join(folder, 'out', report, 'en'))).not.toContain('report.pdf')
})

test('nothing half-written is left', async () => {
  const files = await readdir(join(folder, 'out'), { recursive: true })
  expect(files.filter((file) => file.endsWith('.part'))).toEqual([])
})

test('values.json leads from every printed value to its logs', async () => {
  const built = await build({ languages: ['en'] })
  const values = JSON.parse(await built.text(`${report}/values.json`)) as {
    view: string
    row: string[]
    column: string[]
    value: number
    origins: string[]
  }[]
  const time = values.find(({ view, row, column }) => view === 'time' && row[0] === '10M' && column[0] === 'dl380-g5')!
  expect(Math.round(time.value)).toBe(422)
  expect(time.origins).toHaveLength(5)
  const [file, line] = time.origins[0]!.split(':')
  expect((await readFile(join(folder, file!), 'latin1')).split('\r\n')[Number(line) - 1]).toMatch(
    /^file-copy,.*transferTime,/,
  )
})

test('a catalogue that cannot be read is a problem with its line; the report is built in English words', async () => {
  const file = join(folder, 'templates/locales/ja.po')
  await writeFile(file, `${await readFile(file, 'utf8')}\nmsgid "open\n`)
  const { problems } = await build({ languages: ['ja'] })
  expect(problems.find(({ ruleId }) => ruleId === 'po-syntax')).toMatchObject({
    path: 'templates/locales/ja.po',
    severity: 'error',
  })
})
