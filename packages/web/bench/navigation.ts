// Opens every entry of the sidebar as people do: the pointer rests on the link for a moment, then clicks. Measures from
// the click until the heading and the first data of the new screen are painted, and until nothing of it loads any more.
import type { Browser, Locator, Page } from 'playwright-core'
import { applyCondition, type Condition } from './conditions.ts'
import { type DemoCheckout, signedInContext } from './demo-checkout.ts'

export interface Navigation {
  readonly screen: string
  /** The first visit since the application was loaded. */
  readonly isFirst: boolean
  /** Milliseconds from the click until the heading and a first row, entry, field or empty state are painted. */
  readonly firstData: number
  /** The same until no loading indicator is left. */
  readonly complete: number
  /** The requests after the click. */
  readonly requests: number
}

interface Painted {
  readonly firstData: number
  readonly complete: number
}

declare global {
  interface Window {
    benchNavigation: Promise<Painted>
  }
}

/** About what people take between reaching a link and pressing the button. */
const hoverMs = 150

/** Runs in the page before the click. Resolves when the screen of the path is complete. */
function watchNavigation(path: string): void {
  const dataOf = '[role=row] [role=cell], tbody tr, main li, [class^=empty], main form input, main dd'
  const hasData = (): boolean => {
    const main = document.querySelector('main')
    return location.pathname === path && main?.querySelector('h1') != null && main.querySelector(dataOf) !== null
  }
  const isComplete = (): boolean => document.querySelector('main [role=status][aria-label^=Load]') === null
  const afterPaint = (then: (ms: number) => void): void => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => then(performance.now())
      channel.port2.postMessage(null)
    })
  }
  window.benchNavigation = new Promise((resolve) => {
    const main = document.querySelector('main')
    const before = main?.querySelector('h1')
    let clicked: number | undefined
    let dataSeen = false
    let firstData: number | undefined
    let completeSeen = false
    addEventListener(
      'click',
      (event) => {
        clicked = event.timeStamp
      },
      { capture: true, once: true },
    )
    const observer = new MutationObserver(() => {
      if (clicked === undefined || before?.isConnected) return
      const start = clicked
      if (!dataSeen && hasData()) {
        dataSeen = true
        afterPaint((ms) => {
          firstData = ms - start
        })
      }
      if (dataSeen && !completeSeen && isComplete()) {
        completeSeen = true
        observer.disconnect()
        afterPaint((ms) => resolve({ firstData: firstData ?? ms - start, complete: ms - start }))
      }
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}

async function open(page: Page, link: Locator, isFirst: boolean): Promise<Navigation> {
  const path = (await link.getAttribute('href')) ?? ''
  const screen = (await link.innerText()).trim()
  await page.evaluate(watchNavigation, path)
  await link.hover()
  await page.waitForTimeout(hoverMs)
  let requests = 0
  const count = (): void => {
    requests += 1
  }
  page.on('request', count)
  await page.mouse.down()
  await page.mouse.up()
  const painted = await page.evaluate(() => window.benchNavigation)
  page.off('request', count)
  // The next screen is measured by itself: what this one still fetches does not compete with it.
  await page.waitForLoadState('domcontentloaded')
  await page.waitForTimeout(400)
  return { screen, isFirst, ...painted, requests }
}

/** Each screen of the sidebar once for the first time, then once more. The application is loaded anew for it. */
export async function navigateEverywhere(
  browser: Browser,
  server: DemoCheckout,
  condition: Condition,
): Promise<Navigation[]> {
  const context = await signedInContext(browser, server)
  const page = await context.newPage()
  await applyCondition(page, condition)
  await page.goto('/app/')
  const links = page.locator('aside nav a')
  await links.first().waitFor()
  await page.waitForTimeout(3000)
  const found: Navigation[] = []
  const [home, ...others] = await links.all()
  for (const isFirst of [true, false]) {
    for (const link of others) found.push(await open(page, link, isFirst))
    if (home !== undefined) found.push(await open(page, home, false))
  }
  await context.close()
  return found
}
