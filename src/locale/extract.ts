/**
 * Every text of the templates and of the program into a PO catalogue, merged with what is there: an unchanged text keeps
 * its translation, a changed one its old translation as fuzzy, a text that is gone becomes obsolete.
 */
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser'

/** A text to translate. */
export interface SourceText {
  /** Template, or part of the program. */
  context: string
  text: string
  /** `templates/reports/file-server.md:81` */
  reference: string
  /** For the translator. */
  comment?: string
}

type Messages = GetTextTranslations['translations']

/**
 * @param texts in the order of the catalogue
 * @param existing the catalogue so far, as a PO file
 * @returns the new catalogue as a PO file
 */
export function mergeCatalogue(texts: readonly SourceText[], language: string, existing: string | null): string {
  const old = existing === null ? null : po.parse(existing)
  const translations: Messages = { '': { '': { msgid: '', msgstr: [''] } } }
  for (const { context, text, reference, comment } of texts) {
    const messages = (translations[context] ??= {})
    const known = messages[text]
    if (known) {
      // One text in several places is one entry with several references.
      known.comments = { ...known.comments, reference: `${known.comments?.reference ?? ''}\n${reference}` }
      continue
    }
    const kept = old?.translations[context]?.[text] ?? old?.obsolete?.[context]?.[text]
    const renamed = kept ? null : findRenamed(old?.translations[context] ?? {}, texts, context, text)
    messages[text] = {
      msgctxt: context,
      msgid: text,
      msgstr: kept?.msgstr ?? renamed?.msgstr ?? [''],
      comments: {
        ...(kept?.comments?.translator !== undefined && { translator: kept.comments.translator }),
        ...(comment !== undefined && { extracted: comment }),
        reference,
        ...(renamed
          ? { flag: 'fuzzy', previous: `msgid ${JSON.stringify(renamed.msgid)}` }
          : kept?.comments?.flag !== undefined && { flag: kept.comments.flag }),
        ...(kept?.comments?.previous !== undefined && { previous: kept.comments.previous }),
      },
    }
  }
  const result: GetTextTranslations = {
    charset: 'utf-8',
    headers: headersOf(language, old),
    translations,
    obsolete: obsoleteOf(old, translations),
  }
  return po.compile(result, { foldLength: 0 }).toString('utf8').trimEnd() + '\n'
}

/** Headers in the order that gettext tools expect; what a tool has added stays. */
function headersOf(language: string, old: GetTextTranslations | null): Record<string, string> {
  return {
    'Project-Id-Version': 'benchpaper',
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    ...old?.headers,
  }
}

/** The translated text of this context that is gone and most like the new one: a sentence that has been edited. */
function findRenamed(
  old: Record<string, GetTextTranslation>,
  texts: readonly SourceText[],
  context: string,
  text: string,
): GetTextTranslation | null {
  const current = new Set(texts.filter((one) => one.context === context).map((one) => one.text))
  const gone = Object.values(old).filter(({ msgid, msgstr }) => !current.has(msgid) && msgstr[0])
  const [best] = gone
    .map((message) => ({ message, likeness: likeness(message.msgid, text) }))
    .sort((a, b) => b.likeness - a.likeness)
  return best && best.likeness >= 0.6 ? best.message : null
}

/** Dice coefficient of the words, 0–1. */
function likeness(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/\s+/))
  const rest = [...right!]
  const shared = left!.filter((word) => {
    const index = rest.indexOf(word)
    if (index !== -1) rest.splice(index, 1)
    return index !== -1
  })
  return (2 * shared.length) / (left!.length + right!.length)
}

function obsoleteOf(old: GetTextTranslations | null, translations: Messages): Messages {
  const obsolete: Messages = {}
  for (const [context, messages] of [
    ...Object.entries(old?.obsolete ?? {}),
    ...Object.entries(old?.translations ?? {}),
  ]) {
    for (const [text, message] of Object.entries(messages)) {
      if (text === '' || translations[context]?.[text] || !message.msgstr[0]) continue
      ;(obsolete[context] ??= {})[text] = message
    }
  }
  return obsolete
}
