import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import { readLogs, type ReadLogsOptions } from '../../src/formats/read-logs.ts'
import { RunBuilder } from '../../src/model/builder.ts'
import { temporaryFile } from '../helpers/open-bytes.ts'
import { samplesFolder } from '../helpers/samples.ts'
import { tar } from '../helpers/tar.ts'
import { zip } from '../helpers/zip.ts'
import { hasTool } from '../helpers/tools.ts'

/** `score,` and a number: so that these tests do not depend on any real format. */
const score: Format<number> = {
  id: 'test-score',
  title: 'Score of a test',
  about: { versions: '', reads: '', leaves: '', quirks: [] },
  detect: (head) => head.text.startsWith('score,'),
  parse: async (source) => {
    const value = Number((await source.text()).slice(6))
    if (Number.isNaN(value)) source.problems.fail('test-no-score', 'Unexpected text, expected a number', { line: 1 })
    return value
  },
  normalise: (value, source) => [
    new RunBuilder(source, { benchmark: 'test', tool: 'test', index: 0 })
      .observe('score', value, '1/s', { line: 1 })
      .build(),
  ],
}
const list = formats as Format[]

beforeAll(() => list.unshift(score as Format))
afterAll(() => list.splice(list.indexOf(score as Format), 1))

const results = [
  { name: 'b/run.csv', bytes: 'score,2' },
  { name: 'a/run.csv', bytes: 'score,1' },
  { name: 'a/plot.gif', bytes: 'GIF89a' },
  { name: 'a/report.html', bytes: '<!DOCTYPE html><p>score' },
  { name: 'a/notes', bytes: 'it was warm' },
  { name: 'a/lock.CPU2006', bytes: '0042' },
  { name: 'a/empty.csv', bytes: '' },
  { name: '../evil.csv', bytes: 'score,666' },
]

function read(bytes: Uint8Array, options: ReadLogsOptions = {}, path = 'logs/run.zip') {
  return readLogs(temporaryFile(bytes), path, options)
}

test('a plain log is one log and no inventory', async () => {
  const { logs, inventory, problems } = await read(Buffer.from('score,7'), {}, 'logs/run.csv')
  expect(inventory).toBeNull()
  expect(problems).toEqual([])
  expect(logs).toHaveLength(1)
  expect(logs[0]).toMatchObject({
    format: { id: 'test-score' },
    record: { path: 'logs/run.csv', member: null, bytes: 7 },
    runs: [{ id: 'logs/run.csv#1', observations: [{ value: 7, origin: { member: null, line: 1 } }] }],
  })
  const compressed = await read(gzipSync('score,7'), {}, 'logs/run.csv.gz')
  expect(compressed.inventory).toBeNull()
  expect(compressed.logs[0]?.record).toMatchObject({ path: 'logs/run.csv.gz', member: null, bytes: 7 })
})

test('a loose file that no format knows is an error', async () => {
  const { logs, problems } = await read(Buffer.from('it was warm'), {}, 'notes.txt')
  expect(logs).toMatchObject([{ format: null, runs: [] }])
  expect(problems).toMatchObject([{ ruleId: 'unknown-format', severity: 'error' }])
})

test.each([
  ['zip', zip(results)],
  ['tar.gz', gzipSync(tar(results))],
  ['the other way round', zip([...results].reverse())],
])('every member is in the inventory, by name: %s', async (_, bytes) => {
  const { logs, inventory, problems } = await read(bytes)
  expect(inventory?.members.map(({ name, outcome, why }) => [name, outcome, why])).toEqual([
    ['../evil.csv', 'refused', 'unsafe path: path that leaves the archive'],
    ['a/empty.csv', 'ignored', 'an empty file'],
    ['a/lock.CPU2006', 'ignored', 'a lock file'],
    ['a/notes', 'ignored', 'not a log of a known format'],
    ['a/plot.gif', 'ignored', 'a picture'],
    ['a/report.html', 'ignored', 'a web page'],
    ['a/run.csv', 'read', null],
    ['b/run.csv', 'read', null],
  ])
  expect(inventory?.members.at(-1)).toMatchObject({ format: 'test-score', size: 7 })
  expect(logs.map(({ runs }) => runs[0]?.id)).toEqual(['logs/run.zip/a/run.csv#1', 'logs/run.zip/b/run.csv#1'])
  expect(logs[0]?.runs[0]?.observations[0]?.origin).toEqual({
    path: 'logs/run.zip',
    member: 'a/run.csv',
    line: 1,
    byte: null,
  })
  expect(problems.map(({ path, ruleId }) => [path, ruleId])).toEqual([['logs/run.zip', 'unsafe-path']])
})

test('problems of a log carry its name in the archive; the others are read', async () => {
  const { logs, problems } = await read(zip([{ name: 'bad.csv', bytes: 'score,many' }, results[0]!]))
  expect(logs.map(({ runs }) => runs.length)).toEqual([1, 0])
  expect(problems).toMatchObject([{ path: 'logs/run.zip/bad.csv', line: 1, ruleId: 'test-no-score' }])
})

