/** Whatever happens to a log, reading ends, with values that are numbers and in bounded memory. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../../src/formats/read.ts'
import { fixtures } from '../../generate/perfmon-blg.ts'
import { countsFor } from '../../helpers/blg-counts.ts'
import { type BlgOptions } from '../../helpers/blg-clock.ts'
import { writeBlg } from '../../helpers/blg-writer.ts'
import { readBytes } from '../../helpers/check-format.ts'

const logs = [...fixtures.values()].map((make) => make())
const seed = 20_120_201

function read(bytes: Uint8Array, chunkBytes?: number): Promise<ReadLog> {
  return readBytes(bytes, 'log.blg', {}, chunkBytes)
}

function numbers(log: ReadLog): unknown {
  return log.runs.map(({ start, end, settings, series }) => ({
    start,
    end,
    settings,
    series: series.map(({ name, times, values }) => [name, [...times], [...values]]),
  }))
}

function expectSound(log: ReadLog): void {
  for (const { series } of log.runs) {
    for (const { times, values } of series) {
      expect(times.length).toBe(values.length)
      expect(times.every(Number.isFinite)).toBe(true)
      expect(values.every((value) => Number.isFinite(value) || Number.isNaN(value))).toBe(true)
    }
  }
}

describe('binary performance logs', () => {
  it('read the same in chunks of any size', async () => {
    for (const bytes of logs) {
      const whole = numbers(await read(bytes))
      for (const chunkBytes of [1, 7, 1000, 2048, 5000]) expect(numbers(await read(bytes, chunkBytes))).toEqual(whole)
    }
  })

  it('that are cut anywhere give the samples before the cut and say so', async () => {
    for (const bytes of logs) {
      const whole = await read(bytes)
      const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
      const boundary = fc.integer({ min: 0, max: Math.ceil(bytes.length / size) - 1 }).map((count) => count * size)
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.integer({ min: 0, max: bytes.length - 1 }), boundary), async (length) => {
          const log = await read(bytes.subarray(0, length))
          expectSound(log)
          expect(log.problems.length).toBeGreaterThan(0)
          for (const one of log.runs[0]?.series ?? []) {
            const full = whole.runs[0]!.series.find(({ name }) => name === one.name)!
            const count = Math.min(one.values.length, full.values.length)
            // Where the cut fell into a record, its last value may be missing, none is wrong.
            for (let i = 0; i < count; i++) {
              if (!Number.isNaN(one.values[i]!)) expect(one.values[i]).toBe(full.values[i])
            }
          }
        }),
        { numRuns: 60, seed },
      )
    }
  })

  it('with a flipped byte are read to an end', async () => {
    for (const bytes of logs) {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: bytes.length - 1 }),
          fc.integer({ min: 1, max: 255 }),
          async (at, mask) => {
            const damaged = bytes.slice()
            damaged[at]! ^= mask
            expectSound(await read(damaged))
          },
        ),
        { numRuns: 150, seed },
      )
    }
  })

  it('with any 32-bit field replaced by an extreme are read to an end', async () => {
    const extremes = [0, 1, 7, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff]
    for (const bytes of logs) {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: bytes.length / 4 - 1 }),
          fc.constantFrom(...extremes),
          async (field, value) => {
            const damaged = bytes.slice()
            new DataView(damaged.buffer).setUint32(4 * field, value, true)
            expectSound(await read(damaged))
          },
        ),
        { numRuns: 200, seed },
      )
    }
  })

  it('of noise behind a good header are read to an end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 3000, maxLength: 9000 }), async (noise) => {
        const bytes = Buffer.concat([logs[0]!.subarray(0, 2048 + 72), noise])
        expectSound(await read(bytes))
      }),
      { numRuns: 100, seed },
    )
  })

  it('come out as they were put in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 512, max: 4096 }),
        fc.integer({ min: 1, max: 8000 }),
        fc.constantFrom<4 | 8>(4, 8),
        async (rates, bufferSize, blockBytes, pointerBytes) => {
          const options: BlgOptions = {
            machine: 'A',
            start: '2012-02-01T10:00:00.000Z',
            interval: 1,
            bufferBytes: (bufferSize + 511) & ~511,
            blockBytes,
            pointerBytes,
          }
          // The file header alone has 580 bytes.
          options.bufferBytes = Math.max(1024, options.bufferBytes!)
          const samples = countsFor('BULK_COUNT', rates, options)
          const log = await read(writeBlg(options, [{ path: '\\TCPv4\\Segments/sec', type: 'BULK_COUNT', samples }]))
          expect(log.problems).toEqual([])
          expect([...log.runs[0]!.series[0]!.values]).toEqual([NaN, ...rates.slice(1)])
        },
      ),
      { numRuns: 100, seed },
    )
  })
})
