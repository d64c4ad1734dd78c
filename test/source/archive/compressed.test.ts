import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ArchiveEntry } from '../../../src/source/archive/open.ts'
import type { Source } from '../../../src/source/source.ts'
import { collect, list, openBytes } from '../../helpers/open-bytes.ts'
import { tar } from '../../helpers/tar.ts'
import { zip } from '../../helpers/zip.ts'
import { hasTool } from '../../helpers/tools.ts'

const log = `time,value\n${Array.from({ length: 20 }, (_, i) => `${i},${i * i}\n`).join('')}`
const noise = Array.from({ length: 50_000 }, (_, i) => `${i},${(i * 7919) % 10_007}\n`).join('')
/** `log`, by Python 3.12: base64.b64encode(lzma.compress(log)). */
const logXz = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AB+AGpdADoaSfrgneRqHmanmvO8VzOtSXmn810o9+edmCvFuGq4mXQHmJXjG/I6Vk6E5VmkSpAMA/e9pX800YCvtZDMeEujKYQ5GkTd8djpd50qNrcGPcAsk14E/vm/GYzjSRoO8Q6blH3j/UNNuNAAAADdN+iVfZWwKAABhgF/AAAAYrqABbHEZ/sCAAAAAARZWg==',
  'base64',
)
/** 'zeros' with a SHA-256 check: lzma.compress(b'zeros', check=lzma.CHECK_SHA256). */
const sha256Xz = Buffer.from(
  '/Td6WFoAAArh+wyhAgAhARYAAAB0L+WjAQAEemVyb3MAAAAALsKtGdCGUwrWp1Ak0CdWcrZ84N+wq5pJqqz8Aqf6vJIAATUFEoPd8hibS5oBAAAAAApZWg==',
  'base64',
)

function xz(bytes: string | Uint8Array, ...options: string[]): Buffer {
  return execFileSync('xz', ['-c', ...options], { input: bytes })
}

function onlySource(entries: ArchiveEntry[]): Source {
  expect(entries).toHaveLength(1)
  const entry = entries[0]!
  if (entry.outcome !== 'source') throw new Error(entry.why)
  return entry.source
}

test('a compressed log is that log: its path, its text, no member', async () => {
  for (const bytes of [gzipSync(log), logXz]) {
    const opened = await openBytes(bytes, {}, 'logs/run.csv.z')
    expect(opened.archive).toBeNull()
    const source = onlySource(await collect(opened.entries))
    expect(source).toMatchObject({ path: 'logs/run.csv.z', member: null, name: 'logs/run.csv.z' })
    expect(source.head.text).toBe(log)
    // Formats may read twice.
    expect(await source.text()).toBe(log)
    expect(await source.text()).toBe(log)
    // hashlib.sha256 of the same text in Python.
    expect(await source.identity()).toEqual({
      sha256: '109bccb106d3a004230b34f926be0348565bdde0bdd9580a80e697ecb5e6cf62',
      bytes: log.length,
    })
    expect(source.problems.toProblems()).toEqual([])
  }
})

