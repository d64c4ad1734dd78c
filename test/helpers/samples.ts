/** The folder of real sample logs, when this checkout has it beside it; tests that need it are skipped elsewhere. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export function samplesFolder(): string | null {
  const folder = process.env.BENCHPAPER_SAMPLES ?? join(import.meta.dirname, '../../../shared/samples')
  return existsSync(folder) ? folder : null
}
