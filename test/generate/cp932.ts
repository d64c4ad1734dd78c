/** Text to CP932 bytes, which Node can decode only: the decoder, asked for every two-byte code, gives the table. */

let table: Map<string, number[]> | undefined

function makeTable(): Map<string, number[]> {
  const decoder = new TextDecoder('shift_jis')
  const codes = new Map<string, number[]>()
  const isLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (!isLead(lead)) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      // Some characters have several codes; the first is the one in use.
      if (text.length === 1 && text !== '\uFFFD' && !codes.has(text)) codes.set(text, [lead, trail])
    }
  }
  return codes
}

/** @throws Error for a character that CP932 does not have (half-width kana are not needed and left out). */
export function encodeCp932(text: string): Buffer {
  table ??= makeTable()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0) < 0x80 ? [character.charCodeAt(0)] : table.get(character)
    if (!code) throw new Error(`not in CP932: ${character}`)
    bytes.push(...code)
  }
  return Buffer.from(bytes)
}
