/** Writes zip files for tests, wrong ones on request. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipMember {
  name: string | Buffer
  bytes?: Uint8Array | string
  /** 8 deflate (default), 0 stored; others keep the bytes as they are. */
  method?: number
  flags?: number
  /** Size and CRC follow the data instead of being in the local header. */
  descriptor?: boolean
  extra?: Buffer
  unixType?: number
  /** What the headers say instead of the truth. */
  says?: { crc?: number; size?: number; localName?: string; localMethod?: number; offset?: number }
  zip64?: boolean
}

export interface ZipOptions {
  comment?: string
  /** Bytes in front that offsets do not count. */
  prefix?: Buffer
  zip64?: boolean
  disk?: number
  withoutDirectory?: boolean
}

export function zip(members: readonly ZipMember[], options: ZipOptions = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const [local, central] = writeMember(member, offset)
    locals.push(local)
    directory.push(central)
    offset += local.length
  }
  const prefix = options.prefix ?? Buffer.alloc(0)
  if (options.withoutDirectory) return Buffer.concat([prefix, ...locals])
  const list = Buffer.concat(directory)
  const end = writeEnd(members.length, list.length, offset, options)
  return Buffer.concat([prefix, ...locals, list, end])
}

function writeMember(member: ZipMember, offset: number): [Buffer, Buffer] {
  const { says = {} } = member
  const name = Buffer.from(member.name)
  const bytes = Buffer.from(member.bytes ?? '')
  const method = member.method ?? 8
  const data = method === 8 ? deflateRawSync(bytes) : bytes
  const crc = says.crc ?? crc32(bytes)
  const size = says.size ?? bytes.length
  const flags = (member.flags ?? 0) | (member.descriptor ? 8 : 0)
  const long = member.zip64 ? zip64Field([size, data.length]) : Buffer.alloc(0)
  const extra = Buffer.concat([long, member.extra ?? Buffer.alloc(0)])

  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(member.zip64 ? 0xffffffff : data.length, 4)
  sizes.writeUInt32LE(member.zip64 ? 0xffffffff : size, 8)

  const local = Buffer.alloc(30)
  const localName = says.localName === undefined ? name : Buffer.from(says.localName)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(flags, 6)
  local.writeUInt16LE(says.localMethod ?? method, 8)
  if (!member.descriptor) sizes.copy(local, 14)
  local.writeUInt16LE(localName.length, 26)
  local.writeUInt16LE(extra.length, 28)
  const descriptor = member.descriptor ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes]) : Buffer.alloc(0)

  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(member.unixType === undefined ? 20 : 0x0314, 4)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(flags, 8)
  central.writeUInt16LE(method, 10)
  sizes.copy(central, 16)
  central.writeUInt16LE(name.length, 28)
  central.writeUInt16LE(extra.length, 30)
  central.writeUInt32LE(((member.unixType ?? 0) * 2 ** 16) >>> 0, 38)
  central.writeUInt32LE(says.offset ?? offset, 42)
  return [Buffer.concat([local, localName, extra, data, descriptor]), Buffer.concat([central, name, extra])]
}

function zip64Field(values: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, i) => field.writeBigUInt64LE(BigInt(value), 4 + 8 * i))
  return field
}

function writeEnd(count: number, listLength: number, offset: number, options: ZipOptions): Buffer {
  const comment = Buffer.from(options.comment ?? '')
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(options.disk ?? 0, 4)
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 8)
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 10)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : listLength, 12)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset, 16)
  end.writeUInt16LE(comment.length, 20)
  if (!options.zip64) return Buffer.concat([end, comment])
  const long = Buffer.alloc(56)
  long.writeUInt32LE(0x06064b50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeBigUInt64LE(BigInt(count), 24)
  long.writeBigUInt64LE(BigInt(count), 32)
  long.writeBigUInt64LE(BigInt(listLength), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + listLength), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([long, locator, end, comment])
}

/** Info-ZIP's Unicode path field. */
export function unicodePathField(plainName: Buffer, name: string): Buffer {
  const text = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + text.length, 2)
  field[4] = 1
  field.writeUInt32LE(crc32(plainName), 5)
  return Buffer.concat([field, text])
}
