// Checks a page with axe in light and in dark, and takes screenshots when they are asked for: with STINT_SCREENSHOTS=1
// into the folder shots here, which is not committed.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { axeExclude, CheckedKinds, newElements } from './checked-kinds.ts'
import { waitUntilIdle } from './page-monitor.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Nothing is requested from the network. */
const commonOptions: RunOptions = { resultTypes: ['violations'], preload: false }

export type ColorScheme = 'light' | 'dark'

/** All rules apply in light. In dark only the results of the contrast rules can differ. */
const axeOptions: Readonly<Record<ColorScheme, RunOptions>> = {
  light: { ...commonOptions, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { ...commonOptions, runOnly: ['color-contrast', 'link-in-text-block'] },
}

const pageLevelRules = new Set(['landmark-one-main', 'page-has-heading-one'])

declare global {
  interface Window {
    axe?: {
      run(context: { include: readonly string[]; exclude: readonly string[] }, options: RunOptions): Promise<AxeResults>
    }
  }
}

/** Waits for the end of all animations. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => undefined)))
  })
}

/** Waits until everything has loaded and all animations have ended. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await waitForAnimations(page)
}

/** The axe violations in a part of a page, in these colours, which the page then keeps. */
export async function axeViolationsIn(page: Page, colorScheme: ColorScheme, part: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await waitForAnimations(page)
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  const results = await page.evaluate(([what, how]) => window.axe?.run(what, how), [
    { include: [part], exclude: axeExclude },
    axeOptions[colorScheme],
  ] as const)
  assert.ok(results, 'axe did not run')
  const { violations } = results
  // An open dialog hides the page behind it, which axe does not always notice.
  const covered = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const judged = violations.filter(({ id }) => !covered || !pageLevelRules.has(id))
  // A side panel scrolls below its footer, so content that is partly covered can be scrolled into view.
  const scrolls = (await page.locator('[data-aside=true] [role=dialog]').count()) > 0
  const isCut = (summary: string): boolean => scrolls && summary.includes('partially obscured')
  return judged.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !isCut(failureSummary))
      .map(({ target, failureSummary = '' }) => {
        const [, why = ''] = failureSummary.split('\n')
        return `${colorScheme}: ${id}: ${help}: ${target.join(' ')}: ${why.trim()}`
      }),
  )
}

export const colorSchemeOf = async (page: Page): Promise<ColorScheme> =>
  (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light'

/** In `npm test` axe checks the light colours; the dark ones take as long again and are left to the long suite. */
const schemesOfSuite: readonly ColorScheme[] = process.env.STINT_TEST_SUITE === 'test' ? ['light'] : ['light', 'dark']

/** What was checked in dark on any page. */
const checkedInDark = new CheckedKinds('dark')

/**
 * The axe violations on a page that has settled, or in parts of it: in light all of it, in dark each kind of element
 * once, because drawing a page in other colours takes long.
 */
export async function axeViolationsNow(page: Page, part = 'html', schemes = schemesOfSuite): Promise<string[]> {
  const before = await colorSchemeOf(page)
  const violations = schemes.includes('light') ? await axeViolationsIn(page, 'light', part) : []
  if (schemes.includes('dark')) {
    const { elements } = await checkedInDark.markNew(page, '', part)
    if (elements > 0) violations.push(...(await axeViolationsIn(page, 'dark', newElements)))
    await checkedInDark.unmark(page)
  }
  await page.emulateMedia({ colorScheme: before })
  return violations
}

/**
 * The axe violations on a page after it has settled: `assert.deepEqual(await axeViolations(page),
 * [])`.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await waitUntilSettled(page)
  return axeViolationsNow(page)
}

const shotsFolder = fileURLToPath(new URL('shots/', import.meta.url))

/** Whether screenshots are asked for. */
export const takesScreenshots: boolean = process.env.STINT_SCREENSHOTS === '1'

/** Takes a screenshot, if asked for, when the page has settled; phone and dark are added to its name. */
export async function takeScreenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await waitUntilSettled(page)
  if (!takesScreenshots) return
  const phone = (page.viewportSize()?.width ?? 0) < 600 ? '-phone' : ''
  const dark = (await colorSchemeOf(page)) === 'dark' ? '-dark' : ''
  mkdirSync(shotsFolder, { recursive: true })
  const path = join(shotsFolder, `${name}${phone}${dark}.png`)
  await page.screenshot({ path, ...options })
}

interface PageCheck {
  /** The element that axe looks at. */
  readonly part?: string
  /** Takes a second screenshot in dark colors. */
  readonly alsoDark?: boolean
  readonly fullPage?: boolean
}

/** The page has no axe violations and does not scroll sideways. Screenshots are taken for people to look at. */
export async function checkPage(page: Page, name: string, options: PageCheck = {}): Promise<void> {
  const { part = 'html', alsoDark = false, fullPage = false } = options
  await waitUntilSettled(page)
  assert.deepEqual(await axeViolationsNow(page, part), [], name)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} scrolls sideways`)
  await takeScreenshot(page, name, { fullPage })
  if (!alsoDark) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeScreenshot(page, name, { fullPage })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Takes a screenshot of a failed test without waiting, because the page may never settle. */
export async function screenshotFailure(page: Page, test: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  const name = test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  await page.screenshot({ path: join(shotsFolder, `failed-${name}.png`) }).catch(() => undefined)
}
