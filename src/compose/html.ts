/** The one door through which our own markup enters a page unescaped: grep for `trustedHtml`. */
import type { Raw } from 'mdast-util-to-hast'

/** A tree node that is written as it stands. Only for SVG and partials that we made ourselves, never for text of a log. */
export type TrustedHtml = Raw

export function trustedHtml(value: string): TrustedHtml {
  return { type: 'raw', value }
}
