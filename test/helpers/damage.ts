/** Logs cut short, with flipped bytes or absurd numbers, in chunks of any size: nothing crashes, and chunks change nothing. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ReadLog } from '../../src/formats/read.ts'
import { readBytes } from './check-format.ts'

/** `visit` may look at each damaged log. Whatever is read, there is a run or a problem. */
export async function checkDamaged(
  texts: readonly string[],
  path: string,
  numRuns = 100,
  visit: (log: ReadLog) => void = () => undefined,
): Promise<void> {
  const damage = fc.record({
    text: fc.constantFrom(...texts),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
    absurd: fc.option(fc.tuple(fc.nat(), fc.constantFrom('9'.repeat(400), '1e999', '1e-320', '-5', '0', 'NaN', ''))),
    chunkBytes: fc.integer({ min: 1, max: 4000 }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ text, part, flips, absurd, chunkBytes }) => {
      const whole = new TextEncoder().encode(absurd ? replaceNumber(text, ...absurd) : text)
      const bytes = whole.slice(0, Math.ceil(part * whole.length))
      for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value
      const log = await readBytes(bytes, path)
      expect((await readBytes(bytes, path, {}, chunkBytes)).runs).toEqual(log.runs)
      expect(log.runs.length > 0 || log.problems.length > 0).toBe(true)
      visit(log)
    }),
    { numRuns },
  )
}

/** The text with one of its numbers, counted round and round, replaced. */
function replaceNumber(text: string, index: number, by: string): string {
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)]
  const match = numbers[index % Math.max(1, numbers.length)]
  return match ? `${text.slice(0, match.index)}${by}${text.slice(match.index + match[0].length)}` : text
}
