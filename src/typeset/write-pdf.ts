/** Writing a PDF 1.7 whose objects are packed into compressed streams. */
import { createHash } from 'node:crypto'
import { zlibSync } from 'fflate'
import type { PdfObject, SkiaPdf } from './skia-pdf.ts'

/** Objects in one object stream: enough to compress well, few enough for a viewer to unpack quickly. */
const objectsPerStream = 500

/**
 * The objects as they are, in object streams and with a cross-reference stream and an identifier made from their bytes.
 * @param info number of the information dictionary
 */
export function writePacked(pdf: SkiaPdf, info: number): Uint8Array {
  const parts: Uint8Array[] = []
  const places = new Map<number, ObjectPlace>()
  let size = 0
  const write = (data: string | Uint8Array): void => {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
    parts.push(bytes)
    size += bytes.length
  }
  const writeStream = (id: number, dictionary: string, data: Uint8Array): void => {
    places.set(id, { type: 1, offset: size })
    write(`${id} 0 obj\n${dictionary} stream\n`)
    write(data)
    write('\nendstream\nendobj\n')
  }

  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const objects = [...pdf.objects.values()].sort((a, b) => a.id - b.id)
  const plain: PdfObject[] = []
  for (const object of objects) {
    if (object.stream) writeStream(object.id, object.text, object.stream)
    else plain.push(object)
  }
  let next = objects.at(-1)!.id + 1
  for (let from = 0; from < plain.length; from += objectsPerStream) {
    const members = plain.slice(from, from + objectsPerStream)
    const id = next++
    let offset = 0
    const table = members.map((member, index) => {
      places.set(member.id, { type: 2, stream: id, index })
      const entry = `${member.id} ${offset}`
      offset += member.text.length + 1
      return entry
    })
    const head = `${table.join(' ')}\n`
    const data = compress(Buffer.from(head + members.map(({ text }) => `${text}\n`).join(''), 'latin1'))
    const dictionary = `<</Type /ObjStm/N ${members.length}/First ${head.length}/Filter /FlateDecode/Length ${data.length}>>`
    writeStream(id, dictionary, data)
  }

  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const identifier = `<${hash.digest('hex').slice(0, 32).toUpperCase()}>`
  const xref = next
  places.set(xref, { type: 1, offset: size })
  const start = size
  const rows = compress(crossReferences(places, xref + 1))
  const keys = `/Type /XRef/Size ${xref + 1}/W [1 4 2]/Root ${pdf.catalog.id} 0 R/Info ${info} 0 R/ID [${identifier} ${identifier}]`
  write(
    `${xref} 0 obj\n<<${keys}/Filter /FlateDecode/DecodeParms <</Columns ${rowLength}/Predictor 12>>/Length ${rows.length}>> stream\n`,
  )
  write(rows)
  write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/**
 * Rows of type, offset (or number of the object stream), generation (or index in that stream), each as its difference from the row
 * above (PNG's "up"): neighbours differ little, so they compress to a tenth.
 */
function crossReferences(places: ReadonlyMap<number, ObjectPlace>, count: number): Uint8Array {
  const rows = Buffer.alloc(count * rowLength)
  // Object 0 heads the list of free numbers; there are no others.
  rows.writeUInt16BE(0xffff, 5)
  for (const [id, place] of places) {
    const at = id * rowLength
    rows.writeUInt8(place.type, at)
    rows.writeUInt32BE(place.type === 1 ? place.offset : place.stream, at + 1)
    rows.writeUInt16BE(place.type === 1 ? 0 : place.index, at + 5)
  }
  const predicted = new Uint8Array(count * (rowLength + 1))
  for (let row = 0, to = 0; row < count; row++) {
    predicted[to++] = 2
    for (let at = row * rowLength; at < (row + 1) * rowLength; at++)
      predicted[to++] = rows[at]! - (rows[at - rowLength] ?? 0)
  }
  return predicted
}

/** In the file itself, or in an object stream. */
type ObjectPlace = { type: 1; offset: number } | { type: 2; stream: number; index: number }

const rowLength = 7

/** In JavaScript, since Node's zlib gives other bytes on other processors. */
function compress(data: Uint8Array): Uint8Array {
  return zlibSync(data, { level: 6 })
}
