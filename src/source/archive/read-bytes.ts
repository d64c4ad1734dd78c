/** Reads streams of bytes to their beginning or their end. */
import { headBytes, type Open } from '../source.ts'

export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** As much as detection may look at. */
export async function readHead(open: Open): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of open()) {
    parts.push(chunk)
    length += chunk.length
    if (length >= headBytes) break
  }
  return Buffer.from(Buffer.concat(parts).subarray(0, headBytes))
}
