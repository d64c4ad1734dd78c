/** Lines of a label that must fit a width: SVG text does not wrap by itself. */
import { measureText } from '../fonts/metrics.ts'

export interface WrapOptions {
  widthPx: number
  fontSizePx: number
  bold?: boolean
  /** BCP 47; decides where words of text without spaces end. */
  locale: string
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(locale: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const key = `${locale} ${granularity}`
  const known = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity })
  segmenters.set(key, known)
  return known
}

/**
 * Breaks at spaces, hyphens, slashes and, in Japanese, between words; a word wider than the width is broken between
 * characters. No line starts with closing punctuation or a small kana, or ends with an opening bracket. A line break in
 * the text stays.
 */
export function wrapText(text: string, options: WrapOptions): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, options))
}

function wrapLine(text: string, options: WrapOptions): string[] {
  const { widthPx, fontSizePx, bold = false, locale } = options
  const fits = (line: string): boolean => measureText(line.trimEnd(), fontSizePx, bold) <= widthPx
  if (fits(text)) return [text]
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text, locale)) {
    if (line !== '' && !fits(line + piece)) {
      lines.push(line.trimEnd())
      line = ''
    }
    if (fits(piece)) line += piece
    else {
      for (const { segment } of segmenter(locale, 'grapheme').segment(piece)) {
        if (line !== '' && !fits(line + segment)) {
          lines.push(line.trimEnd())
          line = ''
        }
        line += segment
      }
    }
    line = line.trimStart()
  }
  if (line !== '') lines.push(line.trimEnd())
  return lines
}

const noLineStart =
  /^[\s、。，．・：；？！ー」』）］｝〕〉》】ぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.:;?!)\]}%％/／\-–~〜]/u
const noLineEnd = /[「『（［｛〔〈《【([{]$/u
const latinOrDigit = /[\p{Script=Latin}\p{Number}.,'’"+#°µ™®]$/u
const latinOrDigitStart = /^[\p{Script=Latin}\p{Number}.,'’"+#°µ™®]/u

/** What stays together on one line, in order; joined they are the text. */
function pieces(text: string, locale: string): string[] {
  const result: string[] = []
  for (const { segment } of segmenter(locale, 'word').segment(text)) {
    const last = result.at(-1)
    const joined =
      last !== undefined &&
      (noLineStart.test(segment) ||
        noLineEnd.test(last) ||
        // "2.5-inch" and "E5-2630" break after the hyphen only; the segmenter would also part "10" from "K".
        (latinOrDigit.test(last) && latinOrDigitStart.test(segment)))
    if (joined) result[result.length - 1] = last + segment
    else result.push(segment)
  }
  return result
}