test('gzip: several members, padding, and all header fields', async () => {
  const extended = Buffer.concat([
    // Extra field of 3 bytes, name, comment, header checksum.
    Buffer.from([0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
    Buffer.from('name.csv\0a comment\0\0\0', 'latin1'),
    gzipSync('one').subarray(10),
  ])
  const bytes = Buffer.concat([extended, gzipSync('two'), gzipSync(''), gzipSync('three'), Buffer.alloc(100)])
  expect(await list(bytes)).toMatchObject({ texts: { run: 'onetwothree' }, rules: [] })
})

test('gzip: what is wrong is reported after everything that could be read', async () => {
  const whole = gzipSync(noise)
  const wrongSum = Buffer.from(whole)
  wrongSum[wrongSum.length - 5]! ^= 1
  expect(await list(wrongSum)).toMatchObject({ texts: { run: noise }, rules: ['bad-checksum'] })

  const cut = await list(whole.subarray(0, whole.length / 2))
  expect(noise.startsWith(cut.texts.run!)).toBe(true)
  expect(cut.texts.run!.length).toBeGreaterThan(noise.length / 4)
  expect(cut.problems).toMatchObject([{ path: 'run', ruleId: 'truncated-archive', severity: 'error' }])

  const cutTrailer = await list(whole.subarray(0, -3))
  expect(cutTrailer).toMatchObject({ texts: { run: noise }, rules: ['truncated-archive'] })

  const garbage = await list(Buffer.concat([whole, Buffer.from('garbage')]))
  expect(garbage).toMatchObject({ texts: { run: noise }, rules: ['trailing-data'] })

  const reserved = Buffer.from(whole)
  reserved[3] = 0x80
  expect(await list(reserved)).toMatchObject({ texts: { run: '' }, rules: ['bad-archive-header'] })
})

test('xz: what is wrong is reported after everything that could be read', async () => {
  expect(await list(logXz.subarray(0, -20))).toMatchObject({ rules: ['truncated-archive'] })
  const damaged = Buffer.from(logXz)
  damaged[40]! ^= 0xff
  expect((await list(damaged)).rules).toEqual(['bad-compressed-data'])
  expect((await list(sha256Xz)).rules).toEqual(['unsupported-compression'])
})

test.skipIf(!hasTool('xz'))('xz: blocks, joined streams and damage, against the xz tool', async () => {
  expect(await list(xz(noise, '--block-size=100000', '-T2'))).toMatchObject({ texts: { run: noise }, rules: [] })
  expect(await list(xz(noise, '-9', '--check=crc32'))).toMatchObject({ texts: { run: noise }, rules: [] })
  const joined = Buffer.concat([xz('one'), Buffer.alloc(8), xz('two')])
  expect(await list(joined)).toMatchObject({ texts: { run: 'onetwo' }, rules: [] })
  const whole = xz(noise)
  const cut = await list(whole.subarray(0, whole.length / 2))
  expect(noise.startsWith(cut.texts.run!)).toBe(true)
  expect(cut.texts.run!.length).toBeGreaterThan(noise.length / 4)
  expect(cut.rules).toEqual(['truncated-archive'])
  const garbage = await list(Buffer.concat([whole, Buffer.from('garbage!')]))
  expect(garbage.texts.run).toBe(noise)
  expect(garbage.rules).toHaveLength(1)
})

test.skipIf(!hasTool('xz'))('xz inside xz does not wait for itself', async () => {
  const members = [
    { name: 'a.csv.xz', bytes: logXz },
    { name: 'large.csv', bytes: noise },
    { name: 'b.csv.gz', bytes: gzipSync('two') },
  ]
  // So small that the large member and the compressed ones are streamed.
  const limits = { bufferBytes: 10 }
  const { texts, rules } = await list(xz(tar(members)), { limits })
  expect(texts).toEqual({ 'a.csv.xz': log, 'large.csv': noise, 'b.csv.gz': 'two' })
  expect(rules).toEqual([])
})

test('other archives are named and refused, alone and as members', async () => {
  const sevenZip = Buffer.from('377abcaf271c0004', 'hex')
  const zstd = Buffer.from('28b52ffd00000000', 'hex')
  expect(await list(sevenZip)).toMatchObject({ archive: 'unsupported', texts: {}, rules: ['unsupported-archive'] })
  const { texts, problems } = await list(
    zip([
      { name: 'a.7z', bytes: sevenZip },
      { name: 'b.zst', bytes: zstd },
    ]),
  )
  expect(texts).toEqual({})
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ['run/a.7z', 'Unexpected 7-Zip archive, expected zip, tar, gzip or xz'],
    ['run/b.zst', 'Unexpected Zstandard archive, expected zip, tar, gzip or xz'],
  ])
})
