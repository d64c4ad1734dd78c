/**
 * Translations from PO catalogues. The source language is English: its text is the key, the template it stands in the
 * context. A text that is missing or fuzzy is never hidden: it is reported, and the English text stands in its place.
 */
import { po, type GetTextTranslations } from 'gettext-parser'
import type { ProblemSink } from '../problems.ts'
import { formatsContext, wordsContext, type ReportWord } from './report-words.ts'

export interface Catalogue {
  language: string
  /** Texts of one template, chapter, chart or of the program: by context, then source text. */
  entries: ReadonlyMap<string, ReadonlyMap<string, { text: string; isFuzzy: boolean }>>
}

export function emptyCatalogue(language: string): Catalogue {
  return { language, entries: new Map() }
}

/** @param text a PO file */
export function parseCatalogue(text: string, language: string, problems: ProblemSink): Catalogue {
  let parsed: GetTextTranslations
  try {
    parsed = po.parse(text, { validation: true })
  } catch (error) {
    const line = error instanceof Error && 'lineNumber' in error ? Number(error.lineNumber) : 1
    problems.error(
      'po-syntax',
      `Unexpected text in a PO catalogue: ${error instanceof Error ? error.message : String(error)}`,
      {
        line,
        hint: 'Run msgfmt -c on the file; it names the fault.',
      },
    )
    return emptyCatalogue(language)
  }
  const entries = new Map<string, Map<string, { text: string; isFuzzy: boolean }>>()
  for (const [context, messages] of Object.entries(parsed.translations)) {
    const texts = new Map<string, { text: string; isFuzzy: boolean }>()
    for (const [source, { msgstr, comments }] of Object.entries(messages)) {
      const isFuzzy = comments?.flag?.includes('fuzzy') ?? false
      if (source !== '' && msgstr[0]) texts.set(source, { text: msgstr[0], isFuzzy })
    }
    entries.set(context, texts)
  }
  return { language, entries }
}

/** With the program's words and names of formats from `own` where the catalogue has none. */
export function withOwnWords(catalogue: Catalogue, own: Catalogue): Catalogue {
  const entries = new Map(catalogue.entries)
  for (const context of [wordsContext, formatsContext])
    entries.set(context, new Map([...(own.entries.get(context) ?? []), ...(entries.get(context) ?? [])]))
  return { ...catalogue, entries }
}

/** Whether there is anything to translate: a text of placeholders, code and signs alone stays as it is. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}|`[^`]*`/g, ''))
}

/** Looks texts up and remembers what it did not find, once each, with the place. */
export class Translator {
  readonly #catalogue: Catalogue
  readonly #problems: ProblemSink
  readonly #reported = new Set<string>()

  constructor(catalogue: Catalogue, problems: ProblemSink) {
    this.#catalogue = catalogue
    this.#problems = problems
  }

  /** The text in the report's language; the source text itself when the language is the source language. */
  translate(
    context: string,
    source: string,
    place: { path: string; line: number; column: number } | null = null,
  ): string {
    if (this.#catalogue.language === 'en' || !hasWords(source)) return source
    const entry = this.#catalogue.entries.get(context)?.get(source)
    if (entry && !entry.isFuzzy) return entry.text
    const key = `${context}\n${source}`
    if (!this.#reported.has(key)) {
      this.#reported.add(key)
      const [ruleId, what] = entry ? ['fuzzy-translation', 'out-of-date'] : ['missing-translation', 'missing']
      this.#problems.warning(
        ruleId,
        `Unexpected ${what} ${this.#catalogue.language} text for "${shorten(source)}" (${context})`,
        {
          ...place,
          hint: `Translate it in templates/locales/${this.#catalogue.language}.po.`,
        },
      )
    }
    return entry?.text ?? source
  }

  /** One of the program's own words. */
  word(source: ReportWord): string {
    return this.translate(wordsContext, source)
  }
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`
}
