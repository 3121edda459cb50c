// Every screen of the application as each role, on a desktop; on a phone in the file beside. The table of screens is held against the
// router, so that none is forgotten, and against what the server answers, so that it says nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DemoLogin, openApp, signIn } from './browsing.ts'
import { idOf, walkScreens } from './screen-walk.ts'
import { people, screens } from './screens.ts'

const app = openApp()

test('the table has every route that the router has, and no other', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath))
  assert.deepEqual([...new Set(screens.map(({ route }) => route))].toSorted(), routes.toSorted())
})

test('the table says of each screen whom it is for as the server does', async () => {
  for (const screen of screens.filter(({ asks }) => asks !== undefined)) {
    const path = screen.asks?.replace('$id', await idOf(app, screen)) ?? ''
    const open: DemoLogin[] = []
    for (const who of people) {
      const { status } = await app.server.ask(path, { token: who })
      if (status === 200) open.push(who)
      else assert.ok([403, 404].includes(status), `${path} as ${who}: ${status}`)
    }
    assert.deepEqual(
      open,
      people.filter((who) => screen.people.includes(who)),
      `${screen.route}: ${path}`,
    )
  }
})

walkScreens(app, 'desktop')
