/**
 * Which encoding a log is in. Windows tools write the ANSI code page of their machine without saying so, and "decodes
 * without error" proves little: Japanese files also pass as GBK, Cyrillic ones as windows-1252. So evidence decides, in
 * this order: byte order mark, UTF-16 by its zero bytes, valid UTF-8, Japanese by its kana, the other double-byte code
 * pages by how their characters lie, and among the single-byte ones Cyrillic words against isolated accented letters.
 */
import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'

/**
 * A label of the WHATWG Encoding Standard, such as `utf-8`, `shift_jis`, `windows-1252`; or `ibm850`, which the standard lacks,
 * so that text is decoded by `decodeText` and not by a `TextDecoder` of one's own.
 */
export type Encoding = string

/** As much of a log as is judged; more adds no evidence. */
const sampleBytes = 2 ** 20

/**
 * The most plausible encoding of `bytes`, which may be only a part of a log and be cut in the middle of a character at
 * either end. Plain ASCII is `utf-8`. Never throws.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleBytes)
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const wide = unmarkedUtf16(sample)
  if (wide !== null) return wide
  if (isAscii(sample) || isMostlyUtf8(sample)) return 'utf-8'
  return doubleByteEncoding(sample) ?? cyrillicEncoding(sample) ?? (hasOemLetters(sample) ? 'ibm850' : 'windows-1252')
}

const decoders = new Map<Encoding, TextDecoder>()

/** Text of `bytes`, without byte order mark. Bytes that do not fit become U+FFFD; nothing throws. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'ibm850') {
    return Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/[\x80-\xff]/g, (c) => codePage850[c.charCodeAt(0) - 0x80]!)
  }
  let decoder = decoders.get(encoding)
  if (!decoder) {
    decoder = new TextDecoder(encoding)
    decoders.set(encoding, decoder)
  }
  const text = decoder.decode(bytes)
  return decoder.encoding === 'windows-1252'
    ? text.replaceAll(c1Controls, (c) => windows1252[c.charCodeAt(0) - 0x80]!)
    : text
}

/** What western consoles print, and so what `typeperf … > file` holds. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0'

/** Node.js 20 decodes windows-1252 as Latin-1: what should be typographic quotes and dashes comes as control characters. */
const c1Controls = /[\x80-\x9f]/g
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * UTF-16 without a mark: text of a log is mostly ASCII, so every second byte is zero and its neighbour printable. Binary
 * files have zeros too, but also pairs of them.
 */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const end = Math.min(bytes.length, 4096) & ~1
  if (end < 8) return null
  let little = 0
  let big = 0
  for (let i = 0; i < end; i += 2) {
    const first = bytes[i]!
    const second = bytes[i + 1]!
    if (first === 0 && second === 0) return null
    if (second === 0 && isTextByte(first)) little++
    else if (first === 0 && isTextByte(second)) big++
  }
  const most = end * 0.35
  return little > most ? 'utf-16le' : big > most ? 'utf-16be' : null
}

function isTextByte(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13
}

/** Valid UTF-8, but for an odd damaged byte among many good characters and for characters cut at the ends. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  let at = 0
  while (at < 3 && isContinuation(bytes[at])) at++
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const length =
      byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0
    let seen = 1
    while (seen < length && isContinuation(bytes[at + seen])) seen++
    const isCut = at + seen === bytes.length && length > seen
    if (isCut) break
    if (length > 0 && seen === length) good++
    else bad++
    at += seen - 1
  }
  // A sample that holds nothing but pieces of one cut character tells nothing; UTF-8 is the better guess.
  return bad === 0 || good > 32 * bad
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** CP932, CP936, CP949, CP950 and EUC-JP, or `null` when the bytes look like single-byte text. */
function doubleByteEncoding(bytes: Uint8Array): Encoding | null {
  // A part that begins in the middle of a character makes sense from its second byte.
  const starts = bytes[0]! >= 0x80 || (bytes[0]! >= 0x40 && bytes[1]! >= 0x80) ? [0, 1] : [0]
  for (const start of starts) {
    const part = bytes.subarray(start)
    if (isShiftJis(part)) return 'shift_jis'
  }
  for (const start of starts) {
    const found = eastAsianEncoding(bytes.subarray(start))
    if (found !== null) return found
  }
  return null
}

/**
 * CP932: each byte pair is valid and there are hiragana or katakana among them; or, as in a lone `性能`, kanji of the first
 * level side by side. The lead bytes 0x81–0x9F are punctuation in windows-1252, which stands between ASCII letters.
 */
function isShiftJis(bytes: Uint8Array): boolean {
  let kana = 0
  let common = 0
  let rare = 0
  let adjacent = 0
  let bad = 0
  let lastEnd = -1
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!
    if (lead < 0x80 || (lead >= 0xa1 && lead <= 0xdf)) continue
    if (at + 1 === bytes.length) break
    const trail = bytes[at + 1]!
    const isPair =
      ((lead > 0x80 && lead < 0xa0) || (lead >= 0xe0 && lead < 0xfd)) && trail >= 0x40 && trail !== 0x7f && trail < 0xfd
    if (!isPair) {
      bad++
      continue
    }
    if ((lead === 0x82 && trail >= 0x9f && trail <= 0xf1) || (lead === 0x83 && trail <= 0x96)) kana++
    else if (lead <= 0x97) common++
    else rare++
    if (lastEnd === at) adjacent++
    at++
    lastEnd = at + 1
  }
  const pairs = kana + common + rare
  if (bad * 64 > pairs) return false
  if (kana > 0 && (kana + common) * 2 >= pairs && adjacent > 0) return true
  return common >= 2 && common * 3 >= pairs * 2 && adjacent * 2 >= pairs
}

