import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber, readNumber } from '../../src/source/numbers.ts'

function read(text: string, comma = false): number {
  const bytes = Buffer.from(`x${text}y`, 'latin1')
  return readNumber(bytes, 1, bytes.length - 1, comma)
}

test('reads what tools write', () => {
  expect(read('0.007959')).toBe(0.007959)
  expect(read(' 20261367808.000000')).toBe(20261367808)
  expect(read('22.249346788282785781')).toBe(22.249346788282785781)
  expect(read('6.55e-005')).toBe(6.55e-5)
  expect(read('1e+007')).toBe(1e7)
  expect(read('18446744073709551615')).toBe(2 ** 64)
  expect(read('-1')).toBe(-1)
})

test('a decimal comma is read only when asked for', () => {
  expect(read('30,9239')).toBeNaN()
  expect(read('30,9239', true)).toBe(30.9239)
  expect(read('1,84467E+19', true)).toBe(1.84467e19)
  expect(parseNumber('30,9239', true)).toBe(30.9239)
})

test('anything else is not a number', () => {
  for (const text of ['', ' ', '-', '.', '1.2.3', '1 2', '0x10', 'NaN', 'Infinity', '1e', '--1', '12a']) {
    expect(read(text), text).toBeNaN()
    expect(parseNumber(text), text).toBeNaN()
  }
})

test('a number that no double can hold is none', () => {
  // The greatest double is about 1.8e308.
  for (const text of ['1e999', '-1e999', '1e309', '9'.repeat(400), `${'9'.repeat(400)}.5`]) {
    expect(read(text), text).toBeNaN()
    expect(parseNumber(text), text).toBeNaN()
  }
  expect(read('1e308')).toBe(1e308)
  expect(read('9'.repeat(300))).toBe(1e300)
  expect(read(`0.${'0'.repeat(400)}1`)).toBe(0)
})

test('property: agrees with Number for every double and every fixed notation', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: 0, max: 20 }),
      (value, decimals) => {
        expect(read(String(value))).toBe(Number(String(value)))
        const fixed = (value % 1e15).toFixed(decimals)
        expect(Object.is(read(fixed), Number(fixed)) || read(fixed) === Number(fixed)).toBe(true)
      },
    ),
  )
})

test('property: long decimals are the nearest double, as Number finds it', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{15,29}$/)
  fc.assert(
    fc.property(digits, fc.nat(24), (text, point) => {
      const decimal = `${text.slice(0, point)}.${text.slice(point)}`
      expect(read(decimal)).toBe(Number(decimal))
    }),
    { numRuns: 5000 },
  )
})

test('the middle between two doubles is left to Number', () => {
  // 2^53 + 1 and its like: exactly between two doubles.
  for (const text of [
    '9007199254740993.0',
    '900719925474099.30',
    '1.00000000000000011102230246251565',
    '0.1000000000000000055511151231257827',
  ]) {
    expect(read(text), text).toBe(Number(text))
  }
})
