import { po } from 'gettext-parser'
import { expect, test } from 'vitest'
import { parseCatalogue, Translator } from '../../src/locale/catalogue.ts'
import { mergeCatalogue, type SourceText } from '../../src/locale/extract.ts'
import { ProblemSink } from '../../src/problems.ts'

const text = (source: string, line = 1): SourceText => ({
  context: 'reports/x',
  text: source,
  reference: `templates/reports/x.md:${line}`,
})

function translate(catalogue: string, source: string, translation: string): string {
  const parsed = po.parse(catalogue)
  parsed.translations['reports/x']![source]!.msgstr = [translation]
  return po.compile(parsed, { foldLength: 0 }).toString()
}

const first = mergeCatalogue([text('Purpose'), text('The old server takes {{a}} seconds.', 3)], 'ja', null)
const translated = translate(
  translate(first, 'Purpose', '目的'),
  'The old server takes {{a}} seconds.',
  '旧サーバーは{{a}}秒かかります。',
)

test('what has not changed stays, byte for byte', () => {
  const again = mergeCatalogue([text('Purpose'), text('The old server takes {{a}} seconds.', 3)], 'ja', translated)
  expect(mergeCatalogue([text('Purpose'), text('The old server takes {{a}} seconds.', 3)], 'ja', again)).toBe(again)
  expect(again).toContain('msgstr "目的"')
  expect(again).toContain('Content-Type: text/plain; charset=')
})

test('a changed text keeps its translation as fuzzy, with the text it was made for', () => {
  const merged = mergeCatalogue(
    [text('Purpose'), text('The old server takes about {{a}} seconds.', 3)],
    'ja',
    translated,
  )
  expect(merged).toContain('#, fuzzy')
  expect(merged).toMatch(/#\| msgid "The old server takes \{\{a\}\} seconds\."/)
  const problems = new ProblemSink('templates/reports/x.md')
  const translator = new Translator(parseCatalogue(merged, 'ja', problems), problems)
  // The English text stands: an out-of-date sentence could be a false one.
  expect(translator.translate('reports/x', 'Purpose')).toBe('目的')
  translator.translate('reports/x', 'The old server takes about {{a}} seconds.', {
    path: 'templates/reports/x.md',
    line: 3,
    column: 1,
  })
  expect(problems.toProblems()).toMatchObject([{ ruleId: 'fuzzy-translation', line: 3, severity: 'warning' }])
})

test('a text that is gone becomes obsolete and comes back when it does', () => {
  const without = mergeCatalogue([text('Purpose')], 'ja', translated)
  expect(without).toContain('#~ msgid "The old server takes {{a}} seconds."')
  const back = mergeCatalogue([text('Purpose'), text('The old server takes {{a}} seconds.', 3)], 'ja', without)
  expect(back).not.toContain('#~')
  expect(back).toContain('旧サーバーは{{a}}秒かかります。')
})

test('a missing text is reported once, at its place', () => {
  const problems = new ProblemSink('templates/reports/x.md')
  const translator = new Translator(parseCatalogue(first, 'ja', problems), problems)
  const place = { path: 'templates/reports/x.md', line: 7, column: 2 }
  expect(translator.translate('reports/x', 'Purpose', place)).toBe('Purpose')
  translator.translate('reports/x', 'Purpose', place)
  expect(translator.translate('reports/x', '{{system.new.name}}', place)).toBe('{{system.new.name}}')
  expect(problems.toProblems()).toMatchObject([{ ruleId: 'missing-translation', line: 7, column: 2 }])
})

test('a damaged catalogue is a problem, not a crash', () => {
  const problems = new ProblemSink('ja.po')
  parseCatalogue('msgid "a\nmsgstr', 'ja', problems)
  expect(problems.toProblems()).toMatchObject([{ ruleId: 'po-syntax', severity: 'error' }])
})