test('damage of a member that no format knows is told: it may be why', async () => {
  const { inventory, problems } = await read(zip([results[0]!, { name: 'x', bytes: 'abc', says: { crc: 1 } }]))
  expect(inventory?.members.map(({ outcome }) => outcome)).toEqual(['read', 'ignored'])
  expect(problems).toMatchObject([{ path: 'logs/run.zip/x', ruleId: 'bad-checksum', severity: 'error' }])
})

test('the same log twice counts once, whichever came first in the archive', async () => {
  const copies = [
    { name: 'z.csv', bytes: 'score,1' },
    { name: 'copy/a.csv', bytes: 'score,1' },
    { name: 'other.csv', bytes: 'score,2' },
  ]
  for (const order of [copies, [...copies].reverse()]) {
    const { logs, inventory, problems } = await read(zip(order))
    expect(logs.map(({ record }) => record.member)).toEqual(['copy/a.csv', 'other.csv'])
    expect(inventory?.members.at(-1)).toMatchObject({
      name: 'z.csv',
      outcome: 'ignored',
      why: 'the same content as logs/run.zip/copy/a.csv',
    })
    expect(problems).toMatchObject([{ path: 'logs/run.zip/z.csv', ruleId: 'duplicate-content', severity: 'info' }])
  }
})

test('the same log in two files counts once when the caller says so', async () => {
  const seen = new Map<string, string>()
  const bytes = zip([{ name: 'a.csv', bytes: 'score,1' }])
  expect((await read(bytes, { seen }, 'one.zip')).logs).toHaveLength(1)
  // The same file again, as a rebuild reads it, is no copy of itself.
  expect((await read(bytes, { seen }, 'one.zip')).logs).toHaveLength(1)
  const loose = await read(Buffer.from('score,1'), { seen }, 'two.csv')
  expect(loose.logs).toEqual([])
  expect(loose.problems).toMatchObject([{ path: 'two.csv', ruleId: 'duplicate-content', severity: 'warning' }])
})

test('an archive without any log is an error', async () => {
  const { problems } = await read(zip([{ name: 'plot.gif', bytes: 'GIF89a' }]))
  expect(problems).toMatchObject([{ path: 'logs/run.zip', ruleId: 'no-logs-in-archive', severity: 'error' }])
})

test('a format asked for is used on every member that may be a log', async () => {
  const bytes = zip([
    { name: 'a.csv', bytes: 'points,1' },
    { name: 'a.png', bytes: '\x89PNG' },
    { name: 'score.html', bytes: 'score,3' },
  ])
  const { inventory, problems } = await read(bytes, { format: 'test-score' })
  expect(inventory?.members.map(({ outcome }) => outcome)).toEqual(['read', 'ignored', 'read'])
  expect(problems).toMatchObject([{ path: 'logs/run.zip/a.csv', ruleId: 'test-no-score' }])
  await expect(read(bytes, { format: 'no-such' })).rejects.toThrow('unknown format: no-such')
})

test('a report that is a web page is read by the format named for it, other pages are not', async () => {
  const bytes = zip([
    {
      name: 'report.html',
      bytes: '<!doctype html><html><body>Jetstress<table><tr><td>Overall Test Result<td>Pass</table></html>',
    },
    { name: 'index.html', bytes: '<!doctype html><html><body>Results</html>' },
  ])
  const { inventory } = await read(bytes, { format: 'jetstress-html' })
  expect(inventory?.members.map(({ name, why }) => [name, why])).toEqual([
    ['index.html', 'a web page'],
    ['report.html', null],
  ])
})

const packs = join(samplesFolder() ?? '', 'archives/packs')

/** Names and sizes as Python's own modules list them. */
const python = `
import json, sys, tarfile, zipfile
name = sys.argv[1]
if name.endswith('.zip'):
    rows = [[i.filename, i.file_size] for i in zipfile.ZipFile(name).infolist() if not i.is_dir()]
else:
    rows = [[m.name, m.size] for m in tarfile.open(name) if m.isfile()]
print(json.dumps(sorted(rows)))`

test.skipIf(!existsSync(packs) || !hasTool('python3')).each([
  ['mixed-lab-run.zip', 32],
  ['phoronix-test-results.tar.xz', 19],
  ['speccpu2006-result-folder.tar.gz', 13],
])('sample %s lists what Python lists', async (name, count) => {
  const file = join(packs, name)
  const expected = JSON.parse(execFileSync('python3', ['-c', python, file], { encoding: 'utf8' })) as unknown[]
  const { inventory, logs } = await readLogs(file, name)
  expect(inventory?.members).toHaveLength(count)
  expect(inventory?.members.map((member) => [member.name, member.size])).toEqual(expected)
  expect(inventory?.members.every(({ outcome }) => outcome !== 'refused')).toBe(true)
  expect(inventory?.members.filter(({ outcome }) => outcome === 'read')).toHaveLength(logs.length)
})
