/** `docs/formats.md`, made of what each format says about itself. `npm run docs` writes it. */
import { format as prettify, resolveConfig } from 'prettier'
import type { Format } from '../../src/formats/format.ts'

export async function formatsDocument(formats: readonly Format[], file: string): Promise<string> {
  const text = [
    '# Log formats',
    '',
    'Made by `npm run docs` from `about` of each format in `src/formats`; change it there.',
    '',
    'What a file is, its content tells, not its name; `--as` of `benchpaper inspect` and `format:` in report.yaml choose a format by its id.',
    'The first format of this list that claims a file reads it. All of them are read loose or in zip, tar, tar.gz and tar.xz archives, and',
    'compressed with gzip or xz. What may be wrong with a log: [problems](problems.md). How to add one: [a new format](add-a-format.md).',
    '',
    '| id | what it is | versions read |',
    '| --- | --- | --- |',
    ...formats.map(({ id, title, about }) => `| [\`${id}\`](#${id}) | ${cell(title)} | ${cell(about.versions)} |`),
    '',
    ...formats.flatMap(section),
  ].join('\n')
  return prettify(text, { ...(await resolveConfig(file)), parser: 'markdown' })
}

/** The heading is the id, so that links to it last. */
function section({ id, title, about }: Format): string[] {
  return [
    `## ${id}`,
    '',
    sentence(title),
    '',
    `- **Versions read:** ${sentence(about.versions)}`,
    `- **Taken:** ${sentence(about.reads)}`,
    `- **Left:** ${sentence(about.leaves)}`,
    ...about.quirks.map((quirk) => `- ${sentence(quirk)}`),
    '',
  ]
}

function sentence(text: string): string {
  const start = text.charAt(0)
  // Words that are written small, such as diskspd and fio, stay so.
  const first = /^(?:diskspd|fio|jobCpu|score|vdbench|sysbench|critical)/.test(text) ? start : start.toUpperCase()
  return escape(`${first}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`)
}

function cell(text: string): string {
  return escape(text).replaceAll('|', '\\|')
}

function escape(text: string): string {
  return text.replaceAll(/[<*[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')
}
