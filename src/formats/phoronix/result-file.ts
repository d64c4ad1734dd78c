/** composite.xml as written: systems, and results with an entry of each system. */
import { childrenOf, elementAt, textAt, type XmlElement } from '../../source/xml.ts'

export interface TestSystem {
  line: number
  identifier: string
  /** `Processor: A (2 Cores), Memory: 4GB` as pairs. */
  hardware: Map<string, string>
  software: Map<string, string>
  /** `2025-01-30 13:21:52`. */
  timestamp: string | null
  clientVersion: string | null
}

export interface TestEntry {
  line: number
  system: string
  /** Empty when the test failed. */
  value: string
  /** All samples: `4983.3:5027.7:5028.7`; empty for what was not measured repeatedly. */
  raw: string
  /** What went wrong, from the entry's JSON. */
  error: string | null
}

export interface TestResult {
  line: number
  /** `pts/fftw-1.2.0`; empty for what the client adds itself, such as install times. */
  identifier: string
  title: string
  version: string
  arguments: string
  description: string
  scale: string
  /** `HIB` or `LIB`: higher or lower is better. */
  proportion: string
  /** `BAR_GRAPH`, `LINE_GRAPH`, `PASS_FAIL`, … */
  display: string
  entries: TestEntry[]
}

export interface ResultFile {
  line: number
  title: string | null
  description: string | null
  client: string | null
  systems: TestSystem[]
  results: TestResult[]
  isComplete: boolean
}

export function readResultFile(root: XmlElement): ResultFile {
  const generated = elementAt(root, 'Generated')
  return {
    line: root.line,
    title: textAt(generated, 'Title'),
    description: textAt(generated, 'Description'),
    client: textAt(generated, 'TestClient'),
    systems: childrenOf(root, 'System').filter(isComplete).map(readSystem),
    results: childrenOf(root, 'Result').filter(isComplete).map(readResult),
    isComplete: root.isComplete && root.children.every(isComplete),
  }
}

function isComplete(element: XmlElement): boolean {
  return element.isComplete && element.children.every(isComplete)
}

function readSystem(system: XmlElement): TestSystem {
  return {
    line: system.line,
    identifier: textAt(system, 'Identifier') ?? '',
    hardware: readParts(textAt(system, 'Hardware')),
    software: readParts(textAt(system, 'Software')),
    timestamp: textAt(system, 'TimeStamp'),
    clientVersion: textAt(system, 'TestClientVersion'),
  }
}

function readResult(result: XmlElement): TestResult {
  const text = (name: string): string => textAt(result, name) ?? ''
  return {
    line: result.line,
    identifier: text('Identifier'),
    title: text('Title'),
    version: text('AppVersion'),
    arguments: text('Arguments'),
    description: text('Description'),
    scale: text('Scale'),
    proportion: text('Proportion'),
    display: text('DisplayFormat'),
    entries: childrenOf(elementAt(result, 'Data'), 'Entry').map(readEntry),
  }
}

function readEntry(entry: XmlElement): TestEntry {
  return {
    line: entry.line,
    system: textAt(entry, 'Identifier') ?? '',
    value: textAt(entry, 'Value') ?? '',
    raw: textAt(entry, 'RawString') ?? '',
    error: readError(textAt(entry, 'JSON')),
  }
}

function readError(json: string | null): string | null {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : null
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

/** Values may hold commas and colons in brackets: a part begins where a name and a colon follow a comma. */
function readParts(text: string | null): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of (text ?? '').split(/, (?=[A-Z][A-Za-z -]{1,30}: )/)) {
    const colon = part.indexOf(': ')
    if (colon > 0) parts.set(part.slice(0, colon), part.slice(colon + 2))
  }
  return parts
}
