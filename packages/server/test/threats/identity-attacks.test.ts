// The table of attacks on identity, docs/identity-attacks.md: every test that it names exists. And attacks that belong
// to several ways to sign in: planted sessions (T-50) and planted sign-ins that wait for a second factor (T-162).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp } from '../fixture/api-fixture.ts'
import { CodeApp } from '../fixture/code-app.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { mailSite } from '../fixture/mail-fixture.ts'
import { PasskeyDevice } from '../fixture/passkey-device.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const row = /^\| (\d+) \| ([^|]+) \| ([\w/.-]+) \| ([^|]+) \|$/gm

test('every attack of the table has a test, and there are at least 25', () => {
  const document = read('../../../../docs/identity-attacks.md')
  const attacks = [...document.matchAll(row)].map(([, number, , file = '', name = '']) => ({ number, file, name }))
  assert.equal(attacks.length, document.split('\n').filter((line) => /^\| \d/.test(line)).length)
  assert.ok(attacks.length >= 25)
  assert.deepEqual(
    attacks.map(({ number }) => Number(number)),
    attacks.map((_, at) => at + 1),
  )
  const missing = attacks.filter(({ file, name }) => {
    const declared = [...read(`../${file}`).matchAll(/\b(?:test|longTest)\(\s*(['"`])(.*?)\1,/g)].map(
      ([, , text]) => text,
    )
    return !declared.includes(name)
  })
  assert.deepEqual(missing, [])
})

const password = 'correct horse battery'
const origin = new URL(mailSite.publicUrl ?? '').origin

suiteApiFixture((fixture) => {
  let app: FastifyInstance
  const device = new PasskeyDevice(origin)
  let codes: CodeApp
  const now = (): number => fixture().clock.now()

  before(async () => {
    const { a, database, clock } = fixture()
    app = newApp(database, clock, mailSite)
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const name of ['administrator', 'manager', 'resource'] as const)
      await administrator.update(`/person/${a.people[name]}/`, { password })
    const manager = await signInBrowser(app, 'manager', password)
    const asked = await manager.post('/app/passkeys/begin', { current: password })
    const credential = device.create(asked.json.options)
    assert.equal((await manager.post('/app/passkeys', { name: 'Key', credential })).status, 201)
    const resource = await signInBrowser(app, 'resource', password)
    const { secret } = (await resource.post('/app/factor', { current: password })).json.setup as { secret: string }
    codes = new CodeApp(secret)
    assert.equal((await resource.post('/app/factor/confirm', { code: codes.code(now()) })).status, 201)
  })

  after(() => app.close())

  const withPasskey = async (browser: CookieBrowser) => {
    const { options } = (await browser.post('/app/session/passkey/begin')).json
    return browser.post('/app/session/passkey', { credential: device.use(options) })
  }
  const withCode = async (browser: CookieBrowser) => {
    fixture().clock.moveBy(60_000)
    assert.deepEqual((await browser.signIn('resource', password)).json, { next: 'code' })
    return browser.post('/app/session/code', { code: codes.code(now()) })
  }

  test('T-50: a cookie that was planted in a browser is never the one of its session', async () => {
    const ways = [(browser: CookieBrowser) => browser.signIn('ada', password), withCode, withPasskey]
    for (const enter of ways) {
      const made = 'A'.repeat(43)
      const unknown = new CookieBrowser(app)
      unknown.cookie = `__Host-stint=${made}`
      unknown.others.set('__Host-stint-code', `__Host-stint-code=${made}`)
      unknown.others.set('__Host-stint-passkey', `__Host-stint-passkey=${made}`)
      assert.equal((await enter(unknown)).status, 201)
      assert.ok(await unknown.isSignedIn())
      assert.ok(!unknown.cookie.includes(made))
      const attacker = new CookieBrowser(app)
      attacker.cookie = `__Host-stint=${made}`
      assert.equal(await attacker.isSignedIn(), false)

      const own = await signInBrowser(app, 'ada', password)
      const victim = new CookieBrowser(app)
      victim.cookie = own.cookie
      assert.equal((await enter(victim)).status, 201)
      assert.notEqual(victim.cookie, own.cookie)
      assert.equal(await own.isSignedIn(), false, 'the planted session ended')
    }
  })

  test('T-162: the code and the passkey of one person do not complete the sign-in of another', async () => {
    const waiting = async (username: string, next: string) => {
      const browser = new CookieBrowser(app)
      assert.deepEqual((await browser.signIn(username, password)).json, { next })
      return browser
    }
    fixture().clock.moveBy(60_000)
    const [managers, resources] = [await waiting('manager', 'passkey'), await waiting('resource', 'code')]
    const code = codes.code(now())
    assert.equal((await managers.post('/app/session/code', { code })).status, 401)
    const asked = await resources.post('/app/session/code/passkey/begin')
    const credential = device.use(asked.json.options)
    assert.equal((await resources.post('/app/session/code/passkey', { credential })).status, 401)
    for (const browser of [managers, resources]) assert.equal(await browser.isSignedIn(), false)
    assert.equal((await resources.post('/app/session/code', { code })).status, 201, 'the code was not used up')
  })
})
