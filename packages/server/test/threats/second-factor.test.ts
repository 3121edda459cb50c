// Threats to two-factor sign-in: codes that are used twice or guessed (T-160), secrets read from the database, a backup
// or a log (T-161), a sign-in that waits for its code used as a session (T-162), ways around the factor (T-163), and
// turning it off in a stolen session (T-164).
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { deleteExpiredPending } from '../../src/auth/pending-sign-in.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, secondServer, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp, type PersonName, testOptions } from '../fixture/api-fixture.ts'
import { CodeApp } from '../fixture/code-app.ts'
import { CookieBrowser, ownPageHeaders, signInBrowser } from '../fixture/cookie-browser.ts'
import { type ArrivedMails, type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest } from '../fixture/suite-tests.ts'

const password = 'correct horse battery'
const stepMs = 30_000
const clearAttempts = statement(sql`delete from signintry`)
const allFactors = statement(sql`select factor.secret, factor.confirmed from factor`)
const allCodes = statement(sql`select recoverycode.hash from recoverycode`)
const clearFactors = statement(sql`delete from factor`)
const clearCodes = statement(sql`delete from recoverycode`)

interface Enrolled {
  readonly app: CodeApp
  readonly codes: readonly string[]
  readonly secret: string
  readonly browser: CookieBrowser
}

