/** Writes the documents that are made from the code: `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../../src/formats/index.ts'
import { formatsDocument } from '../helpers/formats-document.ts'

const file = join(import.meta.dirname, '../../docs/formats.md')
writeFileSync(file, await formatsDocument(formats, file))
