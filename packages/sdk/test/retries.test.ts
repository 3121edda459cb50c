// Lost responses, broken connections, timeouts and aborted requests. A retried write is done once (T-62), and errors
// that a retry cannot fix are thrown at once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiFixture, startApiFixture } from '../../server/test/fixture/api-fixture.ts'
import { TestDatabases } from '../../server/test/fixture/databases.ts'
import { Stint } from '../src/stint.ts'
import { StintError } from '../src/stint-error.ts'
import { type Relay, TestServers } from './test-server.ts'

const databases = new TestDatabases()
const servers = new TestServers()
after(() => databases.clear())

let fixture: ApiFixture
let relay: Relay
let stint: Stint

before(async () => {
  fixture = await startApiFixture(await (await databases.create('sqlite')).open())
  relay = await servers.relay(await servers.serve(fixture.database, fixture.clock))
  stint = new Stint({ url: relay.url, token: fixture.a.tokens.administrator })
})

const countClientsNamed = async (name: string): Promise<number> =>
  (await stint.client.list({ search: name }).page()).count

test('T-62: a create whose response is lost three times creates one record', async () => {
  relay.plan('lose', 'lose', 'lose')
  const created = await stint.client.create({ name: 'Lost answers', datecreated: '2026-05-01' })
  assert.deepEqual(
    relay.requests.map(({ method }) => method),
    ['POST', 'POST', 'POST', 'POST'],
  )
  assert.equal(new Set(relay.requests.map(({ key }) => key)).size, 1, 'all have the same key')
  assert.match(relay.requests[0]?.key ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(await countClientsNamed('Lost answers'), 1)
  assert.equal((await stint.client.read(created.id)).name, 'Lost answers')
})

test('T-62: updates, actions, uploads and removals whose response is lost are done once', async () => {
  const { a } = fixture
  const { id } = await stint.client.create({ name: 'Renamed', datecreated: '2026-05-01' })
  relay.plan('lose')
  assert.equal((await stint.client.update(id, { phone: '1' })).phone, '1')
  relay.plan('lose')
  await stint.client.remove(id)
  assert.equal(relay.requests.length, 2, 'the second removal gets the response of the first, not a 404')
  const timer = await stint.timer.create({ personid: a.people.administrator, name: 'Once' })
  relay.plan('lose')
  assert.equal((await stint.timer.pause(timer.id)).isrunning, false)
  relay.plan('lose')
  const file = { name: 'a.txt', content: 'a' }
  await stint.document.create({ projectid: a.projects.seen, title: 'Uploaded once', file })
  assert.equal((await stint.document.list({ search: 'Uploaded once' }).page()).count, 1)
})

test('two writes have two keys, and a given key is sent unchanged', async () => {
  relay.plan()
  await stint.client.create({ name: 'Twin', datecreated: '2026-05-01' })
  await stint.client.create({ name: 'Twin', datecreated: '2026-05-01' })
  await stint.client.create({ name: 'Twin', datecreated: '2026-05-01' }, { idempotencyKey: 'order-77' })
  await stint.client.create({ name: 'Twin', datecreated: '2026-05-01' }, { idempotencyKey: 'order-77' })
  assert.equal(new Set(relay.requests.map(({ key }) => key)).size, 3)
  assert.equal(await countClientsNamed('Twin'), 3)
  const other = stint.client.create({ name: 'Other', datecreated: '2026-05-01' }, { idempotencyKey: 'order-77' })
  await assert.rejects(
    other,
    (error: StintError) => error.kind === 'invalid' && error.errors[0]?.field === 'Idempotency-Key',
  )
})

test('a request is retried after a server error, and Retry-After is respected', async () => {
  relay.plan({ status: 502 }, { status: 503, headers: { 'retry-after': '0' } }, { status: 500, body: '<html>' })
  assert.equal((await stint.me.read()).id, fixture.a.people.administrator)
  assert.equal(relay.requests.length, 4)
  relay.plan({ status: 503, headers: { 'retry-after': '86400' } })
  const error: unknown = await stint.me.read().catch((reason: unknown) => reason)
  assert.ok(error instanceof StintError)
  assert.deepEqual([error.kind, error.status, error.retryAfter, relay.requests.length], ['server', 503, 86_400, 1])
})

test('a rejected request and a response that is not from Stint are not retried', async () => {
  const cases = [
    [{ status: 404, body: 'not here' }, 'notFound'],
    [{ status: 501 }, 'server'],
    [{ status: 418 }, 'invalid'],
    [{ status: 301, headers: { location: 'https://elsewhere.example/' } }, 'server'],
    [{ status: 200, body: '<html>Welcome to the hotel</html>' }, 'server'],
    [{ status: 200, body: '{"hotel": true}' }, 'server'],
    [{ status: 400, body: '{"error": "hotel"}' }, 'invalid'],
  ] as const
  for (const [outcome, kind] of cases) {
    relay.plan(outcome)
    const error: unknown = await stint.me.read().catch((reason: unknown) => reason)
    assert.ok(error instanceof StintError, String(error))
    assert.deepEqual([error.kind, error.status, relay.requests.length], [kind, outcome.status, 1])
  }
})

test('without a response the error has the kind network, after the last attempt', async () => {
  relay.plan('lose', 'lose')
  const error: unknown = await stint.me.read({ retries: 1 }).catch((reason: unknown) => reason)
  assert.ok(error instanceof StintError)
  assert.deepEqual([error.kind, error.status, error.code, relay.requests.length], ['network', null, null, 2])
  const nowhere = new Stint({ url: 'https://127.0.0.1:1', token: 'x', retries: 0 })
  await assert.rejects(nowhere.me.read(), (reason: StintError) => reason.kind === 'network')
})

test('a timeout is a network error, and the caller’s signal aborts requests and pauses at once', async () => {
  const silent = new Stint({ url: relay.url, token: 'x', fetch: neverAnswers, retries: 0, timeout: 20 })
  await assert.rejects(silent.me.read(), (error: StintError) => error.kind === 'network' && /20 ms/.test(error.message))
  const reason = new Error('no longer wanted')
  const patient = new Stint({ url: relay.url, token: 'x', fetch: neverAnswers })
  const stopping = new AbortController()
  const waiting = patient.me.read({ signal: stopping.signal })
  stopping.abort(reason)
  await assert.rejects(waiting, reason)
  await assert.rejects(patient.me.read({ signal: stopping.signal }), reason)
  const pausing = new AbortController()
  relay.plan({ status: 503, headers: { 'retry-after': '20' } })
  const paused = stint.me.read({ signal: pausing.signal })
  while (relay.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  pausing.abort(reason)
  await assert.rejects(paused, reason)
  assert.equal(relay.requests.length, 1)
})

/** A fetch that ends only when its signal is aborted. */
const neverAnswers: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

test('a list continues after a page is lost', async () => {
  const clients = await stint.client.list({ sortfield: 'id' }).all()
  relay.plan('pass', 'lose', 'lose', 'pass', 'lose')
  const ids: number[] = []
  for await (const { id } of stint.client.list({ sortfield: 'id' }, { pageSize: 2 })) ids.push(id)
  assert.deepEqual(
    ids,
    clients.map(({ id }) => id),
  )
})
