/**
 * Conditions and computed numbers of prose: `min(read.speedup) > 2`, `cpu.old['10M'] / cpu.old['512K']`.
 *
 * `view.column` is the column's values over all rows; `['40K']` picks a row. Numbers combine with columns value by value.
 * A comparison of a column holds when it holds for every row: `time.ratio < 50` means all of them; `any(…)` asks for one.
 * Everything is unrounded, in the units of the view.
 */
import { ExpressionError, parseExpression, type Node } from './expression-parser.ts'
import { fromCanonical, toCanonical } from '../model/units.ts'
import { keyJoint, type Cell, type Member, type View } from './view.ts'

/** A column over the rows of its view. */
interface Vector {
  keys: string[]
  values: (number | boolean)[]
}

export type Value = number | boolean | string | Vector

/** A value that an expression has read, for the message of a broken claim. */
export interface Reading {
  /** `cpu.old['512K']` */
  name: string
  /** Id of its view. */
  view: string
  value: number
  /** Key of the row that it stands in. */
  row: string
  cell: Cell
}

export interface Scope {
  views: ReadonlyMap<string, View>
  /** Names outside views: `system.new.disks.count`, `fact.linkSpeed`. `undefined` when there is no such name. */
  lookUp(path: readonly string[]): number | string | undefined
  /** `old` for the column key of the system with that role. */
  columnKey(name: string): string
}

export interface Outcome {
  value: Value
  readings: Reading[]
}

export { ExpressionError }

/** @throws ExpressionError for a syntax error, an unknown name, a missing value */
export function evaluate(text: string, scope: Scope): Outcome {
  const readings: Reading[] = []
  return { value: visit(parseExpression(text), scope, readings), readings }
}

/** The single number of an expression. @throws ExpressionError when it has another kind of value */
export function evaluateNumber(text: string, scope: Scope): { value: number; readings: Reading[] } {
  const { value, readings } = evaluate(text, scope)
  if (typeof value !== 'number')
    throw new ExpressionError(`${text} is not a single number; use min, max, first or a row`)
  return { value, readings }
}

/**
 * Whether a condition holds: for a column, for all of its rows. When it does not, the readings are those of the parts
 * and rows that fail, so that they lead to the logs at fault; else they are all that was read.
 */
export function holds(text: string, scope: Scope): { holds: boolean; readings: Reading[] } {
  return judge(parseExpression(text), text, scope)
}

function judge(node: Node, text: string, scope: Scope): { holds: boolean; readings: Reading[] } {
  if (node.type === 'binary' && node.operator === 'and') {
    const parts = [judge(node.left, text, scope), judge(node.right, text, scope)]
    const failing = parts.filter((part) => !part.holds)
    return {
      holds: failing.length === 0,
      readings: (failing.length > 0 ? failing : parts).flatMap(({ readings }) => readings),
    }
  }
  const readings: Reading[] = []
  const value = visit(node, scope, readings)
  if (typeof value === 'number' || typeof value === 'string') throw new ExpressionError(`${text} is not a condition`)
  if (typeof value === 'boolean') return { holds: value, readings }
  const failing = value.keys.filter((_, index) => value.values[index] !== true)
  return {
    holds: failing.length === 0,
    readings: failing.length === 0 ? readings : readings.filter(({ row }) => failing.includes(row)),
  }
}

function visit(node: Node, scope: Scope, readings: Reading[]): Value {
  switch (node.type) {
    case 'literal':
      return node.value
    case 'name':
      return name(node.path, node.row, scope, readings)
    case 'unary':
      return map(visit(node.operand, scope, readings), (value) =>
        node.operator === '-' ? -number(value) : !truth(value),
      )
    case 'binary':
      return binary(node.operator, visit(node.left, scope, readings), visit(node.right, scope, readings))
    case 'call':
      if (node.name === 'at' || node.name === 'column') {
        return select(
          node.name,
          node.operands.map((operand) => visit(operand, scope, readings)),
          scope,
          readings,
        )
      }
      return call(
        node.name,
        node.operands.map((operand) => visit(operand, scope, readings)),
      )
  }
}

function name(path: readonly string[], row: string | null, scope: Scope, readings: Reading[]): Value {
  const view = path.length === 2 ? scope.views.get(path[0]!) : undefined
  if (!view) {
    const value = row === null ? scope.lookUp(path) : undefined
    if (value === undefined)
      throw new ExpressionError(`unknown name ${path.join('.')}; views: ${[...scope.views.keys()].join(', ')}`)
    return value
  }
  const column = memberOf(view.columns, [scope.columnKey(path[1]!)], `column ${path[1]!} of ${view.id}`, 'columns')
  if (row === null) return vectorOf(view, column, path.join('.'), readings)
  return readCell(
    view,
    memberOf(view.rows, [scope.columnKey(row)], `row ${row} of ${view.id}`, 'rows'),
    column,
    path.join('.'),
    readings,
  )
}

