/**
 * Which encoding a log is in. Windows tools write the ANSI code page of their machine without saying so, and "decodes
 * without error" proves little: Japanese files also pass as GBK, Cyrillic ones as windows-1252.
 */

/** A label of the WHATWG Encoding Standard that `TextDecoder` knows, such as `utf-8`, `shift_jis`, `windows-1252`. */
export type Encoding = string

/** The most plausible encoding of `bytes`, which may be only the beginning of a log. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Text of `bytes`, without byte order mark. Bytes that do not fit become U+FFFD; nothing throws. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}
