import { expect, test } from 'vitest'
import { list } from '../../helpers/open-bytes.ts'
import { unicodePathField, zip } from '../../helpers/zip.ts'

test('stored, deflated and described members are read', async () => {
  const bytes = zip([
    { name: 'a/stored.csv', bytes: 'one', method: 0 },
    { name: 'a/deflated.csv', bytes: 'two,'.repeat(100) },
    { name: 'b/described.csv', bytes: 'three', descriptor: true },
    { name: 'b/empty.csv' },
    { name: 'a/' },
  ])
  expect(await list(bytes)).toEqual({
    archive: 'zip',
    texts: {
      'a/stored.csv': 'one',
      'a/deflated.csv': 'two,'.repeat(100),
      'b/described.csv': 'three',
      'b/empty.csv': '',
    },
    left: { a: 'ignored: a folder' },
    problems: [],
    rules: [],
  })
})

test('zip64 sizes, a zip64 end, a comment and a program in front are understood', async () => {
  const members = [
    { name: 'a.csv', bytes: 'one', zip64: true },
    { name: 'b.csv', bytes: 'two' },
  ]
  const expected = { 'a.csv': 'one', 'b.csv': 'two' }
  for (const options of [{ zip64: true }, { comment: 'made by PK\x05\x06 hand' }, { zip64: true, comment: 'both' }]) {
    expect(await list(zip(members, options))).toMatchObject({ texts: expected, rules: [] })
  }
  // Starts like a zip file, for such files are found by their first bytes; then comes data that offsets do not count.
  const prefix = Buffer.from('PK\x03\x04 a program that unpacks itself', 'latin1')
  expect(await list(zip(members, { prefix }))).toMatchObject({ texts: expected, rules: [] })
  expect(await list(zip(members, { prefix, zip64: true }))).toMatchObject({ texts: expected, rules: [] })
})

test('an archive without members is an archive', async () => {
  expect(await list(zip([]))).toMatchObject({ archive: 'zip', texts: {}, left: {}, rules: [] })
})

test('bytes behind the end are reported', async () => {
  const bytes = Buffer.concat([zip([{ name: 'a.csv', bytes: 'one' }]), Buffer.from('12345')])
  const { texts, problems } = await list(bytes)
  expect(texts).toEqual({ 'a.csv': 'one' })
  expect(problems).toMatchObject([{ ruleId: 'trailing-data', severity: 'warning', byte: bytes.length - 5 }])
})

test('names: UTF-8 by flag, by field, unmarked; Shift_JIS; code page 437; back-slashes', async () => {
  // Bytes from Python: '測定結果.csv'.encode('cp932'), 'Prüfung.csv'.encode('cp437'), 'Größe/öß.csv'.encode('cp437').
  const shiftJis = Buffer.from('91aa92e88c8b89ca2e637376', 'hex')
  const german = Buffer.from('50728166756e672e637376', 'hex')
  const tricky = Buffer.from('4772 94 e1 65 2f 94 e1 2e637376'.replaceAll(' ', ''), 'hex')
  const { texts, rules } = await list(
    zip([
      { name: 'é.csv', bytes: '1', flags: 0x800 },
      { name: '結果.csv', bytes: '2' },
      { name: shiftJis, bytes: '3' },
      { name: german, bytes: '4' },
      { name: tricky, bytes: '5' },
      { name: '?.csv', bytes: '6', extra: unicodePathField(Buffer.from('?.csv'), 'Ω.csv') },
      // The field belongs to another name: the archive was renamed by a program that did not know it.
      { name: 'new.csv', bytes: '7', extra: unicodePathField(Buffer.from('old.csv'), 'Ω2.csv') },
      { name: 'logs\\disk\\inst.csv', bytes: '8' },
      { name: './a//b/./c.csv', bytes: '9' },
    ]),
  )
  expect(texts).toEqual({
    'é.csv': '1',
    '結果.csv': '2',
    '測定結果.csv': '3',
    'Prüfung.csv': '4',
    'Größe/öß.csv': '5',
    'Ω.csv': '6',
    'new.csv': '7',
    'logs/disk/inst.csv': '8',
    'a/b/c.csv': '9',
  })
  expect(rules).toEqual([])
})

test('paths that leave the archive are refused and never opened', async () => {
  const names = [
    '../up.csv',
    'a/../../up.csv',
    '..\\up2.csv',
    '/etc/passwd',
    '\\\\host\\share\\x.csv',
    '//host/x.csv',
    'C:\\x.csv',
    'c:x.csv',
    'a\0.csv',
    'a\nb.csv',
    '\u202ecsv.exe',
    '',
  ]
  const { texts, left, problems } = await list(zip(names.map((name) => ({ name, bytes: 'x', flags: 0x800 }))))
  expect(texts).toEqual({})
  expect(Object.values(left).filter((why) => why.startsWith('refused: unsafe path'))).toHaveLength(names.length)
  expect(problems).toHaveLength(names.length)
  expect(problems.every(({ ruleId, severity }) => ruleId === 'unsafe-path' && severity === 'error')).toBe(true)
  expect(problems[0]?.message).toBe(
    'Unexpected path that leaves the archive as the name of a member, expected a relative path: ../up.csv',
  )
  // What is printed cannot move the cursor of a terminal.
  expect(problems.some(({ message }) => /\p{Cc}/u.test(message))).toBe(false)
  expect(await list(zip([{ name: 'a..b/c...csv', bytes: 'x' }]))).toMatchObject({ texts: { 'a..b/c...csv': 'x' } })
})