suiteApiFixture((fixture, _kind, testDatabase) => {
  let mails: MailFixture
  let app: FastifyInstance
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const now = (): number => fixture().clock.now()
  const nextStep = (): void => fixture().clock.moveBy(stepMs)
  const forgetAttempts = () => fixture().database.write(0, (tx) => tx.run('signintry', clearAttempts))

  before(async () => {
    mails = await startMailFixture(fixture())
    app = newApp(fixture().database, fixture().clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    for (const name of ['administrator', 'manager', 'resource'] as const)
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
  })
  beforeEach(async () => {
    await forgetAttempts()
    await fixture().database.write(0, async (tx) => {
      await tx.run('factor', clearFactors)
      await tx.run('recoverycode', clearCodes)
    })
    await administrator().update('/company/', { secondfactor: 'none' })
    nextStep()
    nextStep()
  })
  after(async () => {
    await app.close()
    await mails.close()
  })

  const enrol = async (username = 'manager'): Promise<Enrolled> => {
    const browser = await signInBrowser(app, username, password)
    const begun = await browser.post('/app/factor', { current: password })
    assert.equal(begun.status, 201, begun.text)
    const { secret, qr } = begun.json.setup as { secret: string; qr: string }
    assert.match(secret, /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    assert.match(qr, /^<svg /)
    const codeApp = new CodeApp(secret)
    const confirmed = await browser.post('/app/factor/confirm', { code: codeApp.code(now()) })
    assert.equal(confirmed.status, 201, confirmed.text)
    nextStep()
    return { app: codeApp, codes: confirmed.json.codes as string[], secret, browser }
  }
  /** Without those about new browsers: every sign-in of these tests is one. */
  const subjectsOf = ({ all }: ArrivedMails): string[] =>
    all.map(({ subject }) => subject).filter((subject) => subject !== 'New sign-in to Stint')
  /** A browser that knows the password and has not entered a code. */
  const half = async (username = 'manager'): Promise<CookieBrowser> => {
    const browser = new CookieBrowser(app)
    const reply = await browser.signIn(username, password)
    assert.deepEqual([reply.status, reply.json], [200, { next: 'code' }], reply.text)
    assert.match(
      String(reply.headers['set-cookie']),
      /__Host-stint-code=[\w-]{43}; Path=\/; Max-Age=300; Secure; HttpOnly; SameSite=Lax/,
    )
    return browser
  }
  const kindsOf = async (person: PersonName): Promise<string[]> => {
    const { json } = await administrator().send('GET', `/person/${fixture().a.people[person]}/event/?limit=0`)
    return (json.event as { kind: string }[]).map(({ kind }) => kind)
  }

  test('a person turns it on, signs in with a code and turns it off; every step is an event and a mail', async () => {
    const other = await signInBrowser(app, 'manager', password)
    await mails.mailsSentBy(async () => undefined)
    let enrolled: Enrolled | undefined
    const on = await mails.mailsSentBy(async () => {
      enrolled = await enrol()
    })
    assert.ok(enrolled !== undefined)
    assert.deepEqual(subjectsOf(on), ['Two-factor sign-in was turned on'])
    assert.equal(await other.isSignedIn(), false, 'sessions that began without it ended')
    assert.equal(await enrolled.browser.isSignedIn(), true)
    const browser = await half()
    const reply = await browser.post('/app/session/code', { code: enrolled.app.code(now()) })
    assert.equal(reply.status, 201, reply.text)
    assert.equal((reply.json.session as { factor: boolean }).factor, true)
    assert.equal(await browser.isSignedIn(), true)
    const [used = ''] = enrolled.codes
    nextStep()
    const off = await mails.mailsSentBy(async () => {
      const second = await half()
      assert.equal((await second.post('/app/session/code', { code: used.toLowerCase() })).status, 201)
    })
    assert.deepEqual(subjectsOf(off), ['A recovery code was used'])
    const renewed = await mails.mailsSentBy(async () => {
      const again = { current: password, code: enrolled?.app.code(now()) ?? '' }
      assert.equal((await browser.post('/app/factor/codes', again)).status, 201)
    })
    assert.deepEqual(subjectsOf(renewed), ['New recovery codes were created'])
    nextStep()
    const removed = await mails.mailsSentBy(async () => {
      const again = { current: password, code: enrolled?.app.code(now()) ?? '' }
      assert.equal((await browser.post('/app/factor/off', again)).status, 204)
    })
    assert.deepEqual(subjectsOf(removed), ['Two-factor sign-in was turned off'])
    await signInBrowser(app, 'manager', password)
    const kinds = await kindsOf('manager')
    for (const kind of ['factoron', 'recoveryused', 'recoverycodes', 'factoroff'])
      assert.ok(kinds.includes(kind), `${kind} in ${kinds}`)
    const manager = await callerFor(fixture(), fixture().a.tokens.manager).send('GET', '/event/?kind=factoron')
    assert.deepEqual(manager.json.event, [])
  })

  test('T-160: a code works once, also for two requests at the same time, and the one before not after it', async () => {
    const { app: codes } = await enrol()
    const [one, two] = [await half(), await half()]
    const code = codes.code(now())
    const replies = await Promise.all([one, two].map((browser) => browser.post('/app/session/code', { code })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 401])
    const late = await half()
    assertRefusedWith(await late.post('/app/session/code', { code }), 401, 9, 'was already used')
    assertRefusedWith(await late.post('/app/session/code', { code: codes.code(now(), -1) }), 401, 9)
    assert.equal((await late.post('/app/session/code', { code: codes.code(now(), 1) })).status, 201)
    const third = await half()
    nextStep()
    assertRefusedWith(await third.post('/app/session/code', { code: codes.code(now()) }), 401, 9)
    for (const steps of [-2, 2]) {
      await forgetAttempts()
      assertRefusedWith(await third.post('/app/session/code', { code: codes.code(now(), steps) }), 401, 9)
    }
  })

  test('T-160: of 1,000 guesses 5 are compared, over all processes', async () => {
    const { app: codes } = await enrol()
    const other = await secondServer(fixture(), testDatabase())
    const first = await half()
    const cookie = [...first.others.values()].join('; ')
    const code = codes.wrongCode(now())
    const guess = (at: number) =>
      at % 2 === 0
        ? first.post('/app/session/code', { code })
        : other.call({
            method: 'POST',
            path: '/app/session/code',
            body: { code },
            headers: { ...ownPageHeaders, cookie },
          })
    const statuses: number[] = []
    for (let round = 0; round < 40; round++) {
      const replies = await Promise.all(Array.from({ length: 25 }, (_, at) => guess(at)))
      statuses.push(...replies.map(({ status }) => status))
    }
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    assert.equal(statuses.filter((status) => status === 400).length, 995)
    const limited = await first.post('/app/session/code', { code: codes.code(now()) })
    assertRefusedWith(limited, 400, 12, 'too many sign-in attempts')
    fixture().clock.moveBy(15 * 60_000)
    const later = await half()
    assert.equal((await later.post('/app/session/code', { code: codes.code(now()) })).status, 201)
  })

  longTest(
    'T-160: a recovery code works once, new ones replace it, and those of another person do not work',
    async () => {
      const { codes, app: codeApp, browser } = await enrol()
      assert.equal(codes.length, 10)
      assert.equal(new Set(codes).size, 10)
      const [code = '', next = ''] = codes
      assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
      const replies = await Promise.all(
        [await half(), await half()].map((one) => one.post('/app/session/code', { code })),
      )
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 401])
      assertRefusedWith(await (await half()).post('/app/session/code', { code }), 401, 9)
      assert.equal((await browser.request('/app/factor')).json.factor !== null, true)
      const again = { current: password, code: codeApp.code(now()) }
      const renewed = (await browser.post('/app/factor/codes', again)).json.codes as string[]
      assertRefusedWith(await (await half()).post('/app/session/code', { code: next }), 401, 9)
      const { codes: others } = await enrol('resource')
      assertRefusedWith(await (await half()).post('/app/session/code', { code: others[0] ?? '' }), 401, 9)
      assert.equal((await (await half()).post('/app/session/code', { code: renewed[0] ?? '' })).status, 201)
      await mails.mailsSentBy(async () => undefined)
    },
  )

  longTest('T-116, T-160: a code that was used under a clock years ahead does not lock the person out', async () => {
    const { clock } = fixture()
    const { app: codes } = await enrol()
    const year = 365 * 86_400_000
    clock.jumpBy(year)
    assert.equal((await (await half()).post('/app/session/code', { code: codes.code(now()) })).status, 201)
    clock.jumpBy(-year)
    assert.equal((await (await half()).post('/app/session/code', { code: codes.code(now()) })).status, 201)
  })

  longTest(
    'T-161: the secret is encrypted, recovery codes are hashed, and neither they nor codes are in the log',
    async () => {
      const { database, clock } = fixture()
      const lines: string[] = []
      const stream = new Writable({
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk))
          done()
        },
      })
      const logged = createServer({ ...testOptions(database, clock), log: pino({ level: 'trace' }, stream) })
      const { secret, codes, app: codeApp } = await enrol()
      const rows = await database.read(0, async (tx) => [...(await tx.all(allFactors)), ...(await tx.all(allCodes))])
      const stored = JSON.stringify(rows)
      assert.equal(rows.length, 11)
      for (const word of [
        secret,
        secret.replaceAll(' ', ''),
        ...codes,
        ...codes.map((code) => code.replaceAll('-', '')),
      ])
        assert.ok(!stored.includes(word))
      const browser = new CookieBrowser(logged)
      await browser.signIn('manager', password)
      await browser.post('/app/session/code', { code: 'canary-code' })
      const code = codeApp.code(now())
      assert.equal((await browser.post('/app/session/code', { code })).status, 201)
      await logged.close()
      const log = lines.join('')
      assert.match(log, /"msg":"signed in"/)
      for (const word of ['canary', `"${code}"`, secret]) assert.ok(!log.includes(word), `the log contains ${word}`)
    },
  )

  test('T-162: a sign-in that waits for its code is no session, anywhere, and ends after five minutes', async () => {
    const { app: codes } = await enrol()
    const { clock, database } = fixture()
    const browser = await half()
    const [pending = ''] = [...browser.others.values()]
    const secret = pending.split('=')[1] ?? ''
    assert.match(pending, /^__Host-stint-code=[\w-]{43}$/)
    assert.equal(await browser.isSignedIn(), false)
    const planted = { headers: { cookie: `${pending}; __Host-stint=${secret}` } }
    const paths = ['session', 'sessions', 'tokens', 'factor', 'calendar', 'live', 'api/me/', 'api/task/']
    for (const path of paths) {
      const replies = [await browser.request(`/app/${path}`), await browser.request(`/app/${path}`, planted)]
      for (const reply of replies)
        if (path === 'session') assert.equal(reply.json.session, null)
        else assertRefusedWith(reply, 401, 9)
    }
    for (const path of ['factor', 'factor/confirm', 'factor/codes', 'factor/off', 'password', 'tokens'])
      assertRefusedWith(await browser.post(`/app/${path}`, { current: password, code: codes.code(now()) }), 401, 9)
    assertRefusedWith(await browser.post('/app/session/factor', {}), 400, 18, 'already on')
    assertRefusedWith(await browser.post('/app/session/factor/confirm', { code: codes.code(now()) }), 401, 9)
    const asToken = await fixture().call({ token: secret, path: '/me/' })
    assert.equal(asToken.status, 401)
    const session = await signInBrowserWithCode(codes)
    const swapped = new CookieBrowser(app)
    swapped.others.set('code', `__Host-stint-code=${session.cookie?.split('=')[1]}`)
    assertRefusedWith(await swapped.post('/app/session/code', { code: codes.code(now(), 1) }), 401, 9, 'start again')
    clock.moveBy(5 * 60_000)
    const late = await browser.post('/app/session/code', { code: codes.code(now()) })
    assertRefusedWith(late, 401, 9, 'start again with your password')
    await deleteExpiredPending(database, now())
    const left = await database.read(0, (tx) => tx.all(statement(sql`select 1 from pendingsignin`)))
    assert.deepEqual(left, [])
  })

  const signInBrowserWithCode = async (codes: CodeApp): Promise<CookieBrowser> => {
    const browser = await half()
    const reply = await browser.post('/app/session/code', { code: codes.code(now()) })
    assert.equal(reply.status, 201, reply.text)
    return browser
  }

  longTest(
    'T-162: the session after the code is a new secret, the waiting sign-in is over, and so is an old session',
    async () => {
      const { app: codes, browser } = await enrol()
      const previous = browser.cookie
      await browser.signIn('manager', password)
      assert.equal(browser.cookie, previous, 'the password alone changes nothing')
      const waiting = [...browser.others.values()]
      assert.equal((await browser.post('/app/session/code', { code: codes.code(now()) })).status, 201)
      assert.notEqual(browser.cookie, previous)
      assert.ok(!waiting.some((cookie) => cookie.split('=')[1] === browser.cookie?.split('=')[1]))
      assert.deepEqual(
        [...browser.others.keys()].filter((name) => name.includes('code')),
        [],
      )
      const old = new CookieBrowser(app)
      old.cookie = previous
      assert.equal(await old.isSignedIn(), false)
      nextStep()
      for (const cookie of waiting) old.others.set('code', cookie)
      assertRefusedWith(await old.post('/app/session/code', { code: codes.code(now()) }), 401, 9, 'start again')
    },
  )

  longTest('T-162: a new password and a lost login end sign-ins that wait for a code', async () => {
    const { app: codes } = await enrol()
    for (const [field, value] of [
      ['password', password],
      ['active', 'f'],
    ] as const) {
      const browser = await half()
      await administrator().update(`/person/${fixture().a.people.manager}/`, { [field]: value })
      assertRefusedWith(await browser.post('/app/session/code', { code: codes.code(now()) }), 401, 9, 'start again')
      await administrator().update(`/person/${fixture().a.people.manager}/`, { active: 't' })
    }
    await mails.mailsSentBy(async () => undefined)
  })

  test('T-163: a link to choose a password does not turn the factor off and asks for the code', async () => {
    const { app: codes } = await enrol()
    const boss = await signInBrowser(app, 'ada', password)
    const link = await boss.post(`/app/people/${fixture().a.people.manager}/link`, { kind: 'reset' })
    const { path } = link.json.link as { path: string }
    const browser = new CookieBrowser(app)
    const chosen = { code: path.split('#')[1] ?? '', password }
    const reply = await browser.post('/app/link/password', chosen)
    assert.deepEqual([reply.status, reply.json], [200, { next: 'code' }])
    assert.equal(await browser.isSignedIn(), false)
    assert.equal((await browser.post('/app/session/code', { code: codes.code(now()) })).status, 201)
    await mails.mailsSentBy(async () => undefined)
  })

  test('T-163: who must have a factor sets it up after the password, before anything else works', async () => {
    await administrator().update('/company/', { secondfactor: 'administrators' })
    await signInBrowser(app, 'manager', password)
    const boss = new CookieBrowser(app)
    assert.deepEqual((await boss.signIn('ada', password)).json, { next: 'setup' })
    assert.equal(await boss.isSignedIn(), false)
    assertRefusedWith(await boss.request('/app/api/me/'), 401, 9)
    assertRefusedWith(await boss.post('/app/session/code', { code: '000000' }), 401, 9)
    assertRefusedWith(await boss.post('/app/session/factor/confirm', { code: '000000' }), 401, 9)
    const { secret } = (await boss.post('/app/session/factor', {})).json.setup as { secret: string }
    const codeApp = new CodeApp(secret)
    assertRefusedWith(
      await boss.post('/app/session/factor/confirm', { code: codeApp.wrongCode(now()) }),
      401,
      9,
      'is wrong',
    )
    const reply = await boss.post('/app/session/factor/confirm', { code: codeApp.code(now()) })
    assert.equal(reply.status, 201, reply.text)
    assert.equal((reply.json.codes as string[]).length, 10)
    assert.equal(await boss.isSignedIn(), true)
    nextStep()
    await administrator().update('/company/', { secondfactor: 'everyone' })
    assert.deepEqual((await new CookieBrowser(app).signIn('manager', password)).json, { next: 'setup' })
    assert.equal((await boss.request('/app/factor')).json.required, true)
    assert.equal((await boss.post('/app/factor/off', { current: password, code: codeApp.code(now()) })).status, 204)
    assert.equal(await boss.isSignedIn(), false, 'who must have one cannot go on without')
    assert.equal((await fixture().call({ token: fixture().a.tokens.manager, path: '/me/' })).status, 200)
    await mails.mailsSentBy(async () => undefined)
  })

  longTest('T-163: a secret that was not confirmed within 15 minutes does not count', async () => {
    const browser = await signInBrowser(app, 'resource', password)
    const { secret } = (await browser.post('/app/factor', { current: password })).json.setup as { secret: string }
    await signInBrowser(app, 'resource', password)
    fixture().clock.moveBy(15 * 60_000)
    const codeApp = new CodeApp(secret)
    assertRefusedWith(await browser.post('/app/factor/confirm', { code: codeApp.code(now()) }), 400, 18, 'code')
  })

  test('T-164: changes need the password and a code; neither alone is enough, and only Administrators help others', async () => {
    const { app: codes, browser } = await enrol()
    const { a, b } = fixture()
    for (const path of ['factor/codes', 'factor/off', 'tokens', 'calendar', 'password']) {
      const more: JsonObject =
        path === 'tokens' ? { name: 'stolen' } : path === 'password' ? { password: 'another battery' } : {}
      const post = (body: JsonObject) => browser.post(`/app/${path}`, { ...more, ...body })
      assertRefusedWith(await post({ current: password }), 400, 18, 'code: is required')
      assertRefusedWith(await post({ code: codes.code(now()) }), 400, 18, 'current: is required')
      assertRefusedWith(await post({ current: 'wrong', code: codes.code(now()) }), 400, 18, 'current')
      assertRefusedWith(await post({ current: password, code: codes.wrongCode(now()) }), 400, 18, 'code: is wrong')
      await forgetAttempts()
    }
    const guess = { current: password, code: codes.wrongCode(now()) }
    for (let count = 0; count < 5; count++) await browser.post('/app/factor/off', guess)
    const right = { current: password, code: codes.code(now()) }
    assertRefusedWith(await browser.post('/app/factor/off', right), 400, 12, 'too many')
    await forgetAttempts()
    const off = (who: CookieBrowser, personid: number, current = password) =>
      who.post(`/app/people/${personid}/factor/off`, { current })
    const resource = await signInBrowser(app, 'resource', password)
    assertRefusedWith(await off(resource, a.people.manager), 403, 10)
    assertRefusedWith(await resource.request(`/app/people/${a.people.manager}/factor`), 403, 10)
    const boss = await signInBrowser(app, 'ada', password)
    assertRefusedWith(await off(boss, a.people.manager, 'wrong'), 400, 18, 'current')
    assertRefusedWith(await off(boss, b.people.manager), 404, 14)
    assertRefusedWith(await off(boss, a.people.administrator), 400, 18, 'in your profile')
    assertRefusedWith(await off(boss, a.people.resource), 400, 18, 'is off')
    const { factor } = (await boss.request(`/app/people/${a.people.manager}/factor`)).json
    assert.equal((factor as { codes: number }).codes, 10)
    await mails.mailsSentBy(async () => undefined)
    const arrived = await mails.mailsSentBy(async () => {
      assert.equal((await off(boss, a.people.manager)).status, 204)
    })
    assert.match(arrived.mailTo('manager').plain, /Ada Boss-a turned off two-factor sign-in for your Stint account/)
    await signInBrowser(app, 'manager', password)
    const token = { token: a.tokens.administrator, path: '/app/factor', body: { current: password } }
    assert.notEqual((await fixture().call({ ...token, method: 'POST' })).status, 201)
  })
})
