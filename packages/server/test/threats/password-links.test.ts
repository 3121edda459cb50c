// Threats to the links with which people choose a password: used twice, too late or by somebody else (T-141), read from
// the database or a log (T-142), asking who exists and flooding (T-143), forged addresses (T-144), and creating one
// without being allowed to (T-145).
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { deleteExpiredLinks } from '../../src/auth/link-code.ts'
import { passwordChecks } from '../../src/io/password-hash.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, personBody, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp, type Reply, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { type MailFixture, mailSite, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'

const password = 'correct horse battery'
const newPassword = 'a fresh battery horse'
const hourMs = 3_600_000
const clearAttempts = statement(sql`delete from signintry`)
const allLinks = statement(sql`select linkcode.kind, linkcode.hash from linkcode`)
const allMails = statement(sql`select outbox.plain, outbox.html, outbox.subject from outbox`)

interface Link {
  readonly code: string
  readonly dateexpires: string
  readonly sentto: string | null
}

suiteApiFixture((fixture) => {
  let mails: MailFixture
  let app: FastifyInstance
  let boss: CookieBrowser
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)

  before(async () => {
    mails = await startMailFixture(fixture())
    app = newApp(fixture().database, fixture().clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    for (const name of ['administrator', 'manager', 'resource'] as const) {
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
    }
    await callerFor(fixture(), fixture().b.tokens.administrator).update(
      `/person/${fixture().b.people.administrator}/`,
      { username: 'otherboss', password },
    )
    boss = await signInBrowser(app, 'ada', password)
  })
  const forgetAttempts = () => fixture().database.write(0, (tx) => tx.run('signintry', clearAttempts))
  beforeEach(forgetAttempts)
  after(async () => {
    await app.close()
    await mails.close()
  })

  const linkOf = ({ json, text }: Reply): Link => {
    const { path, dateexpires, sentto } = json.link as { path: string; dateexpires: string; sentto: string | null }
    assert.match(path, /^app\/password#[\w-]{43}$/, text)
    return { code: path.split('#')[1] ?? '', dateexpires, sentto }
  }
  const create = (personid: number, kind: 'invite' | 'reset', send = 'f') =>
    boss.post(`/app/people/${personid}/link`, { kind, send })
  const newLink = async (personid: number, kind: 'invite' | 'reset' = 'reset') => linkOf(await create(personid, kind))
  const use = (code: string, chosen = newPassword) =>
    new CookieBrowser(app).post('/app/link/password', { code, password: chosen })
  const newPerson = async (name: string): Promise<number> =>
    Number((await administrator().create('/person/', personBody(name, 4))).id)
  const refusesLink = async (code: string): Promise<void> => {
    await forgetAttempts()
    for (const reply of [await new CookieBrowser(app).post('/app/link', { code }), await use(code)]) {
      assertRefusedWith(reply, 401, 9, 'this link is invalid, was already used or has expired')
      assert.equal(reply.headers['set-cookie'], undefined)
    }
  }
  const request = (email: string, browser = new CookieBrowser(app)) => browser.post('/app/resetrequest', { email })
  const codeIn = (text: string): string => {
    const [, code = ''] = /https:\/\/stint\.example\.com\/app\/password#([\w-]{43})\s/.exec(text) ?? []
    return code
  }

  test('an invited person without a password chooses one by the link and is signed in; the event log has it', async () => {
    const id = await newPerson('Ines')
    const { code, dateexpires } = await newLink(id, 'invite')
    assert.equal(dateexpires, '2026-05-21 10:00:00')
    const browser = new CookieBrowser(app)
    const { link } = (await browser.post('/app/link', { code })).json
    assert.deepEqual(link, { kind: 'invite', username: 'ines', name: 'Ines', company: 'Account a' })
    assertRefusedWith(await browser.post('/app/link/password', { code, password: 'ines' }), 400, 18, 'at least 8')
    assertRefusedWith(await browser.post('/app/link/password', { code, password: 'Account A' }), 400, 18, 'company')
    const reply = await browser.post('/app/link/password', { code, password })
    assert.equal(reply.status, 201, reply.text)
    assert.equal(await browser.isSignedIn(), true)
    await signInBrowser(app, 'ines', password)
    const { json } = await administrator().send('GET', `/person/${id}/event/?limit=0`)
    const events = json.event as { kind: string }[]
    const kinds = events.map(({ kind }) => kind)
    for (const kind of ['invitation', 'passwordset', 'signin']) assert.ok(kinds.includes(kind), `${kind} in ${kinds}`)
    assertRefusedWith(await create(id, 'invite'), 400, 18, 'already signed in')
  })

  test('T-141: a link works once, also for two requests at the same time, and ends all sessions, with a mail', async () => {
    const { manager } = fixture().a.people
    const old = await signInBrowser(app, 'manager', password)
    const { code } = await newLink(manager)
    const arrived = await mails.mailsSentBy(async () => {
      const replies = await Promise.all([use(code, 'the first battery'), use(code, 'the second battery')])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 401])
    })
    assert.equal(arrived.mailTo('manager').subject, 'Your Stint password was changed')
    assert.equal(await old.isSignedIn(), false)
    await refusesLink(code)
  })

  test('T-141: a new link of the same kind replaces the old one', async () => {
    const id = await newPerson('Replaced')
    const first = await newLink(id, 'invite')
    const second = await newLink(id, 'invite')
    await refusesLink(first.code)
    assert.equal((await use(second.code)).status, 201)
  })

  test('T-141: a link expires: a reset after an hour, an invitation after 7 days; then it is removed', async () => {
    const { clock, database } = fixture()
    const id = await newPerson('Late')
    for (const [kind, ms] of [
      ['reset', hourMs],
      ['invite', 7 * 24 * hourMs],
    ] as const) {
      const { code } = await newLink(id, kind)
      clock.moveBy(ms - 1000)
      assert.equal((await new CookieBrowser(app).post('/app/link', { code })).status, 200)
      clock.moveBy(1000)
      await refusesLink(code)
      clock.moveBy(-ms)
    }
    await deleteExpiredLinks(database, clock.now() + 7 * 24 * hourMs)
    assert.deepEqual(await database.read(0, (tx) => tx.all(allLinks)), [])
  })

  test('T-116, T-141: a link that was created under a clock hours ahead is void', async () => {
    const { clock } = fixture()
    clock.jumpBy(5 * hourMs)
    const id = await newPerson('Ahead')
    const browser = await signInBrowser(app, 'ada', password)
    const { code } = linkOf(await browser.post(`/app/people/${id}/link`, { kind: 'reset' }))
    clock.jumpBy(-5 * hourMs)
    await refusesLink(code)
    boss = await signInBrowser(app, 'ada', password)
  })

  test('T-141: a changed password, a lost username, deactivation and another address make open links void', async () => {
    const changes: Record<string, object> = {
      password: { password: 'set by the boss' },
      username: { username: '' },
      inactive: { active: 'f' },
    }
    for (const [name, change] of Object.entries(changes)) {
      const id = await newPerson(`Void${name}`)
      const links = [await newLink(id, 'invite'), await newLink(id, 'reset')]
      await administrator().update(`/person/${id}/`, { ...change })
      for (const { code } of links) await refusesLink(code)
      await administrator().update(`/person/${id}/`, { active: 't', username: `void${name}` })
      for (const { code } of links) await refusesLink(code)
    }
    const moved = await newPerson('Moved')
    const { code, sentto } = linkOf(await create(moved, 'invite', 't'))
    assert.equal(sentto, 'moved@example.com')
    await administrator().update(`/person/${moved}/`, { email: 'elsewhere@example.com' })
    await refusesLink(code)
    const own = await newPerson('Own')
    const link = await newLink(own, 'reset')
    assert.equal((await use((await newLink(own, 'invite')).code)).status, 201)
    await refusesLink(link.code)
    await mails.mailsSentBy(async () => undefined)
  })

  test('T-141: codes cannot be guessed: 1,000 guesses are counted, and none is a set-up code, a token or a session', async () => {
    const { a } = fixture()
    const { code } = await newLink(await newPerson('Guessed'), 'invite')
    const guesses = [
      a.tokens.administrator,
      boss.cookie?.split('=')[1] ?? '',
      code.slice(1),
      `${code}A`,
      ' ',
      code.toLowerCase(),
    ]
    for (const guess of guesses) await refusesLink(guess)
    await forgetAttempts()
    const replies: Reply[] = []
    for (let round = 0; round < 40; round++)
      replies.push(...(await Promise.all(Array.from({ length: 25 }, (_, at) => use(`guess ${round} ${at}`)))))
    assert.equal(replies.filter(({ status }) => status === 401).length, 10)
    assert.equal(replies.filter(({ status }) => status === 400).length, 990)
    assertRefusedWith(await use(code), 400, 12)
    await forgetAttempts()
    const setup = await new CookieBrowser(app).post('/app/setup', {
      code,
      company: 'x',
      timezone: 'Europe/Berlin',
      firstname: 'x',
      username: 'x',
      email: 'x@example.com',
      password,
    })
    assertRefusedWith(setup, 401, 9)
  })

  test('T-142: codes are neither in the database, also while their mail waits, nor in the log; mails decrypt when sent', async () => {
    const { database, clock } = fixture()
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const quiet = createServer({
      ...testOptions(database, clock),
      mail: mailSite,
      log: pino({ level: 'trace' }, stream),
    })
    const id = await newPerson('Secret')
    const browser = await signInBrowser(quiet, 'ada', password)
    await mails.sender.stop(1000)
    const { code } = linkOf(await browser.post(`/app/people/${id}/link`, { kind: 'invite', send: 't' }))
    const rows = await database.read(0, async (tx) => [...(await tx.all(allLinks)), ...(await tx.all(allMails))])
    assert.ok(rows.length >= 2)
    assert.ok(!JSON.stringify(rows).includes(code), 'the code is stored')
    await new CookieBrowser(quiet).post('/app/link', { code })
    await new CookieBrowser(quiet).post('/app/link/password', { code, password: 'canary-password' })
    await new CookieBrowser(quiet).post('/app/link', { code: 'canary-code' })
    await new CookieBrowser(quiet).post('/app/resetrequest', { email: 'canary-mail@example.com' })
    await quiet.close()
    const log = lines.join('')
    assert.match(log, new RegExp(`"person":${id},"msg":"signed in"`))
    for (const word of [code, 'canary-']) assert.ok(!log.includes(word), `the log contains ${word}`)
    mails = await restart(mails)
    const arrived = await mails.mailsSentBy(async () => create(await newPerson('Mailed'), 'invite', 't'))
    const { subject, plain, html } = arrived.mailTo('mailed')
    assert.equal(subject, 'You are invited to Stint')
    assert.match(plain, /Ada Boss-a invited you to Stint/)
    assert.match(plain, /Username: mailed/)
    assert.ok(html.includes(codeIn(plain)))
    assert.equal((await use(codeIn(plain))).status, 201)
  })

  const restart = async (before: MailFixture): Promise<MailFixture> => {
    await before.close()
    return startMailFixture(fixture())
  }

  test('T-143: known, unknown and inactive addresses get the same response after the same work, and only the known one a mail', async () => {
    const addresses = [
      'nobody@example.com',
      'inactive@a.example.com',
      'RESOURCE@A.example.com',
      'manager@a.example.com.evil',
    ]
    const seen = new Set<string>()
    const arrived = await mails.mailsSentBy(async () => {
      for (const address of addresses) {
        const checks = passwordChecks()
        const { status, text, headers } = await request(address)
        assert.equal(passwordChecks() - checks, 0)
        const { 'x-request-id': _id, date: _date, ...others } = headers
        seen.add(JSON.stringify({ status, text, others }))
      }
      await untilMailWaits()
    })
    assert.equal(seen.size, 1, [...seen].join('\n'))
    assert.match([...seen].join(), /"status":202,"text":""/)
    const { subject, plain, to } = arrived.mailTo('resource')
    assert.deepEqual(arrived.recipients, ['resource'])
    assert.deepEqual(to, ['resource@a.example.com'])
    assert.equal(subject, 'Reset your Stint password')
    assert.equal((await use(codeIn(plain))).status, 201)
  })

  /** Mails are written after the response; those of one process in the order of the requests. */
  const untilMailWaits = async (): Promise<void> => {
    for (let round = 0; round < 5000; round++) {
      if ((await fixture().database.read(0, (tx) => tx.all(allMails))).length + mails.sink.mails.length > 0) return
      await sleep(2)
    }
    assert.fail('no mail was written')
  }

  test('T-143: of 1,000 requests 3 an hour per address and 20 an hour per client are accepted, known or not', async () => {
    for (const address of ['resource@a.example.com', 'nobody@example.com']) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => request(address)))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [202, 202, 202, 400, 400], address)
      const [refused] = replies.filter(({ status }) => status === 400)
      if (refused !== undefined) assertRefusedWith(refused, 400, 12, 'too many requests; try again in 3600 s')
    }
    let accepted = 0
    for (let round = 0; round < 40; round++) {
      const replies = await Promise.all(Array.from({ length: 25 }, (_, at) => request(`n${round}-${at}@example.com`)))
      accepted += replies.filter(({ status }) => status === 202).length
    }
    assert.equal(accepted, 10, 'ten of the twenty were used before')
    fixture().clock.moveBy(hourMs)
    assert.equal((await request('resource@a.example.com')).status, 202)
    fixture().clock.moveBy(-hourMs)
    await mails.mailsSentBy(async () => undefined)
  })

  test('T-144: the address in a mail is that of the settings, whatever the request says; without one no link is mailed', async () => {
    const id = await newPerson('Hosted')
    const headers = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' }
    const evil = new CookieBrowser(app, headers)
    evil.cookie = boss.cookie
    const arrived = await mails.mailsSentBy(() => evil.post(`/app/people/${id}/link`, { kind: 'invite', send: 't' }))
    const { plain, html } = arrived.mailTo('hosted')
    assert.ok(plain.includes(`${publicUrl}app/password#`))
    for (const text of [plain, html]) assert.ok(!text.includes('evil'))
    const nameless = newApp(fixture().database, fixture().clock, { ...mailSite, publicUrl: null })
    assertRefusedWith(
      await request('manager@a.example.com', new CookieBrowser(nameless)),
      400,
      18,
      'ask an Administrator',
    )
    const browser = await signInBrowser(nameless, 'ada', password)
    assert.equal(linkOf(await browser.post(`/app/people/${id}/link`, { kind: 'invite', send: 't' })).sentto, null)
    const state = (await new CookieBrowser(nameless).request('/app/session')).json
    assert.equal(state.resetbymail, false)
    await nameless.close()
    assert.equal((await new CookieBrowser(app).request('/app/session')).json.resetbymail, true)
  })

  test('T-144: a link leads nowhere else: no parameter redirects, and other names in a body are refused', async () => {
    const { code } = await newLink(await newPerson('Redirected'), 'invite')
    const body = { code, password, next: 'https://evil.example.com/' }
    assertRefusedWith(await new CookieBrowser(app).post('/app/link/password', body), 400, 17)
    const reply = await new CookieBrowser(app).post('/app/link/password?next=https://evil.example.com/', {
      code,
      password,
    })
    assert.deepEqual([reply.status, reply.headers.location], [201, undefined])
    const page = await new CookieBrowser(app).request('/app/password?next=https://evil.example.com/')
    assert.deepEqual([page.headers.location, page.headers['referrer-policy']], [undefined, 'no-referrer'])
  })

  test('T-145: only an Administrator of the account creates links, for others, who can sign in', async () => {
    const { a, b } = fixture()
    await administrator().update(`/person/${a.people.manager}/`, { password })
    const manager = await signInBrowser(app, 'manager', password)
    assertRefusedWith(await manager.post(`/app/people/${a.people.resource}/link`, { kind: 'reset' }), 403, 10)
    assertRefusedWith(
      await new CookieBrowser(app).post(`/app/people/${a.people.resource}/link`, { kind: 'reset' }),
      401,
      9,
    )
    const other = await signInBrowser(app, 'otherboss', password)
    assertRefusedWith(await other.post(`/app/people/${a.people.resource}/link`, { kind: 'reset' }), 404, 14)
    assertRefusedWith(await create(b.people.resource, 'reset'), 404, 14)
    assertRefusedWith(await create(999_999_999, 'reset'), 404, 14)
    assertRefusedWith(await create(a.people.administrator, 'reset'), 400, 18, 'your own password')
    assertRefusedWith(await create(a.people.inactive, 'reset'), 400, 18, 'inactive')
    const contact = await administrator().create('/person/', { firstname: 'Contact' })
    assertRefusedWith(await create(Number(contact.id), 'invite'), 400, 18, 'no username')
    assertRefusedWith(await boss.post(`/app/people/${a.people.resource}/link`, { kind: 'setup' }), 400, 18, 'kind')
    assertRefusedWith(await boss.post(`/app/people/${a.people.resource}/link`, {}), 400, 18, 'kind: is required')
    const token = await fixture().call({
      token: a.tokens.administrator,
      method: 'POST',
      path: `/app/people/${a.people.resource}/link`,
      body: { kind: 'reset' },
    })
    assert.notEqual(token.status, 201)
  })
})
