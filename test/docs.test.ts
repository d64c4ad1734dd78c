/** Every example of the author's guide is built; schemas for editors are those the program checks with. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { starterFiles } from '../src/commands/init-files.ts'
import { fileEffects } from '../src/effects.ts'
import { buildLab, copyLab, remove, root, temporaryFolder } from './helpers/build-lab.ts'
import { schemaFiles } from './generate/schemas.ts'

const guide = await readFile(join(root, 'docs/report-language.md'), 'utf8')
let lab: string

beforeAll(async () => {
  lab = await copyLab(['data', 'templates'])
})
afterAll(() => remove(lab))

function fenced(language: string): string[] {
  return [...guide.matchAll(/^(`{3,})(\w+)\n([\s\S]*?)^\1$/gm)]
    .filter((match) => match[2] === language)
    .map((match) => match[3]!)
}

/** Checks the file-server report with another body and further front matter. */
async function problemsOf(body: string, matter = ''): Promise<string[]> {
  const file = join(lab, 'templates/reports/file-server.md')
  const original = await readFile(join(root, 'templates/reports/file-server.md'), 'utf8')
  const [, front] = /^---\n([\s\S]*?)\n---\n/.exec(original)!
  const fields = [...matter.matchAll(/^(\w+):\n((?: .*\n|\n)+)/gm)].reduce(
    (text, [, field, lines]) => text.replace(new RegExp(`^${field!}:\n`, 'm'), `${field!}:\n${lines!}`),
    front!,
  )
  await writeFile(file, `---\n${fields}\n---\n\n## Results {#results}\n\n${body}\n`)
  const { problems } = await buildLab(lab, {
    templates: join(lab, 'templates'),
    reports: ['proliant/file-server'],
    checkOnly: true,
    formats: [],
    languages: ['en'],
  })
  return problems.filter(({ severity }) => severity !== 'info').map(({ message }) => message)
}

test('the whole template at the beginning builds in a new lab', async () => {
  const folder = await temporaryFolder()
  try {
    const template = fenced('markdown').find((example) => example.startsWith('---'))
    await fileEffects(() => undefined).write(
      new Map(Object.entries(starterFiles).map(([file, text]) => [join(folder, file), text])),
    )
    await writeFile(join(folder, 'templates/reports/disk-check.md'), template!)
    const built = await buildLab(folder, { templates: join(folder, 'templates'), formats: ['html'] })
    expect(built.problems).toEqual([])
    const html = await built.text('example/disk-check/en/report.html')
    expect(html).toContain('Disk check of Server B')
    expect(html).not.toContain('Demonstration')
  } finally {
    await remove(folder)
  }
})

test.each(fenced('yaml').map((yaml) => [yaml.split('\n').slice(0, 2).join(' '), yaml]))(
  'front matter: %s',
  async (_, yaml) => {
    const use = yaml.includes('both:')
      ? "::table[Both]{#both-table view=both}\n\n{{value \"at('both', '40K', 'transferTime', 'old')\"}}"
      : 'Text.'
    expect(await problemsOf(use, yaml)).toEqual([])
  },
)

test('Markdown examples', async () => {
  const examples = fenced('markdown').filter((example) => !example.startsWith('---'))
  expect(examples.length).toBeGreaterThanOrEqual(2)
  expect(await problemsOf(examples.join('\n\n'))).toEqual([])
})

test('every helper of the table', async () => {
  const helpers = [...guide.matchAll(/`(\{\{[^`]+\}\})`/g)]
    .map((match) => match[1]!)
    .filter((text) => text !== '{{name}}')
  expect(helpers.length).toBeGreaterThan(18)
  expect(await problemsOf(`::table[Time]{#time-table view=time}\n\n${[...new Set(helpers)].join('\n\n')}`)).toEqual([])
})

test('a number typed into prose is reported, a constant is not', async () => {
  expect(await problemsOf('Gen8 needs 44.8 % of the time.')).toEqual([
    'Unexpected number "44.8 %" in prose, expected a placeholder or a claim',
  ])
  expect(await problemsOf('The limit is :constant[20 ms]. Windows Server 2012 sends 16 GB over SMB 3.0.')).toEqual([])
})

test('unknown names lead to their line and to what there is', async () => {
  const found = async (body: string): Promise<string> => (await problemsOf(body)).join('\n')
  expect(await found('{{value "time.older"}}')).toContain('columns: dl380-g5, dl380p-gen8, ratio, factor')
  expect(await found('{{ref "nowhere"}}')).toContain('unknown reference nowhere; known: results')
  expect(await found('::tabel[abc]{#x view=time}')).toContain('Unexpected directive tabel')
  expect(await found('::figure[abc]{#x view=time chart=pie}')).toContain('Unexpected chart pie')
  expect(await found('<b>x</b>')).toContain('Unexpected HTML')
  expect(await found('[x](javascript:alert(1))')).toContain('Unexpected address')
})

test('schemas for editors are up to date (npm run docs writes them)', async () => {
  for (const [name, text] of schemaFiles())
    expect(await readFile(join(root, 'docs/schema', name), 'utf8'), name).toBe(text)
})
