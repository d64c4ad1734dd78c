import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GlobalFlags, Outcome } from '../cli.ts'
import { loadTemplate } from '../compose/template.ts'
import { matterTexts, textUnits, type TextUnit } from '../compose/text-units.ts'
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
    await fileEffects(() => undefined).write(new Map([[file, merged]]))
    if (!globals.quiet) await printOut(`${show(file, process.cwd())}: ${texts.length} texts\n`)
  }
  return printProblems(problems, globals.quiet)
}

async function allTexts(templatesFolder: string, problems: Problem[]): Promise<SourceText[]> {
  const texts = new Map<string, SourceText>()
  // A chapter's texts are the same in every report that includes it.
  const add = (text: SourceText): unknown => texts.set(`${text.context}\n${text.text}\n${text.reference}`, text)
  const files = { folder: templatesFolder, show: (file: string) => `templates/${show(file, templatesFolder)}` }
  const reports = (await readdir(join(templatesFolder, 'reports'))).filter((file) => file.endsWith('.md')).sort()
  for (const file of reports) {
    const sink = new ProblemSink(`templates/reports/${file}`, 'template')
    const template = await loadTemplate(files, `reports/${file.slice(0, -3)}`, sink)
    problems.push(...sink.toProblems())
    if (!template) continue
    for (const { path, text } of matterTexts(template)) {
      const { path: where, line } = template.placeOf(path)
      add({ context: template.contextOf(path), text, reference: `${where}:${line}`, comment: path.join('.') })
    }
    for (const part of template.parts) {
      for (const unit of textUnits(part.tree, part.source)) {
        const comment = kindOf(unit)
        add({
          context: part.name,
          text: unit.text,
          reference: `${part.path}:${unit.line}`,
          ...(comment !== undefined && { comment }),
        })
      }
    }
  }
  for (const text of reportWords) add({ context: wordsContext, text, reference: 'src/locale/report-words.ts' })
  for (const { title, id } of formats) add({ context: formatsContext, text: title, reference: `src/formats/${id}` })
  return [...texts.values()]
}

function kindOf({ node }: TextUnit): string | undefined {
  if (node.type === 'paragraph') return node.data && 'directiveLabel' in node.data ? 'caption' : undefined
  return { heading: 'heading', tableCell: 'table cell', leafDirective: 'caption' }[node.type]
}
