import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openSources, type OpenOptions } from '../../../src/source/archive/open.ts'
import { collect, list, openBytes, temporaryFile } from '../../helpers/open-bytes.ts'
import { tar } from '../../helpers/tar.ts'
import { zip } from '../../helpers/zip.ts'

const one = { name: 'a.csv', bytes: 'one' }
const large = Array.from({ length: 100_000 }, (_, i) => `${i},${(i * 7919) % 10_007}\n`).join('')

test('a plain file is one log', async () => {
  const { archive, texts, rules } = await list(Buffer.from('just,text\n'))
  expect({ archive, texts, rules }).toEqual({ archive: null, texts: { run: 'just,text\n' }, rules: [] })
  expect((await list(Buffer.alloc(0))).texts).toEqual({ run: '' })
  await expect(openSources('/nowhere/x.zip', 'x.zip')).rejects.toThrow('cannot read x.zip: no such file')
})

test('the content says what a file is, not the name', async () => {
  const opened = await openSources(temporaryFile(gzipSync(tar([one]))), 'log.csv')
  expect(opened.archive).toBe('tar')
  expect(await collect(opened.entries)).toMatchObject([{ outcome: 'source', name: 'a.csv', size: 3 }])
})

test('archives inside an archive are read, one level deep', async () => {
  const inner = [one, { name: 'b/c.csv', bytes: 'two' }]
  const bytes = zip([
    { name: 'x.zip', bytes: zip(inner) },
    { name: 'x.tar', bytes: tar(inner) },
    { name: 'x.tgz', bytes: gzipSync(tar(inner)) },
    { name: 'log.csv.gz', bytes: gzipSync('compressed') },
    {
      name: 'deep.zip',
      bytes: zip([
        { name: 'deeper.zip', bytes: zip(inner) },
        { name: 'd.gz', bytes: gzipSync('d') },
      ]),
    },
    { name: 'gz.gz', bytes: gzipSync(gzipSync('x')) },
    { name: 'notes.docx', bytes: zip(inner) },
  ])
  const { texts, left, problems } = await list(bytes)
  expect(texts).toEqual({
    'x.zip/a.csv': 'one',
    'x.zip/b/c.csv': 'two',
    'x.tar/a.csv': 'one',
    'x.tar/b/c.csv': 'two',
    'x.tgz/a.csv': 'one',
    'x.tgz/b/c.csv': 'two',
    'log.csv.gz': 'compressed',
    'deep.zip/d.gz': 'd',
  })
  expect(left).toEqual({
    'deep.zip/deeper.zip': 'refused: Unexpected archive inside an archive, expected at most 1 deep',
    'gz.gz': 'refused: Unexpected archive inside compressed data, expected a log or a tar file',
    'notes.docx': 'ignored: a document or program, not a result',
  })
  expect(problems.map(({ path, ruleId }) => [path, ruleId])).toEqual([
    ['run/deep.zip/deeper.zip', 'nested-too-deep'],
    ['run/gz.gz', 'nested-too-deep'],
  ])
  const deeper = await list(bytes, { limits: { depth: 2 } })
  expect(deeper.texts['deep.zip/deeper.zip/b/c.csv']).toBe('two')
})

test('damage of a nested archive is told with its name', async () => {
  const cut = zip([{ name: 'x.zip', bytes: zip([one], { withoutDirectory: true }) }])
  const { texts, problems } = await list(cut)
  expect(texts).toEqual({ 'x.zip/a.csv': 'one' })
  expect(problems).toMatchObject([{ path: 'run/x.zip', ruleId: 'no-central-directory' }])
})

test('a member may be read again, now and later, held in memory or not', async () => {
  const members = [
    { name: 'first.csv', bytes: large },
    { name: 'small.csv', bytes: 'small' },
    { name: 'last.csv', bytes: large },
  ]
  for (const bytes of [zip(members), tar(members), gzipSync(tar(members))]) {
    for (const bufferBytes of [10, 2 ** 25]) {
      const opened = await openBytes(bytes, { limits: { bufferBytes } })
      const sources = []
      for await (const entry of opened.entries) {
        if (entry.outcome !== 'source') throw new Error(entry.why)
        const { source } = entry
        sources.push(source)
        expect(source.member).toBe(entry.name)
        // Begun and left: the next reading starts at the beginning all the same.
        for await (const chunk of source.chunks()) {
          expect(chunk.length).toBeGreaterThan(0)
          break
        }
        expect(await source.text()).toBe(entry.name === 'small.csv' ? 'small' : large)
        expect((await source.identity()).bytes).toBe(entry.size)
      }
      expect(sources).toHaveLength(3)
      for (const source of sources) expect(await source.text()).toBe(source.member === 'small.csv' ? 'small' : large)
      expect(sources.flatMap((source) => source.problems.toProblems())).toEqual([])
      expect(opened.problems()).toEqual([])
    }
  }
})

test('a reading that goes on while the archive moves on stays right', async () => {
  const bytes = gzipSync(
    tar([
      { name: 'a.csv', bytes: large },
      { name: 'b.csv', bytes: 'b'.repeat(100) },
    ]),
  )
  const opened = await openBytes(bytes, { limits: { bufferBytes: 10 } })
  const first = await opened.entries.next()
  if (first.done === true || first.value.outcome !== 'source') throw new Error('no source')
  const chunks = first.value.source.chunks()
  const parts = [Buffer.from((await chunks.next()).value as Uint8Array)]
  const second = await opened.entries.next()
  expect(second.value).toMatchObject({ name: 'b.csv' })
  for await (const chunk of chunks) parts.push(Buffer.from(chunk))
  expect(Buffer.concat(parts).toString()).toBe(large)
})

