import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { UserError } from '../../src/problems.ts'
import { openBrowser } from '../../src/typeset/browser.ts'
import { hasPackagedChromium, unpackChromium } from '../../src/typeset/chromium.ts'
import { printPdf } from '../../src/typeset/pdf.ts'
import { readPageMap } from '../../src/typeset/page-map.ts'

const scratch = mkdtempSync(join(tmpdir(), 'benchpaper-browser-'))
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
})

/** Process ids of browsers below this process, dead ones not yet reaped included. */
function browserProcesses(): number[] {
  const found: number[] = []
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, command, , parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!
      if (Number(parent) === process.pid && command!.startsWith('chrom')) found.push(Number(name))
    } catch {
      // It has ended while we looked.
    }
  }
  return found
}

describe.skipIf(!hasPackagedChromium)('the packaged browser', () => {
  it('survives its process and its page being killed, and leaves no process behind', async () => {
    const browser = await openBrowser()
    try {
      let runs = 0
      const killed = await browser.withPage(async (page) => {
        runs++
        if (runs === 1) page.browser().process()!.kill('SIGKILL')
        return page.evaluate('1 + 1')
      })
      expect([killed, runs]).toEqual([2, 2])

      let crashes = 0
      const crashed = await browser.withPage(async (page) => {
        crashes++
        // The renderer alone dies; calls under way would wait for ever.
        if (crashes === 1) void page.goto('chrome://crash').catch(() => undefined)
        return page.evaluate('2 + 2')
      })
      expect([crashed, crashes]).toEqual([4, 2])
      expect(readPageMap(await printPdf(browser, '<p>still printing'))?.count).toBe(1)

      await expect(
        browser.withPage((page) => {
          page.browser().process()!.kill('SIGKILL')
          return page.evaluate('1')
        }),
      ).rejects.toThrow('the browser died twice while printing')
      // A mistake of the work itself is not repeated.
      let mistakes = 0
      await expect(
        browser.withPage(() => {
          mistakes++
          return Promise.reject(new Error('a mistake'))
        }),
      ).rejects.toThrow('a mistake')
      expect(mistakes).toBe(1)
      expect(browserProcesses()).toHaveLength(1)
    } finally {
      await browser.close()
    }
    expect(browserProcesses()).toEqual([])
    await expect(printPdf(browser, '<p>')).rejects.toThrow('the browser is closed')
  })

  it('opens two pages at a time, the others wait', async () => {
    const browser = await openBrowser()
    let open = 0
    let most = 0
    try {
      const results = await Promise.all(
        Array.from({ length: 6 }, (_none, index) =>
          browser.withPage(async (page) => {
            most = Math.max(most, ++open)
            await page.evaluate('new Promise((resolve) => setTimeout(resolve, 20))')
            open--
            return index
          }),
        ),
      )
      expect(results).toEqual([0, 1, 2, 3, 4, 5])
      expect(most).toBe(2)
    } finally {
      await browser.close()
    }
  })

  it('is replaced after a number of pages, when its last page is done', async () => {
    const browser = await openBrowser({ pagesPerBrowser: 2 })
    const seen: number[] = []
    try {
      await Promise.all(
        Array.from({ length: 5 }, () =>
          browser.withPage(async (page) => {
            await page.evaluate('1')
            seen.push(page.browser().process()!.pid!)
          }),
        ),
      )
      expect(seen).toHaveLength(5)
      expect(new Set(seen).size).toBe(3)
      expect(browserProcesses()).toHaveLength(1)
    } finally {
      await browser.close()
    }
    expect(browserProcesses()).toEqual([])
  })

  it('gives up on a page that takes too long, closes while one hangs', async () => {
    const browser = await openBrowser({ timeoutMs: 1500 })
    try {
      const hanging = browser.withPage((page) => page.evaluate('new Promise(() => {})'))
      await expect(hanging).rejects.toThrow('printing took longer than 1.5 s')
      const closing = browser.withPage((page) => page.evaluate('for (;;) {}'))
      const failure = expect(closing).rejects.toThrow('the browser was closed while printing')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await browser.close()
      await failure
    } finally {
      await browser.close()
    }
    expect(browserProcesses()).toEqual([])
  })

  it('is the browser of BENCHPAPER_BROWSER when that is set', async () => {
    const { executable } = await unpackChromium()
    process.env.BENCHPAPER_BROWSER = executable
    try {
      const browser = await openBrowser()
      expect(browser.version).toMatch(/Chrome\/147\./)
      await browser.close()
    } finally {
      delete process.env.BENCHPAPER_BROWSER
    }
  })

  it('brings the libraries that a bare system lacks', async () => {
    const { executable, libraries } = await unpackChromium()
    // The system's own NSS is hidden by listing what the packaged folder resolves to.
    const resolved = execFileSync('ldd', [executable], { encoding: 'utf8', env: { LD_LIBRARY_PATH: libraries } })
    expect(resolved).not.toContain('not found')
    const outside = [...resolved.matchAll(/^\s*(\S+) => (\S+)/gm)]
      .filter(([, , path]) => !path!.startsWith(libraries))
      .map(([, name]) => name)
    // The rest is the C library's.
    expect(outside.sort()).toEqual(['libc.so.6', 'libdl.so.2', 'libgcc_s.so.1', 'libm.so.6', 'libpthread.so.0'])
  })
})

