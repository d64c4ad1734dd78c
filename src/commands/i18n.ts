import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GlobalFlags, Outcome } from '../cli.ts'
import { loadTemplate } from '../compose/template.ts'
import { matterTexts, textUnits } from '../compose/text-units.ts'
import { fileEffects } from '../effects.ts'
import { formats } from '../formats/index.ts'
import { readText, show } from '../lab/lab.ts'
import { mergeCatalogue, type SourceText } from '../locale/extract.ts'
import { findLanguage } from '../locale/language.ts'
import { formatsContext, reportWords, wordsContext } from '../locale/report-words.ts'
import { ProblemSink, type Problem } from '../problems.ts'
import { folders, printOut, printProblems } from './shared.ts'

/** Brings the catalogues of the languages up to date with the templates and the program. */
export async function runExtract(languages: string[], globals: GlobalFlags): Promise<Outcome> {
  const { templates } = folders(globals)
  const problems: Problem[] = []
  const texts = await allTexts(templates, problems)
  for (const tag of languages) {
    findLanguage(tag)
    const file = join(templates, 'locales', `${tag}.po`)
    const merged = mergeCatalogue(texts, tag, await readText(file))
    await fileEffects(() => undefined).write(file, merged)
    if (!globals.quiet) await printOut(`${show(file, process.cwd())}: ${texts.length} texts\n`)
  }
  return printProblems(problems, globals.quiet)
}

async function allTexts(templatesFolder: string, problems: Problem[]): Promise<SourceText[]> {
  const texts: SourceText[] = []
  const files = (await readdir(join(templatesFolder, 'reports'))).filter((file) => file.endsWith('.md')).sort()
  for (const file of files) {
    const path = show(join(templatesFolder, 'reports', file), process.cwd())
    const sink = new ProblemSink(path, 'template')
    const template = await loadTemplate(templatesFolder, `reports/${file.slice(0, -3)}`, sink)
    problems.push(...sink.toProblems())
    if (!template) continue
    const at = (line: number): string => `templates/reports/${file}:${line}`
    for (const { path: where, text } of matterTexts(template)) {
      texts.push({
        context: template.name,
        text,
        reference: at(template.placeOf(where).line),
        comment: where.join('.'),
      })
    }
    for (const { node, text, line } of textUnits(template.tree, template.source)) {
      const kinds: Record<string, string> = { heading: 'heading', tableCell: 'table cell', leafDirective: 'caption' }
      const kind =
        node.type === 'paragraph' && node.data && 'directiveLabel' in node.data ? 'caption' : kinds[node.type]
      texts.push({ context: template.name, text, reference: at(line), ...(kind !== undefined && { comment: kind }) })
    }
  }
  texts.push(...reportWords.map((text) => ({ context: wordsContext, text, reference: 'src/locale/report-words.ts' })))
  texts.push(
    ...formats.map(({ title, id }) => ({ context: formatsContext, text: title, reference: `src/formats/${id}` })),
  )
  return texts
}
