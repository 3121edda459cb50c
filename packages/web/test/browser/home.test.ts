// The first screen of each role: what is to be done, how the week goes, and what waits; never more than the role may know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DemoLogin, openApp, signIn } from './browsing.ts'
import { axeOf, shoot } from './looking.ts'

const app = openApp()

const everyone = ['My tasks', 'Right now', 'Hours this week', 'Requests waiting']

const sections: Readonly<Record<Exclude<DemoLogin, 'demo-executive'>, readonly string[]>> = {
  'demo-administrator': [...everyone, 'Weeks to approve', 'Projects near their budget'],
  'demo-manager': [...everyone, 'Projects near their budget'],
  'demo-resource': everyone,
  'demo-restricted': everyone,
}

for (const [who, wanted] of Object.entries(sections)) {
  test(`the day of ${who} has what they may see and nothing else`, async () => {
    const page = await app.page(who === 'demo-restricted' ? 'phone' : 'desktop')
    await signIn(page, who as DemoLogin)
    await page.getByRole('heading', { name: /^Hello / }).waitFor()
    for (const name of wanted) await page.getByRole('main').getByRole('region', { name, exact: true }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('heading', { level: 2 }).count(), wanted.length)
    assert.deepEqual(await axeOf(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'it fits')
    await shoot(page, `home-${who.replace('demo-', '')}`)
  })
}

test('a client sees the portal instead', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('region', { name: 'My tasks' }).count(), 0)
  assert.equal(await page.getByRole('region', { name: 'Timer' }).count(), 0)
})
