/**
 * Instances of one object as samples list them. Names are not unique (13 × `svchost`): the second is `svchost#1`, by order
 * of appearance, as Performance Monitor counts them. The list hardly changes from one sample to the next, so an instance is
 * recognised by comparing its bytes with those at the same place of the sample before.
 */
import type { Bytes } from './bytes.ts'
import type { Column } from './columns.ts'

export interface Instance {
  /** `parent/name#1` */
  name: string
  /** Columns of its counters, `undefined` for those not looked up yet. */
  columns: (Column | null | undefined)[]
}

interface Slot extends Instance {
  /** Before it is numbered. */
  base: string
  bytes: Uint8Array
  parent: string | null
}

export class InstanceList {
  #slots: Slot[] = []
  #position = 0
  /** Names and numbered names of this sample; `null` as long as nothing differs from the sample before. */
  #used: Map<string, number> | null = null

  /** To be called before the instances of a sample. */
  begin(): void {
    this.#position = 0
    this.#used = null
  }

  /** Forgets columns, which belong to counters that are defined anew. */
  clear(): void {
    this.#slots = []
    this.begin()
  }

  /** The next instance of the sample, its name in `bytes` from `start` to `end`. */
  next(bytes: Bytes, start: number, end: number, parent: string | null): Instance {
    const position = this.#position++
    const known = this.#slots[position]
    const isSame = known?.parent === parent && equals(known.bytes, bytes.array, start, end)
    if (isSame && this.#used === null) return known
    this.#used ??= this.#recall(position)
    const base = isSame ? known.base : fullName(bytes.text(start, end), parent)
    const name = number(base, this.#used)
    if (isSame && known.name === name) return known
    // An instance that moved up in the list keeps its columns, which are found again by its name.
    const slot = { name, base, bytes: bytes.array.slice(start, end), parent, columns: [] }
    this.#slots[position] = slot
    return slot
  }

  /** The plain name of an instance of this sample or the one before, for its children. */
  nameAt(position: number): string | null {
    return this.#slots[position]?.base ?? null
  }

  #recall(count: number): Map<string, number> {
    const used = new Map<string, number>()
    for (const slot of this.#slots.slice(0, count)) number(slot.base, used)
    return used
  }
}

function fullName(name: string, parent: string | null): string {
  return parent === null ? name : `${parent}/${name}`
}

/** Gives `base` its number; a name that looks numbered already cannot be given twice either. */
function number(base: string, used: Map<string, number>): string {
  let count = used.get(base) ?? 0
  let name = count === 0 ? base : `${base}#${count}`
  while (count > 0 && used.has(name)) name = `${base}#${++count}`
  used.set(base, count + 1)
  if (name !== base) used.set(name, 1)
  return name
}

function equals(known: Uint8Array, array: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== array[start + i]) return false
  return true
}
