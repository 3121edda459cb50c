// Sign-in with a real provider of OpenID Connect: the whole way, linking, automatic creation, passwords that are turned
// off, and the provider of an account in its settings. Attacks are in threats/single-sign-on.test.ts.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createPasswordLink } from '../../src/auth/link-code.ts'
import type { OidcSetting } from '../../src/auth/oidc-setting.ts'
import { deleteRows, sql } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, rowsIn, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import { providerSetting, RealProvider, SignOnBrowser, signOnServer } from '../fixture/oidc-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'correct horse battery'

suiteApiFixture((fixture) => {
  const provider = new RealProvider()
  const apps: FastifyInstance[] = []
  const server = (more: Partial<OidcSetting> = {}, isFixed = true): FastifyInstance => {
    const app = signOnServer(fixture(), isFixed ? providerSetting(provider.issuer, more) : null)
    apps.push(app)
    return app
  }
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const setPassword = (name: 'administrator' | 'manager' | 'resource') =>
    administrator().update(`/person/${fixture().a.people[name]}/`, { password })
  const unlinkAll = async () => {
    for (const { accountid } of [fixture().a, fixture().b])
      await fixture().database.write(accountid, (tx) => tx.run('identity', deleteRows('identity', sql`id > 0`)))
  }
  const outcomeOf = (reply: { status: number; headers: Record<string, unknown> }): string => {
    assert.equal(reply.status, 303)
    return String(reply.headers.location)
  }
  before(async () => {
    await provider.listen()
    for (const name of ['administrator', 'manager', 'resource'] as const) await setPassword(name)
    await administrator().update(`/person/${fixture().a.people.manager}/`, { email: 'mia@a.example.com' })
  })
  afterEach(unlinkAll)
  after(async () => {
    for (const app of apps) await app.close()
    await provider.close()
  })
  const people = (subject: string, claims: Readonly<Record<string, unknown>>): void => {
    provider.subject = subject
    provider.people.set(subject, claims)
  }

  test('a verified address connects a person at the first sign-in; later the subject alone signs them in', async () => {
    const app = server()
    people('mia', { email: 'MIA@a.example.com', email_verified: true })
    const browser = new SignOnBrowser(app)
    const state = (await browser.request('/app/session')).json
    assert.deepEqual([state.sso, state.passwords], [{ name: 'Example ID', accountid: null }, true])
    assert.equal(outcomeOf(await browser.signIn()), '/app/')
    assert.deepEqual([...browser.cookies.keys()], ['__Host-stint', '__Host-stint-browser'])
    assert.equal((await browser.session())?.personid, fixture().a.people.manager)
    provider.people.set('mia', { email: 'other@a.example.com', email_verified: false })
    const again = new SignOnBrowser(app)
    assert.equal(outcomeOf(await again.signIn()), '/app/')
    assert.equal((await again.session())?.personid, fixture().a.people.manager)
    const events = rowsIn(await administrator().send('GET', '/event/?resource=identity'))
    assert.deepEqual(
      events.map(({ kind, personid }) => [kind, personid]),
      [['created', String(fixture().a.people.manager)]],
    )
    const signIns = rowsIn(
      await administrator().send('GET', `/event/?kind=signin&recordid=${fixture().a.people.manager}`),
    )
    assert.equal(signIns.length, 2)
    const mails = await selectRows(
      fixture(),
      fixture().a.accountid,
      sql`select outbox.subject from outbox
      where outbox.kind = 'identitychanged'`,
    )
    assert.deepEqual(
      mails.map(([subject]) => subject),
      ['You can now sign in to Stint with Example ID'],
    )
  })

  test('a signed-in person connects and disconnects an identity, with the password', async () => {
    const app = server()
    people('res', {})
    const browser = new SignOnBrowser(app)
    const signedIn = await browser.post('/app/session', {
      username: 'resource',
      password,
      accountid: fixture().a.accountid,
    })
    assert.equal(signedIn.status, 201, signedIn.text)
    assertRefusedWith(await browser.post('/app/identities'), 400, 18, 'current: is required')
    assertRefusedWith(await browser.post('/app/identities', { current: 'wrong' }), 400, 18, 'current: this is not')
    assert.equal(outcomeOf(await browser.signIn('/app/identities', { current: password })), '/app/?oidc=linked')
    const { identities } = (await browser.request('/app/identities')).json
    const [identity] = identities as JsonObject[]
    assert.equal(identity?.name, 'Example ID')
    assert.equal(outcomeOf(await new SignOnBrowser(app).signIn()), '/app/')
    const other = new SignOnBrowser(app)
    await other.post('/app/session', { username: 'manager', password, accountid: fixture().a.accountid })
    assert.equal(outcomeOf(await other.signIn('/app/identities', { current: password })), '/app/?oidc=taken')
    const path = `/app/identities/${identity?.id}/remove`
    assertRefusedWith(await browser.post(path), 400, 18, 'current: is required')
    assert.equal((await browser.post(path, { current: password })).status, 204)
    const mails = await selectRows(
      fixture(),
      fixture().a.accountid,
      sql`select outbox.subject from outbox where outbox.kind = 'identitychanged'
        and outbox.personid = ${sql.lit(fixture().a.people.resource)} order by outbox.id`,
    )
    assert.deepEqual(mails.flat(), [
      'You can now sign in to Stint with Example ID',
      'Your sign-in with Example ID was removed',
    ])
    const events = rowsIn(await administrator().send('GET', `/event/?resource=identity&recordid=${identity?.id}`))
    assert.deepEqual(events.map(({ kind }) => kind).sort(), ['created', 'deleted'])
    assert.equal(outcomeOf(await new SignOnBrowser(app).signIn()), '/app/?oidc=unknown')
  })

  test('unknown people are created with the role of the setting, without a password, and confirm with the provider', async () => {
    const app = server({}, false)
    const boss = new SignOnBrowser(app)
    await boss.post('/app/session', { username: 'ada', password, accountid: fixture().a.accountid })
    const { name, issuer, clientid, secret } = providerSetting(provider.issuer)
    const setting = { current: password, name, issuer, clientid, secret }
    assert.equal((await boss.post('/app/oidcsettings', { ...setting, createrole: 'Resource' })).status, 204)
    const company = String(fixture().a.accountid)
    const state = (await new SignOnBrowser(app).request(`/app/session?company=${company}`)).json
    assert.deepEqual(state.sso, { name, accountid: fixture().a.accountid })
    assert.equal((await new SignOnBrowser(app).request('/app/session')).json.sso, null, 'two accounts, none chosen')
    people('new', { email: 'neu@a.example.com', email_verified: true, given_name: 'Ne\u0001u', family_name: 'Mann' })
    const browser = new SignOnBrowser(app)
    assert.equal(outcomeOf(await browser.signIn('/app/oidc', { accountid: company })), '/app/')
    const session = await browser.session()
    assert.deepEqual(
      [session?.role, session?.username, session?.firstname, session?.haspassword],
      ['Resource', 'neu', 'Neu', false],
    )
    assert.equal((await browser.post('/app/calendar')).status, 201, 'the sign-in was a moment ago')
    fixture().clock.moveBy(11 * 60_000)
    assertRefusedWith(await browser.post('/app/calendar'), 400, 18, 'confirm with single sign-on')
    const confirmed = await browser.signIn('/app/identities/confirm')
    assert.equal(outcomeOf(confirmed), '/app/?oidc=confirmed')
    assert.equal((await browser.post('/app/calendar')).status, 201)
    const [own] = (await browser.request('/app/identities')).json.identities as JsonObject[]
    assertRefusedWith(await browser.post(`/app/identities/${own?.id}/remove`), 400, 18, 'choose a password first')
    assert.equal((await boss.post('/app/oidcsettings', setting)).status, 204)
    people('another', { email: 'another@a.example.com', email_verified: true })
    assert.equal(
      outcomeOf(await new SignOnBrowser(app).signIn('/app/oidc', { accountid: company })),
      '/app/?oidc=unknown',
    )
    assert.equal((await boss.post('/app/oidcsettings/remove', { current: password })).status, 204)
    assertRefusedWith(await new SignOnBrowser(app).post('/app/oidc', { accountid: company }), 400, 18, 'not set up')
  })

  test('T-188: without passwords nobody signs in with one, invites or resets; the link of the operator still works', async () => {
    const { a, database, clock } = fixture()
    const app = server({ passwords: false })
    const browser = new SignOnBrowser(app)
    assert.deepEqual((await browser.request('/app/session')).json.passwords, false)
    const login = { username: 'manager', password, accountid: a.accountid }
    assertRefusedWith(await browser.post('/app/session', login), 400, 18, 'passwords are turned off')
    assert.equal(await browser.session(), null)
    assertRefusedWith(await browser.post('/app/resetrequest', { email: 'mia@a.example.com' }), 400, 18, 'turned off')
    const personid = a.people.resource
    const linkOf = (kind: 'invite' | 'reset') =>
      database.write(a.accountid, (tx) => createPasswordLink(tx, { personid, kind, now: clock.now(), address: null }))
    const invitation = await linkOf('invite')
    assertRefusedWith(
      await browser.post('/app/link/password', { code: invitation.code, password: 'another long password' }),
      400,
      18,
      'turned off',
    )
    people('boss', { email: 'ada@a.example.com', email_verified: true })
    const boss = new SignOnBrowser(app)
    assert.equal(outcomeOf(await boss.signIn()), '/app/')
    for (const kind of ['invite', 'reset'])
      assertRefusedWith(await boss.post(`/app/people/${personid}/link`, { kind }), 400, 18)
    assertRefusedWith(await boss.post('/app/password', { password: 'another long password' }), 400, 18, 'turned off')
    const recovery = await linkOf('reset')
    const used = await browser.post('/app/link/password', { code: recovery.code, password: 'another long password' })
    assert.equal(used.status, 201, used.text)
    await setPassword('resource')
  })

  test('the settings of an account: errors, the test of the connection, and turning passwords off', async () => {
    const app = server({}, false)
    const boss = new SignOnBrowser(app)
    await boss.post('/app/session', { username: 'ada', password, accountid: fixture().a.accountid })
    const { name, issuer, clientid, secret } = providerSetting(provider.issuer)
    const setting = { current: password, name, issuer, clientid, secret }
    assertRefusedWith(await boss.post('/app/oidcsettings/test'), 400, 18, 'save the provider first')
    const wrong = { ...setting, issuer: 'ftp://x', createrole: 'Administrator', passwords: 'x' }
    assertRefusedWith(await boss.post('/app/oidcsettings', wrong), 400, 18, 'issuer: ', 'createrole: ', 'passwords: ')
    assert.equal((await boss.post('/app/oidcsettings', { ...setting, issuer: `${issuer}/other` })).status, 204)
    assertRefusedWith(await boss.post('/app/oidcsettings/test'), 400, 18, 'there is no discovery document')
    assert.equal((await boss.post('/app/oidcsettings', setting)).status, 204)
    assert.equal((await boss.post('/app/oidcsettings/test')).status, 204)
    assertRefusedWith(await boss.post('/app/oidcsettings', { ...setting, passwords: 'f' }), 400, 18, 'connect your own')
    people('boss', {})
    assert.equal(outcomeOf(await boss.signIn('/app/identities', { current: password })), '/app/?oidc=linked')
    assert.equal((await boss.post('/app/oidcsettings', { ...setting, passwords: 'f' })).status, 204)
    const login = { username: 'manager', password, accountid: fixture().a.accountid }
    assertRefusedWith(await new SignOnBrowser(app).post('/app/session', login), 400, 18, 'turned off')
    const other = { username: 'ada', password, accountid: fixture().b.accountid }
    assertRefusedWith(await new SignOnBrowser(app).post('/app/session', other), 401, 9)
    const events = rowsIn(await administrator().send('GET', '/event/?kind=oidcsetting'))
    assert.ok(events.length >= 3)
    assert.equal((await boss.post('/app/oidcsettings/remove', { current: password })).status, 204)
    assert.equal((await new SignOnBrowser(app).post('/app/session', login)).status, 201)
  })

  test('the provider of the environment is shown without its secret and cannot be changed', async () => {
    const app = server()
    const boss = new SignOnBrowser(app)
    await boss.post('/app/session', { username: 'ada', password, accountid: fixture().a.accountid })
    const reply = await boss.request('/app/oidcsettings')
    const { source, editable, hassecret, redirect } = reply.json.oidc as JsonObject
    assert.deepEqual(
      [source, editable, hassecret, redirect],
      ['environment', false, true, 'https://stint.example.com/app/oidc/'],
    )
    assert.ok(!reply.text.includes(providerSetting('').secret))
    assertRefusedWith(await boss.post('/app/oidcsettings', {}), 400, 18, 'set by its operator')
    assert.equal((await boss.post('/app/oidcsettings/test')).status, 204)
    const manager = new SignOnBrowser(app)
    await manager.post('/app/session', { username: 'manager', password, accountid: fixture().a.accountid })
    assertRefusedWith(await manager.request('/app/oidcsettings'), 403, 10)
  })
})
