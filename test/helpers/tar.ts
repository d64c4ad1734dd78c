/** Writes tar files for tests, wrong ones on request. */
export interface TarInput {
  name: string | Buffer
  bytes?: Uint8Array | string
  /** `0` file (default), `1` hard link, `2` symbolic link, `5` folder, `x` pax, `L` GNU long name, … */
  type?: string
  linkTarget?: string
  /** Twelve bytes for the size field, or a size other than that of `bytes`. */
  size?: Buffer | number
  /** ustar prefix of the name. */
  prefix?: string
  magic?: string
  /** Added to the right checksum. */
  checksumError?: number
}

/** The end mark is two blocks of zeros. */
export function tar(entries: readonly TarInput[], endBlocks = 2): Buffer {
  return Buffer.concat([...entries.map(tarMember), Buffer.alloc(512 * endBlocks)])
}

function tarMember(entry: TarInput): Buffer {
  const bytes = Buffer.from(entry.bytes ?? '')
  const block = Buffer.alloc(512)
  Buffer.from(entry.name).copy(block, 0, 0, 100)
  block.write('0000644\0', 100, 'latin1')
  const size = entry.size ?? bytes.length
  if (Buffer.isBuffer(size)) size.copy(block, 124)
  else block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  block.write('        ', 148, 'latin1')
  block.write(entry.type ?? '0', 156, 'latin1')
  block.write(entry.linkTarget ?? '', 157, 'utf8')
  block.write(entry.magic ?? 'ustar\x0000', 257, 'latin1')
  block.write(entry.prefix ?? '', 345, 'utf8')
  const sum = block.reduce((a, b) => a + b, 0) + (entry.checksumError ?? 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

/** A pax header for the next member, or with `type` `g` for all that follow. */
export function pax(records: Record<string, string>, type: 'x' | 'g' = 'x'): TarInput {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`)
    // The length counts its own digits.
    let length = rest + 1
    while (String(length).length + rest !== length) length = String(length).length + rest
    return `${length} ${key}=${value}\n`
  })
  return { name: 'PaxHeader', type, bytes: lines.join('') }
}
