/**
 * The 21 latency bins of 1.1.0. Two labels in the header are wrong: the recorder (`IOGrunt.cpp`) uses 1/67 s and 1/33 s
 * where they say 15 and 30 ms, and 4 s where they say 4.7 s. The last bin, 10 s and more, is never filled.
 */
const inner = [
  5e-5,
  1e-4,
  2e-4,
  5e-4,
  1e-3,
  2e-3,
  5e-3,
  1e-2,
  1 / 67,
  0.02,
  1 / 33,
  0.05,
  0.1,
  0.2,
  0.5,
  1,
  2,
  4,
  5,
  10,
]

/** Lower edge of each bin in seconds. */
export const binLows: readonly number[] = [0, ...inner]
/** Upper edges in seconds; the last bin has none. */
export const binHighs: readonly (number | null)[] = [...inner, null]

/** I/Os this slow are in no bin. */
export const slowestBinned = 10
