/** Opens a file of the workspace as a source. */
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
      return new Source({ path, size, head, options, open: () => readPieces(file) })
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

const pieceBytes = 2 ** 20

/**
 * The bytes of a file, in two buffers by turns: one is read into while the other is in use. A stream would take new memory for
 * each piece, and memory touched for the first time costs more than reading.
 */
async function* readPieces(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  const read = (buffer: Uint8Array): Promise<number> => {
    const reading = handle.read(buffer, 0, pieceBytes, null).then(({ bytesRead }) => bytesRead)
    // It may fail before anybody waits for it.
    reading.catch(() => undefined)
    return reading
  }
  let [current, next] = [new Uint8Array(pieceBytes), new Uint8Array(pieceBytes)]
  let reading = read(current)
  try {
    for (let length = await reading; length > 0; length = await reading) {
      reading = read(next)
      yield current.subarray(0, length)
      ;[current, next] = [next, current]
    }
  } finally {
    await reading.catch(() => undefined)
    await handle.close()
  }
}

function readableReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES') return 'permission denied'
  return error instanceof Error ? error.message : String(error)
}
