/** What a build does to the world outside. Tests pass a recording one; nothing needs to be mocked. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Effects {
  /** Writes a whole file; a reader sees the old one or the new one, never a part. */
  write(file: string, content: string | Uint8Array): Promise<void>
  /** One line for a person who watches. */
  progress(line: string): void
}

export function fileEffects(progress: (line: string) => void): Effects {
  return { write: writeWhole, progress }
}

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.${process.pid}.part`
  try {
    await writeFile(partial, content)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
