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
  /** Between sentences. */
  sentenceGap: string
  /** Locale for lists, dates and numbers where it differs from the tag. */
  intl: string
  /** Between sentences, list items, a name and its values, and parts of a description read aloud. */
  marks: { sentence: string; list: string; pair: string; parts: string }
}

const nbsp = '\u{a0}'
const latinMarks: Language['marks'] = { sentence: '. ', list: ', ', pair: ': ', parts: '; ' }
const dateStyle: Language['dateStyle'] = {
  month: { year: 'numeric', month: 'long', timeZone: 'UTC' },
  day: { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' },
}

const languages: Record<string, Language> = {
  en: {
    tag: 'en',
    intl: 'en-GB',
    sentenceGap: ' ',
    name: 'English',
    unitGap: nbsp,
    percentGap: nbsp,
    range: `{from} to {to}`,
    dateStyle,
    units: {},
    marks: latinMarks,
  },
  ja: {
    tag: 'ja',
    intl: 'ja',
    sentenceGap: '',
    name: '日本語',
    unitGap: nbsp,
    percentGap: '',
    // Word joiners: no line may begin with the sign.
    range: '{from}\u{2060}～\u{2060}{to}',
    dateStyle,
    units: {
      s: '秒',
      h: '時間',
      'B/s': 'B/秒',
      'KB/s': 'KB/秒',
      'MB/s': 'MB/秒',
      'GB/s': 'GB/秒',
      'MiB/s': 'MiB/秒',
      'IO/s': 'IO/秒',
      'Gbit/s': 'Gbps',
    },
    marks: { sentence: '。', list: '、', pair: '：', parts: '；' },
  },
  de: {
    tag: 'de',
    intl: 'de',
    sentenceGap: ' ',
    name: 'Deutsch',
    unitGap: nbsp,
    percentGap: nbsp,
    range: `{from} bis {to}`,
    dateStyle,
    units: {},
    marks: latinMarks,
  },
}

export const languageTags: readonly string[] = Object.keys(languages)

export function isLanguage(tag: string): boolean {
  return languageTags.includes(tag)
}

export function findLanguage(tag: string): Language {
  const language = languages[tag]
  if (!language) {
    throw new UserError(`unknown language: ${tag}`, {
      hint: `Known languages: ${languageTags.join(', ')}.`,
      exitCode: 2,
    })
  }
  return language
}
