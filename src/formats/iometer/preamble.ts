/** The values of a preamble, each on the line after its key. */
import type { TestSeries } from './tables.ts'

export type PreambleKey = 'type' | 'version' | 'description' | 'times' | 'rampUp'

/** Keys of the Windows GUI and, from `'Test Description` on, of the Qt rewrite. */
export const preambleKeys: ReadonlyMap<string, PreambleKey> = new Map([
  ["'Test Type", 'type'],
  ["'Version", 'version'],
  ["'Test Description", 'description'],
  ["'Run Time", 'times'],
  ["'Ramp Up Time (s)", 'rampUp'],
])

export function newSeries(line: number): TestSeries {
  return {
    ...{ line, testType: null, description: '', version: null, start: null },
    ...{ isEnded: false, isAborted: false, isQt: false, runSeconds: null, rampUpSeconds: null },
  }
}

/** Puts the value where it belongs; false when it is none of its kind. */
export function fillSeries(series: TestSeries, key: PreambleKey, value: string, separator: string): boolean {
  switch (key) {
    case 'type': {
      // The description may hold commas: only the first one separates.
      const comma = value.indexOf(separator)
      const code = comma === -1 ? value : value.slice(0, comma)
      series.description = comma === -1 ? '' : value.slice(comma + 1).trim()
      if (!/^\d{1,3}$/.test(code)) return false
      series.testType = Number(code)
      return true
    }
    case 'version':
      series.version = value
      return true
    case 'description':
      series.description = value
      return true
    case 'times': {
      const [hours = NaN, minutes = NaN, seconds = NaN] = value.split(/\s+/).map(Number)
      const total = hours * 3600 + minutes * 60 + seconds
      if (!Number.isFinite(total)) return false
      series.runSeconds = total
      return true
    }
    case 'rampUp':
      if (!/^\d{1,9}$/.test(value)) return false
      series.rampUpSeconds = Number(value)
      return true
  }
}
