/** Which container a file is, by its first bytes; names are not asked. */
import { isTarHeader } from './tar-header.ts'

export type ContainerKind = 'zip' | 'gzip' | 'xz' | 'tar'

export function detectContainer(head: Uint8Array): ContainerKind | null {
  if (starts(head, 0x50, 0x4b)) {
    // A member, an empty archive, the mark of a split archive.
    if (starts(head, 0x50, 0x4b, 3, 4) || starts(head, 0x50, 0x4b, 5, 6) || starts(head, 0x50, 0x4b, 7, 8)) return 'zip'
    if (starts(head, 0x50, 0x4b, 0x30, 0x30, 0x50, 0x4b, 3, 4)) return 'zip'
  }
  if (starts(head, 0x1f, 0x8b, 8)) return 'gzip'
  if (starts(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz'
  if (head.length >= 512 && isTarHeader(head.subarray(0, 512))) return 'tar'
  return null
}

/** The kind of an archive that is recognised only to be refused. */
export function detectUnsupported(head: Uint8Array): string | null {
  if (starts(head, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return '7-Zip'
  if (starts(head, 0x52, 0x61, 0x72, 0x21, 0x1a, 7)) return 'RAR'
  if (starts(head, 0x42, 0x5a, 0x68) && head[3]! >= 0x31 && head[3]! <= 0x39 && starts(head.subarray(4), 0x31, 0x41))
    return 'bzip2'
  if (starts(head, 0x28, 0xb5, 0x2f, 0xfd)) return 'Zstandard'
  if (starts(head, 4, 0x22, 0x4d, 0x18)) return 'LZ4'
  if (starts(head, 0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0)) return 'Cabinet'
  if (starts(head, 0x1f, 0x9d)) return 'compress (.Z)'
  return null
}

function starts(bytes: Uint8Array, ...magic: number[]): boolean {
  return bytes.length >= magic.length && magic.every((byte, i) => bytes[i] === byte)
}
