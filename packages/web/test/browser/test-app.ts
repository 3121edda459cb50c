// The web application as people have it: a real server with the demo company, a real Chromium, and everything that goes wrong
// on the way noticed. A journey is a test file beside this one; README.md says how to write one. It knows the door for
// signing in and nothing else of the application.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../../scripts/chromium.ts'
import { clockOffsetMs } from '../../../server/test/fixture/test-clock.ts'
import type { StintServer } from '../../../server/test/process/stint-process.ts'
import { screenshotFailure } from './axe-and-screenshots.ts'
import { type DemoStore, demoServer } from './demo-server.ts'
import { PageMonitor } from './page-monitor.ts'

/** What people sit in front of. */
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const

export type Device = keyof typeof devices

export interface PageOptions {
  readonly device?: Device
  /** 'reduce' unless told: pictures and checks should not meet something half-way. */
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  /** The browser's own zone, which differs from the company's for some people. */
  readonly timezoneId?: string
}

export interface TestApp {
  /** The running server: `app.server.ask(path, { token: 'demo-administrator' })` asks its API. */
  readonly server: StintServer
  /** Where the application is, such as https://127.0.0.1:41527/app/. */
  readonly url: string
  /** A page in a browser profile of its own. It is closed after the test, which fails if anything was wrong on it. */
  page(opening?: Device | PageOptions): Promise<Page>
}

/** What Node tells a hook of the test that it comes after. */
interface FinishedTest {
  readonly name: string
  readonly passed?: boolean
}

const pageMonitors = new Map<Page, PageMonitor>()

/** Lets one complaint of this page pass, such as the status of a refusal that the journey wants. */
export function expectPageError(page: Page, pattern: RegExp): void {
  pageMonitors.get(page)?.expect(pattern)
}

/** Lets a complaint pass that comes or not as the browser finds the time; say why where it is called. */
export function allowPageError(page: Page, pattern: RegExp): void {
  pageMonitors.get(page)?.allow(pattern)
}

/** What was wrong on this page so far. */
export const pageErrors = (page: Page): readonly string[] => pageMonitors.get(page)?.errors() ?? []

async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  assert.ok(executablePath, noChromiumMessage)
  return chromium.launch({ executablePath, args: [...chromiumFlags] })
}

/** Runs in the page before any script of it: gives it the time of the server. */
function moveClock(offsetMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (machine, given, target) =>
      Reflect.construct(machine, given.length === 0 ? [machine.now() + offsetMs] : given, target),
    apply: (machine) => new machine(machine.now() + offsetMs).toString(),
    get: (machine, name) => (name === 'now' ? () => machine.now() + offsetMs : Reflect.get(machine, name)),
  })
}

class BrowserTestApp implements TestApp {
  #server: StintServer | undefined
  #browser: Browser | undefined
  #contexts: BrowserContext[] = []

  get server(): StintServer {
    assert.ok(this.#server, 'the server runs from the first test on')
    return this.#server
  }

  get url(): string {
    return new URL('/app/', this.server.url).href
  }

  /** The browser is kept as soon as it is there: should the server not start, it must be closed all the same. */
  async start(server: () => Promise<StintServer>): Promise<void> {
    this.#browser = await launchBrowser()
    this.#server = await server()
  }

  async page(opening: Device | PageOptions = 'desktop'): Promise<Page> {
    assert.ok(this.#browser, 'the browser runs from the first test on')
    const { device = 'desktop', ...wishes } = typeof opening === 'string' ? { device: opening } : opening
    const context = await this.#browser.newContext({
      ...devices[device],
      baseURL: this.server.url,
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...wishes,
    })
    this.#contexts.push(context)
    context.setDefaultTimeout(15_000)
    await context.addInitScript(moveClock, clockOffsetMs)
    const page = await context.newPage()
    pageMonitors.set(page, await PageMonitor.of(page, this.server.url))
    return page
  }

  /** Closes what the test opened, and tells what was wrong on the way. */
  async closePages(test: FinishedTest): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    if (test.passed === false) await Promise.all(pages.map((page) => screenshotFailure(page, test.name)))
    const faults = pages.flatMap((page) => pageMonitors.get(page)?.errors() ?? [])
    for (const context of this.#contexts.splice(0)) await context.close()
    pageMonitors.clear()
    assert.deepEqual(faults, [], 'something was wrong on the way')
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }
}

/** To be called once, at the top of a test file: the server and the browser come before its first test and go after its last. */
export function openApp(store: DemoStore = 'sqlite', env: Readonly<Record<string, string>> = {}): TestApp {
  const visit = new BrowserTestApp()
  const server = demoServer(store, env)
  before(() => visit.start(server))
  afterEach((test) => visit.closePages(test))
  after(() => visit.close())
  return visit
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
  assert.ok(login, `the server offers no ${who}`)
  return login
}

/** Signs in without the sign-in screen, which has a journey of its own, and opens a path of the application. */
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
    /** The application's router, which it keeps there itself. */
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

/** Goes to an address such as /app/tasks as a link of the application does, which is not loaded anew for it. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__.history.push(to), address)
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__.state
    return status === 'idle' && resolvedLocation?.href === location.href
  })
}
