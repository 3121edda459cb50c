// Starts a real server with the demo company for one test file, opens its pages in a real Chromium, and fails a test on
// any error of its pages. README.md describes how to write a browser test. It knows how to sign in and nothing else of
// the application.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Page } from 'playwright-core'
import { moveClock } from '../../../../scripts/browser-clock.ts'
import { clockOffsetMs } from '../../../server/test/fixture/test-clock.ts'
import type { StintServer } from '../../../server/test/process/stint-process.ts'
import { screenshotFailure } from './axe-and-screenshots.ts'
import { type DemoStore, demoServer, type Settings } from './demo-server.ts'
import { PageMonitor } from './page-monitor.ts'
import { idlePages, type OpenContext, registerUser, releaseUser, sharedBrowser, sharedPort } from './shared-browser.ts'

/** The two screen sizes that are tested. */
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const

export type Device = keyof typeof devices

export interface PageOptions {
  readonly device?: Device
  /** 'reduce' by default, so that screenshots and checks do not meet a running animation. */
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  /** The time zone of the browser, which differs from the account's for some people. */
  readonly timezoneId?: string
  /** 'block' by default: a service worker would hide requests from the routes of a test. */
  readonly serviceWorkers?: 'allow' | 'block'
}

export interface TestApp {
  /** The running server; `app.server.request(path, { token: 'demo-administrator' })` calls its API. */
  readonly server: StintServer
  /** Where the application is, such as https://127.0.0.1:41527/app/. */
  readonly url: string
  /**
   * A page that is signed out and has empty storage. The test fails if the page reports an error. A page of a device is
   * reused by later tests, also of other files, because a new one takes twice the CPU time. One with options is never
   * reused.
   */
  page(opening?: Device | PageOptions): Promise<Page>
}

/** What `afterEach` receives about the finished test. */
interface FinishedTest {
  readonly name: string
  readonly passed?: boolean
}

const pageMonitors = new Map<Page, PageMonitor>()

/** Expects an error of this page, such as the status of a refused request; without it the test fails. */
export function expectPageError(page: Page, pattern: RegExp): void {
  pageMonitors.get(page)?.expect(pattern)
}

/** Allows an error that depends on the timing of the browser; the caller explains why. */
export function allowPageError(page: Page, pattern: RegExp): void {
  pageMonitors.get(page)?.allow(pattern)
}

/** The errors of this page so far. */
export const pageErrors = (page: Page): readonly string[] => pageMonitors.get(page)?.errors() ?? []

/** An open context, and the device it may be reused for. */
interface TestContext extends OpenContext {
  readonly reusableAs: Device | undefined
}

/** Any static document of the server: no script of the application runs while a page waits for the next test. */
const IDLE_DOCUMENT = '/app/mark.svg'

/** Ends the session in the browser alone. The page is left first: a request on its way would be answered with 401. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto(IDLE_DOCUMENT)
  await page.context().clearCookies()
}

/** Brings a page to the state of a new one. The cache of the browser stays, which is what makes reuse fast. */
async function resetPage({ context, page }: OpenContext): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await forgetSession(page)
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
}

class BrowserTestApp implements TestApp {
  #server: StintServer | undefined
  #open: TestContext[] = []

