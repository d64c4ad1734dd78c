/**
 * Name tables (records of type 36): the machine, then index and name in turns, all NUL-terminated UTF-16. Logs that hold
 * whole objects name them by index only.
 */
import type { Bytes } from './bytes.ts'
import { compare, englishName, type TranslatedName } from './english-name.ts'
import { wellKnownNames } from './well-known-names.ts'

/** Windows of today has about 15,000 names, up to index 25,000. */
const nameLimit = 200_000

/** The first index that machines give out themselves, in the order in which providers were installed. */
const firstOwnIndex = 1847

/** Process and % Processor Time: names that no other language writes as English does. */
const languageProbes = [230, 6]

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
    this.#isEnglish = languageProbes.every((probe) => this.#logged.get(probe) === wellKnownNames.get(probe))
    return true
  }

  /** English where possible; `null` when an index has no name. */
  name(object: number, counter: number): TranslatedName | null {
    const english = { object: this.#english(object), counter: this.#english(counter) }
    const logged = {
      object: this.#logged.get(object) ?? english.object,
      counter: this.#logged.get(counter) ?? english.counter,
    }
    if (logged.object === null || logged.counter === null) return null
    const name = { object: logged.object, counter: logged.counter }
    const known = englishName(name)
    return compare({ object: english.object ?? known.object, counter: english.counter ?? known.counter }, name)
  }

  /** The words of an English log are its own: names of the same index have changed a little between releases. */
  #english(index: number): string | null {
    const logged = this.#logged.get(index)
    if (this.#isEnglish && logged !== undefined) return logged
    return (index < firstOwnIndex ? wellKnownNames.get(index) : undefined) ?? null
  }
}
