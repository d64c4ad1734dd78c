/**
 * What a log cannot know (which server, which disk, which cache setting) its path says: `logs/{system}/{size}/*.csv`.
 * Named parts become dimensions. A pattern that matches no file and a file that no pattern matches are both problems.
 */
import type { Dimensions } from '../model/result.ts'
import type { ProblemSink } from '../problems.ts'
import type { ReportConfig } from './schema.ts'

type LogRule = ReportConfig['logs'][number]

export interface AssignedLog {
  /** Relative to the report's folder, forward slashes. */
  path: string
  rule: LogRule
  dimensions: Dimensions
}

export interface AssignContext {
  problems: ProblemSink
  /** Role to system id. */
  systems: Record<string, string>
  /** Line of the n-th rule in the report's file, for problems. */
  lineOf: (rule: number) => { line: number; column: number }
}

/** The first rule that fits a file takes it; the order of the result is that of `paths`. */
export function assignLogs(paths: readonly string[], rules: readonly LogRule[], context: AssignContext): AssignedLog[] {
  const patterns = rules.map(({ path }) => compile(path))
  const used = new Set<number>()
  const assigned: AssignedLog[] = []
  for (const path of paths) {
    const index = patterns.findIndex((pattern) => pattern.test(path))
    if (index === -1) {
      if (!isCompanion(path)) {
        context.problems.warning(
          'unassigned-log',
          `Unexpected file ${path}, expected one that a pattern of "logs" matches`,
          {
            hint: 'Add a pattern for it to report.yaml, or move the file out of the logs folder.',
          },
        )
      }
      continue
    }
    used.add(index)
    const rule = rules[index]!
    const parts = patterns[index]!.exec(path)?.groups ?? {}
    assigned.push({ path, rule, dimensions: dimensionsOf(rule, parts, index, context) })
  }
  rules.forEach((rule, index) => {
    if (used.has(index)) return
    context.problems.error('no-log-matches', `Unexpected pattern ${rule.path}: no file matches it`, {
      ...context.lineOf(index),
      hint: 'Check the spelling of the folders, or remove the pattern.',
    })
  })
  return assigned
}

function dimensionsOf(rule: LogRule, parts: Record<string, string>, index: number, context: AssignContext): Dimensions {
  const dimensions: Dimensions = { ...rule.set }
  for (const [name, text] of Object.entries(parts)) dimensions[name] = rule.values[name]?.[text] ?? number(text)
  if ('system' in dimensions) {
    const role = String(dimensions.system)
    const system = context.systems[role] ?? (Object.values(context.systems).includes(role) ? role : undefined)
    if (system === undefined) {
      context.problems.error('unknown-system', `Unexpected system ${role}, expected one of "systems"`, {
        ...context.lineOf(index),
        hint: `Known: ${Object.keys(context.systems).join(', ')}. Give its meaning under "values" or add the system.`,
      })
    } else dimensions.system = system
  }
  return dimensions
}

/** `run3` gives 3, `10M` stays text. */
function number(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Files people keep beside logs. */
function isCompanion(path: string): boolean {
  return /(^|\/)(README(\.\w+)?|\.[^/]*)$/.test(path)
}

function compile(pattern: string): RegExp {
  const source = pattern.replaceAll(/\{(\w+)\}|\*\*\/?|\*|[^{*]+|\{/g, (token, name: string | undefined) => {
    if (name !== undefined) return `(?<${name}>[^/]+?)`
    if (token.startsWith('**')) return '(?:.*/)?'
    if (token === '*') return '[^/]*'
    return token.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source}$`)
}
