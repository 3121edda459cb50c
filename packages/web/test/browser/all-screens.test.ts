// Opens every screen as the role that sees most, on a desktop. The client opens what they may not see. The table of
// screens is compared with the router and with the server. All roles on both sizes with axe on every screen in light
// and dark are in the long versions of this file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOf } from './roles/navigation.ts'
import { refusedRequests } from './roles/refused-requests.ts'
import { navigationLinks } from './roles/role-test.ts'
import { recordIdOf, screenProblems, testAllScreens } from './screen-checks.ts'
import { demoLogins, screens } from './screens.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp()

test('the table of screens has exactly the routes of the router', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath))
  assert.deepEqual([...new Set(screens.map(({ route }) => route))].toSorted(), routes.toSorted())
})

test('the table of screens and the server agree on who may see a screen', async () => {
  for (const screen of screens.filter(({ apiPath }) => apiPath !== undefined)) {
    const path = screen.apiPath?.replace('$id', await recordIdOf(app, screen)) ?? ''
    const allowed: DemoLogin[] = []
    for (const who of demoLogins) {
      const { status } = await app.server.request(path, { token: who })
      if (status === 200) allowed.push(who)
      else assert.ok([403, 404].includes(status), `${path} as ${who}: ${status}`)
    }
    assert.deepEqual(
      allowed,
      demoLogins.filter((who) => screen.visibleTo.includes(who)),
      `${screen.route}: ${path}`,
    )
  }
})

for (const who of demoLogins) {
  test(`${who} has only the links of the role`, async () => {
    const page = await app.page()
    await signIn(page, who)
    assert.deepEqual((await navigationLinks(page, 'desktop')).toSorted(), linksOf[who].toSorted())
  })
}

test('the screens that a client may not see are refused', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive')
  const options = { axe: [], screens: 'refused', screenshots: false } as const
  assert.deepEqual(await screenProblems(app, page, 'demo-executive', options), [])
})

for (const [who, requests] of Object.entries(refusedRequests)) {
  test(`the server refuses ${who} what the screens do not offer`, async () => {
    for (const { method, path, body } of requests) {
      const { status } = await app.server.request(path, { method, token: who, ...(body && { body }) })
      assert.equal(status, 403, `${method} ${path}`)
    }
  })
}

testAllScreens(app, 'desktop', ['demo-administrator'], { axe: [], screenshots: false })
