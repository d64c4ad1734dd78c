/** `inspect` as it is called: standard input, limits of archives, folders. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFile } from '../helpers/open-bytes.ts'
import { timesForScore, writeRsf, writeSpecTxt, type SpecCpuSheet } from '../helpers/spec-cpu.ts'
import { zip } from '../helpers/zip.ts'

const root = join(import.meta.dirname, '../..')
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
const sheet: SpecCpuSheet = {
  score: 'SPECint_rate_base2006',
  copies: 16,
  base: timesForScore('SPECint_rate_base2006', 210, 16),
}
const archive = zip([
  { name: 'CINT2006.001.rsf', bytes: writeRsf(sheet) },
  { name: 'CINT2006.001.txt', bytes: writeSpecTxt(sheet) },
  { name: 'lock.CPU2006', bytes: '0001' },
])

function inspect(args: readonly string[], input: Buffer | string = '') {
  return spawnSync(process.execPath, [tsx, 'src/cli.ts', 'inspect', ...args], { cwd: root, input, encoding: 'utf8' })
}

test('an archive on standard input is opened, its renderings are one run', () => {
  const { status, stdout } = inspect(['-', '--json'], archive)
  expect(status).toBe(0)
  const { files, inventories } = JSON.parse(stdout) as {
    files: { path: string; mergedInto: string | null; runs: { settings: { otherRenderings: string } }[] }[]
    inventories: { members: { name: string; outcome: string; why: string | null }[] }[]
  }
  expect(files.map(({ path, runs, mergedInto }) => [path, runs.length, mergedInto])).toEqual([
    ['stdin/CINT2006.001.rsf', 1, null],
    ['stdin/CINT2006.001.txt', 0, 'stdin/CINT2006.001.rsf'],
  ])
  expect(files[0]!.runs[0]!.settings.otherRenderings).toBe('stdin/CINT2006.001.txt')
  expect(inventories[0]!.members[2]).toMatchObject({ name: 'lock.CPU2006', outcome: 'ignored', why: 'a lock file' })
})

test('the hint of a limit names an option that raises it', () => {
  const file = temporaryFile(archive)
  const refused = inspect([file, '--limit', 'entries=1'])
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('too-many-members')
  const [, option, name] = /(--limit) (\w+)=…/.exec(refused.stderr)!
  expect(inspect([file, option!, `${name}=3`]).status).toBe(0)
  const wrong = inspect([file, '--limit', 'toString=3'])
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('ratioFromBytes')
})
