// Threats to logins from outside: one name guessed from many addresses without locking its owner out (T-166), and
// sign-ins and changes of a login that its owner would not notice (T-167).
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { passwordChecks } from '../../src/io/password-hash.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { newApp, type Reply, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import { longTest } from '../fixture/suite-tests.ts'

const password = 'correct horse battery'
const clearAttempts = statement(sql`delete from signintry`)
const allBrowsers = statement(sql`select knownbrowser.hash from knownbrowser`)

suiteApiFixture((fixture) => {
  let mails: MailFixture
  let app: FastifyInstance
  let proxied: FastifyInstance
  let address = 0
  const lines: string[] = []
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)

  before(async () => {
    const { database, clock } = fixture()
    mails = await startMailFixture(fixture())
    app = newApp(database, clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const log = pino({ level: 'info' }, stream)
    proxied = createServer({ ...testOptions(database, clock), trustProxy: ['127.0.0.1'], log })
    for (const name of ['manager', 'resource'] as const)
      await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
  })
  beforeEach(() => fixture().database.write(0, (tx) => tx.run('signintry', clearAttempts)))
  after(async () => {
    await Promise.all([app.close(), proxied.close()])
    await mails.close()
  })

  /** A new browser at an address of its own. */
  const elsewhere = (known?: CookieBrowser): CookieBrowser => {
    address += 1
    const headers = { 'x-forwarded-for': `198.51.${address >> 8}.${address & 255}`, 'x-forwarded-proto': 'https' }
    const browser = new CookieBrowser(proxied, headers)
    for (const [name, cookie] of known?.others ?? []) browser.others.set(name, cookie)
    return browser
  }
  const comparedBy = async (work: () => Promise<unknown>): Promise<number> => {
    const before = passwordChecks()
    await work()
    return passwordChecks() - before
  }

  test('T-166: of 500 guesses from 500 addresses 20 are compared at once, known or unknown name alike', async () => {
    for (const name of ['manager', 'nobody-has-this-name']) {
      const replies: Reply[] = []
      const compared = await comparedBy(async () => {
        for (let round = 0; round < 20; round++) {
          const guesses = Array.from({ length: 25 }, (_, at) => elsewhere().signIn(name, `guess ${round} ${at}`))
          replies.push(...(await Promise.all(guesses)))
        }
      })
      assert.equal(compared, 20, name)
      assertRefusedWith(replies.at(-1) as Reply, 400, 12, 'try again in 1 s')
    }
  })

  longTest(
    'T-166: the delay doubles up to a minute, nobody is locked out, and a known browser is not delayed',
    async () => {
      const { clock } = fixture()
      const known = elsewhere()
      assert.equal((await known.signIn('manager', password)).status, 201)
      const fail = () => elsewhere().signIn('manager', 'wrong')
      for (let count = 0; count < 20; count++) assertRefusedWith(await fail(), 401, 9)
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        assertRefusedWith(await fail(), 400, 12, `try again in ${seconds} s`)
        assertRefusedWith(await elsewhere().signIn('manager', password), 400, 12)
        assert.equal((await elsewhere(known).signIn('manager', password)).status, 201, `known, at ${seconds} s`)
        clock.moveBy(seconds * 1000)
        assertRefusedWith(await fail(), 401, 9)
      }
      clock.moveBy(60_000)
      assert.equal((await elsewhere().signIn('manager', password)).status, 201, 'the owner gets in after the delay')
      const stolen = await comparedBy(async () => {
        for (let count = 0; count < 60; count++) await elsewhere(known).signIn('manager', 'wrong')
      })
      assert.equal(stolen, 20, 'a stolen cookie of a browser does not allow more')
      assertRefusedWith(await elsewhere(known).signIn('resource', 'wrong'), 401, 9, 'wrong username')
    },
  )

  longTest('T-116, T-166: attempts that were counted under a clock years ahead delay nobody', async () => {
    const { clock } = fixture()
    clock.jumpBy(365 * 86_400_000)
    for (let count = 0; count < 30; count++) await elsewhere().signIn('manager', 'wrong')
    clock.jumpBy(-365 * 86_400_000)
    assert.equal((await elsewhere().signIn('manager', password)).status, 201)
  })

  test('T-166: the log has the hash of the tried name and never the name', async () => {
    lines.length = 0
    await elsewhere().signIn('Canary-Name', 'canary-password')
    const log = lines.join('')
    assert.match(log, new RegExp(`"name":"${hash('sha256', 'canary-name', 'hex').slice(0, 8)}".*"not signed in"`))
    assert.ok(!/canary/i.test(log))
  })

  test('T-167: a sign-in with a new browser is mailed and an event; not the first one, and not a known browser', async () => {
    const { a, database } = fixture()
    const id = Number(
      (
        await administrator().create('/person/', {
          ...newPerson,
          username: 'nadia',
          password,
          email: 'nadia@example.com',
        })
      ).id,
    )
    const browser = new CookieBrowser(app, { 'user-agent': 'Canary/1.0 <b>\nBcc: x' })
    const quiet = await mails.mailsSentBy(async () => {
      for (let count = 0; count < 2; count++) assert.equal((await browser.signIn('nadia', password)).status, 201)
    })
    assert.deepEqual(quiet.recipients, [])
    const arrived = await mails.mailsSentBy(() => signInBrowser(app, 'nadia', password))
    const { subject, plain } = arrived.mailTo('nadia')
    assert.equal(subject, 'New sign-in to Stint')
    assert.match(plain, /Address: 127\.0\.0\.1/)
    const kinds = async () => {
      const { json } = await administrator().send('GET', `/person/${id}/event/?kind=newbrowser`)
      return (json.event as unknown[]).length
    }
    assert.equal(await kinds(), 1)
    const other = await mails.mailsSentBy(async () => {
      for (const [name, cookie] of (await signInBrowser(app, 'resource', password)).others)
        browser.others.set(name, cookie)
      assert.equal((await browser.signIn('nadia', password)).status, 201)
    })
    assert.ok(other.mailTo('nadia').subject, 'the browser of another person is new')
    const stored = JSON.stringify(await database.read(0, (tx) => tx.all(allBrowsers)))
    for (const cookie of browser.others.values()) assert.ok(!stored.includes(cookie.split('=')[1] ?? ''))
    const seen = await callerFor(fixture(), a.tokens.manager).send('GET', '/event/?kind=newbrowser')
    assert.deepEqual(seen.json.event, [])
  })

  test('T-167: a new password makes all browsers new again, except the one in which it was changed', async () => {
    const [here, there] = [
      await signInBrowser(app, 'resource', password),
      await signInBrowser(app, 'resource', password),
    ]
    const next = 'another battery horse'
    await here.post('/app/password', { current: password, password: next })
    await mails.mailsSentBy(async () => undefined)
    const arrived = await mails.mailsSentBy(async () => {
      assert.equal((await here.signIn('resource', next)).status, 201)
      assert.equal((await there.signIn('resource', next)).status, 201)
    })
    const subjects = arrived.all.map(({ subject }) => subject).filter((subject) => subject.startsWith('New sign-in'))
    assert.equal(subjects.length, 1)
    await administrator().update(`/person/${fixture().a.people.resource}/`, { password })
    await mails.mailsSentBy(async () => undefined)
  })

  test('T-167: a new token is mailed, and another email address is told to the old one', async () => {
    const { a } = fixture()
    const browser = await signInBrowser(app, 'manager', password)
    await mails.mailsSentBy(async () => undefined)
    const token = await mails.mailsSentBy(async () => {
      assert.equal((await browser.post('/app/tokens', { name: 'Canary', current: password })).status, 201)
    })
    assert.match(token.mailTo('manager').plain, /The API token "Canary" was created/)
    const path = `/app/api/personcontact/?personid=${a.people.manager}&contacttypeid=1`
    const [contact] = (await browser.request(path)).json.personcontact as { id: string }[]
    const change = (value: string) =>
      browser.request(`/app/api/personcontact/${contact?.id}/`, { method: 'PUT', body: { value } })
    const own = await mails.mailsSentBy(() => change('thief@example.com'))
    assert.deepEqual(own.recipients, ['manager'])
    assert.equal(own.mailTo('manager').subject, 'Your email address was changed')
    await browser.request(`/app/api/personcontact/`, {
      method: 'POST',
      body: {
        personid: String(a.people.manager),
        contacttypeid: '1',
        contactdescriptorid: '1',
        value: 'second@example.com',
      },
    })
    const boss = newApp(fixture().database, fixture().clock, { ...mailSite, wakeSender: () => mails.sender.wake() })
    await administrator().update(`/person/${a.people.administrator}/`, { password })
    const ada = await signInBrowser(boss, 'ada', password)
    await mails.mailsSentBy(async () => undefined)
    const by = await mails.mailsSentBy(() =>
      ada.request(`/app/api/person/${a.people.manager}/`, { method: 'PUT', body: { email: 'manager@a.example.com' } }),
    )
    assert.match(by.mailTo('thief').plain, /Ada Boss-a changed the email address of your Stint account/)
    const removed = await mails.mailsSentBy(async () => {
      assert.equal((await browser.remove(`/app/api/personcontact/${contact?.id}/`)).status, 200)
    })
    assert.equal(removed.mailTo('manager').subject, 'Your email address was changed')
    await boss.close()
  })
})

const newPerson = { firstname: 'Nadia', groupid: '4' }
