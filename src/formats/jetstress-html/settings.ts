/** The labelled fields of a page: numbers, settings of the test, the conditions that a sweep varies, limits. */
import type { RunBuilder } from '../../model/builder.ts'
import { readThreshold, type Limits } from './limits.ts'
import type { Printed } from './measurements.ts'
import { printPrecisionOf, readNumber, type DecimalMark } from './numbers.ts'
import { fieldOf, type JetstressPage } from './page.ts'

export interface FieldNumber extends Printed {
  line: number
}

export function numberOf(page: JetstressPage, mark: DecimalMark, ...labels: string[]): FieldNumber | null {
  const field = fieldOf(page, ...labels)
  const value = field && readNumber(field.text, mark)
  return field && value !== null ? { value, precision: printPrecisionOf(field.text, mark), line: field.line } : null
}

/** Settings of the test as the page names them; numbers where they are. */
const settings: [name: string, labels: string[]][] = [
  ['insertOperations', ['insert operations']],
  ['deleteOperations', ['delete operations']],
  ['replaceOperations', ['replace operations']],
  ['readOperations', ['read operations']],
  ['lazyCommits', ['lazy commits']],
  ['logBuffers', ['log buffers']],
  ['databaseFiles', ['database files (count)', 'database files']],
  ['initialDatabaseBytes', ['initial database size (bytes)', 'initial database size']],
  ['finalDatabaseBytes', ['final database size (bytes)', 'final database size']],
  ['databaseCopies', ['number of copies per database']],
  // What Jetstress 2004 asks for before a test.
  ['iopsPerMailbox', ['estimated iops per mailbox']],
  ['mailboxes', ['no. of mailboxes on server']],
  ['storageGroups', ['no. of storage groups']],
]
const textSettings: [name: string, label: string][] = [
  ['testDescription', 'test description'],
  ['eseVersion', 'ese version'],
  ['operatingSystem', 'operating system'],
  ['minimumDatabaseCache', 'minimum database cache'],
  ['maximumDatabaseCache', 'maximum database cache'],
  ['mailboxSizeLimit', 'mailbox size limit'],
  ['hardwareStorageCache', 'hardware storage cache'],
  ['automaticTuning', 'automatic tuning'],
  ['backgroundMaintenance', 'run background database maintenance'],
]

export function addSettings(builder: RunBuilder, page: JetstressPage, mark: DecimalMark): void {
  for (const [name, labels] of settings) {
    const number = numberOf(page, mark, ...labels)
    if (number)
      builder.setting(name, name.endsWith('Operations') || name === 'lazyCommits' ? number.value / 100 : number.value)
  }
  for (const [name, label] of textSettings) {
    const field = fieldOf(page, label)
    if (field) builder.setting(name, field.text)
  }
}

/**
 * What a sweep varies, as dimensions: the threads, and the RAID level if the description of the test names one.
 * @returns the threads
 */
export function addConditions(builder: RunBuilder, page: JetstressPage, mark: DecimalMark): number | null {
  const description = fieldOf(page, 'test description')?.text ?? ''
  const levels = new Set([...description.matchAll(/\bRAID[- ]?(\d\+\d|\d{1,2})(?![\d+])/gi)].map((match) => match[1]!))
  if (levels.size === 1) builder.dimension('raid', [...levels][0]!)
  const field = fieldOf(page, 'thread count')
  const threads = field && readNumber(field.text, mark)
  if (!field || threads === null || !Number.isInteger(threads) || threads < 1) return null
  builder.dimension('threads', threads)
  const per = /\(per[- ]([a-z ]+)\)/i.exec(field.text)?.[1]
  if (per !== undefined) builder.setting('threadsPer', per.toLowerCase())
  return threads
}

/** Thresholds of the test log win over those of the version. */
export function limitsOf(page: JetstressPage, known: Limits | null): Limits | null {
  let limits = known
  for (const { text } of page.lines) {
    const threshold = readThreshold(text)
    if (!threshold) continue
    limits ??= { databaseRead: null, databaseWrite: null, logWrite: null }
    limits = { ...limits, [threshold.kind]: threshold.average }
  }
  return limits
}

export function addLimits(builder: RunBuilder, { databaseRead, databaseWrite, logWrite }: Limits): void {
  if (databaseRead !== null) builder.setting('databaseReadLimit', databaseRead)
  if (databaseWrite !== null) builder.setting('databaseWriteLimit', databaseWrite)
  if (logWrite !== null) builder.setting('logWriteLimit', logWrite)
}
