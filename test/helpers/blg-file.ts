/** The container of a synthetic performance log: events, buffers, file header. */
import type { YearlyDate, ZoneRules } from '../../src/formats/perfmon-blg/time-zone.ts'
import { zoneOf, type BlgOptions, type Clock } from './blg-clock.ts'
import { ByteWriter, concat } from './byte-writer.ts'

/** A catalog, a sample, a name table: one event, or several when it is long. */
export interface BlgRecord {
  type: number
  time: bigint
  data: Uint8Array
}

const bufferHeader = 0x48
const provider = Buffer.from('b33b3f933e940d499ced3cbb14c14479', 'hex')
const logId = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

/** The bytes of the whole log. */
export function writeFile(
  options: BlgOptions,
  records: readonly BlgRecord[],
  clock: Clock,
  samples: number,
): Uint8Array {
  const { bufferBytes = 65_536, pointerBytes = 8 } = options
  // An event never straddles buffers.
  const blockBytes = Math.min(options.blockBytes ?? 8000, bufferBytes - bufferHeader - 72)
  const kind = pointerBytes === 8 ? 20 : 10
  const buffers: ByteWriter[] = [new ByteWriter()]
  for (const record of records) {
    for (const event of eventsOf(record, kind, blockBytes)) {
      let buffer = buffers.at(-1)!
      if (bufferHeader + buffer.length + event.length > bufferBytes) buffers.push((buffer = new ByteWriter()))
      buffer.raw(event).fill(0, (buffer.length + 7) & ~7)
    }
  }
  const header = fileHeader(options, buffers.length + 1, clock, samples)
  const all = [header, ...buffers].map((content, i) => {
    const length = bufferHeader + content.length
    const isEdge = i === 0 || i === buffers.length
    return new ByteWriter()
      .u32(bufferBytes)
      .u32(length)
      .u32(length)
      .u32(0)
      .i64(clock.utc(samples))
      .i64(BigInt(i))
      .raw(new Uint8Array(12))
      .u32(3)
      .u32(length)
      .u16((isEdge ? 1 : 0) | (pointerBytes === 8 ? 0x20 : 0))
      .u16(i === 0 ? 4 : 0)
      .raw(new Uint8Array(16))
      .raw(content.bytes())
      .fill(0xff, bufferBytes)
      .bytes()
  })
  return concat(all)
}

function eventsOf({ type, time, data }: BlgRecord, kind: number, blockBytes: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(data.length / blockBytes))
  return Array.from({ length: count }, (_, i) => {
    const part = data.subarray(i * blockBytes, (i + 1) * blockBytes)
    return new ByteWriter()
      .u16(72 + part.length)
      .raw([kind, 0xc0, type, 0])
      .u16(60)
      .u32(0x6dc)
      .u32(0xa40)
      .i64(time)
      .raw(provider)
      .raw(new Uint8Array(8))
      .raw(logId)
      .u32(i + 1)
      .u32(count)
      .raw(part)
      .bytes()
  })
}

function fileHeader(options: BlgOptions, buffers: number, clock: Clock, samples: number): ByteWriter {
  const [major, minor, build] = options.osVersion ?? [6, 1, 7601]
  const { pointerBytes = 8, bufferBytes = 65_536 } = options
  const content = new ByteWriter()
    .u32(bufferBytes)
    .raw([major, minor, 1, 5])
    .u32(build)
    .u32(1)
    .i64(options.isClosed === false ? 0n : clock.utc(samples))
    .u32(0x2625a)
    .u32(0)
    .u32(0x1000000 | (options.isCircular === true ? 2 : 1))
    .u32(buffers)
    .u32(1)
    .u32(pointerBytes)
    .u32(options.eventsLost ?? 0)
    .u32(2791)
    .raw(new Uint8Array(2 * pointerBytes))
    .raw(zoneStructure(options.zone ?? zoneOf(0)))
  const aligned = (32 + content.length + 7) & ~7
  content
    .fill(0, aligned - 32)
    .i64(clock.boot())
    .i64(clock.frequency)
    .i64(clock.utc(0))
    .u32(2)
    .u32(options.buffersLost ?? 0)
    .text('{benchpaper}')
    .text('C:\\PerfLogs\\log.blg')
  return new ByteWriter()
    .u16(0)
    .raw([pointerBytes === 8 ? 2 : 1, 0xc0])
    .u16(32 + content.length)
    .u16(0)
    .u32(0x6dc)
    .u32(0xa40)
    .i64(clock.utc(0))
    .raw(new Uint8Array(8))
    .raw(content.bytes())
}

/** TIME_ZONE_INFORMATION; its biases are minutes west. */
function zoneStructure(zone: ZoneRules): Uint8Array {
  const name = (text: string): Uint8Array => new ByteWriter().text(text).fill(0, 64).bytes()
  return new ByteWriter()
    .i32(-zone.standard)
    .raw(name('@tzres.dll,-1'))
    .raw(systemTime(zone.standardFrom))
    .i32(0)
    .raw(name('@tzres.dll,-2'))
    .raw(systemTime(zone.daylightFrom))
    .i32(zone.standard - zone.daylight)
    .bytes()
}

function systemTime(date: YearlyDate | null): Uint8Array {
  const writer = new ByteWriter()
  if (date !== null) {
    writer.u16(date.year).u16(date.month).u16(date.weekday).u16(date.day)
    writer.u16(Math.floor(date.minute / 60)).u16(date.minute % 60)
  }
  return writer.fill(0, 16).bytes()
}
