/** Files that lie beside results in run folders, for the inventory: why a member that no format claims was left out. */
import type { Head } from '../source/source.ts'

const byExtension: [RegExp, string][] = [
  [/^(?:html?|xhtml|css|js|mht)$/, 'a web page'],
  [/^(?:gif|png|jpe?g|svg|bmp|ico|tiff?|webp)$/, 'a picture'],
  [/^(?:pdf|ps|docx?|xlsx?|pptx?|odt|ods|rtf|md|tex)$/, 'a document'],
  [/^(?:cfg|conf|cnf|ini|props|properties|ya?ml|toml|env)$/, 'a configuration file'],
  [/^(?:lock|pid|ds_store)$/, 'a lock file'],
  [/^(?:sh|bat|cmd|ps1|pl|py|awk|sql|tcl|r)$/, 'a script'],
  [/^(?:exe|dll|so|o|jar|class|bin)$/, 'a program'],
]

/** `a picture`, `a web page`, …; `null` when neither name nor content says. */
export function companionKind({ name, bytes, text }: Head): string | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (/^(?:GIF8|\x89PNG|\xff\xd8\xff|BM.{4}\0\0)/s.test(start)) return 'a picture'
  if (start.startsWith('%PDF') || start.startsWith('%!PS')) return 'a document'
  if (/^\s*<(?:!doctype html|html)\b/i.test(text)) return 'a web page'
  if (/^lock\./i.test(name)) return 'a lock file'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return null
  return byExtension.find(([pattern]) => pattern.test(extension))?.[1] ?? null
}
