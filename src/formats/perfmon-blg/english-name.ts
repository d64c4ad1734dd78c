/** Names in the language of the machine, turned into English ones where a dictionary knows them. */
import { canonicalPath } from '../perfmon-text/canonical-path.ts'

/** Names of an object and a counter, without instance. */
export interface CounterName {
  object: string
  counter: string
}

/** English names and, where they differ, those of the log. */
export interface TranslatedName extends CounterName {
  logged: CounterName | null
}

/** `name` with English words where they are known; anything else stays as logged. */
export function englishName({ object, counter }: CounterName): CounterName {
  const path = canonicalPath({ machine: null, object, instance: null, parent: null, index: 0, counter })
  return { object: path.object, counter: path.counter }
}

export function translate(logged: CounterName): TranslatedName {
  return compare(englishName(logged), logged)
}

/** Notes the logged words beside the English ones when they are others. */
export function compare(english: CounterName, logged: CounterName): TranslatedName {
  const isSame = english.object === logged.object && english.counter === logged.counter
  return { ...english, logged: isSame ? null : logged }
}
