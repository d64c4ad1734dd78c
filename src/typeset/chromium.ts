/**
 * The browser that comes inside a package: @sparticuz/chromium carries a headless shell for Linux on x64, the libraries
 * a bare system lacks (NSS, NSPR, expat) and one font family, all packed with brotli. They are unpacked once per version
 * into a cache folder of ours; the package's own unpacking would reuse any `/tmp/chromium`, whatever its version.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { UserError } from '../problems.ts'

/** The unpacked package. */
export interface PackagedChromium {
  executable: string
  /** Folder for LD_LIBRARY_PATH where the system has no NSS. */
  libraries: string
  /** A fontconfig file that knows the packaged fonts only, so that no machine's own fonts reach a page. */
  fontsConf: string
  version: string
}

/** The package holds a Linux x64 binary and nothing else. */
export const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64'

/**
 * Unpacks on first use (1-3 s, 200 MB). Safe against other processes doing the same and against being killed: the folder gets its
 * final name when all of it is there.
 * @param cache parent folder; default: the user's cache folder, then the folder for temporary files
 * @param bin folder of the packed files; default: the package's
 * @throws UserError when no folder can take it
 */
export async function unpackChromium(cache?: string, bin = binFolder()): Promise<PackagedChromium> {
  const version = await packageVersion(bin)
  const failures: string[] = []
  let cause: unknown
  for (const parent of cache === undefined ? cacheFolders() : [cache]) {
    try {
      return await unpackInto(join(parent, `chromium-${version}-${layoutVersion}`), bin, version)
    } catch (error) {
      cause ??= error
      failures.push(`${parent}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new UserError(`cannot unpack the packaged browser (${failures.join('; ')})`, {
    hint: 'Free 300 MB in one of these folders, set XDG_CACHE_HOME to a folder that can be written, or BENCHPAPER_BROWSER to an installed Chrome, Chromium or Edge.',
    cause,
  })
}

/** Raise it when what is put beside the binary changes: an older folder is then left alone. */
const layoutVersion = 2

async function unpackInto(folder: string, bin: string, version: string): Promise<PackagedChromium> {
  const unpacked: PackagedChromium = {
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'lib'),
    fontsConf: join(folder, 'fonts.conf'),
    version,
  }
  const parent = dirname(folder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await checkOwner(parent)
  if (await isWhole(folder)) return unpacked
  await removeLeftovers(parent)
  const draft = await mkdtemp(join(parent, draftPrefix))
  try {
    const sizes: Record<string, number> = {
      ...(await unpackTar(join(bin, 'al2023.tar.br'), draft)),
      ...(await unpackTar(join(bin, 'fonts.tar.br'), draft)),
    }
    await writeFile(join(draft, 'fonts.conf'), fontsConf(folder))
    // Flushed, so that a power cut after the renaming cannot leave an empty file under the final name.
    const target = createWriteStream(join(draft, 'chromium'), { mode: 0o755, flush: true })
    await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress({ chunkSize: 2 ** 21 }), target)
    sizes.chromium = target.bytesWritten
    await writeFile(join(draft, manifestName), JSON.stringify(sizes), { flush: true })
    await moveIntoPlace(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return unpacked
}

async function moveIntoPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder)
  } catch (error) {
    // Another process was faster: its folder is as good as ours.
    if (await isWhole(folder)) return
    if (!existsSync(folder)) throw error
    // Something cut a file after it was unpacked. Renaming first keeps the moment without a folder short.
    await rename(folder, `${draft}-damaged`)
    await rename(draft, folder)
    await rm(`${draft}-damaged`, { recursive: true, force: true })
  }
}

const manifestName = 'manifest.json'
const draftPrefix = 'unpacking-'

/** Every file of the manifest is there in its full size. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    const sizes = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Record<string, number>
    for (const [name, size] of Object.entries(sizes)) {
      if ((await stat(join(folder, name))).size !== size) return false
    }
    return 'chromium' in sizes
  } catch {
    return false
  }
}

/** Folders of processes that were killed while unpacking. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue
    const path = join(parent, name)
    const age = Date.now() - (await stat(path).then((found) => found.mtimeMs, Date.now))
    if (age > 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

/** Unpacks the regular files of a brotli tar of our dependency; returns their sizes by name. */
async function unpackTar(file: string, folder: string): Promise<Record<string, number>> {
  const tar = await buffer(createReadStream(file).pipe(createBrotliDecompress()))
  const sizes: Record<string, number> = {}
  const field = (header: Buffer, start: number, length: number): string =>
    header.toString('latin1', start, start + length).replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + 512)
    const name = field(header, 0, 100)
    const size = parseInt(field(header, 124, 12).trim(), 8)
    const type = String.fromCharCode(header[156]!)
    const start = at + 512
    at = start + Math.ceil(size / 512) * 512
    if (type !== '0' && type !== '\0') continue
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`unexpected path in ${file}: ${name}`)
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), tar.subarray(start, start + size), { mode: 0o755 })
    sizes[name] = size
  }
  // The package's own fontconfig file, which we replace.
  delete sizes['fonts.conf']
  return sizes
}

/** Chromium stops when it finds no font at all, and a bare machine has neither fonts nor a configuration. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}/fonts-cache</cachedir>
</fontconfig>
`

function cacheFolders(): string[] {
  // Read from the environment: containers often have users that no password file knows, for whom Node's functions throw.
  const { XDG_CACHE_HOME, HOME } = process.env
  const own = XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : HOME?.startsWith('/') ? join(HOME, '.cache') : null
  const folders = own === null ? [] : [join(own, 'benchpaper')]
  return [...folders, join(tmpdir(), `benchpaper-${process.getuid?.() ?? 0}`)]
}

/** Everybody may write to the folder for temporary files: what another user has put there must not be run. */
async function checkOwner(folder: string): Promise<void> {
  const { uid } = await stat(folder)
  if (uid !== 0 && uid !== process.getuid?.()) throw new Error('the folder belongs to another user')
}

function binFolder(): string {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve('@sparticuz/chromium')), '../../bin')
}

async function packageVersion(bin: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as { version: string }
  return version
}
