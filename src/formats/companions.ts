/** Files that lie beside results in run folders, for the inventory: why a member that no format claims was left out. */
import type { Head } from '../source/source.ts'

const byExtension: [RegExp, string][] = [
  [/^(?:html?|xhtml|css|js|mht)$/, 'a web page'],
  [/^(?:gif|png|jpe?g|svg|bmp|ico|tiff?|webp)$/, 'a picture'],
  [/^(?:pdf|ps|docx?|xlsx?|pptx?|odt|ods|rtf|md|tex)$/, 'a document'],
  [/^(?:cfg|conf|cnf|ini|props|properties|ya?ml|toml|env|job)$/, 'a configuration file'],
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
  return namedCompanionKind(name)
}

/** The same by the name alone: a picture that is called `run.csv` is not what somebody put beside the logs. */
export function namedCompanionKind(name: string): string | null {
  if (/^lock\./i.test(name)) return 'a lock file'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return null
  return byExtension.find(([pattern]) => pattern.test(extension))?.[1] ?? null
}

const byContent: [RegExp, string][] = [
  [/^run(?:spec|cpu)(?: v\d+)? started at /, 'a progress log of SPEC CPU; results are in rsf, csv and txt files'],
  [/^SPECjbb2005 +\S+ bops/, 'a SPECjbb2005 report; the raw file has its numbers'],
  [/^Opened \S*SPECjbb\S*\.results/, 'the console output of SPECjbb2005; the raw file has its numbers'],
  [/^SPECjbb20\d\d v/, 'the version of a SPECjbb kit'],
  [/^\S+ Hammerdb Time Profile Report @ /i, 'a time profile of HammerDB; results are in its log'],
]

/** Files of benchmarks that hold no result, or hold it a second time; `null` for any other. */
export function sideFileKind({ name, text }: Head): string | null {
  if (/_(?:bw|iops|s?lat|clat(?:_hist)?)(?:\.\d+)?\.log$/.test(name))
    return 'a fio log over time; results are in its JSON'
  return byContent.find(([pattern]) => pattern.test(text.trimStart()))?.[1] ?? null
}
