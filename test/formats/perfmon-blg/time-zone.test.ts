// Expected values: dates of the changes from the tz database (zdump); see the comments.
import { describe, expect, it } from 'vitest'
import {
  fromUnixMs,
  offsetAt,
  offsetOfEvidence,
  offsetOfLocal,
  toUnixMs,
  toUtc,
} from '../../../src/formats/perfmon-blg/time-zone.ts'
import { europe, unitedStates, zoneOf } from '../../helpers/blg-clock.ts'

const berlin = zoneOf(60, 120, europe)
const newYork = zoneOf(-300, -240, unitedStates)
/** First Sunday of April to first of October, south of the equator. */
const sydney = zoneOf(600, 660, {
  standardFrom: { year: 0, month: 4, weekday: 0, day: 1, minute: 180 },
  daylightFrom: { year: 0, month: 10, weekday: 0, day: 1, minute: 120 },
})

const at = (iso: string): bigint => fromUnixMs(Date.parse(`${iso}Z`))

describe('offsetAt', () => {
  it.each([
    // Berlin changed on 2012-03-25 and 2012-10-28 at 01:00 UTC.
    [berlin, '2012-03-25T00:59:59.999', 60],
    [berlin, '2012-03-25T01:00:00.000', 120],
    [berlin, '2012-10-28T00:59:59.999', 120],
    [berlin, '2012-10-28T01:00:00.000', 60],
    // New York on 2011-03-13 07:00 UTC and 2011-11-06 06:00 UTC.
    [newYork, '2011-03-13T06:59:59.000', -300],
    [newYork, '2011-03-13T07:00:00.000', -240],
    [newYork, '2011-11-06T05:59:59.000', -240],
    [newYork, '2011-11-06T06:00:00.000', -300],
    // Sydney on 2012-03-31 16:00 UTC and 2012-10-06 16:00 UTC.
    [sydney, '2012-03-31T15:59:59.000', 660],
    [sydney, '2012-03-31T16:00:00.000', 600],
    [sydney, '2012-10-06T16:00:00.000', 660],
    [sydney, '2012-12-31T23:00:00.000', 660],
    [zoneOf(540), '2012-07-01T00:00:00.000', 540],
  ])('%#: %s', (rules, utc, offset) => {
    expect(offsetAt(rules, at(utc))).toBe(offset)
  })

  it('takes a rule with a year for that date only', () => {
    const rules = zoneOf(60, 120, {
      daylightFrom: { year: 2012, month: 3, weekday: 0, day: 11, minute: 120 },
      standardFrom: { year: 2012, month: 11, weekday: 0, day: 4, minute: 120 },
    })
    expect(offsetAt(rules, at('2012-03-12T00:00:00.000'))).toBe(120)
  })
})

describe('offsetOfLocal', () => {
  it('tells the two hours of a change apart by what came before', () => {
    const local = at('2012-10-28T02:30:00.000')
    expect(offsetOfLocal(berlin, local, at('2012-10-28T00:00:00.000'))).toBe(120)
    expect(offsetOfLocal(berlin, local, at('2012-10-28T00:40:00.000'))).toBe(60)
  })

  it('takes standard time for the hour that does not occur', () => {
    expect(offsetOfLocal(berlin, at('2012-03-25T02:30:00.000'), 0n)).toBe(60)
  })

  it('never fails when time runs backwards', () => {
    expect(offsetOfLocal(berlin, at('2012-07-01T12:00:00.000'), at('2030-01-01T00:00:00.000'))).toBe(120)
  })
})

describe('offsetOfEvidence', () => {
  it('rounds to a quarter of an hour', () => {
    const utc = at('2012-07-01T12:00:00.000')
    expect(offsetOfEvidence(utc + 600_000_000n * 345n + 30_000n, utc)).toBe(345)
    expect(offsetOfEvidence(utc - 600_000_000n * 240n, utc)).toBe(-240)
  })

  it('refuses two readings that are not of the same moment', () => {
    const utc = at('2012-07-01T12:00:00.000')
    expect(offsetOfEvidence(utc + 600_000_000n * 7n, utc)).toBeNull()
    expect(offsetOfEvidence(utc, 0n)).toBeNull()
  })
})

it('turns FILETIME into milliseconds and back', () => {
  // 1601-01-01 is 11,644,473,600 s before 1970.
  expect(toUnixMs(0n)).toBe(-11_644_473_600_000)
  expect(fromUnixMs(0)).toBe(116_444_736_000_000_000n)
  expect(toUnixMs(toUtc(at('2012-07-01T12:00:00.000'), 60))).toBe(Date.parse('2012-07-01T11:00:00Z'))
})
