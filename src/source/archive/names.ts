/** Names of members: from bytes to text, and which of them are refused. */
import { crc32 } from 'node:zlib'

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/**
 * A name in a zip file. Marked as UTF-8 (flag bit 11) or given once more in Info-ZIP's Unicode path field it is certain.
 * Otherwise the writer used what its machine used: UTF-8 and Shift_JIS are tried, code page 437 is the specification's.
 */
export function decodeZipName(raw: Uint8Array, isUtf8: boolean, extra: Uint8Array): string {
  return unicodePath(raw, extra) ?? (isUtf8 ? tryDecode(raw, 'utf-8') : null) ?? guessName(raw, decodeCp437)
}

/** A name in a tar file: UTF-8 today, anything else in old ones. */
export function decodeTarName(raw: Uint8Array): string {
  return guessName(raw, (bytes) => new TextDecoder('windows-1252').decode(bytes))
}

function guessName(raw: Uint8Array, otherwise: (raw: Uint8Array) => string): string {
  const text = tryDecode(raw, 'utf-8')
  if (text !== null) return text
  const japanese = tryDecode(raw, 'shift_jis')
  // One kanji alone may well be "öß" in a Western code page, and half-width katakana are accented vowels there.
  if (japanese !== null && /[ぁ-ヿ]|\p{Script=Han}{2}/u.test(japanese)) return japanese
  return otherwise(raw)
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function decodeCp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : cp437[byte - 0x80]!)).join('')
}

/** Info-ZIP's field 0x7075 (version 1, CRC-32 of the plain name, name in UTF-8): valid while the CRC fits. */
function unicodePath(raw: Uint8Array, extra: Uint8Array): string | null {
  const field = findExtra(extra, 0x7075)
  if (field === null || field.length < 5 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(raw)) return null
  return tryDecode(field.subarray(5), 'utf-8')
}

/** The content of an extra field of a zip header, or `null`. */
export function findExtra(extra: Uint8Array, id: number): Buffer | null {
  const buffer = Buffer.from(extra.buffer, extra.byteOffset, extra.length)
  for (let at = 0; at + 4 <= buffer.length;) {
    const length = buffer.readUInt16LE(at + 2)
    if (buffer.readUInt16LE(at) === id) return buffer.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

/** `unsafe` says what is wrong with the name; `name` can be shown in both cases. */
export interface CheckedName {
  /** Relative, forward slashes, no `.` or empty parts. */
  name: string
  unsafe: string | null
  isFolder: boolean
}

/** Back-slashes are separators: many Windows tools write them, and on Windows they would act as such. */
export function checkName(text: string, nameBytes: number): CheckedName {
  const path = text.replaceAll('\\', '/')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const isFolder = path.endsWith('/')
  const unsafe = whyUnsafe(path, parts, nameBytes)
  // `tar c .` begins with the folder `./`.
  if (unsafe === null) return { name: parts.length === 0 ? '.' : parts.join('/'), unsafe, isFolder }
  return { name: printable(path), unsafe, isFolder }
}

function whyUnsafe(path: string, parts: string[], nameBytes: number): string | null {
  if (path.includes('\0')) return 'NUL character'
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(path)) return 'control character'
  if (path.startsWith('//')) return 'network path'
  if (path.startsWith('/')) return 'absolute path'
  if (/^[a-z]:/i.test(path)) return 'drive letter'
  if (parts.includes('..')) return 'path that leaves the archive'
  if (parts.length === 0 && !path.startsWith('.')) return 'empty name'
  if (Buffer.byteLength(path) > nameBytes) return `name of more than ${nameBytes} bytes (archive limit "nameBytes")`
  return null
}

/** What can be shown of any text. */
function printable(text: string): string {
  const shown = text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '·')
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
}

/** Gives a second `log.csv` the name `log (2).csv`. */
export class UniqueNames {
  /** How often each name has been asked for. */
  readonly #counts = new Map<string, number>()

  claim(name: string): string {
    let free = name
    const dot = name.lastIndexOf('.')
    const at = dot > name.lastIndexOf('/') + 1 ? dot : name.length
    let count = this.#counts.get(name) ?? 0
    while (this.#counts.has(free)) free = `${name.slice(0, at)} (${++count})${name.slice(at)}`
    this.#counts.set(free, 1)
    if (free !== name) this.#counts.set(name, count)
    return free
  }
}
