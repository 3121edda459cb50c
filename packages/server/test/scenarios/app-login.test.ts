// A person's own login in the web client: password, API tokens, a test mail; and the set-up of a new account by its
// link.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { changeOwnPassword, readOwnLogin } from '../../src/auth/own-password.ts'
import { completeSignIn } from '../../src/auth/sign-in.ts'
import type { Actor } from '../../src/define/actor.ts'
import type { Mailer } from '../../src/define/mailer.ts'
import { newAccount } from '../../src/main/first-start.ts'
import { assertRefusedWith, callerFor, personBody, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp } from '../fixture/api-fixture.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'correct horse battery'
const newPassword = 'a fresh battery horse'

const setupAnswers = {
  company: 'Tischlerei Nord',
  timezone: 'europe/vienna',
  currency: 'EUR',
  firstname: 'Nora',
  lastname: 'Nord',
  username: 'nora',
  email: 'nora@nord.example.com',
  password: 'a long enough one',
}

suiteApiFixture((fixture) => {
  let mails: MailFixture
  let app: FastifyInstance
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  before(async () => {
    mails = await startMailFixture(fixture())
    app = newApp(fixture().database, fixture().clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    for (const name of ['administrator', 'manager', 'resource'] as const) {
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
    }
  })
  after(async () => {
    await app.close()
    await mails.close()
  })

  test('T-50, T-55: a changed password ends all other sessions and is reported by a mail without the password', async () => {
    const [here, there] = [await signInBrowser(app, 'manager', password), await signInBrowser(app, 'manager', password)]
    assertRefusedWith(
      await here.post('/app/password', { current: 'wrong', password: newPassword }),
      400,
      18,
      'current: ',
    )
    const arrived = await mails.mailsSentBy(async () => {
      assert.equal((await here.post('/app/password', { current: password, password: newPassword })).status, 204)
    })
    assert.deepEqual([await here.isSignedIn(), await there.isSignedIn()], [true, false])
    const { subject, plain, html } = arrived.mailTo('manager')
    assert.equal(subject, 'Your Stint password was changed')
    for (const text of [plain, html]) assert.doesNotMatch(text, /battery|argon2/)
    assert.match(plain, /cannot be turned off/)
    assertRefusedWith(await new CookieBrowser(app).signIn('manager', password), 401, 9)
    await signInBrowser(app, 'manager', newPassword)
  })

  test('T-50, T-55: an Administrator who sets a password through the API ends that person’s sessions, with a mail', async () => {
    const { a } = fixture()
    const browser = await signInBrowser(app, 'resource', password)
    const arrived = await mails.mailsSentBy(() =>
      mails.call({
        token: a.tokens.administrator,
        method: 'PUT',
        path: `/person/${a.people.resource}/`,
        body: { password: newPassword },
        headers: { accept: 'application/json' },
      }),
    )
    assert.equal(await browser.isSignedIn(), false)
    assert.match(arrived.mailTo('resource').plain, /Ada Boss-a changed your Stint password/)
    assert.deepEqual(arrived.recipients, ['resource'])
  })

  test('T-55: a password of one’s own has 8 to 256 code points, is not a common one, and is never repeated in an error', async () => {
    const { people } = fixture().a
    await administrator().update(`/person/${people.resource}/`, { password })
    const browser = await signInBrowser(app, 'resource', password)
    const change = (expected: string) => browser.post('/app/password', { current: password, password: expected })
    for (const expected of ['1234567', 'x'.repeat(257), '😀'.repeat(257), 'PassWord123', 'null\u0000inside']) {
      const reply = await change(expected)
      assertRefusedWith(reply, 400, 18, 'password: ')
      assert.ok(!reply.text.includes(expected), `the error message repeats ${expected}`)
    }
    assertRefusedWith(await browser.post('/app/password', { current: password }), 400, 18, 'password: is required')
    const fit = `${'😀'.repeat(254)} ü`
    assert.equal((await change(fit)).status, 204)
    await signInBrowser(app, 'resource', fit)
    assertRefusedWith(await new CookieBrowser(app).signIn('resource', fit.slice(0, -1)), 401, 9)
  })

  test('T-98: the API refuses the passwords that the web application refuses, and never repeats them', async () => {
    const { people } = fixture().a
    const path = `/person/${people.resource}/`
    await administrator().update(path, { password })
    for (const [expected, rule] of [
      ['1', 'at least 8 characters'],
      ['7 chars', 'at least 8 characters'],
      ['x'.repeat(31), 'use at most 30'],
      ['PassWord123', 'is too common'],
      ['resourceOf-a', 'the name of the person'],
      ['ACCOUNT A', 'the name of the company'],
    ] as const) {
      const twin = personBody('resource', 4, { lastname: 'Of-a', username: 'twin', password: expected })
      const replies = [
        await administrator().send('PUT', path, { password: expected }),
        await administrator().send('POST', '/person/', twin),
      ]
      for (const reply of replies) {
        assertRefusedWith(reply, 400, 18, 'password: ', rule)
        if (expected.length > 1) assert.ok(!reply.text.includes(expected), `the error repeats ${expected}`)
      }
    }
    const named = await administrator().send('PUT', path, { username: 'longusername', password: 'LongUserName' })
    assertRefusedWith(named, 400, 18, 'password: must not be the username')
    await signInBrowser(app, 'resource', password)
    await administrator().update(path, { password: 'x'.repeat(30) })
    await signInBrowser(app, 'resource', 'x'.repeat(30))
    await administrator().update(path, { password: '' })
    assertRefusedWith(await new CookieBrowser(app).signIn('resource', 'x'.repeat(30)), 401, 9)
  })

  test('T-50: a password that was changed since it was compared opens no session and is not replaced', async () => {
    const { a, database } = fixture()
    const personid = a.people.restricted
    const now = '2026-05-14 10:00:00'
    const session = {
      personid,
      hash: 'of the cookie',
      pendingHash: 'of the other cookie',
      now,
      browser: '',
      address: '',
    }
    const actor: Actor = {
      ...{ accountid: a.accountid, personid, clientid: null, timezone: 'UTC', today: '2026-05-14', now },
      ...{ role: 'Resource', restricted: true, channel: 'session', requestid: null },
    }
    const noMails: Mailer = { site: null, readAs: async () => null }
    const change = { actor, sessionid: 0, was: 'another hash', password: 'a new hash', revokesTokens: false }
    const results = await database.write(a.accountid, async (tx) => [
      await completeSignIn(tx, 'another hash', session),
      await changeOwnPassword(tx, noMails, change),
      (await readOwnLogin(tx, personid))?.password === 'a new hash',
    ])
    assert.deepEqual(results, [null, false, false])
    const current = await database.read(a.accountid, (tx) => readOwnLogin(tx, personid))
    const was = String(current?.password)
    assert.equal(await database.write(a.accountid, (tx) => changeOwnPassword(tx, noMails, { ...change, was })), true)
  })

  test('T-113: the responses of sessions, with tokens and logins, are never compressed', async () => {
    const browser = await signInBrowser(app, 'ada', password)
    const headers = { 'accept-encoding': 'br, zstd, gzip' }
    const name = 'A token with a long name '.repeat(3).trim()
    const ids: unknown[] = []
    for (let count = 0; count < 15; count++) {
      const reply = await browser.request('/app/tokens', { method: 'POST', body: { name, current: password }, headers })
      assert.deepEqual([reply.status, reply.headers['content-encoding']], [201, undefined])
      ids.push((reply.json.token as JsonObject | undefined)?.id ?? reply.json.id)
    }
    for (const path of ['/app/tokens', '/app/sessions', '/app/session']) {
      const reply = await browser.request(path, { headers })
      assert.deepEqual([reply.status, reply.headers['content-encoding']], [200, undefined], path)
      if (path === '/app/tokens') assert.ok(reply.bytes.length > 1024)
    }
    for (const id of ids) assert.equal((await browser.remove(`/app/tokens/${id}`)).status, 204)
  })

  test('people create, list and revoke their own API tokens; a token is shown once and works with the API', async () => {
    const { a } = fixture()
    const browser = await signInBrowser(app, 'ada', password)
    const listed = async () => (await browser.request('/app/tokens')).json.tokens as JsonObject[]
    const had = (await listed()).length
    const created = await browser.post('/app/tokens', { name: ' Reports ', current: password })
    assert.equal(created.status, 201)
    const { id, token, ...rest } = created.json.token as JsonObject
    const settings = { name: 'Reports', dateexpires: null, readonly: 'f', resources: '' }
    assert.deepEqual(rest, { ...settings, datecreated: '2026-05-14 10:00:00' })
    assert.equal((await fixture().call({ token: String(token), path: '/me/' })).json.personid, a.people.administrator)
    assert.deepEqual(
      (await listed()).slice(had).map((one) => [one.id, one.name, one.datecreated]),
      [[id, 'Reports', '2026-05-14 10:00:00']],
    )
    const stranger = await signInBrowser(app, 'manager', newPassword)
    assertRefusedWith(await stranger.remove(`/app/tokens/${id}`), 404, 14)
    assert.equal((await browser.remove(`/app/tokens/${id}`)).status, 204)
    assert.equal((await fixture().call({ token: String(token), path: '/me/' })).status, 401)
    const nameless: readonly JsonObject[] = [{ name: ' ', current: password }, { current: password }]
    for (const body of nameless) {
      assertRefusedWith(await browser.post('/app/tokens', body), 400, 18, 'name: is required')
    }
    const tooLong = 'x'.repeat(256)
    assertRefusedWith(await browser.post('/app/tokens', { name: tooLong, current: password }), 400, 18, 'name: ', '255')
    assertRefusedWith(await browser.post('/app/tokens', { name: 'x', role: 'Administrator' }), 400, 17, 'role')
  })

  test('only an Administrator can request a test mail, and only if the server sends mails', async () => {
    const browser = await signInBrowser(app, 'ada', password)
    assert.equal(((await browser.request('/app/session')).json.session as JsonObject).mail, true)
    const manager = await signInBrowser(app, 'manager', newPassword)
    assertRefusedWith(await manager.post('/app/mailtest'), 403, 10)
    const silent = await signInBrowser(fixture().app, 'ada', password)
    assertRefusedWith(await silent.post('/app/mailtest'), 400, 18, 'STINT_SMTP_URL')
  })

  test('T-56: a new account is set up by its link, once, and the person is then signed in', async () => {
    const { database, clock } = fixture()
    const created = await newAccount(database, clock, {
      name: 'My company',
      timezone: 'Europe/Berlin',
      username: 'root',
    })
    const browser = new CookieBrowser(app)
    assert.equal((await browser.request('/app/session')).json.setup, true)
    assertRefusedWith(await browser.post('/app/setup', { ...setupAnswers, code: 'x'.repeat(32) }), 401, 9, 'code: ')
    const wrong = {
      ...setupAnswers,
      timezone: 'Nowhere',
      currency: 'Euro',
      email: 'nora',
      password: '123',
      firstname: '',
    }
    const problems = ['timezone: ', 'currency: ', 'email: ', 'password: ', 'firstname: ']
    assertRefusedWith(await browser.post('/app/setup', { ...wrong, code: created.setup }), 400, 18, ...problems)
    const reply = await browser.post('/app/setup', { ...setupAnswers, code: created.setup })
    assert.equal(reply.status, 201, reply.text)
    const { personid, company, timezone, currency, username } = reply.json.session as JsonObject
    assert.deepEqual(
      { personid, company, timezone, currency, username },
      {
        personid: created.personid,
        company: 'Tischlerei Nord',
        timezone: 'Europe/Vienna',
        currency: 'EUR',
        username: 'nora',
      },
    )
    const person = (await browser.request(`/app/api/person/${created.personid}/`)).json.person as JsonObject
    assert.deepEqual([person.email, person.lastname, person.timezone], [setupAnswers.email, 'Nord', 'Europe/Vienna'])
    assert.deepEqual([person.numlogins, typeof person.lastlogin], ['1', 'string'], 'the set-up signs in')
    assertRefusedWith(await new CookieBrowser(app).post('/app/setup', { ...setupAnswers, code: created.setup }), 401, 9)
    assertRefusedWith(await new CookieBrowser(app).signIn('root', created.password), 401, 9)
    await signInBrowser(app, 'nora', setupAnswers.password)
    assert.equal((await new CookieBrowser(app).request('/app/session')).json.setup, false)
    assert.equal((await fixture().call({ token: created.token, path: '/me/' })).status, 200, 'the printed token stays')
  })

  test('T-56: the set-up link is invalid after the printed password was changed', async () => {
    const { database, clock } = fixture()
    const created = await newAccount(database, clock, { name: 'Mine', timezone: 'Europe/Berlin', username: 'second' })
    const browser = await signInBrowser(app, 'second', created.password)
    assert.equal(
      (await browser.post('/app/password', { current: created.password, password: newPassword })).status,
      204,
    )
    assertRefusedWith(await new CookieBrowser(app).post('/app/setup', { ...setupAnswers, code: created.setup }), 401, 9)
    const third = await newAccount(database, clock, { name: 'Theirs', timezone: 'Europe/Berlin', username: 'third' })
    await callerFor(fixture(), third.token).update(`/person/${third.personid}/`, { password: newPassword })
    assertRefusedWith(await new CookieBrowser(app).post('/app/setup', { ...setupAnswers, code: third.setup }), 401, 9)
  })
})
