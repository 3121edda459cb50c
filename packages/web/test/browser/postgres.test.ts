// One journey on PostgreSQL: in, through the screens of the sidebar, and out. All others are on SQLite, because both databases
// give the same answers, which other tests hold.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntilIdle } from './page-monitor.ts'
import { navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp('postgres')

test('a Manager comes in and finds every screen of the sidebar filled from PostgreSQL', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  const links = await page
    .getByRole('navigation')
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  assert.ok(links.length > 3, String(links))
  for (const link of links) {
    await navigateTo(page, link)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await waitUntilIdle(page)
    assert.equal(await page.getByRole('alert').count(), 0, link)
  }
})
