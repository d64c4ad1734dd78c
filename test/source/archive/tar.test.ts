import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { list } from '../../helpers/open-bytes.ts'
import { pax, tar } from '../../helpers/tar.ts'

const long = `${'folder/'.repeat(30)}log.csv`

test('ustar, v7, pax and GNU names and sizes are understood', async () => {
  const base256 = Buffer.alloc(12)
  base256[0] = 0x80
  base256[11] = 3
  const bytes = tar([
    { name: 'plain.csv', bytes: 'one' },
    { name: 'old.csv', bytes: 'two', magic: '', type: '\0' },
    { name: './', type: '5' },
    { name: 'folder/', type: '\0' },
    { name: 'c.csv', prefix: 'a/b', bytes: 'x'.repeat(513) },
    { name: './dot.csv', bytes: '' },
    { name: '././@LongLink', type: 'L', bytes: `${long}\0` },
    { name: 'folder/folder/', bytes: 'gnu' },
    pax({ path: `pax/${long}`, mtime: '1.5' }),
    { name: 'pax', bytes: 'pax' },
    { name: 'big.csv', bytes: 'abc', size: base256 },
    pax({ size: '4' }),
    { name: 'pax-size.csv', bytes: 'abcd', size: 0 },
    pax({ comment: 'for all' }, 'g'),
    { name: '結果.csv', bytes: 'utf-8' },
    { name: Buffer.from('Pr\xfcfung.csv', 'latin1'), bytes: 'latin1' },
    { name: 'unknown-type.csv', type: '7', bytes: 'contiguous' },
  ])
  expect(await list(bytes)).toEqual({
    archive: 'tar',
    texts: {
      'plain.csv': 'one',
      'old.csv': 'two',
      'a/b/c.csv': 'x'.repeat(513),
      'dot.csv': '',
      [long]: 'gnu',
      [`pax/${long}`]: 'pax',
      'big.csv': 'abc',
      'pax-size.csv': 'abcd',
      '結果.csv': 'utf-8',
      'Prüfung.csv': 'latin1',
      'unknown-type.csv': 'contiguous',
    },
    left: { '.': 'ignored: a folder', folder: 'ignored: a folder' },
    problems: [],
    rules: [],
  })
})

test('links, devices and sparse files are left out and named', async () => {
  const bytes = tar([
    { name: 'real.csv', bytes: 'x' },
    // A link's size is that of its target and no data follow.
    { name: 'hard.csv', type: '1', linkTarget: 'real.csv', size: 600 },
    { name: 'soft.csv', type: '2', linkTarget: 'real.csv' },
    { name: 'evil.csv', type: '2', linkTarget: '/etc/passwd' },
    pax({ linkpath: '../../x' }),
    { name: 'evil2.csv', type: '1', linkTarget: 'real.csv' },
    { name: 'tty', type: '3' },
    { name: 'disk', type: '4' },
    { name: 'fifo', type: '6' },
    { name: 'holes.csv', type: 'S', bytes: 'x' },
    pax({ 'GNU.sparse.major': '1' }),
    { name: 'holes2.csv', bytes: 'x' },
    // A link to itself is how tar packs a file named twice: nothing to warn of.
    { name: 'real.csv', type: '1', linkTarget: 'real.csv' },
    { name: 'last.csv', bytes: 'y' },
  ])
  const { texts, left, rules } = await list(bytes)
  expect(texts).toEqual({ 'real.csv': 'x', 'last.csv': 'y' })
  expect(left).toEqual({
    'hard.csv': 'ignored: a hard link',
    'real.csv': 'ignored: a hard link',
    'soft.csv': 'ignored: a symbolic link',
    'evil.csv': 'refused: a link with an unsafe path: absolute path',
    'evil2.csv': 'refused: a link with an unsafe path: path that leaves the archive',
    tty: 'ignored: a device',
    disk: 'ignored: a device',
    fifo: 'ignored: a named pipe',
    'holes.csv': 'refused: Unexpected sparse file, expected a whole file',
    'holes2.csv': 'refused: Unexpected sparse file, expected a whole file',
  })
  expect(rules.sort()).toEqual([
    ...Array<string>(6).fill('special-member'),
    ...Array<string>(2).fill('unsafe-path'),
    ...Array<string>(2).fill('unsupported-member'),
  ])
})

