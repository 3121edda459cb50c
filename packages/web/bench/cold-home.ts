// One cold load of Home: nothing cached, no service worker, a signed-in Administrator. Counts its requests and bytes,
// and reads from the browser when something was painted first, when the largest part was, and when the frame was there.
import type { Browser, Page } from 'playwright-core'
import { applyCondition, type Condition } from './conditions.ts'
import { type DemoCheckout, signedInContext } from './demo-checkout.ts'

export interface ColdLoad {
  readonly requests: number
  readonly kilobytes: number
  readonly firstPaint: number
  readonly frame: number
  readonly largestPaint: number
  readonly largestElement: string
  /** When the first of the person's tasks was in the page. */
  readonly firstTask: number
}

interface PageTimes {
  frame: number
  firstTask: number
  largestPaint: number
  largestElement: string
}

declare global {
  interface Window {
    benchTimes: PageTimes
  }
}

/** Runs in the page before its scripts. The frame is there when the sidebar names the tasks, as a link or not yet. */
function watchPage(): void {
  const times: PageTimes = { frame: 0, firstTask: 0, largestPaint: 0, largestElement: '' }
  window.benchTimes = times
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element | null })[]) {
      times.largestPaint = entry.startTime
      const { element } = entry
      times.largestElement = `${element?.localName ?? ''} ${(element?.textContent ?? '').slice(0, 40)}`.trim()
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const observer = new MutationObserver(() => {
    const names = document.querySelectorAll('nav a[href="/app/tasks"], #first-frame li')
    if (times.frame === 0 && names.length > 0) times.frame = performance.now()
    if (document.querySelector('main li a[href^="/app/tasks/"]') === null) return
    times.firstTask = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** What belongs to the first load is asked for within this time after the last request. */
const quietMs = 2500

async function waitUntilQuiet(page: Page, lastRequest: () => number): Promise<void> {
  await page.locator('nav a[href="/app/tasks"]').first().waitFor()
  while (performance.now() - lastRequest() < quietMs) await page.waitForTimeout(100)
}

export async function loadColdHome(browser: Browser, server: DemoCheckout, condition: Condition): Promise<ColdLoad> {
  const context = await signedInContext(browser, server)
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await applyCondition(page, condition)
  let requests = 0
  let last = performance.now()
  let bytes = 0
  page.on('request', () => {
    requests += 1
    last = performance.now()
  })
  const sizes: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const add = async (): Promise<void> => {
      const size = await request.sizes()
      bytes += size.responseBodySize + size.responseHeadersSize
    }
    sizes.push(add())
  })
  await page.goto('/app/')
  await waitUntilQuiet(page, () => last)
  await Promise.all(sizes)
  const times = await page.evaluate(() => ({
    ...window.benchTimes,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  await context.close()
  return { ...times, requests, kilobytes: bytes / 1000 }
}