/** The one member that has all of these keys. */
function memberOf(members: readonly Member[], keys: readonly string[], what: string, plural: string): number {
  const exact = members.findIndex(({ key }) => keys.length === 1 && key === keys[0])
  if (exact !== -1) return exact
  const found = members.flatMap((member, index) => (keys.every((key) => member.keys.includes(key)) ? [index] : []))
  if (found.length === 1) return found[0]!
  const known = members.map(({ key }) => key).join(', ')
  throw new ExpressionError(
    found.length === 0 ? `unknown ${what}; ${plural}: ${known}` : `several of ${what}; ${plural}: ${known}`,
  )
}

function vectorOf(view: View, column: number, label: string, readings: Reading[]): Vector {
  return {
    keys: view.rows.map(({ key }) => key),
    values: view.rows.map((_, row) => readCell(view, row, column, label, readings)),
  }
}

function readCell(view: View, row: number, column: number, label: string, readings: Reading[]): number {
  const cell = view.cells[row]![column]!
  const { key } = view.rows[row]!
  const name = `${label}['${key}']`
  if (cell.value === null) throw new ExpressionError(`${name} has no value`)
  readings.push({ name, view: view.id, value: cell.value, row: key, cell })
  return cell.value
}

/** `at('view', 'key', …)`: the cell with these keys. `column('view', 'key', …)`: the column with these keys. */
function select(name: 'at' | 'column', operands: Value[], scope: Scope, readings: Reading[]): Value {
  const [id, ...keys] = operands.map((operand) => {
    if (typeof operand !== 'string' && typeof operand !== 'number') throw new ExpressionError(`${name} needs texts`)
    return scope.columnKey(String(operand))
  })
  const view = typeof operands[0] === 'string' ? scope.views.get(operands[0]) : undefined
  if (!view) throw new ExpressionError(`unknown view ${id ?? ''}; views: ${[...scope.views.keys()].join(', ')}`)
  const label = `${name}(${[view.id, ...keys].join(', ')})`
  if (name === 'column')
    return vectorOf(
      view,
      memberOf(view.columns, keys, `column ${keys.join(', ')} of ${view.id}`, 'columns'),
      label,
      readings,
    )
  const isRowKey = (key: string): boolean => view.rows.some((row) => row.keys.includes(key))
  const row = memberOf(view.rows, keys.filter(isRowKey), `row ${keys.join(', ')} of ${view.id}`, 'rows')
  const column = memberOf(
    view.columns,
    keys.filter((key) => !isRowKey(key)),
    `column ${keys.join(', ')} of ${view.id}`,
    'columns',
  )
  return readCell(view, row, column, label, readings)
}

type BinaryOperator = Extract<Node, { type: 'binary' }>['operator']

const operators: Record<BinaryOperator, (a: number | boolean, b: number | boolean) => number | boolean> = {
  '+': (a, b) => number(a) + number(b),
  '-': (a, b) => number(a) - number(b),
  '*': (a, b) => number(a) * number(b),
  '/': (a, b) => number(a) / number(b),
  '<': (a, b) => number(a) < number(b),
  '<=': (a, b) => number(a) <= number(b),
  '>': (a, b) => number(a) > number(b),
  '>=': (a, b) => number(a) >= number(b),
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  and: (a, b) => truth(a) && truth(b),
  or: (a, b) => truth(a) || truth(b),
}

function binary(operator: BinaryOperator, left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string') {
    if (operator === '==') return left === right
    if (operator === '!=') return left !== right
    throw new ExpressionError(`texts can only be compared with == and !=`)
  }
  // `and`, `or` join whole conditions: a column's condition first becomes one verdict.
  if (operator === 'and' || operator === 'or') return operators[operator](everyTrue(left), everyTrue(right))
  const apply = operators[operator]
  if (typeof left === 'object' && typeof right === 'object') {
    if (left.keys.join('\n') !== right.keys.join('\n'))
      throw new ExpressionError('two columns with different rows cannot be combined')
    return { keys: left.keys, values: left.values.map((value, index) => apply(value, right.values[index]!)) }
  }
  if (typeof right === 'object')
    return { keys: right.keys, values: right.values.map((value) => apply(left as number, value)) }
  return map(left, (value) => apply(value, right))
}

