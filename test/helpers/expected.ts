/** `archives/expected.json` of the samples: numbers recomputed from the rows of real logs, or as printed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesFolder } from './samples.ts'

/** The number at `keys` below the entry of `file`. Only for tests that are skipped without samples. */
export function expectedNumber(file: string, ...keys: (string | number)[]): number {
  let value: unknown = JSON.parse(readFileSync(join(samplesFolder()!, 'archives/expected.json'), 'utf8'))
  for (const key of [file, ...keys]) value = (value as Record<string | number, unknown> | undefined)?.[key]
  if (typeof value !== 'number') throw new Error(`no number at ${[file, ...keys].join(' ')} of expected.json`)
  return value
}
