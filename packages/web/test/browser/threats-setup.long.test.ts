// Attacks on a new server (T-56): its set-up link works once, no other code works, and no common password signs in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expectPageError, openApp } from './test-app.ts'

const app = openApp('new')

const link = (): string => app.server.banner['Set up at'] ?? ''

async function fillSetup(page: Page, password: string): Promise<number> {
  const fill = (label: RegExp | string, text: string): Promise<void> => page.getByLabel(label).first().fill(text)
  await fill(/^(Company|What is your company)/i, 'Canary & Sons')
  await fill(/^First name/i, 'Ada')
  await fill(/^Username/i, 'ada')
  await fill(/^E-?mail/i, 'ada@example.com')
  await fill(/^Password/i, password)
  const answered = page.waitForResponse('**/app/setup')
  await page.getByRole('main').locator('button[type=submit]').click()
  return (await answered).status()
}

/** Common default user names and passwords. */
const pairs: readonly (readonly [string, string])[] = [
  ['admin', 'admin'],
  ['admin', 'password'],
  ['admin', 'stint'],
  ['admin', ''],
  ['root', 'root'],
  ['stint', 'stint'],
  ['administrator', 'administrator'],
  ['demo', 'demo'],
  ['demo-administrator', 'demo-administrator'],
  ['test', 'test'],
]

/** Posts without the form, which a used link does not show. */
const post = (page: Page, path: string, fields: Readonly<Record<string, string>>): Promise<number> =>
  page.evaluate(
    async ([to, body]) => {
      const headers = { 'x-stint-app': '1', 'content-type': 'application/json' }
      return (await fetch(`/app/${to}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    },
    [path, fields] as const,
  )

const tryPair = (page: Page, [username, password]: readonly [string, string]): Promise<number> =>
  post(page, 'session', { username, password })

test('T-56: on a new server no common name and password signs in, and no demo is offered', async () => {
  const page = await app.page()
  await page.goto('/app/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByRole('region').count(), 0, 'demo logins are offered')
  for (const pair of pairs) assert.ok([400, 401].includes(await tryPair(page, pair)), pair.join(' '))
  assert.deepEqual(await page.context().cookies(), [])
  expectPageError(page, /status of 40[01]/)
})

test('T-56: the set-up link needs its code, refuses common passwords, and works once', async () => {
  const page = await app.page()
  const urls: string[] = []
  page.on('request', (request) => urls.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  const code = new URL(link()).hash.slice(1)
  assert.ok(code.length >= 32, link())
  for (const wrong of ['', 'x', code.slice(1), `${code}x`, code.toLowerCase()]) {
    await page.goto('about:blank')
    await page.goto(`/app/welcome#${wrong}`)
    assert.ok([400, 401].includes(await fillSetup(page, 'correct horse battery')), `code ${wrong}`)
  }
  await page.goto('about:blank')
  await page.goto(link())
  for (const common of ['password123', '12345678', 'stint123', 'ada']) {
    assert.equal(await fillSetup(page, common), 400, common)
  }
  assert.equal(await fillSetup(page, 'correct horse battery'), 201)
  await page.getByRole('navigation').first().waitFor()
  assert.ok(!(await page.evaluate(() => location.href)).includes(code), 'the code is still in the address')
  assert.ok(!urls.some((url) => url.includes(code)), 'the code was sent in an address or a header')

  const second = await app.page()
  await second.goto(link())
  await second.getByRole('heading', { name: 'This link was used' }).waitFor()
  const names = { company: 'Canary', timezone: 'UTC', firstname: 'Eve', username: 'eve', email: 'eve@example.com' }
  const again = await post(second, 'setup', { ...names, password: 'another horse battery', code })
  assert.equal(again, 401, 'the link works a second time')
  assert.equal(await tryPair(second, [app.server.banner.Username ?? '', app.server.banner.Password ?? '']), 401)
  assert.equal(await tryPair(second, ['ada', 'correct horse battery']), 201)
  expectPageError(page, /status of 40[01]/)
  expectPageError(second, /status of 401/)
})
