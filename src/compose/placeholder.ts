/**
 * Evaluates placeholders: `{{system.new.name}}`, `{{value "cpu.old['10M']"}}`. Handlebars parses them; here a helper gets
 * its operands and gives text or a node, never HTML.
 */
import Handlebars from 'handlebars'
import type { PhrasingContent } from 'mdast'

export type Rendered = string | PhrasingContent

export interface Call {
  operands: (string | number)[]
  options: Record<string, string | number>
}

export interface Evaluator {
  helpers: Record<string, (call: Call) => Rendered>
  /** `system.new.name`; `undefined` when there is no such name. */
  lookUp(path: readonly string[]): string | number | undefined
}

/** What is wrong with a placeholder; the message is for the author. */
export class PlaceholderError extends Error {}

/** @param text what stands between the braces @throws PlaceholderError for a syntax error or an unknown name */
export function evaluatePlaceholder(text: string, evaluator: Evaluator): Rendered {
  const [statement] = parse(text).body
  if (statement?.type !== 'MustacheStatement') throw new PlaceholderError(`{{${text}}} is not a placeholder`)
  const { path, params, hash } = statement as hbs.AST.MustacheStatement
  const name = pathText(path)
  const helper = Object.hasOwn(evaluator.helpers, name) ? evaluator.helpers[name] : undefined
  // `hash` is absent, whatever the types say, when there are no named options.
  const pairs = (hash as hbs.AST.Hash | undefined)?.pairs ?? []
  if (helper) {
    return helper({
      operands: params.map((param) => operand(param, evaluator)),
      options: Object.fromEntries(pairs.map(({ key, value }) => [key, operand(value, evaluator)])),
    })
  }
  if (params.length > 0 || pairs.length > 0) {
    throw new PlaceholderError(`unknown helper ${name}; helpers: ${Object.keys(evaluator.helpers).join(', ')}`)
  }
  return String(look(name, evaluator))
}

/** A text with placeholders, such as a title; nodes of helpers become their text. */
export function evaluateText(text: string, evaluator: Evaluator): string {
  return text.replaceAll(/\{\{(.*?)\}\}/g, (_, inner: string) => {
    const rendered = evaluatePlaceholder(inner.trim(), evaluator)
    if (typeof rendered === 'string') return rendered
    throw new PlaceholderError(`{{${inner}}} cannot stand in a title or label`)
  })
}

function parse(text: string): hbs.AST.Program {
  try {
    return Handlebars.parse(`{{${text}}}`)
  } catch {
    throw new PlaceholderError(`cannot read {{${text}}}; quote operands: {{value "cpu.old['10M']"}}`)
  }
}

function operand(node: hbs.AST.Expression, evaluator: Evaluator): string | number {
  if (node.type === 'StringLiteral') return (node as hbs.AST.StringLiteral).value
  if (node.type === 'NumberLiteral') return (node as hbs.AST.NumberLiteral).value
  if (node.type === 'PathExpression') return look(pathText(node), evaluator)
  throw new PlaceholderError(`unexpected operand of kind ${node.type}, expected a text, a number or a name`)
}

function pathText(node: hbs.AST.Expression | hbs.AST.PathExpression): string {
  if (node.type !== 'PathExpression') throw new PlaceholderError('expected a name first')
  return (node as hbs.AST.PathExpression).original
}

function look(name: string, evaluator: Evaluator): string | number {
  const value = evaluator.lookUp(name.split('.'))
  if (value === undefined) throw new PlaceholderError(`unknown name ${name}`)
  return value
}
