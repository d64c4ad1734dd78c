import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate, evaluateNumber, ExpressionError, holds, type Scope } from '../../src/analyse/expression.ts'
import type { View } from '../../src/analyse/view.ts'
import { viewSchema } from '../../src/analyse/view-schema.ts'

const rows = ['40K', '512K', '1M', '10M']
const columns: Record<string, (number | null)[]> = {
  old: [1.1, 3.5, 4.9, 8.2],
  new: [1.0, 1.1, 1.2, 1.5],
  gap: [1, null, 3, 4],
}
const origin = { path: 'a.csv', member: null, line: 7, byte: null }

const cpu: View = {
  id: 'cpu',
  spec: viewSchema.parse({ metric: 'cpuUtilization', rows: 'fileSize', columns: 'system', unit: '%' }),
  rows: rows.map((key) => ({ keys: [key], key, derived: null })),
  columns: Object.keys(columns).map((key) => ({ keys: [key], key, derived: null })),
  cells: rows.map((_, row) =>
    Object.values(columns).map((values) => ({
      value: values[row]!,
      style: { unit: '%', decimals: 1, digits: null },
      repetitions: 1,
      spread: null,
      status: 'measured' as const,
      published: false,
      origins: [origin],
    })),
  ),
}

const scope: Scope = {
  views: new Map([['cpu', cpu]]),
  columnKey: (name) => (name === 'previous' ? 'old' : name),
  lookUp: (path) => ({ 'fact.link': '1 Gbit/s', 'system.disks': 4 })[path.join('.')],
}

test.each([
  // Worked out by hand from the columns above.
  ["cpu.old['10M']", 8.2],
  ['max(cpu.new)', 1.5],
  ['min(cpu.old) + 1', 2.1],
  ['first(cpu.old)', 1.1],
  ['last(cpu.new)', 1.5],
  ["max(except(cpu.old, '10M', '1M'))", 3.5],
  ["min(only(cpu.old, '10M', '1M'))", 4.9],
  ['count(cpu.new > 1.05)', 3],
  ["in(fact.link, 'MB/s')", 125],
  ['system.disks / 2', 2],
  ['2 + 3 * 4 - 6 / 2', 11],
  ['(2 + 3) * -4', -20],
  ['round(10 / 3, 2)', 3.33],
  ["cpu.previous['40K']", 1.1],
  ["at('cpu', '10M', 'previous')", 8.2],
  ["max(column('cpu', 'new'))", 1.5],
])('%s is %s', (text, value) => {
  expect(evaluateNumber(text, scope).value).toBeCloseTo(value, 12)
})

test.each([
  ['cpu.new < cpu.old', true],
  ['cpu.new > 1', false],
  ['any(cpu.new > 1)', true],
  ['rising(cpu.old) and rising(cpu.new)', true],
  ['falling(cpu.old) or max(cpu.old) > 8', true],
  ['not falling(cpu.old)', true],
  ["cpu.old['10M'] > 2 * cpu.old['512K']", true],
  ["about(cpu.old['10M'], 8)", true],
  ['about(max(cpu.old), 8, 0.01)', false],
  ["system.disks == 4 and 'a' != 'b'", true],
  // A column's condition joined with another one means all rows, also on the other side.
  ['cpu.new > 1 or true', true],
])('%s: %s', (text, verdict) => {
  expect(holds(text, scope).holds).toBe(verdict)
})

test('a claim that was read knows its values and their logs', () => {
  const { readings } = holds("cpu.old['10M'] > 2 * cpu.old['512K']", scope)
  expect(readings.map(({ name, value, cell }) => [name, value, cell.style.unit])).toEqual([
    ["cpu.old['10M']", 8.2, '%'],
    ["cpu.old['512K']", 3.5, '%'],
  ])
  expect(readings[0]!.cell.origins).toEqual([origin])
})

test.each([
  ['cpu.older', 'unknown column older of cpu; columns: old, new, gap'],
  ["cpu.old['2M']", 'unknown row 2M of cpu; rows: 40K, 512K, 1M, 10M'],
  // Of no rows everything would be true.
  ["only(cpu.old, '2M') > 1", 'unknown row 2M; rows: 40K, 512K, 1M, 10M'],
  ['except(cpu.old, 2) > 1', 'unknown row 2; rows'],
  ['memory.old', 'unknown name memory.old; views: cpu'],
  ['cpu.gap > 1', "cpu.gap['512K'] has no value"],
  ['largest(cpu.old)', 'unknown function largest'],
  ['1 +', 'unexpected end'],
  ['(1', 'expected )'],
  ['1 ? 2', 'unexpected'],
  ["min('a')", 'expected a number'],
  ["in(fact.link, 's')", 'cannot express 1 Gbit/s in s'],
])('%s is refused: %s', (text, message) => {
  expect(() => evaluate(text, scope)).toThrow(ExpressionError)
  expect(() => evaluate(text, scope)).toThrow(message)
})

test('a missing value never makes a claim true or false: it has none', () => {
  expect(() => holds('cpu.gap < 100', scope)).toThrow(ExpressionError)
})

test('property: arithmetic agrees with JavaScript', () => {
  interface Term {
    text: string
    value: number
  }
  const leaf: fc.Arbitrary<Term> = fc.integer({ min: 0, max: 999 }).map((value) => ({ text: String(value), value }))
  const join = (a: Term, operator: string, b: Term): Term => ({
    text: `(${a.text} ${operator} ${b.text})`,
    value: operator === '+' ? a.value + b.value : operator === '-' ? a.value - b.value : a.value * b.value,
  })
  const { term } = fc.letrec<{ term: Term }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc
        .tuple(tie('term'), fc.constantFrom('+', '-', '*'), tie('term'))
        .map(([a, operator, b]) => join(a, operator, b)),
    ),
  }))
  fc.assert(
    fc.property(term, ({ text, value }) => {
      expect(evaluateNumber(text, scope).value).toBe(value)
    }),
  )
})

test('property: precedence and association are those of school', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)), ([a, b, c, d]) => {
      expect(evaluateNumber(`${a} - ${b} - ${c} * ${d}`, scope).value).toBe(a - b - c * d)
      expect(evaluateNumber(`${a} * ${b} + -${c} - ${d}`, scope).value).toBe(a * b + -c - d)
    }),
  )
})

test('property: no text crashes the parser in another way than by saying what is wrong', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from("cpu.old[]'()+-*/<>=! 10andM,")), maxLength: 30 }),
      (text) => {
        try {
          evaluate(text, scope)
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError)
        }
      },
    ),
  )
})
