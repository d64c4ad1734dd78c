/**
 * The routine part of a format's test. `checkFormat('test/fixtures/iometer/crlf.csv', 'iometer-csv')`: the expected
 * format claims the file, under its own name and as `unknown`; the results survive JSON; a summary a person can review
 * equals the golden file beside the fixture (`crlf.csv.golden.txt`). `npm run update` rewrites goldens; CI never does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { readLog, type ReadLog } from '../../src/formats/read.ts'
import { Source, type ReadOptions } from '../../src/source/source.ts'
import { summarise } from './summarise.ts'

export async function checkFormat(file: string, formatId: string, options: ReadOptions = {}): Promise<ReadLog> {
  const bytes = readFileSync(file)
  const log = await readBytes(bytes, basename(file), options)
  expect(log.format?.id).toBe(formatId)
  const asUnknown = await readBytes(bytes, 'unknown', options)
  expect(asUnknown.format?.id).toBe(formatId)
  for (const run of log.runs) {
    const { series, ...rest } = run
    expect(JSON.parse(JSON.stringify(rest))).toEqual(rest)
    for (const one of series) expect(one.values.length).toBe(one.times.length)
  }
  expectGolden(`${file}.golden.txt`, summarise(log))
  return log
}

/** Reads bytes as a log; `chunkBytes` cuts them into chunks of that size. */
export async function readBytes(
  bytes: Uint8Array,
  path: string,
  options: ReadOptions = {},
  chunkBytes = 2 ** 16,
): Promise<ReadLog> {
  return readLog(sourceOf(bytes, path, options, chunkBytes))
}

export function sourceOf(bytes: Uint8Array, path: string, options: ReadOptions = {}, chunkBytes = 2 ** 16): Source {
  return new Source({
    path,
    size: bytes.length,
    head: bytes.subarray(0, 4096),
    options,
    open: async function* () {
      // One buffer, used again for each chunk, as a fast reader does: a format that keeps a chunk is caught.
      const buffer = new Uint8Array(chunkBytes)
      for (let start = 0; start < bytes.length; start += chunkBytes) {
        const part = bytes.subarray(start, start + chunkBytes)
        buffer.set(part)
        yield buffer.subarray(0, part.length)
        await Promise.resolve()
        buffer.fill(0xee)
      }
    },
  })
}

export function expectGolden(file: string, actual: string): void {
  if (process.env.UPDATE !== undefined && process.env.CI === undefined) {
    writeFileSync(file, actual)
    return
  }
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (actual !== expected) writeFileSync(`${file}-changed`, actual)
  expect(actual, `${file} (npm run update rewrites it, after a look at ${file}-changed)`).toBe(expected)
}
