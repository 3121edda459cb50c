// Threats to passkeys: answers for other sites or with wrong signatures (T-200), answers that are used again, later or
// elsewhere (T-201), copied devices (T-202), passkeys of others (T-203), ways around the second factor and single
// sign-on (T-204), stolen sessions (T-205), and servers that cannot have passkeys (T-206).
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../src/api/server.ts'
import { passkeySite } from '../../src/api/session/passkey-checks.ts'
import { deleteUsedChallenges } from '../../src/auth/passkey.ts'
import { AddressGuard } from '../../src/io/address-guard.ts'
import { sql, sqlName, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp, type PersonName, type Reply, testOptions } from '../fixture/api-fixture.ts'
import { CodeApp } from '../fixture/code-app.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { type ArrivedMails, type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import { type AnswerErrors, PasskeyDevice } from '../fixture/passkey-device.ts'
import { longTest } from '../fixture/suite-tests.ts'

const password = 'correct horse battery'
const tables = ['signintry', 'factor', 'recoverycode', 'passkey', 'usedchallenge', 'pendingsignin'] as const
const clear = (table: string) => statement(sql`delete from ${sqlName(table)}`)
const stored = statement(sql`select passkey.counter, passkey.lastused from passkey order by passkey.id`)
const origin = new URL(mailSite.publicUrl ?? '').origin

