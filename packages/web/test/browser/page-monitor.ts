// Everything that a page complains of while a journey uses it: errors and warnings of its console, exceptions, breaches of its
// security policy, answers that failed, and requests to anybody but its own server. It judges nothing of what is shown.
import type { Page, Request } from 'playwright-core'

/** Runs in the page before anything of it: the policy's own reports name what the console only hints at. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (breach) => {
  console.error('policy: ' + breach.violatedDirective + ' ' + (breach.blockedURI || 'inline') + ' ' + breach.sourceFile + ':' + breach.lineNumber + ' ' + breach.sample)
})`

/** The questions of a page that have no answer yet. */
const pendingRequests = new WeakMap<Page, Set<Request>>()

/** How long a page must have asked for nothing, in milliseconds: from a piece of program that came to what it asks for. */
const IDLE_MS = 100

/** Waits until the page has asked for nothing for a moment and its thread is free. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const asked = pendingRequests.get(page) ?? new Set()
  const since = performance.now()
  let still = since
  while (performance.now() - still < IDLE_MS) {
    if (performance.now() - since > 30_000) throw new Error(`no answer yet: ${[...asked].map((one) => one.url())}`)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)))
    if (asked.size > 0) still = performance.now()
  }
}

export class PageMonitor {
  readonly site: string
  readonly #errors: string[] = []
  readonly #expected: RegExp[] = []
  readonly #allowed: RegExp[] = []

  constructor(site: string) {
    this.site = site
  }

  static async of(page: Page, site: string): Promise<PageMonitor> {
    const watch = new PageMonitor(site)
    const note = (fault: string): unknown => watch.#errors.push(fault)
    await page.addInitScript({ content: reportViolations })
    page.on('console', (line) => {
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
      // A page that is left, or a question nobody waits for any more, ends its requests.
      const reason = request.failure()?.errorText ?? ''
      if (reason !== 'net::ERR_ABORTED') note(`failed with ${reason}: ${request.url()}`)
    })
    const asked = new Set<Request>()
    pendingRequests.set(page, asked)
    page.on('request', (request) => asked.add(request))
    page.on('requestfinished', (request) => asked.delete(request))
    page.on('requestfailed', (request) => asked.delete(request))
    page.on('crash', () => note('the page crashed'))
    return watch
  }

  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Lets a complaint pass that may come or not. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** What was wrong and not expected, and what was expected and did not come. */
  errors(): string[] {
    const missing = this.#expected.filter((pattern) => !this.#errors.some((fault) => pattern.test(fault)))
    return [
      ...this.#errors.filter((fault) => ![...this.#expected, ...this.#allowed].some((pattern) => pattern.test(fault))),
      ...missing.map((pattern) => `expected and not seen: ${pattern}`),
    ]
  }
}
