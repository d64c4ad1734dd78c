/** When a counter was up and when it rested: the disks during a boot. */

/** Samples within a window, in order; blank ones are left out. */
export interface Samples {
  /** End of the interval that the sample stands for, seconds. */
  times: number[]
  /** Length of that interval, seconds; at the start of the window, its part in the window. */
  spans: number[]
  values: number[]
}

/** Which samples count: all, or those before or after the longest rest. */
export type Part = 'all' | 'before-pause' | 'after-pause'

/** Samples above `level` in `part` of the window. The longest rest lies between two of them, the first of equal ones. */
export function activeSamples(samples: Samples, level: number, part: Part): Samples {
  const active = pick(samples, (index) => samples.values[index]! > level)
  if (part === 'all') return active
  const { before } = findPause(active)
  return pick(active, (index) => (part === 'before-pause' ? index <= before : index > before))
}

/** Seconds of the longest rest between two samples above `level`: 0 when they follow one another. */
export function longestPause(samples: Samples, level: number): number {
  return findPause(activeSamples(samples, level, 'all')).seconds
}

/** @param active samples, all of them above the level */
function findPause({ times, spans }: Samples): { before: number; seconds: number } {
  let longest = { before: times.length - 1, seconds: 0 }
  for (let index = 1; index < times.length; index++) {
    const seconds = times[index]! - spans[index]! - times[index - 1]!
    // Less than a sample is the unevenness of sampling.
    if (seconds > longest.seconds && seconds > spans[index]! / 2) longest = { before: index - 1, seconds }
  }
  return longest
}

function pick({ times, spans, values }: Samples, isWanted: (index: number) => boolean): Samples {
  const indexes = times.map((_, index) => index).filter(isWanted)
  return {
    times: indexes.map((index) => times[index]!),
    spans: indexes.map((index) => spans[index]!),
    values: indexes.map((index) => values[index]!),
  }
}
