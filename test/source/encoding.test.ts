import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeText, detectEncoding } from '../../src/source/encoding.ts'
import { samplesFolder } from '../helpers/samples.ts'

/** Byte strings as Python's codecs write them: `'…'.encode('cp932').hex()` and so on. */
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const path = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([
    ascii('"(PDH-CSV 4.0) (","\\\\PC\\'),
    bytes,
    ascii('(_Total)\\% Time"\r\n"01/02/2024 03:04:05.678","1.5"\r\n'),
  ])

const cases: [string, string, Uint8Array, string][] = [
  [
    'Japanese with backslash trail bytes (能, 表, ソ, 予)',
    'shift_jis',
    hex('90ab945c82cc955c8ea682c6835c837483678141975c92e8'),
    '性能の表示とソフト、予定',
  ],
  ['Japanese kanji without kana', 'shift_jis', hex('90ab945c8ac48e8b955c8ea6'), '性能監視表示'],
  ['Japanese katakana', 'shift_jis', hex('8376838d835a836283548e9e8ad4'), 'プロセッサ時間'],
  [
    'Simplified Chinese',
    'gbk',
    hex('ceefc0edb4c5c5cc20b4a6c0edc6f7cab1bce420cdf8c2e7bdd3bfda20c3bfc3ebb4abcae4d7d6bddacafd'),
    '物理磁盘 处理器时间 网络接口 每秒传输字节数',
  ],
  [
    'Traditional Chinese',
    'big5',
    hex('b342b27abeb9aec9b6a120b9eac5e9bacfbad020baf4b8f4a4b6adb120a843acedb6c7b065aabaa6eca4b8b2d5'),
    '處理器時間 實體磁碟 網路介面 每秒傳送的位元組',
  ],
  [
    'Korean',
    'euc-kr',
    hex('c7c1b7cebcbcbcad20bdc3b0a320bdc7c1a620b5f0bdbac5a920b3d7c6aebff6c5a920c0cec5cdc6e4c0ccbdba'),
    '프로세서 시간 실제 디스크 네트워크 인터페이스',
  ],
  ['Japanese in EUC', 'euc-jp', hex('a5d7a5eda5bba5c3a5b5a4cebbfeb4d6a4c8a5e1a5e2a5ea'), 'プロセッサの時間とメモリ'],
  [
    'Russian',
    'windows-1251',
    hex('d4e8e7e8f7e5f1eae8e920e4e8f1ea20d1f0e5e4edffff20e4ebe8ede020eef7e5f0e5e4e820e4e8f1eae020e220f1'),
    'Физический диск Средняя длина очереди диска в с',
  ],
  ['Russian in one word', 'windows-1251', hex('cff0eef6e5f1f1'), 'Процесс'],
  [
    'Spanish',
    'windows-1252',
    hex('446973636f2066ed7369636f2050e167696e61732f73204572726f7265732064652070e167696e612063616368e9'),
    'Disco físico Páginas/s Errores de página caché',
  ],
  [
    'German',
    'windows-1252',
    hex(
      '56657266fc67626172652042797465732050687973696b616c69736368657220446174656e7472e467657220dc62657274726167756e67656e2f73204772f6df65',
    ),
    'Verfügbare Bytes Physikalischer Datenträger Übertragungen/s Größe',
  ],
  [
    'French',
    'windows-1252',
    hex(
      '4de96d6f697265204f637465747320656e766f79e9732f7320c96372697475726573206469737175652f73207461696c6c652064652066696c65206492617474656e746520e020e974e9',
    ),
    'Mémoire Octets envoyés/s Écritures disque/s taille de file d’attente à été',
  ],
  ['French with one typographic apostrophe', 'windows-1252', hex('25206492696e61637469766974e9'), '% d’inactivité'],
  [
    'French on a console',
    'ibm850',
    hex('4d826d6f697265204f637465747320656e766f7982732f7320252074656d70732070726976696c82676982'),
    'Mémoire Octets envoyés/s % temps privilégié',
  ],
  [
    'German on a console',
    'ibm850',
    hex('566572668167626172652042797465732050687973696b616c69736368657220446174656e74728467657220477294e165'),
    'Verfügbare Bytes Physikalischer Datenträger Größe',
  ],
  ['Spanish on a console', 'ibm850', hex('446973636f2066a17369636f2050a067696e61732f73'), 'Disco físico Páginas/s'],
  [
    'Russian on a console',
    'ibm866',
    hex(
      '82e1a5a3ae20a1a0a9e22fe12094a8a7a8e7a5e1aaa8a920a4a8e1aa2091e0a5a4adefef20a4aba8ada020aee7a5e0a5a4a820a4a8e1aaa0',
    ),
    'Всего байт/с Физический диск Средняя длина очереди диска',
  ],
  [
    'Western quotes and an ellipsis',
    'windows-1252',
    hex('844772f6df659320936d6f7494206c92e974e985209c75767265'),
    '„Größe“ “mot” l’été… œuvre',
  ],
  ['UTF-8 Japanese', 'utf-8', hex('e680a7e883bde382abe382a6e383b3e382bfe383bc'), '性能カウンター'],
  ['UTF-8 German', 'utf-8', hex('56657266c3bc6762617265204d42'), 'Verfügbare MB'],
]

