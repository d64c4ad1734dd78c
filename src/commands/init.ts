import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileEffects } from '../effects.ts'
import type { Outcome } from '../cli.ts'
import { show } from '../lab/lab.ts'
import { UserError } from '../problems.ts'
import { starterFiles } from './init-files.ts'
import { printOut } from './shared.ts'

/** Makes a lab with one small report that builds. Nothing that is there is overwritten. */
export async function runInit(folder: string): Promise<Outcome> {
  const target = resolve(folder)
  const taken = Object.keys(starterFiles).filter((file) => existsSync(join(target, file)))
  if (taken.length > 0) {
    throw new UserError(`there is a lab already: ${taken[0]!} exists`, { hint: 'Choose an empty folder.', exitCode: 2 })
  }
  const effects = fileEffects(() => undefined)
  await effects.write(new Map(Object.entries(starterFiles).map(([file, content]) => [join(target, file), content])))
  const files = Object.keys(starterFiles).map((file) => `${show(join(target, file), process.cwd())}\n`)
  await printOut(`${files.join('')}\nBuild it: cd ${show(target, process.cwd())} && benchpaper build\n`)
  return { exitCode: 0 }
}
