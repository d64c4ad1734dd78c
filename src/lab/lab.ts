/** A lab on disk: product lines, their reports, the systems under test. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ProblemSink, UserError } from '../problems.ts'
import {
  lineSchema,
  reportSchema,
  systemSchema,
  type LineConfig,
  type ReportConfig,
  type SystemConfig,
} from './schema.ts'
import { readYaml, type YamlPlace } from './yaml-file.ts'

export interface LabReport {
  /** `proliant/file-server`. */
  id: string
  /** Absolute folder of the report. */
  folder: string
  /** Path of the folder as problems show it. */
  path: string
  line: LineConfig
  config: ReportConfig
  /** Line of a field of report.yaml. */
  placeOf: (path: readonly (string | number)[]) => YamlPlace
  /** By role, in the report's order. */
  systems: Map<string, SystemConfig>
}

export interface Lab {
  reports: LabReport[]
  sinks: ProblemSink[]
}

/**
 * Reads the configuration of all reports, or of those whose ids are given (`proliant` takes a whole line).
 * @throws UserError when the folder is missing or a named report does not exist
 */
export async function readLab(dataFolder: string, wanted: readonly string[] = [], root = process.cwd()): Promise<Lab> {
  if (!(await isFolder(dataFolder))) {
    throw new UserError(`no data folder: ${show(dataFolder, root)}`, {
      hint: 'Run in the folder of a lab, name its data folder with --data, or make a new lab with `benchpaper init`.',
    })
  }
  const ids = await findReports(dataFolder)
  if (ids.length === 0) {
    throw new UserError(`no reports in ${show(dataFolder, root)}`, {
      hint: 'Expected <product-line>/<report>/report.yaml below it; --data names the folder of the lab.',
    })
  }
  const chosen =
    wanted.length === 0 ? ids : ids.filter((id) => wanted.some((name) => id === name || id.startsWith(`${name}/`)))
  const unknown = wanted.filter((name) => !ids.some((id) => id === name || id.startsWith(`${name}/`)))
  if (unknown.length > 0) {
    throw new UserError(`no such report: ${unknown.join(', ')}`, {
      hint: `Known reports: ${ids.join(', ') || 'none'}.`,
      exitCode: 2,
    })
  }
  const sinks: ProblemSink[] = []
  const reports: LabReport[] = []
  for (const id of chosen) {
    const report = await readReport(dataFolder, id, root, sinks)
    if (report) reports.push(report)
  }
  return { reports, sinks }
}

/** Ids of all reports of a lab. */
export async function findReports(dataFolder: string): Promise<string[]> {
  const ids: string[] = []
  for (const line of await folders(dataFolder)) {
    for (const report of await folders(join(dataFolder, line))) {
      if (await isFile(join(dataFolder, line, report, 'report.yaml'))) ids.push(`${line}/${report}`)
    }
  }
  return ids
}

async function readReport(
  dataFolder: string,
  id: string,
  root: string,
  sinks: ProblemSink[],
): Promise<LabReport | null> {
  const folder = join(dataFolder, id)
  const load = async <T>(file: string, schema: Parameters<typeof readYaml<T>>[1]) => {
    const path = show(file, root)
    const problems = sinks.find((sink) => sink.path === path) ?? new ProblemSink(path, 'lab')
    if (!sinks.includes(problems)) sinks.push(problems)
    const text = await readText(file)
    if (text !== null) return { yaml: readYaml(text, schema, problems), problems }
    problems.error('missing-file', `Unexpected absence of ${path}, expected a file`, {
      hint: 'See docs/lab.md for the layout of a lab.',
    })
    return { yaml: null, problems }
  }
  const line = await load(join(dataFolder, id.split('/')[0]!, 'line.yaml'), lineSchema)
  const report = await load(join(folder, 'report.yaml'), reportSchema)
  if (!line.yaml || !report.yaml) return null
  const systems = new Map<string, SystemConfig>()
  for (const [role, systemId] of Object.entries(report.yaml.value.systems)) {
    const file = join(dataFolder, 'systems', `${systemId}.yaml`)
    if (!(await isFile(file))) {
      report.problems.error('missing-system', `Unexpected system ${systemId}, expected the id of a file in systems/`, {
        ...report.yaml.placeOf(['systems', role]),
        hint: `Describe the machine in ${show(file, root)}.`,
      })
      continue
    }
    const system = await load(file, systemSchema)
    if (system.yaml) systems.set(role, system.yaml.value)
  }
  if (systems.size < Object.keys(report.yaml.value.systems).length) return null
  return {
    id,
    folder,
    path: show(folder, root),
    line: line.yaml.value,
    config: report.yaml.value,
    placeOf: report.yaml.placeOf,
    systems,
  }
}

/** Files, and what is neither file nor folder (links, devices), below a folder: relative, forward slashes, sorted. */
export async function listEntries(folder: string): Promise<{ files: string[]; others: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = (wanted: typeof entries): string[] =>
    wanted.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort()
  return {
    files: names(entries.filter((entry) => entry.isFile())),
    others: names(entries.filter((entry) => !entry.isFile() && !entry.isDirectory())),
  }
}

/** Every file below a folder, relative, forward slashes, in one order on every machine. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await listEntries(folder)).files
}

/** `file` as problems and origins name it: below the working folder relative to it, else absolute. */
export function show(file: string, root: string): string {
  const path = relative(root, file)
  return (path.startsWith('..') ? file : path || '.').split(sep).join('/')
}

async function folders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  )
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isFile(),
    () => false,
  )
}

export async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
}
