/**
 * Random numbers for generated logs: the same seed gives the same numbers on every machine. Only +, −, ×, ÷ are used
 * downstream as well, since sine, exponential and logarithm may differ in the last digit between engines.
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Evenly from 0 up to, not including, 1. (Mulberry32, public domain.) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** Nearly normal around 0, standard deviation 1, never beyond ±3.5: the sum of four even ones, scaled. */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3)
  }

  /** `count` numbers that wander around 0 with standard deviation 1: neighbours resemble each other. */
  wander(count: number): number[] {
    let value = this.normal()
    return Array.from({ length: count }, () => (value = 0.6 * value + 0.8 * this.normal()))
  }

  /** `count` numbers whose mean is 0 and whose sample standard deviation is `deviation` (but for rounding). */
  centred(count: number, deviation: number): number[] {
    const drawn = Array.from({ length: count }, () => this.between(-1, 1))
    const mean = drawn.reduce((sum, one) => sum + one, 0) / count
    const squares = drawn.reduce((sum, one) => sum + (one - mean) * (one - mean), 0)
    const factor = deviation / Math.sqrt(squares / (count - 1))
    return drawn.map((one) => factor * (one - mean))
  }
}
