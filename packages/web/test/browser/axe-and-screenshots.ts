// What is looked at on any screen: whether axe finds something in light and in dark, and a picture of it. Pictures are kept
// beside this file and never committed; STINT_PICTURES=1 puts them where the documents show them.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { waitUntilIdle } from './page-monitor.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is not of this page is not asked for. */
const commonOptions: RunOptions = { resultTypes: ['violations'], preload: false }

/** Everything is judged in light. Of all that, dark can only differ in what can be told from its ground. */
const axeOptions: Readonly<Record<'light' | 'dark', RunOptions>> = {
  light: { ...commonOptions, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { ...commonOptions, runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** Of a long list the first are judged; the others are made like them, and most of the time would go into them. */
const axeExclude = ['tr:nth-child(n + 10)', '[role=row]:nth-child(n + 10)', 'li:nth-child(n + 10)']

const pageLevelRules = new Set(['landmark-one-main', 'page-has-heading-one'])

declare global {
  interface Window {
    axe?: {
      run(context: { include: readonly string[]; exclude: readonly string[] }, options: RunOptions): Promise<AxeResults>
    }
  }
}

/** Nothing moves any more. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => undefined)))
  })
}

/** What is loading has come, and nothing moves any more. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await waitForAnimations(page)
}

async function axeViolationsIn(page: Page, colorScheme: 'light' | 'dark', part: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await waitForAnimations(page)
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  const results = await page.evaluate(([what, how]) => window.axe?.run(what, how), [
    { include: [part], exclude: axeExclude },
    axeOptions[colorScheme],
  ] as const)
  assert.ok(results, 'axe did not run')
  const { violations } = results
  // While something lies over the page, the rest is hidden from everyone; axe does not always see that it is so.
  const covered = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const judged = violations.filter(({ id }) => !covered || !pageLevelRules.has(id))
  // A panel at the side scrolls under what ends it: what is half below it there can be brought into sight.
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

const colorSchemeOf = async (page: Page): Promise<'light' | 'dark'> =>
  (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light'

/** What axe finds on a screen that has settled, or in parts of it, once in light and once in dark. */
export async function axeViolationsNow(page: Page, part = 'html'): Promise<string[]> {
  const before = await colorSchemeOf(page)
  const found = [...(await axeViolationsIn(page, 'light', part)), ...(await axeViolationsIn(page, 'dark', part))]
  await page.emulateMedia({ colorScheme: before })
  return found
}

/** What axe finds on the screen when it has settled: `assert.deepEqual(await axeOf(page), [])`. */
export async function axeViolations(page: Page): Promise<string[]> {
  await waitUntilSettled(page)
  return axeViolationsNow(page)
}

const shotsFolder = fileURLToPath(new URL('shots/', import.meta.url))
const picturesFolder = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))

/** A picture of the screen as it is, called by what it shows; the phone's and the dark one say so in their names. */
export async function takeScreenshot(page: Page, name: string, wishes: { fullPage?: boolean } = {}): Promise<string> {
  await waitUntilSettled(page)
  const phone = (page.viewportSize()?.width ?? 0) < 600 ? '-phone' : ''
  const dark = (await colorSchemeOf(page)) === 'dark' ? '-dark' : ''
  const folder = process.env.STINT_PICTURES === '1' ? picturesFolder : shotsFolder
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}${phone}${dark}.png`)
  await page.screenshot({ path, ...wishes })
  return path
}

/** How the screen was when a test failed, as it is: it may never come to rest. */
export async function screenshotFailure(page: Page, test: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  const name = test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  await page.screenshot({ path: join(shotsFolder, `failed-${name}.png`) }).catch(() => undefined)
}