describe('detectEncoding', () => {
  it('takes plain ASCII as UTF-8', () => {
    expect(detectEncoding(ascii('"(PDH-CSV 4.0)","\\\\PC\\Memory\\Available MBytes"'))).toBe('utf-8')
    expect(detectEncoding(new Uint8Array())).toBe('utf-8')
  })

  it.each(cases)('%s is %s', (_, encoding, bytes, text) => {
    expect(detectEncoding(bytes)).toBe(encoding)
    expect(decodeText(bytes, detectEncoding(bytes))).toBe(text)
    const line = path(bytes)
    expect(detectEncoding(line)).toBe(encoding)
    expect(decodeText(line, encoding)).toContain(`\\${text}(_Total)`)
  })

  it.each(cases)('%s is found with its ends cut off', (_, encoding, bytes) => {
    // Long enough to be evidence, and cut in the middle of a character at either end.
    const long = Buffer.concat([bytes, ascii(' '), bytes, ascii(' '), bytes])
    for (let cut = 0; cut < 4; cut++) {
      expect(detectEncoding(long.subarray(0, long.length - cut))).toBe(encoding)
      expect(detectEncoding(long.subarray(cut))).toBe(encoding)
    }
  })

  it('finds UTF-16 with and without byte order mark', () => {
    const text =
      '"(PDH-CSV 4.0)","\\\\PC\\Prozessor(_Total)\\Prozessorzeit (%)","\\\\PC\\Physikalischer Datenträger(0 C:)\\Bytes/s"\r\n'
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    expect(detectEncoding(little)).toBe('utf-16le')
    expect(detectEncoding(big)).toBe('utf-16be')
    expect(detectEncoding(Buffer.concat([hex('fffe'), little]))).toBe('utf-16le')
    expect(detectEncoding(Buffer.concat([hex('feff'), big]))).toBe('utf-16be')
    expect(decodeText(Buffer.concat([hex('fffe'), little]), 'utf-16le')).toBe(text)
  })

  it('does not take a binary log for UTF-16', () => {
    // The first bytes of a binary log: buffer size, saved offset, zeros.
    expect(detectEncoding(hex('00000100 a8010000 00000000 00000000 4122b8d1 8c0fce01'))).not.toMatch(/utf-16/)
  })

  it('keeps UTF-8 with one damaged byte', () => {
    const bytes = Buffer.from('Verfügbare Übertragungen für Größen '.repeat(10))
    bytes[bytes.indexOf(0xc3) + 1] = 0x41
    expect(detectEncoding(bytes)).toBe('utf-8')
  })

  it('accepts any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof decodeText(bytes, detectEncoding(bytes))).toBe('string')
      }),
    )
  })

  const samples = samplesFolder()
  it.skipIf(samples === null)('knows the encoding of real logs', () => {
    // Expected: file names and languages as `samples/README.md` gives them.
    const found = (name: string): string => detectEncoding(readFileSync(join(samples!, 'perfmon', name)))
    expect(found('wfjsg_WinPerfCounter.r__test.csv')).toBe('shift_jis')
    expect(found('wfjsg_WinPerfCounter.r__with_gpu.csv')).toBe('shift_jis')
    expect(found('wfjsg_WinPerfCounter.r__huge_value.csv')).toBe('shift_jis')
    expect(found('ruflas_CESPL__Sesion3_DataCollector01.tsv')).toBe('windows-1252')
    expect(found('SirIsaacFactory_PerflogVisualise__Sample01.csv')).toBe('utf-8')
    expect(found('snippets/typeperf_ja_stdout.txt')).toBe('utf-8')
  })
})
