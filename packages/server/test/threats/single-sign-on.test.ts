// Attacks on sign-in with OpenID Connect, against a provider that forges what an attacker wants (T-175 to T-189). None
// of them may sign anybody in, connect an identity or reach an internal address.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { ServerOptions } from '../../src/api/server-options.ts'
import { type OidcSetting, readOidcSetting } from '../../src/auth/oidc-setting.ts'
import { AddressGuard } from '../../src/io/address-guard.ts'
import { deleteRows, sql, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import { ForgingProvider, providerSetting, SignOnBrowser, signOnServer, writeToken } from '../fixture/oidc-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'correct horse battery'
const clearSettings = statement(sql`delete from oidcsetting`)

suiteApiFixture((fixture) => {
  const provider = new ForgingProvider()
  const other = new ForgingProvider()
  const apps: FastifyInstance[] = []
  const serverWith = (fixed: OidcSetting | null, more: Partial<ServerOptions> = {}): FastifyInstance => {
    const app = signOnServer(fixture(), fixed, more)
    apps.push(app)
    return app
  }
  let app: FastifyInstance
  before(async () => {
    await Promise.all([provider.listen(), other.listen()])
    app = serverWith(providerSetting(provider.issuer))
    const { a, b } = fixture()
    await callerFor(fixture(), a.tokens.administrator).update(`/person/${a.people.administrator}/`, { password })
    await callerFor(fixture(), a.tokens.administrator).update(`/person/${a.people.manager}/`, { password })
    await callerFor(fixture(), b.tokens.administrator).update(`/person/${b.people.administrator}/`, { password })
  })
  afterEach(async () => {
    for (const one of [provider, other]) {
      Object.assign(one, { subject: 'forged', more: {}, metadata: {}, token: writeToken })
      one.token = (claims) => writeToken(claims)
    }
    for (const { accountid } of [fixture().a, fixture().b])
      await fixture().database.write(accountid, (tx) => tx.run('identity', deleteRows('identity', sql`id > 0`)))
    await fixture().database.write(0, (tx) => tx.run('oidcsetting', clearSettings))
  })
  after(async () => {
    for (const one of apps) await one.close()
    await Promise.all([provider.close(), other.close()])
  })

  /** The Manager of the first account has this identity. */
  const link = async (subject = 'manager', issuer = provider.issuer) => {
    const { a, database } = fixture()
    const values = { id: 990, personid: a.people.manager, issuer, subject, datecreated: '2026-05-01 10:00:00' }
    await database.write(a.accountid, (tx) => tx.insert('identity', values))
    provider.subject = subject
  }
  const isRefused = async (browser: SignOnBrowser, address: string, outcome = 'failed') => {
    const reply = await browser.open(address)
    assert.deepEqual([reply.status, reply.headers.location], [303, `/app/?oidc=${outcome}`])
    assert.equal(await browser.session(), null)
  }
  const signInOf = async (browser: SignOnBrowser) => provider.authorize(await browser.begin())
  const signedIn = async (on: FastifyInstance, username: string, accountid: number) => {
    const browser = new SignOnBrowser(on)
    const reply = await browser.post('/app/session', { username, password, accountid })
    assert.equal(reply.status, 201, reply.text)
    return browser
  }

  test('the forged provider signs in when it forges nothing', async () => {
    await link()
    const browser = new SignOnBrowser(app)
    const reply = await browser.open(await signInOf(browser))
    assert.deepEqual([reply.status, reply.headers.location], [303, '/app/'])
    assert.equal((await browser.session())?.personid, fixture().a.people.manager)
  })

  test('T-175: the answer, state, nonce or code of one browser is of no use in another', async () => {
    await link()
    const [attacker, victim] = [new SignOnBrowser(app), new SignOnBrowser(app)]
    const [own, theirs] = [await signInOf(attacker), await signInOf(victim)]
    await isRefused(new SignOnBrowser(app), own, 'expired')
    const [ownQuery, theirQuery] = [own, theirs].map((path) => new URLSearchParams(path.split('?')[1]))
    const mixed = new URLSearchParams(theirQuery)
    mixed.set('code', ownQuery?.get('code') ?? '')
    const pending = new Map(victim.cookies)
    await isRefused(victim, `/app/oidc/?${mixed}`)
    for (const [name, value] of pending) victim.cookies.set(name, value)
    await isRefused(victim, own)
    const nonceOf = new SignOnBrowser(app)
    const begun = await signInOf(nonceOf)
    provider.token = (claims) => writeToken({ ...claims, nonce: 'that of another sign-in' })
    await isRefused(nonceOf, begun)
    provider.token = ({ nonce: _nonce, ...claims }) => writeToken(claims)
    const without = new SignOnBrowser(app)
    await isRefused(without, await signInOf(without))
    const late = new SignOnBrowser(app)
    const address = await signInOf(late)
    provider.token = (claims) => writeToken(claims)
    fixture().clock.moveBy(11 * 60_000)
    await isRefused(late, address, 'expired')
    fixture().clock.moveBy(-11 * 60_000)
  })

  test('T-175: a cookie that this server has not made, or that was changed, begins nothing', async () => {
    await link()
    const browser = new SignOnBrowser(app)
    const address = await signInOf(browser)
    const name = '__Host-stint-oidc'
    const sealed = browser.cookies.get(name) ?? ''
    assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString(), /nonce|verifier|http/)
    for (const value of [`${sealed.slice(0, -6)}AAAAAA`, 'x', Buffer.from('{}').toString('base64url')]) {
      browser.cookies.set(name, value)
      await isRefused(browser, address, 'expired')
    }
  })

  const forgeries: Readonly<Record<string, ForgingProvider['token']>> = {
    'the algorithm none': (claims) => writeToken(claims, { alg: 'none', signed: 'none' }),
    'no signature': (claims) => writeToken(claims, { signed: 'none' }),
    'the key of somebody else': (claims) => writeToken(claims, { signed: 'other' }),
    'the public key as a password': (claims) => writeToken(claims, { alg: 'HS256' }),
    'another audience': (claims) => writeToken({ ...claims, aud: 'another client' }),
    'another audience beside ours': (claims) => writeToken({ ...claims, aud: ['stint', 'x'], azp: 'x' }),
    'an expired token': (claims) => writeToken({ ...claims, exp: Number(claims.iat) - 3600 }),
    'no time of expiry': ({ exp: _exp, ...claims }) => writeToken(claims),
    'another issuer': (claims) => writeToken({ ...claims, iss: 'https://accounts.example.com' }),
    'no subject': ({ sub: _sub, ...claims }) => writeToken(claims),
    'an empty subject': (claims) => writeToken({ ...claims, sub: '' }),
    'no token at all': () => '',
  }

  test('T-176: forged ID tokens are refused, whatever is wrong with them', async () => {
    await link()
    for (const [name, token] of Object.entries(forgeries)) {
      provider.token = token
      const browser = new SignOnBrowser(app)
      const reply = await browser.open(await signInOf(browser))
      assert.equal(reply.headers.location, '/app/?oidc=failed', name)
      assert.equal(await browser.session(), null, name)
    }
  })

  test('T-177: with two issuers, the answer of one is not taken for that of the other', async () => {
    await link()
    const browser = new SignOnBrowser(app)
    const begun = await browser.begin()
    // The honest provider issued the code; the attacker says that it was theirs, or leaves the issuer out.
    const query = new URLSearchParams(provider.authorize(begun).split('?')[1])
    query.set('iss', other.issuer)
    const pending = new Map(browser.cookies)
    await isRefused(browser, `/app/oidc/?${query}`)
    for (const [name, value] of pending) browser.cookies.set(name, value)
    query.delete('iss')
    await isRefused(browser, `/app/oidc/?${query}`)
    const elsewhere = new SignOnBrowser(serverWith(providerSetting(other.issuer)))
    elsewhere.cookies.set('__Host-stint-oidc', pending.get('__Host-stint-oidc') ?? '')
    await isRefused(elsewhere, other.authorize(begun), 'expired')
  })

  test('T-177: the provider of one account signs nobody in to another account', async () => {
    const { a, b } = fixture()
    const tenants = serverWith(null)
    await link('manager', other.issuer)
    const boss = await signedIn(tenants, 'ada', b.accountid)
    const { name, clientid, secret } = providerSetting('')
    const setting = { current: password, name, issuer: other.issuer, clientid, secret, createrole: 'Resource' }
    assert.equal((await boss.post('/app/oidcsettings', setting)).status, 204)
    other.subject = 'manager'
    other.more = { email: 'ada@a.example.com', email_verified: true }
    const browser = new SignOnBrowser(tenants)
    await browser.open(other.authorize(await browser.begin('/app/oidc', { accountid: String(b.accountid) })))
    const session = await browser.session()
    assert.equal(session?.accountid, b.accountid, 'a new person of the own account')
    assert.equal(session?.role, 'Resource')
    await callerFor(fixture(), b.tokens.administrator).send('DELETE', `/person/${session?.personid}/`)
    assertRefusedWith(await new SignOnBrowser(tenants).post('/app/oidc', { accountid: String(a.accountid) }), 400, 18)
  })

  test('T-178: a code works once', async () => {
    await link()
    const browser = new SignOnBrowser(app)
    const address = await signInOf(browser)
    const pending = new Map(browser.cookies)
    assert.equal((await browser.open(address)).headers.location, '/app/')
    await isRefused(new SignOnBrowser(app), address, 'expired')
    const replaying = new SignOnBrowser(app)
    for (const [name, value] of pending) replaying.cookies.set(name, value)
    await isRefused(replaying, address)
  })

  test('T-179, T-180: an unverified address or the user name of an Administrator gives nothing', async () => {
    const { a } = fixture()
    const address = { email: 'ada@a.example.com' }
    for (const more of [
      address,
      { ...address, email_verified: false },
      { ...address, email_verified: 'true' },
      { ...address, email_verified: 1 },
      { email: ['ada@a.example.com'], email_verified: true },
      { email_verified: true },
      { preferred_username: 'ada', name: 'ada', nickname: 'ada', upn: 'ada@a.example.com' },
      { preferred_username: 'ada@a.example.com', email_verified: true },
      { email: 'ada@a.example.com\u0000', email_verified: true },
      { email: '%', email_verified: true },
    ]) {
      provider.more = more
      const browser = new SignOnBrowser(app)
      await isRefused(browser, await signInOf(browser), 'unknown')
    }
    const rows = await selectRows(fixture(), a.accountid, sql`select identity.id from identity`)
    assert.deepEqual(rows, [])
    const trusting = serverWith(providerSetting(provider.issuer, { trustEmail: true }))
    provider.more = { ...address, email_verified: false }
    const refused = new SignOnBrowser(trusting)
    await isRefused(refused, await signInOf(refused), 'unknown')
    provider.more = address
    const believed = new SignOnBrowser(trusting)
    await believed.open(await signInOf(believed))
    assert.equal((await believed.session())?.personid, a.people.administrator)
    // Somebody else at the provider gets the same address later.
    provider.subject = 'a later owner of the address'
    provider.more = { ...address, email_verified: true }
    const later = new SignOnBrowser(trusting)
    await isRefused(later, await signInOf(later), 'unknown')
  })

  test('T-179: an address that two people have connects neither of them', async () => {
    const { a, b } = fixture()
    for (const { tokens, people } of [a, b])
      await callerFor(fixture(), tokens.administrator).update(`/person/${people.resource}/`, {
        email: 'two@example.com',
      })
    provider.more = { email: 'two@example.com', email_verified: true }
    const browser = new SignOnBrowser(app)
    await isRefused(browser, await signInOf(browser), 'several')
  })

  test('T-179: an address that somebody has beside another connects nobody, and keeps nobody else from signing in', async () => {
    const { a } = fixture()
    const add = (personid: number) => {
      const contact = { personid, contacttypeid: 1, contactdescriptorid: 2, value: 'second@example.com' }
      return callerFor(fixture(), a.tokens.administrator).create('/personcontact/', contact)
    }
    await callerFor(fixture(), a.tokens.administrator).update(`/person/${a.people.outsider}/`, {
      email: 'o@example.com',
    })
    await add(a.people.outsider)
    provider.more = { email: 'second@example.com', email_verified: true }
    const browser = new SignOnBrowser(app)
    await isRefused(browser, await signInOf(browser), 'unknown')
    await callerFor(fixture(), a.tokens.administrator).update(`/person/${a.people.restricted}/`, {
      email: 'second@example.com',
    })
    const owner = new SignOnBrowser(app)
    await owner.open(await signInOf(owner))
    assert.equal((await owner.session())?.personid, a.people.restricted)
  })

  test('T-181: inactive people are not signed in, and not created a second time', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const creating = serverWith(providerSetting(provider.issuer, { createRole: 'Resource' }))
    await administrator.update(`/person/${a.people.inactive}/`, { email: 'gone@example.com' })
    provider.more = { email: 'gone@example.com', email_verified: true }
    const browser = new SignOnBrowser(creating)
    await isRefused(browser, await signInOf(browser), 'inactive')
    await link('left')
    await administrator.update(`/person/${a.people.manager}/`, { active: 'f' })
    provider.more = {}
    const left = new SignOnBrowser(creating)
    await isRefused(left, await signInOf(left), 'inactive')
    await administrator.update(`/person/${a.people.manager}/`, { active: 't' })
    provider.subject = 'of no account'
    provider.more = { email: 'stranger@example.com', email_verified: true }
    const stranger = new SignOnBrowser(creating)
    await isRefused(stranger, await signInOf(stranger), 'unknown')
  })

  test('T-182: the answer leads to the application and nowhere else, whatever its query says', async () => {
    await link()
    const evil = 'https://evil.example.com/'
    for (const name of ['redirect', 'next', 'returnTo', 'url', 'redirect_uri', 'error_uri', 'error_description']) {
      const browser = new SignOnBrowser(app)
      const reply = await browser.open(`${await signInOf(browser)}&${name}=${encodeURIComponent(evil)}`)
      assert.equal(reply.headers.location, '/app/', name)
    }
    for (const query of ['', `?error=${evil}&state=x`, '?error=access_denied', `?code=${evil}&code=2&state=1`]) {
      const browser = new SignOnBrowser(app)
      await browser.begin()
      const reply = await browser.open(`/app/oidc/${query}`, { host: 'evil.example.com', 'x-forwarded-host': 'evil' })
      assert.match(String(reply.headers.location), /^\/app\/\?oidc=[a-z]+$/)
    }
    const address = new URL(await new SignOnBrowser(app).begin())
    assert.equal(address.searchParams.get('redirect_uri'), 'https://stint.example.com/app/oidc/')
    assert.equal(address.searchParams.get('code_challenge_method'), 'S256')
  })

  test('T-183: nobody is signed in to a session that somebody else knows, and another site begins nothing', async () => {
    await link()
    const browser = new SignOnBrowser(app)
    browser.cookies.set('__Host-stint', 'a value that the attacker knows')
    await browser.open(await signInOf(browser))
    const secret = browser.cookies.get('__Host-stint')
    assert.notEqual(secret, 'a value that the attacker knows')
    const previous = new SignOnBrowser(app)
    previous.cookies.set('__Host-stint', secret ?? '')
    await browser.open(await signInOf(browser))
    assert.notEqual(browser.cookies.get('__Host-stint'), secret)
    assert.equal(await previous.session(), null, 'the previous session of the browser has ended')
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    const started = await app.inject({ method: 'POST', url: '/app/oidc', headers, payload: '{}' })
    assert.deepEqual([started.statusCode, started.headers['set-cookie']], [403, undefined])
  })

  test('T-184: an identity is connected only in the session that asked for it, with the password', async () => {
    const { a } = fixture()
    const manager = await signedIn(app, 'manager', a.accountid)
    const boss = await signedIn(app, 'ada', a.accountid)
    const begun = provider.authorize(await manager.begin('/app/identities', { current: password }))
    boss.cookies.set('__Host-stint-oidc', manager.cookies.get('__Host-stint-oidc') ?? '')
    assert.equal((await boss.open(begun)).headers.location, '/app/?oidc=expired')
    const rows = await selectRows(fixture(), a.accountid, sql`select identity.id from identity`)
    assert.deepEqual(rows, [])
    assertRefusedWith(await manager.post('/app/identities', {}), 400, 18, 'current: is required')
    const foreign = (await boss.request('/app/identities')).json.identities as JsonObject[]
    assert.deepEqual(foreign, [])
    await link()
    assertRefusedWith(await boss.post('/app/identities/990/remove', { current: password }), 404, 14)
  })

  test('T-185: the secret is encrypted, never returned, and sent only to the provider that it was entered for', async () => {
    const { a, database } = fixture()
    const tenants = serverWith(null)
    const boss = await signedIn(tenants, 'ada', a.accountid)
    const canary = 'canary of the client'
    const setting = { current: password, name: 'X', issuer: provider.issuer, clientid: 'stint' }
    assertRefusedWith(await boss.post('/app/oidcsettings', { ...setting, current: 'wrong' }), 400, 18, 'current: ')
    assert.equal((await boss.post('/app/oidcsettings', { ...setting, secret: canary })).status, 204)
    const reply = await boss.request('/app/oidcsettings')
    assert.equal((reply.json.oidc as JsonObject).hassecret, true)
    assert.ok(!reply.text.includes('canary'))
    const rows = await selectRows(fixture(), a.accountid, sql`select oidcsetting.secret from oidcsetting`)
    assert.ok(!JSON.stringify(rows).includes('canary'))
    assert.equal((await boss.post('/app/oidcsettings', setting)).status, 204)
    assert.equal((await readOidcSetting(database, a.accountid))?.secret, canary)
    assert.equal((await boss.post('/app/oidcsettings', { ...setting, issuer: other.issuer })).status, 204)
    assert.equal((await readOidcSetting(database, a.accountid))?.secret, '')
  })

  test('T-186: an issuer of the settings cannot reach an internal address, nor send a browser to a script', async () => {
    const { a } = fixture()
    const guarded = serverWith(null, { singleSignOn: { fixed: null, guard: new AddressGuard([]) } })
    const boss = await signedIn(guarded, 'ada', a.accountid)
    const setting = { current: password, name: 'X', clientid: 'stint' }
    for (const issuer of [provider.issuer, 'https://169.254.169.254', 'https://[::1]', 'https://localhost:1']) {
      assert.equal((await boss.post('/app/oidcsettings', { ...setting, issuer })).status, 204)
      assertRefusedWith(await boss.post('/app/oidcsettings/test'), 400, 18, 'may not connect')
      const start = new SignOnBrowser(guarded).post('/app/oidc', { accountid: String(a.accountid) })
      assertRefusedWith(await start, 400, 18, 'cannot be used now')
    }
    for (const endpoint of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
      provider.metadata = { authorization_endpoint: endpoint }
      const fresh = serverWith(providerSetting(provider.issuer))
      assertRefusedWith(await new SignOnBrowser(fresh).post('/app/oidc'), 400, 18)
    }
  })

  test('T-187: with a dead provider people with passwords sign in, and others get a clear message', async () => {
    const { a } = fixture()
    const mortal = new ForgingProvider()
    await mortal.listen()
    const using = serverWith(providerSetting(mortal.issuer))
    const browser = new SignOnBrowser(using)
    const address = mortal.authorize(await browser.begin())
    await mortal.close()
    await isRefused(browser, address, 'unavailable')
    const fresh = serverWith(providerSetting(mortal.issuer))
    const reply = await new SignOnBrowser(fresh).post('/app/oidc')
    assertRefusedWith(reply, 400, 18, 'Example ID cannot be used now: there is no connection to it')
    const state = (await new SignOnBrowser(fresh).request('/app/session')).json
    assert.deepEqual(state.sso, { name: 'Example ID', accountid: null })
    await signedIn(fresh, 'manager', a.accountid)
  })

  test('T-189: only a confirmation of the same person, in the same session and a moment ago, replaces the password', async () => {
    const { a } = fixture()
    await link()
    const manager = await signedIn(app, 'manager', a.accountid)
    assertRefusedWith(await manager.post('/app/calendar'), 400, 18, 'current: is required')
    provider.subject = 'somebody else'
    const begun = provider.authorize(await manager.begin('/app/identities/confirm'))
    assert.equal((await manager.open(begun)).headers.location, '/app/?oidc=unknown')
    assertRefusedWith(await manager.post('/app/calendar'), 400, 18, 'current: is required')
    provider.subject = 'manager'
    provider.more = { auth_time: 1_000_000_000 }
    const old = provider.authorize(await manager.begin('/app/identities/confirm'))
    assert.equal((await manager.open(old)).headers.location, '/app/?oidc=confirmed')
    assertRefusedWith(await manager.post('/app/calendar'), 400, 18, 'current: is required')
    const boss = await signedIn(app, 'ada', a.accountid)
    provider.more = {}
    const foreign = provider.authorize(await boss.begin('/app/identities/confirm'))
    assert.equal((await boss.open(foreign)).headers.location, '/app/?oidc=failed')
    assertRefusedWith(await boss.post('/app/calendar'), 400, 18, 'current: is required')
    const recent = provider.authorize(await manager.begin('/app/identities/confirm'))
    assert.equal((await manager.open(recent)).headers.location, '/app/?oidc=confirmed')
    assert.equal((await manager.post('/app/calendar')).status, 201)
  })
})