test('a tar.gz is decompressed once for members read while it passes', async () => {
  const members = Array.from({ length: 1000 }, (_, i) => ({ name: `${i}.csv`, bytes: `log ${i}\n`.repeat(20) }))
  const bytes = gzipSync(tar(members))
  const file = temporaryFile(bytes)
  const opened = await openSources(file, 'run.tgz')
  let count = 0
  for await (const entry of opened.entries) {
    if (entry.outcome !== 'source') throw new Error(entry.why)
    // Were it opened again for a member, it would now be found broken.
    if (count === 0) writeFileSync(file, Buffer.alloc(10))
    expect(await entry.source.text()).toBe(`log ${count}\n`.repeat(20))
    count++
  }
  expect(count).toBe(1000)
  expect(opened.problems()).toEqual([])
})

test('each limit is named in its message', async () => {
  const zeros = Buffer.alloc(200_000)
  const cases: [Buffer, OpenOptions['limits'], string][] = [
    [zip([one, { name: 'b', bytes: 'x' }, { name: 'c', bytes: 'x' }]), { entries: 2 }, 'too-many-members'],
    [tar([one, { name: 'b', bytes: 'x' }, { name: 'c', bytes: 'x' }]), { entries: 2 }, 'too-many-members'],
    [zip([{ name: 'a', bytes: large }]), { memberBytes: 1000 }, 'member-too-large'],
    [gzipSync(tar([{ name: 'a', bytes: large }])), { memberBytes: 1000 }, 'member-too-large'],
    [gzipSync(large), { memberBytes: 1000 }, 'member-too-large'],
    [zip([{ name: 'a', bytes: large }]), { totalBytes: 1000 }, 'archive-too-large'],
    [gzipSync(large), { totalBytes: 1000 }, 'archive-too-large'],
    [gzipSync(tar([{ name: 'a', bytes: large }])), { totalBytes: 1000 }, 'archive-too-large'],
    [zip([{ name: 'a', bytes: zeros }]), { ratioFromBytes: 1000 }, 'compression-ratio'],
    [gzipSync(zeros), { ratioFromBytes: 1000 }, 'compression-ratio'],
    [gzipSync(tar([{ name: 'a', bytes: zeros }])), { ratioFromBytes: 1000 }, 'compression-ratio'],
    [zip([{ name: 'n'.repeat(50), bytes: 'x' }]), { nameBytes: 40 }, 'unsafe-path'],
    [zip([{ name: 'a', bytes: zip([{ name: 'b', bytes: zip([one]) }]) }]), {}, 'nested-too-deep'],
    [
      zip([{ name: 'a', bytes: zip([{ name: 'a', bytes: large, method: 0 }]) }]),
      { bufferBytes: 9 },
      'nested-archive-too-large',
    ],
  ]
  const names: Record<string, string> = {
    'too-many-members': 'entries',
    'member-too-large': 'memberBytes',
    'archive-too-large': 'totalBytes',
    'compression-ratio': 'ratio',
    'unsafe-path': 'nameBytes',
    'nested-too-deep': 'depth',
    'nested-archive-too-large': 'bufferBytes',
  }
  for (const [bytes, limits, rule] of cases) {
    const { problems, rules } = await list(bytes, { limits })
    expect(new Set(rules), `${rule} ${JSON.stringify(limits)}`).toEqual(new Set([rule]))
    expect(`${problems[0]!.message} ${problems[0]!.hint!}`).toContain(`limit "${names[rule]!}"`)
  }
})

test('a bomb ends at the limit, repetitive logs pass', async () => {
  // 300 MB of zeros, 1,000 : 1.
  const bomb = gzipSync(Buffer.alloc(300_000_000), { level: 9 })
  const opened = await openBytes(bomb)
  const [entry] = await collect(opened.entries)
  if (entry?.outcome !== 'source') throw new Error('no source')
  const { bytes } = await entry.source.identity()
  expect(bytes).toBeLessThan(70 * 2 ** 20)
  expect(entry.source.problems.toProblems()).toMatchObject([{ ruleId: 'compression-ratio' }])
  // What every log of an idle machine looks like.
  const idle = Array.from({ length: 50_000 }, (_, i) => `"08/05/2013 13:02:${i}"${',"0.000000"'.repeat(20)}\r\n`).join(
    '',
  )
  const packed = zip([{ name: 'idle.csv', bytes: idle }])
  expect(idle.length / packed.length).toBeGreaterThan(50)
  expect(await list(packed, { limits: { ratioFromBytes: 1000 } })).toMatchObject({ rules: [] })
})

test('reading may stop at any member', async () => {
  for (const bytes of [zip([one, one]), gzipSync(tar([one, one]))]) {
    const opened = await openBytes(bytes)
    for await (const entry of opened.entries) {
      expect(entry.name).toBe('a.csv')
      break
    }
    expect(opened.problems()).toEqual([])
  }
})
