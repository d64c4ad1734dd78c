/** The house rules of each language, as data: what CLDR leaves open or the field does otherwise. */
import { UserError } from '../problems.ts'

export interface Language {
  /** BCP 47, also the name of its catalogue: `ja`. */
  tag: string
  /** In the language itself. */
  name: string
  /** Between a number and its unit: a no-break space, or nothing where the language sets units close. */
  unitGap: string
  /** Before a per cent sign. */
  percentGap: string
  /** `{from}` and `{to}` of a range of numbers with their unit. */
  range: string
  /** Date of issue by precision, as Intl options. */
  dateStyle: { month: Intl.DateTimeFormatOptions; day: Intl.DateTimeFormatOptions }
  /** Names of units that differ from the international ones. */
  units: Record<string, string>
  /** Between the label of a figure and its number: "Figure 3", 「図3」. */
  labelGap: string
}

const nbsp = '\u{a0}'
const dateStyle: Language['dateStyle'] = {
  month: { year: 'numeric', month: 'long', timeZone: 'UTC' },
  day: { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' },
}

const languages: Record<string, Language> = {
  en: {
    tag: 'en',
    name: 'English',
    unitGap: nbsp,
    percentGap: nbsp,
    range: `{from} to {to}`,
    dateStyle,
    units: {},
    labelGap: nbsp,
  },
  ja: {
    tag: 'ja',
    name: '日本語',
    unitGap: nbsp,
    percentGap: '',
    range: '{from}～{to}',
    dateStyle,
    units: {
      s: '秒',
      'B/s': 'B/秒',
      'KB/s': 'KB/秒',
      'MB/s': 'MB/秒',
      'GB/s': 'GB/秒',
      'MiB/s': 'MiB/秒',
      'IO/s': 'IO/秒',
    },
    labelGap: '',
  },
  de: {
    tag: 'de',
    name: 'Deutsch',
    unitGap: nbsp,
    percentGap: nbsp,
    range: `{from} bis {to}`,
    dateStyle,
    units: {},
    labelGap: nbsp,
  },
}

export function findLanguage(tag: string): Language {
  const language = languages[tag]
  if (!language) {
    throw new UserError(`unknown language: ${tag}`, { hint: `Known languages: ${Object.keys(languages).join(', ')}.` })
  }
  return language
}
