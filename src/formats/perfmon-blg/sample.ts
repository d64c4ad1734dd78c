/**
 * One sample (record of type 34): a total length, then one item for each entry of the catalog. Items tell their length, so
 * that a damaged one costs only itself.
 */
import type { ProblemSink } from '../../problems.ts'
import type { Bytes } from './bytes.ts'
import type { CatalogEntry } from './catalog.ts'
import type { Column, CounterIdentity } from './columns.ts'
import { emptyValue, isBase, isEmptyType, ruleOf, wrapsOf, type CounterRule, type RawValue } from './cooking.ts'
import { InstanceList } from './instances.ts'
import { ObjectItem } from './object.ts'
import { reportDamage, reportUnknownType, type SampleContext } from './sample-context.ts'

/** Reads one item of every sample. */
interface Item {
  readonly tag: number
  read(bytes: Bytes, start: number, end: number, context: SampleContext): void
}

const tags = { counter: 0x01034c42, wildcard: 0x02034c42, object: 0x05034c42, sample: 0x00034c42 }

export class SampleReader {
  readonly #items: Item[]

  constructor(catalog: readonly CatalogEntry[], problems: ProblemSink, offset: number) {
    const objects = new Map<number, ObjectItem>()
    this.#items = catalog.map((entry, index) => {
      if (entry.kind === 'object') return new ObjectItem(tags.object, entry, index, objects)
      const feed = feedOf(entry, index, problems, offset)
      if (feed === null) return new UnknownItem(entry.kind === 'counter' ? tags.counter : tags.wildcard)
      return entry.kind === 'counter' ? new CounterItem(feed) : new WildcardItem(feed)
    })
  }

  /** False when nothing of the sample can be used. */
  read(context: SampleContext): boolean {
    const { bytes, offset } = context.record
    const { problems } = context
    if (bytes.length < 8 || bytes.u32(0) !== tags.sample) {
      reportDamage(problems, offset, 'beginning', 'BL 03 00')
      return false
    }
    const end = Math.min(bytes.u32(4), bytes.length)
    let at = 8
    for (const item of this.#items) {
      const length = at + 8 <= end ? bytes.u32(at + 4) : 0
      if (length < 8 || at + length > end) {
        reportDamage(problems, offset, `end after ${at} bytes`, `${this.#items.length} items`)
        return true
      }
      if (bytes.u32(at) === item.tag) item.read(bytes, at + 8, at + length, context)
      else reportDamage(problems, offset, `item ${bytes.u32(at).toString(16)}`, item.tag.toString(16))
      at += length
    }
    if (at + 8 <= end) reportDamage(problems, offset, `${end - at} bytes after the last item`, 'the end')
    return true
  }
}

/** A counter of a type that cannot be cooked. */
class UnknownItem implements Item {
  readonly tag: number

  constructor(tag: number) {
    this.tag = tag
  }

  read(): void {
    // Reported when the catalog was read.
  }
}

/** A counter of its own: the documented PDH_RAW_COUNTER. */
class CounterItem implements Item {
  readonly tag = tags.counter
  readonly #feed: Feed
  #column: Column | null | undefined

  constructor(feed: Feed) {
    this.#feed = feed
  }

  read(bytes: Bytes, start: number, end: number, context: SampleContext): void {
    const { identity, index, rule, raw } = this.#feed
    if (end - start < 36) {
      reportDamage(context.problems, context.record.offset, `counter of ${end - start} bytes`, '40 bytes')
      return
    }
    if (!hasData(bytes.u32(start), context)) return
    // Not `??=`: null stands for a counter that is not wanted.
    if (this.#column === undefined) {
      this.#column = context.columns.find(identity, rule, index, context.record.offset)
    }
    readPair(bytes, start + 16, raw)
    raw.multi = bytes.u32(start + 32)
    if (rule.divisor === '100ns') context.utc ??= bytes.i64(start + 24)
    this.#column?.add(context.row, raw, context.isContinuous)
  }
}

/** One counter of all instances. */
class WildcardItem implements Item {
  readonly tag = tags.wildcard
  readonly #feed: Feed
  readonly #instances = new InstanceList()

  constructor(feed: Feed) {
    this.#feed = feed
  }

  read(bytes: Bytes, start: number, end: number, context: SampleContext): void {
    const { identity, index, rule, raw } = this.#feed
    const { row, isContinuous, columns, problems, record } = context
    const count = end - start < 24 ? -1 : bytes.u32(start + 4)
    if (count < 0 || 24 + 24 * count > end - start) {
      reportDamage(problems, record.offset, `${count} instances in ${end - start} bytes`, '24 bytes each')
      return
    }
    if (!hasData(bytes.u32(start + 12), context)) return
    this.#instances.begin()
    for (let i = 0; i < count; i++) {
      const at = start + 24 + 24 * i
      const nameAt = start + bytes.u32(at)
      if (nameAt >= end) {
        reportDamage(problems, record.offset, `name at ${nameAt - start}`, `one below ${end - start}`)
        return
      }
      const instance = this.#instances.next(bytes, nameAt, bytes.textEnd(nameAt, end), null)
      if (instance.columns.length === 0) {
        const own = { ...identity, instance: instance.name }
        instance.columns.push(columns.find(own, rule, index, record.offset))
      }
      readPair(bytes, at + 8, raw)
      raw.multi = bytes.u32(at + 4)
      if (rule.divisor === '100ns') context.utc ??= bytes.i64(at + 16)
      instance.columns[0]?.add(row, raw, isContinuous)
    }
  }
}

/** What an item of record logs needs of its entry in the catalog. */
interface Feed {
  identity: CounterIdentity
  /** Of the entry in the catalog. */
  index: number
  rule: CounterRule
  /** Filled anew for each value. */
  raw: RawValue
}

/** `null` for what gives no values; unknown counter types are reported. */
function feedOf(entry: CatalogEntry, index: number, problems: ProblemSink, offset: number): Feed | null {
  const { machine, object, instance, counter, logged, type, timeBase } = entry
  const rule = ruleOf(type)
  if (rule === null) {
    if (!isBase(type) && !isEmptyType(type)) reportUnknownType(problems, offset, type, `\\${object}\\${counter}`)
    return null
  }
  return {
    identity: { machine, object, instance, counter, logged },
    index,
    rule,
    raw: { ...emptyValue(), ...wrapsOf(type, rule), frequency: timeBase },
  }
}

function readPair(bytes: Bytes, at: number, raw: RawValue): void {
  raw.nLo = bytes.u32(at)
  raw.nHi = bytes.i32(at + 4)
  raw.dLo = bytes.u32(at + 8)
  raw.dHi = bytes.i32(at + 12)
}

/** PDH_CSTATUS_VALID_DATA and PDH_CSTATUS_NEW_DATA; anything else says why there is no value. */
function hasData(status: number, context: SampleContext): boolean {
  if (status <= 1) return true
  context.withoutData++
  return false
}
