// Threats to identity in the API: secrets in logs and in the database (T-44, T-45), the Authorization header (T-46) and
// plain HTTP (T-57).
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { storeToken } from '../../src/accounts/create-account.ts'
import { createServer } from '../../src/api/server.ts'
import type { ServerOptions } from '../../src/api/server-options.ts'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { mintToken, tokenHash } from '../../src/kit/token.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { assertRefusedWith, callerFor, personBody, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import { type ApiFixture, type Reply, send, testFiles } from '../fixture/api-fixture.ts'
import { basicAuth } from '../fixture/request-parts.ts'

const serverOf = ({ database, clock }: ApiFixture, more: Partial<ServerOptions>) =>
  createServer({
    database,
    resources,
    endpoints,
    reports,
    clock,
    log: pino({ level: 'silent' }),
    tls: null,
    trustProxy: [],
    loopbackOnly: true,
    dailyQuota: 1_000_000,
    ratePerMinute: null,
    files: testFiles,
    ...more,
  })

const tokenOf = (byte: number): string => mintToken(new Uint8Array(32).fill(byte))

async function giveToken({ database, a }: ApiFixture, token: string): Promise<void> {
  const owner = { accountid: a.accountid, personid: a.people.administrator }
  await storeToken(database, owner, { hash: tokenHash(token), name: 'canary', now: '2026-05-14 10:00:00' })
}

