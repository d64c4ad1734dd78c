/** Builds a lab into a temporary folder, for tests: quiet, its own cache, outputs by name. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type BuildOptions, type BuildResult } from '../../src/build/build.ts'
import { fileEffects } from '../../src/effects.ts'

export const root = join(import.meta.dirname, '../..')

export interface BuiltLab extends BuildResult {
  folder: string
  read(file: string): Promise<Uint8Array>
  text(file: string): Promise<string>
}

/** A temporary folder that holds copies of the repository's `data` and, when asked for, `templates`. */
export async function copyLab(parts: readonly string[] = ['data']): Promise<string> {
  const folder = await temporaryFolder()
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
  return folder
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'benchpaper-test-'))
}

export function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** @param folder of the lab; outputs and cache go there too */
export async function buildLab(folder: string, options: Partial<BuildOptions> = {}): Promise<BuiltLab> {
  const result = await build(
    {
      data: join(folder, 'data'),
      templates: join(root, 'templates'),
      out: join(folder, 'out'),
      cache: join(folder, 'cache'),
      reports: [],
      languages: [],
      formats: ['html', 'pdf'],
      draft: false,
      jobs: 2,
      checkOnly: false,
      ...options,
    },
    fileEffects(() => undefined),
    folder,
  )
  const read = async (file: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(folder, 'out', file)))
  return { ...result, folder, read, text: async (file) => Buffer.from(await read(file)).toString('utf8') }
}
