/** A sentence that new data has made false leads straight to itself and to the logs. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLab, copyLab, remove, root } from '../helpers/build-lab.ts'

const log = (run: number): string => `data/proliant/file-server/logs/gen8/10M/run${run}/copy.csv`
let folder: string

beforeAll(async () => {
  folder = await copyLab()
  // The new server now takes longer than half the time of the old one for 10 MB files: about 300 s against 422 s.
  for (let run = 1; run <= 5; run++) {
    const file = join(folder, log(run))
    const text = await readFile(file, 'latin1')
    await writeFile(file, Buffer.from(text.replace(/transferTime,[\d.]+,s/, 'transferTime,300,s'), 'latin1'))
  }
}, 60_000)
afterAll(() => remove(folder))

test('the build fails and names sentence, line, condition, values and logs', async () => {
  const { problems, outputs } = await buildLab(folder, {
    reports: ['proliant/file-server'],
    formats: ['html'],
    languages: ['en'],
  })
  const broken = problems.filter(({ ruleId }) => ruleId === 'broken-claim')
  const claim = broken.find(({ message }) => message.includes('Copying takes less than half the time'))!
  expect(claim.severity).toBe('error')
  expect(claim.expected).toBe('time.ratio < 50')
  // 300 s ÷ 422 s = 71.1 %, worked out by hand from the published 422 s.
  expect(claim.actual).toMatch(/time\.ratio\['10M'\] = 71\.\d+ %/)
  expect(claim.hint).toContain(log(1))
  const template = (await readFile(join(root, 'templates/reports/file-server.md'), 'utf8')).split('\n')
  expect(template[claim.line! - 1]).toContain('Copying takes less than half the time')
  expect(outputs.filter((file) => file.includes('file-server'))).toEqual([])
})

test('a draft is built apart from the published report, the sentence marked', async () => {
  const draft = await buildLab(folder, {
    reports: ['proliant/file-server'],
    formats: ['html'],
    languages: ['en', 'ja'],
    draft: true,
  })
  expect(draft.problems.some(({ ruleId }) => ruleId === 'broken-claim')).toBe(true)
  for (const tag of ['en', 'ja']) {
    const marks =
      (await draft.text(`draft/proliant/file-server/${tag}/report.html`)).match(/<mark class="broken-claim">[^<]+/g) ??
      []
    expect(draft.outputs.filter((file) => file.startsWith('out/proliant'))).toEqual([])
    expect(marks.join('\n')).toMatch(tag === 'en' ? /Copying takes less than half/ : /転送時間は半分未満/)
  }
})

test('check finds the same without writing anything', async () => {
  const { problems, outputs } = await buildLab(folder, {
    reports: ['proliant/file-server'],
    checkOnly: true,
    formats: [],
  })
  expect(problems.some(({ ruleId }) => ruleId === 'broken-claim')).toBe(true)
  expect(outputs).toEqual([])
})