/** What the double-byte pages with lead bytes from 0xA1 have in common: pairs, counted by where their characters lie. */
interface PairCounts {
  pairs: number
  bad: number
  /** Pairs that follow another without anything between. */
  adjacent: number
  /** The second byte is below 0xA1: usual in Big5 only. */
  lowTrails: number
  /** Kana of JIS X 0208, which GB 2312 and KS X 1001 share. */
  kana: number
  /** Lead 0xA1–0xC6: punctuation and the frequent characters of Big5. */
  big5: number
  /** Lead 0xB0–0xC8: every hangul syllable of KS X 1001, and the first half of the frequent hanzi of GB 2312. */
  lower: number
  /** Lead 0xC9–0xD7: the other half of the frequent hanzi. */
  upper: number
}

function eastAsianEncoding(bytes: Uint8Array): Encoding | null {
  const counts = countPairs(bytes)
  const { pairs } = counts
  if (pairs < 2 || counts.bad * 32 > pairs || counts.adjacent * 2 < pairs) return null
  if (counts.lowTrails * 8 > pairs) return counts.big5 * 10 >= pairs * 9 ? 'big5' : null
  if (counts.kana * 8 > pairs) return 'euc-jp'
  if ((counts.lower + counts.upper) * 10 < pairs * 7) return null
  return counts.upper * 32 < counts.lower ? 'euc-kr' : 'gbk'
}

function countPairs(bytes: Uint8Array): PairCounts {
  const counts = { pairs: 0, bad: 0, adjacent: 0, lowTrails: 0, kana: 0, big5: 0, lower: 0, upper: 0 }
  let lastEnd = -1
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at]!
    if (lead < 0x80) continue
    const trail = bytes[at + 1]!
    if (lead < 0xa1 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) {
      counts.bad++
      continue
    }
    counts.pairs++
    if (trail < 0xa1) counts.lowTrails++
    if (lead === 0xa4 || lead === 0xa5) counts.kana++
    if (lead <= 0xc6) counts.big5++
    if (lead >= 0xb0 && lead <= 0xc8) counts.lower++
    if (lead >= 0xc9 && lead <= 0xd7) counts.upper++
    if (lastEnd === at) counts.adjacent++
    at++
    lastEnd = at + 1
  }
  return counts
}

/**
 * Russian words consist of letters beyond ASCII; in western languages such letters stand alone among ASCII ones. Windows
 * writes windows-1251, its consoles print ibm866, in which the letters lie elsewhere.
 */
function cyrillicEncoding(bytes: Uint8Array): Encoding | null {
  const windows = countCyrillic(bytes, isWindowsLetter)
  const console = countCyrillic(bytes, (byte) => (byte >= 0x80 && byte <= 0xaf) || (byte >= 0xe0 && byte <= 0xf1))
  const most = Math.max(windows.cyrillic, console.cyrillic)
  if (most <= windows.western) return null
  return console.cyrillic > windows.cyrillic ? 'ibm866' : 'windows-1251'
}

/** Letters beyond ASCII in words with three of them together, and in other words. Words of one or two letters could be either. */
function countCyrillic(
  bytes: Uint8Array,
  isHighLetter: (byte: number) => boolean,
): { cyrillic: number; western: number } {
  const isLetter = (byte: number): boolean => isAsciiLetter(byte) || isHighLetter(byte)
  let cyrillic = 0
  let western = 0
  for (let at = 0; at < bytes.length; at++) {
    if (!isLetter(bytes[at]!)) continue
    let high = 0
    let together = 0
    let longest = 0
    const start = at
    for (; at < bytes.length && isLetter(bytes[at]!); at++) {
      together = bytes[at]! >= 0x80 ? together + 1 : 0
      longest = Math.max(longest, together)
      if (together > 0) high++
    }
    if (longest >= 3) cyrillic += high
    else if (high < at - start) western += high
  }
  return { cyrillic, western }
}

/** A letter in windows-1251 or windows-1252; Ё and ё are 0xA8 and 0xB8. */
function isWindowsLetter(byte: number): boolean {
  return byte >= 0xc0 || byte === 0xa8 || byte === 0xb8
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122
}

/**
 * In code page 850 é, ä, ö, ü, ñ and the like are below 0xA6, where windows-1252 has punctuation: inside a word they must
 * be letters, but for the apostrophe 0x92 of `d’octets`.
 */
function hasOemLetters(bytes: Uint8Array): boolean {
  let oem = 0
  let windows = 0
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    if (byte >= 0xc0) windows++
    else if (byte <= 0xa5 && byte !== 0x92 && isWordByte(bytes[at - 1]) && isWordByte(bytes[at + 1])) oem++
  }
  return oem > windows
}

function isWordByte(byte: number | undefined): boolean {
  return isAsciiLetter(byte) || (byte !== undefined && byte >= 0x80)
}
