/** Items of whole objects: the documented PERF_DATA_BLOCK. */
import { codeOf, type BlgOptions, type Clock } from './blg-clock.ts'
import { ByteWriter, concat } from './byte-writer.ts'
import { counterTypes } from './counter-types.ts'
import type { BlgInstance, BlgObject } from './blg-writer.ts'

export function objectItem(options: BlgOptions, object: BlgObject, row: number, clock: Clock): Uint8Array {
  const instances = object.samples[row] ?? []
  let at = 8
  const definitions = new ByteWriter()
  const places = object.counters.map(({ index, type, size = defaultSize(codeOf(type)) }) => {
    at = size === 8 ? (at + 7) & ~7 : at
    const place = { at, size }
    at += size
    definitions.u32(40).u32(index).u32(0).u32(index).u32(0).i32(0).u32(100).u32(codeOf(type)).u32(size).u32(place.at)
    return place
  })
  const blockLength = (at + 7) & ~7
  const blocks = instances.map((instance) => {
    const block = new ByteWriter().u32(blockLength).fill(0, blockLength)
    for (const [i, { at, size }] of places.entries()) block.set(at, size, instance.counts[i]!)
    return instance.name === null ? block.bytes() : concat([instanceHead(instance), block.bytes()])
  })
  const isSingle = instances.some(({ name }) => name === null)
  const body = concat(blocks)
  const definitionLength = 64 + definitions.length
  const system = new ByteWriter().text(options.machine)
  const headerLength = 104 + ((Math.max(0, system.length - 16) + 7) & ~7)
  const head = new ByteWriter()
    .raw(Buffer.from('PERF', 'utf16le'))
    .u32(1)
    .u32(1)
    .u32(1)
    .u32(headerLength + definitionLength + body.length)
    .u32(headerLength)
    .u32(1)
    .i32(object.index)
    .raw(new Uint8Array(16)) // SYSTEMTIME; the reader takes the time of the event.
    .u32(0)
    .i64(clock.ticks(row))
    .i64(clock.frequency)
    .i64(clock.utc(row))
    .u32(system.length)
    .u32(88)
    .raw(system.bytes())
    .fill(0, headerLength)
  const type = new ByteWriter()
    .u32(definitionLength + body.length)
    .u32(definitionLength)
    .u32(64)
    .u32(object.index)
    .u32(0)
    .u32(object.index + 1)
    .u32(0)
    .u32(100)
    .u32(object.counters.length)
    .i32(0)
    .i32(isSingle ? -1 : instances.length)
    .u32(0)
    .i64(clock.utc(row))
    .i64(10_000_000n)
  return item(5, concat([head.bytes(), type.bytes(), definitions.bytes(), body]))
}

function defaultSize(type: number): 4 | 8 {
  return (type & 0x300) === 0x100 || type === counterTypes.AVERAGE_TIMER ? 8 : 4
}

function instanceHead({ name, parent = [0, 0], uniqueId = -1 }: BlgInstance): Uint8Array {
  const text = new ByteWriter().text(name ?? '')
  const length = (24 + text.length + 7) & ~7
  return new ByteWriter()
    .u32(length)
    .u32(parent[0])
    .u32(parent[1])
    .i32(uniqueId)
    .u32(24)
    .u32(text.length)
    .raw(text.bytes())
    .fill(0, length)
    .bytes()
}

/** `BL`, 3 and the kind of item, then its length. */
export function item(kind: number, body: Uint8Array): Uint8Array {
  const length = (8 + body.length + 7) & ~7
  return new ByteWriter().raw([0x42, 0x4c, 3, kind]).u32(length).raw(body).fill(0, length).bytes()
}
