/** Programs that some tests compare with; those tests are skipped where there is none. */
import { execFileSync } from 'node:child_process'

export function hasTool(name: string): boolean {
  try {
    execFileSync(name, ['--version'])
    return true
  } catch {
    return false
  }
}
