/** Opens bytes as a file, and lists what is in it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Problem } from '../../src/problems.ts'
import { openSources, type OpenedFile, type OpenOptions } from '../../src/source/archive/open.ts'

let folder: string | null = null
let count = 0

afterAll(() => {
  if (folder !== null) rmSync(folder, { recursive: true })
})

/** A new file with these bytes, gone after the tests. */
export function temporaryFile(bytes: Uint8Array): string {
  folder ??= mkdtempSync(join(tmpdir(), 'archive-'))
  const file = join(folder, String(++count))
  writeFileSync(file, bytes)
  return file
}

export function openBytes(bytes: Uint8Array, options: OpenOptions = {}, path = 'run'): Promise<OpenedFile> {
  return openSources(temporaryFile(bytes), path, options)
}

export interface Listing {
  archive: OpenedFile['archive']
  /** Name to content, of the members that can be read. */
  texts: Record<string, string>
  /** Name to reason, of the others. */
  left: Record<string, string>
  /** Of the archive and of all members. */
  problems: Problem[]
  rules: string[]
}

/** Reads every member to its end. */
export async function list(bytes: Uint8Array, options: OpenOptions = {}): Promise<Listing> {
  const file = temporaryFile(bytes)
  const opened = await openSources(file, 'run', options)
  const texts: Record<string, string> = {}
  const left: Record<string, string> = {}
  const problems: Problem[] = []
  for await (const entry of opened.entries) {
    if (entry.outcome === 'source') {
      texts[entry.name] = Buffer.from(await entry.source.bytes()).toString()
      problems.push(...entry.source.problems.toProblems())
    } else {
      left[entry.name] = `${entry.outcome}: ${entry.why}`
    }
  }
  problems.push(...opened.problems())
  // Property tests make thousands.
  rmSync(file)
  return { archive: opened.archive, texts, left, problems, rules: problems.map(({ ruleId }) => ruleId) }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
