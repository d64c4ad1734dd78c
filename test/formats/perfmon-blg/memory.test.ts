import { expect, it } from 'vitest'
import { readLog } from '../../../src/formats/read.ts'
import { Source } from '../../../src/source/source.ts'
import { writeBlg } from '../../helpers/blg-writer.ts'

it('reads a few counters of a log of 250 MB in a fraction of that memory', async () => {
  // 400 counters; the buffers with their samples come again and again, with new numbers and times.
  const counters = Array.from({ length: 400 }, (_, i) => ({
    path: `\\Object(${i})\\Bytes/sec`,
    type: 'BULK_COUNT' as const,
    samples: Array.from({ length: 30 }, (_, row) => ({ n: BigInt(row * 1000) })),
  }))
  const bytes = writeBlg({ machine: 'A', start: '2012-02-01T10:00:00.000Z', interval: 1 }, counters)
  const size = 65_536
  // Buffers 0 to 2 hold the file header, the catalog and the first samples.
  const body = bytes.slice(3 * size)
  const repeats = Math.ceil(250e6 / body.length)
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = used()
  let peak = 0
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes.subarray(0, 3 * size))
    const view = new DataView(body.buffer)
    for (let i = 0; i < repeats; i++) {
      for (let at = 0; at < body.length; at += size) {
        view.setBigInt64(at + 0x18, BigInt(3 + (i * body.length + at) / size), true)
      }
      yield body
      peak = Math.max(peak, used() - before)
    }
  }
  const head = bytes.subarray(0, 4096)
  const wants = (name: string): boolean => name.startsWith('\\Object(7)')
  const log = await readLog(new Source({ path: 'big.blg', head, open, options: { wants } }))
  expect(log.record.bytes).toBeGreaterThan(250e6)
  expect(log.runs[0]!.series).toHaveLength(1)
  expect(log.runs[0]!.series[0]!.times.length).toBeGreaterThan(10_000)
  expect(peak).toBeLessThan(100e6)
})
