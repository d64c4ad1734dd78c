/**
 * XML as a tiny tree, for logs: elements, attributes, text, and the line of each. Lenient, since tools write paths
 * unescaped and logs break off; what is wrong is reported. No document type is obeyed: only the five entities of XML and
 * numbers are decoded, so that nothing grows beyond the file and nothing is fetched.
 */
import { Parser } from 'htmlparser2'
import type { Source } from './source.ts'

export interface XmlElement {
  name: string
  /** 1-based line of the opening tag. */
  line: number
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The text directly inside, without blanks around it. */
  text: string
  /** False when the text broke off inside the element, or it was closed by the end of another. */
  isComplete: boolean
}

interface XmlLimits {
  /** Bytes of the file. */
  size?: number
}

/** Logs in XML are flat: Phoronix has 5 levels, diskspd 7. */
const depthLimit = 40
const elementLimit = 1_000_000
/** Fed piecewise, so that reading can stop soon. */
const pieceLength = 2 ** 16

/** The outermost elements: one in a well-formed document, several where runs were appended to one file. */
export async function readXml(source: Source, { size = 64 * 2 ** 20 }: XmlLimits = {}): Promise<XmlElement[]> {
  const text = await source.text(size)
  const tree = new TreeBuilder(text)
  const parser = new Parser(tree, { xmlMode: true, decodeEntities: true })
  tree.parser = parser
  for (let start = 0; start < text.length && tree.overrun === null; start += pieceLength) {
    parser.write(text.slice(start, start + pieceLength))
  }
  if (tree.overrun === null) parser.end()
  report(tree, source)
  return tree.roots
}

class TreeBuilder {
  readonly roots: XmlElement[] = []
  parser: Parser | null = null
  /** Line of the element that goes beyond a limit. */
  overrun: number | null = null
  /** Line and name of the first element without its own end tag. */
  unclosed: { name: string; line: number } | null = null
  readonly #open: { element: XmlElement; start: number }[] = []
  readonly #text: string
  #elements = 0
  #line = 1
  /** Where that line ends; -1 in the last one. */
  #next: number

  constructor(text: string) {
    this.#text = text
    this.#next = text.indexOf('\n')
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.overrun !== null) return
    const line = this.#lineAt(this.parser!.startIndex)
    if (this.#open.length >= depthLimit || ++this.#elements > elementLimit) {
      this.overrun = line
      return
    }
    const element: XmlElement = {
      name,
      line,
      attributes: new Map(Object.entries(attributes)),
      children: [],
      text: '',
      isComplete: false,
    }
    const siblings = this.#open.at(-1)?.element.children ?? this.roots
    siblings.push(element)
    this.#open.push({ element, start: this.parser!.startIndex })
  }

  ontext(text: string): void {
    const top = this.#open.at(-1)
    if (top && this.overrun === null) top.element.text += text
  }

  onclosetag(_name: string, isImplied: boolean): void {
    const top = this.overrun === null ? this.#open.pop() : undefined
    if (!top) return
    const { element, start } = top
    element.text = element.text.trim()
    // `<a/>` closes itself, in the same tag; the parser calls that implied as well.
    element.isComplete = !isImplied || this.parser!.startIndex === start
    if (!element.isComplete) this.unclosed ??= { name: element.name, line: element.line }
  }

  /** Line of a position not before the one asked for last. */
  #lineAt(position: number): number {
    while (this.#next !== -1 && this.#next < position) {
      this.#line++
      this.#next = this.#text.indexOf('\n', this.#next + 1)
    }
    return this.#line
  }
}

function report({ overrun, unclosed, roots }: TreeBuilder, source: Source): void {
  if (overrun !== null) {
    source.problems.error(
      'xml-too-deep',
      `Unexpected nesting or number of elements, expected at most ${depthLimit} levels`,
      {
        line: overrun,
        hint: 'What follows was not read. The file is no log of its tool, or damaged.',
      },
    )
  } else if (unclosed) {
    source.problems.error('broken-xml', `Unexpected end inside <${unclosed.name}>, expected </${unclosed.name}>`, {
      line: unclosed.line,
      expected: `</${unclosed.name}>`,
      hint: 'Only what is complete was read. Copy the file again, or repeat the run.',
    })
  } else if (roots.length === 0) {
    source.problems.fail('broken-xml', 'Unexpected file without elements, expected XML', {
      line: 1,
      hint: 'The tool may have been stopped before it wrote a result.',
    })
  }
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The element at the end of a path of names; the first where there are several. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element)
}

/** Its text, `null` when it is absent, empty or broke off. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const found = elementAt(element, ...path)
  return found?.isComplete === true && found.text !== '' ? found.text : null
}
