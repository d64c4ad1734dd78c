/** `npm run new:format <id>`: the files of a new log format, which compile and pass; docs/add-a-format.md goes on. */
import { join } from 'node:path'
import { scaffoldFormat } from '../helpers/scaffold-format.ts'

const [id] = process.argv.slice(2)
if (id === undefined) {
  process.stderr.write('usage: npm run new:format <id>, such as my-tool-csv\n')
  process.exitCode = 2
} else {
  try {
    const files = await scaffoldFormat(id, join(import.meta.dirname, '../..'))
    process.stdout.write(`${files.join('\n')}\nNext: UPDATE=1 npx vitest run ${id}, then docs/add-a-format.md\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
