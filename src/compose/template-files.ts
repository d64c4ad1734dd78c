/**
 * Files of a templates folder. Charts, partials and style sheets that a lab's folder lacks are the program's own: a lab
 * needs no copy of what it does not change.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../problems.ts'

/** The templates that come with the program. */
export const ownTemplates = fileURLToPath(new URL('../../templates', import.meta.url))

/** @param path such as `charts/sweep.vl.json` @returns `null` when neither folder has it */
export async function readTemplateFile(folder: string, path: string): Promise<string | null> {
  return (await readIn(folder, path)) ?? (await readIn(ownTemplates, path))
}

/** @throws UserError when neither folder has it */
export async function requireTemplateFile(folder: string, path: string): Promise<string> {
  const text = await readTemplateFile(folder, path)
  if (text !== null) return text
  throw new UserError(`no such file: ${path}`, {
    hint: 'The templates of the program are not whole: install it again.',
  })
}

/** Names in a folder such as `charts`, of both, in order. */
export async function listTemplateFiles(folder: string, path: string): Promise<string[]> {
  const names = await Promise.all([folder, ownTemplates].map((one) => readdir(join(one, path)).catch(() => [])))
  return [...new Set(names.flat())].sort()
}

async function readIn(folder: string, path: string): Promise<string | null> {
  return readFile(join(folder, path), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  })
}
