/**
 * Name tables (records of type 36): the machine, then index and name in turns, all NUL-terminated UTF-16. Logs that hold
 * whole objects name them by index only.
 */
import type { Bytes } from './bytes.ts'
import { englishName, type CounterName } from './english-name.ts'
import { wellKnownNames } from './well-known-names.ts'

/** Windows of today has about 15,000 names, up to index 25,000. */
const nameLimit = 200_000

/** The first index that machines give out themselves, in the order in which providers were installed. */
const firstOwnIndex = 1847

/** Names that tell in which language a table is. */
const languageProbes = [2, 4, 230, 238]

export class NameTable {
  readonly #logged = new Map<number, string>()
  #isEnglish = false

  /** Takes one record; false when it holds anything but pairs of index and name. */
  read(bytes: Bytes): boolean {
    let at = bytes.textEnd(0, bytes.length) + 2
    while (at + 2 <= bytes.length) {
      const index = bytes.text(at, bytes.length)
      // Padding.
      if (index === '') break
      if (!/^\d{1,9}$/.test(index) || this.#logged.size >= nameLimit) return false
      at = bytes.textEnd(at, bytes.length) + 2
      this.#logged.set(Number(index), bytes.text(at, bytes.length))
      at = bytes.textEnd(at, bytes.length) + 2
    }
    this.#isEnglish = languageProbes.some((probe) => this.#logged.get(probe) === wellKnownNames.get(probe))
    return true
  }

  /** English where possible; `null` when an index has no name. */
  name(object: number, counter: number): CounterName | null {
    const english = { object: this.#english(object), counter: this.#english(counter) }
    if (english.object !== null && english.counter !== null) return { object: english.object, counter: english.counter }
    const names = {
      object: english.object ?? this.#logged.get(object),
      counter: english.counter ?? this.#logged.get(counter),
    }
    if (names.object === undefined || names.counter === undefined) return null
    return englishName({ object: names.object, counter: names.counter })
  }

  /** The words of an English log are its own: names of the same index have changed a little between releases. */
  #english(index: number): string | null {
    const logged = this.#logged.get(index)
    if (this.#isEnglish && logged !== undefined) return logged
    return (index < firstOwnIndex ? wellKnownNames.get(index) : undefined) ?? null
  }
}
