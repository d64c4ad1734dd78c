/** The decimal and grouping signs of a language, in the form Vega wants. */

export interface NumberLocale {
  decimal: string
  thousands: string
  grouping: number[]
  currency: [string, string]
}

export function numberLocale(locale: string): NumberLocale {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.5)
  const sign = (type: string, otherwise: string): string => parts.find((part) => part.type === type)?.value ?? otherwise
  return {
    decimal: sign('decimal', '.'),
    // French groups with a narrow no-break space, which the font lacks.
    thousands: sign('group', ',').replace('\u202f', '\u00a0'),
    grouping: [3],
    currency: ['', ''],
  }
}
