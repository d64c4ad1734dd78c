/** What a chart's SVG needs to live in a page with others: an accessible name, ids of its own, short numbers, no classes. */

export interface SvgFrame {
  title: string
  description: string
  locale: string
  idPrefix: string
  fontFamily: string
  width: number
  height: number
}

/** Opens an `<svg>` of that size with name, description and font; sizes are px at 96 dpi and shrink with the column. */
export function openSvg(frame: SvgFrame): string {
  const { width, height, fontFamily } = frame
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeXml(accessibleName(frame))}" ` +
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(fontFamily)}">`
  )
}

/** One string, as a PDF figure has one alternative text only. */
function accessibleName({ title, description, locale }: SvgFrame): string {
  if (description === '') return title
  if (description.startsWith(title)) return description
  if (/[.。!?！？:：]$/u.test(title)) return `${title} ${description}`
  return /^(ja|zh)\b/.test(locale) ? `${title}。${description}` : `${title}. ${description}`
}

/**
 * Vega's SVG made ours. Ids are numbered in the order of their appearance and get the prefix, so that they depend neither
 * on the charts drawn before nor on the other charts of the page.
 */
export function tidySvg(svg: string, frame: SvgFrame): string {
  const body = svg
    .replace(/^[^]*?<svg\b[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(notXml, '\ufffd')
  const ids = new Map<string, string>()
  for (const [, id] of body.matchAll(/\sid="([^"]*)"/g)) {
    if (!ids.has(id!)) ids.set(id!, `${frame.idPrefix}-${ids.size + 1}`)
  }
  const tidied = body.replace(/<[^>]*>/g, (tag) =>
    tag
      // The figure is one image to a screen reader; the page's styles must not reach in.
      .replace(/\s(?:class|font-family|pointer-events|style|role|aria-[a-z]+)="[^"]*"/g, '')
      .replace(
        /\s(?:transform="translate\(0,\s?0\)"|text-anchor="start"|(?:fill-|stroke-)?opacity="1"|font-weight="400")/g,
        '',
      )
      .replace(/-?\d+\.\d{3,}(?:e-?\d+)?|-?\d+(?:\.\d+)?e-\d+/g, round)
      .replace(/\sid="([^"]*)"/g, (_, id: string) => ` id="${escapeXml(ids.get(id)!)}"`)
      .replace(/url\(#([^)]*)\)/g, (whole, id: string) => (ids.has(id) ? `url(#${escapeXml(ids.get(id)!)})` : whole)),
  )
  return `${openSvg(frame)}${dropEmpty(tidied)}</svg>\n`
}

/** Groups and paths that draw nothing, from the inside out. */
function dropEmpty(svg: string): string {
  let before
  let after = svg
  do {
    before = after
    after = before
      .replace(/<path(?![^>]*\s(?:stroke|fill)="(?!none|transparent))[^>]*?(?:\/>|><\/path>)/g, '')
      .replace(/<g>((?:<(?:text|path|line|rect)\b[^>]*(?:\/>|>[^<]*<\/\w+>))+)<\/g>/g, '$1')
      // Labels that Vega left out for want of room.
      .replace(/<text(?=[^>]*\sopacity="0")[^>]*>(?:[^<]|<tspan[^>]*>[^<]*<\/tspan>)*<\/text>/g, '')
      .replace(/<g[^>]*><\/g>|<g[^>]*\/>|<text[^>]*><\/text>/g, '')
  } while (after !== before)
  return after
}

function round(number: string): string {
  const rounded = Math.round(Number(number) * 100) / 100
  return String(rounded === 0 ? 0 : rounded)
}

// eslint-disable-next-line no-control-regex -- exactly the characters that XML 1.0 forbids
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** For text and attribute values. Characters XML does not know are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(notXml, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
