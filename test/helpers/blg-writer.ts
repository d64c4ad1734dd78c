/**
 * Writes binary performance logs as Windows does, from the same notes the reader follows: for fixtures and for synthetic logs.
 * `writeBlg` makes record logs (single counters and wildcards), `writeObjectBlg` logs of whole objects. Raw counts are given
 * as they are; `countsFor` (blg-counts.ts) makes those that come out as wanted values.
 */
import { Clock, codeOf, timeBaseOf, type BlgOptions } from './blg-clock.ts'
import { writeFile, type BlgRecord } from './blg-file.ts'
import { item, objectItem } from './blg-object.ts'
import { ByteWriter, concat } from './byte-writer.ts'
import type { CounterType } from './counter-types.ts'

export interface RawCount {
  n: bigint
  /** Base of a fraction or average; clocks are filled in. */
  d?: bigint
  /** Parts of a multi timer; 1 when left out. */
  multi?: number
  /** Anything but 0 and 1 means: no value. */
  status?: number
}

export interface BlgCounter {
  /** `\Processor(_Total)\% Processor Time`; instance `*` for all of them. */
  path: string
  type: CounterType | number
  /** Power of ten by which Performance Monitor draws the counter. */
  scale?: number
  /** One for each sample: a count, or for a wildcard instances with their counts in order. */
  samples: readonly (RawCount | readonly (readonly [instance: string, count: RawCount])[])[]
}

export interface BlgObject {
  index: number
  name: string
  counters: readonly { index: number; name: string; type: CounterType | number; size?: 4 | 8 }[]
  /** One for each sample; each instance has a number for each counter, bases included. `null` names an object without instances. */
  samples: readonly (readonly BlgInstance[])[]
}

export interface BlgInstance {
  name: string | null
  counts: readonly bigint[]
  /** Index of the parent's object and the parent's place among its instances. */
  parent?: readonly [object: number, position: number]
  uniqueId?: number
}

export function writeBlg(options: BlgOptions, counters: readonly BlgCounter[]): Uint8Array {
  const clock = new Clock(options)
  const records: BlgRecord[] = [{ type: 32, time: clock.local(0) - 10n, data: catalog(options, counters, clock) }]
  const count = Math.max(0, ...counters.map(({ samples }) => samples.length))
  for (let row = 0; row < count; row++) {
    const items = counters.map((counter) => counterItem(counter, row, clock))
    records.push({ type: 34, time: clock.local(row), data: sample(items) })
  }
  return writeFile(options, records, clock, count)
}

export function writeObjectBlg(
  options: BlgOptions,
  objects: readonly BlgObject[],
  names: readonly (readonly [number, string])[] = [],
): Uint8Array {
  const clock = new Clock(options)
  const all = new Map(names)
  for (const { index, name, counters } of objects) {
    all.set(index, name)
    for (const counter of counters) all.set(counter.index, counter.name)
  }
  const records: BlgRecord[] = nameTables(options, all).map((data) => ({ type: 36, time: clock.local(0) - 20n, data }))
  records.push({ type: 32, time: clock.local(0) - 10n, data: objectCatalog(options, objects) })
  const count = Math.max(0, ...objects.map(({ samples }) => samples.length))
  for (let row = 0; row < count; row++) {
    const items = objects.map((object) => objectItem(options, object, row, clock))
    records.push({ type: 34, time: clock.local(row), data: sample(items) })
  }
  const closing = new ByteWriter().i64(clock.local(0)).i64(clock.local(count)).u32(count).u32(0).u32(0).u32(0x5ff)
  records.push({ type: 35, time: clock.local(count), data: closing.bytes() })
  return writeFile(options, records, clock, count)
}

interface EntryNames {
  object: string
  instance: string | null
  parent: string | null
  index: number
  counter: string
}

