// The shell around every screen: each role has its own links and no others, also by keyboard on a desktop. The dark
// theme is kept after a reload, and nothing is wider than the screen.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { DemoLogin } from '../test-app.ts'
import { forAllRoles, navigationLinks, type RoleRun } from './role-test.ts'

const everyonesLinks = ['Home', 'Tasks', 'Milestones', 'Requests', 'Documents', 'Projects']
const teamLinks = [...everyonesLinks, 'Timesheet', 'Clients', 'People', 'Reports']
const moneyLinks = ['Invoices', 'Payments', 'Expenses']

export const linksOf: Readonly<Record<DemoLogin, readonly string[]>> = {
  'demo-administrator': [...teamLinks, ...moneyLinks, 'Approvals', 'Settings'],
  'demo-manager': [...teamLinks, ...moneyLinks],
  'demo-resource': teamLinks,
  'demo-restricted': teamLinks,
  'demo-executive': [...everyonesLinks, ...moneyLinks],
}

/** The question mark opens the list of keyboard shortcuts. A phone has no button for it. */
async function assertKeys(page: Page, { who, device }: RoleRun): Promise<void> {
  if (device === 'phone') {
    assert.equal(await page.getByRole('button', { name: 'Keyboard shortcuts' }).count(), 0)
    return
  }
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Go to Home').waitFor()
  const named = (await sheet.getByRole('definition').allInnerTexts()).filter((text) => text.startsWith('Go to '))
  const places = [...linksOf[who], 'Notifications']
  assert.deepEqual(named.toSorted(), places.map((place) => `Go to ${place}`).toSorted())
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: /projects$/i }).waitFor()
}

async function navigateByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { level: 1, name: /projects$/i }).waitFor()
}

async function assertFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), 'the page scrolls sideways')
}

async function assertDarkStays(page: Page): Promise<void> {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: /^Your account:/ }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light)
  const dark = await ground()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  assert.equal(await ground(), dark)
}

async function assertShell(run: RoleRun, page: Page): Promise<void> {
  assert.deepEqual((await navigationLinks(page, run.device)).toSorted(), linksOf[run.who].toSorted())
  await assertFits(page)
  await assertKeys(page, run)
  if (run.device === 'phone') await navigateByMenu(page)
  await assertFits(page)
  await assertDarkStays(page)
}

export const navigation = forAllRoles(async (run) => assertShell(run, await run.openPage()))
