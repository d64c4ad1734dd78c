/** Opens a file of the workspace as a source. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { UserError } from '../problems.ts'
import { headBytes, Source, type ReadOptions } from './source.ts'

/**
 * @param file where the file is
 * @param path how problems and origins name it: workspace-relative, forward slashes
 * @throws UserError when there is no such file or it cannot be read
 */
export async function openFile(file: string, path: string, options: ReadOptions = {}): Promise<Source> {
  try {
    const { size } = await stat(file)
    const handle = await open(file)
    try {
      const buffer = new Uint8Array(headBytes)
      const { bytesRead } = await handle.read(buffer, 0, headBytes, 0)
      const head = buffer.subarray(0, bytesRead)
      return new Source({ path, size, head, options, open: () => createReadStream(file, { highWaterMark: 2 ** 20 }) })
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new UserError(`cannot read ${path}: ${readableReason(error)}`, {
      hint: 'Check the path and that you may read it.',
      cause: error,
    })
  }
}

function readableReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES') return 'permission denied'
  return error instanceof Error ? error.message : String(error)
}
