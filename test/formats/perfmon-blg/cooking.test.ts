// Expected values are worked out by hand from the formulas in Microsoft's "Calculating Counter Values".
import { describe, expect, it } from 'vitest'
import {
  cook,
  emptyValue,
  hasParts,
  isBase,
  isEmptyType,
  needsOlder,
  ruleOf,
  wrapsOf,
  type RawValue,
} from '../../../src/formats/perfmon-blg/cooking.ts'
import { counterTypes, type CounterType } from '../../helpers/counter-types.ts'

function raw(n: bigint, d = 0n, rest: Partial<RawValue> = {}): RawValue {
  return {
    ...emptyValue(),
    nHi: Number(n >> 32n),
    nLo: Number(n & 0xffffffffn),
    dHi: Number(d >> 32n),
    dLo: Number(d & 0xffffffffn),
    ...rest,
  }
}

function cookType(type: CounterType, older: RawValue, newer: RawValue): number {
  const code = counterTypes[type]
  const rule = ruleOf(code)!
  return cook(rule.formula, older, { ...newer, ...wrapsOf(code, rule) })
}

/** 2013-02-20 as a FILETIME, far beyond 2⁵³. */
const now = 130_057_734_178_440_000n

describe('cook', () => {
  const second = 10_000_000n
  const clock = { frequency: 1000 }
  it.each<[CounterType, RawValue, RawValue, number]>([
    ['RAWCOUNT', raw(0n), raw(4_000_000_000n), 4e9],
    ['LARGE_RAWCOUNT', raw(0n), raw(2n ** 63n - 1n), 2 ** 63],
    ['RAWCOUNT_HEX', raw(0n), raw(255n), 255],
    ['LARGE_RAWCOUNT_HEX', raw(0n), raw(2n ** 40n), 1_099_511_627_776],
    ['DELTA', raw(40n), raw(100n), 60],
    ['LARGE_DELTA', raw(2n ** 60n), raw(2n ** 60n + 7n), 7],
    // 60 events in 2000 ticks of 1/1000 s.
    ['COUNTER', raw(40n, 5000n, clock), raw(100n, 7000n, clock), 30],
    ['BULK_COUNT', raw(40n, 5000n, clock), raw(100n, 7000n, clock), 30],
    ['SAMPLE_COUNTER', raw(40n, 5000n, clock), raw(100n, 7000n, clock), 30],
    ['QUEUELEN', raw(1000n, 5000n), raw(4000n, 7000n), 1.5],
    ['LARGE_QUEUELEN', raw(1000n, 5000n), raw(4000n, 7000n), 1.5],
    ['100NS_QUEUELEN', raw(now, now), raw(now + second / 2n, now + second), 0.5],
    ['OBJ_TIME_QUEUELEN', raw(0n, now), raw(3n * second, now + second), 3],
    ['TIMER', raw(0n, 5000n), raw(500n, 7000n), 25],
    ['TIMER_INV', raw(0n, 5000n), raw(500n, 7000n), 75],
    ['100NSEC_TIMER', raw(0n, now), raw(second / 4n, now + second), 25],
    ['100NSEC_TIMER_INV', raw(0n, now), raw(second / 4n, now + second), 75],
    ['OBJ_TIME_TIMER', raw(0n, now), raw(second / 4n, now + second), 25],
    // Four processors, two of them busy.
    ['MULTI_TIMER', raw(0n, 5000n, { multi: 4 }), raw(4000n, 7000n, { multi: 4 }), 50],
    ['100NSEC_MULTI_TIMER', raw(0n, now, { multi: 4 }), raw(2n * second, now + second, { multi: 4 }), 50],
    // 100·(4 − 2), as documented: up to 400.
    ['MULTI_TIMER_INV', raw(0n, 5000n, { multi: 4 }), raw(4000n, 7000n, { multi: 4 }), 200],
    ['100NSEC_MULTI_TIMER_INV', raw(0n, now, { multi: 4 }), raw(2n * second, now + second, { multi: 4 }), 200],
    ['PRECISION_SYSTEM_TIMER', raw(0n, 100n), raw(30n, 220n), 25],
    ['PRECISION_100NS_TIMER', raw(now, now), raw(now + 3n, now + 12n), 25],
    ['PRECISION_OBJECT_TIMER', raw(0n, 100n), raw(30n, 220n), 25],
    // 3000 ticks of 1/1000 s over 6 operations.
    ['AVERAGE_TIMER', raw(1000n, 2n, clock), raw(4000n, 8n, clock), 0.5],
    ['AVERAGE_BULK', raw(4096n, 1n), raw(4096n * 4n, 3n), 6144],
    ['RAW_FRACTION', raw(0n), raw(30n, 120n), 25],
    ['LARGE_RAW_FRACTION', raw(0n), raw(2n ** 40n, 2n ** 42n), 25],
    ['SAMPLE_FRACTION', raw(10n, 100n), raw(40n, 220n), 25],
    ['ELAPSED_TIME', raw(0n), raw(now, now + 90n * second, { frequency: 1e7 }), 90],
  ])('%s', (type, older, newer, expected) => {
    expect(cookType(type, older, newer)).toBe(expected)
  })

  it('is exact to the tick for counts beyond 2^53', () => {
    expect(cookType('LARGE_DELTA', raw(2n ** 62n + 1n), raw(2n ** 62n + 2n))).toBe(1)
    expect(cookType('LARGE_DELTA', raw(2n ** 32n - 1n), raw(2n ** 32n))).toBe(1)
    expect(cookType('LARGE_DELTA', raw(-1n), raw(1n))).toBe(2)
  })

  it('gives 0 when no operation took place', () => {
    expect(cookType('AVERAGE_BULK', raw(5n, 7n), raw(5n, 7n))).toBe(0)
    expect(cookType('AVERAGE_TIMER', raw(5n, 7n, clock), raw(5n, 7n, clock))).toBe(0)
    expect(cookType('PRECISION_100NS_TIMER', raw(5n, 7n), raw(9n, 7n))).toBe(0)
    expect(cookType('RAW_FRACTION', raw(0n), raw(5n, 0n))).toBe(0)
  })

  it('gives nothing when a count falls', () => {
    expect(cookType('BULK_COUNT', raw(100n, 0n, clock), raw(40n, 1000n, clock))).toBeNaN()
    expect(cookType('100NSEC_TIMER', raw(3n * second, now), raw(second, now + second))).toBeNaN()
    expect(cookType('AVERAGE_BULK', raw(0n, 9n), raw(100n, 2n))).toBeNaN()
    expect(cookType('ELAPSED_TIME', raw(0n), raw(now + 5n, now, { frequency: 1e7 }))).toBeNaN()
  })

  it('goes on after the overflow of a 32-bit count, but not after a restart', () => {
    // 2³² − 10 → 20 is 30 events; 4000 → 20 is a count that began anew.
    expect(cookType('COUNTER', raw(2n ** 32n - 10n, 0n, clock), raw(20n, 1000n, clock))).toBe(30)
    expect(cookType('COUNTER', raw(4000n, 0n, clock), raw(20n, 1000n, clock))).toBeNaN()
    expect(cookType('BULK_COUNT', raw(2n ** 32n - 10n, 0n, clock), raw(20n, 1000n, clock))).toBeNaN()
    // Its base has 32 bits too: 1 − (2³² − 1) is 2 operations.
    expect(cookType('AVERAGE_BULK', raw(0n, 2n ** 32n - 1n), raw(100n, 1n))).toBe(50)
    expect(cookType('AVERAGE_TIMER', raw(2n ** 32n - 1n, 1n, clock), raw(20n, 2n, clock))).toBeNaN()
  })

  it('gives nothing when the clock stands still or is unknown', () => {
    expect(cookType('COUNTER', raw(1n, 50n, clock), raw(2n, 50n, clock))).toBeNaN()
    expect(cookType('100NSEC_TIMER', raw(1n, now), raw(2n, now - 1n))).toBeNaN()
    expect(cookType('COUNTER', raw(1n, 50n), raw(2n, 60n))).toBeNaN()
    expect(cookType('AVERAGE_TIMER', raw(1n, 50n), raw(2n, 60n))).toBeNaN()
    expect(cookType('ELAPSED_TIME', raw(0n), raw(5n, 9n))).toBeNaN()
    expect(cookType('MULTI_TIMER', raw(0n, 0n), raw(5n, 9n))).toBeNaN()
  })

  it('clamps inverse timers at 0 and caps nothing at 100', () => {
    expect(cookType('100NSEC_TIMER_INV', raw(0n, now), raw(second + 100n, now + second))).toBe(0)
    expect(cookType('100NSEC_TIMER', raw(0n, now), raw(12n * second, now + second))).toBe(1200)
  })
})

describe('counter types', () => {
  it('knows bases, place holders and what needs an older sample', () => {
    expect(
      (['AVERAGE_BASE', 'RAW_BASE', 'SAMPLE_BASE', 'LARGE_RAW_BASE', 'MULTI_BASE'] as const).map((type) =>
        isBase(counterTypes[type]),
      ),
    ).toEqual([true, true, true, true, true])
    expect(isBase(counterTypes.AVERAGE_BULK)).toBe(false)
    // PERF_COUNTER_NODATA
    expect(isEmptyType(0x40000200)).toBe(true)
    expect(isEmptyType(counterTypes.LARGE_RAWCOUNT)).toBe(false)
    expect(needsOlder('value')).toBe(false)
    expect(needsOlder('rate')).toBe(true)
    expect(hasParts('multiTimer')).toBe(true)
  })

  it('has no rule for what is not documented', () => {
    expect(ruleOf(0x0badc0de)).toBeNull()
    expect(ruleOf(0x00000b00)).toBeNull()
  })
})
