/** Turns a counter path in the language of the machine into the English one. */
import type { CounterPath } from '../../model/counter-path.ts'
import { englishCounters, localNames, objectGroups, type CounterGroup } from './counter-names.ts'

/** Letter case, accents, blanks and punctuation of names differ between Windows releases and with what people typed. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}%/]/gu, '')
}

const objects = new Map<string, string>()
const counters = new Map<CounterGroup, Map<string, string>>()

for (const object of Object.keys(objectGroups)) objects.set(fold(object), object)
for (const [group, names] of Object.entries(englishCounters) as [CounterGroup, readonly string[]][]) {
  counters.set(group, new Map(names.map((name) => [fold(name), name])))
}
for (const language of localNames) {
  for (const [name, english] of Object.entries(language.objects)) objects.set(fold(name), english)
  for (const [group, names] of Object.entries(language.counters) as [CounterGroup, Record<string, string>][]) {
    for (const [name, english] of Object.entries(names)) counters.get(group)!.set(fold(name), english)
  }
}

/** `path` with English names where they are known, and with the instance `_total` in its usual spelling. */
export function canonicalPath(path: CounterPath): CounterPath {
  const object = objects.get(fold(path.object)) ?? path.object
  const group = objectGroups[object]
  const counter = (group && counters.get(group)!.get(fold(path.counter))) ?? path.counter
  const instance = path.instance?.toLowerCase() === '_total' ? '_Total' : path.instance
  return { ...path, object, instance, counter }
}
