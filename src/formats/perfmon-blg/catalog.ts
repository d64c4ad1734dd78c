/** The catalog (record of type 32): which counters the log holds, in the order of the items of every sample. */
import type { ProblemSink } from '../../problems.ts'
import type { Bytes } from './bytes.ts'
import { translate, type TranslatedName } from './english-name.ts'
import type { LogRecord } from './records.ts'

/** Names are English where known, but for whole objects, which the name table names. */
export interface CatalogEntry extends TranslatedName {
  kind: 'counter' | 'wildcard' | 'object'
  machine: string
  /** `parent/instance#1`; `null` for a counter without instances and for wildcards. */
  instance: string | null
  /** Code of the counter type. */
  type: number
  /** Ticks per second of the clock the counter uses. */
  timeBase: number
}

const fixedBytes = 0x34
const knownVersion = 0x6ff
const entryLimit = 250_000
const flags = { wildcard: 1, object: 0x10 }

export function readCatalog(record: LogRecord, problems: ProblemSink): CatalogEntry[] {
  const { bytes, offset } = record
  const entries: CatalogEntry[] = []
  if (bytes.length < 8) {
    reportDamage(problems, offset, `a catalog of ${bytes.length} bytes`)
    return entries
  }
  if (bytes.u32(0) !== knownVersion) {
    problems.warning('blg-version', `Unexpected version ${bytes.u32(0)} of the catalog, expected ${knownVersion}`, {
      byte: offset,
      hint: 'The log is read as the known version; compare a few values with Performance Monitor.',
    })
  }
  let at = 8
  while (at + fixedBytes <= bytes.length && entries.length < entryLimit) {
    const length = bytes.u32(at)
    if (length < fixedBytes || at + length > bytes.length) {
      reportDamage(problems, offset, `a catalog entry of ${length} bytes`)
      break
    }
    entries.push(readEntry(bytes, at, at + length))
    at += length
  }
  return entries
}

function readEntry(bytes: Bytes, at: number, end: number): CatalogEntry {
  const text = (offset: number): string => (offset < 0 ? '' : bytes.text(at + fixedBytes + offset, end))
  const flag = bytes.u32(at + 4)
  const kind = (flag & flags.object) !== 0 ? 'object' : (flag & flags.wildcard) !== 0 ? 'wildcard' : 'counter'
  const instanceAt = bytes.i32(at + 0x24)
  const name = { object: text(bytes.i32(at + 0x20)), counter: text(bytes.i32(at + 0x30)) }
  return {
    kind,
    machine: text(bytes.i32(at + 0x1c)).replace(/^\\+/, ''),
    ...translate(name),
    instance:
      kind === 'counter' && instanceAt >= 0
        ? instanceName(text(instanceAt), text(bytes.i32(at + 0x28)), bytes.u32(at + 0x2c))
        : null,
    type: bytes.u32(at + 12),
    timeBase: Number(bytes.i64(at + 16)),
  }
}

/** As Performance Monitor writes it; `index` counts instances of the same name from 0. */
export function instanceName(name: string, parent: string, index: number): string {
  const full = parent === '' ? name : `${parent}/${name}`
  return index > 0 && index < 2 ** 31 ? `${full}#${index}` : full
}

function reportDamage(problems: ProblemSink, byte: number, actual: string): void {
  problems.error('blg-catalog-damaged', `Unexpected ${actual}, expected a complete list of counters`, {
    byte,
    actual,
    hint: 'The counters listed before this place are used. Copy the log again from where it was recorded.',
  })
}
