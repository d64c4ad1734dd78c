/** Writes a PDF as Chromium's library does: numbered objects, a classic table, a trailer. For what real prints seldom contain. */

/** @param objects texts of objects 1, 2, 3 …; the catalog is the last, the information dictionary the first */
export function plainPdf(objects: string[], trailerExtra = ''): Uint8Array {
  let text = '%PDF-1.4\n%\xd3\xeb\xe9\xe1\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  text += `trailer\n<</Size ${objects.length + 1}\n/Root ${objects.length} 0 R\n/Info 1 0 R${trailerExtra}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

export const info = `<</Title (browser's title)\n/Producer (Skia/PDF m147)\n/CreationDate (D:20261130155448+00'00')\n/ModDate (D:20261130155448+00'00')>>`

/** Two pages, destinations on both, an outline whose titles hold what a careless reader would take for structure. */
export function smallPdf(cellId = 34): Uint8Array {
  const id = String(cellId).padStart(8, '0')
  const content = 'BT ET stream\nendstream endobj'
  return plainPdf([
    info,
    '<</Type /Pages\n/Count 2\n/Kids [3 0 R 4 0 R]>>',
    `<</Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 612 792]\n/Contents 5 0 R>>`,
    '<</Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 612 792]>>',
    `<</Length ${content.length}>> stream\n${content}\nendstream`,
    '<</intro [3 0 R /XYZ 0 792 0]\n/#25E6#2597#25A5 [4 0 R /XYZ 0 792 0]\n/a#2520b#28c [4 0 R /XYZ 0 10 0]>>',
    '<</Type /Outlines\n/First 8 0 R\n/Last 9 0 R\n/Count 2>>',
    '<</Title (endobj \\(8 0 R\\) /Next 3 0 Rwrapped)\n/Dest [3 0 R /XYZ 0 792 0]\n/Parent 7 0 R\n/Next 9 0 R>>',
    '<</Title <FEFF65E5672C8A9E>\n/Dest [4 0 R /XYZ 0 792 0]\n/Parent 7 0 R\n/Prev 8 0 R>>',
    `<</Type /StructElem\n/S /TH\n/P 11 0 R\n/ID (node${id})>>`,
    '<</Type /StructTreeRoot\n/K 10 0 R\n/IDTree 12 0 R>>',
    `<</Limits [(node${id}) (node${id})]\n/Names [(node${id}) 10 0 R]>>`,
    '<</Type /Catalog\n/Pages 2 0 R\n/Dests 6 0 R\n/StructTreeRoot 11 0 R\n/Outlines 7 0 R\n/Lang (en)>>',
  ])
}
