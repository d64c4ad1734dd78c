/** The template of a format works, and what `npm run new:format` makes of it compiles. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { templateFormat } from '../../src/formats/_template.ts'
import { formats } from '../../src/formats/index.ts'
import { sourceOf } from '../helpers/check-format.ts'
import { scaffoldFormat, templateLog } from '../helpers/scaffold-format.ts'

const root = join(import.meta.dirname, '../..')

async function read(text: string) {
  const source = sourceOf(new TextEncoder().encode(text), 'small.txt')
  expect(templateFormat.detect(source.head)).toBe(true)
  const runs = templateFormat.normalise(await templateFormat.parse(source), source)
  return { run: runs[0]!, rules: source.problems.toProblems().map(({ ruleId }) => ruleId) }
}

describe('the template', () => {
  test('reads its log', async () => {
    const { run, rules } = await read(templateLog)
    expect(rules).toEqual([])
    expect(run).toMatchObject({ toolVersion: '1.0', system: 'server1', valid: null })
    // 1010 operations in 2 s.
    expect(run.observations).toMatchObject([{ metric: 'throughput', value: 505, origin: { line: 5 } }])
    expect([...run.series[0]!.values]).toEqual([512, 498])
  })

  test('tells a total that its rows do not give', async () => {
    const { rules } = await read(templateLog.replace('total 1010', 'total 1011'))
    expect(rules).toEqual(['aggregate-differs'])
  })

  test.each([
    ['in the middle', templateLog.slice(0, templateLog.indexOf('total'))],
    ['after the first line', 'example-tool 1.0\n'],
  ])('gives no result for a log cut off %s', async (_, text) => {
    const { run, rules } = await read(text)
    expect(rules).toEqual(['log-cut-off'])
    expect(run.valid).toBe(false)
    expect(run.observations[0]!.value).toBeNull()
  })

  test('is no format itself, and no format claims its log', () => {
    const source = sourceOf(new TextEncoder().encode(templateLog), 'small.txt')
    expect(formats.filter((format) => format.detect(source.head)).map(({ id }) => id)).toEqual([])
  })
})

describe('npm run new:format', () => {
  let copy: string
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'new-format-'))
    // Only the folder of formats is written to; the rest is the repository's own.
    for (const folder of ['src/formats', 'test/formats', 'test/fixtures'])
      mkdirSync(join(copy, folder), { recursive: true })
    for (const name of ['_template.ts', 'index.ts'])
      cpSync(join(root, 'src/formats', name), join(copy, 'src/formats', name))
    link('src', (name) => name !== 'formats')
    link('src/formats', (name) => name !== '_template.ts' && name !== 'index.ts')
    link('test', (name) => name === 'helpers')
    for (const name of ['node_modules', 'package.json', '.prettierrc.json'])
      symlinkSync(join(root, name), join(copy, name))
  })
  afterEach(() => {
    rmSync(copy, { recursive: true })
  })

  function link(folder: string, isWanted: (name: string) => boolean): void {
    for (const name of readdirSync(join(root, folder)).filter(isWanted)) {
      symlinkSync(join(root, folder, name), join(copy, folder, name))
    }
  }

  test('makes files that compile, once', async () => {
    const files = await scaffoldFormat('my-tool-csv', copy)
    expect(files).toEqual([
      'src/formats/my-tool-csv.ts',
      'src/formats/index.ts',
      'test/fixtures/my-tool-csv/small.txt',
      'test/formats/my-tool-csv.test.ts',
    ])
    const list = readFileSync(join(copy, 'src/formats/index.ts'), 'utf8')
    expect(list).toContain("import { myToolCsv } from './my-tool-csv.ts'\n")
    expect(list.indexOf('  myToolCsv,\n')).toBeLessThan(list.indexOf('  // Last:'))
    expect(readFileSync(join(copy, 'src/formats/my-tool-csv.ts'), 'utf8')).not.toMatch(/template/i)
    expect(typeErrors(files.filter((file) => file.endsWith('.ts')))).toEqual([])
    await expect(scaffoldFormat('my-tool-csv', copy)).rejects.toThrow('exists already')
  })

  test.each(['iometer-csv', 'perfmon-text'])('refuses %s, which exists', async (id) => {
    await expect(scaffoldFormat(id, copy)).rejects.toThrow('exists already')
  })

  test.each(['My Tool', '../evil', ''])('refuses the id "%s"', async (id) => {
    await expect(scaffoldFormat(id, copy)).rejects.toThrow('not an id')
  })

  function typeErrors(names: readonly string[]): string[] {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
      config: { compilerOptions: object }
    }
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, copy)
    const program = ts.createProgram(
      names.map((name) => join(copy, name)),
      options,
    )
    return names.flatMap((name) => {
      const file = program.getSourceFile(join(copy, name))
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
    })
  }
})
