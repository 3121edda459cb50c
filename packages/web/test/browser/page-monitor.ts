// Collects the errors of a page during a test: console errors and warnings, exceptions, violations of its content
// security policy, failed responses, and requests to another server. It does not check what the page shows.
import type { Page, Request } from 'playwright-core'

/** Runs in the page before its scripts: the event names the directive and the source, the console message does not. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (violation) => {
  console.error('policy: ' + violation.violatedDirective + ' ' + (violation.blockedURI || 'inline') + ' ' + violation.sourceFile + ':' + violation.lineNumber + ' ' + violation.sample)
})`

/** The requests of a page that have no response yet. */
const pendingRequests = new WeakMap<Page, Set<Request>>()

/**
 * How long a page must be without requests, in milliseconds: a loaded module sends its first request a little later.
 */
const IDLE_MS = 100

/** Waits until the page has sent no request for a moment and its main thread is free. */
export async function waitUntilIdle(page: Page, idleMs = IDLE_MS): Promise<void> {
  const pending = pendingRequests.get(page) ?? new Set()
  const started = performance.now()
  let idleSince = started
  while (performance.now() - idleSince < idleMs) {
    if (performance.now() - started > 30_000)
      throw new Error(`no response yet: ${[...pending].map((one) => one.url())}`)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)))
    if (pending.size > 0) idleSince = performance.now()
  }
}

export class PageMonitor {
  readonly site: string
  #errors: string[] = []
  #expected: RegExp[] = []
  #allowed: RegExp[] = []

  constructor(site: string) {
    this.site = site
  }

  static async of(page: Page, site: string): Promise<PageMonitor> {
    const monitor = new PageMonitor(site)
    const note = (error: string): unknown => monitor.#errors.push(error)
    await page.addInitScript({ content: reportViolations })
    page.on('console', (line) => {
      if (line.text().startsWith('Service Worker registration blocked')) return
      if (['error', 'warning', 'assert'].includes(line.type()))
        note(`${line.type()}: ${line.text()} (${line.location().url})`)
    })
    page.on('pageerror', (error) => note(`exception: ${error.stack ?? error}`))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(site) && !/^(data|blob|about):/.test(url)) note(`asks another host: ${url}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) note(`answered ${response.status()}: ${response.url()}`)
    })
    page.on('requestfailed', (request) => {
      // Leaving a page and cancelling a request abort it: that is not an error.
      const reason = request.failure()?.errorText ?? ''
      if (reason !== 'net::ERR_ABORTED') note(`failed with ${reason}: ${request.url()}`)
    })
    const pending = new Set<Request>()
    pendingRequests.set(page, pending)
    page.on('request', (request) => {
      // The stream of changes never ends by itself.
      if (!request.url().endsWith('/app/live')) pending.add(request)
    })
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    page.on('crash', () => note('the page crashed'))
    return monitor
  }

  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Allows an error that may occur or not. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** Forgets everything, for the next test on the same page. */
  reset(): void {
    this.#errors = []
    this.#expected = []
    this.#allowed = []
  }

  /** The errors that were not expected, and the expected ones that did not occur. */
  errors(): string[] {
    const missing = this.#expected.filter((pattern) => !this.#errors.some((error) => pattern.test(error)))
    return [
      ...this.#errors.filter((error) => ![...this.#expected, ...this.#allowed].some((pattern) => pattern.test(error))),
      ...missing.map((pattern) => `expected and not seen: ${pattern}`),
    ]
  }
}
