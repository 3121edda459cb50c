// Every screen of the application as each role, on a desktop; on a phone in the file beside. The table of screens is held against the
// router, so that none is forgotten, and against what the server answers, so that it says nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordIdOf, testAllScreens } from './screen-checks.ts'
import { demoLogins, screens } from './screens.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp()

test('the table has every route that the router has, and no other', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath))
  assert.deepEqual([...new Set(screens.map(({ route }) => route))].toSorted(), routes.toSorted())
})

test('the table says of each screen whom it is for as the server does', async () => {
  for (const screen of screens.filter(({ apiPath }) => apiPath !== undefined)) {
    const path = screen.apiPath?.replace('$id', await recordIdOf(app, screen)) ?? ''
    const open: DemoLogin[] = []
    for (const who of demoLogins) {
      const { status } = await app.server.request(path, { token: who })
      if (status === 200) open.push(who)
      else assert.ok([403, 404].includes(status), `${path} as ${who}: ${status}`)
    }
    assert.deepEqual(
      open,
      demoLogins.filter((who) => screen.visibleTo.includes(who)),
      `${screen.route}: ${path}`,
    )
  }
})

testAllScreens(app, 'desktop')