suiteApiFixture((fixture, kind, testDatabase) => {
  test('T-44: tokens, passwords, bodies and queries are never written to the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const app = serverOf(fixture(), { log: pino({ level: 'trace' }, stream) })
    const token = tokenOf(7)
    await giveToken(fixture(), token)
    const call = (request: Parameters<ApiFixture['call']>[0]): Promise<Reply> => send(app, request)
    const administrator = callerFor({ call }, token)
    const body = personBody('Logged', 4, { password: 'canary-password', notes: 'canary-notes' })
    await administrator.create('/person/', body)
    await administrator.send('POST', '/person/', { ...body, password: 'canary-password'.repeat(5) })
    await administrator.send('POST', '/person/', '{"password":"canary-password"')
    await administrator.send('GET', '/person/?search=canary-search&unknown=canary-unknown')
    await administrator.send('GET', '/canary-path/', undefined, {
      cookie: 'canary-cookie',
      'x-secret': 'canary-header',
    })
    await call({ token: `${token}x`, path: '/me/' })
    await call({ path: '/me/', headers: { authorization: 'Bearer canary-bearer' } })
    await app.close()
    const log = lines.join('')
    assert.ok(log.split('\n').length > 7, 'every request must be logged')
    for (const secret of [
      token,
      token.slice(4),
      Buffer.from(`${token}:x`).toString('base64'),
      tokenHash(token),
      'canary-',
      'logged@example.com',
    ]) {
      assert.ok(!log.includes(secret), `the log contains ${secret}`)
    }
  })

  test('T-44, T-45: the database has no token and no password, only their hashes', async () => {
    const token = tokenOf(9)
    await giveToken(fixture(), token)
    const { a } = fixture()
    const administrator = callerFor(fixture(), token)
    const created = await administrator.create('/person/', personBody('Sealed', 4, { password: 'canary-sealed-1' }))
    await administrator.update(`/person/${created.id}/`, { password: 'canary-sealed-2' })
    const [row] = await selectRows(
      fixture(),
      a.accountid,
      sql`select person.password from person where person.accountid = ${accountSlot} and person.id = ${sql.raw(String(created.id))}`,
    )
    assert.match(String(row?.[0]), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const hashes = await selectRows(
      fixture(),
      a.accountid,
      sql`select token.hash from token where token.accountid = ${accountSlot}`,
    )
    assert.ok(hashes.some(([hash]) => hash === tokenHash(token)))
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
    assert.ok(bytes.includes('Sealed') && bytes.includes(tokenHash(token)), 'the search finds known values')
    for (const secret of [token, a.tokens.manager, 'canary-sealed'])
      assert.ok(!bytes.includes(secret), `the database contains ${secret}`)
    const reply = await administrator.send('GET', `/person/${created.id}/`)
    assert.ok(!reply.text.includes('password') && !reply.text.includes('argon2'), reply.text)
  })

  test('T-45: a token with a changed, missing or doubled character or in another case is invalid', async () => {
    const token = tokenOf(11)
    await giveToken(fixture(), token)
    await callerFor(fixture(), token).list('/me/')
    const wrong = [
      ...Array.from(token, (letter, at) => `${token.slice(0, at)}${letter === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`),
      token.slice(1),
      token.slice(0, -1),
      `${token}${token}`,
      `${token} `,
      ` ${token}`,
      token.toUpperCase(),
      tokenHash(token),
      '%',
      "' or 1=1--",
      '',
    ].filter((one) => one !== token)
    const replies = await Promise.all(wrong.map((one) => fixture().call({ token: one, path: '/me/' })))
    for (const [at, reply] of replies.entries()) {
      assertRefusedWith(reply, 401, 9)
      assert.equal(reply.text, replies[0]?.text, `${wrong[at]} gets the same response as any other wrong token`)
    }
    assert.equal(
      replies[0]?.headers['www-authenticate'],
      undefined,
      'no challenge that a browser would remember (T-51)',
    )
  })

  test('T-46: a header that is not Basic with a token is 401/9, never a server error', async () => {
    const { a, call } = fixture()
    const good = basicAuth(a.tokens.administrator)
    const of = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`
    const headers = [
      'Basic',
      'Basic ',
      'Basic =',
      'Basic ====',
      'Basic !!!',
      'Basic \u00e9',
      'Bearer x',
      'Digest username="x"',
      'Negotiate',
      'x',
      ' ',
      ':',
      good.replace('Basic ', ''),
      good.replace('Basic ', 'Basic'),
      good.replace('Basic ', 'Bearer '),
      `${good} x`,
      `${good}, ${good}`,
      `${good}=`,
      `${good}\t`.replace('=', '-'),
      `Basic ${'A'.repeat(16_384)}`,
      `Basic ${Buffer.alloc(12_000, 'a').toString('base64')}`,
      of(''),
      of(':'),
      of(':x'),
      of('no colon'),
      of(Buffer.from([0xff, 0xfe, 0x3a])),
      of(`${a.tokens.administrator}\u0000:x`),
      of(`\n${a.tokens.administrator}:x`),
      of(`${a.tokens.administrator.toUpperCase()}:x`),
      of(`${a.tokens.administrator} :x`),
      of(`x:${a.tokens.administrator}`),
      of(a.tokens.administrator),
      of(Buffer.from(`${a.tokens.administrator}:x`, 'utf16le')),
      `Basic ${Buffer.from(`${a.tokens.administrator}:x`).toString('hex')}`,
    ]
    for (const authorization of headers) {
      const reply = await call({ path: '/me/', headers: { authorization } })
      assertRefusedWith(reply, 401, 9)
      assert.equal(reply.json.personid, null, authorization.slice(0, 60))
    }
    for (const authorization of [
      good,
      good.replace('Basic', 'basic'),
      good.replace('Basic', 'BASIC'),
      of(`${a.tokens.administrator}:`),
      of(`${a.tokens.administrator}:p:q`),
    ]) {
      assert.equal((await call({ path: '/me/', headers: { authorization } })).status, 200, authorization)
    }
    assertRefusedWith(await call({ path: `/me/?token=${a.tokens.administrator}` }), 401, 9)
    assertRefusedWith(
      await call({
        path: '/me/',
        headers: { cookie: `token=${a.tokens.administrator}`, 'x-api-key': a.tokens.administrator },
      }),
      401,
      9,
    )
  })

  test('T-57: plain HTTP is rejected without a redirect, except on loopback or if a trusted proxy reports https', async () => {
    const { a } = fixture()
    const ask = async (
      options: Partial<ServerOptions>,
      remoteAddress: string,
      headers: Record<string, string> = {},
      url = '/me/',
    ) => {
      const app = serverOf(fixture(), options)
      const authorization = basicAuth(a.tokens.administrator)
      const reply = await app.inject({
        url,
        remoteAddress,
        headers: { accept: 'application/json', authorization, ...headers },
      })
      await app.close()
      assert.equal(reply.headers.location, undefined, 'the request was redirected')
      return reply.statusCode === 200 ? 'answered' : `${reply.statusCode}/${reply.json().error.code}`
    }
    const https = { 'x-forwarded-proto': 'https' }
    const open = { loopbackOnly: false }
    const behind = { loopbackOnly: false, trustProxy: ['10.0.0.1'] }
    assert.equal(await ask({ loopbackOnly: true }, '127.0.0.1'), 'answered')
    assert.equal(await ask(open, '127.0.0.1'), '400/18')
    assert.equal(await ask(open, '10.0.0.1', https), '400/18', 'no proxy is trusted')
    assert.equal(await ask(open, '10.0.0.1', { ...https, forwarded: 'proto=https', 'x-forwarded-ssl': 'on' }), '400/18')
    assert.equal(await ask(open, '10.0.0.1', {}, '/app/oidc/?code=x&state=y'), '400/18', 'a provider sends the browser')
    assert.equal(await ask(behind, '10.0.0.1', https), 'answered')
    assert.equal(await ask(behind, '10.0.0.1'), '400/18', 'the proxy sends no X-Forwarded-Proto')
    assert.equal(await ask(behind, '10.0.0.1', { 'x-forwarded-proto': 'http' }), '400/18', 'the proxy sends http')
    assert.equal(await ask(behind, '10.0.0.2', https), '400/18', 'an untrusted machine sends https')
    const beside = { loopbackOnly: true, trustProxy: ['127.0.0.1'] }
    const from = { 'x-forwarded-for': '203.0.113.7' }
    assert.equal(await ask(beside, '127.0.0.1'), 'answered', 'without a proxy')
    assert.equal(await ask(beside, '127.0.0.1', { ...from, ...https }), 'answered')
    assert.equal(await ask(beside, '127.0.0.1', from), '400/18', 'a local proxy sends no X-Forwarded-Proto')
    assert.equal(
      await ask(beside, '127.0.0.1', { ...from, 'x-forwarded-proto': 'http' }),
      '400/18',
      'a local proxy sends http',
    )
  })
})
