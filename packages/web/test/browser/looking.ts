// What is looked at on any screen: whether axe finds something in light and in dark, and a picture of it. Pictures are kept
// beside this file and never committed; STINT_PICTURES=1 puts them where the documents show them.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { quiet } from './watching.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is not of this page is not asked for. */
const general: RunOptions = { resultTypes: ['violations'], preload: false }

/** Everything is judged in light. Of all that, dark can only differ in what can be told from its ground. */
const options: Readonly<Record<'light' | 'dark', RunOptions>> = {
  light: { ...general, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { ...general, runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** Of a long list the first are judged; the others are made like them, and most of the time would go into them. */
const exclude = ['tr:nth-child(n + 10)', '[role=row]:nth-child(n + 10)', 'li:nth-child(n + 10)']

const ofWholePages = new Set(['landmark-one-main', 'page-has-heading-one'])

declare global {
  interface Window {
    axe?: {
      run(context: { include: readonly string[]; exclude: readonly string[] }, options: RunOptions): Promise<AxeResults>
    }
  }
}

/** Nothing moves any more. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => undefined)))
  })
}

/** What is loading has come, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await quiet(page)
  await still(page)
}

async function axeIn(page: Page, colorScheme: 'light' | 'dark', part: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await still(page)
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  const results = await page.evaluate(([what, how]) => window.axe?.run(what, how), [
    { include: [part], exclude },
    options[colorScheme],
  ] as const)
  assert.ok(results, 'axe did not run')
  const { violations } = results
  // While something lies over the page, the rest is hidden from everyone; axe does not always see that it is so.
  const covered = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const judged = violations.filter(({ id }) => !covered || !ofWholePages.has(id))
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
export async function axeNow(page: Page, part = 'html'): Promise<string[]> {
  const before = await colorSchemeOf(page)
  const found = [...(await axeIn(page, 'light', part)), ...(await axeIn(page, 'dark', part))]
  await page.emulateMedia({ colorScheme: before })
  return found
}

/** What axe finds on the screen when it has settled: `assert.deepEqual(await axeOf(page), [])`. */
export async function axeOf(page: Page): Promise<string[]> {
  await settled(page)
  return axeNow(page)
}

const own = fileURLToPath(new URL('shots/', import.meta.url))
const documents = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))

/** A picture of the screen as it is, called by what it shows; the phone's and the dark one say so in their names. */
export async function shoot(page: Page, name: string, wishes: { fullPage?: boolean } = {}): Promise<string> {
  await settled(page)
  const phone = (page.viewportSize()?.width ?? 0) < 600 ? '-phone' : ''
  const dark = (await colorSchemeOf(page)) === 'dark' ? '-dark' : ''
  const folder = process.env.STINT_PICTURES === '1' ? documents : own
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}${phone}${dark}.png`)
  await page.screenshot({ path, ...wishes })
  return path
}

/** How the screen was when a test failed, as it is: it may never come to rest. */
export async function shotOf(page: Page, test: string): Promise<void> {
  mkdirSync(own, { recursive: true })
  const name = test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  await page.screenshot({ path: join(own, `failed-${name}.png`) }).catch(() => undefined)
}