  get server(): StintServer {
    assert.ok(this.#server, 'the server runs from the first test on')
    return this.#server
  }

  get url(): string {
    return new URL('/app/', this.server.url).href
  }

  set server(server: StintServer) {
    this.#server = server
  }

  async page(opening: Device | PageOptions = 'desktop'): Promise<Page> {
    const reusableAs = typeof opening === 'string' ? opening : undefined
    const place = `${this.url} ${reusableAs}`
    const idle = idlePages.get(place)
    idlePages.delete(place)
    const opened = { ...(idle ?? (await this.#newContext(opening))), reusableAs }
    this.#open.push(opened)
    if (idle) pageMonitors.get(idle.page)?.reset()
    else pageMonitors.set(opened.page, await PageMonitor.of(opened.page, this.server.url))
    return opened.page
  }

  async #newContext(opening: Device | PageOptions): Promise<OpenContext> {
    const browser = await sharedBrowser()
    const { device = 'desktop', ...options } = typeof opening === 'string' ? { device: opening } : opening
    const context = await browser.newContext({
      ...devices[device],
      baseURL: this.server.url,
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: process.env.STINT_TEST_ZONE || 'Europe/Berlin',
      ...options,
    })
    // Long enough for a slow machine: no test is retried, and only a failing test waits this long.
    context.setDefaultTimeout(30_000)
    await context.addInitScript(moveClock, clockOffsetMs)
    return { context, page: await context.newPage() }
  }

  /** Closes the pages of the test or prepares them for the next one, and fails on their errors. */
  async finishTest(test: FinishedTest): Promise<void> {
    const opened = this.#open.splice(0)
    const pages = opened.flatMap(({ context }) => context.pages())
    if (test.passed === false) await Promise.all(pages.map((page) => screenshotFailure(page, test.name)))
    const errors = pages.flatMap((page) => pageMonitors.get(page)?.errors() ?? [])
    for (const one of opened) await this.#release(one, test.passed !== false && errors.length === 0)
    assert.deepEqual(errors, [], 'the pages of the test have errors')
  }

  async #release(opened: TestContext, isClean: boolean): Promise<void> {
    const { context, page, reusableAs } = opened
    const showsApp = isClean && !page.isClosed() && page.url().startsWith(this.url)
    // A response of the API is sandboxed: its page has no storage to clear, so it is not reused.
    const isReusable = showsApp && (await page.evaluate(() => self.origin)) !== 'null'
    const place = `${this.url} ${reusableAs}`
    if (isReusable && reusableAs && !idlePages.has(place)) {
      await resetPage(opened)
      idlePages.set(place, opened)
    } else {
      pageMonitors.delete(page)
      await context.close()
    }
  }
}

/** Settings of the server, which may need its port or something that starts before it. */
type ServerSettings = Settings | ((port: number) => Settings | Promise<Settings>)

/** Called once at the top of a test file: the server starts before its first test and stops after its last. */
export function openApp(store: DemoStore = 'sqlite', settings: ServerSettings = {}): TestApp {
  const app = new BrowserTestApp()
  registerUser()
  const server = demoServer(store)
  before(async () => {
    const port = await sharedPort()
    const given = typeof settings === 'function' ? await settings(port) : settings
    app.server = await server({ STINT_PORT: String(port), ...given })
  })
  afterEach((test) => app.finishTest(test))
  after(releaseUser)
  return app
}

export type DemoLogin = 'demo-administrator' | 'demo-manager' | 'demo-resource' | 'demo-restricted' | 'demo-executive'

interface Session {
  readonly demo: readonly { readonly username: string; readonly password: string }[]
}

/** The user name and password of one of the demo's people, as the sign-in screen offers them. */
export async function demoCredentials(page: Page, who: DemoLogin): Promise<{ username: string; password: string }> {
  const answer = await page.request.get('/app/session', {
    headers: { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin' },
  })
  const { demo } = (await answer.json()) as Session
  const login = demo.find(({ password }) => password === who)
  assert.ok(login, `the server offers no login ${who}`)
  return login
}

/** Fills in the sign-in form, after which a second factor may be asked for. */
export async function enterPassword(page: Page, who: DemoLogin): Promise<void> {
  const { username, password } = await demoCredentials(page, who)
  await page.goto('/app/')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in without the sign-in screen, which has its own test, and opens a path of the application. */
export async function signIn(page: Page, who: DemoLogin, path = ''): Promise<void> {
  const { username, password } = await demoCredentials(page, who)
  const origin = new URL(pageMonitors.get(page)?.site ?? '').origin
  const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin', origin }
  const answer = await page.request.post('/app/session', { headers, data: { username, password } })
  assert.equal(answer.status(), 201, await answer.text())
  await page.goto(`/app/${path}`)
  await page.getByRole('main').waitFor()
}

declare global {
  interface Window {
    /** The router of the application. The library assigns it. */
    readonly __TSR_ROUTER__: {
      readonly routesByPath: Readonly<Record<string, unknown>>
      readonly history: { push(address: string): void }
      readonly state: {
        readonly status: string
        readonly location: { readonly href: string }
        readonly resolvedLocation?: { readonly href: string }
      }
    }
  }
}

/** Opens an address such as /app/tasks as a link of the application does, without loading the application again. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__.history.push(to), address)
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__.state
    return status === 'idle' && resolvedLocation?.href === location.href
  })
}
