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
      const rule = checkRule(entry, problems, offset)
      return entry.kind === 'counter' ? new CounterItem(entry, index, rule) : new WildcardItem(entry, index, rule)
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
    return true
  }
}

/** A counter of its own: the documented PDH_RAW_COUNTER. */
class CounterItem implements Item {
  readonly tag = tags.counter
  readonly #entry: CatalogEntry
  readonly #index: number
  readonly #rule: CounterRule | null
  readonly #raw: RawValue
  #column: Column | null | undefined

  constructor(entry: CatalogEntry, index: number, rule: CounterRule | null) {
    this.#entry = entry
    this.#index = index
    this.#rule = rule
    this.#raw = startValue(entry, rule)
  }

  read(bytes: Bytes, start: number, end: number, context: SampleContext): void {
    if (this.#rule === null) return
    if (end - start < 36) {
      reportDamage(context.problems, context.record.offset, `counter of ${end - start} bytes`, '40 bytes')
      return
    }
    if (!hasData(bytes.u32(start), context)) return
    // Not `??=`: null stands for a counter that is not wanted.
    if (this.#column === undefined) {
      this.#column = context.columns.find(identityOf(this.#entry), this.#rule, this.#index, context.record.offset)
    }
    readPair(bytes, start + 16, this.#raw)
    this.#raw.multi = bytes.u32(start + 32)
    if (this.#rule.divisor === '100ns') context.utc ??= bytes.i64(start + 24)
    this.#column?.add(context.row, this.#raw, context.isContinuous)
  }
}

/** One counter of all instances. */
class WildcardItem implements Item {
  readonly tag = tags.wildcard
  readonly #entry: CatalogEntry
  readonly #index: number
  readonly #rule: CounterRule | null
  readonly #raw: RawValue
  readonly #instances = new InstanceList()

  constructor(entry: CatalogEntry, index: number, rule: CounterRule | null) {
    this.#entry = entry
    this.#index = index
    this.#rule = rule
    this.#raw = startValue(entry, rule)
  }

  read(bytes: Bytes, start: number, end: number, context: SampleContext): void {
    if (this.#rule === null) return
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
        const identity = { ...identityOf(this.#entry), instance: instance.name }
        instance.columns.push(columns.find(identity, this.#rule, this.#index, record.offset))
      }
      readPair(bytes, at + 8, this.#raw)
      this.#raw.multi = bytes.u32(at + 4)
      if (this.#rule.divisor === '100ns') context.utc ??= bytes.i64(at + 16)
      instance.columns[0]?.add(row, this.#raw, isContinuous)
    }
  }
}

function identityOf({ machine, object, instance, counter, logged }: CatalogEntry): CounterIdentity {
  return { machine, object, instance, counter, logged }
}

function startValue(entry: CatalogEntry, rule: CounterRule | null): RawValue {
  return { ...emptyValue(), ...(rule && wrapsOf(entry.type, rule)), frequency: entry.timeBase }
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

function checkRule(entry: CatalogEntry, problems: ProblemSink, offset: number): CounterRule | null {
  const rule = ruleOf(entry.type)
  if (rule === null && !isBase(entry.type) && !isEmptyType(entry.type)) {
    reportUnknownType(problems, offset, entry.type, `\\${entry.object}\\${entry.counter}`)
  }
  return rule
}
