// Sign-in in the web client, what a session gives access to, and its end: by the person, by time, and by the loss of
// the login.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createServer } from '../../src/api/server.ts'
import { deleteExpiredSessions } from '../../src/auth/session.ts'
import { ClockBounds } from '../../src/io/clock.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { fixtureNow, newApp, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'correct horse battery'
const hour = 3_600_000

suiteApiFixture((fixture, kind, testDatabase) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const enter = (username = 'manager') => signInBrowser(fixture().app, username, password)
  before(async () => {
    for (const name of ['administrator', 'manager', 'resource', 'executive', 'restricted', 'outsider'] as const) {
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
    }
  })

  test('sign-in returns the person and the account, and the server stores the count and time of sign-ins', async () => {
    const { a, app } = fixture()
    const browser = new CookieBrowser(app)
    assert.deepEqual((await browser.request('/app/session')).json, {
      session: null,
      setup: false,
      demo: [],
      resetbymail: false,
      sso: null,
      passwords: true,
      passkeyorigin: null,
    })
    const reply = await browser.signIn('MANAGER', password)
    assert.equal(reply.status, 201)
    const session = {
      personid: a.people.manager,
      accountid: a.accountid,
      role: 'Manager',
      restricted: false,
      firstname: 'manager',
      lastname: 'Of-a',
      username: 'manager',
      company: 'Account a',
      currency: '',
      timezone: 'Europe/Berlin',
      persontimezone: 'Europe/Berlin',
      approvesweeks: false,
      seescosts: false,
      factor: false,
      haspasskeys: false,
      passkeyorigin: null,
      haspassword: true,
      firststeps: false,
      mail: false,
      mailslinks: false,
    }
    // The position in the stream of changes is encrypted anew each time; scenarios/live.test.ts uses it.
    for (const { json } of [reply, await browser.request('/app/session')]) {
      const { position, ...shown } = (json as unknown as { session: { position: string } }).session
      assert.deepEqual(shown, session)
      assert.match(position, /^[\w-]{50,}$/)
    }
    const cookies = [reply.headers['set-cookie'] ?? []].flat().map(String)
    assert.equal(cookies.length, 2)
    assert.match(
      String(cookies[0]),
      /^__Host-stint=[\w-]{43}; Path=\/; Max-Age=1209600; Secure; HttpOnly; SameSite=Lax$/,
    )
    assert.match(
      String(cookies[1]),
      /^__Host-stint-browser=[\w-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const was = Number((await administrator().read(`/person/${a.people.manager}/`)).numlogins)
    await enter()
    const now = await administrator().read(`/person/${a.people.manager}/`)
    assert.deepEqual([Number(now.numlogins), now.lastlogin], [was + 1, '2026-05-14 10:00:00'])
  })

  test('a sign-in whose body is not one JSON object is rejected with the reason', async () => {
    const browser = new CookieBrowser(fixture().app)
    const signInWith = (body: string | Buffer, type = 'application/json') =>
      browser.request('/app/session', { method: 'POST', body, headers: { 'content-type': type } })
    const whole = JSON.stringify({ username: 'manager', password })
    const cases: [Awaited<ReturnType<typeof signInWith>>, string][] = [
      [await signInWith(whole, 'text/plain'), 'body: must be JSON, of the type application/json'],
      [await signInWith(whole.slice(0, -1)), 'body: The JSON body is malformed at line 1'],
      [await signInWith(`[${whole}]`), 'body: must be a JSON object'],
      [await signInWith(Buffer.from(whole.replace('manager', 'man\xFCger'), 'latin1')), 'body: is not valid UTF-8'],
    ]
    for (const [reply, reason] of cases) assertRefusedWith(reply, 400, 18, reason)
    assert.equal(await browser.isSignedIn(), false)
  })

  test('a session has the same limit per minute as a token, and every response says what is left of it', async () => {
    const { a, database } = fixture()
    const setRate = (rateperminute: number | null) =>
      database.write(a.accountid, (tx) => tx.update('account', a.accountid, { rateperminute }))
    const browser = await enter('resource')
    await setRate(3)
    const replies = []
    for (const path of ['nothing/', 'me/', 'task/', 'me/']) replies.push(await browser.request(`/app/api/${path}`))
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers['ratelimit-limit'], headers['ratelimit-remaining']]),
      [
        [400, '3', '2'],
        [200, '3', '1'],
        [200, '3', '0'],
        [400, '3', '0'],
      ],
    )
    for (const reply of replies.slice(3)) assertRefusedWith(reply, 400, 12)
    await setRate(null)
  })

  test('a session gives access to the whole API under /app/api as that person, and does not use the quota', async () => {
    const { a } = fixture()
    const browser = await enter('restricted')
    const used = async () => ((await browser.request('/app/api/quota/')).json.quota as JsonObject).used
    const before = await used()
    const tasks = await browser.request('/app/api/task/')
    assert.deepEqual([tasks.status, tasks.json.personid], [200, a.people.restricted])
    assert.deepEqual(
      (tasks.json.task as JsonObject[]).map(({ id }) => Number(id)),
      [a.tasks.own],
      'a restricted person sees the same tasks as with a token',
    )
    const xml = await browser.request('/app/api/me/', { headers: { accept: 'application/xml' } })
    assert.match(xml.text, /^<\?xml/)
    const timer = await browser.request('/app/api/timer/', {
      method: 'POST',
      body: { name: 'Through the door', personid: a.people.restricted },
      headers: { 'idempotency-key': 'door-1' },
    })
    assert.equal(timer.status, 201, timer.text)
    const { id } = timer.json.timer as JsonObject
    const again = await browser.request(`/app/api/timer/${id}/`)
    const unchanged = await browser.request(`/app/api/timer/${id}/`, {
      headers: { 'if-none-match': String(again.headers.etag) },
    })
    assert.deepEqual([again.status, unchanged.status], [200, 304])
    assert.equal((await browser.request('/app/api/person/', { method: 'HEAD' })).status, 200)
    assertRefusedWith(await browser.request('/app/api/nothing/'), 400, 13)
    assertRefusedWith(await browser.request('/app/api/client/', { method: 'POST', body: { name: 'x' } }), 403, 10)
    assert.equal(await used(), before)
    const refused = await new CookieBrowser(fixture().app).request('/app/api/me/')
    assertRefusedWith(refused, 401, 9, 'sign in')
    assert.equal((refused.json.error as JsonObject).message, 'You are not signed in')
  })

  test('the sign-in page of a demo offers the logins of its tokens, and only those who can sign in', async () => {
    const { a, database, clock } = fixture()
    const { manager, restricted, executive } = a.tokens
    const demoTokens = [manager, 'no-such-token', restricted, executive]
    const app = createServer({ ...testOptions(database, clock), demoTokens, offersDemoLogins: true })
    const offered = async () => (await new CookieBrowser(app).request('/app/session')).json.demo
    const login = (username: string, token: string, role: string) => ({
      ...{ username, password: token, role, restricted: username === 'restricted', name: `${username} Of-a` },
    })
    const others = [login('manager', manager, 'Manager'), login('restricted', restricted, 'Resource')]
    assert.deepEqual(await offered(), [...others, login('executive', executive, 'Executive')])
    await administrator().update(`/person/${a.people.executive}/`, { active: 'f' })
    assert.deepEqual(await offered(), others)
    await administrator().update(`/person/${a.people.executive}/`, { active: 't' })
    await app.close()
    const closed = createServer({ ...testOptions(database, clock), demoTokens, offersDemoLogins: false })
    assert.deepEqual((await new CookieBrowser(closed).request('/app/session')).json.demo, [], 'T-103')
    await closed.close()
  })

  test('a user name with the same password in two accounts leads to a choice of account', async () => {
    const { a, b, app } = fixture()
    await callerFor(fixture(), b.tokens.administrator).update(`/person/${b.people.outsider}/`, { password })
    const browser = new CookieBrowser(app)
    const choose = await browser.signIn('outsider', password)
    assert.equal(choose.status, 200)
    assert.deepEqual(choose.json, {
      choose: [
        { accountid: a.accountid, company: 'Account a' },
        { accountid: b.accountid, company: 'Account b' },
      ],
    })
    assert.equal(browser.cookie, undefined)
    const chosen = await browser.signIn('outsider', password, b.accountid)
    assert.deepEqual([chosen.status, (chosen.json.session as JsonObject).personid], [201, b.people.outsider])
    await callerFor(fixture(), b.tokens.administrator).update(`/person/${b.people.outsider}/`, {
      password: 'another one 1',
    })
    assert.equal(
      (await new CookieBrowser(app).signIn('outsider', password)).status,
      201,
      'only one account has this password now',
    )
  })

  test('people sign out in this session, in another session, or in all sessions', async () => {
    const [first, second, third] = [await enter(), await enter(), await enter()]
    const stranger = await enter('resource')
    const listed = (await first.request('/app/sessions')).json.sessions as JsonObject[]
    const current = listed.filter((row) => row.current === true)
    assert.equal(current.length, 1)
    assert.deepEqual(Object.keys(listed[0] ?? {}), ['id', 'datecreated', 'lastseen', 'browser', 'address', 'current'])
    const own = ((await second.request('/app/sessions')).json.sessions as JsonObject[]).find(
      (row) => row.current === true,
    )
    assertRefusedWith(await stranger.remove(`/app/sessions/${own?.id}`), 404, 14)
    assert.equal(await second.isSignedIn(), true)
    assert.equal((await first.remove(`/app/sessions/${own?.id}`)).status, 204)
    assert.deepEqual(
      [await first.isSignedIn(), await second.isSignedIn(), await third.isSignedIn()],
      [true, false, true],
    )
    const removed = '__Host-stint=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax'
    const out = await first.remove('/app/session')
    assert.deepEqual([out.status, out.headers['set-cookie']], [204, removed])
    assert.deepEqual([await first.isSignedIn(), await third.isSignedIn()], [false, true])
    const fourth = await enter()
    const outEverywhere = await fourth.remove('/app/sessions')
    assert.deepEqual([outEverywhere.status, outEverywhere.headers['set-cookie']], [204, removed])
    assert.deepEqual(
      [await third.isSignedIn(), await fourth.isSignedIn(), await stranger.isSignedIn()],
      [false, false, true],
    )
  })

  test('a session that another process ended is rejected with the next request', async () => {
    const browser = await enter()
    const { cookie } = browser
    const database = await testDatabase().open(kind === 'sqlite' ? { alongsideServer: true } : {})
    const other = newApp(database, fixture().clock)
    assert.equal(await browser.isSignedIn(), true)
    const elsewhere = new CookieBrowser(other)
    elsewhere.cookie = cookie
    assert.equal((await elsewhere.remove('/app/session')).status, 204)
    assert.equal((await browser.request('/app/api/me/')).status, 401)
    await other.close()
  })

  test('the time of the last use of a session is stored at most every five minutes', async () => {
    const { clock } = fixture()
    const browser = await enter()
    const lastSeen = async (): Promise<unknown> => {
      await browser.isSignedIn()
      const sessions = (await browser.request('/app/sessions')).json.sessions as JsonObject[]
      return sessions.find(({ current }) => current === true)?.lastseen
    }
    const begun = await lastSeen()
    clock.moveBy(5 * 60_000 - 1000)
    assert.equal(await lastSeen(), begun)
    clock.moveBy(1000)
    assert.notEqual(await lastSeen(), begun)
    await browser.remove('/app/session')
    clock.moveTo(fixtureNow)
  })

  test('a session ends after twelve hours without a request, and after fourteen days in any case', async () => {
    const { clock } = fixture()
    const [idle, busy] = [await enter(), await enter()]
    clock.moveBy(11 * hour)
    assert.equal(await busy.isSignedIn(), true)
    clock.moveBy(hour)
    assert.deepEqual([await idle.isSignedIn(), await busy.isSignedIn()], [false, true])
    for (let at = 12; at < 14 * 24 - 1; at += 11) {
      clock.moveTo(Date.parse(fixtureNow) + at * hour)
      assert.equal(await busy.isSignedIn(), true, `after ${at} hours`)
    }
    clock.moveTo(Date.parse(fixtureNow) + 14 * 24 * hour)
    assert.equal(await busy.isSignedIn(), false)
    clock.moveTo(fixtureNow)
  })

  test('T-165: the company decides when sessions end, also those that are open, and expired ones are removed', async () => {
    const { clock, database, a } = fixture()
    const company = callerFor(fixture(), a.tokens.administrator)
    await company.update('/company/', { sessionidle: '15', sessiondays: '1' })
    const [idle, busy] = [await enter(), await enter()]
    const { ends } = (await busy.request('/app/sessions')).json
    assert.deepEqual(ends, { idleminutes: 15, days: 1 })
    clock.moveBy(14 * 60_000)
    assert.equal(await busy.isSignedIn(), true)
    clock.moveBy(60_000)
    assert.deepEqual([await idle.isSignedIn(), await busy.isSignedIn()], [false, true])
    const { sessions } = (await busy.request('/app/sessions')).json
    assert.equal((sessions as unknown[]).length, 1)
    await deleteExpiredSessions(database, { earliest: clock.now(), latest: clock.now() })
    await company.update('/company/', { sessionidle: '20160', sessiondays: '90' })
    assert.deepEqual([await idle.isSignedIn(), await busy.isSignedIn()], [false, true], 'none lives again')
    clock.moveBy(13 * 24 * hour)
    assert.equal(await busy.isSignedIn(), true)
    await company.update('/company/', { sessionidle: '720', sessiondays: '14' })
    clock.moveBy(24 * hour)
    assert.equal(await busy.isSignedIn(), false)
    const wrong: JsonObject[] = [
      { sessionidle: '14' },
      { sessionidle: '20161' },
      { sessiondays: '0' },
      { sessiondays: '91' },
    ]
    for (const body of wrong)
      assertRefusedWith(await company.send('PUT', '/company/', body), 400, 18, 'whole number from')
    clock.moveTo(fixtureNow)
  })

  test('T-116: a clock that is hours ahead does not make a session live longer, nor end it when it is right again', async () => {
    const { clock, database } = fixture()
    const [used, unused, opened] = [await enter(), await enter(), new CookieBrowser(fixture().app)]
    clock.jumpBy(6 * hour)
    assert.deepEqual([await used.isSignedIn(), await unused.isSignedIn()], [true, true])
    await opened.signIn('manager', password)
    clock.jumpBy(-6 * hour)
    assert.equal(await used.isSignedIn(), true)
    const now = clock.now()
    await deleteExpiredSessions(database, { earliest: now, latest: now })
    clock.moveBy(12 * hour)
    assert.deepEqual(
      [await used.isSignedIn(), await unused.isSignedIn(), await opened.isSignedIn()],
      [false, false, false],
    )
    clock.moveTo(fixtureNow)
  })

  test('T-116: a session that was opened under a clock years ahead is over when it is right again', async () => {
    const { clock, database } = fixture()
    const bounds = new ClockBounds(clock)
    const deleteExpired = (): Promise<void> => deleteExpiredSessions(database, bounds.read())
    const years = 10 * 365 * 24 * hour
    const earlier = await enter()
    clock.jumpBy(years)
    await deleteExpired()
    assert.equal((await earlier.request('/app/api/me/')).status, 401)
    const meanwhile = await enter()
    clock.jumpBy(-years)
    assert.equal((await meanwhile.request('/app/api/me/')).status, 401)
    assert.equal((await earlier.request('/app/api/me/')).status, 200, 'the session of before is still there')
    assert.equal((await (await enter()).request('/app/api/me/')).status, 200)
    await deleteExpired()
    clock.moveBy(years)
    assert.equal((await meanwhile.request('/app/api/me/')).status, 401, 'it was deleted and does not come back')
    clock.moveTo(fixtureNow)
  })

  test('a person who becomes inactive, or loses the login or the role, is signed out of every session at once', async () => {
    const { a } = fixture()
    const path = `/person/${a.people.executive}/`
    for (const [away, back] of [
      [{ active: 'f' }, { active: 't' }],
      [{ username: '' }, { username: 'executive' }],
    ]) {
      const browser = await enter('executive')
      await administrator().update(path, away ?? {})
      assert.equal((await browser.request('/app/api/me/')).status, 401, JSON.stringify(away))
      assertRefusedWith(await new CookieBrowser(fixture().app).signIn('executive', password), 401, 9)
      await administrator().update(path, back ?? {})
      assert.equal(await browser.isSignedIn(), false, 'the session was restored with the login')
    }
    const browser = await enter('executive')
    await administrator().update(path, { groupid: 3 })
    assert.equal(((await browser.request('/app/session')).json.session as JsonObject).role, 'Manager')
  })
})
