/** Prints which published figures the built reports show: `npm run facts`, after `npm run report`. Ends with 1 when one is missing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingNumbers, publishedNumbers, reportsWithFacts } from '../helpers/facts.ts'

const out = join(import.meta.dirname, '../../out')
let missing = 0
for (const [report, name] of Object.entries(reportsWithFacts)) {
  const values = publishedNumbers(name)
  for (const tag of ['en', 'ja']) {
    const lost = missingNumbers(values, readFileSync(join(out, report, tag, 'report.html'), 'utf8'))
    missing += lost.length
    console.log(`${report} ${tag}: ${values.length - lost.length} found, ${lost.length} missing`)
    for (const { fact, value } of lost)
      console.log(`  ${fact.id} ${fact.kind}: ${fact.what}: ${value} ${fact.unit ?? ''}`)
  }
}
process.exitCode = missing === 0 ? 0 : 1
