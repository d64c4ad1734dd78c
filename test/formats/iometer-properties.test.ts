/** What holds for every damage: nothing throws or hangs, chunks do not matter, and no number changes without a word. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../src/model/result.ts'
import { readLog, type ReadLog } from '../../src/formats/read.ts'
import { sourceOf } from '../helpers/check-format.ts'

const folder = join(import.meta.dirname, '../fixtures/iometer')
const fixtures = readdirSync(folder)
  .filter((name) => /\.(csv|icf)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(join(folder, name)), format: formatOf(name) }))

function formatOf(name: string): string {
  return name.endsWith('.icf') ? 'iometer-icf' : name.startsWith('inst') ? 'iometer-inst' : 'iometer-csv'
}

/** The encoding is given: what the first chunk shows of it depends on where chunks end. */
function read(bytes: Uint8Array, format: string, chunkBytes?: number): Promise<ReadLog> {
  return readLog(sourceOf(bytes, 'log', { encoding: 'windows-1252' }, chunkBytes), format)
}

const anyFixture = fc.constantFrom(...fixtures)
const part = fc.double({ min: 0, max: 1, noNaN: true })

/** Runs as plain values; series of typed arrays compare slowly. */
function plain(runs: Run[]): unknown {
  return runs.map((run) => ({
    ...run,
    series: run.series.map((series) => ({ ...series, values: String(series.values) })),
  }))
}

describe('Iometer logs', () => {
  it('give the same result whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(anyFixture, fc.integer({ min: 1, max: 3000 }), async ({ bytes, format }, chunk) => {
        const [whole, chunked] = [await read(bytes, format), await read(bytes, format, chunk)]
        expect(plain(chunked.runs)).toEqual(plain(whole.runs))
        expect(chunked.problems).toEqual(whole.problems)
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('cut anywhere, keep complete tests as they are, or say what is missing', async () => {
    const wholes = new Map<string, ReadLog>()
    for (const { name, bytes, format } of fixtures) wholes.set(name, await read(bytes, format))
    await fc.assert(
      fc.asyncProperty(anyFixture, part, async ({ name, bytes, format }, at) => {
        const cut = await read(bytes.subarray(0, Math.floor(at * bytes.length)), format)
        const whole = wholes.get(name)!
        const isReported = cut.problems.some(({ severity }) => severity === 'error')
        for (const [i, run] of cut.runs.entries()) {
          const isSame = JSON.stringify(run.observations) === JSON.stringify(whole.runs[i]?.observations)
          // The Qt rewrite has no end to miss: rows it does not have are not known to be missing.
          const isKnown = isSame || isReported || name === 'qt-writer.csv'
          expect(isKnown, `${name} cut at ${Math.floor(at * bytes.length)}, run ${i}`).toBe(true)
          // Only a test that says so may differ; an aborted one is no error of the log.
          if (!isSame && name !== 'qt-writer.csv') expect(run.valid === false || format !== 'iometer-csv').toBe(true)
        }
        // Tests do not vanish silently either.
        if (cut.runs.length < whole.runs.length && format === 'iometer-csv') {
          const ended = bytes
            .subarray(0, Math.floor(at * bytes.length))
            .toString('latin1')
            .split("'Time Stamp\r\n").length
          expect(isReported || cut.problems.length > 0 || ended <= cut.runs.length + 2).toBe(true)
        }
      }),
      { numRuns: 400, seed: 2 },
    )
  })

  it('with any bytes changed, are read to their end', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFixture,
        fc.array(fc.tuple(part, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
        async ({ bytes, format }, changes) => {
          const damaged = Buffer.from(bytes)
          for (const [at, byte] of changes) damaged[Math.floor(at * (damaged.length - 1))] = byte
          const { runs } = await read(damaged, format)
          for (const { value } of runs.flatMap(({ observations }) => observations)) {
            expect(value === null || Number.isFinite(value)).toBe(true)
          }
        },
      ),
      { numRuns: 400, seed: 3 },
    )
  })

  it('with lines lost or repeated, are read to their end', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFixture,
        fc.array(fc.tuple(part, part, fc.boolean()), { minLength: 1, maxLength: 6 }),
        async ({ bytes, format }, changes) => {
          const lines = bytes.toString('latin1').split('\n')
          for (const [from, to, isCopy] of changes) {
            const taken = lines.slice(Math.floor(from * lines.length), Math.floor(from * lines.length) + 1)
            lines.splice(Math.floor(to * lines.length), isCopy ? 0 : 1, ...(isCopy ? taken : []))
          }
          await read(Buffer.from(lines.join('\n'), 'latin1'), format)
        },
      ),
      { numRuns: 300, seed: 4 },
    )
  })

  it('read under the name of another format, are refused or empty, never a crash', async () => {
    for (const { bytes } of fixtures) {
      for (const format of ['iometer-csv', 'iometer-inst', 'iometer-icf']) await read(bytes, format)
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        for (const format of ['iometer-csv', 'iometer-inst', 'iometer-icf']) await read(bytes, format)
      }),
      { numRuns: 100, seed: 5 },
    )
  })
})
