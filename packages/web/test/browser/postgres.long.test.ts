// Opens the main screens on PostgreSQL. The other browser tests use SQLite: the tests of the server verify that both
// databases give the same responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntilIdle } from './page-monitor.ts'
import { navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp('postgres')

test('every screen of the sidebar loads for a Manager on PostgreSQL', async () => {
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
