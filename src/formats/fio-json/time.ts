/** When a document was written. fio gives seconds since 1970 and, beside them, its local clock without zone. */
import { localSeconds, localTimestamp } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'
import { memberOf, numberOf, textOf, type JsonNode } from '../../source/json.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Together both give the zone: the local clock minus UTC. `null` for 2.1, which writes neither. */
export function endOf(document: JsonNode): Timestamp | null {
  const ms = numberOf(memberOf(document, 'timestamp_ms'))
  const utc = ms !== null ? ms / 1000 : numberOf(memberOf(document, 'timestamp'))
  const local = localClock(textOf(memberOf(document, 'time')))
  // Outside of these years the number is no time: damaged, or a clock that was never set.
  if (utc === null || utc < 6e8 || utc > 5e9) return local === null ? null : localTimestamp(local, null)
  const minutes = local === null ? 0 : Math.round((local - utc) / 60)
  const offset = minutes % 15 === 0 && Math.abs(minutes) <= 14 * 60 ? minutes : 0
  return localTimestamp(utc + offset * 60, offset)
}

/** Seconds of `Sat Apr 17 22:41:11 2021`, as if it were UTC. */
export function localClock(text: string | null): number | null {
  const match = /^\w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})$/.exec(text ?? '')
  const month = months.indexOf(match?.[1] ?? '')
  if (!match || month === -1) return null
  const date = `${match[4]!}-${String(month + 1).padStart(2, '0')}-${match[2]!.padStart(2, '0')}`
  const seconds = localSeconds({ local: `${date}T${match[3]!}.000`, offset: null })
  return Number.isFinite(seconds) ? seconds : null
}
