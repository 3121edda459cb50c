// The daily quota and the rate limit (decision 22, I-41, T-66): which requests count, on which day, and how a request
// beyond the limit is rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, eachApiFixture, recordIn } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import type { Request } from '../fixture/request-parts.ts'

const usedBy = async (fixture: ApiFixture, { tokens }: AccountFixture): Promise<number> =>
  Number(recordIn(await callerFor(fixture, tokens.administrator).send('GET', '/quota/')).used)

const setAccount = (
  fixture: ApiFixture,
  { accountid }: AccountFixture,
  values: Record<string, number | null>,
): Promise<void> => fixture.database.write(accountid, (tx) => tx.update('account', accountid, values))

eachApiFixture((fixture) => {
  test('I-41: 500 concurrent requests of several people count as 500, and none for another account', async () => {
    const { a, b } = fixture()
    const [before, others] = [await usedBy(fixture(), a), await usedBy(fixture(), b)]
    const tokens = [a.tokens.administrator, a.tokens.manager, a.tokens.resource, a.tokens.executive]
    const paths = ['/me/', '/task/', '/client/?search=x', '/task/999999/', '/nothing/', '/task/?unknown=1']
    const replies = await Promise.all(
      Array.from({ length: 500 }, async (_, at) => {
        if (at % 10 === 0) await usedBy(fixture(), a)
        return fixture().call({ token: tokens[at % tokens.length], path: paths[at % paths.length] ?? '' })
      }),
    )
    assert.ok(
      replies.every(({ status }) => status < 500),
      'a request failed with a server error',
    )
    assert.equal(await usedBy(fixture(), a), before + 500)
    assert.equal(await usedBy(fixture(), b), others)
  })

  test('T-66: every spelling, verb and rejected request counts once; reading the quota and requests without a token do not', async () => {
    const { a } = fixture()
    const token = a.tokens.administrator
    const counted = async (request: Parameters<ApiFixture['call']>[0]) => {
      const before = await usedBy(fixture(), a)
      await fixture().call(request)
      return (await usedBy(fixture(), a)) - before
    }
    for (const path of [
      '/task',
      '/task/',
      '//task/',
      '/quota/1/',
      '/quota/x',
      '/QUOTA/',
      '/Quota',
      '/%71uota/',
      '/quota/../task/',
      '/',
    ]) {
      assert.equal(await counted({ token, path }), 1, `GET ${path}`)
    }
    for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      assert.equal(await counted({ token, method, path: '/task/' }), 1, `${method} /task/`)
    }
    for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE'] as const) {
      assert.equal(await counted({ token, method, path: '/quota/' }), 1, `${method} /quota/`)
    }
    assert.equal(await counted({ token, path: '/task/', headers: { accept: 'image/png' } }), 1, '406')
    assert.equal(await counted({ token, method: 'POST', path: '/task/', body: '{' }), 1, 'a broken body')
    for (const path of ['/quota', '/quota/', '//quota/', '/quota//', '/quota/?', '/quota?x=1'])
      assert.equal(await counted({ token, path }), 0, path)
    assert.equal(await counted({ token, method: 'HEAD', path: '/quota/' }), 0, 'HEAD /quota/')
    assert.equal(await counted({ path: '/task/' }), 0, 'no token')
    assert.equal(await counted({ token: 'wrong-token-x', path: '/task/' }), 0, 'a wrong token')
    assert.equal(await counted({ token: a.tokens.inactive, path: '/task/' }), 0, 'an inactive person')
  })

  test('a used-up quota is 400/11 with the seconds until the end of the GMT day; the quota endpoint still works', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const used = await usedBy(fixture(), a)
    await setAccount(fixture(), a, { dailyquota: used + 3 })
    for (let left = 3; left > 0; left--) await manager.list('/me/')
    const rejected = await manager.send('GET', '/me/')
    assertRefusedWith(rejected, 400, 11)
    assert.equal(rejected.headers['retry-after'], String(14 * 3600), 'it is 10:00 GMT')
    assertRefusedWith(await manager.send('POST', '/task/', { title: 'x' }), 400, 11)
    const reply = await manager.send('GET', '/quota/')
    assert.equal(reply.status, 200)
    assert.deepEqual([recordIn(reply).quota, recordIn(reply).exceeded], [String(used + 3), 't'])
    assertRefusedWith(await fixture().call({ token: 'wrong-token-x', path: '/me/' }), 401, 9)
    await callerFor(fixture(), fixture().b.tokens.manager).list('/me/')
    await setAccount(fixture(), a, { dailyquota: null })
    await manager.list('/me/')
  })

  test('of concurrent requests exactly as many pass as the quota has left', async () => {
    const { a } = fixture()
    await setAccount(fixture(), a, { dailyquota: (await usedBy(fixture(), a)) + 17 })
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => fixture().call({ token: a.tokens.resource, path: '/me/' })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 17)
    for (const reply of replies.filter(({ status }) => status !== 200)) assertRefusedWith(reply, 400, 11)
    await setAccount(fixture(), a, { dailyquota: null })
  })

  test('too many requests in a minute are 400/12 with Retry-After, and the next minute is free again', async () => {
    const { b, clock } = fixture()
    clock.moveTo('2026-05-14T10:05:20Z')
    await setAccount(fixture(), b, { rateperminute: 5 })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => fixture().call({ token: b.tokens.manager, path: '/me/' })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 5)
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      assertRefusedWith(reply, 400, 12)
      assert.equal(reply.headers['retry-after'], '40')
    }
    clock.moveTo('2026-05-14T10:06:00Z')
    await callerFor(fixture(), b.tokens.manager).list('/me/')
    await setAccount(fixture(), b, { rateperminute: null })
    clock.moveTo(fixtureNow)
  })

  test('every response to a known caller has the headers of the limit per minute, also errors', async () => {
    const { b, clock, app } = fixture()
    clock.moveTo('2026-05-14T10:07:20Z')
    await setAccount(fixture(), b, { rateperminute: 9 })
    const { manager: token } = b.tokens
    const requests: readonly Request[] = [
      { path: '/me/' },
      { path: '/nothing/' },
      { path: '/task/?colour=red' },
      { path: '/task/999999/' },
      { path: '/task/', headers: { accept: 'image/png' } },
      { path: '/me/', method: 'PATCH' },
      { path: '/client/', method: 'POST', body: '{', headers: { accept: 'application/xml' } },
    ]
    for (const [at, request] of requests.entries()) {
      const { status, headers } = await fixture().call({ ...request, token })
      assert.equal(status === 200, at === 0, request.path)
      assert.deepEqual(
        [headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']],
        ['9', String(8 - at), '40'],
        `${request.method ?? 'GET'} ${request.path}`,
      )
    }
    await setAccount(fixture(), b, { dailyquota: 1 })
    const spent = await fixture().call({ path: '/me/', token })
    assertRefusedWith(spent, 400, 11)
    assert.equal(spent.headers['ratelimit-remaining'], '1')
    await setAccount(fixture(), b, { rateperminute: null, dailyquota: null })
    const stranger = await fixture().call({ path: '/me/', token: 'unknown' })
    assert.deepEqual([stranger.status, stranger.headers['ratelimit-limit']], [401, undefined])
    assert.equal((await app.inject({ url: '/healthz' })).headers['ratelimit-limit'], undefined)
    clock.moveTo(fixtureNow)
  })

  test("T-66: the count restarts with the GMT day and not with the account's day, and never goes back (T-80)", async () => {
    const { b, clock } = fixture()
    const manager = callerFor(fixture(), b.tokens.manager)
    clock.moveTo('2026-05-14T23:59:59Z')
    const used = await usedBy(fixture(), b)
    await setAccount(fixture(), b, { dailyquota: used + 1 })
    await manager.list('/me/')
    const spent = await manager.send('GET', '/me/')
    assertRefusedWith(spent, 400, 11)
    assert.equal(spent.headers['retry-after'], '1')
    clock.moveTo('2026-05-15T00:00:00Z')
    await manager.list('/me/')
    const fresh = recordIn(await manager.send('GET', '/quota/'))
    assert.deepEqual([fresh.used, fresh.next_reset], ['1', '2026-05-16 00:00:00'])
    clock.moveTo('2026-05-14T12:00:00Z')
    await manager.list('/me/')
    const back = recordIn(await manager.send('GET', '/quota/'))
    assert.deepEqual(
      [back.used, back.next_reset],
      ['2', '2026-05-16 00:00:00'],
      'a clock that is set back does not reset the count',
    )
    await setAccount(fixture(), b, { dailyquota: 2 })
    const reply = await manager.send('GET', '/me/')
    assertRefusedWith(reply, 400, 11)
    assert.equal(reply.headers['retry-after'], String(36 * 3600))
  })

  test('T-115: one person uses at most their share of the quota, and what is beyond it takes nothing from others', async () => {
    const { a, clock } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const manager = callerFor(fixture(), a.tokens.manager)
    clock.moveTo('2026-05-17T10:00:00Z')
    await setAccount(fixture(), a, { dailyquota: 50 })
    await administrator.update('/company/', { quotashare: '10' })
    await manager.list('/me/')
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => fixture().call({ token: a.tokens.manager, path: '/me/' })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 5)
    const rejected = await manager.send('GET', '/me/')
    assertRefusedWith(rejected, 400, 11, 'your 5 requests of this GMT day, your share of the quota, are used up')
    assert.equal(rejected.headers['retry-after'], String(14 * 3600))
    assert.equal(await usedBy(fixture(), a), 7, 'rejected requests do not count for the account')
    assert.equal(recordIn(await manager.send('GET', '/quota/')).exceeded, 'f', 'asking for the quota is not limited')
    await callerFor(fixture(), a.tokens.resource).list('/me/')
    for (let count = 0; count < 10; count++) await administrator.list('/me/')
  })

  test('T-115: another share is valid from the next request on, every day begins anew, and a blank ends the limit', async () => {
    const { a, clock } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const manager = callerFor(fixture(), a.tokens.manager)
    clock.moveTo('2026-05-18T10:00:00Z')
    await setAccount(fixture(), a, { dailyquota: 50 })
    await administrator.update('/company/', { quotashare: '2' })
    await manager.list('/me/')
    assertRefusedWith(await manager.send('GET', '/me/'), 400, 11, 'your 1 requests of this GMT day')
    await administrator.update('/company/', { quotashare: '100' })
    await manager.list('/me/')
    assert.equal(await usedBy(fixture(), a), 4, 'all but the rejected request')
    await administrator.update('/company/', { quotashare: '2' })
    assertRefusedWith(await manager.send('GET', '/me/'), 400, 11)
    clock.moveTo('2026-05-19T00:00:00Z')
    await manager.list('/me/')
    assertRefusedWith(await manager.send('GET', '/me/'), 400, 11)
    await administrator.update('/company/', { quotashare: '' })
    for (let count = 0; count < 3; count++) await manager.list('/me/')
    await setAccount(fixture(), a, { dailyquota: null })
  })
})