test('links and devices are not followed', async () => {
  const { texts, left, rules } = await list(
    zip([
      { name: 'latest.csv', bytes: '/etc/passwd', unixType: 0o120777 },
      { name: 'pipe', unixType: 0o010644 },
      { name: 'plain.csv', bytes: 'x', unixType: 0o100644 },
    ]),
  )
  expect(texts).toEqual({ 'plain.csv': 'x' })
  expect(left).toEqual({ 'latest.csv': 'ignored: a symbolic link', pipe: 'ignored: a named pipe' })
  expect(rules).toEqual(['special-member', 'special-member'])
})

test('what cannot be read is refused by name, the rest is read', async () => {
  const { texts, left, rules } = await list(
    zip([
      { name: 'secret.csv', bytes: 'x', flags: 1 },
      { name: 'deflate64.csv', bytes: 'x', method: 9 },
      { name: 'zstd.csv', bytes: 'x', method: 93 },
      { name: 'aes.csv', bytes: 'x', method: 99 },
      { name: 'lies.csv', bytes: 'x', says: { localName: 'evil.csv' } },
      { name: 'method.csv', bytes: 'x', says: { localMethod: 0 } },
      { name: 'stored.csv', bytes: 'xyz', method: 0, says: { size: 2 } },
      { name: 'nowhere.csv', bytes: 'x', says: { offset: 4_000_000_000 } },
      { name: 'good.csv', bytes: 'x' },
    ]),
  )
  expect(texts).toEqual({ 'good.csv': 'x' })
  expect(Object.keys(left)).toHaveLength(8)
  expect(rules).toEqual([
    'encrypted-member',
    'unsupported-compression',
    'unsupported-compression',
    'encrypted-member',
    'header-mismatch',
    'header-mismatch',
    'bad-archive-header',
    'bad-archive-header',
  ])
  expect(left['deflate64.csv']).toBe('refused: Unexpected compression Deflate64, expected deflate or none')
})

test('wrong checksums and sizes are errors of the member, which keeps what was read', async () => {
  const { texts, problems } = await list(
    zip([
      { name: 'crc.csv', bytes: 'one', says: { crc: 1 } },
      { name: 'short.csv', bytes: 'two', says: { size: 5 } },
      { name: 'long.csv', bytes: 'three', says: { size: 2 } },
    ]),
  )
  expect(texts).toEqual({ 'crc.csv': 'one', 'short.csv': 'two', 'long.csv': '' })
  expect(problems.map(({ path, ruleId }) => [path, ruleId])).toEqual([
    ['run/crc.csv', 'bad-checksum'],
    ['run/short.csv', 'size-mismatch'],
    ['run/long.csv', 'size-mismatch'],
  ])
})

test('members that lie over each other are refused', async () => {
  const { texts, rules } = await list(
    zip([
      { name: 'a.csv', bytes: 'one' },
      { name: 'b.csv', bytes: 'two', says: { offset: 0 } },
      { name: 'c.csv', bytes: 'two', says: { offset: 20 } },
    ]),
  )
  expect(texts).toEqual({ 'a.csv': 'one' })
  expect(rules).toEqual(['overlapping-members', 'overlapping-members'])
})

test('two members of one name are both kept', async () => {
  const member = { name: 'a/log.csv', bytes: 'one' }
  const { texts, problems } = await list(
    zip([member, { ...member, bytes: 'two' }, { name: 'README' }, { name: 'README' }]),
  )
  expect(Object.keys(texts)).toEqual(['a/log.csv', 'a/log (2).csv', 'README', 'README (2)'])
  expect(texts['a/log (2).csv']).toBe('two')
  expect(problems[0]).toMatchObject({ ruleId: 'duplicate-member', severity: 'warning' })
})

test('a cut off archive gives its complete members and a part of the last', async () => {
  const members = [
    { name: 'a.csv', bytes: 'one', descriptor: true },
    { name: 'b.csv', bytes: 'two', method: 0 },
    { name: 'c.csv', bytes: Array.from({ length: 2000 }, (_, i) => `${i * i},`).join('') },
  ]
  const whole = zip(members, { withoutDirectory: true })
  expect(await list(whole)).toMatchObject({
    texts: { 'a.csv': 'one', 'b.csv': 'two', 'c.csv': members[2]!.bytes },
    rules: ['no-central-directory'],
  })
  const cut = await list(whole.subarray(0, whole.length - 100))
  expect(cut.texts).toMatchObject({ 'a.csv': 'one', 'b.csv': 'two' })
  expect(members[2]!.bytes.startsWith(cut.texts['c.csv']!)).toBe(true)
  expect(cut.texts['c.csv']!.length).toBeGreaterThan(1000)
  expect(cut.rules).toEqual(['truncated-member', 'no-central-directory'])
})

test('sizes that no file can have end the search for members', async () => {
  const huge = zip(
    [
      { name: 'a.csv', bytes: 'one', zip64: true },
      { name: 'b.csv', bytes: 'two' },
    ],
    { withoutDirectory: true },
  )
  // The compressed size of the first member, in its zip64 field: 30 bytes of header, 5 of name, 4 + 8 of the field.
  huge.fill(0xff, 47, 55)
  const { texts, rules } = await list(huge)
  expect(texts).toEqual({ 'a.csv': 'one' })
  expect(rules).toEqual(['truncated-member', 'no-central-directory'])
})

test('parts of split archives are refused', async () => {
  expect(await list(zip([{ name: 'a.csv', bytes: 'x' }], { disk: 2 }))).toMatchObject({
    texts: {},
    rules: ['split-archive'],
  })
})
