/**
 * Access specifications: what a test does. One has up to 100 lines, each with its share of the I/Os. Names do not
 * identify a specification (a script may call all of them the same); its lines do.
 */
import type { ProblemSink } from '../../problems.ts'

/** `size,% of size,% reads,% random,delay,burst,align,reply` */
interface SpecLine {
  /** Bytes of one I/O. */
  size: number
  /** Percent of all I/Os that follow this line. */
  share: number
  readPercent: number
  randomPercent: number
  /** Milliseconds between bursts. */
  delay: number
  /** I/Os in a burst. */
  burst: number
  /** Bytes; 0 is a sector, in 1.1.0 the size of the I/O. */
  align: number
  /** Bytes of the answer; 0 for none. */
  reply: number
}

export interface AccessSpec {
  name: string
  /** 1-based line of the name. */
  line: number
  /** To which new workers the specification is given: a number in result files, a word in configurations. */
  assignment: string
  lines: SpecLine[]
  /** A line of it could not be read: nothing may be derived from the others. */
  isDamaged: boolean
}

/** Iometer takes no more. */
const lineLimit = 100

export function startSpec(text: string, line: number, separator = ','): AccessSpec {
  const comma = text.lastIndexOf(separator)
  const name = comma === -1 ? text : text.slice(0, comma)
  return {
    name: name.trim(),
    line,
    assignment: comma === -1 ? '' : text.slice(comma + 1).trim(),
    lines: [],
    isDamaged: false,
  }
}

/** Adds a line to a specification, or reports why it cannot. 1.1.0 ends each line with a comma. */
export function addSpecLine(
  spec: AccessSpec,
  text: string,
  line: number,
  problems: ProblemSink,
  separator = ',',
): void {
  const cells = text.split(separator).map((cell) => cell.trim())
  while (cells.length > 8 && cells.at(-1) === '') cells.pop()
  const numbers = cells.map((cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : NaN))
  const [size, share, readPercent, randomPercent, delay, burst, align, reply] = numbers as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ]
  const isWhole = cells.length === 8 && !numbers.some(Number.isNaN) && spec.lines.length < lineLimit
  if (!isWhole || share > 100 || readPercent > 100 || randomPercent > 100) {
    spec.isDamaged = true
    problems.error(
      'access-spec-line',
      `Unexpected line of access specification "${spec.name}", expected 8 whole numbers`,
      {
        line,
        actual: text.slice(0, 120),
        expected: 'size,% of size,% reads,% random,delay,burst,align,reply',
        hint: 'Block size and read share of its tests are left out. Compare the line with the configuration file.',
      },
    )
    return
  }
  spec.lines.push({ size, share, readPercent, randomPercent, delay, burst, align, reply })
}

/** The shares of a specification's lines make 100 %; Iometer itself sees to that. */
export function checkShares(spec: AccessSpec, problems: ProblemSink): void {
  const total = spec.lines.reduce((sum, line) => sum + line.share, 0)
  if (spec.isDamaged || (total === 100 && spec.lines.length > 0)) return
  problems.warning(
    'access-spec-shares',
    `Unexpected ${total} % in all lines of access specification "${spec.name}", expected 100`,
    {
      line: spec.line,
      actual: String(total),
      expected: '100',
      hint: 'Lines may be missing. Compare the specification with the configuration file.',
    },
  )
}

/** The lines in Iometer's own notation, joined by `; `: equal for equal specifications. */
export function specContent(spec: AccessSpec): string {
  return spec.lines
    .map((l) => [l.size, l.share, l.readPercent, l.randomPercent, l.delay, l.burst, l.align, l.reply].join(','))
    .join('; ')
}

const contents = new WeakMap<readonly AccessSpec[], string>()

/** The content of all of them; made once for a block of specifications that many tests share. */
export function contentOf(specs: readonly AccessSpec[]): string {
  const known = contents.get(specs)
  if (known !== undefined) return known
  const content = specs.map(specContent).join(' | ')
  contents.set(specs, content)
  return content
}

/** The size of every I/O in bytes, or `null` when sizes are mixed or unknown. */
export function blockSizeOf(specs: readonly AccessSpec[]): number | null {
  return common(specs, (line) => line.size)
}

/** Part of the I/Os that are reads, weighted by the lines' shares; `null` when it differs between specifications. */
export function readShareOf(specs: readonly AccessSpec[]): number | null {
  return commonMean(specs, (line) => line.readPercent)
}

export function randomShareOf(specs: readonly AccessSpec[]): number | null {
  return commonMean(specs, (line) => line.randomPercent)
}

/** I/Os follow one another without pause or answer: the queue is always full, and Little's law holds. */
export function isSteady(specs: readonly AccessSpec[]): boolean {
  return specs.every(
    (spec) => isUsable(spec) && spec.lines.every((l) => l.delay === 0 && l.burst <= 1 && l.reply === 0),
  )
}

function common(specs: readonly AccessSpec[], value: (line: SpecLine) => number): number | null {
  const values = new Set(specs.flatMap((spec) => spec.lines.filter((line) => line.share > 0).map(value)))
  return specs.every(isUsable) && values.size === 1 ? [...values][0]! : null
}

function commonMean(specs: readonly AccessSpec[], percent: (line: SpecLine) => number): number | null {
  const shares = new Set(specs.map((spec) => mean(spec, percent)))
  return specs.every(isUsable) && shares.size === 1 ? [...shares][0]! : null
}

function mean(spec: AccessSpec, percent: (line: SpecLine) => number): number {
  const total = spec.lines.reduce((sum, line) => sum + line.share, 0)
  return spec.lines.reduce((sum, line) => sum + line.share * percent(line), 0) / (total * 100)
}

function isUsable(spec: AccessSpec): boolean {
  return !spec.isDamaged && spec.lines.some((line) => line.share > 0)
}
