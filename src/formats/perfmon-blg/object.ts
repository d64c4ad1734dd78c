/**
 * Whole objects, as logged by `\Process(*)\*`: the documented PERF_DATA_BLOCK with its objects, counter definitions and
 * instances. Objects and counters have name indexes only.
 */
import { Bytes } from './bytes.ts'
import type { CatalogEntry } from './catalog.ts'
import type { Column } from './columns.ts'
import { emptyValue, hasParts, isBase, isEmptyType, ruleOf, type CounterRule, type RawValue } from './cooking.ts'
import type { TranslatedName } from './english-name.ts'
import { InstanceList } from './instances.ts'
import { reportDamage, reportUnknownType, type SampleContext } from './sample-context.ts'

interface Field extends TranslatedName {
  rule: CounterRule
  /** Of the count in the block of an instance. */
  at: number
  /** 4 or 8. */
  size: number
  /** The same of the base counter; -1 and 0 when the formula has none. */
  baseAt: number
  baseSize: number
}

/** Lengths of the documented structures. */
const lengths = { block: 104, object: 64, definition: 40, instance: 24 }
const noUniqueId = -1
/** `PERF` in UTF-16. */
const signature = [0x00450050, 0x00460052]

export class ObjectItem {
  readonly tag: number
  readonly #entry: CatalogEntry
  readonly #index: number
  readonly #raw = emptyValue()
  readonly #instances = new InstanceList()
  /** Items of the catalog by name index of their object, for the names of parents. */
  readonly #all: Map<number, ObjectItem>
  /** Definitions of the sample before, and what was made of them. */
  #definitions = new Uint8Array(0)
  #fields: Field[] = []
  #single: (Column | null | undefined)[] = []
  #row = -1

  constructor(tag: number, entry: CatalogEntry, index: number, all: Map<number, ObjectItem>) {
    this.tag = tag
    this.#entry = entry
    this.#index = index
    this.#all = all
  }

  read(bytes: Bytes, start: number, end: number, context: SampleContext): void {
    const damage = (actual: string, expected: string): void => {
      reportDamage(context.problems, context.record.offset, actual, expected)
    }
    if (end - start < lengths.block) {
      context.withoutData++
      return
    }
    if (bytes.u32(start) !== signature[0] || bytes.u32(start + 4) !== signature[1]) {
      damage('beginning of an object', 'PERF')
      return
    }
    const headerLength = bytes.u32(start + 24)
    const count = bytes.u32(start + 28)
    if (count === 0) {
      context.withoutData++
      return
    }
    const at = start + headerLength
    if (headerLength < lengths.block || at + lengths.object > end || count !== 1) {
      damage(`${count} objects after ${headerLength} bytes`, 'one object')
      return
    }
    context.utc ??= bytes.i64(start + 72)
    this.#readObject(bytes, start, at, Math.min(end, at + bytes.u32(at)), context)
  }

