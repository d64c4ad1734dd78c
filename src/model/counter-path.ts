/**
 * Paths of Windows performance counters, `\\machine\object(parent/instance#index)\counter`, and the tolerant matching of
 * paths as people write them: `\Physicaldisk\Disk Read Bytes/sec`, `\Processor(Total)¥Processor Time`.
 */

export interface CounterPath {
  /** `null` when the path does not begin with one. */
  machine: string | null
  object: string
  /** All that is between the parentheses, `svchost#3`; `null` for an object without instances. */
  instance: string | null
  /** The part of `instance` before a slash: the process of a thread. */
  parent: string | null
  /** Which of several instances of the same name, 0-based: 3 for `svchost#3`. By position, so no identity over time. */
  index: number
  counter: string
}

/**
 * The parts of a path; `null` when `text` is none. Reads `\\host\object\counter` with one leading backslash or none too,
 * and yen or won signs, which are how a backslash looks in Japanese and Korean fonts. Names and instances may hold
 * blanks, commas and parentheses, and instances backslashes.
 */
export function parseCounterPath(text: string): CounterPath | null {
  const plain = text.trim().replaceAll(/[¥￥₩]/g, '\\')
  const rest = plain.replace(/^\\{1,2}/, '')
  const open = rest.indexOf('(')
  const close = rest.lastIndexOf(')\\')
  const hasInstance = open >= 0 && close > open
  const head = hasInstance ? rest.slice(0, open) : rest.slice(0, Math.max(0, rest.lastIndexOf('\\')))
  const counter = hasInstance ? rest.slice(close + 2) : rest.slice(head.length + 1)
  const separator = head.indexOf('\\')
  const machine = separator > 0 ? head.slice(0, separator) : null
  const object = head.slice(separator + 1)
  if (object.trim() === '' || counter.trim() === '' || separator === 0) return null
  const instance = hasInstance ? rest.slice(open + 1, close) : null
  return { machine, object, instance, ...instanceParts(instance), counter }
}

function instanceParts(instance: string | null): { parent: string | null; index: number } {
  if (instance === null) return { parent: null, index: 0 }
  const index = /#(\d{1,9})$/.exec(instance)?.[1]
  const slash = instance.indexOf('/')
  return { parent: slash > 0 ? instance.slice(0, slash) : null, index: index === undefined ? 0 : Number(index) }
}

/** The path without machine: `\Processor(_Total)\% Processor Time`. */
export function formatCounterPath(path: Pick<CounterPath, 'object' | 'instance' | 'counter'>): string {
  return `\\${path.object}${path.instance === null ? '' : `(${path.instance})`}\\${path.counter}`
}

/**
 * Whether the series called `path` is meant by `pattern`. Case, blanks, a leading `%` and the underscore of `_Total` do not
 * matter; `*` stands for anything. Without an instance the total is meant (or an object that has no instances); without a
 * machine any.
 */
export function counterMatches(pattern: string, path: string): boolean {
  const wanted = parseCounterPath(pattern)
  const given = parseCounterPath(path)
  return wanted !== null && given !== null && matches(wanted, given, given.instance === null || isTotal(given.instance))
}

/** Whether `findCounters` needs to know of `path`: like `counterMatches`, but without an instance any is meant. */
export function counterMayMatch(pattern: string, path: string): boolean {
  const wanted = parseCounterPath(pattern)
  const given = parseCounterPath(path)
  return wanted !== null && given !== null && matches(wanted, given, true)
}

/**
 * Which of `paths` are meant by `pattern`, as indexes: those that match, or, when the pattern names no instance and there is
 * no total, the only instance there is. Several instances without a total give none: the pattern does not say which.
 */
export function findCounters(pattern: string, paths: readonly string[]): number[] {
  const wanted = parseCounterPath(pattern)
  if (wanted === null) return []
  const given = paths.map(parseCounterPath)
  const find = (isInstance: (path: CounterPath) => boolean): number[] =>
    given.flatMap((path, i) => (path !== null && matches(wanted, path, isInstance(path)) ? [i] : []))
  const found = find((path) => path.instance === null || isTotal(path.instance))
  if (found.length > 0 || wanted.instance !== null) return found
  const any = find(() => true)
  return new Set(any.map((i) => fold(given[i]!.instance!))).size === 1 ? any : []
}

function matches(wanted: CounterPath, given: CounterPath, isDefaultInstance: boolean): boolean {
  return (
    (wanted.machine === null || given.machine === null || matchesText(wanted.machine, given.machine)) &&
    matchesText(wanted.object, given.object) &&
    matchesText(wanted.counter, given.counter) &&
    (wanted.instance === null
      ? isDefaultInstance
      : given.instance !== null && matchesText(wanted.instance, given.instance))
  )
}

function isTotal(instance: string): boolean {
  return fold(instance) === 'total'
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^[%_]+/, '')
}

function matchesText(pattern: string, text: string): boolean {
  const [first = '', ...rest] = fold(pattern).split('*')
  const folded = fold(text)
  if (rest.length === 0) return first === folded
  if (!folded.startsWith(first)) return false
  // Each part in turn at its first place after the one before, the last part at the end: no backtracking.
  const last = rest.pop()!
  let at = first.length
  for (const part of rest) {
    const found = folded.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return folded.length - last.length >= at && folded.endsWith(last)
}
