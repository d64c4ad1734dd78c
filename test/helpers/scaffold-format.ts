/** Makes the files of a new log format: `npm run new:format <id>`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format as prettify, resolveConfig } from 'prettier'

/** The log that `_template.ts` reads: two intervals of a second, 512 + 498 operations. */
export const templateLog = `example-tool 1.0 on server1
seconds operations
1.0 512
2.0 498
total 1010
`

/**
 * @param root of the repository, or of a copy
 * @returns the files made or changed, relative
 * @throws Error when the id is not fit or taken
 */
export async function scaffoldFormat(id: string, root: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) throw new Error(`not an id: ${id} (such as my-tool-csv)`)
  const source = `src/formats/${id}.ts`
  const list = readFileSync(join(root, 'src/formats/index.ts'), 'utf8')
  if (existsSync(join(root, source)) || list.includes(`'./${id}`)) throw new Error(`${id} exists already`)
  const name = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const files = new Map([
    [source, fromTemplate(readFileSync(join(root, 'src/formats/_template.ts'), 'utf8'), id, name)],
    ['src/formats/index.ts', intoList(list, id, name)],
    [`test/fixtures/${id}/small.txt`, templateLog],
    [`test/formats/${id}.test.ts`, testOf(id)],
  ])
  for (const [file, text] of files) {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.endsWith('.ts') ? await prettify(text, await optionsOf(root, path)) : text)
  }
  return [...files.keys()]
}

async function optionsOf(root: string, filepath: string) {
  return { ...(await resolveConfig(join(root, 'package.json'))), filepath }
}

function fromTemplate(text: string, id: string, name: string): string {
  const type = name.charAt(0).toUpperCase() + name.slice(1)
  return text
    .replace(/ \*\n \* `npm run new:format.*\n/, '')
    .replaceAll('template-format', id)
    .replaceAll('templateFormat', name)
    .replaceAll(/Template(?=Log|Row)/g, type)
}

/** Before the formats that claim by name what no other has claimed. */
function intoList(list: string, id: string, name: string): string {
  const imports = list.lastIndexOf('import ')
  const withImport = `${list.slice(0, imports)}import { ${name} } from './${id}.ts'\n${list.slice(imports)}`
  const last = /\n {2}(?:\/\/ Last:.*\n {2})?perfmonRefused,\n/.exec(withImport)
  const at = last ? last.index + 1 : withImport.lastIndexOf(']')
  return `${withImport.slice(0, at)}  ${name},\n${withImport.slice(at)}`
}

function testOf(id: string): string {
  return `import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFormat } from '../helpers/check-format.ts'

const fixtures = join(import.meta.dirname, '../fixtures/${id}')

test('a small log', async () => {
  const { runs, problems } = await checkFormat(join(fixtures, 'small.txt'), '${id}')
  expect(problems).toEqual([])
  // 512 + 498 operations in 2 s, worked out by hand.
  expect(runs[0]!.observations).toMatchObject([{ metric: 'throughput', value: 505, unit: '1/s', origin: { line: 5 } }])
})
`
}
