/**
 * What a cold build of all sample reports costs beside what Chromium alone needs to print the same HTML files, in one run.
 * Aim: at most twice as much.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../../src/typeset/browser.ts'
import { printPdf } from '../../src/typeset/pdf.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'benchpaper-bench-'))

/** Seconds of a build into empty folders, in a process of its own. */
function coldBuild(): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.js'), 'build', '--out', join(folder, 'out'), '--cache', join(folder, 'cache'), '--quiet'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the build failed: ${stderr}`)
  return (performance.now() - start) / 1000
}

/** Seconds of starting the browser and printing every page, two at a time as the build does. */
async function chromiumAlone(): Promise<{ seconds: number; files: number }> {
  const names = (await readdir(join(folder, 'out'), { recursive: true })).filter((name) => name.endsWith('report.html'))
  const pages = await Promise.all(names.map((name) => readFile(join(folder, 'out', name), 'utf8')))
  const start = performance.now()
  const browser = await openBrowser()
  const sizes = await Promise.all(pages.map(async (html) => (await printPdf(browser, html)).length))
  await browser.close()
  if (sizes.some((size) => size < 10_000)) throw new Error('a page was not printed')
  return { seconds: (performance.now() - start) / 1000, files: pages.length }
}

try {
  const builds: number[] = []
  const prints: number[] = []
  let files = 0
  for (let round = 0; round < 3; round++) {
    await rm(join(folder, 'out'), { recursive: true, force: true })
    await rm(join(folder, 'cache'), { recursive: true, force: true })
    builds.push(coldBuild())
    const alone = await chromiumAlone()
    prints.push(alone.seconds)
    files = alone.files
  }
  const [build, print] = [Math.min(...builds), Math.min(...prints)]
  console.log(`machine: ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`)
  console.log(`cold build of all reports (${files} editions): ${build.toFixed(1)} s`)
  console.log(`Chromium alone, the same HTML files:          ${print.toFixed(1)} s`)
  console.log(`ratio ${(build / print).toFixed(2)} (aim 2.00: ${build <= 2 * print ? 'met' : 'MISSED'})`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
