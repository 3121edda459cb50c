// Threats to sign-in in the web client: guessing (T-47), revealing who exists (T-48), expensive hashing (T-49), secrets
// in logs and database (T-44, T-45) and default secrets (T-56).
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { before, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { createServer } from '../../src/api/server.ts'
import { dummyHash, hashPassword, passwordChecks } from '../../src/io/password-hash.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { newAccount } from '../../src/main/first-start.ts'
import { assertRefusedWith, callerFor, personBody, secondServer, suiteApiFixture } from '../fixture/api-caller.ts'
import { type ApiFixture, type Reply, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, ownPageHeaders, signInBrowser } from '../fixture/cookie-browser.ts'

const password = 'correct horse battery'
const clearSignInAttempts = statement(sql`delete from signintry`)

const proxiedServer = (fixture: ApiFixture) =>
  createServer({ ...testOptions(fixture.database, fixture.clock), trustProxy: ['127.0.0.1'] })

/** The header of a proxy for a request that it received by HTTPS. */
const forwardedHeaders = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })

/** Counts the compared passwords while a callback runs. */
async function countPasswordChecks(work: () => Promise<unknown>): Promise<number> {
  const before = passwordChecks()
  await work()
  return passwordChecks() - before
}

suiteApiFixture((fixture, kind, testDatabase) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  before(async () => {
    await administrator().update(`/person/${fixture().a.people.manager}/`, { password })
    await administrator().update(`/person/${fixture().a.people.inactive}/`, { password })
  })
  beforeEach(() => fixture().database.write(0, (tx) => tx.run('signintry', clearSignInAttempts)))

  test('T-47: of 1,000 attempts at one name with forged addresses at most 10 reach the password check', async () => {
    const { app, clock } = fixture()
    const replies: Reply[] = []
    const compared = await countPasswordChecks(async () => {
      for (let round = 0; round < 40; round++) {
        const guesses = Array.from({ length: 25 }, (_, at) => {
          const forged = `10.${round}.${at}.${round + at}`
          const headers = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
          return new CookieBrowser(app, headers).signIn('manager', `guess ${round} ${at}`)
        })
        replies.push(...(await Promise.all(guesses)))
      }
    })
    assert.equal(replies.length, 1000)
    assert.equal(compared, 10)
    const last = replies.at(-1)
    assert.ok(last !== undefined)
    assertRefusedWith(last, 400, 12, 'too many sign-in attempts')
    assert.equal(last.headers['retry-after'], '900')
    assertRefusedWith(await new CookieBrowser(app).signIn('manager', password), 400, 12)
    clock.moveBy(900_000)
    await signInBrowser(app, 'manager', password)
    clock.moveBy(-900_000)
  })

  test('T-116: attempts that were counted under a clock years or hours ahead do not lock anybody out', async () => {
    const { app, clock } = fixture()
    for (const ahead of [10 * 365 * 86_400_000, 5 * 3_600_000]) {
      clock.jumpBy(ahead)
      const wrong = Array.from({ length: 12 }, () => new CookieBrowser(app).signIn('manager', 'a wrong guess'))
      await Promise.all(wrong)
      assertRefusedWith(await new CookieBrowser(app).signIn('manager', password), 400, 12)
      clock.jumpBy(-ahead)
      await signInBrowser(app, 'manager', password)
    }
  })

  test('T-47: from one address at most 50 attempts at any names reach a password check, over all processes', async () => {
    const other = await secondServer(fixture(), testDatabase())
    const compared = await countPasswordChecks(async () => {
      for (let at = 0; at < 30; at++) {
        await new CookieBrowser(fixture().app).signIn(`name${at}`, password)
        await other.call({
          method: 'POST',
          path: '/app/session',
          body: { username: `other${at}`, password },
          headers: ownPageHeaders,
        })
      }
    })
    assert.equal(compared, 50)
  })

  test('T-47: behind a trusted proxy each address is counted separately, and an IPv6 network as one', async () => {
    const app = proxiedServer(fixture())
    const compared = await countPasswordChecks(async () => {
      for (let at = 0; at < 12; at++) {
        await new CookieBrowser(app, forwardedHeaders(`2001:db8:1:2::${at}`)).signIn('manager', 'wrong')
        if (at < 5) await new CookieBrowser(app, forwardedHeaders(`192.0.2.${at}`)).signIn('manager', 'wrong')
      }
    })
    assert.equal(compared, 15)
    await app.close()
  })

  test('T-47: successful sign-ins are not counted, for any number of people at one address', async () => {
    for (let at = 0; at < 55; at++) await signInBrowser(fixture().app, 'manager', password)
    for (let at = 0; at < 9; at++) await new CookieBrowser(fixture().app).signIn('manager', 'wrong')
    await signInBrowser(fixture().app, 'manager', password)
    assertRefusedWith(await new CookieBrowser(fixture().app).signIn('manager', 'wrong'), 401, 9)
  })

  test('T-47, T-56: a wrong set-up code counts as an attempt too', async () => {
    const body = { code: 'x', company: 'x', timezone: 'x', firstname: 'x', username: 'x', email: 'x', password: 'x' }
    for (let at = 0; at < 10; at++)
      assertRefusedWith(await new CookieBrowser(fixture().app).post('/app/setup', body), 401, 9)
    assertRefusedWith(await new CookieBrowser(fixture().app).post('/app/setup', body), 400, 12)
  })

  test('T-102: every sign-in compares as many passwords, in however many accounts its user name exists', async () => {
    const { app, a, b } = fixture()
    const theirs = callerFor(fixture(), b.tokens.administrator)
    const compared = (username: string, secret: string, accountid?: number) =>
      countPasswordChecks(() => new CookieBrowser(app).signIn(username, secret, accountid))
    assert.deepEqual([await compared('manager', 'wrong one'), await compared('nobody', 'wrong one')], [1, 1])
    await theirs.update(`/person/${b.people.manager}/`, { password: 'their own battery' })
    const names = [
      ['nobody', 'wrong one'],
      ['inactive', 'wrong one'],
      ['manager', 'wrong one'],
      ['manager', password],
      ['manager', 'their own battery'],
    ] as const
    for (const [username, secret] of names) assert.equal(await compared(username, secret), 2, `${username} ${secret}`)
    const [, one] = await Promise.all([
      theirs.create('/person/', personBody('Single', 4, { password: 'battery of one' })),
      compared('single', 'wrong one'),
    ])
    assert.equal(one, 2)
    assert.equal(await compared('single', 'battery of one'), 2)
    for (const accountid of [a.accountid, b.accountid, 999_999])
      assert.equal(await compared('manager', 'wrong one', accountid), 1, `account ${accountid}`)
    await theirs.update(`/person/${b.people.manager}/`, { password: '' })
  })

  test('T-48: an unknown name, a wrong password, an inactive person and a person without a password get the same response at the same cost', async () => {
    const { app, a } = fixture()
    await administrator().create('/person/', personBody('Wordless', 4))
    const texts = new Set<string>()
    for (const [username, secret] of [
      ['nobody at all', password],
      ['manager', 'wrong'],
      ['inactive', password],
      ['wordless', ' '],
      ['wordless', 'anything'],
      [`${a.people.manager}`, password],
    ] as const) {
      const compared = await countPasswordChecks(async () => {
        const reply = await new CookieBrowser(app).signIn(username, secret)
        assertRefusedWith(reply, 401, 9)
        assert.equal(reply.headers['set-cookie'], undefined)
        texts.add(reply.text)
      })
      assert.equal(compared, 1, `${username}: passwords compared`)
    }
    assert.equal(texts.size, 1, [...texts].join('\n'))
    const settings = (hash: string): string => hash.split('$').slice(0, 4).join('$')
    assert.equal(
      settings(dummyHash),
      settings(await hashPassword('x')),
      'an unknown name takes as much work as a known one',
    )
  })

  test('T-49: of many concurrent sign-ins a few wait and the others are rejected, without being counted', async () => {
    const app = proxiedServer(fixture())
    let replies: Reply[] = []
    const compared = await countPasswordChecks(async () => {
      replies = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          new CookieBrowser(app, forwardedHeaders(`192.0.2.${at}`)).signIn(`flood${at}`, 'wrong'),
        ),
      )
    })
    const statuses = Map.groupBy(replies, ({ status }) => status)
    assert.equal(statuses.get(401)?.length, compared)
    const away = statuses.get(400) ?? []
    assert.equal(compared + away.length, 60)
    assert.ok(away.length > 0, 'all sixty attempts waited')
    for (const reply of away) assertRefusedWith(reply, 400, 12)
    const [row] = await fixture().database.read(0, (tx) =>
      tx.all(statement(sql`select count(*) from signintry where signintry.tries > 0`)),
    )
    assert.equal(Number(row?.[0]), compared * 3, 'a rejected attempt was counted')
    await app.close()
  })

  test('T-44: passwords, cookies and set-up codes are not written to the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const { database, clock, a } = fixture()
    const app = createServer({ ...testOptions(database, clock), log: pino({ level: 'trace' }, stream) })
    const browser = await signInBrowser(app, 'manager', password)
    const secret = browser.cookie?.split('=')[1] ?? ''
    await browser.request('/app/api/me/')
    await browser.post('/app/password', { current: 'canary-current', password: 'canary-password' })
    await browser.post('/app/setup', { code: 'canary-code' })
    await browser.signIn('canary-name', 'canary-password')
    await browser.request('/app/session', { method: 'POST', body: '{"password":"canary-broken' })
    await app.close()
    const log = lines.join('')
    assert.match(log, new RegExp(`"account":${a.accountid},"person":${a.people.manager},"resource":"me"`))
    assert.match(log, new RegExp(`"person":${a.people.manager},"resource":"app/password"`))
    assert.match(log, new RegExp(`"person":${a.people.manager},"msg":"signed in"`))
    assert.match(log, /"address":"127\.0\.0\.1","code":9,"msg":"not signed in"/)
    for (const word of [secret, password, 'canary-']) assert.ok(!log.includes(word), `the log contains ${word}`)
  })

  test('T-45, T-56: cookies and set-up codes are not in the database, and no account has a known password', async () => {
    const { app, database, clock } = fixture()
    const created = await newAccount(database, clock, { name: 'New', timezone: 'Europe/Berlin', username: 'admin' })
    const again = await newAccount(database, clock, { name: 'Newer', timezone: 'Europe/Berlin', username: 'admin' })
    assert.notEqual(created.setup, again.setup)
    assert.ok(Buffer.from(created.setup ?? '', 'base64url').length >= 16)
    for (const guess of ['admin', 'password', 'stint', 'changeme', 'admin123', ' ', 'My company']) {
      assertRefusedWith(await new CookieBrowser(app).signIn('admin', guess), 401, 9)
    }
    const browser = await signInBrowser(app, 'manager', password)
    const folder = testDatabase().dataFolder
    const bytes =
      kind === 'sqlite'
        ? readdirSync(folder)
            .map((file) => readFileSync(join(folder, file)).toString('latin1'))
            .join('')
        : await withPgClient(testDatabase().url ?? '', async (client) => {
            const { rows } = await client.query<{ text: string }>(
              `select query_to_xml('select * from ' || quote_ident(table_name), true, false, '')::text as text
               from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
            )
            return rows.map(({ text }) => text).join('')
          })
    for (const secret of [browser.cookie?.split('=')[1] ?? '', created.setup ?? '', created.password]) {
      assert.ok(secret.length >= 20)
      assert.ok(!bytes.includes(secret), 'a secret is stored unencrypted')
    }
  })
})
