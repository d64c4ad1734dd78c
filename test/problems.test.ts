/** The list of rule ids in the documents is the one in the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lists = readdirSync(join(root, 'docs/problems'))

const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(root, 'src', file), 'utf8'))

/**
 * Rules with the severities of the calls that report them: `.error('rule-id', …`, also where the line breaks after the
 * bracket. A call whose severity is a variable is not seen.
 */
function rulesInCode(): Map<string, Set<string>> {
  const rules = new Map<string, Set<string>>()
  const call = /\.(info|warning|error|fail)\(\s*'([a-z0-9]+(?:-[a-z0-9]+)*)',/g
  for (const [, severity, rule] of code.flatMap((text) => [...text.matchAll(call)])) {
    rules.set(rule!, (rules.get(rule!) ?? new Set()).add(severity!))
  }
  return rules
}

interface Row {
  list: string
  severity: string
}

function rulesInDocuments(): Map<string, Row[]> {
  const rules = new Map<string, Row[]>()
  for (const list of lists) {
    for (const line of readFileSync(join(root, 'docs/problems', list), 'utf8').split('\n')) {
      const [, cell = '', severity = ''] = /^\| (.*?) \| (.*?) \|/.exec(line) ?? []
      if (!/error|warning|info|fail/.test(severity)) continue
      for (const [, rule] of cell.matchAll(/`([a-z0-9-]+)`/g)) {
        rules.set(rule!, [...(rules.get(rule!) ?? []), { list, severity }])
      }
    }
  }
  return rules
}

test('every rule of the code is documented', () => {
  const documented = rulesInDocuments()
  const missing = [...rulesInCode().keys()].filter((rule) => !documented.has(rule)).sort()
  expect(missing).toEqual([])
  expect(rulesInCode().size).toBeGreaterThan(80)
})

test('every documented rule is in the code', () => {
  // Some are passed on as data before they are reported.
  const gone = [...rulesInDocuments().keys()].filter((rule) => !code.some((text) => text.includes(`'${rule}'`)))
  expect(gone).toEqual([])
})

test('no rule is documented twice', () => {
  const twice = [...rulesInDocuments()].filter(([, where]) => where.length > 1)
  expect(twice).toEqual([])
})

test('documents and code agree on severities', () => {
  const documented = rulesInDocuments()
  const wrong = [...rulesInCode()].flatMap(([rule, severities]) => {
    const row = documented.get(rule)?.[0]
    // What makes nothing of a file is an error, too.
    return [...severities]
      .filter(
        (severity) =>
          row && !row.severity.includes(severity) && !(severity === 'fail' && row.severity.includes('error')),
      )
      .map((severity) => `${rule}: ${severity} in the code, ${row!.severity} in ${row!.list}`)
  })
  expect(wrong).toEqual([])
})

test('docs/problems.md leads to every list', () => {
  const index = readFileSync(join(root, 'docs/problems.md'), 'utf8')
  for (const list of lists) expect(index).toContain(`(problems/${list})`)
})
