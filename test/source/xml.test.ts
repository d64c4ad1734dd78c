import { expect, test } from 'vitest'
import { readXml, textAt, type XmlElement } from '../../src/source/xml.ts'
import { sourceOf } from '../helpers/check-format.ts'

async function read(text: string): Promise<{ roots: XmlElement[]; rules: [string, number | null][] }> {
  const source = sourceOf(Buffer.from(text), 'log.xml')
  const roots = await readXml(source).catch(() => [])
  return { roots, rules: source.problems.toProblems().map(({ ruleId, line }) => [ruleId, line]) }
}

test('gives elements, attributes, text and lines', async () => {
  const { roots, rules } = await read(
    '<?xml version="1.0"?>\n<a>\n  <b k="&lt;1&gt;"> x &amp; y &#65;</b>\n  <c/>\n</a>\n',
  )
  expect(rules).toEqual([])
  expect(roots).toHaveLength(1)
  const [b, c] = roots[0]!.children
  expect(b).toMatchObject({ name: 'b', line: 3, text: 'x & y A', isComplete: true })
  expect(b!.attributes.get('k')).toBe('<1>')
  expect(c).toMatchObject({ name: 'c', line: 4, text: '', isComplete: true })
})

test('takes unescaped paths and sections of raw text', async () => {
  const { roots } = await read('<a><p>C:\\x & y</p><q><![CDATA[<raw>]]></q></a>')
  expect(textAt(roots[0], 'p')).toBe('C:\\x & y')
  expect(textAt(roots[0], 'q')).toBe('<raw>')
})

test('expands no entities of a document type', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;"><!ENTITY x SYSTEM "file:///etc/hostname">]>'
  const { roots } = await read(`${bomb}<a>&m;&x;</a>`)
  expect(roots.map((root) => textAt(root))).toEqual(['&m;&x;'])
})

test('keeps what is complete of a document that breaks off', async () => {
  const { roots, rules } = await read('<a>\n<b>1</b>\n<c>23')
  expect(rules).toEqual([['broken-xml', 3]])
  expect(roots[0]).toMatchObject({ isComplete: false })
  expect([textAt(roots[0], 'b'), textAt(roots[0], 'c')]).toEqual(['1', null])
})

test('does not trust an element that another one closes', async () => {
  const { roots, rules } = await read('<a><b>1</x><c>2</c></a>')
  expect(rules).toEqual([['broken-xml', 1]])
  expect(textAt(roots[0], 'b')).toBe(null)
})

test('stops at absurd depth and at files without elements', async () => {
  expect((await read('<a>'.repeat(200_000))).rules).toEqual([['xml-too-deep', 1]])
  for (const text of ['', 'text only', '<'.repeat(200_000), `<a b="${'x'.repeat(200_000)}`]) {
    expect((await read(text)).rules).toEqual([['broken-xml', 1]])
  }
  expect((await read(`<a>${'</b>'.repeat(200_000)}</a>`)).rules).toEqual([])
}, 5000)