  /** `block` is where the PERF_DATA_BLOCK begins, `at` the PERF_OBJECT_TYPE. */
  #readObject(bytes: Bytes, block: number, at: number, end: number, context: SampleContext): void {
    const definitionsEnd = at + bytes.u32(at + 4)
    const definitionsAt = at + bytes.u32(at + 8)
    const nameIndex = bytes.u32(at + 12)
    const counters = bytes.u32(at + 32)
    const instances = bytes.i32(at + 40)
    if (
      definitionsAt < at + lengths.object ||
      definitionsEnd > end ||
      counters > (definitionsEnd - definitionsAt) / lengths.definition
    ) {
      reportDamage(context.problems, context.record.offset, `${counters} counters of an object`, 'room for them')
      return
    }
    const definitions = bytes.array.subarray(at + 12, definitionsEnd)
    if (!this.#isKnown(definitions)) {
      this.#definitions = definitions.slice()
      this.#define(bytes, definitionsAt, definitionsEnd, counters, nameIndex, context)
    }
    this.#all.set(nameIndex, this)
    this.#row = context.row
    if (instances < 0) {
      if (definitionsEnd + 4 <= end) this.#readBlock(bytes, definitionsEnd, end, block, at, null, this.#single, context)
      return
    }
    this.#readInstances(bytes, block, at, definitionsEnd, end, instances, context)
  }

  /** Whether counters are defined as in the sample before; instance count and clock at the end of the header differ. */
  #isKnown(definitions: Uint8Array): boolean {
    const known = this.#definitions
    if (known.length !== definitions.length) return false
    for (let i = 0; i < 4; i++) if (known[i] !== definitions[i]) return false
    for (let i = lengths.object - 12; i < known.length; i++) if (known[i] !== definitions[i]) return false
    return true
  }

  #define(bytes: Bytes, at: number, end: number, count: number, nameIndex: number, context: SampleContext): void {
    this.#fields = []
    this.#single = []
    this.#instances.clear()
    const seen = new Set<string>()
    let next = at
    for (let i = 0; i < count; i++) {
      const here = next
      const length = bytes.u32(here)
      next += length
      if (length < lengths.definition || next > end) {
        reportDamage(context.problems, context.record.offset, `counter definition of ${length} bytes`, '40 bytes')
        return
      }
      const hasNext = i + 1 < count && next + lengths.definition <= end
      const field = defineField(bytes, here, hasNext ? next : null, nameIndex, context)
      if (field === null || seen.has(field.counter)) continue
      seen.add(field.counter)
      this.#fields.push(field)
    }
  }

  #readInstances(
    bytes: Bytes,
    block: number,
    object: number,
    start: number,
    end: number,
    count: number,
    context: SampleContext,
  ): void {
    this.#instances.begin()
    let at = start
    for (let i = 0; i < count; i++) {
      const length = at + lengths.instance + 4 <= end ? bytes.u32(at) : 0
      const blockAt = at + length
      const blockLength = length >= lengths.instance && blockAt + 4 <= end ? bytes.u32(blockAt) : 0
      if (blockLength < 4 || blockAt + blockLength > end) {
        reportDamage(context.problems, context.record.offset, `end after ${i} instances`, `${count} instances`)
        return
      }
      const nameAt = at + bytes.u32(at + 16)
      const nameEnd = Math.min(nameAt + bytes.u32(at + 20), blockAt)
      const uniqueId = bytes.i32(at + 12)
      const parent = this.#parentName(bytes.u32(at + 4), bytes.u32(at + 8), context)
      const instance =
        uniqueId === noUniqueId
          ? this.#instances.next(bytes, nameAt, bytes.textEnd(nameAt, nameEnd), parent)
          : this.#numberedInstance(uniqueId, parent)
      this.#readBlock(bytes, blockAt, blockAt + blockLength, block, object, instance.name, instance.columns, context)
      at = blockAt + blockLength
    }
  }

  /** Some objects know their instances by number instead of name. */
  #numberedInstance(id: number, parent: string | null): ReturnType<InstanceList['next']> {
    const name = new Bytes(Buffer.from(String(id), 'utf16le'))
    return this.#instances.next(name, 0, name.length, parent)
  }

  /** `null` without parent, or when the object of the parent is not in the log. */
  #parentName(object: number, position: number, context: SampleContext): string | null {
    if (object === 0) return null
    const item = this.#all.get(object)
    return item === undefined || item.#row !== context.row ? null : item.#instances.nameAt(position)
  }

  /** The counts of one instance. */
  #readBlock(
    bytes: Bytes,
    at: number,
    end: number,
    block: number,
    object: number,
    instance: string | null,
    columns: (Column | null | undefined)[],
    context: SampleContext,
  ): void {
    const raw = this.#raw
    const fields = this.#fields
    const limit = Math.min(end, at + bytes.u32(at))
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!
      let column = columns[i]
      if (column === undefined) {
        const { object: name, counter, logged } = field
        const identity = { machine: this.#entry.machine, object: name, instance, counter, logged }
        column = context.columns.find(identity, field.rule, this.#index, context.record.offset)
        columns[i] = column
      }
      if (column === null) continue
      if (at + field.at + field.size > limit || at + field.baseAt + field.baseSize > limit) {
        context.withoutData++
        continue
      }
      raw.nLo = bytes.u32(at + field.at)
      raw.nHi = field.size === 8 ? bytes.i32(at + field.at + 4) : 0
      raw.nWraps = field.size === 4
      raw.dWraps = field.baseSize === 4
      readDivisor(bytes, at, block, object, field, raw)
      column.add(context.row, raw, context.isContinuous)
    }
  }
}

/** `null` for what is no counter or cannot be cooked; the latter is reported. */
function defineField(
  bytes: Bytes,
  at: number,
  next: number | null,
  nameIndex: number,
  context: SampleContext,
): Field | null {
  const { problems, record } = context
  const type = bytes.u32(at + 28)
  if (isBase(type) || isEmptyType(type)) return null
  const index = bytes.u32(at + 4)
  const name = context.names.name(nameIndex, index)
  if (name === null) {
    problems.warning(
      'blg-name-missing',
      `Unexpected name index ${index} of object ${nameIndex}, expected one with a name`,
      {
        byte: record.offset,
        hint: 'The counter is left out. The name table at the beginning of the log is missing or damaged.',
      },
    )
    return null
  }
  const rule = ruleOf(type)
  const size = bytes.u32(at + 32)
  const needsBase = rule !== null && (rule.divisor === 'base' || hasParts(rule.formula))
  const hasBase = next !== null && isBase(bytes.u32(next + 28))
  if (rule === null || !isSize(size) || (needsBase && !(hasBase && isSize(bytes.u32(next + 32))))) {
    reportUnknownType(problems, record.offset, type, `\\${name.object}\\${name.counter}`)
    return null
  }
  return {
    ...name,
    rule,
    at: bytes.u32(at + 36),
    size,
    baseAt: needsBase ? bytes.u32(next! + 36) : 0,
    baseSize: needsBase ? bytes.u32(next! + 32) : 0,
  }
}

function isSize(size: number): boolean {
  return size === 4 || size === 8
}

/** Clocks are those of the data block (`block`) and of the object; bases stand beside their counts. */
function readDivisor(bytes: Bytes, at: number, block: number, object: number, field: Field, raw: RawValue): void {
  raw.frequency = bytes.u32(block + 64) + bytes.u32(block + 68) * 2 ** 32
  if (field.baseSize > 0) raw.multi = bytes.u32(at + field.baseAt)
  let clock: number
  switch (field.rule.divisor) {
    case 'none':
      return
    case 'base':
      raw.dLo = bytes.u32(at + field.baseAt)
      raw.dHi = field.baseSize === 8 ? bytes.i32(at + field.baseAt + 4) : 0
      return
    case 'performance':
      clock = block + 56
      break
    case '100ns':
      clock = block + 72
      break
    case 'object':
      clock = object + 48
      raw.frequency = bytes.u32(object + 56) + bytes.u32(object + 60) * 2 ** 32
  }
  raw.dLo = bytes.u32(clock)
  raw.dHi = bytes.i32(clock + 4)
}