test('unsafe names are refused, in pax headers too', async () => {
  const bytes = tar([
    { name: '../up.csv', bytes: 'x' },
    { name: '/abs.csv', bytes: 'x' },
    pax({ path: 'a/../../b.csv' }),
    { name: 'innocent.csv', bytes: 'x' },
    { name: 'x', type: 'L', bytes: 'C:\\x.csv\0' },
    { name: 'innocent2.csv', bytes: 'x' },
  ])
  const { texts, rules } = await list(bytes)
  expect(texts).toEqual({})
  expect(rules).toEqual(Array(4).fill('unsafe-path'))
})

test('a bad header is skipped and what follows is found', async () => {
  const negative = Buffer.alloc(12, 0xff)
  const huge = Buffer.alloc(12, 0xff)
  huge[0] = 0x80
  for (const bad of [
    { checksumError: 1 },
    { size: negative },
    { size: huge },
    { size: Buffer.from('0000000008 \0') },
  ]) {
    const bytes = tar([
      { name: 'a.csv', bytes: 'one' },
      { name: 'bad.csv', bytes: 'two', ...bad },
      { name: 'c.csv', bytes: 'three' },
    ])
    const { texts, rules } = await list(bytes)
    expect(texts).toEqual({ 'a.csv': 'one', 'c.csv': 'three' })
    expect(rules).toEqual(['bad-archive-header'])
  }
})

test('bad pax records are reported', async () => {
  const bytes = tar([
    { name: 'pax', type: 'x', bytes: '99 path=x\n' },
    { name: 'a.csv', bytes: 'one' },
    pax({ size: '-5' }),
    { name: 'b.csv', bytes: 'two' },
    { name: 'c.csv', bytes: 'three' },
  ])
  const { texts, rules } = await list(bytes)
  expect(texts).toEqual({ 'a.csv': 'one', 'c.csv': 'three' })
  expect(rules).toEqual(['bad-archive-header', 'bad-archive-header'])
})

test('an extended header of absurd length is not read into memory', async () => {
  const bytes = tar([
    { name: 'x', type: 'L', size: 2 ** 32 },
    { name: 'a.csv', bytes: 'one' },
  ])
  expect(await list(bytes)).toMatchObject({ texts: { 'a.csv': 'one' }, rules: ['bad-archive-header'] })
})

test('cut off archives: the last member keeps what is there', async () => {
  const whole = tar([
    { name: 'a.csv', bytes: 'one' },
    { name: 'b.csv', bytes: 'x'.repeat(2000) },
  ])
  const cut = await list(whole.subarray(0, 512 * 3 + 100))
  expect(cut.texts).toEqual({ 'a.csv': 'one', 'b.csv': 'x'.repeat(100) })
  expect(cut.problems.map(({ path, ruleId }) => [path, ruleId])).toEqual([
    ['run/b.csv', 'truncated-member'],
    ['run', 'truncated-archive'],
  ])
  // Exactly between two members nothing but the missing end mark tells.
  const between = await list(whole.subarray(0, 1024))
  expect(between).toMatchObject({ texts: { 'a.csv': 'one' }, rules: ['truncated-archive'] })
})

test('joined archives are read to the last, other data behind the end are reported', async () => {
  const one = tar([{ name: 'a.csv', bytes: 'one' }])
  const two = tar([{ name: 'b.csv', bytes: 'two' }])
  expect(await list(Buffer.concat([one, two]))).toMatchObject({
    texts: { 'a.csv': 'one', 'b.csv': 'two' },
    rules: ['trailing-data'],
  })
  expect(await list(Buffer.concat([one, Buffer.alloc(512, 'x')]))).toMatchObject({
    texts: { 'a.csv': 'one' },
    rules: ['trailing-data'],
  })
})

test('a member that claims to be huge is refused, a large claim alone costs nothing', async () => {
  const bytes = tar([{ name: 'huge.csv', bytes: 'x', size: 2 ** 33 - 1 }])
  expect(await list(bytes, { limits: { memberBytes: 2 ** 30 } })).toMatchObject({
    texts: {},
    rules: ['member-too-large', 'truncated-archive'],
  })
  const { texts, rules } = await list(gzipSync(bytes))
  // The header's block is followed by one block of data and the two of the end mark.
  expect(texts['huge.csv']).toBe(`x${'\0'.repeat(512 * 3 - 1)}`)
  expect(rules).toEqual(['truncated-member', 'truncated-archive'])
})
