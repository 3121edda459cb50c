// The page that shows the contract, in a real Chromium: it loads nothing from other servers, violates no policy, and
// can send a request with a token.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../../scripts/chromium.ts'
import { type ApiFixture, startApiFixture } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'

suite('the page in a browser', () => {
  const databases = new TestDatabases()
  let fixture: ApiFixture
  let browser: Browser
  let address = ''
  before(async () => {
    fixture = await startApiFixture(await (await databases.create('sqlite')).open())
    address = await fixture.app.listen({ host: '127.0.0.1', port: 0 })
    const executablePath = findChromium()
    assert.ok(executablePath, noChromiumMessage)
    browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
  })
  after(async () => {
    await browser?.close()
    await fixture.close()
    await databases.clear()
  })

  test('it shows the contract, loads nothing from other servers, violates no policy, and can send a request', async () => {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && !request.url().startsWith(`${address}/`)) errors.push(request.url())
    })
    page.setDefaultTimeout(120_000)
    await page.goto(`${address}/docs/#/me/listMe`)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const basic = page.locator('.auth-container form').filter({ has: page.locator('input[name=username]') })
    await basic.locator('input[name=username]').fill(fixture.a.tokens.manager)
    await basic.getByRole('button', { name: /apply|authorize/i }).click()
    await page.locator('.auth-container .btn-done').first().click()
    const operation = page.locator('#operations-me-listMe')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = await operation.locator('.live-responses-table .highlight-code').first().innerText()
    assert.match(answer, new RegExp(`"personid": ${fixture.a.people.manager}\\b`))
    assert.deepEqual(errors, [])
  })
})