describe('unpacking', () => {
  /** The package's layout with a small binary. */
  function smallPackage(): string {
    const bin = join(scratch, 'package/bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, '../package.json'), '{ "version": "1.2.3" }')
    writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(Buffer.alloc(3_000_000, 'browser')))
    const tar = (name: string, content: string): Buffer => {
      const header = Buffer.alloc(512)
      header.write(name, 0)
      header.write(content.length.toString(8).padStart(11, '0'), 124)
      header.write('0', 156)
      return Buffer.concat([header, Buffer.from(content.padEnd(512, '\0')), Buffer.alloc(1024)])
    }
    writeFileSync(join(bin, 'al2023.tar.br'), brotliCompressSync(tar('lib/libnss3.so', 'library')))
    writeFileSync(join(bin, 'fonts.tar.br'), brotliCompressSync(tar('fonts/a.ttf', 'font')))
    return bin
  }

  it('gives the whole, whoever else unpacks, and again when a file was cut', async () => {
    const bin = smallPackage()
    const cache = join(scratch, 'cache')
    const unpacked = await Promise.all([1, 2, 3, 4].map(() => unpackChromium(cache, bin)))
    const first = unpacked[0]!
    for (const other of unpacked) expect(other).toEqual(first)
    expect(readdirSync(cache)).toEqual(['chromium-1.2.3-2'])
    expect(readdirSync(first.libraries)).toEqual(['libnss3.so'])
    expect(readdirSync(join(cache, 'chromium-1.2.3-2')).sort()).toEqual([
      'chromium',
      'fonts',
      'fonts.conf',
      'lib',
      'manifest.json',
    ])
    expect(statSync(first.executable).mode & 0o111).not.toBe(0)

    truncateSync(first.executable, 10)
    // What a killed process left an hour and more ago goes, what another may be writing stays.
    for (const name of ['unpacking-old', 'unpacking-new']) mkdirSync(join(cache, name))
    utimesSync(join(cache, 'unpacking-old'), 0, 0)
    await unpackChromium(cache, bin)
    expect(statSync(first.executable).size).toBe(3_000_000)
    expect(readdirSync(cache).sort()).toEqual(['chromium-1.2.3-2', 'unpacking-new'])
  })

  it('says what is wrong with every folder it tried', async () => {
    const bin = smallPackage()
    const file = join(scratch, 'a-file')
    writeFileSync(file, '')
    await expect(unpackChromium(join(file, 'below'), bin)).rejects.toThrow(
      /^cannot unpack the packaged browser \(.*a-file.below: /,
    )
    writeFileSync(join(bin, 'chromium.br'), 'not brotli')
    const cache = join(scratch, 'damaged')
    await expect(unpackChromium(cache, bin)).rejects.toThrow('cannot unpack the packaged browser')
    expect(readdirSync(cache)).toEqual([])
  })
})

it('says which browsers were tried and what to do when none starts', async () => {
  const failure = await openBrowser({ executable: join(scratch, 'nothing') }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UserError)
  expect((failure as UserError).message).toBe(
    `cannot start a browser to print with (${join(scratch, 'nothing')}: no such file)`,
  )
  expect((failure as UserError).hint).toContain('BENCHPAPER_BROWSER')

  const other = await openBrowser({ executable: process.execPath }).catch((error: unknown) => error)
  expect((other as UserError).message).toContain('cannot start a browser to print with')
})