function splitPath(path: string): EntryNames {
  const match = /^\\([^\\(]+)(?:\((?:([^/]*)\/)?(.*?)(?:#(\d+))?\))?\\(.+)$/.exec(path)
  if (match === null) throw new Error(`no counter path: ${path}`)
  const [, object, parent, instance, index, counter] = match
  return {
    object: object!,
    instance: instance ?? null,
    parent: parent ?? null,
    index: Number(index ?? 0),
    counter: counter!,
  }
}

function catalog(options: BlgOptions, counters: readonly BlgCounter[], clock: Clock): Uint8Array {
  const entries = counters.map(({ path, type, scale = 0 }) => {
    const names = splitPath(path)
    const code = codeOf(type)
    return catalogEntry(options.machine, names, names.instance === '*' ? 1 : 0, code, timeBaseOf(code, clock), scale)
  })
  return concat([new ByteWriter().u32(0x6ff).u32(0x20008).bytes(), ...entries])
}

function objectCatalog(options: BlgOptions, objects: readonly BlgObject[]): Uint8Array {
  const entries = objects.map(({ name, samples }) => {
    const isSingle = samples.some((instances) => instances.some((instance) => instance.name === null))
    const names = { object: name, instance: isSingle ? null : '*', parent: null, index: 0, counter: '*' }
    return catalogEntry(options.machine, names, 0x10, 0x10, 0n, 0)
  })
  return concat([new ByteWriter().u32(0x6ff).u32(0x20008).bytes(), ...entries])
}

function catalogEntry(
  machine: string,
  names: EntryNames,
  flags: number,
  type: number,
  timeBase: bigint,
  scale: number,
): Uint8Array {
  const strings = new ByteWriter()
  const put = (text: string | null): number => {
    if (text === null) return -1
    const at = strings.length
    strings.text(text)
    return at
  }
  const offsets = {
    machine: put(`\\\\${machine}`),
    object: put(names.object),
    instance: put(names.instance),
    parent: put(names.parent),
    counter: put(names.counter),
  }
  const length = (0x34 + strings.length + 7) & ~7
  return new ByteWriter()
    .u32(length)
    .u32(flags)
    .u32(0)
    .u32(type)
    .i64(timeBase)
    .i32(scale)
    .i32(offsets.machine)
    .i32(offsets.object)
    .i32(offsets.instance)
    .i32(offsets.parent)
    .u32(names.index)
    .i32(offsets.counter)
    .raw(strings.bytes())
    .fill(0, length)
    .bytes()
}

function sample(items: readonly Uint8Array[]): Uint8Array {
  return item(0, concat(items))
}

function counterItem(counter: BlgCounter, row: number, clock: Clock): Uint8Array {
  const type = codeOf(counter.type)
  const value = counter.samples[row]
  if (splitPath(counter.path).instance === '*') {
    return wildcardItem(Array.isArray(value) ? (value as [string, RawCount][]) : [], type, row, clock)
  }
  const raw = (value as RawCount | undefined) ?? { n: 0n, status: 0xc0000bba }
  const body = new ByteWriter()
    .u32(raw.status ?? 0)
    .i64(clock.local(row))
    .u32(0)
    .i64(raw.n)
    .i64(raw.d ?? clock.divisor(type, row))
    .u32(raw.multi ?? 1)
    .u32(0)
  return item(1, body.bytes())
}

function wildcardItem(instances: readonly [string, RawCount][], type: number, row: number, clock: Clock): Uint8Array {
  const names = new ByteWriter()
  const rows = new ByteWriter()
  const namesAt = 24 + 24 * instances.length
  for (const [name, raw] of instances) {
    rows
      .u32(namesAt + names.length)
      .u32(raw.multi ?? 1)
      .i64(raw.n)
      .i64(raw.d ?? clock.divisor(type, row))
    names.text(name)
  }
  const status = instances.find(([, raw]) => raw.status !== undefined)?.[1].status ?? 0
  const length = (namesAt + names.length + 7) & ~7
  const head = new ByteWriter().u32(length).u32(instances.length).u32(0).u32(status).i64(clock.local(row))
  return item(2, concat([head.bytes(), rows.bytes(), names.bytes()]))
}

function nameTables({ machine, blockBytes = 8000 }: BlgOptions, names: ReadonlyMap<number, string>): Uint8Array[] {
  const tables: Uint8Array[] = []
  const begin = (): ByteWriter => new ByteWriter().text(`\\\\${machine}`)
  let table = begin()
  for (const [index, name] of [[1, '1847'] as const, ...names]) {
    const pair = new ByteWriter().text(String(index)).text(name)
    if (table.length + pair.length > blockBytes) {
      tables.push(table.bytes())
      table = begin()
    }
    table.raw(pair.bytes())
  }
  return [...tables, table.bytes()]
}
