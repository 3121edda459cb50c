// Sign-in and sign-out: by keyboard, with a wrong password, with a demo login, and after a session has ended.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { type Device, demoCredentials, expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const openSignIn = async (device: Device = 'desktop', path = ''): Promise<Page> => {
  const page = await app.page(device)
  await page.goto(`/app/${path}`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  return page
}

const fill = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel(/^Password/).fill(password)
}

const navigationOf = (page: Page) => page.getByRole('navigation').first()

for (const device of ['desktop', 'phone'] as const) {
  longTest(`the sign-in screen passes axe and fits, on a ${device}`, async () => {
    const page = await openSignIn(device)
    assert.deepEqual(await axeViolations(page), [])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= (page.viewportSize()?.width ?? 0), 'it scrolls sideways')
    await takeScreenshot(page, 'sign-in')
    await page.emulateMedia({ colorScheme: 'dark' })
    await takeScreenshot(page, 'sign-in')
  })
}

quickTest('signing in works by keyboard alone', async () => {
  const page = await openSignIn()
  const { username, password } = await demoCredentials(page, 'demo-resource')
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await navigationOf(page).waitFor()
})

longTest('T-50: scripts cannot read the cookie, and the page stores nothing of the session', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  const [cookie] = await page.context().cookies()
  assert.deepEqual(
    [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite, cookie?.path],
    ['__Host-stint', true, true, 'Lax', '/'],
  )
  const stored = await page.evaluate(() => [document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })])
  assert.equal(stored[0], '')
  assert.ok(!stored[1]?.includes(cookie?.value ?? ''))
})

quickTest('T-48: a wrong password and an unknown name get the same message, and the input is kept', async () => {
  const page = await openSignIn()
  expectPageError(page, /status of 401/)
  const { username } = await demoCredentials(page, 'demo-resource')
  const messages: string[] = []
  for (const name of [username, 'nobody-of-this-name']) {
    await fill(page, name, 'not the password')
    const answered = page.waitForResponse('**/app/session')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const answer = await answered
    messages.push(await answer.text())
    await page.getByText('Wrong username or password').waitFor()
    assert.equal(await page.getByLabel('Username').inputValue(), name)
  }
  assert.equal(messages[0], messages[1])
  assert.deepEqual(await axeViolations(page), [])
})

longTest('the demo offers its logins, and one click signs in', async () => {
  const page = await openSignIn('phone')
  await page.getByRole('button', { name: /Executive/ }).click()
  await page.getByRole('main').waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' })
})

quickTest('T-54: signing in leads to the requested address on this server', async () => {
  const page = await openSignIn('desktop', 'tasks')
  const { username, password } = await demoCredentials(page, 'demo-manager')
  await fill(page, username, password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await navigationOf(page).waitFor()
  assert.equal(new URL(page.url()).pathname, '/app/tasks')
})

longTest('T-50: signing out deletes the cookie and ends the session', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  const before = await page.context().cookies()
  await page.getByRole('button', { name: /Lefèvre/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // The browser stays known to the server, so that its next sign-in is not mailed as one of a new browser.
  const left = (await page.context().cookies()).map(({ name }) => name)
  assert.deepEqual(left, ['__Host-stint-browser'])
  await page.context().addCookies(before)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

longTest('a demo login without a server shows an error, and works when the server is back', async () => {
  const page = await openSignIn()
  expectPageError(page, /ERR_FAILED/)
  await page.route('**/app/session', (route) => route.abort())
  await page.getByRole('button', { name: /Manager/ }).click()
  await page.getByRole('alert').getByText("Can't reach the server", { exact: false }).waitFor()
  await page.unroute('**/app/session')
  await page.getByRole('button', { name: /Manager/ }).click()
  await navigationOf(page).waitFor()
})

longTest('T-47: after too many attempts the page says how many minutes to wait, and the input is kept', async () => {
  const page = await openSignIn()
  expectPageError(page, /status of 400/)
  await page.route('**/app/session', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      headers: { 'retry-after': '884' },
      body: JSON.stringify({ error: { code: 12, message: 'Bad', verbose: ['too many tries; try again in 884 s'] } }),
    }),
  )
  await fill(page, 'somebody', 'not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Try again in 15 minutes.', { exact: false }).waitFor()
  assert.equal(await page.getByLabel(/^Password/).inputValue(), 'not the password')
})
