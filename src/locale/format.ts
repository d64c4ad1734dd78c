/** Numbers, dates and lists as a language writes them. The last step before a reader: nothing computes with the result. */
import type { Language } from './language.ts'

const cache = new Map<string, Intl.NumberFormat>()

/**
 * `value` with a fixed number of decimals, halves away from zero. Numbers of five and fewer digits stand ungrouped, so
 * that columns of mixed sizes read evenly.
 */
export function formatNumber(value: number, decimals: number, language: Language): string {
  const isLarge = Math.abs(value) >= 1e5
  const key = `${language.tag} ${decimals} ${isLarge}`
  let format = cache.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language.intl, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: isLarge,
      roundingMode: 'halfExpand',
      signDisplay: 'negative',
    })
    cache.set(key, format)
  }
  return format.format(value).replace('-', '\u{2212}')
}

/** `value` with a number of significant digits, none of them invented by a longer integer part: 32.4, 255, 1240. */
export function formatDigits(value: number, digits: number, language: Language): string {
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))))
  const decimals = Math.max(0, digits - 1 - exponent)
  return formatNumber(decimals === 0 ? Number(value.toPrecision(digits)) : value, Math.min(decimals, 6), language)
}

/** A unit's name in the language: `MB/s`, 「MB/秒」. */
export function formatUnit(unit: string, language: Language): string {
  return language.units[unit] ?? unit
}

/** A number with its unit: `13.9 MB/s`, `8.2 %`, 「8.2%」. */
export function formatQuantity(value: number, decimals: number, unit: string, language: Language): string {
  return withUnit(formatNumber(value, decimals, language), unit, language)
}

export function withUnit(number: string, unit: string, language: Language): string {
  if (unit === '' || unit === '1') return number
  return `${number}${unit === '%' ? language.percentGap : language.unitGap}${formatUnit(unit, language)}`
}

/** `19 to 23 %`; one number when both ends read the same. */
export function formatRange(low: number, high: number, decimals: number, unit: string, language: Language): string {
  const from = formatNumber(low, decimals, language)
  const to = formatNumber(high, decimals, language)
  return withUnit(from === to ? from : language.range.replace('{from}', from).replace('{to}', to), unit, language)
}

/** `40 KB, 512 KB and 1 MB`, 「40 KB、512 KB、1 MB」. */
export function formatList(items: readonly string[], language: Language): string {
  return new Intl.ListFormat(language.intl, { type: 'conjunction', style: 'long' }).format(items)
}

/** A date of issue, `2013-08` or `2013-08-05`: `August 2013`, 「2013年8月」. */
export function formatDate(date: string, language: Language): string {
  const [year, month, day] = date.split('-').map(Number)
  const style = language.dateStyle[day === undefined ? 'month' : 'day']
  return new Intl.DateTimeFormat(language.intl, style).format(Date.UTC(year!, month! - 1, day ?? 1))
}
