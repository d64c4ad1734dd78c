/** JSON schemas for editors, from the schemas that the program checks with: `npm run docs` writes docs/schema/. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { chapterSchema, sharedSchema, templateSchema } from '../../src/compose/template-schema.ts'
import { lineSchema, reportSchema, systemSchema } from '../../src/lab/schema.ts'

const schemas: Record<string, z.ZodType> = {
  line: lineSchema,
  report: reportSchema,
  system: systemSchema,
  template: templateSchema,
  chapter: chapterSchema,
  shared: sharedSchema,
}

/** Texts of the schema files by name. */
export function schemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`,
    ]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(import.meta.dirname, '../../docs/schema')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of schemaFiles()) writeFileSync(join(folder, name), text)
}
