/** Reads a folder of logs, archives and whatever lies beside them in one go. */
import { join } from 'node:path'
import { ProblemSink, UserError } from '../problems.ts'
import { readLogs, type InventoryEntry, type ReadLogs, type ReadLogsOptions } from './read-logs.ts'
import { unreadable } from './read.ts'

/**
 * A folder as if it were an archive: what no format knows is no error, the inventory says what became of each file.
 * @param names of its files, relative, forward slashes
 */
export async function readFolder(
  folder: string,
  path: string,
  names: readonly string[],
  options: ReadLogsOptions = {},
): Promise<ReadLogs> {
  const result: ReadLogs = { logs: [], inventory: null, members: [], problems: [] }
  for (const name of names) {
    const read = await readOne(join(folder, name), path === '.' ? name : `${path}/${name}`, {
      ...options,
      beside: 'unknown',
    })
    result.logs.push(...read.logs)
    result.problems.push(...read.problems)
    for (const member of read.members) {
      result.members.push({ ...member, name: read.inventory ? `${name}/${member.name}` : name })
    }
  }
  if (result.logs.length === 0) {
    const sink = new ProblemSink(path)
    sink.error(
      'no-logs-in-folder',
      `Unexpected folder of ${names.length} files without any log, expected at least one`,
      {
        hint: 'benchpaper inspect lists the files and why each was left out.',
      },
    )
    result.problems.push(...sink.toProblems())
  }
  return { ...result, inventory: { path, kind: 'folder', members: result.members } }
}

async function readOne(file: string, path: string, options: ReadLogsOptions): Promise<ReadLogs> {
  try {
    return await readLogs(file, path, options)
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode === 2) throw error
    const refused: InventoryEntry = { name: path, size: null, outcome: 'refused', format: null, why: error.message }
    return { logs: [], inventory: null, members: [refused], problems: unreadable(path, error) }
  }
}
