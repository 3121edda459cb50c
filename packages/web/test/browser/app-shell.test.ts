// The shell around every screen: the palette, keyboard shortcuts, navigation on a phone, a server that does not
// answer, and a session that ends while typing. The links of each role are in roles/navigation.ts.
import assert from 'node:assert/strict'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

quickTest('the palette finds a record by a few letters and goes there by Enter', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const searches: string[] = []
  page.on('request', (request) => {
    if (/[?&](q|search)=/.test(request.url())) searches.push(new URL(request.url()).pathname)
  })
  await palette.getByRole('searchbox').fill('relaunch')
  const match = palette.getByRole('menuitem', { name: /Website relaunch/ })
  await match.waitFor()
  assert.deepEqual(searches, ['/app/api/search/'])
  assert.deepEqual(await axeViolations(page), [])
  await takeScreenshot(page, 'palette')
  await match.click()
  await page.getByRole('heading', { level: 1, name: /Website relaunch/ }).waitFor()
})

longTest('the palette opens a screen and runs a command', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('invo')
  await page.locator('[role=menuitem][data-focused]', { hasText: 'Invoices' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/invoices/)
})

longTest('the palette finds a screen by a keyword, and one Escape closes it', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('searchbox').fill('sign off')
  await palette.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('searchbox').fill('approve')
  await page.locator('[role=menuitem][data-focused]', { hasText: 'Approvals' }).waitFor()
  await palette.getByRole('menuitem').nth(1).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/approvals/)
})

quickTest('two keys open a screen, and the question mark lists all shortcuts', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/app\/tasks/)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Go to Timesheet').waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

longTest('on a phone the first links are in the bottom bar, the others in the menu', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-manager')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  assert.deepEqual(await axeViolations(page), [])
  await sheet.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), 'it scrolls sideways')
})

longTest('an unknown address shows a message and a link', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'nowhere')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL(/\/app\/?$/)
})

longTest('a banner is shown while the server does not answer', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'profile')
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expectPageError(page, /ERR_FAILED|Failed to load/)
  await page.route('**/app/api/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  const banner = page.getByRole('alert').filter({ hasText: "Can't reach the server" })
  await banner.waitFor()
  await takeScreenshot(page, 'banner')
  await banner.getByRole('button', { name: 'Retry now' }).click()
  assert.equal(await banner.isVisible(), true, 'the banner disappeared although the server does not respond')
  await page.unroute('**/app/api/**')
  await page.unroute('**/healthz')
  await banner.waitFor({ state: 'detached' })
})

longTest('typed text is kept when the session ends and the person signs in again', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings')
  const name = page.getByLabel(/^Name/)
  await name.fill('Demo company, renamed')
  expectPageError(page, /status of 401/)
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByText('Your session has expired').waitFor()
  await page.getByRole('button', { name: /Administrator/ }).click()
  await page.getByText('Your session has expired').waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'Demo company, renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
})

longTest(
  'without the server the page says so, and another screen loads with its styles when the server is back',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-manager', 'profile')
    await page.getByRole('heading', { name: 'Your profile' }).waitFor()
    expectPageError(page, /ERR_INTERNET_DISCONNECTED|Failed to load/)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Milestones' }).first().click()
    await page.getByRole('alert').filter({ hasText: 'Data may be out of date' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Milestones' }).waitFor()
    const bar = page.locator('[data-compact]')
    await bar.waitFor()
    assert.equal(await bar.evaluate((element) => getComputedStyle(element).display), 'flex')
  },
)

longTest('the palette finds names without their accents', async () => {
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

longTest('on a phone a tap anywhere on a row opens it, except on its checkbox', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-manager', 'tasks')
  const row = page.getByRole('table', { name: 'Tasks' }).getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  const box = await row.boundingBox()
  assert.ok(box)
  const title = await row.getByRole('link').innerText()
  // Waits until the row stands still: choosing it shows the actions for chosen rows.
  await row.tap({ position: { x: box.width / 2, y: box.height - 6 } })
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})

quickTest('an empty frame is shown before the session is known, and no text about timers before they are', async () => {
  const page = await app.page({})
  let answer: (() => void) | undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  for (const part of ['**/app/session', '**/app/api/timer/**']) {
    await page.route(part, async (route) => {
      if (part.endsWith('session')) await page.locator('[data-boot]').waitFor()
      else await answered
      await route.continue()
    })
  }
  await signIn(page, 'demo-administrator')
  await page.getByRole('button', { name: /^Your account: |^Johanna/ }).waitFor()
  assert.equal(await page.getByText(/^(?:Start timer|Timers)$/).count(), 0, 'no text before the timers are known')
  answer?.()
  await page.getByRole('region', { name: 'Timer' }).getByRole('timer').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})
