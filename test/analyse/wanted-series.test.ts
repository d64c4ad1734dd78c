import { expect, test } from 'vitest'
import { wantedSeries } from '../../src/analyse/measures.ts'

test('counters of measures and traces, and all that are no counters', () => {
  const wants = wantedSeries([
    { counter: '\\Processor(Total)\\Processor Time' },
    { counter: '\\PhysicalDisk\\Disk Read Bytes/sec' },
    { counter: '\\Network Interface(*)\\Bytes Sent/sec' },
  ])
  expect(wants('\\Processor(_Total)\\% Processor Time')).toBe(true)
  expect(wants('\\Processor(0)\\% Processor Time')).toBe(false)
  // Without an instance the only one may be meant: whether it is depends on the others.
  expect(wants('\\PhysicalDisk(0 C:)\\Disk Read Bytes/sec')).toBe(true)
  expect(wants('\\PhysicalDisk(_Total)\\Disk Write Bytes/sec')).toBe(false)
  expect(wants('\\Network Interface(Intel[R] PRO)\\Bytes Sent/sec')).toBe(true)
  expect(wants('All responseTime')).toBe(true)
})

test('without measures no counter is wanted', () => {
  expect(wantedSeries([])('\\Memory\\Available Bytes')).toBe(false)
})
