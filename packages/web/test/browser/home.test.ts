// The first screen of each role: what is to be done, how the week goes, and what waits; never more than the role may know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DemoLogin, openApp, signIn } from './browsing.ts'
import { shoot } from './looking.ts'

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

test('of many tasks the first are there, and a way to all of them', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  const overdue = page.getByRole('link', { name: /^Show all \d+: Overdue$/ })
  const count = /\d+/.exec((await overdue.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await overdue.click()
  await page.waitForURL(/overdue=t/)
  await page.getByText(`${count} tasks`, { exact: true }).waitFor()
})
