/** The list of rule ids in the documents is the one in the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function files(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(root, folder, file))
}

/** First arguments of the calls that report: `.error('rule-id', …`, also where the line breaks after the bracket. */
function rulesInCode(): Set<string> {
  const rules = new Set<string>()
  for (const file of files('src', '.ts')) {
    const text = readFileSync(file, 'utf8')
    for (const [, rule] of text.matchAll(/\.(?:info|warning|error|fail)\(\s*'([a-z0-9]+(?:-[a-z0-9]+)*)',/g))
      rules.add(rule!)
  }
  return rules
}

function rulesInDocuments(): Map<string, string[]> {
  const rules = new Map<string, string[]>()
  for (const file of files('docs/problems', '.md')) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const cell = /^\| (.*?) \|/.exec(line)?.[1] ?? ''
      for (const [, rule] of cell.matchAll(/`([a-z0-9-]+)`/g)) rules.set(rule!, [...(rules.get(rule!) ?? []), file])
    }
  }
  return rules
}

test('every rule of the code is documented', () => {
  const documented = rulesInDocuments()
  const missing = [...rulesInCode()].filter((rule) => !documented.has(rule)).sort()
  expect(missing).toEqual([])
  expect(rulesInCode().size).toBeGreaterThan(80)
})

test('docs/problems.md leads to every list', () => {
  const index = readFileSync(join(root, 'docs/problems.md'), 'utf8')
  for (const file of readdirSync(join(root, 'docs/problems'))) expect(index).toContain(`problems/${file}`)
})
