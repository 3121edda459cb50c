// What is around every screen: the palette, shortcuts and their sheet, the way on a phone, a server that does not answer, and a
// session that ends while somebody types. Which places each role has is walked in points/frame.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectFault, openApp, signIn } from './browsing.ts'
import { axeOf, shoot } from './looking.ts'

const app = openApp()

test('the palette finds a record by a few letters and goes there by Enter', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('searchbox').fill('relaunch')
  const found = palette.getByRole('menuitem', { name: /Website relaunch/ })
  await found.waitFor()
  assert.deepEqual(await axeOf(page), [])
  await shoot(page, 'palette')
  await found.click()
  await page.getByRole('heading', { level: 1, name: /Website relaunch/ }).waitFor()
})

test('the palette goes to a place and does what the frame can do', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('invo')
  await page.locator('[role=menuitem][data-focused]', { hasText: 'Invoices' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/invoices/)
})

test('the palette finds a place by what is done there, and one Escape is enough', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('searchbox').fill('sign off')
  await palette.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
})

test('two keys in a row lead to a place, the question mark shows all of them', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/app\/tasks/)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Go to Timesheet').waitFor()
  assert.deepEqual(await axeOf(page), [])
})

test('on a phone the first places stand below, the others in a sheet', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-manager')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  assert.deepEqual(await axeOf(page), [])
  await sheet.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), 'it scrolls sideways')
})

test('an address that leads nowhere says so, and where to go', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'nowhere')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.waitForURL(/\/app\/?$/)
})

test('a server that does not answer is told by a banner, which goes when it is back', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'profile')
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expectFault(page, /ERR_FAILED|Failed to load/)
  await page.route('**/app/api/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await page.getByRole('tab', { name: 'Mails' }).click()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  const banner = page.getByRole('alert').filter({ hasText: 'The server does not answer' })
  await banner.waitFor()
  await shoot(page, 'banner')
  await banner.getByRole('button', { name: 'Try now' }).click()
  assert.equal(await banner.isVisible(), true, 'it went although nothing answered')
  await page.unroute('**/app/api/**')
  await page.unroute('**/healthz')
  await banner.waitFor({ state: 'detached' })
})

test('what was typed is still there after signing in again where a session ended', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings')
  const name = page.getByLabel(/^Name/)
  await name.fill('Demo company, renamed')
  expectFault(page, /status of 401/)
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByText('Your session has ended').waitFor()
  await page.getByRole('button', { name: /Administrator/ }).click()
  await page.getByText('Your session has ended').waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'Demo company, renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
})

test('without the server the screen stays; another one is waited for and comes with its looks', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'profile')
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expectFault(page, /ERR_INTERNET_DISCONNECTED|Failed to load/)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Milestones' }).first().click()
  await page.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Milestones' }).waitFor()
  const bar = page.getByRole('radiogroup').first().locator('..')
  await bar.waitFor()
  assert.equal(await bar.evaluate((element) => getComputedStyle(element).display), 'flex')
})

test('the palette finds names without their accents', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Search and commands' }).fill('suderhof')
  await page
    .getByRole('menuitem', { name: /Brauerei Süderhof/ })
    .first()
    .waitFor()
  await page.getByRole('menuitem', { name: /Website relaunch Süderhof/ }).waitFor()
})

test('on a phone a row is pressed anywhere, and a box in it is still a box', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-manager', 'tasks')
  const row = page.getByRole('table', { name: 'Tasks' }).getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  const box = await row.boundingBox()
  assert.ok(box)
  const title = await row.getByRole('link').innerText()
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})
