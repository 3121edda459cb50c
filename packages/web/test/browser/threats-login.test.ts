// Attacks on sign-in (T-50, T-54, T-55): data left after sign-out, redirects while signing in, and the handling of a
// typed password.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { directDatabase } from './direct-database.ts'
import { waitUntilIdle } from './page-monitor.ts'
import {
  allowPageError,
  type DemoLogin,
  demoCredentials,
  expectPageError,
  forgetSession,
  openApp,
  signIn,
} from './test-app.ts'
import { XssDetector } from './xss-detector.ts'
import { canaryHost } from './xss-payloads.ts'

const app = openApp('sqlite', { STINT_LOG: 'debug' })
const database = directDatabase(app)

const signInScreen = (page: Page) => page.getByRole('heading', { name: 'Sign in' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInScreen(page).waitFor()
}

quickTest('T-50: after signing out neither the back button nor the old cookie shows data of the person', async () => {
  const page = await app.page()
  // Signing out may overtake requests of the page.
  allowPageError(page, /status of 401/)
  await signIn(page, 'demo-manager', 'projects')
  const project = String(database.one('select name from project where active = ? order by id desc', 't'))
  await page.getByText(project).first().waitFor()
  await page.goto('/app/tasks')
  await page.getByRole('main').getByRole('heading').first().waitFor()
  const old = await page.context().cookies()
  await signOut(page)
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await signInScreen(page).waitFor()
    const there = await page.content()
    assert.ok(
      !there.includes(project) && !there.includes('Lefèvre, '),
      'the page still has data of the signed-out person',
    )
    assert.equal(await page.getByRole('navigation').count(), 0)
  }
  await page.context().addCookies(old)
  await page.goto('/app/projects')
  await signInScreen(page).waitFor()
  assert.equal(await page.getByRole('navigation').count(), 0)
  const stored = await page.evaluate(async () => [
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name),
    JSON.stringify({ ...localStorage, ...sessionStorage }),
  ])
  assert.ok(!stored.join().includes(project), 'records are stored in the browser')
})

quickTest('T-50: signing in replaces the cookie, also a planted one, and ends the previous session', async () => {
  const page = await app.page()
  const { username, password } = await demoCredentials(page, 'demo-manager')
  const planted = 'A'.repeat(43)
  await page
    .context()
    .addCookies([
      { name: '__Host-stint', value: planted, url: app.server.url, secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
  await page.goto('/app/tasks')
  await signInScreen(page).waitFor()
  await page.getByRole('button', { name: /Executive/ }).click()
  await page.getByRole('navigation').first().waitFor()
  // A request on its way would be answered with 401 when the session ends.
  await waitUntilIdle(page)
  const [cookie] = await page.context().cookies()
  assert.notEqual(cookie?.value, planted)
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'x-stint-app': '1', 'content-type': 'application/json' }
      return (await fetch('/app/session', { method: 'POST', headers, body: JSON.stringify(body) })).status
    },
    { username, password },
  )
  assert.equal(status, 201)
  const [next] = await page.context().cookies()
  assert.notEqual(next?.value, cookie?.value)
  // The live connection of the ended session is over, so the page may ask for its notifications before it is reloaded.
  allowPageError(page, /status of 401 .*\/notification\//)
  await page.context().addCookies([{ ...cookie, name: '__Host-stint', value: cookie?.value ?? '' }])
  await page.reload()
  await signInScreen(page).waitFor()
})

const foreignUrl = `https://${canaryHost}/`

/** Paths after /app that lead to the sign-in screen. */
const redirectTargets: readonly string[] = [
  `//${canaryHost}`,
  `///${canaryHost}/`,
  `/\\${canaryHost}`,
  `/\\/${canaryHost}`,
  `/%5c${canaryHost}`,
  `/%2f%2f${canaryHost}`,
  `/%2f${canaryHost}/..`,
  `/.//${canaryHost}`,
  `/..//${canaryHost}/app/`,
  `/%09/${canaryHost}`,
  `/@${canaryHost}`,
  `/${foreignUrl}`,
  '/javascript:alert(1)',
  '/javascript%3Aalert(1)//',
  '/data:text/html,<script>alert(1)</script>',
  `/?next=${foreignUrl}`,
  `/?next=//${canaryHost}`,
  `/?next=/\\${canaryHost}`,
  '/?next=javascript:alert(1)',
  `/?redirect=${foreignUrl}`,
  `/?returnTo=${foreignUrl}`,
  `/?return_url=//${canaryHost}`,
  `/?url=${foreignUrl}&continue=${foreignUrl}&goto=${foreignUrl}`,
  `/?redirect=%2F%2F${canaryHost}`,
  `/tasks?next=${foreignUrl}`,
  `/login?next=${foreignUrl}`,
  `/#//${canaryHost}`,
  `/#${foreignUrl}`,
  '/#javascript:alert(1)',
  `/#/?next=${foreignUrl}`,
  `/welcome?next=${foreignUrl}#${foreignUrl}`,
  '/?__proto__[next]=//canary.example',
]

longTest('T-54: no address of the sign-in screen redirects to another site', async () => {
  assert.ok(redirectTargets.length >= 30)
  const page = await app.page()
  const trap = new XssDetector(page)
  const gone = new Set<string>()
  page.on('framenavigated', (frame) => gone.add(new URL(frame.url()).origin))
  for (const way of redirectTargets) {
    await forgetSession(page)
    const answer = await page.goto(`/app${way}`)
    if (answer?.headers()['content-type']?.startsWith('text/html') === true) {
      await signInScreen(page)
        .or(page.getByRole('heading', { name: 'This link was used' }))
        .waitFor()
      const login = page.getByRole('button', { name: /Executive/ })
      if (!way.startsWith('/welcome')) {
        await login.click()
        await trap.waitFor(page.getByRole('navigation').first())
      }
    } else assert.equal(answer?.status(), 401, `${way} is neither the application nor refused`)
    assert.deepEqual([...gone], [new URL(app.server.url).origin], way)
    assert.deepEqual([trap.ran, trap.requested], [[], []], way)
    await page.goto('/app/mark.svg')
  }
  expectPageError(page, /status of 401/)
})

/** The places in a page that contain the secret, except the value of the input itself. */
const occurrencesOf = (page: Page, secret: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const places: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (value.includes(wanted)) places.push(`<${element.localName} ${name}>`)
      }
    }
    if (document.documentElement.outerHTML.includes(wanted)) places.push('the page')
    if (
      JSON.stringify({ ...localStorage, ...sessionStorage, href: location.href, state: history.state }).includes(wanted)
    )
      places.push('what the browser keeps')
    return places
  }, secret)

