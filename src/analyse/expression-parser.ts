/** The grammar of conditions: arithmetic, comparison, `and`, `or`, `not`, function calls, `view.column['row']`. */

/** Something in an expression that makes no sense; the message is for the author. */
export class ExpressionError extends Error {}

export type Node =
  | { type: 'literal'; value: number | string | boolean }
  | { type: 'name'; path: string[]; row: string | null }
  | { type: 'unary'; operator: '-' | 'not'; operand: Node }
  | { type: 'binary'; operator: (typeof levels)[number][number]; left: Node; right: Node }
  | { type: 'call'; name: string; operands: Node[] }

/** Binary operators, loosest first. */
const levels = [['or'], ['and'], ['<', '<=', '>', '>=', '==', '!='], ['+', '-'], ['*', '/']] as const

const tokenPattern = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|([A-Za-z_][\w-]*(?:\.[\w-]+)*)|(<=|>=|==|!=|[-+*/<>()[\],]))/y

interface Token {
  kind: 'number' | 'text' | 'name' | 'sign' | 'end'
  text: string
}

export function parseExpression(source: string): Node {
  const tokens = tokenise(source)
  let at = 0
  // The end stays: who reads past it finds it again.
  const peek = (): Token => tokens[Math.min(at, tokens.length - 1)]!
  const take = (text?: string): Token => {
    const token = peek()
    if (text !== undefined && token.text !== text) throw unexpected(token, text, source)
    at++
    return token
  }
  const parseLevel = (level: number): Node => {
    const operators: readonly string[] | undefined = levels[level]
    if (!operators) return parseUnary()
    let left = parseLevel(level + 1)
    while (peek().kind !== 'text' && operators.includes(peek().text)) {
      const operator = take().text as (typeof levels)[number][number]
      left = { type: 'binary', operator, left, right: parseLevel(level + 1) }
    }
    return left
  }
  const parseUnary = (): Node => {
    const { kind, text } = peek()
    if (kind !== 'text' && (text === '-' || text === 'not')) {
      take()
      return { type: 'unary', operator: text, operand: parseUnary() }
    }
    return parsePrimary()
  }
  const parsePrimary = (): Node => {
    const token = take()
    if (token.kind === 'number') return { type: 'literal', value: Number(token.text) }
    if (token.kind === 'text') return { type: 'literal', value: token.text }
    if (token.text === '(') {
      const inner = parseLevel(0)
      take(')')
      return inner
    }
    if (token.kind !== 'name') throw unexpected(token, 'a number, a name or (', source)
    if (token.text === 'true' || token.text === 'false') return { type: 'literal', value: token.text === 'true' }
    if (peek().text === '(' && peek().kind === 'sign')
      return { type: 'call', name: token.text, operands: parseOperands() }
    return { type: 'name', path: token.text.split('.'), row: parseRow() }
  }
  const parseOperands = (): Node[] => {
    take('(')
    const operands: Node[] = []
    while (peek().text !== ')' || peek().kind !== 'sign') {
      if (operands.length > 0) take(',')
      operands.push(parseLevel(0))
    }
    take(')')
    return operands
  }
  const parseRow = (): string | null => {
    if (peek().text !== '[' || peek().kind !== 'sign') return null
    take('[')
    const row = take().text
    take(']')
    return row
  }
  const root = parseLevel(0)
  if (peek().kind !== 'end') throw unexpected(peek(), 'the end', source)
  return root
}

function tokenise(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const start = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (!match) throw new ExpressionError(`unexpected ${text.slice(start, start + 10)} in ${source}`)
    const [, number, quoted, name, sign] = match
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'sign', text: sign! })
  }
  return [...tokens, { kind: 'end', text: '' }]
}

function unexpected(token: Token, expected: string, source: string): ExpressionError {
  return new ExpressionError(`unexpected ${token.text === '' ? 'end' : token.text}, expected ${expected}, in ${source}`)
}