function map(value: Value, change: (value: number | boolean) => number | boolean): Value {
  if (typeof value === 'string') throw new ExpressionError(`unexpected text '${value}'`)
  return typeof value === 'object' ? { keys: value.keys, values: value.values.map(change) } : change(value)
}

const functions: Record<string, (...operands: Value[]) => Value> = {
  min: (...operands) => Math.min(...numbers(operands)),
  max: (...operands) => Math.max(...numbers(operands)),
  first: (column) => number(vector(column).values[0]),
  last: (column) => number(vector(column).values.at(-1)),
  mean: (column) => numbers([column]).reduce((sum, value) => sum + value, 0) / vector(column).values.length,
  all: (column) => vector(column).values.every((value) => value === true),
  any: (column) => vector(column).values.some((value) => value === true),
  count: (column) => vector(column).values.filter((value) => value === true).length,
  abs: (value) => map(value, (one) => Math.abs(number(one))),
  round: (value, decimals = 0) => map(value, (one) => Number(number(one).toFixed(number(decimals)))),
  /** The largest whole number that is not larger. */
  floor: (value) => map(value, (one) => Math.floor(number(one))),
  /** The column without the named rows. */
  except: (column, ...rows) => pick(vector(column), rows, false),
  /** The column with only the named rows. */
  only: (column, ...rows) => pick(vector(column), rows, true),
  /** Every value is larger than the one before it. */
  rising: (column) => numbers([column]).every((value, index, all) => index === 0 || value > all[index - 1]!),
  falling: (column) => numbers([column]).every((value, index, all) => index === 0 || value < all[index - 1]!),
  /** A quantity as people write it, as a number of the named unit: `in(fact.linkSpeed, 'MB/s')`. */
  in: (quantity, unit) => quantityIn(quantity, unit),
  /** `a` lies within `tolerance` (a part of `b`, 0.1 when left out) of `b`. */
  about: (a, b, tolerance = 0.1) =>
    map(a, (one) => Math.abs(number(one) - number(b)) <= number(tolerance) * Math.abs(number(b))),
}

function quantityIn(quantity: Value | undefined, unit: Value | undefined): number {
  if (typeof quantity !== 'string' || typeof unit !== 'string')
    throw new ExpressionError('in needs a quantity and a unit in quotes')
  const match = /^(\d+(?:\.\d+)?) (\S+)$/.exec(quantity)
  const canonical = match ? toCanonical(Number(match[1]), match[2]!) : null
  const value = canonical && fromCanonical(canonical.value, canonical.unit, unit)
  if (value === null) throw new ExpressionError(`cannot express ${quantity} in ${unit}`)
  return value
}

function call(name: string, operands: Value[]): Value {
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!known)
    throw new ExpressionError(
      `unknown function ${name}; functions: ${['at', 'column', ...Object.keys(functions)].join(', ')}`,
    )
  return known(...operands)
}

/** A row is named by its whole key, or by its value of one dimension where rows have several. */
function isCalled(key: string, row: Value): boolean {
  if (typeof row === 'object') return false
  return key === String(row) || key.split(keyJoint).includes(String(row))
}

/** A name that no row has is an error: a claim about no rows at all would hold. */
function pick({ keys, values }: Vector, rows: Value[], isWanted: boolean): Vector {
  const unknown = rows.find((row) => !keys.some((key) => isCalled(key, row)))
  if (unknown !== undefined)
    throw new ExpressionError(
      `unknown row ${typeof unknown === 'object' ? '(a column)' : String(unknown)}; rows: ${keys.join(', ')}`,
    )
  const indexes = keys
    .map((_, index) => index)
    .filter((index) => rows.some((row) => isCalled(keys[index]!, row)) === isWanted)
  return { keys: indexes.map((index) => keys[index]!), values: indexes.map((index) => values[index]!) }
}

function vector(value: Value | undefined): Vector {
  if (typeof value !== 'object' || value.values.length === 0)
    throw new ExpressionError('expected a column with at least one row')
  return value
}

function numbers(values: Value[]): number[] {
  return values.flatMap((value) => (typeof value === 'object' ? vector(value).values.map(number) : [number(value)]))
}

function everyTrue(value: Value): boolean {
  return typeof value === 'object' ? value.values.every(truth) : truth(value)
}

function number(value: Value | undefined): number {
  if (typeof value !== 'number')
    throw new ExpressionError(`expected a number, found ${typeof value === 'object' ? 'a column' : String(value)}`)
  return value
}

function truth(value: Value): boolean {
  if (typeof value !== 'boolean')
    throw new ExpressionError(`expected a condition, found ${typeof value === 'object' ? 'a column' : String(value)}`)
  return value
}