suiteApiFixture((fixture) => {
  let mails: MailFixture
  let app: FastifyInstance
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const now = (): number => fixture().clock.now()
  const forgetAttempts = () => fixture().database.write(0, (tx) => tx.run('signintry', clear('signintry')))
  const noMails = () => mails.mailsSentBy(async () => undefined)

  before(async () => {
    mails = await startMailFixture(fixture())
    app = newApp(fixture().database, fixture().clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    for (const name of ['administrator', 'manager', 'resource'] as const)
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
  })
  beforeEach(async () => {
    await fixture().database.write(0, async (tx) => {
      for (const table of tables) await tx.run(table, clear(table))
    })
    await administrator().update('/company/', { secondfactor: 'none' })
  })
  after(async () => {
    await app.close()
    await mails.close()
  })

  const optionsOf = ({ status, json, text }: Reply): unknown => {
    assert.equal(status, 201, text)
    return json.options
  }
  /** A signed-in browser whose person has added the passkey of a device. */
  const enrol = async (username = 'manager', device = new PasskeyDevice(origin)) => {
    const browser = await signInBrowser(app, username, password)
    const options = optionsOf(await browser.post('/app/passkeys/begin', { current: password }))
    const reply = await browser.post('/app/passkeys', { name: 'Laptop', credential: device.create(options) })
    assert.equal(reply.status, 201, reply.text)
    return { browser, device, codes: reply.json.codes as string[] }
  }
  const askToSignIn = async (browser: CookieBrowser) => optionsOf(await browser.post('/app/session/passkey/begin'))
  const signInWith = async (device: PasskeyDevice, errors: AnswerErrors = {}, browser = new CookieBrowser(app)) => {
    const options = await askToSignIn(browser)
    return browser.post('/app/session/passkey', { credential: device.use(options, errors) })
  }
  /** A browser that knows the password and still needs the second factor. */
  const half = async (username = 'manager'): Promise<CookieBrowser> => {
    const browser = new CookieBrowser(app)
    const reply = await browser.signIn(username, password)
    assert.deepEqual([reply.status, reply.json], [200, { next: 'passkey' }], reply.text)
    return browser
  }
  const useAsCode = async (browser: CookieBrowser, device: PasskeyDevice, errors: AnswerErrors = {}) => {
    const options = optionsOf(await browser.post('/app/session/code/passkey/begin'))
    return browser.post('/app/session/code/passkey', { credential: device.use(options, errors) })
  }
  const confirm = async (browser: CookieBrowser, device: PasskeyDevice, errors: AnswerErrors = {}) => {
    const options = optionsOf(await browser.post('/app/passkeys/confirm/begin'))
    return browser.post('/app/passkeys/confirm', { credential: device.use(options, errors) })
  }
  const kindsOf = async (person: PersonName): Promise<string[]> => {
    const { json } = await administrator().send('GET', `/person/${fixture().a.people[person]}/event/?limit=0`)
    return (json.event as { kind: string }[]).map(({ kind }) => kind)
  }
  const subjectsOf = ({ all }: ArrivedMails): string[] =>
    all.map(({ subject }) => subject).filter((subject) => subject !== 'New sign-in to Stint')
  const passkeysOf = async (browser: CookieBrowser) =>
    (await browser.request('/app/factor')).json.passkeys as { id: number; name: string; lastused: string | null }[]

  test('a person adds passkeys, signs in with them in both ways, and removes them; each is an event and a mail', async () => {
    const other = await signInBrowser(app, 'manager', password)
    await noMails()
    let enrolled: Awaited<ReturnType<typeof enrol>> | undefined
    const added = await mails.mailsSentBy(async () => {
      enrolled = await enrol()
    })
    assert.ok(enrolled !== undefined)
    const { browser, device, codes } = enrolled
    assert.deepEqual(subjectsOf(added), ['A passkey was added'])
    assert.match(
      added.all.find(({ subject }) => subject.includes('passkey'))?.plain ?? '',
      /The passkey "Laptop"[\s\S]*Two-factor sign-in is now on/,
    )
    assert.equal(codes.length, 10)
    assert.equal(await other.isSignedIn(), false, 'sessions that began without it ended')
    assert.equal(await browser.isSignedIn(), true)

    const direct = new CookieBrowser(app)
    const reply = await signInWith(device, {}, direct)
    assert.equal(reply.status, 201, reply.text)
    const { factor, haspasskeys, passkeyorigin } = reply.json.session as Record<string, unknown>
    assert.deepEqual([factor, haspasskeys, passkeyorigin], [true, true, origin])
    assert.equal(await direct.isSignedIn(), true)
    const second = await half()
    assert.equal((await useAsCode(second, device)).status, 201)
    assert.equal(await second.isSignedIn(), true)
    const third = await half()
    assert.equal((await third.post('/app/session/code', { code: codes[0] ?? '' })).status, 201)

    const phone = new PasskeyDevice(origin, false)
    const begun = await browser.post('/app/passkeys/begin', { current: password, code: codes[1] ?? '' })
    const { excludeCredentials } = begun.json.options as { excludeCredentials: { id: string }[] }
    assert.deepEqual(
      excludeCredentials.map(({ id }) => id),
      [device.id],
    )
    const credential = phone.create(begun.json.options)
    const more = await browser.post('/app/passkeys', { name: '  My \n phone ', credential })
    assert.deepEqual([more.status, more.json], [201, { codes: null }])
    assert.equal(await direct.isSignedIn(), true, 'nobody is signed out by another passkey')
    for (let count = 0; count < 2; count++) assert.equal((await signInWith(phone)).status, 201)

    const [first, next] = await passkeysOf(browser)
    assert.deepEqual([first?.name, next?.name], ['Laptop', 'My phone'])
    assert.ok(typeof next?.lastused === 'string')
    await noMails()
    const removed = await mails.mailsSentBy(async () => {
      assert.equal((await confirm(browser, device)).status, 204)
      for (const id of [first?.id, next?.id])
        assert.equal((await browser.post(`/app/passkeys/${id}/remove`, {})).status, 204)
    })
    assert.deepEqual(subjectsOf(removed), ['A passkey was removed', 'A passkey was removed'])
    assert.match(removed.all[1]?.plain ?? '', /Two-factor sign-in is now off/)
    assertRefusedWith(await signInWith(device), 401, 9, 'was not accepted')
    await signInBrowser(app, 'manager', password)
    const kinds = await kindsOf('manager')
    for (const kind of ['passkeyadded', 'passkeyremoved']) assert.ok(kinds.includes(kind), `${kind} in ${kinds}`)
    await noMails()
  })

  test('T-200: an answer for another site, another server name or with a wrong signature is refused everywhere', async () => {
    const { device, browser } = await enrol()
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const errors: AnswerErrors[] = [
      { origin: 'https://evil.example' },
      { origin: `${origin}.evil.example` },
      { origin: origin.replace('https', 'http') },
      { rpId: 'evil.example' },
      { rpId: 'example.com' },
      { key: stranger },
      { type: 'webauthn.create' },
      { isPresent: false },
      { id: 'AAAA' },
    ]
    for (const error of errors) {
      await forgetAttempts()
      assertRefusedWith(await signInWith(device, error), 401, 9, 'was not accepted')
      assertRefusedWith(await useAsCode(await half(), device, error), 401, 9, 'was not accepted')
      assertRefusedWith(await confirm(browser, device, error), 400, 18, 'was not accepted')
    }
    for (const credential of ['{}', '[]', 'null', '"x"', 'no json', '{"id":5}', '{"id":"AAAA","response":{}}']) {
      await forgetAttempts()
      const attacker = new CookieBrowser(app)
      await askToSignIn(attacker)
      assertRefusedWith(await attacker.post('/app/session/passkey', { credential }), 401, 9, 'was not accepted')
    }
    await forgetAttempts()
    const newcomer = await signInBrowser(app, 'resource', password)
    const newErrors: AnswerErrors[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { isPresent: false },
      { type: 'webauthn.get' },
    ]
    for (const error of newErrors) {
      const options = optionsOf(await newcomer.post('/app/passkeys/begin', { current: password }))
      const credential = new PasskeyDevice(origin).create(options, error)
      assertRefusedWith(await newcomer.post('/app/passkeys', { name: 'Forged', credential }), 400, 18, 'start again')
    }
    assert.deepEqual(await passkeysOf(newcomer), [])
    assert.equal((await signInWith(device)).status, 201)
    await noMails()
  })

  test('T-201: an answer works once, also for two requests at the same time', async () => {
    const { device } = await enrol('manager', new PasskeyDevice(origin, false))
    const browser = new CookieBrowser(app)
    const credential = device.use(await askToSignIn(browser))
    const cookie = [...browser.others.values()].join('; ')
    const send = () => new CookieBrowser(app, { cookie }).post('/app/session/passkey', { credential })
    const replies = await Promise.all([send(), send(), send()])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 401, 401])
    assertRefusedWith(await send(), 401, 9, 'was not accepted')
    const waiting = await half()
    const asked = optionsOf(await waiting.post('/app/session/code/passkey/begin'))
    const answer = { credential: device.use(asked) }
    const kept = [...waiting.others.values()].join('; ')
    const step = () => new CookieBrowser(app, { cookie: kept }).post('/app/session/code/passkey', answer)
    const steps = await Promise.all([step(), step()])
    assert.deepEqual(steps.map(({ status }) => status).sort(), [201, 401])
    await noMails()
  })

  test('T-201: an answer is of no use in another browser, for another purpose, or after five minutes', async () => {
    const { device, browser } = await enrol()
    const [mine, theirs] = [new CookieBrowser(app), new CookieBrowser(app)]
    const stolen = device.use(await askToSignIn(mine))
    assertRefusedWith(await theirs.post('/app/session/passkey', { credential: stolen }), 401, 9)
    await askToSignIn(theirs)
    assertRefusedWith(await theirs.post('/app/session/passkey', { credential: stolen }), 401, 9)
    theirs.others.set('__Host-stint-passkey', '__Host-stint-passkey=made-up')
    assertRefusedWith(await theirs.post('/app/session/passkey', { credential: stolen }), 401, 9)

    const waiting = await half()
    const forSignIn = device.use(await askToSignIn(waiting))
    assertRefusedWith(await waiting.post('/app/session/code/passkey', { credential: forSignIn }), 401, 9)
    const forStep = device.use(optionsOf(await waiting.post('/app/session/code/passkey/begin')))
    assertRefusedWith(await waiting.post('/app/session/passkey', { credential: forStep }), 401, 9)
    const again = await half()
    const moved = device.use(optionsOf(await waiting.post('/app/session/code/passkey/begin')))
    again.others.set('__Host-stint-passkey', waiting.others.get('__Host-stint-passkey') ?? '')
    assertRefusedWith(await again.post('/app/session/code/passkey', { credential: moved }), 401, 9)
    const forConfirm = device.use(await askToSignIn(browser))
    assertRefusedWith(await browser.post('/app/passkeys/confirm', { credential: forConfirm }), 400, 18)

    const late = new CookieBrowser(app)
    const old = device.use(await askToSignIn(late))
    fixture().clock.moveBy(5 * 60_000)
    assertRefusedWith(await late.post('/app/session/passkey', { credential: old }), 401, 9)
    await forgetAttempts()
    assert.equal((await signInWith(device)).status, 201)
    fixture().clock.moveBy(10 * 60_000)
    await deleteUsedChallenges(fixture().database, now())
    const left = await fixture().database.read(0, (tx) => tx.all(statement(sql`select 1 from usedchallenge`)))
    assert.deepEqual(left, [])
    await noMails()
  })

  test('T-202: a counter that does not grow is refused: the device was copied', async () => {
    const { device } = await enrol()
    assert.equal((await signInWith(device, { counter: 20 })).status, 201)
    for (const counter of [20, 19, 1, 0]) {
      assertRefusedWith(await signInWith(device, { counter }), 401, 9, 'was not accepted')
      assertRefusedWith(await useAsCode(await half(), device, { counter }), 401, 9, 'was not accepted')
      await forgetAttempts()
    }
    const [one, two] = [new CookieBrowser(app), new CookieBrowser(app)]
    const answers = [one, two].map(async (browser) => {
      const credential = device.use(await askToSignIn(browser), { counter: 21 })
      return browser.post('/app/session/passkey', { credential })
    })
    assert.deepEqual((await Promise.all(answers)).map(({ status }) => status).sort(), [201, 401])
    assert.equal((await signInWith(device, { counter: 22 })).status, 201)
    const [row] = await fixture().database.read(0, (tx) => tx.all(stored))
    assert.equal(Number(row?.[0]), 22)
    await noMails()
  })

  test('T-203: a passkey of another person, of somebody inactive or without a login, or a removed one, does not work', async () => {
    const { device, browser } = await enrol()
    const { device: others, browser: otherBrowser } = await enrol('resource')
    assertRefusedWith(await useAsCode(await half(), others), 401, 9, 'was not accepted')
    assertRefusedWith(await confirm(browser, others), 400, 18, 'was not accepted')
    assertRefusedWith(await signInWith(device, { handle: 'AAAA' }), 401, 9, 'was not accepted')
    assertRefusedWith(await signInWith(others, { id: device.id }), 401, 9, 'was not accepted')
    await forgetAttempts()
    const options = optionsOf(await confirm(otherBrowser, others).then(() => otherBrowser.post('/app/passkeys/begin')))
    const credentialOfOther = new PasskeyDevice(origin).create(options, { id: device.id })
    const copied = await otherBrowser.post('/app/passkeys', { name: 'Copied', credential: credentialOfOther })
    assertRefusedWith(copied, 400, 18, 'already in use')
    const [theirs] = await passkeysOf(browser)
    assertRefusedWith(await otherBrowser.post(`/app/passkeys/${theirs?.id}/remove`), 404, 14)

    const { manager } = fixture().a.people
    const asked = new CookieBrowser(app)
    const credential = device.use(await askToSignIn(asked))
    await administrator().update(`/person/${manager}/`, { active: 'f' })
    assertRefusedWith(await asked.post('/app/session/passkey', { credential }), 401, 9, 'was not accepted')
    await administrator().update(`/person/${manager}/`, { active: 't' })
    for (const one of [device, others]) assert.equal((await signInWith(one)).status, 201)
    await forgetAttempts()
    const off = await signInBrowser(app, 'ada', password)
    const factor = await off.request(`/app/people/${fixture().a.people.resource}/factor`)
    assert.equal((factor.json.factor as { passkeys: number }).passkeys, 1)
    const path = `/app/people/${fixture().a.people.resource}/factor/off`
    assert.equal((await off.post(path, { current: password })).status, 204)
    assertRefusedWith(await signInWith(others), 401, 9, 'was not accepted')
    await noMails()
  })

  test('T-204: a passkey that was not unlocked is refused, and the password alone does not replace it', async () => {
    const { device, browser } = await enrol()
    assertRefusedWith(await signInWith(device, { isVerified: false }), 401, 9, 'was not accepted')
    assertRefusedWith(await useAsCode(await half(), device, { isVerified: false }), 401, 9, 'was not accepted')
    assertRefusedWith(await confirm(browser, device, { isVerified: false }), 400, 18, 'was not accepted')
    const waiting = await half()
    assert.equal(await waiting.isSignedIn(), false)
    for (const path of ['session/factor', 'session/factor/passkey/begin'])
      assertRefusedWith(await waiting.post(`/app/${path}`), 400, 18, 'already on')
    assertRefusedWith(await waiting.post('/app/session/code', { code: '000000' }), 401, 9)
    await forgetAttempts()
    const early = await signInBrowser(app, 'resource', password)
    const begun = (await early.post('/app/factor', { current: password })).json.setup as { secret: string }
    await enrol('resource')
    const codeApp = new CodeApp(begun.secret)
    const bypass = await half('resource')
    const reply = await bypass.post('/app/session/factor/confirm', { code: codeApp.code(now()) })
    assertRefusedWith(reply, 401, 9)
    assertRefusedWith(await bypass.post('/app/session/code', { code: codeApp.code(now()) }), 401, 9)
    await noMails()
  })

  test('T-204: who must have a second factor can set up a passkey, and satisfies the rule with it', async () => {
    await administrator().update('/company/', { secondfactor: 'everyone' })
    const browser = new CookieBrowser(app)
    assert.deepEqual((await browser.signIn('manager', password)).json, { next: 'setup' })
    const device = new PasskeyDevice(origin)
    const set = (options: unknown, errors: AnswerErrors = {}) =>
      browser.post('/app/session/factor/passkey', { name: 'Key', credential: device.create(options, errors) })
    const begin = async () => optionsOf(await browser.post('/app/session/factor/passkey/begin'))
    assertRefusedWith(await set(await begin(), { isVerified: false }), 400, 18, 'start again')
    assert.equal(await browser.isSignedIn(), false)
    const reply = await set(await begin())
    assert.equal(reply.status, 201, reply.text)
    assert.equal((reply.json.codes as string[]).length, 10)
    assert.equal(await browser.isSignedIn(), true)
    assert.equal((await signInWith(device)).status, 201, 'a passkey alone satisfies the rule')
    const [passkey] = await passkeysOf(browser)
    assert.equal((await confirm(browser, device)).status, 204)
    assert.equal((await browser.post(`/app/passkeys/${passkey?.id}/remove`)).status, 204)
    assert.equal(await browser.isSignedIn(), false, 'who must have a factor cannot go on without one')
    assert.deepEqual((await new CookieBrowser(app).signIn('manager', password)).json, { next: 'setup' })
    await noMails()
  })

  test('T-204: where passwords are off, a passkey does not get around the provider', async () => {
    const { device, browser } = await enrol()
    const { database, clock } = fixture()
    const fixed = {
      name: 'Example',
      issuer: 'https://id.example.com',
      clientid: 'stint',
      secret: '',
      createRole: null,
      trustEmail: false,
      passwords: false,
    }
    const singleSignOn = { fixed, guard: new AddressGuard([]) }
    const strict = createServer({ ...testOptions(database, clock), mail: mailSite, singleSignOn })
    const outside = new CookieBrowser(strict)
    assertRefusedWith(await signInWith(device, {}, outside), 400, 18, 'passwords are turned off')
    assert.equal(await outside.isSignedIn(), false)
    const inside = new CookieBrowser(strict)
    inside.cookie = browser.cookie
    assertRefusedWith(await inside.post('/app/passkeys/begin', { current: password }), 400, 18, 'turned off')
    assert.equal((await inside.request('/app/factor')).json.offerspasskeys, false)
    await strict.close()
    await noMails()
  })

  test('T-205: adding and removing needs the password and the factor, or a passkey of the person a moment ago', async () => {
    const { device, browser, codes } = await enrol()
    const [passkey] = await passkeysOf(browser)
    const paths = ['/app/passkeys/begin', `/app/passkeys/${passkey?.id}/remove`, '/app/factor/codes', '/app/tokens']
    for (const path of paths) {
      const post = (body: Record<string, string>) =>
        browser.post(path, path === '/app/tokens' ? { name: 'stolen', ...body } : body)
      assertRefusedWith(await post({}), 400, 18, 'current: is required')
      assertRefusedWith(await post({ current: password }), 400, 18, 'code: is required')
      assertRefusedWith(await post({ current: 'wrong', code: codes[0] ?? '' }), 400, 18, 'current')
      assertRefusedWith(await post({ current: password, code: '000000' }), 400, 18, 'code: is wrong')
      await forgetAttempts()
    }
    const other = await half()
    assert.equal((await useAsCode(other, device)).status, 201)
    assert.equal((await confirm(other, device)).status, 204)
    assertRefusedWith(await browser.post('/app/factor/codes'), 400, 18, 'current: is required')
    assert.equal((await other.post('/app/factor/codes')).status, 201)
    fixture().clock.moveBy(10 * 60_000)
    assertRefusedWith(await other.post('/app/factor/codes'), 400, 18, 'current: is required')
    const unasked = { name: 'Unasked', credential: new PasskeyDevice(origin).create({ challenge: 'AAAA' }) }
    assertRefusedWith(await browser.post('/app/passkeys', unasked), 400, 18, 'start again')
    const anonymous = new CookieBrowser(app)
    for (const path of ['passkeys', 'passkeys/begin', 'passkeys/confirm/begin', `passkeys/${passkey?.id}/remove`])
      assertRefusedWith(await anonymous.post(`/app/${path}`), 401, 9)
    const crossSite = new CookieBrowser(app, { 'sec-fetch-site': 'cross-site' })
    assertRefusedWith(await crossSite.post('/app/session/passkey/begin'), 403, 10)
    await noMails()
  })

  longTest(
    'T-205: an app and passkeys beside each other: turning one off keeps the other and the recovery codes',
    async () => {
      const { browser, device } = await enrol()
      assert.equal((await confirm(browser, device)).status, 204)
      const { secret } = (await browser.post('/app/factor', {})).json.setup as { secret: string }
      const codeApp = new CodeApp(secret)
      const confirmed = await browser.post('/app/factor/confirm', { code: codeApp.code(now()) })
      assert.equal((confirmed.json.codes as string[]).length, 10)
      fixture().clock.moveBy(30_000)
      assert.equal((await (await half()).post('/app/session/code', { code: codeApp.code(now()) })).status, 201)
      await noMails()
      const mail = await mails.mailsSentBy(async () => {
        assert.equal((await browser.post('/app/factor/off', {})).status, 204)
      })
      assert.deepEqual(subjectsOf(mail), ['Your authenticator app was turned off'])
      const state = (await browser.request('/app/factor')).json
      assert.deepEqual([state.factor, state.codes, (state.passkeys as unknown[]).length], [null, 10, 1])
      assertRefusedWith(await browser.post('/app/factor/off', {}), 400, 18, 'is off')
      await half()
      await noMails()
    },
  )

  longTest('T-206: at most 20 passkeys, with names of at most 60 characters', async () => {
    const { browser, device } = await enrol('resource')
    assert.equal((await confirm(browser, device)).status, 204)
    const add = async (name: string) => {
      const options = optionsOf(await browser.post('/app/passkeys/begin'))
      return browser.post('/app/passkeys', { name, credential: new PasskeyDevice(origin).create(options) })
    }
    assertRefusedWith(await add('x'.repeat(61)), 400, 18, 'at most 60')
    assertRefusedWith(await add(''), 400, 18, 'name')
    for (let count = 1; count < 20; count++) assert.equal((await add('x'.repeat(60))).status, 201)
    assertRefusedWith(await browser.post('/app/passkeys/begin'), 400, 18, 'remove one first')
    await noMails()
  })

  test('T-206: a server without a name and a certificate has no passkeys and says so', async () => {
    const siteOf = (publicUrl: string | null) => passkeySite({ mail: { ...mailSite, publicUrl } })
    const none = [
      null,
      'http://stint.example.com/',
      'https://192.0.2.7/',
      'https://[2001:db8::1]:8443/',
      'http://127.0.0.1/',
    ]
    for (const url of none) assert.equal(siteOf(url), null, String(url))
    assert.deepEqual(siteOf('https://stint.example.com:8443/'), {
      rpId: 'stint.example.com',
      origin: 'https://stint.example.com:8443',
    })
    assert.deepEqual(siteOf('http://localhost:8080/'), { rpId: 'localhost', origin: 'http://localhost:8080' })
    const { browser: enrolled } = await enrol()
    const plain = newApp(fixture().database, fixture().clock, { ...mailSite, publicUrl: 'https://192.0.2.7/' })
    const browser = new CookieBrowser(plain)
    browser.cookie = enrolled.cookie
    assert.equal((await new CookieBrowser(plain).request('/app/session')).json.passkeyorigin, null)
    for (const path of ['session/passkey/begin', 'session/code/passkey/begin', 'session/factor/passkey/begin'])
      assertRefusedWith(await new CookieBrowser(plain).post(`/app/${path}`), 404, 14, 'STINT_PUBLIC_URL')
    for (const path of ['passkeys/begin', 'passkeys/confirm/begin'])
      assertRefusedWith(await browser.post(`/app/${path}`), 404, 14, 'STINT_PUBLIC_URL')
    const credential = '{}'
    assertRefusedWith(await browser.post('/app/session/passkey', { credential }), 404, 14, 'STINT_PUBLIC_URL')
    await plain.close()
    await noMails()
  })
})
