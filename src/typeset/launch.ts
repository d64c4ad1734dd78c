/** Finding and starting a browser, and ending it for certain. The only file that loads puppeteer-core. */
import { execFile, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { UserError } from '../problems.ts'
import { hasPackagedChromium, unpackChromium } from './chromium.ts'

export interface StartOptions {
  /** Path of a Chrome, Chromium or Edge; default: BENCHPAPER_BROWSER, then the packaged one, then an installed one. */
  executable?: string | undefined
  /** Folder to unpack the packaged browser into; default: the user's cache folder. */
  cache?: string | undefined
}

interface Launch {
  executable: string
  /** Extra environment: the packaged fonts. */
  env: Record<string, string>
  /** Folder with libraries to fall back on, when the browser brings them. */
  libraries: string | null
}

/** A browser to try: its name in messages, and how to get it. */
export interface Candidate {
  name: string
  prepare(): Promise<Launch>
}

export function candidates(options: StartOptions): Candidate[] {
  const chosen = options.executable ?? process.env.BENCHPAPER_BROWSER
  if (chosen) return [installed(chosen)]
  const packaged: Candidate = {
    name: 'the packaged Chromium',
    prepare: async () => {
      const { executable, libraries, fontsConf } = await unpackChromium(options.cache)
      return { executable, libraries, env: { FONTCONFIG_FILE: fontsConf } }
    },
  }
  return [...(hasPackagedChromium ? [packaged] : []), ...installedBrowsers().map(installed)]
}

function installed(executable: string): Candidate {
  return { name: executable, prepare: () => Promise.resolve({ executable, libraries: null, env: {} }) }
}

/** @throws UserError when none starts: what was tried and what to do */
export async function startFirst(tried: Candidate[]): Promise<{ candidate: Candidate; browser: Browser }> {
  const failures: string[] = []
  let cause: unknown
  for (const candidate of tried) {
    try {
      return { candidate, browser: await startBrowser(candidate) }
    } catch (error) {
      cause ??= error
      failures.push(`${candidate.name}: ${shortReason(error)}`)
    }
  }
  if (failures.length === 0)
    failures.push(`no packaged browser for ${process.platform} ${process.arch}, none installed`)
  throw new UserError(`cannot start a browser to print with (${failures.join('; ')})`, {
    hint: 'Set BENCHPAPER_BROWSER to the path of an installed Chrome, Chromium or Edge, or build HTML only (--format html).',
    cause,
  })
}

async function startBrowser(candidate: Candidate): Promise<Browser> {
  const { executable, env, libraries } = await candidate.prepare()
  let sandbox = process.getuid?.() !== 0
  let withLibraries = false
  for (;;) {
    const environment = browserEnvironment(env, withLibraries ? libraries : null)
    try {
      return await launch(executable, sandbox ? args : [...args, '--no-sandbox'], environment)
    } catch (error) {
      const complaint = await loaderComplaint(executable, environment).catch(() => null)
      if (complaint && !withLibraries && libraries !== null) withLibraries = true
      // Containers and hardened systems forbid the user namespaces that the sandbox is made of.
      else if (!complaint && sandbox) sandbox = false
      else throw complaint ? new Error(complaint, { cause: error }) : error
    }
  }
}

/** A slow disk may take this long to read 200 MB. */
const startTimeoutMs = 60_000

/** Temporary profiles by browser: puppeteer's own stay behind when a start fails. */
const profiles = new WeakMap<Browser, string>()

async function launch(
  executablePath: string,
  args: string[],
  env: Record<string, string | undefined>,
): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  const userDataDir = await mkdtemp(join(tmpdir(), 'benchpaper-browser-'))
  try {
    const browser = await puppeteer.launch({
      executablePath,
      userDataDir,
      args,
      env,
      timeout: startTimeoutMs,
      // The time for a page is limited as a whole (browser.ts), however many calls it takes.
      protocolTimeout: 0,
      headless: 'shell',
      // A pipe needs no port, and the browser ends with us even when we are killed.
      pipe: true,
      // Whoever called us decides what a signal means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    profiles.set(browser, userDataDir)
    return browser
  } catch (error) {
    await rm(userDataDir, { recursive: true, force: true })
    throw error
  }
}

/** What the dynamic loader says when a library is missing or too old; a browser on a pipe takes that to the grave. */
async function loaderComplaint(executable: string, env: Record<string, string | undefined>): Promise<string | null> {
  const stderr = await new Promise<string>((resolve) => {
    execFile(executable, ['--version'], { env, timeout: 10_000 }, (_error, _stdout, stderr) => {
      resolve(stderr)
    })
  })
  const pattern = /.*(?:error while loading shared libraries|version `[^']*' not found|symbol lookup error).*/
  return pattern.exec(stderr)?.[0] ?? null
}

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--lang=en-US',
  '--force-color-profile=srgb',
  // Advances as the font has them, not fitted to a screen's pixels.
  '--font-render-hinting=none',
  // Pages are self-contained: nothing is ever looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND',
]

/** Nothing of the machine's locale or time zone may reach a page. */
function browserEnvironment(
  extra: Record<string, string>,
  libraries: string | null,
): Record<string, string | undefined> {
  const own = process.env.LD_LIBRARY_PATH
  return {
    ...process.env,
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en_US',
    LC_ALL: 'en_US.UTF-8',
    ...extra,
    // The system's own come first: a library of the same name there is newer than the packaged one.
    ...(libraries !== null && { LD_LIBRARY_PATH: own ? `${own}:${libraries}` : libraries }),
  }
}

/** Chrome, Chromium and Edge where they usually are. */
function installedBrowsers(): string[] {
  const { PATH = '', PROGRAMFILES, LOCALAPPDATA } = process.env
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge']
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  const windows = [PROGRAMFILES, PROGRAMFILES && `${PROGRAMFILES} (x86)`, LOCALAPPDATA].flatMap((folder) =>
    folder
      ? ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((path) =>
          join(folder, path),
        )
      : [],
  )
  const places = { darwin: mac, win32: windows }[process.platform as string] ?? onPath
  return [...new Set(places)].filter(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function shortReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || /ENOENT|was not found at/.test(message)) return 'no such file'
  if (message.includes('EACCES')) return 'not an executable file, or its disk allows none'
  // Puppeteer adds the browser's log and an address for help; the first telling line is enough.
  const lines = message.split('\n').map((line) => line.trim())
  const telling = lines.find((line) => /error while loading|FATAL|ERROR|not found/.test(line)) ?? lines[0]!
  return telling.slice(0, 200)
}

/** Closes the polite way, then with force; removes its temporary files. */
export async function endBrowser(browser: Browser): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 5000).unref())
  await Promise.race([browser.close().catch(() => undefined), patience])
  const child = browser.process()
  if (child && isRunning(child)) await kill(child)
  const profile = profiles.get(browser)
  if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    // Puppeteer starts it as leader of a process group of its own, where the system has groups.
    process.kill(process.platform === 'win32' ? child.pid! : -child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
  await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 2000).unref())])
}
