/**
 * An open browser that prints. The default is the one inside @sparticuz/chromium (chromium.ts); BENCHPAPER_BROWSER or an option names
 * another Chrome, Chromium or Edge. Two pages at a time, since that suits two cores; one retry when the browser dies.
 */
import type { Browser, Page } from 'puppeteer-core'
import { UserError } from '../problems.ts'
import { candidates, endBrowser, startFirst, type StartOptions } from './launch.ts'

export interface BrowserOptions extends StartOptions {
  /** Pages that are open at the same time; default 2. */
  pages?: number | undefined
  /** Longest time for the work on one page, in milliseconds; default 120 000. */
  timeoutMs?: number | undefined
  /** Pages after which a browser is replaced, so that no leak of its own can grow; default 300. */
  pagesPerBrowser?: number | undefined
}

export interface PdfBrowser {
  /** Product and version, `HeadlessChrome/147.0.7727.0`: layout changes between versions, so caches need it. */
  readonly version: string
  /**
   * Runs `work` on a fresh page, once one is free. When the browser or the page dies, `work` runs once more on a new one, so it must not
   * have effects besides its result.
   * @throws UserError when the page takes too long or dies twice
   */
  withPage<T>(work: (page: Page) => Promise<T>): Promise<T>
  /** Ends the browser process, whatever state it is in. Work under way fails. */
  close(): Promise<void>
}

/** @throws UserError when no browser can be started: what was tried and what to do */
export async function openBrowser(options: BrowserOptions = {}): Promise<PdfBrowser> {
  const { candidate, browser } = await startFirst(candidates(options))
  const restart = async (): Promise<Browser> => (await startFirst([candidate])).browser
  return new RestartingBrowser(browser, await browser.version(), restart, {
    pages: options.pages ?? 2,
    timeoutMs: options.timeoutMs ?? 120_000,
    pagesPerBrowser: options.pagesPerBrowser ?? 300,
  })
}

/** One browser process and what it has to do with our pages. */
interface Session {
  browser: Promise<Browser>
  /** Pages it has ever opened. */
  served: number
  /** Pages it has open. */
  open: number
}

class RestartingBrowser implements PdfBrowser {
  readonly version: string
  readonly #restart: () => Promise<Browser>
  readonly #limits: { pages: number; timeoutMs: number; pagesPerBrowser: number }
  /** The one for new pages. */
  #session: Session
  /** That one and those whose last pages are still open. */
  readonly #sessions = new Set<Session>()
  readonly #waiting: (() => void)[] = []
  #active = 0
  #closed = false

  constructor(
    browser: Browser,
    version: string,
    restart: () => Promise<Browser>,
    limits: { pages: number; timeoutMs: number; pagesPerBrowser: number },
  ) {
    this.version = version
    this.#restart = restart
    this.#limits = limits
    this.#session = this.#begin(Promise.resolve(browser))
  }

  async withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
    if (this.#active >= this.#limits.pages) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#active++
    try {
      const first = await this.#attempt(work)
      if (!first.died) return first.result
      const second = await this.#attempt(work)
      if (!second.died) return second.result
      throw new UserError('the browser died twice while printing', {
        hint: 'Check that there is memory left, or set BENCHPAPER_BROWSER to another Chrome, Chromium or Edge.',
        cause: second.cause,
      })
    } finally {
      // A place is handed on, not given back, so that nobody can slip in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#active--
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#sessions].map((session) => this.#end(session)))
  }

  async #attempt<T>(
    work: (page: Page) => Promise<T>,
  ): Promise<{ died: false; result: T } | { died: true; cause: unknown }> {
    const session = await this.#reserve()
    try {
      return await this.#work(session, await session.browser, work)
    } finally {
      session.open--
      if (session !== this.#session && session.open === 0) await this.#end(session)
    }
  }

  async #work<T>(
    session: Session,
    browser: Browser,
    work: (page: Page) => Promise<T>,
  ): Promise<{ died: false; result: T } | { died: true; cause: unknown }> {
    const watch = watchDeath(browser, this.#limits.timeoutMs)
    let page: Page | undefined
    try {
      page = await Promise.race([browser.newPage(), watch.death])
      page.on('error', watch.report)
      return { died: false, result: await Promise.race([work(page), watch.death]) }
    } catch (error) {
      if (this.#closed) throw new UserError('the browser was closed while printing', { cause: error })
      // A call may fail a moment before the reason for it is known.
      await Promise.race([watch.death.catch(() => undefined), pause(100)])
      // A page that hangs keeps a processor busy: no more pages for this browser, and it ends after those it has.
      if (error instanceof UserError) session.served = Infinity
      if (error instanceof UserError || !(watch.dead() || !browser.connected)) throw error
      return { died: true, cause: error }
    } finally {
      watch.stop()
      // A page that hangs or is dead cannot be waited for; it goes when the browser does.
      await Promise.race([page?.close().catch(() => undefined), pause(1000)])
    }
  }

  /** A place in the browser for new pages: another one where it has died or served long enough. */
  async #reserve(): Promise<Session> {
    for (;;) {
      const session = this.#session
      const browser = await session.browser.catch(() => null)
      if (this.#closed) throw new UserError('the browser is closed')
      // Another page's work may have replaced it while we waited.
      if (session !== this.#session) continue
      if (!browser?.connected || session.served >= this.#limits.pagesPerBrowser) {
        this.#session = this.#begin(this.#restart())
        if (session.open === 0) await this.#end(session)
      }
      const current = this.#session
      if (current.served >= this.#limits.pagesPerBrowser) continue
      current.served++
      current.open++
      return current
    }
  }

  #begin(browser: Promise<Browser>): Session {
    const session = { browser, served: 0, open: 0 }
    this.#sessions.add(session)
    // Whoever waits for it gets the failure; nobody may be waiting when it fails.
    browser.catch(() => undefined)
    return session
  }

  async #end(session: Session): Promise<void> {
    this.#sessions.delete(session)
    const browser = await session.browser.catch(() => null)
    if (browser) await endBrowser(browser)
  }
}

/** A promise that fails as soon as the browser or its page dies or time is up; protocol calls alone may then wait for ever. */
function watchDeath(browser: Browser, timeoutMs: number) {
  let isDead = false
  let fail: (error: Error) => void
  const death = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  death.catch(() => undefined)
  const report = (error: Error): void => {
    isDead = true
    fail(error)
  }
  const disconnected = (): void => {
    report(new Error('the browser process ended'))
  }
  browser.on('disconnected', disconnected)
  const timer = setTimeout(() => {
    fail(
      new UserError(`printing took longer than ${timeoutMs / 1000} s`, {
        hint: 'Split the report, or raise the time limit.',
      }),
    )
  }, timeoutMs)
  return {
    death,
    report,
    dead: () => isDead,
    stop: () => {
      clearTimeout(timer)
      browser.off('disconnected', disconnected)
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
