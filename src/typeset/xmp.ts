/** The XMP packet: the document's metadata as archives and search engines read it. */
import type { PdfMeta } from './postprocess.ts'

/** @param date the document's date as ISO 8601 in UTC */
export function xmpPacket(meta: PdfMeta, date: string): string {
  const titles = Object.entries({ ...meta.titles, [meta.lang]: meta.title })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, title]) => alternative(language, title))
  const properties = [
    '<dc:format>application/pdf</dc:format>',
    `<dc:title><rdf:Alt>${alternative('x-default', meta.title)}${titles.join('')}</rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${escapeXml(meta.lang)}</rdf:li></rdf:Bag></dc:language>`,
    meta.author && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(meta.author)}</rdf:li></rdf:Seq></dc:creator>`,
    meta.subject && `<dc:description><rdf:Alt>${alternative('x-default', meta.subject)}</rdf:Alt></dc:description>`,
    meta.keywords?.length &&
      `<dc:subject><rdf:Bag>${meta.keywords.map((word) => `<rdf:li>${escapeXml(word)}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`,
    meta.keywords?.length && `<pdf:Keywords>${escapeXml(meta.keywords.join(', '))}</pdf:Keywords>`,
    `<pdf:Producer>${escapeXml(meta.producer)}</pdf:Producer>`,
    `<xmp:CreatorTool>${escapeXml(meta.creator ?? meta.producer)}</xmp:CreatorTool>`,
    ...['CreateDate', 'ModifyDate', 'MetadataDate'].map((name) => `<xmp:${name}>${date}</xmp:${name}>`),
  ]
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${properties.filter((line) => typeof line === 'string' && line !== '').join('\n')}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

function alternative(language: string, text: string): string {
  return `<rdf:li xml:lang="${escapeXml(language)}">${escapeXml(text)}</rdf:li>`
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  // Control characters cannot be written in XML 1.0 at all, nor can half a surrogate pair.
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"]/g, (character) => entities[character]!)
}