async function changePassword(page: Page, current: string, next: string): Promise<number> {
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel(/^Current password/).fill(current)
  await form.getByLabel(/^New password/).fill(next)
  assert.deepEqual(await occurrencesOf(page, current), [], 'the old password is in the page')
  assert.deepEqual(await occurrencesOf(page, next), [], 'the new password is in the page')
  const answered = page.waitForResponse('**/app/password')
  await form.locator('button[type=submit]').click()
  return (await answered).status()
}

const accepted: readonly string[] = [
  'as long as a password may be '.padEnd(256, 'x'),
  '🐤'.repeat(256),
  '  spaces before and behind  ',
  'ünï cödé pässwörd ✓ <b>&amp;"',
]
const refused: readonly string[] = [
  'longer than a password may be '.padEnd(257, 'x'),
  '🐤'.repeat(257),
  'short 7',
  'password123',
  'with a\u0000 NUL in it',
]

longTest('T-55: a password is used exactly as typed or refused, and appears only in its field', async () => {
  const who: DemoLogin = 'demo-resource'
  const page = await app.page()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const { username, password } = await demoCredentials(page, who)
  await signIn(page, who, 'profile?tab=security')
  let current = password
  for (const next of refused) assert.equal(await changePassword(page, current, next), 400, JSON.stringify(next))
  for (const next of accepted) {
    assert.equal(await changePassword(page, current, next), 204, next)
    current = next
    await page.getByRole('status').or(page.getByRole('alertdialog')).first().waitFor()
    assert.deepEqual(await occurrencesOf(page, next), [], 'after it was changed')
    const fresh = await app.page()
    const fits = async (typed: string): Promise<boolean> => {
      await fresh.goto('/app/')
      await fresh.getByLabel('Username').fill(username)
      await fresh.getByLabel(/^Password/).fill(typed)
      assert.deepEqual(await occurrencesOf(fresh, typed), [], 'while signing in')
      const answered = fresh.waitForResponse(
        (one) => one.url().endsWith('/app/session') && one.request().method() === 'POST',
      )
      await fresh.getByRole('button', { name: 'Sign in' }).click()
      return (await answered).status() === 201
    }
    if (next.trim() !== next) {
      assert.equal(await fits(next.trim()), false, 'spaces were trimmed')
      expectPageError(fresh, /status of 401/)
    }
    assert.equal(await fits(next), true, next)
    // The next password change ends this session; another test covers that.
    await fresh.close()
  }
  const output = app.server.process.stdout + app.server.process.stderr
  for (const secret of [...accepted, ...refused]) {
    assert.ok(
      !output.includes(secret) && !output.includes(JSON.stringify(secret).slice(1, -1)),
      'a password is in the log',
    )
    assert.ok(!urls.some((url) => decodeURIComponent(url).includes(secret)), 'a password is in an address')
  }
  assert.ok(output.includes('"status":204'), 'the log has no requests')
  expectPageError(page, /status of 400/)
})
