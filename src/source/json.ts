/**
 * JSON with line numbers, for logs. `JSON.parse` gives no places and nothing at all for a document that breaks off; this
 * reader gives every node its line and, of a damaged document, the part before the fault. Lenient where tools are:
 * `nan` and other bare words are `null`, of two members with one name the last wins.
 */

export type JsonNode = JsonObject | JsonArray | JsonScalar

interface Place {
  /** 1-based line where the value begins. */
  line: number
  /** False when the text broke off, or was damaged, inside this value. */
  isComplete: boolean
}

export interface JsonObject extends Place {
  kind: 'object'
  members: Map<string, JsonNode>
}

export interface JsonArray extends Place {
  kind: 'array'
  items: JsonNode[]
}

export interface JsonScalar extends Place {
  kind: 'scalar'
  value: string | number | boolean | null
}

export interface JsonFault {
  /** 1-based. */
  line: number
  /** 1-based. */
  column: number
  /** What was expected there. */
  expected: string
  /** Whether the text simply ends. */
  isEnd: boolean
}

export interface JsonReading {
  node: JsonNode
  /** Where reading stopped: behind the value, or at the fault. */
  end: number
  fault: JsonFault | null
}

export interface JsonOptions {
  /** Line number of the start; 1 when left out. */
  line?: number
  /** Where that line begins, for columns; 0 when left out. */
  lineStart?: number
  /** Lines that may stand between two tokens and are passed over: messages of a tool that share its output. */
  isNoise?: (line: string) => boolean
}

const depthLimit = 64
/** Values in one document; beyond, it is no benchmark's log. */
const nodeLimit = 2_000_000

/** Reads the value at `start` of `text`. Never throws. */
export function readJson(text: string, start = 0, options: JsonOptions = {}): JsonReading {
  const reader = new JsonReader(text, start, options)
  const node = reader.value(0)
  return { node, end: reader.at, fault: reader.fault }
}

/** The reader's position in the text: the one thing all its steps share. */
class JsonReader {
  at: number
  fault: JsonFault | null = null
  readonly #text: string
  readonly #isNoise: (line: string) => boolean
  #line: number
  #lineStart: number
  #nodes = 0

  constructor(text: string, start: number, options: JsonOptions) {
    this.#text = text
    this.at = start
    this.#line = options.line ?? 1
    this.#lineStart = options.lineStart ?? 0
    this.#isNoise = options.isNoise ?? (() => false)
  }

  value(depth: number): JsonNode {
    this.#skipBlanks()
    const line = this.#line
    const first = this.#text[this.at]
    if (depth > depthLimit || ++this.#nodes > nodeLimit) this.#fail('a smaller, flatter document')
    else if (first === '{') return this.#object(depth, line)
    else if (first === '[') return this.#array(depth, line)
    else if (first === '"') return this.#scalar(line, this.#string())
    else return this.#scalar(line, this.#word())
    return this.#scalar(line, null)
  }

  #object(depth: number, line: number): JsonObject {
    const members = new Map<string, JsonNode>()
    const object: JsonObject = { kind: 'object', line, isComplete: false, members }
    object.isComplete = this.#list('}', () => {
      if (this.#text[this.at] !== '"') {
        this.#fail('a name in quotes')
        return
      }
      const name = this.#string()
      this.#skipBlanks()
      if (this.#text[this.at] !== ':') {
        this.#fail('a colon')
        return
      }
      this.at++
      const value = this.value(depth + 1)
      // A scalar that broke off may be another number than the tool wrote: only containers keep their first part.
      if (!this.fault || value.kind !== 'scalar') members.set(name, value)
    })
    return object
  }

  #array(depth: number, line: number): JsonArray {
    const items: JsonNode[] = []
    const array: JsonArray = { kind: 'array', line, isComplete: false, items }
    array.isComplete = this.#list(']', () => {
      const value = this.value(depth + 1)
      if (!this.fault || value.kind !== 'scalar') items.push(value)
    })
    return array
  }

  /** What stands between brackets, parted by commas. True when the closing bracket was reached. */
  #list(close: string, readItem: () => void): boolean {
    this.at++
    this.#skipBlanks()
    while (this.#text[this.at] !== close) {
      readItem()
      this.#skipBlanks()
      if (this.#text[this.at] === ',') {
        this.at++
        this.#skipBlanks()
      } else if (this.#text[this.at] !== close) {
        this.#fail(`a comma or ${close}`)
      }
      if (this.#isBroken()) return false
    }
    this.at++
    return true
  }

  #scalar(line: number, value: JsonScalar['value']): JsonScalar {
    return { kind: 'scalar', line, isComplete: this.fault === null, value }
  }

  #string(): string {
    const start = this.at
    let end = start + 1
    let isPlain = true
    for (; end < this.#text.length && this.#text[end] !== '"'; end++) {
      if (this.#text[end] === '\\') {
        isPlain = false
        end++
      } else if (this.#text[end] === '\n') {
        break
      }
    }
    if (this.#text[end] !== '"') {
      this.at = Math.min(end, this.#text.length)
      this.#fail('a closing quote')
      return ''
    }
    this.at = end + 1
    return isPlain ? this.#text.slice(start + 1, end) : unescape(this.#text.slice(start, end + 1))
  }

  #word(): number | boolean | null {
    const word = wordAt(this.#text, this.at)
    if (word === '') {
      this.#fail('a value')
      return null
    }
    this.at += word.length
    // A number at the very end may have lost digits.
    if (this.at === this.#text.length) this.#fail('a comma or a bracket')
    if (word === 'true' || word === 'false') return word === 'true'
    const value = numberPattern.test(word) ? Number(word) : NaN
    return Number.isFinite(value) ? value : null
  }

  #skipBlanks(): void {
    for (; this.at < this.#text.length; this.at++) {
      const code = this.#text.charCodeAt(this.at)
      if (code === 10) {
        this.#line++
        this.#lineStart = this.at + 1
        this.#skipNoise()
      } else if (code !== 32 && code !== 9 && code !== 13) {
        return
      }
    }
  }

  /** At a line end: passes over a following line of noise, up to its own line end. */
  #skipNoise(): void {
    for (;;) {
      const start = this.at + 1
      const end = this.#text.indexOf('\n', start)
      if (end === -1 || end - start > 1000 || !this.#isNoise(this.#text.slice(start, end))) return
      this.at = end
      this.#line++
      this.#lineStart = end + 1
    }
  }

  #isBroken(): boolean {
    return this.fault !== null
  }

  #fail(expected: string): void {
    this.fault ??= {
      line: this.#line,
      column: this.at - this.#lineStart + 1,
      expected,
      isEnd: this.at >= this.#text.length,
    }
  }
}

const numberPattern = /^-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/
const wordPattern = /[-+.\w]{1,64}/y

function wordAt(text: string, at: number): string {
  wordPattern.lastIndex = at
  return wordPattern.exec(text)?.[0] ?? ''
}

function unescape(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    // A Windows path written without doubling its backslashes.
    return quoted.slice(1, -1)
  }
}

/** The member called `name` of an object; `undefined` when there is none or `node` is no object. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name) : undefined
}

export function itemsOf(node: JsonNode | undefined): JsonNode[] {
  return node?.kind === 'array' ? node.items : []
}

/** A finite number, also one in quotes; `null` for everything else. */
export function numberOf(node: JsonNode | undefined): number | null {
  if (node?.kind !== 'scalar') return null
  const { value } = node
  const number = typeof value === 'string' && numberPattern.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The text of a string, number or boolean; `null` for everything else. */
export function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : null
}
