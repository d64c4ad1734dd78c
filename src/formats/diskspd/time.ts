/** `2018/10/18 21:39:04 UTC`, as both forms of output have it. */
import { localSeconds } from '../../model/builder.ts'
import type { Timestamp } from '../../model/result.ts'

export function readStart(text: string | null): Timestamp | null {
  const match = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)(?: (UTC))?$/.exec(text?.trim() ?? '')
  if (!match) return null
  const [, year, month, day, clock, utc] = match
  const stamp = { local: `${year!}-${month!}-${day!}T${clock!}.000`, offset: utc === undefined ? null : 0 }
  return Number.isFinite(localSeconds(stamp)) ? stamp : null
}
