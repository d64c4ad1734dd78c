/** What a build does to the world outside. Tests pass a recording one; nothing needs to be mocked. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Effects {
  /**
   * Writes files: a reader sees the old ones or the new ones, never a part of one; when one cannot be written, none is
   * changed.
   */
  write: (files: ReadonlyMap<string, string | Uint8Array>) => Promise<void>
  /** Removes a file of an earlier build; nothing happens when there is none. */
  remove: (file: string) => Promise<void>
  /** One line for a person who watches. */
  progress: (line: string) => void
}

export function fileEffects(progress: (line: string) => void): Effects {
  return { write: writeAll, remove: (file) => rm(file, { force: true }), progress }
}

async function writeAll(files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  const partial = (file: string): string => `${file}.${process.pid}.part`
  try {
    for (const [file, content] of files) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(partial(file), content)
    }
    for (const file of files.keys()) await rename(partial(file), file)
  } catch (error) {
    for (const file of files.keys()) await rm(partial(file), { force: true }).catch(() => undefined)
    throw error
  }
}
